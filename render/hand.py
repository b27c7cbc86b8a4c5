"""The picture of one's own hand: what is asked, melds, tiles with the drawn one apart, waits or ways to listen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.centre import find_known_bao
from render.frame import Side, find_side
from render.labels import Language
from render.plate import Mark, paint_mark
from render.rows import RATIO, measure_slots, paint_tiles, place_slots
from render.sprites import BACK, Mood, TileLook, depth_of, draw_tile
from render.table import list_concealed_slots, list_strip_melds
from render.theme import JADE, Theme
from render.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tiles import Kind
    from engine.view import OwnView, View, WaitView

WIDTH = 1000
_EDGE = 16
_HEADER = 72
_LARGEST_TILE = 84
_MELD_TILE = 56
_WAIT_TILE = 50
_MOST_LISTEN_ROWS = 4


def draw_hand(view: View, *, language: Language = "zh-CN", theme: Theme = JADE, has_index: bool = True) -> bytes:
    """Return the viewer's own hand as a palette PNG, 1000 pixels wide, as high as what there is to show.

    Raises ValueError for a spectator's view, which has no own hand.
    """
    if view.viewer is None or view.own is None:
        raise ValueError("a spectator has no hand")
    painter = _HandPainter(view, view.viewer, view.own, language, theme, has_index=has_index)
    return painter.draw()


def is_asked(view: View) -> bool:
    """Say whether the viewer owes an answer about a tile that somebody else laid open."""
    own = view.own
    return own is not None and own.decision is not None and view.phase == "claims" and bool(own.actions)


class _HandPainter:
    """Lays the parts below each other; the height is known before painting."""

    def __init__(
        self, view: View, viewer: int, own: OwnView, language: Language, theme: Theme, *, has_index: bool
    ) -> None:
        self._view = view
        self._viewer = viewer
        self._own = own
        self._has_index = has_index
        self._melds = list_strip_melds(view, viewer)
        self._tiles = list_concealed_slots(view, viewer)
        self._rows = self._list_wait_rows()
        self._tile = self._fit_tiles()
        self._has_asked = is_asked(view) and view.last_discard is not None
        height = _HEADER + 12 + self._measure_melds() + round(self._tile * RATIO) + 30 + self._measure_rows()
        self._canvas = Canvas(theme, WIDTH, height, theme.felt, language)

    def draw(self) -> bytes:
        """Paint everything and encode."""
        self._paint_header()
        y = _HEADER + 12.0
        y = self._paint_melds(y)
        y = self._paint_tiles(y)
        self._paint_rows(y)
        return self._canvas.encode()

    def _fit_tiles(self) -> int:
        width = _LARGEST_TILE
        while measure_slots(self._tiles, width) > WIDTH - 2 * _EDGE:
            width -= 1
        return width

    def _measure_melds(self) -> int:
        if self._has_asked:
            return round(_LARGEST_TILE * RATIO) + 38
        return (
            round(_MELD_TILE * RATIO * (1.25 if any(slot.is_stacked for slot in self._melds) else 1)) + 22
            if self._melds
            else 0
        )

    def _measure_rows(self) -> int:
        return len(self._rows) * (round(_WAIT_TILE * RATIO) + 24) + (8 if self._rows else 0)

    def _list_wait_rows(self) -> list[tuple[str, Kind | None, Sequence[WaitView]]]:
        if self._own.waits:
            return [("waits", None, self._own.waits)]
        return [("listen_by", tile, waits) for tile, waits in self._own.listen_discards[:_MOST_LISTEN_ROWS]]

    def _paint_header(self) -> None:
        canvas, theme, view = self._canvas, self._canvas.theme, self._view
        language = canvas.language
        if view.result is not None:
            state = "over"
        elif self._has_asked:
            state = "asked"
        elif self._own.decision is not None:
            state = "your_turn" if view.turn == self._viewer else "asked_bao"
        else:
            state = "waiting"
        is_asked_now = self._own.decision is not None
        paper, ink = (theme.gold, theme.gold_ink) if is_asked_now else (theme.well, theme.text)
        canvas.fill((0, 0, WIDTH, _HEADER), paper)
        x = 20.0
        middle = _HEADER / 2 + 2
        if view.dealer == self._viewer:
            x += paint_mark(canvas, (x, middle), Mark(say(language, "dealer"), theme.alarm, theme.text), 34, paper) + 10
        if view.seats[self._viewer].is_listening:
            x += (
                paint_mark(canvas, (x, middle), Mark(say(language, "listening"), theme.alarm, theme.text), 34, paper)
                + 10
            )
        canvas.text((x + 4, middle), say(language, state), 38, ink, paper, width=int(560 - x))
        right = WIDTH - 20.0
        bao = find_known_bao(view)
        if view.has_bao or bao is not None:
            right -= 42
            look = TileLook(
                theme, BACK if bao is None else bao, 42, 55, 5, paper, mood=Mood.PLAIN, has_index=self._has_index
            )
            canvas.paste(draw_tile(look), right, 6)
            right -= 10
            right -= canvas.text((right, middle), say(language, "bao"), 32, ink, paper, align="right") + 26
        canvas.text((right, middle), self._say_left(), 32, ink, paper, align="right", width=260)

    def _say_left(self) -> str:
        word = say(self._canvas.language, "tiles_left")
        left = self._view.wall_left
        return f"{left} {word}" if self._canvas.language == "en" else f"{word} {left}"

    def _paint_melds(self, y: float) -> float:
        height = self._measure_melds()
        if not height:
            return y
        canvas, theme = self._canvas, self._canvas.theme
        left = _EDGE + 0.0
        if self._has_asked and self._view.last_discard is not None:
            left = self._paint_asked(y, *self._view.last_discard)
        width = _MELD_TILE
        while measure_slots(self._melds, width) > WIDTH - _EDGE - left:
            width -= 1
        placed = place_slots(self._melds, WIDTH - _EDGE - measure_slots(self._melds, width), y + height - 22, width)
        paint_tiles(canvas, Side(0), placed, theme.felt, has_index=self._has_index)
        return y + height

    def _paint_asked(self, y: float, seat: int, kind: Kind) -> float:
        canvas, theme = self._canvas, self._canvas.theme
        width = _LARGEST_TILE
        height = round(width * RATIO)
        look = TileLook(
            theme, kind, width, height, depth_of(width), theme.felt, mood=Mood.LIT, has_index=self._has_index
        )
        canvas.paste(draw_tile(look), _EDGE, y + 4)
        side = find_side(seat, self._viewer).number
        word = say(canvas.language, ("waiting", "from_next", "from_opposite", "from_before")[side])
        x = _EDGE + width + 14
        canvas.text((x, y + 40), "·▶▲◀"[side], 40, theme.gold, theme.felt)
        canvas.text((x, y + 86), word, 32, theme.text, theme.felt, width=160)
        return x + 150

    def _paint_tiles(self, y: float) -> float:
        bottom = y + round(self._tile * RATIO)
        length = measure_slots(self._tiles, self._tile)
        placed = place_slots(self._tiles, (WIDTH - length) / 2, bottom, self._tile)
        paint_tiles(self._canvas, Side(0), placed, self._canvas.theme.felt, has_index=self._has_index)
        return bottom + 30

    def _paint_rows(self, y: float) -> None:
        canvas, theme = self._canvas, self._canvas.theme
        height = round(_WAIT_TILE * RATIO)
        for word, discard, waits in self._rows:
            canvas.panel((8, y, WIDTH - 8, y + height + 16), theme.well)
            middle = y + height / 2 + 8
            x = 24.0 + canvas.text((24, middle), say(canvas.language, word), 30, theme.gold, theme.well) + 14
            if discard is not None:
                x = self._paint_small(x, y + 5, discard) + 6
                x += canvas.text((x, middle), "▶", 26, theme.gold, theme.well) + 14
            for number, wait in enumerate(waits):
                x = self._paint_wait(x, y + 5, wait, len(waits) - number)
            y += height + 24

    def _paint_small(self, x: float, y: float, kind: Kind) -> float:
        theme = self._canvas.theme
        height = round(_WAIT_TILE * RATIO)
        look = TileLook(theme, kind, _WAIT_TILE, height, 5, theme.well, has_index=self._has_index)
        self._canvas.paste(draw_tile(look), x, y)
        return x + _WAIT_TILE

    def _paint_wait(self, x: float, y: float, wait: WaitView, _remaining: int) -> float:
        canvas, theme = self._canvas, self._canvas.theme
        x = self._paint_small(x, y, wait.tile) + 6
        middle = y + round(_WAIT_TILE * RATIO) / 2 + 3
        ink = theme.text if wait.left else theme.alarm
        x += canvas.text((x, middle), f"×{wait.left}", 30, ink, theme.well) + 8
        if wait.is_kadang:
            mark = Mark(say(canvas.language, "middle"), theme.alarm, theme.text)
            x += paint_mark(canvas, (x, middle), mark, 26, theme.well) + 8
        return x + 12
