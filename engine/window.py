"""The window after a discard, a gang or a bao (C7): all who may answer are asked at once, the best claim is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.actions import PASSES, Auto, Chi, MingGang, Pass, Peng, SayListen, SeatAction, Win, Zhan
from engine.melds import MeldType
from engine.rules import Rules
from engine.tiles import ALL_KINDS, Kind

_CHI: Final = 0
_PENG: Final = 1
_LISTEN: Final = 2
_WIN: Final = 3
_LISTEN_OVER_WIN: Final = 4
_INSTANT: Final = 5
_RANKS: Final[Mapping[type[SeatAction], int]] = {Chi: _CHI, Peng: _PENG, MingGang: _PENG, Win: _WIN}
_WORDS: Final[Mapping[type[SeatAction], str]] = {MingGang: "gang", Zhan: "zhan"}

Step = tuple[Literal["turn", "draw", "replacement"], int]
"""What comes after a window that nobody claimed: a seat goes on with its turn, draws, or draws a replacement."""

ORDERS: Final = tuple(tuple((seat + step) % 4 for step in (1, 2, 3)) for seat in range(4))
"""For each seat the others, nearest first."""
ACTS: Final[Mapping[MeldType, Literal["chi", "peng", "zhan", "ming_gang"]]] = {
    MeldType.CHI: "chi",
    MeldType.PENG: "peng",
    MeldType.ZHAN: "zhan",
    MeldType.MING_GANG: "ming_gang",
}
"""The record's word for a claim, by the meld that it makes (JUDGE section 3)."""


@dataclass(slots=True)
class Window:
    """Something that may be answered.

    `kind`: what lies open; `source`: who made it; `tile`: the discard or gang tile (None with kind bao); `offers`: what
    each seat may answer besides pass; `instants`: for seats that may win on the bao as it lies, the record's word for
    it (Q8, Q9); `after`: how play goes on if nobody claims; `answers` so far, the `best` claim among them, and the
    precedence `reached` by it; `said_listen`: seats whose listening claim waits for its second step (M6); `open_seats`:
    who was asked and has not answered.
    """

    kind: Literal["discard", "gang", "bao"]
    source: int
    tile: Kind
    offers: Mapping[int, tuple[SeatAction, ...]]
    after: Step
    instants: Mapping[int, str] = field(default_factory=dict)
    answers: dict[int, tuple[SeatAction, Auto]] = field(default_factory=dict)
    said_listen: set[int] = field(default_factory=set)
    best: SeatAction | None = None
    reached: int = -1
    open_seats: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Ask whoever has not answered."""
        self.open_seats = [seat for seat in self.offers if seat not in self.answers]

    def is_instant_for(self, seat: int) -> bool:
        """Whether a win of this seat is one on the bao as it lies."""
        return seat in self.instants

    def choices(self, seat: int, listen_steps: int) -> tuple[SeatAction, ...]:
        """Return what a seat may answer now; a listening claim may have two steps (M6)."""
        offered = self.offers[seat]
        if listen_steps == 1:
            return (*offered, PASSES[seat])
        listens = tuple(action for action in offered if is_listen_claim(action))
        if seat in self.said_listen:
            return (*listens, PASSES[seat])
        if listens:
            return (*(action for action in offered if action not in listens), SayListen(seat), PASSES[seat])
        return (*offered, PASSES[seat])

    def answer(self, action: SeatAction, auto: Auto, rules: Rules) -> None:
        """Take a seat's answer."""
        self.answers[action.seat] = (action, auto)
        self.open_seats.remove(action.seat)
        if not isinstance(action, Pass):
            precedence = self._precedence(action, rules)
            if precedence > self.reached:
                self.best, self.reached = action, precedence

    def can_resolve(self, rules: Rules) -> bool:
        """Say whether no open answer could beat the best one given (C7)."""
        if not self.open_seats or self.best is None:
            return not self.open_seats
        reached = self.reached
        return all(self._precedence(action, rules) < reached for seat in self.open_seats for action in self._open(seat))

    def failed_listeners(self) -> list[int]:
        """Return the seats that said listen and then did not take the tile (M6)."""
        return [seat for seat in sorted(self.said_listen) if isinstance(self.answers.get(seat, (None,))[0], Pass)]

    def name_act(self, action: SeatAction) -> str:
        """Return the record's word for an answer (JUDGE section 3)."""
        if isinstance(action, Win):
            return self.instants.get(action.seat, "win")
        if isinstance(action, Chi):
            return "chi_listen" if action.listen else "chi"
        if isinstance(action, Peng):
            return "peng_listen" if action.listen else "peng"
        return _WORDS.get(type(action), "pass")

    def _open(self, seat: int) -> tuple[SeatAction, ...]:
        """Return what could still come of a seat that has not answered."""
        offered = self.offers[seat]
        return tuple(filter(is_listen_claim, offered)) if seat in self.said_listen else offered

    def _precedence(self, action: SeatAction, rules: Rules) -> int:
        """Rank first, then nearness: fewest steps counter-clockwise from the maker. The greater number goes first."""
        rank = _INSTANT if action.seat in self.instants and isinstance(action, Win) else _rank(action, rules)
        return 4 * rank + 3 - (action.seat - self.source) % 4


_QUIET: Final = tuple(
    tuple(Window("discard", source, tile, {}, ("draw", ORDERS[source][0])) for tile in ALL_KINDS) for source in range(4)
)


def quiet_window(source: int, tile: Kind) -> Window:
    """Return the window after a discard that nobody may claim; it is never changed, so equal ones are one object."""
    return _QUIET[source][tile]


def is_listen_claim(action: SeatAction) -> bool:
    """Say whether a claim makes its seat listen: chi-listen, peng-listen, zhan."""
    return action.listen if isinstance(action, (Chi, Peng)) else isinstance(action, Zhan)


def read_claim(action: SeatAction, tile: Kind) -> tuple[MeldType, tuple[Kind, ...], bool]:
    """Return what a claim of the tile makes: the meld, the tiles from the hand, and whether it obliges to listen."""
    match action:
        case Chi(own=own, listen=listen):
            return MeldType.CHI, own, listen
        case Peng(listen=listen):
            return MeldType.PENG, (tile, tile), listen
        case Zhan():
            return MeldType.ZHAN, (tile,), True
        case _:
            return MeldType.MING_GANG, (tile, tile, tile), False


def _rank(action: SeatAction, rules: Rules) -> int:
    """Rank a claim: win > listening claims > gang, peng > chi, or as `win_over_listen_claim` has it."""
    if is_listen_claim(action):
        return _LISTEN if rules.win_over_listen_claim else _LISTEN_OVER_WIN
    return _RANKS[type(action)]
