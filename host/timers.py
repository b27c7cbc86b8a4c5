"""A table's timers: named, replaced when set again, and all gone when the table is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

    from host.clock import Clock, Timer

    Job = Callable[[], Awaitable[None]]

UNHALTED = frozenset({"save", "retry"})
"""Keys of timers that are no clock of the game: a failed database is tried again whoever can be reached."""


class Timers:
    """Calls that wait for their time; what falls due is handed to `run`, which runs it under the table's lock."""

    def __init__(self, clock: Clock, run: Callable[[Job], None]) -> None:
        """Take the clock and who runs what falls due."""
        self._clock = clock
        self._run = run
        self._timers: dict[Hashable, tuple[Timer, float]] = {}
        self.is_halted = False

    def set(self, key: Hashable, seconds: float, job: Job) -> float | None:
        """Run the job in so many seconds instead of what was set under the key; returns when, by the clock's `now`.

        By the time the job has the lock, things may have changed: a job checks that it is still wanted. While all
        stands still nothing is set, and None returned: whoever lets it go on sets anew what is wanted then.
        """
        self.cancel(key)
        if self.is_halted and key not in UNHALTED:
            return None
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

    def halt(self) -> None:
        """Forget every clock of the game, and set none until `go_on`."""
        self.is_halted = True
        for key in [key for key in self._timers if key not in UNHALTED]:
            self.cancel(key)

    def go_on(self) -> None:
        """Let clocks be set again."""
        self.is_halted = False

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
