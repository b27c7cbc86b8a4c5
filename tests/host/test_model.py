"""A table against a simple model of one: random joins, leaves, starts, answers, jumps of time, and restarts.

The model knows who sits, who is away, who has pressed what, and in which phase the table is; the table must agree after
each step, whatever the order, and the books must balance.
"""

import asyncio
import random
from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.record import write_lines
from host.archive import read_match
from host.errors import HostError
from host.events import HandEnded
from host.record_lines import list_record_lines
from host.store import Store
from host.version import PROGRAM
from tests.host.conftest import GUILD, Room, choose_any
from tests.host.databases import SqliteDatabase
from tests.host.test_restart import see

PEOPLE = 6
FIRST_COINS = 1000
SEATS = 4


class Model:
    """What one may say of a table without knowing the game."""

    def __init__(self, user):
        self.phase = "lobby"
        self.sitting = {user}
        self.away = set()
        self.ready = set()
        self.autoplay = set()
        self.votes = set()
        self.computers = 0

    @property
    def here(self):
        return self.sitting - self.away

    @property
    def is_ready(self):
        return len(self.sitting) + self.computers == SEATS and self.sitting <= self.ready

    @property
    def majority(self):
        return len(self.here) // 2 + 1

    def start_hand(self):
        self.phase = "playing"
        self.computers = SEATS - len(self.sitting)
        self.ready.clear()

    def end_hand(self):
        self.sitting -= self.away
        self.autoplay -= self.away
        self.away.clear()
        self.votes.clear()
        self.ready.clear()


BOOKS = (
    "SELECT (SELECT count(*) FROM movements), (SELECT count(*) FROM holds), (SELECT count(*) FROM settlements), "
    "(SELECT count(*) FROM accounts), (SELECT sum(balance) FROM accounts WHERE user_id > 0), "
    "(SELECT sum(held) FROM accounts)"
)
"""What changes whenever coins do."""


class Stage:
    """One database and one event loop for all examples: each has people and a channel of its own."""

    def __init__(self, folder):
        self.loop = asyncio.new_event_loop()
        database = SqliteDatabase(folder / "books.db")
        self.store = self.run(Store.open(database.url))
        self.room = Room(self.store, database, choose_any, 1)
        self.examples = 1

    def run(self, work):
        return self.loop.run_until_complete(work)

    def close(self):
        self.run(self.store.close())
        self.loop.close()


