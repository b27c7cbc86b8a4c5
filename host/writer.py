"""The one task that writes: it commits together whatever waits (group commit), since a durable commit is what costs.

If the database refuses a group, each of its units is tried alone, so that one table's trouble is never another's;
if it is the database's own (full, locked, gone), all are answered at once rather than made to wait one after the other.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from host.book import Book, Unit, find_next_movement
from host.errors import HostError, StoreError
from host.trouble import DATABASE_ERRORS, is_everybodys, name_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from host.ownership import Ownership
    from host.runner import Runner

_log = logging.getLogger(__name__)

GROUP_LIMIT = 256
"""The most units in one commit."""

Result = TypeVar("Result")


@dataclass(slots=True)
class _Waiting:
    unit: Unit[Any]
    done: asyncio.Future[Any]


class Writer:
    """Takes units from any task and answers each when it is durable; counts commits, units and failures."""

    def __init__(self, runner: Runner, ownership: Ownership, wall: Callable[[], float]) -> None:
        """Write through the runner while the database is ours; `wall` gives the time for rows."""
        self._runner = runner
        self._ownership = ownership
        self._wall = wall
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        self.units = 0
        self.failures = 0

    def start(self) -> None:
        """Begin to take units."""
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def stop(self) -> None:
        """Write what waits and end."""
        if self._task is None:
            return
        await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task = None

    async def write(self, unit: Unit[Result]) -> Result:
        """Write a unit; returns its result once it is durable.

        Raises:
            HostError: what the unit refuses.
            StoreError: the database cannot keep it, or the writer is stopped; nothing of it is written.
        """
        if self._task is None:
            raise StoreError("closed")
        waiting = _Waiting(unit, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        # Whoever asked may be cancelled; what was handed in is written all the same.
        return cast("Result", await asyncio.shield(waiting.done))

    async def _run(self) -> None:
        while True:
            group = [await self._queue.get()]
            while len(group) < GROUP_LIMIT and not self._queue.empty():
                group.append(self._queue.get_nowait())
            try:
                await self._commit(group)
            finally:
                for waiting in group:
                    if not waiting.done.done():
                        waiting.done.set_exception(StoreError("interrupted"))
                    # Nobody may be left to read it.
                    waiting.done.exception()
                    self._queue.task_done()

    async def _commit(self, group: list[_Waiting]) -> None:
        try:
            answers = await self._try(group)
        except StoreError as error:
            answers = [error] * len(group)
        except Exception as error:  # noqa: BLE001 (whoever waits must be answered)
            if len(group) > 1 and not is_everybodys(error):
                for waiting in group:
                    await self._commit([waiting])
                return
            if not isinstance(error, DATABASE_ERRORS):
                _log.exception("a unit failed", extra={"unit": type(group[0].unit).__name__})
            self.failures += 1
            answers = [StoreError(name_error(error))] * len(group)
        for waiting, answer in zip(group, answers, strict=True):
            if isinstance(answer, HostError):
                waiting.done.set_exception(answer)
            else:
                waiting.done.set_result(answer)

    async def _try(self, group: list[_Waiting]) -> list[object]:
        units = [waiting.unit for waiting in group]
        answers = await self._runner.run(partial(self._write, units, self._wall()))
        self.groups += 1
        self.units += len(group)
        return answers

    def _write(self, units: Sequence[Unit[Any]], at: float, connection: Connection) -> list[object]:
        self._ownership.check(connection)
        return write_units(units, at, connection)


def write_units(units: Sequence[Unit[Any]], at: float, connection: Connection) -> list[object]:
    """Write units at a time (seconds since 1970); returns each one's result, or the HostError that refuses it."""
    answers: list[object] = []
    moves_coins = any(unit.account_keys() for unit in units)
    book = Book(at, find_next_movement(connection) if moves_coins else 0)
    book.load(connection, units)
    for unit in units:
        # What needs nothing of the books is noted in one step: there is no half of it to undo.
        needs = [*unit.account_keys(), *unit.hand_keys()]
        try:
            with book.savepoint() if needs else nullcontext():
                answers.append(unit.apply(book))
        except HostError as refusal:
            answers.append(refusal)
    book.flush(connection)
    return answers
