"""Real trouble with a database: a full disk, another program's lock, rows too old. Play waits, says so, and goes on."""

import asyncio
import sys
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from host import connections
from host.errors import StoreError
from host.store import Store
from host.units import KeepMessage, OpenAccount, SaveTable, SettleHand
from tests.host.conftest import Room, discard_last
from tests.host.databases import SqliteDatabase, on_both
from tests.host.disks import BrokenDisk, ImmutableFiles, LimitedFiles, small_disk
from tests.host.helpers import GUILD, refused, to_between, to_turn
from tests.host.test_restart import see


@pytest.fixture(params=["disk", "limit", "read_only"])
def disk(request, tmp_path):
    """A disk of its own that is full; files that may not grow; files that may not be changed: where that is allowed."""
    if request.param == "limit":
        yield LimitedFiles(tmp_path)
    elif request.param == "read_only":
        yield (ImmutableFiles if ImmutableFiles.can_be(tmp_path) else LimitedFiles)(tmp_path)
    else:
        folder = tmp_path / "disk"
        folder.mkdir()
        with small_disk(folder) as disk:
            yield disk


@pytest_asyncio.fixture
async def room_on_disk(disk):
    database = SqliteDatabase(disk.folder / "books.db")
    store = await Store.open(database.url)
    room = Room(store, database, discard_last, 1)
    yield room
    await room.stop()
    await store.close()


async def play_until_stalled(room, table):
    """Act until what happened cannot be kept; what everybody had been shown until then."""
    for _ in range(400):
        await room.quiet()
        before = see(table, (1, 2))
        owing = room.owing(table)
        if owing:
            await room.act(table, owing[0])
        else:
            await room.clock.advance(room.clock.next_due - room.clock.now())
        await room.quiet()
        if table.state == "stalled":
            return before
    raise AssertionError("the disk is not full")


async def test_a_disk_that_is_full_or_read_only_makes_play_wait_and_say_so_once_and_go_on(disk, room_on_disk):
    room = room_on_disk
    table = await room.started(2, hands=4)
    await to_turn(room, table)
    with disk.unwritable():
        await play_until_stalled(room, table)
        (notice,) = room.listener.notices("store_failed")
        assert notice["why"].startswith(("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"))
        told = len(room.listener.calls)
        await refused(table.look(1), "store_failed")
        await room.clock.advance(60)
        assert len(room.listener.calls) == told
        assert (await room.store.audit()).is_sound
    await room.clock.advance(5)
    await room.quiet()
    assert room.listener.notices("store_back") == [{}]
    await to_between(room, table)
    assert table.snapshot().last_report.hand == 1
    assert (await room.store.audit()).is_sound


async def test_a_kill_while_nothing_can_be_written_leaves_what_was_told_last(disk, room_on_disk):
    room = room_on_disk
    table = await room.started(2, constant_pause=True)
    await to_turn(room, table)
    with disk.unwritable():
        before = await play_until_stalled(room, table)
        (table,) = await room.restart(resumes=False)
        assert see(table, (1, 2)) == before
    await room.tables.resume()
    await to_between(room, table)
    assert (await room.store.audit()).is_sound


async def test_a_start_where_nothing_can_be_written_is_refused_in_words_and_leaves_no_half_database(disk):
    database = SqliteDatabase(disk.folder / "books.db")
    with disk.unwritable(), pytest.raises(StoreError, match=r"disk|I/O|space|unable to open|permitted"):
        await Store.open(database.url)
    store = await Store.open(database.url)
    assert (await store.write(OpenAccount(GUILD, 1))).balance == 1000
    await store.close()


async def test_a_disk_that_turns_read_only_stops_play_and_once_mended_holds_what_was_told(tmp_path):
    """As Linux does with one that fails: what is open cannot be written either, and only a new start gets it back."""
    disk = BrokenDisk(tmp_path)
    try:
        database = SqliteDatabase(disk.folder / "books.db")
        store = await Store.open(database.url)
        room = Room(store, database, discard_last, 1)
        table = await room.started(2)
        await to_turn(room, table)
        disk.fail()
        before = await play_until_stalled(room, table)
        (notice,) = room.listener.notices("store_failed")
        assert notice["why"].startswith(("SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_FULL"))
        await refused(table.look(1), "store_failed")
        await room.clock.advance(60)
        assert len(room.listener.notices("store_failed")) == 1
        await store.close()
        disk.mend()
        store = await Store.open(database.url)
        (table,) = await room.restart(resumes=False, store=store)
        assert see(table, (1, 2)) == before
        await room.tables.resume()
        await to_between(room, table)
        assert (await store.audit()).is_sound
        await room.stop()
        await store.close()
    finally:
        disk.close()


