"""What happens around a hand, in the words of the record format (JUDGE section 3): beside the engine's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.events import Event
from engine.values import value

if TYPE_CHECKING:
    from engine.rules import Rules

AutoplayReason = Literal["chosen", "clock", "left"]
"""Why a seat is on autoplay (P4, P5): its own wish, the clock, or because the person left."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Who sits where: `user_id` None for a computer player."""

    name: str
    user_id: int | None

    @property
    def kind(self) -> Literal["human", "computer"]:
        """As the record names it."""
        return "computer" if self.user_id is None else "human"


@value
class AroundEvent(Event):
    """What happens around a hand, which the host puts in; the engine's own events follow from deals and actions."""


@value
class MatchStarted(AroundEvent):
    """Seats are drawn and the match begins. `at`: seconds since 1970. `coins` as the record format has them."""

    type: ClassVar[str] = "start_match"
    at: float
    rules: Rules
    table_id: str
    players: tuple[SeatTaken, ...]
    coins: tuple[int, ...]
    commitment: str


@value
class HandStarted(AroundEvent):
    """A hand is about to be dealt. `commitment` is None unless a new chain begins with this hand."""

    type: ClassVar[str] = "start_hand"
    hand: int
    dealer: int
    draws_in_a_row: int
    is_liable_dealer: bool
    stake: int
    coins: tuple[int, ...]
    words: tuple[str, ...]
    runs: tuple[int, ...] | None
    commitment: str | None


@value
class AutoplaySet(AroundEvent):
    """A seat went on autoplay or took back control (P4)."""

    type: ClassVar[str] = "autoplay"
    seat: int
    on: bool
    why: AutoplayReason


@value
class Left(AroundEvent):
    """A person left a game in progress (P5)."""

    type: ClassVar[str] = "leave"
    seat: int


@value
class Returned(AroundEvent):
    """The person came back before the hand was settled (P5)."""

    type: ClassVar[str] = "return"
    seat: int


@value
class Sat(AroundEvent):
    """A new player took a seat between hands."""

    type: ClassVar[str] = "sit"
    seat: int
    player: SeatTaken


@value
class PenaltyPaid(AroundEvent):
    """A person who left and did not come back was charged (H19). `deltas`: coins by seat."""

    type: ClassVar[str] = "penalty"
    seat: int
    deltas: tuple[int, ...]


@value
class Voided(AroundEvent):
    """The hand counts for nothing (P7). `why`: "ended", "vote", "host_gone", …."""

    type: ClassVar[str] = "void"
    why: str


@value
class HandEnded(AroundEvent):
    """A hand is settled. `deltas`: coins paid by seat, penalties included; `reveal`: the hand's secret in hex."""

    type: ClassVar[str] = "end_hand"
    deltas: tuple[int, ...]
    coins: tuple[int, ...]
    next_dealer: int | None
    reveal: str


@value
class MatchEnded(AroundEvent):
    """The match is over. `why`: "finished", "ended", "vote", "nobody_here", "seat_empty", …."""

    type: ClassVar[str] = "end_match"
    coins: tuple[int, ...]
    why: str
