"""Work in a few threads, in two lanes: what a person waits for never queues behind what is shown to all.

Rule 1: one thread is kept for the urgent lane, however much waits in the other.
Rule 2: a lane is bounded: what comes when it is full is refused at once rather than late.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class LaneFullError(Exception):
    """Too much waits already."""


class Lanes:
    """Runs functions in threads. `close` it at the end."""

    def __init__(self, workers: int, waiting: int, name: str) -> None:
        """Take how many threads (two at least), how much may wait in a lane, and the threads' name."""
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._most_waiting = waiting
        self._free = workers
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._other: deque[asyncio.Future[None]] = deque()

    def close(self) -> None:
        """Let go of the threads; what waits is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[[], Result], *, is_urgent: bool) -> Result:
        """Run a function in a thread as soon as its lane has one; LaneFullError if too much waits there."""
        await self._take(is_urgent=is_urgent)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._free += 1
            self._let_in()

    async def _take(self, *, is_urgent: bool) -> None:
        lane = self._urgent if is_urgent else self._other
        if self._free > (0 if is_urgent else 1):
            self._free -= 1
            return
        if len(lane) >= self._most_waiting:
            raise LaneFullError
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lane.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The thread was given and is not wanted any more.
                self._free += 1
                self._let_in()
            raise

    def _let_in(self) -> None:
        """Give free threads to those who wait."""
        for lane, kept in ((self._urgent, 0), (self._other, 1)):
            while lane and self._free > kept:
                turn = lane.popleft()
                if not turn.done():
                    self._free -= 1
                    turn.set_result(None)
