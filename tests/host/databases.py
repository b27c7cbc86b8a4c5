"""The databases that the store's tests run on, reached behind its back."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from host.ownership import LOCK_KEY
from tests.postgres import DATABASE, SEPARATOR

on_both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
"""Marks what must hold on both databases."""


class SqliteDatabase:
    """A file that is not there yet."""

    kind = "sqlite"

    def __init__(self, path):
        self.path = path
        self.url = f"sqlite+aiosqlite:///{path}"

    def sql(self, *statements):
        """Run statements in one transaction; the rows of the last."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path, timeout=10)) as connection, connection:
            return [connection.execute(statement).fetchall() for statement in statements][-1]

    def script(self, text):
        """Run a whole script."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path)) as connection:
            connection.executescript(f"BEGIN; {text}; COMMIT")

    def refuse(self, table):
        """The statement after which nothing can be added to a table."""
        return f"CREATE TRIGGER no_{table} BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'refused'); END"

    def allow(self, table):
        return f"DROP TRIGGER no_{table}"


class PostgresDatabase:
    """The database of a cluster, emptied."""

    kind = "postgresql"

    def __init__(self, cluster):
        self.cluster = cluster
        self.name = DATABASE
        self.url = cluster.url(self.name)
        cluster.empty(self.name)

    def sql(self, *statements):
        """Run statements in one transaction; the rows of all, as texts."""
        said = self.cluster.sql(self.name, *statements)
        return [tuple(line.split(SEPARATOR)) for line in said.splitlines()]

    def script(self, text):
        self.cluster.sql(self.name, text)

    def refuse(self, table):
        return (
            "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$BEGIN RAISE EXCEPTION 'refused'; END$$; CREATE TRIGGER no_{table} BEFORE INSERT ON {table} "
            "EXECUTE FUNCTION refuse()"
        )

    def allow(self, table):
        return f"DROP TRIGGER no_{table} ON {table}"


async def until(is_reached):
    """Wait for what another program does."""
    for _ in range(400):
        if is_reached():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("not reached")


def is_locked(database):
    """Whether a process has a database of PostgreSQL."""
    return bool(
        database.sql(f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = {LOCK_KEY} AND granted")
    )
