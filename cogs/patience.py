"""How much haste of one person is served: whoever clicks faster than anybody can play does not slow the others down.

Each person has so many presses and commands in hand, which grow again with time. Who has none left is told so once and
then only acknowledged; nothing that they ask for is done.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

BURST = 20
"""So many at once: a person who has waited and then clicks about."""

PER_GAP = 6
"""So many grow again in the time between two edits of a message; what is shown does not change faster anyway."""

TOLD_SECONDS = 5.0
"""Whoever goes on is told again after so long."""

MOST_KEPT = 10_000
"""Of so many people it is known at most how hasty they are; those who have calmed down are forgotten first."""


class Haste(Enum):
    """What becomes of something that a person asks for."""

    SERVE = "serve"
    TELL = "tell"
    IGNORE = "ignore"


@dataclass(slots=True)
class _Purse:
    left: float
    at: float
    told_at: float | None = None


class Patience:
    """Counts what each person asks for."""

    def __init__(self, gap: float, *, now: Callable[[], float] = time.monotonic) -> None:
        """Take the seconds between two edits of a message (0: no limit) and the time."""
        self._per_second = PER_GAP / gap if gap > 0 else None
        self._now = now
        self._purses: dict[int, _Purse] = {}

    def judge(self, user_id: int) -> Haste:
        """Count one press or command of a person and say what becomes of it."""
        if self._per_second is None:
            return Haste.SERVE
        now = self._now()
        purse = self._purses.pop(user_id, None) or _Purse(BURST, now)
        purse.left = min(BURST, purse.left + (now - purse.at) * self._per_second)
        purse.at = now
        # Whoever asked last stands last: the first are those who have been quiet longest.
        self._purses[user_id] = purse
        if len(self._purses) > MOST_KEPT:
            del self._purses[next(iter(self._purses))]
        if purse.left >= 1:
            purse.left -= 1
            return Haste.SERVE
        if purse.told_at is not None and now - purse.told_at < TOLD_SECONDS:
            return Haste.IGNORE
        purse.told_at = now
        return Haste.TELL
