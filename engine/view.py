"""What a viewer may know of a hand, and nothing else: the only way out of the engine for pictures, people and players.

What the viewer may not know is absent: a stranger's tiles are a count, the bao is there only for those who may look.
Two hands that differ only in what is hidden from a viewer give that viewer equal views.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.errors import RuleError
from engine.values import value

if TYPE_CHECKING:
    from engine.actions import SeatAction
    from engine.melds import Meld
    from engine.score import Score
    from engine.tiles import Kind

Phase = Literal["turn", "claims", "over"]
"""turn: a seat is to act. claims: a discard or gang lies open, asked or not. over: the result is there."""


@value
class RiverTile:
    """One discard in a seat's river: who claimed it away (None: it lies there), whether it declared listening."""

    tile: Kind
    claimed_by: int | None = None
    is_listening_discard: bool = False


@value
class FaceDownGang:
    """Somebody's concealed gang that lies face down: that it is there is all a stranger knows (M5, Q5)."""


@value
class SeatView:
    """What everybody sees of a seat. `concealed_count` includes a drawn tile.

    `let_pass`: kinds discarded since it listens that it did not win on; it waits for none of them unless it let a win
    go. `old_baos`: those of `View.old_baos` that lie by this seat: with the dealer's discards (M7), by who called
    (Q10).
    """

    seat: int
    concealed_count: int
    melds: tuple[Meld | FaceDownGang, ...]
    river: tuple[RiverTile, ...]
    is_open: bool
    is_listening: bool
    old_baos: tuple[Kind, ...] = ()
    let_pass: frozenset[Kind] = frozenset()


@value
class WindowView:
    """What lies open to answers, the same for every viewer: nothing in it tells who was asked or what anybody answered.

    `kind`: a discard, the fourth tile of a jia gang, or a changed bao that a listening seat may win on as it lies (Q8);
    `source`: who discarded or made the gang; with a bao, from which seat on it is asked. `tile`: the discard or the
    gang's tile; None with a bao, which lies face down: `OwnView.bao` names it to those who may look (C14).
    """

    kind: Literal["discard", "gang", "bao"]
    source: int
    tile: Kind | None


@value
class WaitView:
    """A tile waited for, whether it is kadang, and how many copies the viewer has not seen."""

    tile: Kind
    is_kadang: bool
    left: int


@value
class OwnView:
    """What only the viewer knows: the own tiles and what they allow.

    `concealed`: sorted, without the drawn tile. `drawn`: the tile just drawn, if it is the viewer's turn after a draw.
    `waits`: once listening. `bao`: the tile itself, for a listening viewer (C14). `decision`: the number of the
    decision that the viewer owes now (None: none). `actions`: all legal actions, in a stable order.
    `listen_discards`: for each discard that may declare listening, what it would wait for.
    `refusal`: on the own turn without such a discard, the reasons (RULES section 2). `default`: what the clock does.
    """

    concealed: tuple[Kind, ...]
    drawn: Kind | None
    waits: tuple[WaitView, ...]
    bao: Kind | None
    decision: int | None
    actions: tuple[SeatAction, ...]
    listen_discards: tuple[tuple[Kind, tuple[WaitView, ...]], ...]
    refusal: tuple[str, ...]
    default: SeatAction | None


@value
class ResultView:
    """How the hand ended, open to all: `hands` are all four concealed hands, without the winning tile.

    `kind`: "win", "draw" or "void". The other fields are None unless it was won; `source` is the discarder or gang
    maker, None on an own draw; `tile` the tile won on; `bao` the bao at the end (None: there was none).
    """

    kind: Literal["win", "draw", "void"]
    hands: tuple[tuple[Kind, ...], ...]
    bao: Kind | None
    winner: int | None = None
    source: int | None = None
    tile: Kind | None = None
    how: str | None = None
    uses_bao: bool = False
    score: Score | None = None


@value
class OpenHands:
    """All that lay hidden, by seat, when a hand that is over is looked at again: no hand in play gives this.

    `concealed`: sorted, without the tile just drawn, which is in `drawn`. `waits`: once listening. `bao`: as it lay.
    """

    concealed: tuple[tuple[Kind, ...], ...]
    drawn: tuple[Kind | None, ...]
    waits: tuple[tuple[WaitView, ...], ...]
    bao: Kind | None


@value
class View:
    """A hand as `viewer` (a seat, or None for a spectator) may see it.

    `turn`: whose turn it is; in phase claims the source of `window`. `window`: what lies open to answers, in phase
    claims and only then. `break_place`: the ring's place at which taking started; `wall`: for each of the 112 places
    from there on, 1 if its tile still stands in the wall. `wall_left`: tiles that can still be drawn. `has_bao`: a bao
    lies face down. `old_baos`: those changed, face up. `last_discard`: seat and tile of the latest discard, answered or
    not. `visible`: how many tiles of each kind lie open: discards, melds, changed baos. `draws_in_a_row`,
    `is_liable_dealer`: H12. `stake`: coins a fan. `opened`: all hands, in a replay that shows them (`record_steps`).
    """

    viewer: int | None
    city: str
    hand: int
    dealer: int
    draws_in_a_row: int
    is_liable_dealer: bool
    stake: int
    dice: tuple[tuple[int, ...], ...]
    break_place: int
    wall: bytes
    phase: Phase
    turn: int
    window: WindowView | None
    seats: tuple[SeatView, ...]
    wall_left: int
    is_last_tiles: bool
    has_bao: bool
    old_baos: tuple[Kind, ...]
    last_discard: tuple[int, Kind] | None
    visible: tuple[int, ...]
    own: OwnView | None
    result: ResultView | None
    opened: OpenHands | None = None


def find_owing(view: View) -> OwnView:
    """Return the own view of who is to choose an action; RuleError `not_asked` if the viewer owes none."""
    if view.own is None or not view.own.actions:
        raise RuleError("not_asked", seat=view.viewer)
    return view.own
