"""What a table tells whoever asks: records for the cogs, made of what the viewer may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.view import ResultView, View
    from host.events import AutoplayReason
    from host.settings import RoomSettings

State = Literal["lobby", "playing", "between", "stalled", "over"]
"""stalled: the database does not take what has to be written; the table tries again by itself."""


@dataclass(frozen=True, slots=True)
class SeatSnapshot:
    """One seat as everybody sees it. `user_id` and `computer` (1, 2, …) are both None on an empty seat.

    `coins`: a person's coins after the last settlement, None for computers, in a game for points, or not yet known.
    `run`: the number picked (Q13).
    `score`: coins or points won since the match began. `is_ready`: pressed start, or next between hands.
    """

    seat: int
    user_id: int | None
    computer: int | None
    name: str
    is_ready: bool
    coins: int | None
    score: int
    autoplay: AutoplayReason | None
    has_left: bool
    run: int = 1


@dataclass(frozen=True, slots=True)
class HandReport:
    """How a hand ended. Lists go by seat.

    `result`: how it was won, with its score and its lines; kind "void" if it counts for nothing. `owed`: coins by the
    score, before limits; `penalties`: for leaving (H19); `paid`: what changed hands in all; `short`: what could not
    be paid; `balances`: coins now, None for computers and in a game for points; `scores`: sums of the match.
    `next_dealer`: None if the match ends or it is drawn by lot.
    """

    hand: int
    dealer: int
    stake: int
    is_liable_dealer: bool
    result: ResultView
    owed: tuple[int, ...]
    penalties: tuple[int, ...]
    paid: tuple[int, ...]
    short: tuple[int, ...]
    balances: tuple[int | None, ...]
    scores: tuple[int, ...]
    seats: tuple[SeatSnapshot, ...]
    reveal: str
    next_dealer: int | None
    is_last: bool


@dataclass(frozen=True, slots=True)
class MatchReport:
    """How a match ended.

    `why`: "finished", "ended", "vote", "nobody_here", "seat_empty", "host_gone", "channel_gone", "error".
    """

    why: str
    hands_played: int
    scores: tuple[int, ...]
    balances: tuple[int | None, ...]
    seats: tuple[SeatSnapshot, ...]
    commitment: str


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table as one viewer may see it now. Times are seconds since 1970, for Discord's timestamps.

    `seats`: in the lobby in the order of joining, in a match by seat. `viewer_seat`: None for a spectator. `view`:
    the hand as the viewer sees it, None without one (after a hand it stays until the next). `decision`, `deadline`:
    what the viewer owes and until when (None: not yet running). `public_deadline`: of the turn or the constant pause,
    which everybody may see. `next_at`: when the next hand starts by itself. `expires_at`: of a lobby. `votes`: who
    wants to end; `votes_needed`: how many it takes. `version` grows with each public change. `own_words`: what the
    viewer has set for the shuffle, from the next hand on; nobody else sees it before that hand is over.
    `dealer_streak`: how many hands in a row the dealer has dealt, this one included.
    """

    table_id: str
    guild_id: int
    channel_id: int
    state: State
    version: int
    rules: Rules
    settings: RoomSettings
    commitment: str
    host_id: int | None
    seats: tuple[SeatSnapshot, ...]
    viewer_seat: int | None
    hand: int
    stake: int
    view: View | None
    decision: int | None
    deadline: float | None
    public_deadline: float | None
    next_at: float | None
    expires_at: float | None
    votes: frozenset[int]
    votes_needed: int
    last_report: HandReport | None
    match_report: MatchReport | None
    own_words: str = ""
    dealer_streak: int = 1