class TableMachine(RuleBasedStateMachine):
    """People do at a table whatever comes to their minds."""

    stage: Stage
    audited = None

    @initialize(data=st.data())
    def begin(self, data):
        self.first = 100 * self.stage.examples
        self.stage.examples += 1
        # The same example is the same game whenever it is tried.
        seed = data.draw(st.integers(0, 2**32 - 1))
        self.rng = random.Random(seed)
        self.stage.room.shuffle_anew(seed)
        self.open(data)

    @precondition(lambda self: self.model.phase == "over")
    @rule(data=st.data())
    def open(self, data):
        """Open a table, and (mostly) start with so many people."""
        people = data.draw(st.sampled_from([0, 1, 2, 2, 3, 4, 4]))
        constant_pause = data.draw(st.sampled_from([None, True, False]))
        hands = data.draw(st.sampled_from([4, None]))
        self.hand = 0
        self.table = self.run(
            self.room.lobby(
                channel=self.first,
                first_user=self.first,
                options={"stake": 1},
                constant_pause=constant_pause,
                hands=hands,
            )
        )
        self.model = Model(self.first)
        if people:
            users = [self.user(number) for number in range(people)]
            for user in users[1:]:
                self.run(self.table.join(user, f"p{user}"))
            if people < SEATS:
                self.run(self.table.add_computer(self.first, SEATS - people))
            for user in users:
                self.run(self.table.start(user))
            self.model.sitting |= set(users)
            self.model.start_hand()
            self.hand = 1

    @property
    def room(self):
        return self.stage.room

    def run(self, work):
        done = self.stage.run(work)
        self.stage.run(self.room.quiet())
        return done

    def attempt(self, work, code=None):
        """Do something that must be refused with this code, or (None) must not be refused."""
        if code is None:
            return self.run(work)
        with pytest.raises(HostError) as refusal:
            self.run(work)
        assert refusal.value.code == code
        return None

    def user(self, number):
        return self.first + number

    # ---- what follows by itself

    def follow(self):
        """Bring the model up to what time and the game have done: hands end and begin, clocks run out."""
        model, shot = self.model, self.table.snapshot()
        if shot.state == "over":
            assert shot.match_report is None or shot.match_report.why in {"finished", "nobody_here"}
            model.phase = "over"
            return
        has_ended = model.phase == "playing" and (shot.state != "playing" or shot.hand != self.hand)
        if has_ended:
            model.end_hand()
        if shot.state == "playing" and (model.phase != "playing" or shot.hand != self.hand):
            model.start_hand()
        model.phase, self.hand = shot.state, shot.hand
        now = {seat.user_id for seat in shot.seats if seat.user_id and seat.autoplay}
        assert model.autoplay <= now, "only their own doing takes people back from autoplay"
        model.autoplay = now

    # ---- what people do

    @precondition(lambda self: self.model.phase != "over")
    @rule(number=st.integers(0, PEOPLE - 1))
    def join(self, number):
        model, user = self.model, self.user(number)
        if user in model.sitting:
            code = None if user in model.autoplay else "already_seated"
        else:
            taken = len(model.sitting) + (0 if model.phase == "lobby" else model.computers)
            code = "table_full" if model.phase == "playing" or taken == SEATS else None
        self.attempt(self.table.join(user, f"p{user}"), code)
        if code is None:
            if user not in model.sitting and model.phase == "lobby":
                model.computers = min(model.computers, SEATS - 1 - len(model.sitting))
            model.sitting.add(user)
            self.come_back(user)

    def come_back(self, user):
        self.model.away.discard(user)
        self.model.autoplay.discard(user)
        self.follow()

    @precondition(lambda self: self.model.phase != "over")
    @rule(number=st.integers(0, PEOPLE - 1))
    def leave(self, number):
        model, user = self.model, self.user(number)
        self.attempt(self.table.leave(user), None if user in model.sitting else "not_seated")
        if user not in model.sitting:
            return
        if model.phase == "playing":
            model.away.add(user)
            model.autoplay.add(user)
        else:
            for group in (model.sitting, model.ready, model.autoplay, model.votes):
                group.discard(user)
            if not model.sitting:
                model.phase = "over"
        if model.phase != "over":
            self.follow()

    @precondition(lambda self: self.model.phase == "lobby")
    @rule(number=st.integers(0, PEOPLE - 1), more=st.booleans())
    def change_computers(self, number, more):
        model, user = self.model, self.user(number)
        if user not in model.sitting:
            code = "not_seated"
        elif more:
            code = "table_full" if len(model.sitting) + model.computers == SEATS else None
        else:
            code = None if model.computers else "no_computer"
        self.attempt((self.table.add_computer if more else self.table.remove_computer)(user), code)
        if code is None:
            model.computers += 1 if more else -1
            self.begin_if_ready()

    def begin_if_ready(self):
        if self.model.is_ready:
            self.model.start_hand()
            self.hand = 1
        self.follow()

    @rule(number=st.integers(0, PEOPLE - 1))
    def start(self, number):
        model, user = self.model, self.user(number)
        code = None
        if model.phase != "lobby":
            code = "closed" if model.phase == "over" else "match_running"
        elif user not in model.sitting:
            code = "not_seated"
        self.attempt(self.table.start(user), code)
        if code is None:
            model.ready.add(user)
            self.begin_if_ready()

    @precondition(lambda self: self.model.phase in {"playing", "between"})
    @rule(number=st.integers(0, PEOPLE - 1))
    def press_next(self, number):
        model, user = self.model, self.user(number)
        code = "not_seated" if user not in model.sitting else "hand_running" if model.phase == "playing" else None
        self.attempt(self.table.press_next(user), code)
        if code is None:
            model.autoplay.discard(user)
            model.ready.add(user)
            if model.sitting - model.autoplay <= model.ready:
                model.start_hand()
                self.hand += 1
            self.follow()

    @precondition(lambda self: self.model.phase in {"playing", "between"})
    @rule(number=st.integers(0, PEOPLE - 1), on=st.booleans())
    def hand_over_or_take_back(self, number, on):
        model, user = self.model, self.user(number)
        if user not in model.sitting:
            code = "not_seated"
        elif on:
            code = "no_hand" if model.phase == "between" else None
        else:
            code = None if user in model.autoplay else "already_seated"
        self.attempt((self.table.set_autoplay if on else self.table.take_back)(user), code)
        if code is None and on:
            model.autoplay.add(user)
            self.follow()
        elif code is None:
            self.come_back(user)

    @precondition(lambda self: self.model.phase == "playing")
    @rule(times=st.integers(1, 30))
    def answer(self, times):
        """Whoever owes an answer gives one; others are refused."""
        for _ in range(times):
            owing = self.room.owing(self.table)
            if not owing or self.model.phase != "playing":
                return
            user = self.rng.choice(owing)
            shot = self.table.snapshot(user)
            self.run(self.table.act(user, shot.decision, self.rng.randrange(len(shot.view.own.actions))))
            self.come_back(user)

    @precondition(lambda self: self.model.phase == "playing")
    @rule(number=st.integers(0, PEOPLE - 1), wrong=st.integers(1, 3))
    def answer_wrongly(self, number, wrong):
        user = self.user(number)
        before = self.table._freeze()
        shot = self.table.snapshot(user)
        with pytest.raises(HostError) as refusal:
            self.run(self.table.act(user, (shot.decision or 1000) + wrong, 0))
        assert (refusal.value.code == "not_seated") == (user not in self.model.sitting)
        assert self.table._freeze() == before

    @precondition(lambda self: self.model.phase in {"playing", "between"})
    @rule(number=st.integers(0, PEOPLE - 1))
    def vote(self, number):
        model, user = self.model, self.user(number)
        if user == self.table.host_id:
            return
        code = None if user in model.here else "not_seated"
        is_over = self.attempt(self.table.end(user), code)
        if code is None:
            model.votes.add(user)
            assert is_over == (len(model.votes & model.here) >= model.majority)
            if is_over:
                model.phase = "over"

    # ---- what happens

    @precondition(lambda self: self.model.phase != "over")
    @rule(seconds=st.sampled_from([0.5, 2, 5, 5, 5, 12, 25, 60]))
    def let_time_pass(self, seconds):
        due = self.room.clock.next_due
        assert due is not None, "the table is stuck: no clock runs"
        self.run(self.room.clock.advance(seconds))
        self.follow()

    @precondition(lambda self: self.model.phase != "over")
    @rule(seconds=st.sampled_from([-1e6, -3600, 3600, 1e6]))
    def set_the_systems_clock(self, seconds):
        self.room.clock.wall_offset += seconds
        self.run(self.room.clock.advance(0.01))
        self.follow()

    @precondition(lambda self: self.model.phase != "over")
    @rule(times=st.integers(1, 2))
    def restart(self, times):
        """Kill and start again; of two starts the first finds the books as the kill left them."""
        for _ in range(times):
            self.restart_once()

    @precondition(lambda self: self.model.phase != "over" and (self.model.votes or self.model.away))
    @rule()
    def restart_when_much_is_to_be_kept(self):
        self.restart_once()

    def restart_once(self):
        users = [self.user(number) for number in range(PEOPLE)]
        before, record = see(self.table, users), self.table.record
        tables = self.run(self.room.restart(resumes=False))
        (self.table,) = [table for table in tables if table.table_id == self.table.table_id]
        assert see(self.table, users) == before
        assert self.table.record == record
        self.run(self.room.tables.resume())
        self.follow()

    # ---- what always holds

    @invariant()
    def the_table_is_as_the_model_says(self):
        model, shot = self.model, self.table.snapshot()
        assert shot.state == model.phase
        if model.phase == "over":
            assert self.room.tables.find(self.table.table_id) is None
            return
        assert {seat.user_id for seat in shot.seats if seat.user_id} == model.sitting
        assert {seat.user_id for seat in shot.seats if seat.has_left} == model.away
        assert {seat.user_id for seat in shot.seats if seat.user_id and seat.is_ready} == model.ready
        assert sum(seat.computer is not None for seat in shot.seats) == model.computers
        assert self.table.host_id in (model.here or {self.table.host_id})
        if model.phase != "lobby":
            assert shot.votes == model.votes & model.here
        for number in range(PEOPLE):
            user = self.user(number)
            found = self.room.tables.find_of(GUILD, user)
            assert found is (self.table if user in model.sitting else None)

    @invariant()
    def no_coin_comes_or_goes(self):
        # Between two changes of the books an audit finds the same.
        (books,) = self.room.database.sql(BOOKS)
        if books != self.audited:
            self.audited = books
            assert self.stage.run(self.stage.store.audit()).is_sound
        for user in self.model.sitting if self.model.phase in {"lobby", "between", "over"} else ():
            assert self.stage.run(self.stage.store.find_account(GUILD, user)).held == 0

    @invariant()
    def what_is_over_is_in_the_archive_line_by_line(self):
        if self.model.phase in {"between", "over"}:
            events = self.table.record
            ended = [place for place, event in enumerate(events) if isinstance(event, HandEnded)]
            over = () if not ended else events if self.model.phase == "over" else events[: ended[-1] + 1]
            kept = self.stage.run(self.stage.store.read(partial(read_match, table_id=self.table.table_id)))
            told = write_lines(list_record_lines(over, PROGRAM)).encode()
            assert (kept or b"").startswith(told)
            assert (kept or b"")[len(told) :].count(b"\n") == (1 if over and self.model.phase == "between" else 0)

    def teardown(self):
        if hasattr(self, "table"):
            self.run(self.table.close("ended"))
            self.room.known.clear()
            assert self.stage.run(self.stage.store.audit()).is_sound


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_table_is_what_a_simple_model_says_whatever_people_do(tmp_path, trials):
    stage = Stage(tmp_path)
    machine = type("Machine", (TableMachine,), {"stage": stage})
    machine.TestCase.settings = settings()
    try:
        run_state_machine_as_test(machine, settings=settings(max_examples=trials(20), stateful_step_count=30))
    finally:
        stage.close()
