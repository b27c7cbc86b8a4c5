"""What a seat can do: imperative nouns, told apart by type. `Hand.legal_actions` lists them, `Hand.apply` takes one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from engine.tiles import ALL_KINDS
from engine.values import value

if TYPE_CHECKING:
    from engine.tiles import Kind

Auto = Literal["clock", "autoplay", "dealt_out"] | None
"""Who acted: None = the player; else the clock, autoplay, or the rules themselves (M8)."""


@value
class Discard:
    """Lay off one tile from the hand; with `listen` declare listening by it."""

    seat: int
    tile: Kind
    listen: bool = False


@value
class Chi:
    """Claim the discard for a sequence with two own tiles (lower first); with `listen` as chi-listen (H6)."""

    seat: int
    own: tuple[Kind, Kind]
    listen: bool = False


@value
class Peng:
    """Claim the discard for a triplet; with `listen` as peng-listen (H6)."""

    seat: int
    listen: bool = False


@value
class Zhan:
    """Claim the discard for the sixth pair of seven pairs and listen (Q6)."""

    seat: int


@value
class MingGang:
    """Claim the discard for a gang with three own tiles."""

    seat: int


@value
class AnGang:
    """Lay down four own tiles as a concealed gang."""

    seat: int
    tile: Kind


@value
class JiaGang:
    """Add the fourth tile to an own peng."""

    seat: int
    tile: Kind


@value
class Win:
    """Take the win on offer: on the own draw, on a discard, on a robbed gang, or by the bao (the best one counts)."""

    seat: int


@value
class Pass:
    """Decline whatever the window offers."""

    seat: int


@value
class SayListen:
    """First step of a listening claim where it has two (M6); private."""

    seat: int


@value
class CallBao:
    """Call the change of a bao whose other three copies are visible (Q10)."""

    seat: int


@value
class Resolve:
    """Close the window after a discard or a gang: the best claim is carried out, or play goes on.

    No seat's action: whoever drives the hand submits it, at once or after the table's pause (P3), when
    `Hand.can_resolve` says that no open answer could change the outcome (C7).
    """


SeatAction = Discard | Chi | Peng | Zhan | MingGang | AnGang | JiaGang | Win | Pass | SayListen | CallBao
Action = SeatAction | Resolve

# Actions are values, so one object can stand for all that are equal: these save making them anew in every turn.
DISCARDS = tuple(tuple(Discard(seat, kind) for kind in ALL_KINDS) for seat in range(4))
LISTENING_DISCARDS = tuple(tuple(Discard(seat, kind, listen=True) for kind in ALL_KINDS) for seat in range(4))
PASSES = tuple(Pass(seat) for seat in range(4))
WINS = tuple(Win(seat) for seat in range(4))
PENGS = tuple(Peng(seat) for seat in range(4))
LISTENING_PENGS = tuple(Peng(seat, listen=True) for seat in range(4))
MING_GANGS = tuple(MingGang(seat) for seat in range(4))
make_chi = cache(Chi)
RESOLVE = Resolve()
