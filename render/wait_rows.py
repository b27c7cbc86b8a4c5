"""Lines of waits in pictures: what a hand waits for, or what each discard would make it wait for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from render.plate import Mark, measure_mark, paint_mark
from render.rows import RATIO
from render.sprites import TileLook, depth_of, draw_tile
from render.text import measure_text
from render.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.tiles import Kind
    from engine.view import WaitView
    from render.canvas import Canvas

ROW_STEP = 92
"""Pixels from one line to the next."""

_ROW_HEIGHT = 84
_TILES = (52, 46, 40, 34, 29, 25)
_MOST_WAYS = 6
_WAITS_A_ROW = 5
_INDENT = 262
"""Where the waits of a continued line start: below those of the first."""


@dataclass(frozen=True, slots=True)
class WaitRow:
    """A line of waits: those of a listening hand, or (`discard`) those that discarding a tile would give.

    Without a word it goes on with the line before.
    """

    word: str
    discard: Kind | None
    waits: tuple[WaitView, ...]


def list_wait_rows(
    waits: tuple[WaitView, ...], listen_discards: Iterable[tuple[Kind, tuple[WaitView, ...]]]
) -> list[WaitRow]:
    """Return the lines of waits to show; of many ways to listen, the six with the most tiles left."""
    if waits:
        return _split_row("waits", None, waits)
    ways = sorted(listen_discards, key=lambda way: -sum(wait.left for wait in way[1]))
    return [row for tile, each in ways[:_MOST_WAYS] for row in _split_row("listen_by", tile, each)]


def _split_row(word: str, discard: Kind | None, waits: tuple[WaitView, ...]) -> list[WaitRow]:
    first = WaitRow(word, discard, waits[:_WAITS_A_ROW])
    starts = range(_WAITS_A_ROW, len(waits), _WAITS_A_ROW)
    return [first, *(WaitRow("", None, waits[start : start + _WAITS_A_ROW]) for start in starts)]


def paint_wait_row(canvas: Canvas, row: WaitRow, y: float) -> None:
    """Paint a line across the picture, its upper edge at `y`."""
    theme, width = canvas.theme, canvas.width
    canvas.panel((8, y, width - 8, y + _ROW_HEIGHT), theme.well)
    middle = y + _ROW_HEIGHT / 2
    x = float(_INDENT)
    if row.word:
        x = 24.0 + canvas.text((24, middle + 2), say(canvas.language, row.word), 32, theme.gold, theme.well) + 14
    if row.discard is not None:
        x = _paint_small(canvas, (x, middle), row.discard, _TILES[0]) + 8
        x += canvas.text((x, middle + 2), "▶", 28, theme.gold, theme.well) + 16
    room = width - 24 - x
    size = next(
        (size for size in _TILES if sum(_measure_wait(canvas, wait, size) for wait in row.waits) <= room), _TILES[-1]
    )
    for wait in row.waits:
        _paint_wait(canvas, (x, middle), wait, size)
        x += _measure_wait(canvas, wait, size)


def _measure_wait(canvas: Canvas, wait: WaitView, width: int) -> float:
    size = _text_size(width)
    room = measure_mark(_kadang_mark(canvas), size, canvas.language) + 6 if wait.is_kadang else 0
    return width + 6 + measure_text(f"×{wait.left}", size) + room + width * 0.4


def _kadang_mark(canvas: Canvas) -> Mark:
    return Mark(say(canvas.language, "middle"), canvas.theme.alarm, canvas.theme.text)


def _paint_small(canvas: Canvas, place: tuple[float, float], kind: Kind, width: int) -> float:
    """Paint a tile from a point on, at that middle height; return where it ends."""
    theme = canvas.theme
    height, depth = round(width * RATIO), depth_of(width)
    look = TileLook(theme, kind, width, height, depth, theme.well)
    canvas.paste(draw_tile(look), place[0], place[1] - (height + depth) / 2)
    return place[0] + width


def _paint_wait(canvas: Canvas, place: tuple[float, float], wait: WaitView, width: int) -> None:
    theme = canvas.theme
    size = _text_size(width)
    x, middle = _paint_small(canvas, place, wait.tile, width) + 6, place[1]
    ink = theme.text if wait.left else theme.alarm
    x += canvas.text((x, middle + 2), f"×{wait.left}", size, ink, theme.well) + 6
    if wait.is_kadang:
        paint_mark(canvas, (x, middle + 2), _kadang_mark(canvas), size, theme.well)


def _text_size(width: int) -> int:
    return max(17, round(width * 0.6))
