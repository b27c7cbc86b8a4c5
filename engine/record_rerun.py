"""Playing a recorded hand again: decisions are read from its lines, and what follows must be what they tell."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING, NoReturn

from engine.actions import (
    AnGang,
    Auto,
    CallBao,
    Chi,
    Discard,
    JiaGang,
    Pass,
    Resolve,
    SayListen,
    SeatAction,
    Win,
)
from engine.errors import RuleError
from engine.hand import Hand
from engine.outcome import HandResult, HandSetup
from engine.record import event_line
from engine.record_reading import Fault, Line, RecordedHand, RecordError
from engine.record_schema import AROUND
from engine.tiles import parse_tile, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.actions import Action
    from engine.events import Event
    from engine.record_people import People
    from engine.rules import Rules
    from engine.shuffle import Deal
    from engine.window import Window

_LISTEN_ACTS = frozenset({"chi_listen", "peng_listen", "zhan"})


class Rerun:
    """One hand, played again from its deal. RecordError as soon as a line does not hold."""

    def __init__(self, rules: Rules, deal: Deal, setup: HandSetup, recorded: RecordedHand, people: People) -> None:
        """Take the deal that the secret gives, and what the hand takes over from the match; `run` plays `hand`."""
        self.hand = Hand(rules, deal, setup)
        self._recorded = recorded
        self._people = people
        self._lines = (recorded.deal, *recorded.body)
        self._place = 0
        self._stake = setup.stake

    def run(self) -> HandResult | None:
        """Play to the end and return the result; None if the hand was void before it had one."""
        self._compare(self.hand.events)
        while self.hand.result is None:
            line = self._peek()
            if line is None:
                if self._recorded.void is None:
                    self._miss("the hand goes on")
                return None
            if self.hand.window is None:
                self._take_turn(line)
            else:
                self._close_window(self.hand.window, line)
        rest = self._peek()
        if rest is not None:
            self._fail(rest, "unexpected_line", f"the hand is over, no {rest.type} can follow")
        return self.hand.result

    # ---- reading

    def _peek(self) -> Line | None:
        """Take in what people did, and return the next line of play without taking it."""
        while self._place < len(self._lines):
            line = self._lines[self._place]
            if line.type not in AROUND:
                return line
            self._people.check(line)
            self._people.follow(line)
            self._place += 1
        return None

    def _following(self) -> Iterator[Line]:
        """Yield the lines of play after the next one."""
        rest = islice(self._lines, self._place + 1, None)
        return (line for line in rest if line.type not in AROUND)

    def _compare(self, events: Iterable[Event]) -> None:
        """Take a line for each event and refuse one that tells something else."""
        for event in events:
            expected = event_line(event, self._stake)
            line = self._peek()
            if line is None:
                self._miss(f"{expected['type']} should follow")
            if line.type != expected["type"]:
                self._fail(line, "unexpected_line", f"by the rules {expected['type']} follows here, not {line.type}")
            for name, value in expected.items():
                if line[name] != value:
                    self._fail(line, f"wrong_{name}", f"{name} should be {value}, not {line[name]}")
            self._place += 1
            self._people.go_on()

    def _miss(self, details: str) -> NoReturn:
        closing = self._recorded.void or (*self._recorded.penalties, self._recorded.end)[0]
        self._fail(closing, "missing_line", f"before this line {details}")

    @staticmethod
    def _fail(line: Line, code: str, details: str) -> NoReturn:
        raise RecordError(Fault(line.number, code, details))

    # ---- deciding

    def _apply(self, line: Line, action: Action, auto: Auto = None) -> list[Event]:
        try:
            return self.hand.apply(action, auto)
        except RuleError as error:
            self._fail(line, "illegal_move", f"nobody may do this here ({error.code})")

    def _take_turn(self, line: Line) -> None:
        """Do what the line tells of the seat whose turn it is, or of a call for a new bao."""
        # A win declined is told before what was done instead; a tile that was dealt out goes by itself (M8).
        told = next(self._following(), line) if line.type == "pass_win" else line
        auto: Auto = None
        if self.hand.is_dealt_out and line.type == "pass_win":
            action: SeatAction = Pass(line["seat"])
        elif told.type == "discard":
            action, auto = Discard(told["seat"], parse_tile(told["tile"]), told["listen"]), told["auto"]
        elif told.type == "an_gang":
            action = AnGang(told["seat"], parse_tile(told["tile"]))
        elif told.type == "jia_gang":
            action = JiaGang(told["seat"], parse_tile(told["tile"]))
        elif told.type == "hu":
            action = Win(told["seat"])
        elif told.type == "bao" and told["why"] == "called" and told["seat"] is not None:
            action = CallBao(told["seat"])
        else:
            self._fail(told, "unexpected_line", f"seat {self.hand.turn} is to act, no {told.type} can follow")
        self._check_auto(told, action, auto)
        self._compare(self._apply(told, action, auto))

    def _close_window(self, window: Window, line: Line) -> None:
        """Give the answers that the line tells of, if anybody was asked, and close the window."""
        if not window.offers:
            self._compare(self._apply(line, Resolve()))
            return
        if line.type != "claims":
            self._fail(line, "unexpected_line", f"by the rules claims follows here, not {line.type}")
        told = {offer["seat"]: offer["acts"] for offer in line["offered"]}
        for seat, actions in window.offers.items():
            acts = list(dict.fromkeys(map(window.name_act, actions)))
            if told.get(seat) != acts:
                self._fail(line, "wrong_offered", f"seat {seat} may answer {acts}, not {told.get(seat)}")
        for answer in line["answers"]:
            self._answer(window, line, answer["seat"], answer["act"], answer["auto"])
        if not self.hand.can_resolve:
            waiting = sorted(self.hand.pending)
            self._fail(line, "wrong_answers", f"seats {waiting} have not answered and could still change the outcome")
        self._compare(self._apply(line, Resolve()))

    def _answer(self, window: Window, line: Line, seat: int, act: str, auto: Auto) -> None:
        action = self._find_answer(window, line, seat, act)
        if SayListen(seat) in self.hand.legal_actions(seat) and (act in _LISTEN_ACTS or seat in self._failed()):
            self._apply(line, SayListen(seat))
        self._check_auto(line, action, auto)
        self._apply(line, action, auto)

    def _find_answer(self, window: Window, line: Line, seat: int, act: str) -> SeatAction:
        """Return the action of an answer; the tiles that a chi takes are told by its own line, if it is done."""
        if act == "pass":
            return Pass(seat)
        choices = [action for action in window.offers.get(seat, ()) if window.name_act(action) == act]
        if not choices:
            self._fail(line, "illegal_move", f"seat {seat} may not answer {act}")
        claim = next((later for later in self._following() if later.type != "listen_failed"), None)
        if claim is not None and claim.type == "chi" and claim["seat"] == seat:
            own = claim["own"]
            fitting = [action for action in choices if isinstance(action, Chi) and [*map(tile_name, action.own)] == own]
            return next(iter(fitting), choices[0])
        return choices[0]

    def _failed(self) -> set[int]:
        """Return the seats of which the lines right after the window say that they did not take the tile (M6)."""
        failures = takewhile(lambda line: line.type == "listen_failed", self._following())
        return {line["seat"] for line in failures}

    def _check_auto(self, line: Line, action: SeatAction, auto: Auto) -> None:
        """Refuse what clock or autoplay cannot have done: they play the default, for those for whom they play (P3)."""
        self._people.check_auto(line, action.seat, auto)
        if auto is None or action not in self.hand.legal_actions(action.seat):
            return
        if action != self.hand.default_action(action.seat):
            self._fail(line, "wrong_auto", f"{auto} would not have done this")
