"""One hand (一局): takes actions, returns events. The same deal and the same actions give the same events, always.

Rule 1: an action that is not in `legal_actions` raises RuleError and changes nothing.
Rule 2: nothing leaves but events and views; what a view holds, its viewer may know.
Rule 3: the hand never waits: it says who owes an answer and what the default is; whoever drives it owns the time.

A turn is draw → discard (or gang, or win). A discard opens a window, whether or not anybody may claim; `Resolve` closes
it: the best claim is carried out (C7), else the next seat draws. A jia gang that could be robbed opens one too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine import offers
from engine.actions import (
    PASSES,
    WINS,
    Action,
    AnGang,
    Auto,
    CallBao,
    Discard,
    JiaGang,
    Resolve,
    SayListen,
    SeatAction,
    Win,
)
from engine.bao import (
    VISIBLE_FOR_CHANGE,
    call_bao,
    change_bao,
    has_instant_wins,
    lay_first_bao,
    list_instant_hows,
    throw_first_bao,
)
from engine.errors import RuleError
from engine.events import (
    Claimed,
    ClaimsClosed,
    Dealt,
    Event,
    Ganged,
    ListenFailed,
    WallExhausted,
    WinPassed,
    Won,
)
from engine.melds import Meld, MeldType
from engine.moved import make_discarded, make_drew
from engine.outcome import HandResult, HandSetup
from engine.rules import Rules
from engine.seat import Seat
from engine.shuffle import Deal
from engine.tiles import COPIES, KINDS, Kind
from engine.view import Phase, View
from engine.viewing import build_view
from engine.waits import Wait
from engine.wall import Wall
from engine.window import ACTS, ORDERS, Step, Window, quiet_window, read_claim
from engine.winning import carry_out_win


class Hand:
    """A hand in play. Read `phase`, `pending`, `can_resolve`, `result`, `events`; write by `apply` alone."""

    def __init__(self, rules: Rules, deal: Deal, setup: HandSetup) -> None:
        """Begin a dealt hand: the bao is laid and the dealer is to act with 14 tiles (C4)."""
        self.rules = rules
        self.deal = deal
        self.setup = setup
        self.wall = Wall(deal.wall, rules)
        self.seats = tuple(Seat(seat, tiles, rules) for seat, tiles in enumerate(deal.hands))
        self.events: list[Event] = []
        self.history: list[tuple[Action, Auto]] = []
        self.result: HandResult | None = None
        self.turn = deal.dealer
        self.window: Window | None = None
        self.is_last_tiles = False
        self.is_gang_draw = False
        self.is_after_claim = False
        self.is_dealt_out = False
        self.bao: Kind | None = None
        self.old_baos: list[Kind] = []
        self.visible = [0] * KINDS
        self.last_discard: tuple[int, Kind] | None = None
        self._asked = [0] * 4
        self._legal: dict[int, tuple[SeatAction, ...]] = {}
        self._listen: dict[Kind, tuple[Wait, ...]] | None = None
        self.record(Dealt(deal.dice, deal.break_place, tuple(deal.wall), tuple(deal.hands)))
        lay_first_bao(self)
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
        return {seat: self._asked[seat] for seat in self.owing}

    @property
    def owing(self) -> list[int]:
        """The seats that owe an answer."""
        if self.result is not None:
            return []
        return [self.turn] if self.window is None else list(self.window.open_seats)

    @property
    def can_resolve(self) -> bool:
        """Whether the window is open and no open answer could change what comes of it (C7)."""
        window = self.window
        return window is not None and (not window.open_seats or window.can_resolve(self.rules))

    @property
    def bao_callers(self) -> tuple[int, ...]:
        """The seats that may call a new bao now, nearest from the seat to act; autoplay calls at once (Q10)."""
        order = ((self.turn + step) % 4 for step in range(4))
        return tuple(seat for seat in order if CallBao(seat) in self.legal_actions(seat))

    def legal_actions(self, seat: int) -> tuple[SeatAction, ...]:
        """Return all that the seat may do now, in a stable order (a call for a new bao is never owed)."""
        legal = self._legal.get(seat)
        if legal is None:
            if self.window is not None:
                owes = seat in self.window.open_seats
                legal = self.window.choices(seat, self.rules.listen_claim_steps) if owes else ()
            elif self.result is not None:
                legal = ()
            else:
                legal = offers.list_turn_actions(self, self.seats[seat]) if seat == self.turn else ()
                if self.rules.bao_change == "call":
                    legal += offers.list_bao_calls(self, seat)
            self._legal[seat] = legal
        return legal

    def listen_discards(self, seat: int) -> dict[Kind, tuple[Wait, ...]]:
        """Return the discards by which the seat, if it is to act, may declare listening, with their waits."""
        if seat != self.turn or self.window is not None or self.result is not None:
            return {}
        if self._listen is None:
            self._listen = offers.find_seat_listen_discards(self, self.seats[seat])
        return self._listen

    def default_action(self, seat: int) -> SeatAction:
        """Return what clock and autoplay do for a seat that owes an answer (P3, P4); RuleError `not_asked` if none."""
        if seat not in self.owing:
            raise RuleError("not_asked", seat=seat)
        legal = self.legal_actions(seat)
        if self.rules.autoplay_wins and isinstance(legal[0], Win):
            return legal[0]
        if legal[-1] is PASSES[seat]:
            return legal[-1]
        discards = [action for action in legal if isinstance(action, Discard)]
        plain = [action for action in discards if not action.listen]
        return (plain or discards)[-1]

    def view(self, viewer: int | None, *, explains: bool = True) -> View:
        """Return what a seat, or a spectator (None), may know.

        `explains`: with what only people want to know: why no discard listens, and what the default is.
        """
        return build_view(self, viewer, explains=explains)

    def apply(self, action: Action, auto: Auto = None) -> list[Event]:
        """Carry out one action and return what happened.

        RuleError `hand_over`, `cannot_resolve`, `not_asked` or `illegal_action` for one that is not legal; then
        nothing has changed.
        """
        if isinstance(action, Resolve):
            window = self._find_resolvable()
            start = self._begin(action, auto)
            self._resolve(window)
        else:
            self._check_legal(action)
            start = self._begin(action, auto)
            if self.window is not None:
                self._answer(self.window, action, auto)
            elif isinstance(action, Discard):
                self._discard(action, auto)
            else:
                self._act(action)
        return self.events[start:]

    def _begin(self, action: Action, auto: Auto) -> int:
        """Note a legal action before it is carried out; return the number of events so far."""
        self.history.append((action, auto))
        self._legal = {}
        self._listen = None
        return len(self.events)

    def _act(self, action: SeatAction) -> None:
        """Carry out what is no discard on a seat's turn."""
        match action:
            case AnGang() | JiaGang():
                self._lay_gang(action)
            case CallBao(seat=seat):
                call_bao(self, seat)
                self._after_bao(seat, ("turn", self.turn))
            case Win(seat=seat):
                self._win(self.seats[seat], None)
            case _:
                self._pass_dealt_out(self.seats[self.turn])

    def record(self, event: Event) -> None:
        """Note what happened; for the engine's own steps."""
        self.events.append(event)

    # ---- legality

    def _find_resolvable(self) -> Window:
        window = self.window
        if window is None or (window.open_seats and not window.can_resolve(self.rules)):
            raise RuleError("hand_over" if self.result is not None else "cannot_resolve")
        return window

    def _check_legal(self, action: SeatAction) -> None:
        if self.result is not None:
            raise RuleError("hand_over")
        legal = self._legal.get(action.seat) or self.legal_actions(action.seat)
        for known in legal:
            if known is action:  # comparing values takes ten times as long
                return
        if action not in legal:
            raise RuleError("illegal_action" if action.seat in self.owing else "not_asked", action=action)

    # ---- turns

    def _ask(self, seat: int) -> None:
        """Pose a new decision to a seat."""
        self._asked[seat] += 1

    def _take_step(self, step: Step) -> None:
        """Go on after whatever lay between: a turn that waits, a draw, or a replacement."""
        kind, seat = step
        if kind == "draw":
            self._draw(seat)
        elif kind == "replacement":
            self._draw(seat, is_replacement=True)
        else:
            self.turn = seat
            if self.is_dealt_out and not offers.can_win_on_draw(self, self.seats[seat]):
                self._go_on_dealing(self.seats[seat])  # the bao that it could have won on was called away

    def _draw(self, seat: int, *, is_replacement: bool = False) -> None:
        """Let a seat draw and act; the last tiles may be dealt out (M8); an exhausted wall is a draw game (H11)."""
        wall, rules = self.wall, self.rules
        while left := wall.left:
            self.turn = seat
            self.is_last_tiles = left <= rules.last_tiles
            self.is_gang_draw = is_replacement
            self.is_after_claim = False
            place = wall.take_replacement() if is_replacement else wall.take_front()
            tile = wall.tiles[place]
            self.seats[seat].take(tile)
            self.seats[seat].drawn = tile
            self.events.append(make_drew(seat, tile, place, is_replacement=is_replacement))
            is_dealt_out = self.is_last_tiles and rules.last_tiles_dealt and not is_replacement
            if not is_dealt_out or offers.can_win_on_draw(self, self.seats[seat]):
                self.is_dealt_out = is_dealt_out
                self._asked[seat] += 1
                return
            if not self._lay_off_dealt_out(self.seats[seat]):
                return
            seat, is_replacement = (seat + 1) % 4, False
        self.record(WallExhausted())
        self.result = HandResult("draw")

    def _discard(self, action: Discard, auto: Auto) -> None:
        """Discard and ask all who may answer (nobody, for one of the last tiles: H10), instant wins included (Q8)."""
        seat, tile = self.seats[action.seat], action.tile
        if seat.is_listening and seat.drawn is not None and offers.can_win_on_draw(self, seat):
            self.record(WinPassed(seat.seat, seat.drawn))
        self._lay_off(seat, tile, auto, listen=action.listen)
        instants: dict[int, str] = {}
        if action.listen:
            throw_first_bao(self, seat.seat)
            instants = self._list_instants([seat])
        claims = {} if self.is_last_tiles else offers.find_claims(self, seat.seat, tile)
        if instants:
            claims = {seat.seat: (WINS[seat.seat],), **claims}
        if claims:
            after: Step = ("draw", ORDERS[seat.seat][0])
            self._open_window(Window("discard", seat.seat, tile, claims, after, instants))
        else:
            self.window = quiet_window(seat.seat, tile)

    def _lay_off(self, seat: Seat, tile: Kind, auto: Auto, *, listen: bool) -> None:
        """Move a tile from the hand to the river, for all to see."""
        was_drawn = None if seat.drawn is None else seat.drawn == tile
        seat.lay_off(tile, listen=listen)
        self.visible[tile] += 1
        self.last_discard = (seat.seat, tile)
        self.events.append(make_discarded(seat.seat, tile, was_drawn, listen, auto))

    def _pass_dealt_out(self, seat: Seat) -> None:
        """Decline a win on a tile that was dealt out: it is discarded by itself, and dealing goes on (M8)."""
        assert seat.drawn is not None  # noqa: S101 (it was offered as a win)
        self.record(WinPassed(seat.seat, seat.drawn))
        self._go_on_dealing(seat)

    def _go_on_dealing(self, seat: Seat) -> None:
        if self._lay_off_dealt_out(seat):
            self._draw((seat.seat + 1) % 4)

    def _lay_off_dealt_out(self, seat: Seat) -> bool:
        """Discard a dealt-out tile, change the bao if need be; say whether dealing goes on at once (M8)."""
        assert seat.drawn is not None  # noqa: S101 (it was just dealt out)
        self.is_dealt_out = False
        tile = seat.drawn
        self._lay_off(seat, tile, "dealt_out", listen=False)
        for each in self.seats:
            if each.is_listening:
                self._note_passed(each, seat.seat, tile)
        if not change_bao(self) or not has_instant_wins(self.rules):
            return True
        self._open_bao_window((seat.seat + 1) % 4, ("draw", (seat.seat + 1) % 4))
        return False

    # ---- windows

    def _open_gang_window(self, maker: int, tile: Kind) -> None:
        """Ask all who may rob a jia gang (H9)."""
        robbers = (self.seats[(maker + step) % 4] for step in (1, 2, 3))
        found = {seat.seat: (WINS[seat.seat],) for seat in robbers if seat.waits_for(tile)}
        self._open_window(Window("gang", maker, tile, found, ("replacement", maker)))

    def _open_bao_window(self, source: int, after: Step) -> None:
        """Ask all listening seats whether they win on the bao just changed, nearest from `source` (Q8)."""
        assert self.bao is not None  # noqa: S101 (it was just laid)
        instants = self._list_instants(self.seats)
        found = {seat: (WINS[seat],) for seat in instants}
        self._open_window(Window("bao", source, self.bao, found, after, instants))

    def _list_instants(self, seats: Iterable[Seat]) -> dict[int, str]:
        hows = {seat.seat: list_instant_hows(self, seat) for seat in seats}
        return {seat: names[0] for seat, names in hows.items() if names}

    def _open_window(self, window: Window) -> None:
        self.window = window
        for seat in window.offers:
            self._ask(seat)

    def _answer(self, window: Window, action: SeatAction, auto: Auto) -> None:
        if isinstance(action, SayListen):
            window.said_listen.add(action.seat)
            self._ask(action.seat)
        else:
            window.answer(action, auto, self.rules)

    def _resolve(self, window: Window) -> None:
        """Close the window: the best claim is carried out, or play goes on (C7)."""
        self.window = None
        if window.offers:
            self._record_claims(window)
        best = window.best
        if window.kind == "discard" and not isinstance(best, Win):
            for seat in self.seats:
                if seat.is_listening:
                    self._note_passed(seat, window.source, window.tile)
        if best is None:
            if window.kind == "bao":
                self._pass_bao(window)
            else:
                self._change_bao_then(window.after)
        elif isinstance(best, Win):
            self._win(self.seats[best.seat], window)
        else:
            self._claim(best, window)

    def _record_claims(self, window: Window) -> None:
        name = window.name_act
        offered = tuple([(seat, tuple(map(name, actions))) for seat, actions in window.offers.items()])
        answers = tuple([(seat, name(action), auto) for seat, (action, auto) in window.answers.items()])
        self.record(ClaimsClosed(offered, answers))
        for seat in window.failed_listeners() if window.said_listen else ():
            self.record(ListenFailed(seat))

    def _pass_bao(self, window: Window) -> None:
        """Go on after a bao that nobody won on as it lay."""
        step, seat = window.after
        if step == "turn" and seat in window.offers:
            self._ask(seat)  # asked for its turn before the window and again now: another decision
        self._take_step(window.after)

    def _note_passed(self, seat: Seat, source: int, tile: Kind) -> None:
        """Note for a seat that listens that it did not win on a discard made after its own listening discard."""
        if not (seat.seat == source and seat.river[-1].is_listening_discard):
            seat.note_passed(tile)

    def _claim(self, action: SeatAction, window: Window) -> None:
        """Take the discard into a meld; the claimer discards next, after a ming gang draws a replacement."""
        tile = window.tile
        seat = self.seats[action.seat]
        meld_type, own, listen = read_claim(action, tile)
        for kind in own:
            seat.give(kind)
            self.visible[kind] += 1
        seat.lay(Meld(meld_type, tuple(sorted((*own, tile))), tile, window.source))
        self.seats[window.source].lose_discard(seat.seat)
        self.record(Claimed(ACTS[meld_type], seat.seat, window.source, tile, own, listen))
        self._turn_up_gangs(seat)
        seat.must_listen = listen
        self.turn = seat.seat
        if meld_type is MeldType.MING_GANG:
            self._relock(seat)
            self._change_bao_then(("replacement", seat.seat))
            return
        seat.barred = offers.list_barred(self, meld_type, tile, own)
        self.is_last_tiles = self.is_gang_draw = False
        self.is_after_claim = True
        self._ask(seat.seat)
        self._change_bao_then(("turn", seat.seat))

    # ---- gangs

    def _lay_gang(self, action: AnGang | JiaGang) -> None:
        """Lay an an gang and draw, or add to a peng and ask who would rob it (C5, H9)."""
        seat = self.seats[action.seat]
        tile = action.tile
        if offers.can_win_on_draw(self, seat) and seat.drawn is not None:
            self.record(WinPassed(seat.seat, seat.drawn))
        seat.drawn = None
        if isinstance(action, AnGang):
            self._lay_an_gang(seat, tile)
            self._change_bao_then(("replacement", seat.seat))
            return
        seat.give(tile)
        self.visible[tile] += 1
        place = seat.find_peng(tile)
        seat.lay(replace(seat.melds[place], type=MeldType.JIA_GANG, tiles=(tile,) * COPIES), place)
        self._relock(seat)
        self.record(Ganged("jia_gang", seat.seat, tile))
        if self.rules.rob_gang == "off":
            self._change_bao_then(("replacement", seat.seat))
        else:
            self._open_gang_window(seat.seat, tile)

    def _lay_an_gang(self, seat: Seat, tile: Kind) -> None:
        shows = self.rules.an_gang_shows
        is_face_down = shows == "never" or (shows == "when_open" and not seat.is_open)
        seat.give(tile, COPIES)
        seat.lay(Meld(MeldType.AN_GANG, (tile,) * COPIES, is_face_down=is_face_down))
        self.visible[tile] += 0 if is_face_down else COPIES
        self._relock(seat)
        self.record(Ganged("an_gang", seat.seat, tile, is_face_down))

    def _relock(self, seat: Seat) -> None:
        """Read a listening hand's waits anew after a gang: the same tiles (C10), perhaps in other readings."""
        if seat.is_listening:
            seat.lock(seat.live.waits())

    def _turn_up_gangs(self, seat: Seat) -> None:
        """Turn up face-down an gangs of a seat that has opened, where the city does so (M5)."""
        if self.rules.an_gang_shows != "when_open" or not seat.is_open:
            return
        for place, meld in enumerate(seat.melds):
            if meld.is_face_down:
                seat.lay(replace(meld, is_face_down=False), place)
                self.visible[meld.kind] += COPIES

    # ---- bao

    def _change_bao_then(self, step: Step) -> None:
        """Change the bao if three of it lie visible (H5), ask those who may win on the new one, and go on."""
        if self.bao is not None and self.visible[self.bao] >= VISIBLE_FOR_CHANGE and change_bao(self):
            self._after_bao(step[1], step)
        elif step[0] == "draw":
            self._draw(step[1])
        else:
            self._take_step(step)

    def _after_bao(self, source: int, step: Step) -> None:
        """Open a window on a changed bao where it can be won on as it lies (Q8), else go on."""
        if has_instant_wins(self.rules):
            self._open_bao_window(source, step)
        else:
            self._take_step(step)

    # ---- the end

    def _win(self, seat: Seat, window: Window | None) -> None:
        """End the hand by a win: on the own draw (`window` None), or by what the window offered."""
        won = carry_out_win(self, seat, window)
        waits = tuple(wait.kind for wait in seat.waits)
        self.record(Won(seat.seat, won.source, won.tile, won.how, waits, won.score, self.setup.is_liable_dealer))
        self.result = HandResult("win", seat.seat, won.source, won.tile, won.how, won.score)