HOLD_THE_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@asynccontextmanager
async def locked(path):
    """While inside another program has begun to write to the database and does not end."""
    pipe = asyncio.subprocess.PIPE
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLD_THE_LOCK, str(path)), stdin=pipe, stdout=pipe
    )
    try:
        assert await program.stdout.readline() == b"locked\n"
        yield
    finally:
        program.stdin.close()
        await program.wait()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(connections, "BUSY_TIMEOUT_MS", 100)


async def test_a_database_that_another_program_locks_makes_play_wait_and_go_on(impatient, room, database):
    table = await room.started(2)
    await to_turn(room, table)
    async with locked(database.path):
        await room.act(table, 1)
        (notice,) = room.listener.notices("store_failed")
        assert notice["why"] == "SQLITE_BUSY"
        assert table.state == "stalled"
    await room.clock.advance(5)
    await room.quiet()
    assert table.state == "playing"
    await to_between(room, table)
    assert (await room.store.audit()).is_sound


async def test_what_waits_for_a_locked_database_is_answered_together(impatient, store, database):
    """Not one after the other, each after a wait of its own: a table that fails must not make others wait longer."""
    tries = 0
    run = store._runner.run

    async def count(work):
        nonlocal tries
        tries += 1
        return await run(work)

    store._runner.run = count
    async with locked(database.path):
        units = (store.write(OpenAccount(GUILD, user)) for user in range(1, 60))
        failures = await asyncio.gather(*units, return_exceptions=True)
    assert {str(failure) for failure in failures} == {"store_failed: why='SQLITE_BUSY'"}
    assert tries <= 2
    assert (await store.write(OpenAccount(GUILD, 1))).balance == 1000


async def test_a_lock_shorter_than_our_patience_is_not_noticed(room, database):
    table = await room.started(2)
    await to_turn(room, table)
    async with locked(database.path):
        acting = asyncio.create_task(room.act(table, 1))
        await asyncio.sleep(0.3)
        assert not acting.done()
    await acting
    assert room.listener.notices("store_failed") == []


@on_both
async def test_what_was_committed_though_nobody_could_know_may_be_written_again(store):
    lines = ((0, "[]"), (1, "[]"))
    await store.write(SaveTable("t", "{}", lines))
    await store.write(SaveTable("t", "{}", (*lines, (2, "[]"))))
    (saved,) = await store.load_tables()
    assert saved.lines == ("[]", "[]", "[]")


class TestPruning:
    @pytest.fixture
    def now(self):
        return [1000.0]

    @pytest_asyncio.fixture
    async def store(self, database, now):
        store = await Store.open(database.url, wall=lambda: now[0])
        yield store
        await store.close()

    @staticmethod
    def settle(table, hand=1):
        return SettleHand(GUILD, table, hand, (1, 2, 3, 4), (30, -10, -10, -10), winner=0)

    @on_both
    async def test_old_settlements_of_tables_that_are_over_are_dropped_and_the_books_still_hold(
        self, store, database, now
    ):
        await store.write(SaveTable("lives", "{}", ()))
        await store.write(self.settle("lives"))
        await store.write(self.settle("over"))
        now[0] += 500
        await store.write(self.settle("over", 2))
        assert await store.prune(None, None) == 0
        assert await store.prune(100, None) == 1
        rows = database.sql("SELECT table_id, hand FROM settlements ORDER BY table_id, hand")
        assert [(table, int(hand)) for table, hand in rows] == [("lives", 1), ("over", 2)]
        assert (await store.audit()).is_sound
        again = await store.write(self.settle("lives"))
        assert again.paid == (30, -10, -10, -10)
        assert (await store.find_account(GUILD, 1)).balance == 1090

    async def test_journals_and_places_without_a_table_are_dropped(self, store, database):
        await store.write(SaveTable("lives", "{}", ((0, "[]"),)))
        await store.write(SaveTable("over", None, ((0, "[]"),)))
        await store.write(KeepMessage("lives", 0, "{}"))
        await store.write(KeepMessage("over", 0, "{}"))
        assert await store.prune(None, None) == 2
        assert database.sql("SELECT table_id FROM journal UNION SELECT table_id FROM shown_messages") == [("lives",)]
