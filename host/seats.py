"""Who sits at a table, before and during a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.errors import HostError
from host.events import SeatTaken
from host.reports import SeatSnapshot

if TYPE_CHECKING:
    from host.events import AutoplayReason

SEATS = 4
RUNS = (1, 2, 5)
"""The numbers of `run` (Q13)."""


@dataclass(slots=True)
class Seat:
    """A seat and what its player has chosen. `user_id` None and `computer` None: empty."""

    user_id: int | None = None
    computer: int | None = None
    name: str = ""
    words: str = ""
    run: int = 1
    is_ready: bool = False
    autoplay: AutoplayReason | None = None
    timeouts: int = 0
    has_left: bool = False
    has_acted: bool = False
    coins: int | None = None
    score: int = 0

    @property
    def is_person(self) -> bool:
        """Whether a person holds the seat, here or away."""
        return self.user_id is not None

    @property
    def is_empty(self) -> bool:
        """Whether nobody holds it."""
        return self.user_id is None and self.computer is None

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person is to act here, not autoplay or a computer player."""
        return self.is_person and self.autoplay is None

    def taken(self) -> SeatTaken:
        """Return who sits here, for the record."""
        return SeatTaken(self.name or (f"computer {self.computer}" if self.computer else ""), self.user_id)

    def snapshot(self, number: int) -> SeatSnapshot:
        """Return it as everybody sees it."""
        return SeatSnapshot(
            seat=number,
            user_id=self.user_id,
            computer=self.computer,
            name=self.name,
            is_ready=self.is_ready or self.computer is not None,
            coins=self.coins,
            score=self.score,
            autoplay=self.autoplay,
            has_left=self.has_left,
            run=self.run,
        )


def check_run(number: int) -> int:
    """Return the number of `run`; HostError `bad_run` unless 1, 2 or 5."""
    if number not in RUNS:
        raise HostError("bad_run", number=number)
    return number
