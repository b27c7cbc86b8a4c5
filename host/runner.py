"""How a group of units reaches the database: one function, run in one transaction.

On SQLite the whole transaction is one hop to a thread of the writer's own; a hop for each statement would cost more
than the statements.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import create_engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")


class Runner(Protocol):
    """Runs functions in transactions of their own, one after the other."""

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """Run in one transaction; what it raises, and the database's own errors, come out and nothing is written."""

    async def close(self) -> None:
        """Let go of the database."""


class ThreadRunner:
    """Runs them in a thread: for drivers that are not asynchronous by nature."""

    def __init__(self, url: URL, prepare: Callable[[Engine], None]) -> None:
        """Take the database's address, with a synchronous driver, and what sets its connections up."""
        # What is written holds secrets: no error may show it.
        self.engine = create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
        prepare(self.engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-writer")

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """See `Runner.run`."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], Result]) -> Result:
        with self.engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """See `Runner.close`."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.engine.dispose)
        self._thread.shutdown(wait=False)


class LoopRunner:
    """Runs them on the event loop, through an asynchronous driver."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Take the engine."""
        self._engine = engine

    async def run(self, work: Callable[[Connection], Result]) -> Result:
        """See `Runner.run`."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """See `Runner.close`."""
        await self._engine.dispose()
