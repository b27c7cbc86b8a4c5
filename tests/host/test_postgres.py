"""PostgreSQL stops and crashes under the bot: play waits, says so and goes on, and what was told is there."""

import asyncio
import random

import pytest

from host import ownership
from host.store import Store
from tests.host.conftest import Room
from tests.host.databases import PostgresDatabase, is_locked, until
from tests.host.helpers import greedy, refused, to_between, to_turn
from tests.host.test_restart import play_on, see

pytestmark = pytest.mark.slow


@pytest.fixture
def quickly(monkeypatch):
    monkeypatch.setattr(ownership, "REGAIN_SECONDS", 0.05)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_server_that_restarts_makes_play_wait_and_go_on(room, database, quickly):
    table = await room.started(2, constant_pause=True)
    await to_turn(room, table)
    shot = table.snapshot(1)
    await asyncio.to_thread(database.cluster.stop)
    await table.act(1, shot.decision, shot.view.own.actions[-1])
    await room.quiet()
    assert len(room.listener.notices("store_failed")) == 1
    assert table.state == "stalled"
    await refused(table.look(1), "store_failed")
    await room.clock.advance(11)
    await asyncio.to_thread(database.cluster.start)
    await until(lambda: is_locked(database))
    await room.clock.advance(5)
    await room.quiet()
    assert room.listener.notices("store_back") == [{}]
    await to_between(room, table)
    assert (await room.store.audit()).is_sound


async def test_what_was_told_outlives_a_crash_of_the_server_at_any_moment(postgres, trials):
    rng = random.Random(4)
    database = PostgresDatabase(postgres)
    store = await Store.open(database.url)
    room = Room(store, database, greedy, 3)
    table = await room.started(2, hands=4, next_hand_seconds=1)
    for _ in range(trials(3)):
        await play_on(room, table, rng, rng.randrange(20))
        if table.state == "over":
            break
        before = see(table, (1, 2))
        await asyncio.to_thread(postgres.restart, "immediate")
        await store.close()
        store = await Store.open(database.url)
        (table,) = await room.restart(resumes=False, store=store)
        assert see(table, (1, 2)) == before
        await room.tables.resume()
        await room.quiet()
    assert (await store.audit()).is_sound
    await room.stop()
    await store.close()
