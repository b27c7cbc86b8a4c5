"""One process at a time has a database: a second one is refused at its start, and a killed one leaves no stale lock.

Rule 1: SQLite's file is held by a lock of the operating system on a file beside it, which ends with the process.
Rule 2: PostgreSQL is held by an advisory lock on a connection of its own. That can be lost while the process lives; so
the database also counts who has begun to use it, and the writer looks at that number in each of its transactions: one
that was overtaken writes nothing more, whatever it knows of its lock.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Protocol

from filelock import FileLock, Timeout
from sqlalchemy import select, text, update

from host.connections import find_file, make_engine
from host.errors import StoreError
from host.schema import owner
from host.trouble import DATABASE_ERRORS, name_error

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_log = logging.getLogger(__name__)

LOCK_KEY = 0x686C6A6D
"""Of the advisory lock, of which each database has its own."""
PATIENCE_SECONDS = 3.0
"""So long a start waits for a process that was killed a moment ago."""
WATCH_SECONDS = 15.0
"""How often the lock's connection is asked whether it lives."""
REGAIN_SECONDS = 1.0
"""How long between two tries to have a lost lock again."""
KEEPALIVE = {"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}
"""So that the server lets go of a lock whose machine has vanished."""

IN_USE = "another program is using it; stop that one first"
OVERTAKEN = "another program has taken it over"


class Ownership(Protocol):
    """That this process alone uses the database."""

    overtaken: asyncio.Event
    """Set when another process has it: this one must end."""
    number: int | None
    """By which the database knows this process, once it has begun."""

    def check(self, connection: Connection) -> None:
        """Make sure of it, in a transaction that is to write; StoreError if another process has taken over."""

    async def close(self) -> None:
        """Let go."""


def begin_ownership(connection: Connection) -> int:
    """Count that a process begins to use the database; returns the number by which it is known."""
    number: int | None = connection.scalar(update(owner).values(starts=owner.c.starts + 1).returning(owner.c.starts))
    assert number is not None  # noqa: S101 (the row comes with the table)
    return number


class FileOwnership:
    """A lock on a file beside SQLite's, held until the process ends."""

    def __init__(self, lock: FileLock) -> None:
        """Use `acquire`."""
        self.overtaken = asyncio.Event()
        self.number: int | None = None
        self._lock = lock

    @classmethod
    def acquire(cls, path: str) -> FileOwnership:
        """Take the lock, or StoreError if another process has it. OSError: the lock's file cannot be written."""
        lock = FileLock(path, thread_local=False)
        try:
            lock.acquire(blocking=False)
        except (Timeout, RuntimeError):
            raise StoreError(IN_USE) from None
        return cls(lock)

    def check(self, connection: Connection) -> None:
        """Nothing: it cannot be lost."""

    async def close(self) -> None:
        """See `Ownership.close`."""
        self._lock.release()


class ServerOwnership:
    """An advisory lock of PostgreSQL, watched, and taken again when the server was away."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use `acquire`."""
        self.overtaken = asyncio.Event()
        self.number: int | None = None
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: object = None
        self._broken = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    @classmethod
    async def acquire(cls, url: str) -> ServerOwnership:
        """Take the lock, or StoreError if another process has it (still, after a moment)."""
        ownership = cls(make_engine(url, size=1, server_settings=KEEPALIVE))
        try:
            is_ours = await ownership._take_in_time()
        except BaseException:
            await ownership.close()
            raise
        if not is_ours:
            await ownership.close()
            raise StoreError(IN_USE)
        ownership._watching = asyncio.create_task(ownership._watch(), name="database-lock")
        return ownership

    def check(self, connection: Connection) -> None:
        """See `Ownership.check`. The row stays locked, so nobody can take over before what follows is committed."""
        if self.number is None:
            return
        if connection.scalar(select(owner.c.starts).with_for_update(read=True)) != self.number:
            self.overtaken.set()
            raise StoreError(OVERTAKEN)

    async def close(self) -> None:
        """See `Ownership.close`."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self._let_go()
        await self._engine.dispose()

    async def _take_in_time(self) -> bool:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE_SECONDS
        while not await self._take():
            if loop.time() >= until:
                return False
            await asyncio.sleep(PATIENCE_SECONDS / 10)
        return True

    async def _take(self) -> bool:
        """Connect anew and try to have the lock; returns whether it is ours."""
        await self._let_go()
        async with AsyncExitStack() as stack:
            connection = await self._engine.connect()
            stack.push_async_callback(connection.close)
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            if not await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": LOCK_KEY}):
                return False
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(self._note_broken)
            stack.pop_all()
        self._broken.clear()
        self._connection, self._driver = connection, driver
        return True

    def _note_broken(self, driver: object) -> None:
        if driver is self._driver:
            self._broken.set()

    async def _let_go(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is None:
            return
        with suppress(*DATABASE_ERRORS):
            if not self._broken.is_set():
                await connection.execute(text("SELECT pg_advisory_unlock_all()"))
        with suppress(*DATABASE_ERRORS):
            # Were the lock not undone, the connection would keep it in the pool.
            await connection.invalidate()
            await connection.close()

    async def _watch(self) -> None:
        while not self.overtaken.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._broken.wait(), WATCH_SECONDS)
            if self._broken.is_set() or not await self._is_alive():
                _log.warning("the database's lock is lost")
                await self._regain()

    async def _is_alive(self) -> bool:
        assert self._connection is not None  # noqa: S101 (taken before it is watched)
        try:
            await self._connection.execute(text("SELECT 1"))
        except DATABASE_ERRORS:
            return False
        return True

    async def _regain(self) -> None:
        """Try until the lock is ours again; what another process did meanwhile shows in the number."""
        while True:
            try:
                is_ours = await self._take()
                if is_ours and self._connection is not None:
                    found = await self._connection.scalar(select(owner.c.starts))
                    if found == self.number:
                        _log.info("the database's lock is held again")
                    else:
                        self.overtaken.set()
                    return
            except DATABASE_ERRORS as error:
                _log.debug("the database's lock cannot be had: %s", name_error(error))
            if await self._is_overtaken():
                return
            await asyncio.sleep(REGAIN_SECONDS)

    async def _is_overtaken(self) -> bool:
        """Ask by another way whether somebody has begun to use the database."""
        await self._let_go()
        try:
            async with self._engine.connect() as connection:
                if await connection.scalar(select(owner.c.starts)) != self.number:
                    self.overtaken.set()
        except DATABASE_ERRORS:
            return False
        return self.overtaken.is_set()


async def acquire_ownership(url: str) -> Ownership:
    """Make sure that this process alone uses a database.

    Raises:
        StoreError: another process does.
        SQLAlchemyError, OSError: the database, or the folder of its file, cannot be reached.
    """
    file = find_file(url)
    if file is not None:
        return FileOwnership.acquire(f"{file}.lock")
    return await ServerOwnership.acquire(url)
