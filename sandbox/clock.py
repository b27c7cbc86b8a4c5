"""Time as the local Discord sees it: real seconds plus whatever a test has moved them by."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
_TIMESTAMP_BITS = 22
_LAST_SECOND = (DISCORD_EPOCH_MS + 2**41) / 1000
"""When ids no longer fit into 63 bits, in 2084."""


@dataclass(order=True)
class Timer:
    """A callback that is due at a moment of a clock; `cancel()` makes it never run."""

    when: float
    number: int
    callback: Callable[[], None] = field(compare=False)
    is_cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Forget the callback."""
        self.is_cancelled = True


class Clock:
    """Unix time in seconds that runs on by itself and can be moved forward with `advance`."""

    def __init__(self) -> None:
        """Start at the real time, with nothing due."""
        self._offset = 0.0
        self._timers: list[Timer] = []
        self._count = 0
        self._handle: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Return the present moment in seconds since 1970."""
        return self.running()

    def running(self) -> float:
        """Return the moment as it is for whoever waits real seconds: the real time plus what it was moved by."""
        return time.time() + self._offset

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Run `callback` once the clock shows `when` (unix seconds). Needs a running event loop."""
        self._count += 1
        timer = Timer(when, self._count, callback)
        heapq.heappush(self._timers, timer)
        self._schedule()
        return timer

    def advance(self, seconds: float) -> None:
        """Move the clock forward by `seconds` and run what has become due, in order."""
        if not 0 <= seconds < _LAST_SECOND - self.now():
            msg = "a clock only goes forward, and not beyond the last id in 2084"
            raise ValueError(msg)
        self._offset += seconds
        self._run_due()

    def close(self) -> None:
        """Forget all timers."""
        self._timers.clear()
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _run_due(self) -> None:
        self._handle = None
        while self._timers and (self._timers[0].is_cancelled or self._timers[0].when <= self.now()):
            timer = heapq.heappop(self._timers)
            if not timer.is_cancelled:
                timer.callback()
        self._schedule()

    def _schedule(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._timers:
            with contextlib.suppress(RuntimeError):  # no loop is running: only `advance` can fire timers then
                delay = max(0.0, self._timers[0].when - self.now())
                self._handle = asyncio.get_running_loop().call_later(delay, self._run_due)


class ManualClock(Clock):
    """A clock that stands still until `advance` moves it: nothing ever expires because a machine was slow."""

    def __init__(self, start: float | None = None) -> None:
        """Stand at `start` (unix seconds; default: the real time)."""
        super().__init__()
        self._start = time.time() if start is None else start

    def now(self) -> float:
        """Return the moment the clock was last moved to, in seconds since 1970."""
        return self._start + self._offset

    def _schedule(self) -> None:
        """Fire nothing by itself."""


class Snowflakes:
    """Discord's ids: milliseconds since 2015 shifted left by 22 bits, always growing."""

    def __init__(self, clock: Clock) -> None:
        """Take the time of ids from a clock."""
        self.clock = clock
        self._last = 0

    def next(self) -> str:
        """Return a new id, as the decimal string that the API uses."""
        made_now = (int(self.clock.now() * 1000) - DISCORD_EPOCH_MS) << _TIMESTAMP_BITS
        self._last = max(self._last + 1, made_now)
        return str(self._last)


def format_timestamp(seconds: float) -> str:
    """Return unix seconds in the API's ISO 8601 form with microseconds and +00:00."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
