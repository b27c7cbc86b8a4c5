"""Time as a thing that is handed in, so that a test can move it by hand.

Tables measure by `now` (monotonic: a system clock that jumps changes nothing) and show deadlines by `wall`.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Timer(Protocol):
    """A call that waits for its time."""

    def cancel(self) -> None:
        """Make sure that it is not called; no effect afterwards."""


class Clock(Protocol):
    """Where a table gets its time from."""

    def now(self) -> float:
        """Return monotonic seconds."""

    def wall(self) -> float:
        """Return seconds since 1970, UTC, for people to read."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back on the event loop when `now` has reached `when`."""


class LoopClock:
    """The real time of the running event loop."""

    def now(self) -> float:
        """Return the loop's time."""
        return asyncio.get_running_loop().time()

    def wall(self) -> float:
        """Return the system's idea of the time."""
        return time.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Ask the event loop."""
        return asyncio.get_running_loop().call_at(when, callback)


class _ManualTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class ManualClock:
    """A clock that stands still until it is moved: `advance` fires what falls due, one by one, each at its own time.

    `quiet` is awaited before and after each call, so that all work that a call sets off is done before time goes on.
    """

    def __init__(self, *, quiet: Callable[[], Awaitable[None]] | None = None, start: float = 1000.0) -> None:
        """Start at an arbitrary time; `wall` runs along, a fixed distance away."""
        self._now = start
        self.wall_offset = 1_700_000_000.0
        self._heap: list[tuple[float, int, _ManualTimer]] = []
        self._order = itertools.count()
        self.quiet = quiet

    def now(self) -> float:
        """Return the time it was moved to."""
        return self._now

    def wall(self) -> float:
        """Return the same time as seconds since 1970."""
        return self._now + self.wall_offset

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Keep the call until time is moved to it."""
        timer = _ManualTimer(callback)
        heapq.heappush(self._heap, (when, next(self._order), timer))
        return timer

    @property
    def next_due(self) -> float | None:
        """When the next call falls due; None if nothing waits."""
        while self._heap and self._heap[0][2].callback is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def advance(self, seconds: float) -> None:
        """Move time on and fire all that falls due on the way, what falls due meanwhile included."""
        await self._settle()
        end = self._now + seconds
        while (due := self.next_due) is not None and due <= end:
            _, _, timer = heapq.heappop(self._heap)
            self._now = max(self._now, due)
            callback, timer.callback = timer.callback, None
            if callback is not None:
                callback()
            await self._settle()
        self._now = end

    async def _settle(self) -> None:
        if self.quiet is not None:
            await self.quiet()
        else:
            await asyncio.sleep(0)
