"""PostgreSQL stops and crashes under the bot: play waits, says so and goes on, and what was told is there."""

import asyncio
import random
from contextlib import contextmanager

import pytest

from host import ownership
from host.store import Store
from tests.host.conftest import Room, discard_last
from tests.host.databases import PostgresDatabase, is_locked, until
from tests.host.disks import LimitedFiles, small_disk
from tests.host.helpers import greedy, refused, to_between, to_turn
from tests.host.test_restart import play_on, see
from tests.host.test_trouble import play_until_stalled
from tests.postgres import open_cluster

pytestmark = pytest.mark.slow

POSTGRES_SIZE = 80 << 20
"""Room for a new cluster with its log, and a little more."""


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


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_server_that_turns_read_only_makes_play_wait_and_go_on(room, database):
    table = await room.started(2)
    await to_turn(room, table)
    cluster = database.cluster

    def switch(*commands):
        for command in (*commands, "SELECT pg_reload_conf()"):
            cluster.sql("postgres", command)

    await asyncio.to_thread(switch, "ALTER SYSTEM SET default_transaction_read_only = on")
    try:
        before = await play_until_stalled(room, table)
        (notice,) = room.listener.notices("store_failed")
        assert "ReadOnly" in notice["why"]
        await refused(table.look(1), "store_failed")
        await room.clock.advance(60)
        assert len(room.listener.notices("store_failed")) == 1
    finally:
        await asyncio.to_thread(switch, "ALTER SYSTEM RESET default_transaction_read_only")
    (table,) = await room.restart(resumes=False)
    assert see(table, (1, 2)) == before
    await room.tables.resume()
    await to_between(room, table)
    assert (await room.store.audit()).is_sound


@pytest.fixture
def full_cluster(postgres):
    """A PostgreSQL on a small disk of its own, and the disk."""
    disks = []

    @contextmanager
    def make_disk(folder):
        # The server's processes are known only once it runs.
        otherwise = lambda folder: LimitedFiles(folder, lambda: cluster.processes())  # noqa: E731, PLW0108
        with small_disk(folder, POSTGRES_SIZE, otherwise) as disk:
            disks.append(disk)
            yield

    with open_cluster(postgres.programs, make_disk=make_disk) as cluster:
        yield cluster, disks[0]


async def test_a_server_whose_disk_is_full_makes_play_wait_and_go_on(full_cluster, quickly):
    cluster, disk = full_cluster
    database = PostgresDatabase(cluster)
    store = await Store.open(database.url)
    room = Room(store, database, discard_last, 1)
    table = await room.started(2, hands=8)
    await to_turn(room, table)
    with disk.unwritable():
        await play_until_stalled(room, table)
        (notice,) = room.listener.notices("store_failed")
        assert notice["why"]
        await refused(table.look(1), "store_failed")
        await room.clock.advance(60)
        assert len(room.listener.notices("store_failed")) == 1
    if not await asyncio.to_thread(cluster.is_running):
        # With no room for its own log it ends, as it should; whoever minds it starts it again.
        await asyncio.to_thread(cluster.start)
    await until(lambda: is_locked(database))
    for _ in range(12):
        await room.clock.advance(5)
        await room.quiet()
    assert room.listener.notices("store_back") == [{}]
    (table,) = room.known
    await to_between(room, table)
    assert (await room.store.audit()).is_sound
    await room.stop()
    await store.close()


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
