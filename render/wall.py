"""The wall around the middle of the table: 56 stacks of two, what was taken from it, and where it was broken (C2)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from render.frame import SIZE, Box, Side, find_side
from render.theme import Theme, find_index, mix, new_picture

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
    ring = view.wall[-view.break_place :] + view.wall[: -view.break_place] if view.break_place else view.wall
    for number in range(4):
        places = ring[2 * _STACKS_A_SIDE * number : 2 * _STACKS_A_SIDE * (number + 1)]
        side = find_side(-number % 4, bottom)
        left, top, _, _ = side.place((_RIGHT - _STACKS_A_SIDE * _PITCH, _TOP, _RIGHT, _BOTTOM))
        canvas.paste(_draw_side(theme, places, side), left, top)
    side, box = _find_box(view.break_place // 2, bottom)
    # Taking starts with this stack and goes on to its left, as its seat sees it: the gap is at its right.
    edge = box[2] + 1
    canvas.fill(side.place((edge - 2, _TOP - 3, edge + 2, _BOTTOM + 3)), theme.gold)


@lru_cache(maxsize=512)
def _draw_side(theme: Theme, places: bytes, side: Side) -> Image.Image:
    """Return fourteen stacks as they lie on a side; `places`: which of their tiles are there, from the right on."""
    colours = (theme.zone, mix(theme.back_edge, theme.felt, 0.35), theme.back)
    long, thick = _STACKS_A_SIDE * _PITCH, _BOTTOM - _TOP
    row = new_picture(theme, long, thick, theme.felt)
    for number in range(_STACKS_A_SIDE):
        right = long - number * _PITCH - 1
        colour = colours[places[2 * number] + places[2 * number + 1]]
        row.paste(find_index(theme, colour), (right - _LENGTH, 0, right, thick))
    return row.rotate(90 * side.number, expand=True)


def _find_box(stack: int, bottom: int) -> tuple[Side, Box]:
    """Return where a stack of the ring stands: 0 is the rightmost of seat 0, and the ring goes on clockwise."""
    wall, number = divmod(stack, _STACKS_A_SIDE)
    right = _RIGHT - number * _PITCH - 1
    return find_side(-wall % 4, bottom), (right - _LENGTH, _TOP, right, _BOTTOM)
