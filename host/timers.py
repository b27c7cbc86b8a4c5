"""A table's timers: named, replaced when set again, and all gone when the table is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

    from host.clock import Clock, Timer

    Job = Callable[[], Awaitable[None]]


class Timers:
    """Calls that wait for their time; what falls due is handed to `run`, which runs it under the table's lock."""

    def __init__(self, clock: Clock, run: Callable[[Job], None]) -> None:
        """Take the clock and who runs what falls due."""
        self._clock = clock
        self._run = run
        self._timers: dict[Hashable, tuple[Timer, float]] = {}

    def set(self, key: Hashable, seconds: float, job: Job) -> float:
        """Run the job in so many seconds instead of what was set under the key; returns when, by the clock's `now`.

        By the time the job has the lock, things may have changed: a job checks that it is still wanted.
        """
        self.cancel(key)
        due = self._clock.now() + seconds

        def fire() -> None:
            self._timers.pop(key, None)
            self._run(job)

        self._timers[key] = (self._clock.call_at(due, fire), due)
        return due

    def cancel(self, key: Hashable) -> None:
        """Forget the key's timer, if there is one."""
        found = self._timers.pop(key, None)
        if found is not None:
            found[0].cancel()

    def cancel_all(self) -> None:
        """Forget every timer."""
        for key in list(self._timers):
            self.cancel(key)

    def due(self, key: Hashable) -> float | None:
        """When the key's timer falls due, by the clock's `now`; None without one."""
        found = self._timers.get(key)
        return found[1] if found else None

    def __len__(self) -> int:
        """How many timers wait."""
        return len(self._timers)
