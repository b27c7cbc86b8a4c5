"""A table's one lock: what was changed under it is durable before it is let go, and before anybody is told.

While the database does not take it, all of it is held back: nothing is told or shown, nothing else happens at the
table, and jobs wait; it is tried again until it is kept.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from engine.errors import RuleError
from host.entries import write_entry
from host.errors import HostError, NotKeptError, StoreError
from host.parts import close_match
from host.units import DropTable, SaveTable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from host.context import Context
    from host.timers import Job

_log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""How long play waits before it tries a failed database again."""


class TableLock:
    """Held while something happens at a table, and until that is kept."""

    def __init__(
        self, context: Context, freeze: Callable[[], str | None], on_fault: Callable[[], Awaitable[None]]
    ) -> None:
        """Take the table's ground, how it stands as text (None: it is over), and what to do about a fault."""
        self._context = context
        self._freeze = freeze
        self._on_fault = on_fault
        self._lock = asyncio.Lock()
        self._kept: str | None = None
        self._next_line = 0
        self._trouble: StoreError | None = None
        self._waiting: list[Job] = []
        self.is_paused = False
        """Whether the program is about to end: whatever somebody asks for is refused."""

    def note_kept(self, body: str, lines: int) -> None:
        """Note what the database has of a table that is restored."""
        self._kept, self._next_line = body, lines

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Hold the lock for what somebody asked for; their refusal (HostError, RuleError) is no fault.

        Raises:
            NotKeptError: `store_failed` while what happened before is not durable.
            HostError: `paused` while the program ends.
            HostError: `internal` after a fault, for which the hand is void rather than anybody stuck.
        """
        async with self._lock:
            self._check()
            if self.is_paused:
                raise HostError("paused")
            try:
                yield
            except (HostError, RuleError):
                raise
            except Exception as error:
                await self._deal_with_fault()
                raise HostError("internal") from error
            finally:
                await self._keep()

    @asynccontextmanager
    async def look(self) -> AsyncIterator[None]:
        """Hold the lock to look and change nothing; NotKeptError as `hold`."""
        async with self._lock:
            self._check()
            yield

    async def run(self, job: Job) -> None:
        """Run a job under the lock; while the database fails it waits."""
        async with self._lock:
            if self._trouble is not None and job != self._try_again:
                self._waiting.append(job)
                return
            try:
                await job()
            except Exception:  # noqa: BLE001 (nobody asked for it, so nobody else can be told)
                await self._deal_with_fault()
            finally:
                await self._keep()

    async def save(self) -> None:
        """Write how the table stands and what its journal lacks; StoreError if the database does not take it.

        Only while the lock is held.
        """
        context = self._context
        body = self._freeze()
        if body is None:
            if self._kept is not None:
                rest = context.record[context.archived :] if context.archived else ()
                closing = close_match(context.guild_id, rest)
                await context.store.write(DropTable(context.table_id, closing))
                self._kept = None
            return
        lines = tuple(enumerate(map(write_entry, context.entries), self._next_line))
        if body == self._kept and not lines:
            return
        await context.store.write(SaveTable(context.table_id, None if body == self._kept else body, lines))
        self._kept = body
        self._next_line += len(lines)
        context.entries.clear()

    def _check(self) -> None:
        if self._trouble is not None:
            raise NotKeptError("store_failed", **self._trouble.facts)

    async def _deal_with_fault(self) -> None:
        _log.exception("a table failed", extra={"table": self._context.table_id})
        await self._on_fault()

    async def _keep(self) -> None:
        """Make durable what happened and let it be told; if the database fails, hold all back and try again."""
        context = self._context
        try:
            await self.save()
        except StoreError as error:
            self._trouble = error
            context.note_store(error)
            context.timers.set("save", RETRY_SECONDS, self._try_again)
            return
        if self._trouble is not None:
            self._trouble = None
            context.note_store(None)
        context.tell.release()
        waiting, self._waiting = self._waiting, []
        for job in waiting:
            context.run(job)

    async def _try_again(self) -> None:
        """Do nothing: what was not kept is kept when the lock is let go."""
