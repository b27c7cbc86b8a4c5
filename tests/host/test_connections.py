"""How the database is reached, and what is said where it cannot be."""

import pytest

from host.errors import StoreError
from host.store import Store


async def test_a_database_that_cannot_be_opened_is_a_store_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/file/books.db")
    (tmp_path / "books.db").write_bytes(b"not a database, but long enough to be taken for one" * 50)
    with pytest.raises(StoreError):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/books.db")


async def test_sqlite_is_durable_waits_and_checks_keys(store):
    names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")

    def ask(connection):
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    values = await store._runner.run(ask)
    assert values == ["wal", 2, 5000, 1]
