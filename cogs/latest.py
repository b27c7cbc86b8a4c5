"""Latest wins: a message that changes often is edited seldom, and always ends up as it should be.

Discord takes about 5 edits in 5 s a channel; what a table looked like in between nobody misses.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from host.errors import NotKeptError

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


WORKS_PER_GAP = 30
"""Of all that share a beat. At the usual gap of 1.2 s that is half of the 50 requests a second that Discord takes of a
bot (discord.dev, rate limits); the other half is for what people ask for."""

BURST = 10
"""So many may start at once after a rest."""


class Beat:
    """When works that share it may start: however many there are, they do not come faster than Discord takes them."""

    def __init__(self, gap: float) -> None:
        """Take the seconds between two starts of the same work."""
        self._step = gap / WORKS_PER_GAP
        self._next = 0.0

    def take(self, now: float) -> float:
        """Take the next place in the row; returns how many seconds from `now` on it is."""
        self._next = max(self._next, now - (BURST - 1) * self._step)
        wait = max(0.0, self._next - now)
        self._next += self._step
        return wait


class LatestWins:
    """Runs the work given last, one at a time, at least `gap` seconds apart from start to start."""

    def __init__(self, gap: float, beat: Beat | None = None) -> None:
        """Take the gap (0 runs at once, but still one at a time), and what others share with it."""
        self._gap = gap
        self._beat = beat
        self._next: Work | None = None
        self._runner: asyncio.Task[None] | None = None
        self._free_at = 0.0

    def put(self, work: Work) -> None:
        """Ask for work; what waited is dropped for it."""
        self._next = work
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())

    def rest(self) -> None:
        """Let a gap go by before the next work: something else was done that counts like one."""
        self._free_at = max(self._free_at, asyncio.get_running_loop().time() + self._gap)

    async def settle(self) -> None:
        """Wait until nothing waits and nothing runs."""
        while self._runner is not None and not self._runner.done():
            await asyncio.wait([self._runner])

    def drop(self) -> None:
        """Drop what waits; what runs is finished."""
        self._next = None

    def stop(self) -> None:
        """Drop what waits and what runs."""
        self._next = None
        if self._runner is not None:
            self._runner.cancel()

    def _take(self) -> Work | None:
        """Return what waits, unless it was dropped."""
        work, self._next = self._next, None
        return work

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._next is not None:
            wait = self._free_at - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
                continue
            if self._beat is not None:
                await asyncio.sleep(self._beat.take(loop.time()))
            work = self._take()
            if work is None:
                return
            self._free_at = loop.time() + self._gap
            try:
                await work()
            except NotKeptError as error:
                log.info("a message is brought up to date later: %s", error)
            except Exception:
                log.exception("a message could not be brought up to date")
