"""A room to play in without Discord: temporary books, a clock moved by hand, and a listener that keeps all it hears."""

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
import pytest_asyncio

from engine.actions import Discard, Pass
from engine.cities import find_rules
from host.clock import ManualClock
from host.computers import Computers, FunctionPlayer
from host.publisher import SilentPublisher
from host.registry import Tables
from host.settings import RoomSettings
from host.store import Store
from host.surroundings import Surroundings
from tests.host.databases import PostgresDatabase, SqliteDatabase
from tests.new_database import put_new_database

GUILD = 900


def discard_last(view, rng):
    """Pass every claim and discard the highest tile: a computer player that never wins."""
    actions = view.own.actions
    passes = [action for action in actions if isinstance(action, Pass)]
    return passes[0] if passes else max((a for a in actions if isinstance(a, Discard)), key=lambda a: a.tile)


def choose_any(view, rng):
    """Choose at random among what is legal."""
    return rng.choice(view.own.actions)


@dataclass
class Listener(SilentPublisher):
    """Keeps each call with its time: (name, time, facts)."""

    clock: ManualClock
    calls: list = field(default_factory=list)
    tells_at_once: bool = False
    fails: bool = False

    def keep(self, name, *facts):
        self.calls.append((name, self.clock.now(), *facts))
        if self.fails:
            raise RuntimeError("the publisher is broken")

    async def lobby_changed(self, table):
        self.keep("lobby_changed")

    async def table_changed(self, table, events):
        self.keep("table_changed", events)

    async def asked(self, table, seat):
        self.keep("asked", seat)
        if self.tells_at_once:
            decision = table.snapshot(table._context.seats[seat].user_id).decision
            if decision is not None:
                table.told(seat, decision)

    async def half_over(self, table, seat):
        self.keep("half_over", seat)

    async def hand_over(self, table, report):
        self.keep("hand_over", report)

    async def match_over(self, table, report):
        self.keep("match_over", report)

    async def closed(self, table, why):
        self.keep("closed", why)

    async def notice(self, table, notice):
        self.keep("notice", notice)

    def named(self, name):
        return [call for call in self.calls if call[0] == name]

    def notices(self, code):
        return [call[2].facts for call in self.named("notice") if call[2].code == code]

    def events(self, kind):
        """(time, event) of a kind, in order."""
        return [
            (call[1], event) for call in self.named("table_changed") for event in call[2] if isinstance(event, kind)
        ]


class Room:
    """Tables with their store, clock and listener."""

    def __init__(self, store, database, choose, seed):
        self.store = store
        self.database = database
        self.clock = ManualClock(quiet=self.quiet)
        self.listener = Listener(self.clock)
        self._lots, self._secrets = random.Random(seed), random.Random(seed)
        self.tables = Tables(
            Surroundings(
                store=store,
                computers=Computers(FunctionPlayer(choose)),
                publisher=self.listener,
                clock=self.clock,
                new_secret=lambda: self._secrets.randbytes(32),
                lots=self._lots,
            )
        )
        self.known = []

    def shuffle_anew(self, seed):
        """Let walls and seats from now on follow from this seed, whatever was drawn before."""
        self._lots.seed(seed)
        self._secrets.seed(seed)

    async def restart(self, *, resumes=True, store=None):
        """Forget all that is in memory, as a killed process does, and begin anew from the same database.

        `store`: opened anew; else the same goes on.
        Returns the tables that were restored.
        """
        for table in self.known:
            table._context.timers.cancel_all()
        self.known.clear()
        self.clock = ManualClock(quiet=self.quiet, start=self.clock.now() + 1000)
        self.listener = Listener(self.clock)
        self.store = store or self.store
        surroundings = replace(self.tables._surroundings, publisher=self.listener, clock=self.clock, store=self.store)
        self.tables = Tables(surroundings)
        await self.tables.restore()
        self.known.extend(self.tables)
        if resumes:
            await self.tables.resume()
            await self.quiet()
        return list(self.known)

    async def quiet(self):
        for table in self.known:
            await table.quiet()

    async def lobby(self, people=1, *, channel=1, computers=0, rules="harbin", options=None, first_user=1, **settings):
        """Open a table with people 1, 2, … and computer players, not started."""
        chosen = RoomSettings(**{"pace": 0.0, **settings})
        table = await self.tables.create(
            guild_id=GUILD,
            channel_id=channel,
            user_id=first_user,
            name=f"p{first_user}",
            rules=find_rules(rules, options),
            settings=chosen,
        )
        self.known.append(table)
        for user in range(first_user + 1, first_user + people):
            await table.join(user, f"p{user}")
        if computers:
            await table.add_computer(first_user, computers)
        return table

    async def started(self, people=1, *, first_user=1, **more):
        """Open a table, fill it with computer players, and start."""
        table = await self.lobby(people, first_user=first_user, computers=4 - people, **more)
        for user in range(first_user, first_user + people):
            await table.start(user)
        await self.quiet()
        return table

    def play_of(self, table):
        return table._match.play

    def users(self, table):
        return {seat.user_id: seat.seat for seat in table.snapshot().seats if seat.user_id}

    def owing(self, table):
        """User ids that owe an answer."""
        return [user for user in self.users(table) if table.snapshot(user).decision is not None]

    async def act(self, table, user, choose=discard_last, rng=None):
        shot = table.snapshot(user)
        await table.act(user, shot.decision, choose(shot.view, rng or random.Random(0)))
        await self.quiet()

    async def play_until(self, table, is_reached, *, choose=discard_last, rng=None, steps=2000, idle=False):
        """Answer for every person and let the pauses pass until the condition holds; idle: let clocks run out."""
        rng = rng or random.Random(0)
        for _ in range(steps):
            await self.quiet()
            if is_reached():
                return
            owing = self.owing(table)
            if owing and not idle:
                await self.act(table, owing[0], choose, rng)
            else:
                due = self.clock.next_due
                assert due is not None, "the table is stuck"
                await self.clock.advance(due - self.clock.now())
        raise AssertionError("not reached")

    async def balance(self, user):
        return (await self.store.find_account(GUILD, user)).balance

    def sql(self, *statements):
        """Change the database behind the store's back."""
        self.database.sql(*statements)

    async def stop(self):
        for table in self.known:
            await table.close("ended")
        await self.quiet()


@pytest.fixture
def database(request, tmp_path):
    """An empty database: of SQLite, or what a test's `on_both` asks for."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return SqliteDatabase(tmp_path / "data" / "books.db")
    return PostgresDatabase(request.getfixturevalue("postgres"))


@pytest.fixture
def store_url(database):
    return database.url


@pytest_asyncio.fixture
async def store(store_url, database):
    if database.kind == "sqlite":
        put_new_database(database.path)
    opened = await Store.open(store_url)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def make_room(store, database):
    rooms = []

    def make(choose=discard_last, seed=1):
        rooms.append(Room(store, database, choose, seed))
        return rooms[-1]

    yield make
    for room in rooms:
        await room.stop()


@pytest.fixture
def room(make_room):
    return make_room()


@pytest.fixture
def any_room(make_room):
    """A room whose computer players choose at random."""
    return make_room(choose_any)


@pytest.fixture
def at_random():
    return choose_any


@pytest.fixture
def failing_writes(database):
    """A context in which the database refuses all that is to be added: settlements and holds, or what is named."""

    @asynccontextmanager
    async def fail(*names):
        names = names or ("settlements", "holds")
        await asyncio.to_thread(database.sql, *(database.refuse(name) for name in names))
        try:
            yield
        finally:
            await asyncio.to_thread(database.sql, *(database.allow(name) for name in names))

    return fail
