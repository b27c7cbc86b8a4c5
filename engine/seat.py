"""One seat's state during a hand: the full truth, seen by nobody but the hand itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.tiles import Kind, count_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import RiverTile
    from engine.waits import Wait

_FEW_MELDS = 3
_ALL_MELDS = 4


@dataclass(slots=True)
class Seat:
    """Counts of the concealed tiles (28), melds, river, and whether the hand is locked by listening.

    `drawn` is the tile just drawn (also in `counts`). `must_listen`: a listening claim was made and the discard that
    completes it is due (H6). `barred`: kinds that may not be discarded now (C5, `swap_call` off). `old_baos`: baos that
    were changed and lie face up by this seat (M7, Q10).
    """

    seat: int
    counts: list[int]
    melds: list[Meld] = field(default_factory=list)
    river: list[RiverTile] = field(default_factory=list)
    drawn: Kind | None = None
    is_listening: bool = False
    waits: tuple[Wait, ...] = ()
    must_listen: bool = False
    barred: frozenset[Kind] = frozenset()
    old_baos: list[Kind] = field(default_factory=list)

    @classmethod
    def of_tiles(cls, seat: int, tiles: Iterable[Kind]) -> Seat:
        """Sit a seat down with the tiles dealt."""
        return cls(seat, count_kinds(tiles))

    @property
    def is_open(self) -> bool:
        """Whether it has made a chi, peng, ming gang or jia gang."""
        return any(meld.opens for meld in self.melds)

    def waits_for(self, tile: Kind) -> bool:
        """Whether the locked hand waits for the tile."""
        return any(wait.kind == tile for wait in self.waits)

    def can_meld(self, rules: Rules) -> bool:
        """Whether one more meld may be made: with `min_concealed` 4 a fourth is never offered (C26)."""
        return len(self.melds) < (_FEW_MELDS if rules.min_concealed > 1 else _ALL_MELDS)
