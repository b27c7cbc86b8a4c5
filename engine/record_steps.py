"""A recorded hand step by step: what happened, and the table after each step as a seat saw it, or with all hands open.

Rule 1: only a hand that is over is opened: its record names every tile.
Rule 2: a seat's view of a step is the view that the hand gave that seat then (`engine.viewing`), nothing added.
Rule 3: the actions alone are kept; views come from playing the hand again, all that are wanted in one go (`walk`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.events import Claimed, ClaimsClosed, Discarded, Drew, ListenFailed, WinPassed
from engine.hand import Hand
from engine.outcome import HandSetup
from engine.record_people import People
from engine.record_reading import Fault, RecordError
from engine.record_rerun import Rerun
from engine.record_schema import AROUND
from engine.tiles import list_kinds
from engine.verify import deal_again, find_deal
from engine.view import OpenHands, ResultView, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action, Auto
    from engine.events import Event
    from engine.record import Json
    from engine.record_reading import Line, Record, RecordedHand
    from engine.rules import Rules

_BY_THE_WAY = (Drew, ClaimsClosed, WinPassed, ListenFailed)
"""What needs no look of its own: others see nothing new on the table."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one action brought about. `applied`: so many actions of the hand were carried out by then.

    `around`: what people did meanwhile, before `events`: lines of types `autoplay`, `leave`, `return`.
    """

    applied: int
    events: tuple[Event, ...]
    around: tuple[Line, ...]


class _Onlookers(People):
    """People of whom the hand alone is told: what they did before it is not known, so nothing is held against them."""

    def check(self, line: Line) -> None:
        """Take what a line tells."""

    def check_auto(self, line: Line, seat: int, auto: Auto) -> None:
        """Take what a line tells."""


@dataclass(frozen=True, slots=True, eq=False)
class ReplayedHand:
    """A hand that was over, to be looked at step by step. `players`: as `start_match` and `sit` name them, by seat.

    `coins`: what people had before it, None for who plays without coins of their own. `start`, `end`: its lines
    `start_hand` and `end_hand`. `void_why` is None unless the hand counts for nothing; that it does is its last step.
    """

    rules: Rules
    players: tuple[Json, ...]
    coins: tuple[int | None, ...]
    start: Line
    end: Line
    void_why: str | None
    steps: tuple[Step, ...]
    _record: Record
    _hand: RecordedHand
    _setup: HandSetup
    _history: tuple[tuple[Action, Auto], ...]

    @property
    def number(self) -> int:
        """The hand's number in its match."""
        return self._setup.hand

    @property
    def last(self) -> int:
        """The number of the last step; the first is 0."""
        return len(self.steps) - 1

    def look(self, step: int, seat: int, *, is_open: bool) -> View:
        """Return the table after a step as a seat saw it, or from there with all hands open; IndexError if none is."""
        return next(self.walk((step,), seat, is_open=is_open))

    def walk(self, stops: Sequence[int], seat: int, *, is_open: bool) -> Iterator[View]:
        """Yield the table after each of some steps, in rising order: the hand is played once for all of them."""
        hand = self._begin()
        for stop in stops:
            for action, auto in self._history[len(hand.history) : self.steps[stop].applied]:
                hand.apply(action, auto)
            yield self._show(hand, stop, seat, is_open=is_open)

    def list_stops(self, seat: int | None) -> list[int]:
        """Return the steps at which to stop: each draw of the seat's own, and whatever changes the table for all.

        `seat` None: with all hands open, where a draw and what follows it are one stop.
        """
        return [
            number
            for number, step in enumerate(self.steps)
            if number in {0, self.last} or not all(_is_by_the_way(event, seat) for event in step.events)
        ]

    def list_turns(self, seat: int, *, is_open: bool) -> list[int]:
        """Return the stops at which it is a seat's turn: it has drawn or claimed, or (all open) it discards."""
        return [
            stop
            for stop in self.list_stops(None if is_open else seat)
            if any(_is_turn(event, seat, is_open=is_open) for event in self.steps[stop].events)
        ]

    # ---- playing it again

    def _begin(self) -> Hand:
        deal = deal_again(self._record, self._hand)
        assert deal is not None  # noqa: S101 (it was dealt so before)
        return Hand(self.rules, deal, self._setup)

    def _show(self, hand: Hand, step: int, seat: int, *, is_open: bool) -> View:
        view = hand.view(seat, explains=not is_open)
        if self.void_why is not None and step == self.last:
            return _void(view, hand)
        return _open(view, hand) if is_open and hand.result is None else view


