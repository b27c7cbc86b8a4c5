"""How the database is reached: SQLite by a thread of the writer's own, PostgreSQL on the event loop; readers apart."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from host.runner import LoopRunner, ThreadRunner

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from host.runner import Runner

BUSY_TIMEOUT_MS = 5000
"""How long SQLite waits for another program that writes."""
CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 30.0
"""How long PostgreSQL may take to let us in, and to answer a statement: a network that swallows all is no answer."""
READERS = 4


def find_file(url: str) -> Path | None:
    """Return the file of an SQLite database, however it is written; None for PostgreSQL."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    return Path(parsed.database).resolve()


def make_runner(url: str) -> Runner:
    """Return what runs the writer's transactions."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return ThreadRunner(parsed.set(drivername="sqlite"), partial(_prepare_sqlite, begin="BEGIN IMMEDIATE"))
    return LoopRunner(make_engine(url, size=1))


def make_engine(url: str, *, size: int = READERS, server_settings: dict[str, str] | None = None) -> AsyncEngine:
    """Return so many connections at most, opened as they are needed; `server_settings` are PostgreSQL's."""
    if find_file(url) is not None:
        engine = create_async_engine(url, pool_size=size, max_overflow=0, hide_parameters=True)
        _prepare_sqlite(engine.sync_engine, begin="BEGIN")
        return engine
    limits = {"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS, "server_settings": server_settings or {}}
    # A server that was restarted is not held against the next reader, whose connection it had cut.
    return create_async_engine(
        url, pool_size=size, max_overflow=0, pool_pre_ping=size > 1, hide_parameters=True, connect_args=limits
    )


def make_reading_engine(url: str) -> AsyncEngine:
    """Return a connection that changes nothing at all, not even the kind of an SQLite file's journal."""
    engine = create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine.sync_engine, "connect")
        def set_up(connection: Any, _record: object) -> None:  # noqa: ANN401 (the driver's own type)
            connection.isolation_level = None
            connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}").close()
            connection.execute("PRAGMA query_only=ON").close()

        @event.listens_for(engine.sync_engine, "begin")
        def open_transaction(connection: Any) -> None:  # noqa: ANN401
            connection.exec_driver_sql("BEGIN")

    return engine


def _prepare_sqlite(engine: Engine, *, begin: str) -> None:
    """Set durability and waiting, and open transactions ourselves (the driver would open them late)."""

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:  # noqa: ANN401 (the driver's own type)
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_TIMEOUT_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def open_transaction(connection: Any) -> None:  # noqa: ANN401
        connection.exec_driver_sql(begin)
