"""One process at a time has a database; whoever was overtaken writes nothing more."""

import asyncio
import sys
from contextlib import asynccontextmanager

import pytest

from host import ownership
from host.errors import StoreError
from host.ownership import LOCK_KEY
from host.store import Store
from host.units import OpenAccount
from tests.host.databases import PostgresDatabase, is_locked, on_both, until
from tests.host.helpers import GUILD

OTHER_PROGRAM = """
import asyncio, sys
from host.store import Store

async def run():
    await Store.open(sys.argv[1])
    print("open", flush=True)
    await asyncio.sleep(600)

asyncio.run(run())
"""


@asynccontextmanager
async def other_program(url):
    """A process of its own that has the database, until it is killed."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", OTHER_PROGRAM, url), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert await program.stdout.readline() == b"open\n"
        yield program
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


@on_both
async def test_a_second_process_is_refused_and_a_killed_one_leaves_no_stale_lock(database, monkeypatch):
    monkeypatch.setattr(ownership, "PATIENCE_SECONDS", 0.5)
    async with other_program(database.url) as program:
        with pytest.raises(StoreError, match="another program is using it; stop that one first"):
            await Store.open(database.url)
        program.kill()
        await program.wait()
        store = await Store.open(database.url)
        await store.close()


@on_both
async def test_a_database_that_was_let_go_can_be_had_at_once(database):
    for _ in range(3):
        store = await Store.open(database.url)
        await store.close()


@on_both
async def test_each_start_is_counted(database):
    for _ in range(2):
        store = await Store.open(database.url)
        await store.close()
    assert [tuple(map(int, row)) for row in database.sql("SELECT starts FROM owner")] == [(2,)]


@pytest.fixture
def server(postgres):
    return PostgresDatabase(postgres)


@pytest.fixture
def quickly(monkeypatch):
    monkeypatch.setattr(ownership, "REGAIN_SECONDS", 0.05)


def drop_lock(database):
    """Cut the connection that holds the lock, as a network would."""
    holder = f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = {LOCK_KEY} AND granted"
    database.sql(f"SELECT pg_terminate_backend(({holder}))")


async def test_a_lock_that_was_lost_is_taken_again(server, quickly):
    store = await Store.open(server.url)
    try:
        drop_lock(server)
        await until(lambda: is_locked(server))
        assert (await store.write(OpenAccount(GUILD, 1))).balance == 1000
        assert not store.overtaken.is_set()
    finally:
        await store.close()
    assert not is_locked(server)


async def test_who_was_overtaken_writes_nothing_more_and_knows_it(server, monkeypatch):
    monkeypatch.setattr(ownership, "REGAIN_SECONDS", 600)
    first = await Store.open(server.url)
    first._ownership._watching.cancel()
    drop_lock(server)
    second = await Store.open(server.url)
    try:
        with pytest.raises(StoreError, match="another program has taken it over"):
            await first.write(OpenAccount(GUILD, 1))
        assert first.overtaken.is_set()
        assert (await second.write(OpenAccount(GUILD, 2))).balance == 1000
        assert server.sql("SELECT user_id FROM accounts WHERE user_id = 1") == []
    finally:
        await first.close()
        await second.close()


@pytest.mark.parametrize("is_held", [True, False])
async def test_who_was_overtaken_notices_without_writing(server, quickly, is_held):
    first = await Store.open(server.url)
    try:
        if is_held:
            server.sql("UPDATE owner SET starts = starts + 1")
            drop_lock(server)
        else:
            first._ownership._watching.cancel()
            drop_lock(server)
            async with other_program(server.url):
                first._ownership._watching = asyncio.create_task(first._ownership._watch())
                await asyncio.wait_for(first.overtaken.wait(), 10)
        await asyncio.wait_for(first.overtaken.wait(), 10)
    finally:
        await first.close()


async def test_a_lock_whose_connection_is_silently_dead_is_noticed(server, quickly, monkeypatch):
    monkeypatch.setattr(ownership, "WATCH_SECONDS", 0.05)
    store = await Store.open(server.url)
    try:
        store._ownership._driver = None
        drop_lock(server)
        await until(lambda: is_locked(server))
    finally:
        await store.close()