def replay_recorded(record: Record, number: int) -> ReplayedHand | None:
    """Return a hand of a record by its number, played again; None if there is no such hand.

    Raises:
        RecordError: with the first line that does not hold.
    """
    hand = next((each for each in record.hands if each.start["hand"] == number), None)
    if hand is None:
        return None
    start = hand.start
    deal = find_deal(record, hand)
    if deal is None:
        raise RecordError(Fault(hand.deal.number, "wrong_wall", "secret and words give another deal"))
    first, second, third, fourth = start["runs"] or (1, 1, 1, 1)
    runs = None if start["runs"] is None else (first, second, third, fourth)
    setup = HandSetup(number, start["stake"], start["draws_in_a_row"], start["liable_dealer"], runs)
    rerun = Rerun(record.rules, deal, setup, hand, _Onlookers(record.start))
    rerun.run()
    history = tuple(rerun.hand.history)
    steps = _list_steps(record, hand, setup, history)
    why = None if hand.void is None else hand.void["why"]
    if hand.void is not None:
        steps.append(Step(len(history), (), ()))
    players, coins = tuple(record.list_players(hand)), _list_coins(record, hand)
    return ReplayedHand(record.rules, players, coins, start, hand.end, why, tuple(steps), record, hand, setup, history)


# ---- steps


def _list_steps(
    record: Record, recorded: RecordedHand, setup: HandSetup, history: Sequence[tuple[Action, Auto]]
) -> list[Step]:
    """Play the hand once more, and put together what each action brought about and what people did before it."""
    deal = deal_again(record, recorded)
    assert deal is not None  # noqa: S101 (it was dealt so before)
    hand = Hand(record.rules, deal, setup)
    lines = iter((recorded.deal, *recorded.body))
    steps = [Step(0, tuple(hand.events), _take_around(lines, len(hand.events)))]
    for applied, (action, auto) in enumerate(history, 1):
        events = tuple(hand.apply(action, auto))
        if events:
            steps.append(Step(applied, events, _take_around(lines, len(events))))
    return steps


def _take_around(lines: Iterator[Line], plays: int) -> tuple[Line, ...]:
    """Take so many lines of play, each an event's; return those of people that stand before them."""
    around = []
    while plays:
        line = next(lines)
        if line.type in AROUND:
            around.append(line)
        else:
            plays -= 1
    return tuple(around)


def _list_coins(record: Record, hand: RecordedHand) -> tuple[int | None, ...]:
    """Return with how many coins of their own the players of a hand began it."""
    people = People(record.start)
    for line in record.list_sits(hand):
        people.seat(line)
    return tuple(people.limit(hand.start["coins"]))


def _is_by_the_way(event: Event, seat: int | None) -> bool:
    return isinstance(event, _BY_THE_WAY) and not (isinstance(event, Drew) and event.seat == seat)


def _is_turn(event: Event, seat: int, *, is_open: bool) -> bool:
    if is_open:
        return isinstance(event, Discarded) and event.seat == seat
    return isinstance(event, Drew | Claimed) and event.seat == seat


# ---- views


def _open(view: View, hand: Hand) -> View:
    """Return a view with all that is hidden."""
    seats = [hand.view(seat, explains=False) for seat in range(len(view.seats))]
    own = [each.own for each in seats if each.own is not None]
    opened = OpenHands(
        concealed=tuple(each.concealed for each in own),
        drawn=tuple(each.drawn for each in own),
        waits=tuple(each.waits for each in own),
        bao=hand.bao,
    )
    return replace(view, seats=tuple(each.seats[each.viewer or 0] for each in seats), opened=opened)


def _void(view: View, hand: Hand) -> View:
    """Return how a hand lies that was broken off and counts for nothing."""
    hands = tuple(tuple(list_kinds(seat.counts)) for seat in hand.seats)
    own = view.own
    if own is not None:
        own = replace(own, decision=None, actions=(), listen_discards=(), refusal=(), default=None)
    seats = tuple(seat.look(shows_all=True) for seat in hand.seats)
    result = ResultView(kind="void", hands=hands, bao=hand.bao)
    return replace(view, phase="over", window=None, seats=seats, own=own, result=result)
