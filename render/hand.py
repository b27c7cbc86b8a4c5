"""The picture of one's own hand: what is asked, melds, tiles with the drawn one apart, waits or ways to listen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.facts import find_known_bao, find_open_tile, is_asked
from render.frame import Side, find_side
from render.labels import Language
from render.plate import Mark, paint_mark
from render.rows import RATIO, Slot, fit_width, measure_lift, measure_slots, paint_tiles, place_slots
from render.sprites import BACK, Mood, TileLook, depth_of, draw_tile
from render.table import list_concealed_slots, list_strip_melds
from render.theme import JADE, Theme
from render.wait_rows import ROW_STEP, list_wait_rows, paint_wait_row
from render.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tiles import Kind
    from engine.view import OwnView, View

WIDTH = 1000

_EDGE = 16
_GAP = 14
_HEADER = 76
_LARGEST_TILE = 88
_MELD_TILE = 58
_ASKED_TILE = 92
_MARKS = 38


def draw_hand(view: View, *, language: Language = "zh-CN", theme: Theme = JADE) -> bytes:
    """Return the viewer's own hand as a palette PNG, 1000 pixels wide, as high as what there is to show.

    Raises ValueError for a spectator's view, which has no own hand.
    """
    if view.viewer is None or view.own is None:
        raise ValueError("a spectator has no hand")
    return _HandPainter(view, view.viewer, view.own, (language, theme)).draw()


class _HandPainter:
    """Lays the parts below each other; the height is known before painting starts."""

    def __init__(self, view: View, viewer: int, own: OwnView, style: tuple[Language, Theme]) -> None:
        self._view = view
        self._viewer = viewer
        self._own = own
        self._asked = find_open_tile(view) if is_asked(view) else None
        self._melds = list_strip_melds(view, viewer)
        self._tiles = list_concealed_slots(view, viewer)
        self._rows = list_wait_rows(own.waits, own.listen_discards)
        self._tile = fit_width(self._tiles, _LARGEST_TILE, WIDTH - 2 * _EDGE)
        self._upper = self._measure_upper()
        self._lower = round(self._tile * RATIO) + depth_of(self._tile)
        self._marks = _MARKS if self._own.listen_discards else 0
        height = _HEADER + _GAP + self._upper + self._lower + self._marks + _GAP
        height += len(self._rows) * ROW_STEP
        self._canvas = Canvas(style[1], WIDTH, height, style[1].felt, style[0])

    def draw(self) -> bytes:
        """Paint everything and encode."""
        self._paint_header()
        y = _HEADER + _GAP
        self._paint_upper(y)
        y += self._upper
        length = measure_slots(self._tiles, self._tile)
        self._paint_row(self._tiles, (WIDTH - length) / 2, y + round(self._tile * RATIO), self._tile)
        self._paint_listen_marks(y + self._lower)
        y += self._lower + self._marks + _GAP
        for row in self._rows:
            paint_wait_row(self._canvas, row, y)
            y += ROW_STEP
        return self._canvas.encode()

    def _measure_upper(self) -> int:
        if self._asked is not None:
            return round(_ASKED_TILE * RATIO) + depth_of(_ASKED_TILE) + _GAP
        if not self._melds:
            return 0
        return round(_MELD_TILE * RATIO) + measure_lift(self._melds, _MELD_TILE) + depth_of(_MELD_TILE) + _GAP

    def _paint_row(self, slots: Sequence[Slot], left: float, bottom: float, width: int) -> None:
        placed = place_slots(slots, left, bottom, width)
        paint_tiles(self._canvas, Side(0), placed, self._canvas.theme.felt)

    def _paint_listen_marks(self, y: float) -> None:
        """Mark below each tile whose discard would leave the hand listening how many tiles it would then wait for."""
        canvas, theme = self._canvas, self._canvas.theme
        ways = {tile: sum(wait.left for wait in waits) for tile, waits in self._own.listen_discards}
        left = (WIDTH - measure_slots(self._tiles, self._tile)) / 2
        for tile in place_slots(self._tiles, left, y, self._tile):
            if tile.kind in ways:
                middle = (tile.box[0] + tile.box[2]) / 2
                half = self._tile / 2 - 3
                canvas.panel((middle - half, y + 5, middle + half, y + _MARKS), theme.gain, ground=theme.felt, radius=8)
                shown = f"×{ways[tile.kind]}"
                place = (middle, y + (_MARKS + 5) / 2 + 1)
                canvas.fit(place, shown, (25, 21), theme.gold_ink, theme.gain, width=int(2 * half), align="centre")

    def _paint_header(self) -> None:
        canvas, theme, language = self._canvas, self._canvas.theme, self._canvas.language
        is_due = self._own.decision is not None and self._view.result is None
        paper, ink = (theme.gold, theme.gold_ink) if is_due else (theme.well, theme.text)
        canvas.fill((0, 0, WIDTH, _HEADER), paper)
        middle = _HEADER / 2 + 2
        x = 20.0
        if self._view.dealer == self._viewer:
            mark = Mark(say(language, "dealer"), theme.alarm, theme.text)
            x += paint_mark(canvas, (x, middle), mark, 36, paper) + 10
        if self._view.seats[self._viewer].is_listening:
            mark = Mark(say(language, "listening"), theme.gain, theme.gold_ink)
            x += paint_mark(canvas, (x, middle), mark, 36, paper) + 10
        canvas.text((x + 4, middle), say(language, self._find_state()), 40, ink, paper, width=int(570 - x))
        right = self._paint_header_bao(WIDTH - 20.0, middle, (ink, paper))
        if not is_due:
            return
        word = say(language, "left", n=self._view.wall_left)
        canvas.text((right, middle), word, 32, ink, paper, align="right", width=260)

    def _find_state(self) -> str:
        if self._view.result is not None:
            return "over"
        if self._asked is not None:
            return "asked"
        if self._own.decision is None:
            return "waiting"
        return "your_turn" if self._view.turn == self._viewer else "asked_bao"

    def _paint_header_bao(self, right: float, middle: float, colours: tuple[tuple[int, int, int], ...]) -> float:
        bao = find_known_bao(self._view)
        if bao is None and not self._view.has_bao:
            return right
        canvas = self._canvas
        ink, paper = colours
        kind = BACK if bao is None else bao
        look = TileLook(canvas.theme, kind, 45, 59, 5, paper)
        canvas.paste(draw_tile(look), right - 45, 6)
        right -= 45 + 10
        return right - canvas.text((right, middle), say(canvas.language, "bao"), 34, ink, paper, align="right") - 28

    def _paint_upper(self, y: float) -> None:
        """Paint the tile that one is asked about at the left, the melds beside it; alone they stand over the hand."""
        left = float(_EDGE)
        if self._asked is not None:
            left = self._paint_asked(y, *self._asked)
        if not self._melds:
            return
        room = WIDTH - _EDGE - left
        width = fit_width(self._melds, _MELD_TILE, room)
        bottom = y + self._upper - _GAP - depth_of(width)
        spare = room - measure_slots(self._melds, width)
        left += spare / 2 if self._asked is None else spare
        self._paint_row(self._melds, left, bottom, width)

    def _paint_asked(self, y: float, seat: int, kind: Kind) -> float:
        canvas, theme = self._canvas, self._canvas.theme
        width, height = _ASKED_TILE, round(_ASKED_TILE * RATIO)
        depth = depth_of(width)
        look = TileLook(theme, kind, width, height, depth, theme.felt, mood=Mood.LIT)
        canvas.paste(draw_tile(look), _EDGE, y)
        side = find_side(seat, self._viewer).number
        x = _EDGE + width + 16
        canvas.text((x, y + 42), "▼▶▲◀"[side], 44, theme.gold, theme.felt)
        word = say(canvas.language, ("own", "from_next", "from_opposite", "from_before")[side])
        canvas.fit((x, y + 90), word, (32, 28, 24), theme.text, theme.felt, width=136)
        return x + 150.0
