"""One hand (一局): takes actions, returns events. The same deal and the same actions give the same events, always.

Rule 1: an action that is not in `legal_actions` raises RuleError and changes nothing.
Rule 2: nothing leaves but events and views; what a view holds, its viewer may know.
Rule 3: the hand never waits: it says who owes an answer and what the default is; whoever drives it owns the time.

A turn is draw → discard (or gang, or win). A discard opens a window, whether or not anybody may claim; `Resolve` closes
it: the best claim is carried out (C7), else the next seat draws. A jia gang that could be robbed opens one too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from engine import offers
from engine.actions import (
    Action,
    AnGang,
    Auto,
    Chi,
    Discard,
    JiaGang,
    Pass,
    Peng,
    Resolve,
    SeatAction,
    Win,
    Zhan,
)
from engine.analysis import check_listen
from engine.errors import RuleError
from engine.events import (
    BaoSet,
    Claimed,
    ClaimsClosed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Ganged,
    WallExhausted,
    WinPassed,
    Won,
)
from engine.melds import Meld, MeldType
from engine.score import How, Score, WinFacts, score_win
from engine.seat import Seat
from engine.tiles import COPIES, KINDS, Kind
from engine.view import Phase, RiverTile, View
from engine.viewing import build_view
from engine.wall import Wall
from engine.window import Window, name_act

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.rules import Rules
    from engine.shuffle import Deal
    from engine.waits import Wait

_VISIBLE_FOR_CHANGE = 3
_CLAIMED_HOWS: dict[bool, tuple[How, ...]] = {False: ("discard",), True: ("rob_gang",)}

_ACTS: dict[MeldType, Literal["chi", "peng", "zhan", "ming_gang"]] = {
    MeldType.CHI: "chi",
    MeldType.PENG: "peng",
    MeldType.ZHAN: "zhan",
    MeldType.MING_GANG: "ming_gang",
}


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


class Hand:
    """A hand in play. Read `phase`, `pending`, `can_resolve`, `result`, `events`; write by `apply` alone."""

    def __init__(self, rules: Rules, deal: Deal, setup: HandSetup) -> None:
        """Begin a dealt hand: the bao is laid and the dealer is to act with 14 tiles (C4)."""
        self.rules = rules
        self.deal = deal
        self.setup = setup
        self.wall = Wall(deal.wall, rules)
        self.seats = tuple(Seat.of_tiles(seat, tiles) for seat, tiles in enumerate(deal.hands))
        self.events: list[Event] = []
        self.history: list[tuple[Action, Auto]] = []
        self.result: HandResult | None = None
        self.turn = deal.dealer
        self.window: Window | None = None
        self.is_last_tiles = False
        self.is_gang_draw = False
        self.is_after_claim = False
        self.bao: Kind | None = None
        self.old_baos: list[Kind] = []
        self.visible = [0] * KINDS
        self.last_discard: tuple[int, Kind] | None = None
        self._asked = [0] * 4
        self._legal: dict[int, tuple[SeatAction, ...]] = {}
        self._listen: dict[int, dict[Kind, tuple[Wait, ...]]] = {}
        self._record(Dealt(deal.dice, deal.break_place, tuple(deal.wall), tuple(deal.hands)))
        self._lay_first_bao()
        self._ask(self.turn)

    @property
    def phase(self) -> Phase:
        """Where the hand stands: a turn, an open window, or over."""
        if self.result is not None:
            return "over"
        return "turn" if self.window is None else "claims"

    @property
    def pending(self) -> dict[int, int]:
        """Every seat that owes an answer, with the number of that decision (grows with each new one of the seat)."""
        if self.result is not None:
            return {}
        owing = [self.turn] if self.window is None else self.window.open_seats
        return {seat: self._asked[seat] for seat in owing}

    @property
    def can_resolve(self) -> bool:
        """Whether the window is open and no open answer could change what comes of it (C7)."""
        return self.result is None and self.window is not None and self.window.can_resolve(self.rules)

    def legal_actions(self, seat: int) -> tuple[SeatAction, ...]:
        """Return all that the seat may do now, in a stable order; empty if it owes no answer."""
        if seat not in self._legal:
            self._legal[seat] = self._list_legal(seat)
        return self._legal[seat]

    def listen_discards(self, seat: int) -> dict[Kind, tuple[Wait, ...]]:
        """Return the discards by which the seat, if it is to act, may declare listening, with their waits."""
        if self.phase != "turn" or seat != self.turn:
            return {}
        if seat not in self._listen:
            self._listen[seat] = offers.find_seat_listen_discards(self, self.seats[seat])
        return self._listen[seat]

    def default_action(self, seat: int) -> SeatAction:
        """Return what clock and autoplay do for a seat that owes an answer (P3, P4); RuleError `not_asked` if none."""
        legal = self.legal_actions(seat)
        if not legal:
            raise RuleError("not_asked", seat=seat)
        win = next((action for action in legal if isinstance(action, Win)), None)
        if win is not None and self.rules.autoplay_wins:
            return win
        if self.window is not None:
            return Pass(seat)
        return max(
            (action for action in legal if isinstance(action, Discard)),
            key=lambda action: (action.tile, not action.listen),
        )

    def view(self, viewer: int | None) -> View:
        """Return what a seat, or a spectator (None), may know."""
        return build_view(self, viewer)

    def apply(self, action: Action, auto: Auto = None) -> list[Event]:
        """Carry out one action and return what happened.

        RuleError `hand_over`, `cannot_resolve`, `not_asked` or `illegal_action` for one that is not legal; then
        nothing has changed.
        """
        self._check(action)
        start = len(self.events)
        self.history.append((action, auto))
        self._legal.clear()
        self._listen.clear()
        match action:
            case Resolve():
                self._resolve()
            case _ if self.window is not None:
                self.window.answers[action.seat] = (action, auto)
            case Discard():
                self._discard(action, auto)
            case AnGang() | JiaGang():
                self._lay_gang(action)
            case Win(seat=seat):
                self._win(seat, None)
            case _:  # pragma: no cover (legal_actions offers nothing else on a turn)
                raise AssertionError(action)
        return self.events[start:]

    # ---- legality

    def _check(self, action: Action) -> None:
        if self.result is not None:
            raise RuleError("hand_over")
        if isinstance(action, Resolve):
            if not self.can_resolve:
                raise RuleError("cannot_resolve")
            return
        if action.seat not in self.pending:
            raise RuleError("not_asked", seat=action.seat)
        if action not in self.legal_actions(action.seat):
            raise RuleError("illegal_action", action=action)

    def _list_legal(self, seat: int) -> tuple[SeatAction, ...]:
        if seat not in self.pending:
            return ()
        if self.window is None:
            return offers.list_turn_actions(self, self.seats[seat])
        return (*self.window.offers[seat], Pass(seat))

    # ---- turns

    def _ask(self, seat: int) -> None:
        """Pose a new decision to a seat."""
        self._asked[seat] += 1

    def _draw(self, seat: int, *, is_replacement: bool = False) -> None:
        """Let a seat draw and act; with nothing left to draw the hand is a draw game (H11)."""
        if not self.wall.left:
            self._record(WallExhausted())
            self.result = HandResult("draw")
            return
        self.turn = seat
        self.is_last_tiles = self.wall.left <= self.rules.last_tiles
        self.is_gang_draw = is_replacement
        self.is_after_claim = False
        place = self.wall.take_replacement() if is_replacement else self.wall.take_front()
        tile = self.wall.tiles[place]
        self.seats[seat].counts[tile] += 1
        self.seats[seat].drawn = tile
        self._record(Drew(seat, tile, place, "tail" if is_replacement else "front"))
        self._ask(seat)

    def _discard(self, action: Discard, auto: Auto) -> None:
        seat = self.seats[action.seat]
        tile = action.tile
        if seat.drawn is not None and offers.can_win_on_draw(self, seat):
            self._record(WinPassed(seat.seat, seat.drawn))
        was_drawn = None if seat.drawn is None else seat.drawn == tile
        seat.counts[tile] -= 1
        seat.drawn = None
        seat.must_listen = False
        seat.barred = frozenset()
        if action.listen:
            seat.is_listening = True
            seat.waits = check_listen(seat.counts, seat.melds, self.rules).waits
        seat.river.append(RiverTile(tile, is_listening_discard=action.listen))
        self.visible[tile] += 1
        self.last_discard = (seat.seat, tile)
        self._record(Discarded(seat.seat, tile, was_drawn, action.listen, auto))
        self._open_window(seat.seat, tile, is_gang=False)

    # ---- windows

    def _open_window(self, source: int, tile: Kind, *, is_gang: bool) -> None:
        """Ask all who may answer to a discard (nobody, for one of the last tiles: H10) or to a jia gang (H9)."""
        found: dict[int, tuple[SeatAction, ...]] = {}
        for step in (1, 2, 3):
            seat = self.seats[(source + step) % 4]
            if is_gang:
                claims: tuple[SeatAction, ...] = (Win(seat.seat),) if seat.waits_for(tile) else ()
            else:
                claims = () if self.is_last_tiles else offers.list_claims(self, seat, source, tile)
            if claims:
                found[seat.seat] = claims
        self.window = Window(source, tile, is_gang, found)
        for asked in found:
            self._ask(asked)

    def _resolve(self) -> None:
        """Close the window: the best claim is carried out, or play goes on (C7)."""
        window = self.window
        assert window is not None  # noqa: S101 (can_resolve was checked)
        self.window = None
        if window.offers:
            offered = tuple((seat, tuple(map(name_act, actions))) for seat, actions in window.offers.items())
            answers = tuple((seat, name_act(action), auto) for seat, (action, auto) in window.answers.items())
            self._record(ClaimsClosed(offered, answers))
        best = window.best_claim(self.rules)
        match best:
            case Win(seat=seat):
                self._win(seat, window)
            case None if window.is_gang:
                self._finish_gang(window.source)
            case None:
                self._change_bao()
                self._draw((window.source + 1) % 4)
            case _:
                self._claim(best, window)

    def _claim(self, action: SeatAction, window: Window) -> None:
        """Take the discard into a meld; the claimer discards next, after a ming gang draws a replacement."""
        tile = window.tile
        seat = self.seats[action.seat]
        meld_type, own, listen = _read_claim(action, tile)
        for kind in own:
            seat.counts[kind] -= 1
            self.visible[kind] += 1
        seat.melds.append(Meld(meld_type, tuple(sorted((*own, tile))), tile, window.source))
        river = self.seats[window.source].river
        river[-1] = replace(river[-1], claimed_by=seat.seat)
        self._record(Claimed(_ACTS[meld_type], seat.seat, window.source, tile, own, listen))
        self._turn_up_gangs(seat)
        seat.must_listen = listen
        self.turn = seat.seat
        self._change_bao()
        if meld_type is MeldType.MING_GANG:
            self._draw(seat.seat, is_replacement=True)
        else:
            seat.barred = offers.list_barred(self, meld_type, tile, own)
            self.is_last_tiles = False
            self.is_after_claim = True
            self._ask(seat.seat)

    # ---- gangs

    def _lay_gang(self, action: AnGang | JiaGang) -> None:
        """Lay an an gang and draw, or add to a peng and ask who would rob it (C5, H9)."""
        seat = self.seats[action.seat]
        tile = action.tile
        seat.drawn = None
        if isinstance(action, AnGang):
            shows = self.rules.an_gang_shows
            is_face_down = shows == "never" or (shows == "when_open" and not seat.is_open)
            seat.counts[tile] -= COPIES
            seat.melds.append(Meld(MeldType.AN_GANG, (tile,) * COPIES, is_face_down=is_face_down))
            self.visible[tile] += 0 if is_face_down else COPIES
            self._record(Ganged("an_gang", seat.seat, tile, is_face_down))
            self._finish_gang(seat.seat)
            return
        seat.counts[tile] -= 1
        self.visible[tile] += 1
        place = next(place for place, meld in enumerate(seat.melds) if meld.type is MeldType.PENG and meld.kind == tile)
        seat.melds[place] = replace(seat.melds[place], type=MeldType.JIA_GANG, tiles=(tile,) * COPIES)
        self._record(Ganged("jia_gang", seat.seat, tile))
        if self.rules.rob_gang == "off":
            self._finish_gang(seat.seat)
        else:
            self._open_window(seat.seat, tile, is_gang=True)

    def _finish_gang(self, seat: int) -> None:
        """Change the bao if need be, then draw the replacement."""
        self._change_bao()
        self._draw(seat, is_replacement=True)

    def _turn_up_gangs(self, seat: Seat) -> None:
        """Turn up face-down an gangs of a seat that has opened, where the city does so (M5)."""
        if self.rules.an_gang_shows != "when_open" or not seat.is_open:
            return
        for place, meld in enumerate(seat.melds):
            if meld.is_face_down:
                seat.melds[place] = replace(meld, is_face_down=False)
                self.visible[meld.kind] += COPIES

    # ---- bao

    def _lay_first_bao(self) -> None:
        """Lay the bao of the deal (H3); with `bao_from` dice it comes with the first listening discard (Q7)."""
        take: dict[str, Callable[[], int]] = {"wall_end": self.wall.take_last, "fifteenth": self.wall.take_front}
        if self.rules.bao_from in take:
            self._lay_bao("deal", take[self.rules.bao_from]())

    def _lay_bao(self, why: Literal["deal", "changed"], place: int) -> None:
        old, self.bao = self.bao, self.wall.tiles[place]
        if old is not None:
            self.old_baos.append(old)
        viewers = frozenset(seat.seat for seat in self.seats if seat.is_listening)
        self._record(BaoSet(why, self.bao, place, old=old, viewers=viewers))

    def _change_bao(self) -> None:
        """Change the bao while three copies of it lie visible and the wall has a tile to give (H5)."""
        if self.rules.bao_change != "auto":
            return
        while self.bao is not None and self.visible[self.bao] >= _VISIBLE_FOR_CHANGE and self.wall.left:
            self._lay_bao("changed", self.wall.take_last())

    # ---- the end

    def _win(self, winner: int, window: Window | None) -> None:
        """End the hand by a win: on the own draw (`window` None), on a discard, or by robbing a gang."""
        seat = self.seats[winner]
        if window is None:
            tile, source, hows = self._take_drawn_tile(seat)
        else:
            tile, source, hows = window.tile, window.source, _CLAIMED_HOWS[window.is_gang]
            if window.is_gang:
                self._rob(self.seats[source], tile)
        # max() keeps the first of equals: the plain way to win comes first.
        how, score = max(
            ((how, score_win(self._facts(seat, how, source, tile), self.rules)) for how in hows),
            key=lambda valued: valued[1].owed[winner],
        )
        waits = tuple(wait.kind for wait in seat.waits)
        self._record(Won(winner, source, tile, how, waits, score, self.setup.is_liable_dealer))
        self.result = HandResult("win", winner, source, tile, how, score)

    def _take_drawn_tile(self, seat: Seat) -> tuple[Kind, None, tuple[How, ...]]:
        """Set the winning draw apart from the hand; return it with the ways in which it wins."""
        tile = seat.drawn
        assert tile is not None  # noqa: S101 (a win on the own turn follows a draw)
        hows: list[How] = []
        if seat.waits_for(tile) or offers.is_mobao(self, tile):
            hows.append("gang_draw" if self.is_gang_draw else "self_draw")
        hows += offers.list_house_draws(self, seat, tile)
        seat.counts[tile] -= 1
        seat.drawn = None
        return tile, None, tuple(hows)

    def _rob(self, maker: Seat, tile: Kind) -> None:
        """Take the fourth tile off a jia gang: the peng is what remains (H9)."""
        place = next(place for place, meld in enumerate(maker.melds) if meld.kind == tile and meld.is_gang)
        maker.melds[place] = replace(maker.melds[place], type=MeldType.PENG, tiles=(tile,) * (COPIES - 1))

    def _facts(self, seat: Seat, how: How, source: int | None, tile: Kind) -> WinFacts:
        first, second, third, fourth = self.seats
        return WinFacts(
            winner=seat.seat,
            how=how,
            tile=tile,
            dealer=self.deal.dealer,
            open=(first.is_open, second.is_open, third.is_open, fourth.is_open),
            listening=(first.is_listening, second.is_listening, third.is_listening, fourth.is_listening),
            concealed=tuple(seat.counts),
            melds=tuple(seat.melds),
            source=source,
            bao=self.bao,
            liable_dealer=self.setup.is_liable_dealer,
            runs=self.setup.runs,
        )

    def _record(self, event: Event) -> None:
        self.events.append(event)


def _read_claim(action: SeatAction, tile: Kind) -> tuple[MeldType, tuple[Kind, ...], bool]:
    """Return what a claim makes: the meld, the tiles from the hand, and whether it obliges to listen."""
    match action:
        case Chi(own=own, listen=listen):
            return MeldType.CHI, own, listen
        case Peng(listen=listen):
            return MeldType.PENG, (tile, tile), listen
        case Zhan():
            return MeldType.ZHAN, (tile,), True
        case _:
            return MeldType.MING_GANG, (tile, tile, tile), False
