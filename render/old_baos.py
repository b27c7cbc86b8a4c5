"""Baos that were changed, where they lie: beside a seat's river (M7, Q10), small and with their word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.frame import Box, find_side
from render.rows import RATIO, Placed, paint_tiles
from render.words import say

if TYPE_CHECKING:
    from engine.view import SeatView, View
    from render.canvas import Canvas
    from render.pen import Colour

LONGEST_RIVER = 21
"""With more discards than these, the river takes the place itself and the middle of the table shows the baos."""

_LEFT, _TOP, _RIGHT, _BOTTOM = 684, 745, 896, 807
"""The largest box there is for them, in local coordinates; it shrinks to what it holds."""
_WORD, _LINE = 54, 24
_WIDTH, _GAP = 40, 7


def has_room(seat: SeatView) -> bool:
    """Say whether the baos beside a seat's river have room there."""
    return len(seat.river) <= LONGEST_RIVER


def place_old_baos(seat: SeatView) -> list[Placed]:
    """Return the baos that lie by a seat in its local coordinates, the first to be changed first."""
    if not seat.old_baos or not has_room(seat):
        return []
    left = _LEFT + _WORD + 4
    width = min(_WIDTH, (_RIGHT - left) // len(seat.old_baos) - _GAP)
    height = round(width * RATIO)
    top = (_TOP + _BOTTOM - height) // 2 - 1
    lefts = (left + number * (width + _GAP) for number in range(len(seat.old_baos)))
    return [Placed(kind, (x, top, x + width, top + height)) for x, kind in zip(lefts, seat.old_baos, strict=False)]


def paint_old_baos(canvas: Canvas, view: View, seat: int, bottom: int) -> None:
    """Paint a small tray with the baos that lie by a seat and the word for them."""
    placed = place_old_baos(view.seats[seat])
    if not placed:
        return
    side, theme = find_side(seat, bottom), canvas.theme
    tray = side.place((_LEFT, _TOP, placed[-1].box[2] + _GAP, _BOTTOM))
    canvas.panel(tray, theme.well, edge=theme.line, border=2, radius=10)
    paint_old_bao_word(canvas, side.place((_LEFT, _TOP, _LEFT + _WORD + 4, _BOTTOM)), theme.gold)
    paint_tiles(canvas, side, placed, theme.well)


def paint_old_bao_word(canvas: Canvas, box: Box, ink: Colour) -> None:
    """Paint the word for old baos into the middle of a box on the well's ground, each of its words on its own line."""
    left, top, right, bottom = box
    lines = say(canvas.language, "old_bao").split()
    x, y = (left + right) / 2, (top + bottom) / 2 - (len(lines) - 1) * _LINE / 2 + 1
    for line in lines:
        canvas.fit((x, y), line, (25, 22, 20), ink, canvas.theme.well, width=_WORD - 4, align="centre")
        y += _LINE
