"""A table's tasks, so that none is lost and one can wait for all."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable

_log = logging.getLogger(__name__)


class Tasks:
    """Starts tasks, keeps them while they run, and logs what goes wrong in one."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, job: Awaitable[None]) -> None:
        """Start a task."""
        task = asyncio.get_running_loop().create_task(_watch(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def quiet(self) -> None:
        """Wait until none runs, those that are started meanwhile included."""
        while self._tasks:
            await asyncio.wait(self._tasks)


async def _watch(job: Awaitable[None]) -> None:
    try:
        await job
    except Exception:  # noqa: BLE001 (a task has nobody else to tell)
        _log.exception("a table's task failed")
