"""Where things lie on a square table: every seat is laid out as if it sat at the bottom, then turned to its side.

Side 0 is the bottom, 1 the right, 2 the top, 3 the left: counter-clockwise, as play goes. Local coordinates have the
seat at the bottom of the square: x runs from its left hand to its right, y towards it.
"""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]

SIZE = 1000
"""Side of the table picture in pixels."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the table, 0..3."""

    number: int

    @property
    def is_upright(self) -> bool:
        """Whether its rows run horizontally in the picture."""
        return self.number % 2 == 0

    @property
    def turns(self) -> int:
        """How many quarter turns to the left its tiles are shown. The top's faces stay upright, to be read."""
        return (0, 1, 0, 3)[self.number]

    def place(self, box: Box) -> Box:
        """Turn a local box (left, top, right, bottom) to this side."""
        left, top, right, bottom = box
        return (
            box,
            (top, SIZE - right, bottom, SIZE - left),
            (SIZE - right, SIZE - bottom, SIZE - left, SIZE - top),
            (SIZE - bottom, left, SIZE - top, right),
        )[self.number]

    def place_point(self, x: float, y: float) -> tuple[float, float]:
        """Turn a local point to this side."""
        return ((x, y), (y, SIZE - x), (SIZE - x, SIZE - y), (SIZE - y, x))[self.number]


def find_side(seat: int, bottom: int) -> Side:
    """Return the side on which a seat sits when `bottom` sits at the bottom: seat + 1 is to the right of seat (C2)."""
    return Side((seat - bottom) % 4)
