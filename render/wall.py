"""The wall around the middle of the table: 56 stacks of two, what was taken from it, and where it was broken (C2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.frame import SIZE, Box, Side, find_side
from render.theme import mix

if TYPE_CHECKING:
    from engine.view import View
    from render.canvas import Canvas

_PLACES = 112
_STACKS_A_SIDE = 14
_PITCH, _LENGTH = 21, 19
_TOP, _BOTTOM = 655, 664
"""In local coordinates: between the middle of the table and the rivers."""
_RIGHT = (SIZE + _STACKS_A_SIDE * _PITCH) / 2


def paint_wall(canvas: Canvas, view: View, bottom: int) -> None:
    """Paint a seat's fourteen stacks before it: both tiles there, one, or none; a gold line where taking started.

    Nothing for a view that does not tell how the wall stands.
    """
    if len(view.wall) != _PLACES:
        return
    theme = canvas.theme
    colours = (theme.zone, mix(theme.back_edge, theme.felt, 0.35), theme.back)
    for stack in range(_PLACES // 2):
        place = (2 * stack - view.break_place) % _PLACES
        standing = view.wall[place] + view.wall[(place + 1) % _PLACES]
        side, box = _find_box(stack, bottom)
        canvas.fill(side.place(box), colours[standing])
    side, box = _find_box(view.break_place // 2, bottom)
    # Taking starts with this stack and goes on to its left, as its seat sees it: the gap is at its right.
    edge = box[2] + 1
    canvas.fill(side.place((edge - 2, _TOP - 3, edge + 2, _BOTTOM + 3)), theme.gold)


def _find_box(stack: int, bottom: int) -> tuple[Side, Box]:
    """Return where a stack of the ring stands: 0 is the rightmost of seat 0, and the ring goes on clockwise."""
    wall, number = divmod(stack, _STACKS_A_SIDE)
    right = _RIGHT - number * _PITCH - 1
    return find_side(-wall % 4, bottom), (right - _LENGTH, _TOP, right, _BOTTOM)
