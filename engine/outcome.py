"""What goes into a hand from its match, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.score import How, Score
    from engine.tiles import Kind


@dataclass(frozen=True, slots=True)
class HandSetup:
    """What a hand takes over from its match: its number, coins a fan, and H12's count and liability."""

    hand: int = 1
    stake: int = 1
    draws_in_a_row: int = 0
    is_liable_dealer: bool = False
    runs: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended. `source`: the discarder or gang maker of a win, None on an own draw or in a draw game."""

    kind: Literal["win", "draw"]
    winner: int | None = None
    source: int | None = None
    tile: Kind | None = None
    how: How | None = None
    score: Score | None = None
