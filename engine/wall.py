"""The wall after the deal (C2, H3, H7, H10, Q4, Q7): places 0..111 from the break, taken from the front or the tail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.tiles import TILE_COUNT, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.rules import Rules

DEALT: Final = 53
_SEVENTH_STACK: Final = 7


class Wall:
    """Which places are still there, and how many tiles can still be drawn (`left`).

    A tile laid aside as the bao has left the wall.
    """

    def __init__(self, tiles: Sequence[Kind], rules: Rules) -> None:
        """Take the 112 tiles from the break on; the first 53 are dealt already."""
        self.tiles = tiles
        self._is_there = bytearray(DEALT) + bytearray(b"\x01") * (TILE_COUNT - DEALT)
        self._front = DEALT
        self._back = TILE_COUNT - 1
        self._remaining = TILE_COUNT - DEALT
        self._kept = rules.dead_wall
        self._next_gang_stack = _SEVENTH_STACK if rules.gang_tile == "seventh_stack" else None
        self.left = self._count_left()

    def count_bao(self) -> None:
        """Count the first bao, just taken, as one of the tiles that are never drawn (`dead_wall`, H10)."""
        self._kept = max(0, self._kept - 1)
        self.left = self._count_left()

    @property
    def standing(self) -> bytes:
        """Which of the 112 places from the break on still hold their tile: 1 if so, 0 if it was taken."""
        return bytes(self._is_there)

    def places(self) -> list[int]:
        """Return the places still there, in the order of drawing."""
        return [place for place in range(DEALT, TILE_COUNT) if self._is_there[place]]

    def take_front(self) -> int:
        """Take the next tile to draw; return its place."""
        place = self._front
        while not self._is_there[place]:
            place += 1
        self._front = place + 1
        self._is_there[place] = 0
        self._remaining -= 1
        if self.left:
            self.left -= 1
        return place

    def take_last(self) -> int:
        """Take the last tile of the wall; return its place."""
        while not self._is_there[self._back]:
            self._back -= 1
        return self._take(self._back)

    def take_replacement(self) -> int:
        """Take the tile after a gang, return its place: the last of the wall (H7), or from the seventh stack (Q4)."""
        stack = self._next_gang_stack
        if stack is None:
            return self.take_last()
        self._next_gang_stack = max(0, stack - 1)
        return self.take_stack(stack)

    def take_stack(self, stack: int) -> int:
        """Take the upper tile of a stack counted from the original tail, else its lower, else the next one tailwards.

        Nothing there: the last tile of the wall.
        """
        first = TILE_COUNT - 2 * stack
        for place in range(first, TILE_COUNT):
            if self._is_there[place]:
                return self._take(place)
        return self.take_last()

    def _take(self, place: int) -> int:
        self._is_there[place] = 0
        self._remaining -= 1
        if self.left:
            self.left -= 1
        return place

    def _count_left(self) -> int:
        left = self._remaining - self._kept
        return max(0, left)
