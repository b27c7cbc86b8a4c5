"""Copies of the database: whole or not there, while it is written or not; and books that are looked over."""

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing

import pytest

from host.audit import audit_database
from host.backup import back_up
from host.errors import StoreError
from host.store import Store
from host.units import OpenAccount
from tests.host.conftest import Room, discard_last
from tests.host.databases import SqliteDatabase, on_both
from tests.host.helpers import GUILD, to_turn


async def test_a_copy_made_while_the_bot_plays_holds_the_game_as_it_was_told(room, database, tmp_path):
    table = await room.started(2)
    await to_turn(room, table)
    before = table.snapshot(1).view
    copy = tmp_path / "copy.db"
    assert await asyncio.to_thread(back_up, database.path, copy) == copy.stat().st_size
    await room.act(table, 1)
    store = await Store.open(SqliteDatabase(copy).url)
    try:
        other = Room(store, SqliteDatabase(copy), discard_last, 1)
        (table,) = await other.restart()
        assert table.snapshot(1).view == before
        assert (await store.audit()).is_sound
        await other.stop()
    finally:
        await store.close()


async def test_copies_made_while_much_is_written_are_all_sound(store, database, tmp_path):
    writing = asyncio.gather(*(store.write(OpenAccount(GUILD, user)) for user in range(1, 401)))
    for number in range(3):
        copy = SqliteDatabase(tmp_path / f"{number}.db")
        await asyncio.to_thread(back_up, database.path, copy.path)
        assert (await audit_database(copy.url)).is_sound
    await writing


async def test_a_copy_is_one_file_that_only_its_owner_may_read(store, database, tmp_path):
    await asyncio.to_thread(back_up, database.path, tmp_path / "copies.db")
    await audit_database(SqliteDatabase(tmp_path / "copies.db").url)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copies.db"]
    assert stat.S_IMODE((tmp_path / "copies.db").stat().st_mode) == 0o600


async def test_what_is_there_is_not_overwritten_and_a_half_copy_of_before_is_no_hindrance(store, database, tmp_path):
    (tmp_path / "copy.db").write_text("mine")
    (tmp_path / "new.db.partial").write_text("half")
    with pytest.raises(StoreError, match="is there already"):
        back_up(database.path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"
    back_up(database.path, tmp_path / "new.db")
    assert not (tmp_path / "new.db.partial").exists()


async def test_what_cannot_be_copied_is_said_and_leaves_nothing(store, database, tmp_path):
    with pytest.raises(StoreError, match="there is no database"):
        back_up(tmp_path / "nowhere.db", tmp_path / "copy.db")
    with pytest.raises(StoreError, match="cannot be written"):
        back_up(database.path, tmp_path / "nowhere" / "copy.db")
    junk = tmp_path / "junk.db"
    junk.write_bytes(b"nonsense" * 1000)
    with pytest.raises(StoreError, match="not a database"):
        back_up(junk, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "copy.db.partial").exists()


def damage(path):
    """Write over the last pages of a database that is closed."""
    data = bytearray(path.read_bytes())
    data[-3 * 4096 :] = b"\xaa" * (3 * 4096)
    path.write_bytes(data)


async def make_books(database):
    store = await Store.open(database.url)
    await asyncio.gather(*(store.write(OpenAccount(GUILD, user)) for user in range(1, 300)))
    await store.close()


async def test_a_damaged_file_is_refused_at_the_start_and_not_copied(database, tmp_path):
    await make_books(database)
    damage(database.path)
    with pytest.raises(StoreError, match="damaged"):
        await Store.open(database.url)
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        back_up(database.path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_a_file_with_rows_that_name_missing_ones_is_refused(database):
    await make_books(database)
    with closing(sqlite3.connect(database.path)) as connection, connection:
        connection.execute("DELETE FROM movements WHERE id = 1")
    with pytest.raises(StoreError, match=r"damaged .a row of entries names one of movements that is missing"):
        await Store.open(database.url)


@on_both
async def test_books_are_audited_while_the_bot_runs_and_without_changing_the_database(store, database):
    await asyncio.gather(*(store.write(OpenAccount(GUILD, user)) for user in range(1, 6)))
    report = await audit_database(database.url)
    assert (report.accounts, report.movements, report.faults) == (6, 5, ())
    database.sql("UPDATE accounts SET balance = balance + 1 WHERE user_id = 2")
    assert not (await audit_database(database.url)).is_sound


async def test_a_backup_is_audited_as_it_is_and_an_empty_place_is_told(store, database, tmp_path):
    copy = SqliteDatabase(tmp_path / "copy.db")
    back_up(database.path, copy.path)
    before = copy.path.read_bytes()
    assert (await audit_database(copy.url)).is_sound
    assert copy.path.read_bytes() == before
    with pytest.raises(StoreError, match="there is none"):
        await audit_database(SqliteDatabase(tmp_path / "nowhere.db").url)
    shutil.copy(copy.path, tmp_path / "other.db")
    SqliteDatabase(tmp_path / "other.db").sql("DROP TABLE holds")
    with pytest.raises(StoreError, match="holds"):
        await audit_database(SqliteDatabase(tmp_path / "other.db").url)
