"""How often a bot may identify: one shard of a key every 5 s, and 1000 times a day in all.

Source: https://discord.com/developers/docs/events/gateway#session-start-limit-object
"""

from __future__ import annotations

from collections.abc import Callable

from sandbox.errors import Json

IDENTIFY_SECONDS = 5.0
DAY_SECONDS = 24 * 3600.0


class SessionStarts:
    """Counts what was identified. Everything can be set: `total` a day, `max_concurrency` keys, `shards` recommended.

    A shard's key is its number modulo `max_concurrency`; each key may start one session in `gap` seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Start with nothing used up; `now` gives unix seconds."""
        self.now = now
        self.total = 1000
        self.max_concurrency = 1
        self.shards = 1
        self.gap = IDENTIFY_SECONDS
        self._last: dict[int, float] = {}
        self._day_began = 0.0
        self._used = 0

    @property
    def remaining(self) -> int:
        """How many starts are left of this day."""
        self._turn_day()
        return max(0, self.total - self._used)

    def _turn_day(self) -> None:
        if self._used and self.now() - self._day_began >= DAY_SECONDS:
            self._used = 0

    def use(self) -> bool:
        """Count an identify; False if it is the one too many of a day."""
        self._turn_day()
        if not self._used:
            self._day_began = self.now()
        self._used += 1
        return self._used <= self.total

    def take_turn(self, shard: int) -> bool:
        """Whether a shard may start now; if so, the next one of its key has to wait."""
        key, now = shard % self.max_concurrency, self.now()
        if key in self._last and now - self._last[key] < self.gap:
            return False
        self._last[key] = now
        return True

    def to_json(self) -> Json:
        """Return the session start limit object of GET /gateway/bot."""
        remaining = self.remaining
        left = DAY_SECONDS - (self.now() - self._day_began) if self._used else 0.0
        return {
            "total": self.total,
            "remaining": remaining,
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }
