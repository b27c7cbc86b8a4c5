"""The picture of a hand that somebody asks about: its tiles, melds, the tile won on, the bao, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from render.canvas import Canvas
from render.describe import LIMIT, tell_melds, tell_waits
from render.frame import Side
from render.labels import Language
from render.rows import RATIO, Slot, fit_width, list_meld_slots, measure_slots, paint_tiles, place_slots
from render.sprites import Mood, depth_of
from render.theme import JADE, Theme
from render.wait_rows import ROW_STEP, list_wait_rows, paint_wait_row
from render.words import name_tile, name_tiles, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.melds import Meld
    from engine.tiles import Kind
    from engine.view import WaitView

WIDTH = 1000

_EDGE = 16
_GAP = 14
_LARGEST_TILE = 88
_MELD_TILE = 58
_BAO_ROOM = 190


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand outside any game.

    `concealed`: in the order to be shown. `tile`: what it is won on. `waits`: what it waits for; `listen_discards`:
    for each discard that would listen, what it would wait for; each with the copies that the hand itself leaves.
    """

    concealed: tuple[Kind, ...]
    melds: tuple[Meld, ...] = ()
    tile: Kind | None = None
    bao: Kind | None = None
    waits: tuple[WaitView, ...] = ()
    listen_discards: tuple[tuple[Kind, tuple[WaitView, ...]], ...] = ()


def draw_judged(hand: JudgedHand, *, language: Language = "zh-CN", theme: Theme = JADE) -> bytes:
    """Return a hand as a palette PNG, 1000 pixels wide, as high as what there is to show."""
    tiles = [Slot(kind) for kind in hand.concealed]
    if hand.tile is not None:
        tiles.append(Slot(hand.tile, gap=0.3, mood=Mood.LIT))
    melds = _list_melds(hand.melds)
    width = fit_width(tiles, _LARGEST_TILE, WIDTH - 2 * _EDGE)
    rows = list_wait_rows(hand.waits, hand.listen_discards)
    upper = _row_height(_MELD_TILE) if melds or hand.bao is not None else 0
    height = 2 * _GAP + upper + _row_height(width) + len(rows) * ROW_STEP
    canvas = Canvas(theme, WIDTH, height, theme.felt, language)
    y = float(_GAP)
    if upper:
        _paint_upper(canvas, hand, melds, y)
        y += upper
    left = (WIDTH - measure_slots(tiles, width)) / 2
    placed = place_slots(tiles, left, y + round(width * RATIO), width)
    paint_tiles(canvas, Side(0), placed, theme.felt)
    y += _row_height(width)
    for row in rows:
        paint_wait_row(canvas, row, y)
        y += ROW_STEP
    return canvas.encode()


def describe_judged(hand: JudgedHand, language: Language = "zh-CN") -> str:
    """Return what `draw_judged` shows, in at most 1,024 characters."""
    parts = [say(language, "own_tiles", tiles=name_tiles(hand.concealed, language))]
    if hand.tile is not None:
        parts.append(f"{say(language, 'winner')} {name_tile(hand.tile, language)}")
    if hand.melds:
        parts.append(say(language, "melds", melds=tell_melds(hand.melds, (), language)))
    if hand.bao is not None:
        parts.append(say(language, "bao_is", tile=name_tile(hand.bao, language)))
    if hand.waits:
        parts.append(say(language, "waits_for", waits=tell_waits(hand.waits, language)))
    parts += [
        say(language, "may_listen", tile=name_tile(tile, language), waits=tell_waits(waits, language))
        for tile, waits in hand.listen_discards
    ]
    told = say(language, "stop").join(parts)
    return told if len(told) <= LIMIT else told[: LIMIT - 1] + "…"


def _row_height(width: int) -> int:
    return round(width * RATIO) + depth_of(width) + _GAP


def _list_melds(melds: Sequence[Meld]) -> list[Slot]:
    slots: list[Slot] = []
    for meld in melds:
        first, *rest = list_meld_slots(meld, 0)
        slots += [Slot(first.kind, gap=0.22), *rest]
    return slots


def _paint_upper(canvas: Canvas, hand: JudgedHand, melds: Sequence[Slot], y: float) -> None:
    """Paint the melds, and the bao at the right with its name before it."""
    theme = canvas.theme
    room = WIDTH - 2 * _EDGE - (0 if hand.bao is None else _BAO_ROOM)
    width = fit_width(melds, _MELD_TILE, room)
    bottom = y + round(_MELD_TILE * RATIO)
    placed = place_slots(melds, _EDGE + (room - measure_slots(melds, width)) / 2, bottom, width)
    if hand.bao is not None:
        left = WIDTH - _EDGE - _MELD_TILE
        placed += place_slots([Slot(hand.bao)], left, bottom, _MELD_TILE)
        middle = y + _MELD_TILE * RATIO / 2
        canvas.text((left - 10, middle), say(canvas.language, "bao"), 34, theme.gold, theme.felt, align="right")
    paint_tiles(canvas, Side(0), placed, theme.felt)
