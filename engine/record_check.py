"""Checking a record against the rules: every hand is played again from its deal, and each line must come out as told.

The lines say what was decided (a discard, an answer to a claim, a call for a new bao); what follows from it is the
engine's to say, and is compared line by line. Around the hands stand coins, stakes, dealers and penalties.

The first fault of a hand ends the check of that hand; the next hand is then taken as its first line states it.
What a record alone cannot tell is not checked: names, times, and coins that people get or spend elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from engine.match import Standing
from engine.outcome import HandSetup
from engine.payments import find_stake, leave_penalty, settle
from engine.record_people import People
from engine.record_reading import Fault, Line, Record, RecordedHand, RecordError
from engine.record_rerun import Rerun
from engine.record_schema import AROUND
from engine.verify import find_deal, is_by_lot, verify_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.outcome import HandResult

_NOTHING = (0, 0, 0, 0)
_RUNS = (1, 2, 5)


def check_record(record: Record) -> list[Fault]:
    """Return what does not hold, by line: the shuffle (`verify_record`), and the first thing of each hand; one a line.

    Codes: those of `verify_record`; `wrong_<field>` for a field that the rules determine, `wrong_auto` for a default
    that is none, `wrong_seat` for a seat that cannot do so; `illegal_move` for a decision that nobody could take;
    `unexpected_line` where the rules demand another line; `missing_line` before a line that comes too early.
    """
    found = [*_MatchCheck(record).run(), *verify_record(record)]
    return sorted({fault.line: fault for fault in reversed(found)}.values())


def _fail(line: Line, code: str, details: str) -> NoReturn:
    raise RecordError(Fault(line.number, code, details))


def _need(line: Line, name: str, expected: object) -> None:
    """Refuse a field that is not as expected."""
    if line[name] != expected:
        _fail(line, f"wrong_{name}", f"{name} should be {expected}, not {line[name]}")


class _MatchCheck:
    """Goes through the hands of a record. `standing` and `coins` are None where a fault leaves them unknown."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.rules
        self.people = People(record.start)
        self.standing: Standing | None = Standing.first()
        self.coins: list[int] | None = [
            own if self.people.has_own_coins(seat) else 0 for seat, own in enumerate(record.start["coins"])
        ]
        self.stake_cap: int | None = None
        self.faults: list[Fault] = []

    def run(self) -> list[Fault]:
        """Return the first fault of each part."""
        try:
            self._check_coins(self.record.start)
        except RecordError as error:
            self.faults.append(error.fault)
        for hand in self.record.hands:
            try:
                self._check_hand(hand)
            except RecordError as error:
                self.faults.append(error.fault)
                self._resume_after(hand)
        try:
            self._check_coins(self.record.end)
        except RecordError as error:
            self.faults.append(error.fault)
        return self.faults

    def _resume_after(self, hand: RecordedHand) -> None:
        """Forget what a fault leaves unknown; who left and who is back, the lines still tell."""
        self.standing = None
        self.coins = None
        for line in hand.body:
            if line.type in AROUND:
                self.people.follow(line)

    def _check_hand(self, hand: RecordedHand) -> None:
        start = hand.start
        self._seat_new_players(hand)
        self._check_coins(start)
        self.coins = list(start["coins"])
        self._check_stake(start)
        self._check_runs(start)
        standing = self._check_standing(start)
        deal = find_deal(self.record, hand)
        if deal is None:
            # The shuffle's check names the line; what follows from another deal could only mislead.
            self._resume_after(hand)
            return
        first, second, third, fourth = start["runs"] or (1, 1, 1, 1)
        runs = None if start["runs"] is None else (first, second, third, fourth)
        setup = HandSetup(start["hand"], start["stake"], standing.draws_in_a_row, standing.is_liable_dealer, runs)
        result = Rerun(self.rules, deal, setup, hand, self.people).run()
        if hand.void is not None or result is None:
            self._settle(hand, _NOTHING)
            _need(hand.end, "next_dealer", None)
            return
        self.standing = standing.after(self.rules, deal.dealer, result)
        self._check_payments(hand, result)
        self._check_next_dealer(hand, self.standing)

    # ---- before the deal

    def _seat_new_players(self, hand: RecordedHand) -> None:
        for line in hand.before:
            self.people.seat(line)
            if self.coins is not None:
                self.coins[line["seat"]] = 0
        if self.people.absent:
            seat = min(self.people.absent)
            self.people.absent.clear()
            _fail(hand.start, "missing_line", f"seat {seat} was left, and nobody sat down there")

    def _check_standing(self, start: Line) -> Standing:
        """Hold dealer, draw games and liability to what the last hand left; return them as they stand."""
        told = Standing(start["hand"], start["dealer"], start["draws_in_a_row"], start["liable_dealer"])
        due = self.standing
        if due is None:
            return told
        _need(start, "hand", due.hand)
        if not is_by_lot(self.rules, due.hand):
            _need(start, "dealer", due.dealer)
        _need(start, "draws_in_a_row", due.draws_in_a_row)
        _need(start, "liable_dealer", due.is_liable_dealer)
        return told

    def _check_stake(self, start: Line) -> None:
        """Hold the stake to the room's number or the poorest player, beside computer players to one cap (P9, H18)."""
        highest = find_stake(self.rules, self.people.limit(start["coins"]))
        stake = start["stake"]
        if not self.people.has_people:
            # Only `simulate` seats four computer players; they play for one coin a fan.
            self.stake_cap = 1
        if self.people.has_computers and self.stake_cap is None and stake < highest:
            self.stake_cap = stake
        is_capped = self.people.has_computers and self.stake_cap is not None
        _need(start, "stake", min(highest, self.stake_cap or highest) if is_capped else highest)

    def _check_runs(self, start: Line) -> None:
        runs = start["runs"]
        if runs is None:
            return
        if not self.rules.run or any(number not in _RUNS for number in runs):
            _fail(start, "wrong_runs", "runs are 1, 2 or 5, and null without the option")

    # ---- coins

    def _check_coins(self, line: Line) -> None:
        """Compare coins with what they must be. People may also get coins from elsewhere, or spend some."""
        for seat, amount in enumerate(self.coins or ()):
            told = line["coins"][seat]
            if told != amount and not self.people.has_own_coins(seat):
                _fail(line, "wrong_coins", f"seat {seat} has {amount}, not {told}")

    def _check_payments(self, hand: RecordedHand, result: HandResult) -> None:
        start = hand.start
        limits = self.people.limit(start["coins"])
        owed = _NOTHING if result.score is None else result.score.deltas(start["stake"])
        paid = settle(owed, limits, allow_debt=self.rules.allow_debt).paid
        self._settle(hand, self._add_penalties(hand, paid, limits))

    def _add_penalties(self, hand: RecordedHand, paid: Sequence[int], limits: Sequence[int | None]) -> tuple[int, ...]:
        """Hold each penalty to who left and did not come back (H19); return all that is paid."""
        lines = list(hand.penalties)
        total = tuple(paid)
        for seat in sorted(self.people.absent):
            left = [None if own is None else own + gained for own, gained in zip(limits, total, strict=True)]
            deltas = leave_penalty(self.rules, seat, hand.start["stake"], left)
            if not any(deltas):
                continue
            if not lines:
                _fail(hand.end, "missing_line", f"before this line seat {seat} pays a penalty")
            line = lines.pop(0)
            _need(line, "seat", seat)
            _need(line, "deltas", list(deltas))
            total = tuple(gained + more for gained, more in zip(total, deltas, strict=True))
        if lines:
            _fail(lines[0], "unexpected_line", "nobody has to pay a penalty")
        return total

    def _settle(self, hand: RecordedHand, paid: Sequence[int]) -> None:
        _need(hand.end, "deltas", list(paid))
        self.coins = [own + gained for own, gained in zip(hand.start["coins"], paid, strict=True)]
        self._check_coins(hand.end)
        self.coins = list(hand.end["coins"])

    def _check_next_dealer(self, hand: RecordedHand, after: Standing) -> None:
        """Hold the next dealer to the rules; after the last hand there may be none."""
        if hand is not self.record.hands[-1] or hand.end["next_dealer"] is not None:
            _need(hand.end, "next_dealer", after.dealer)
