"""A table that stands still: its people cannot be heard, or the program is about to end.

Rule 1: while a table stands still no clock of it runs, no computer player moves and nobody is put on autoplay.
Rule 2: it goes on when no reason is left; then every open clock starts anew in full, and everybody is shown what is.
Rule 3: nothing of it is kept: after a restart whoever sees a reason says so again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from host.context import Context

NOTICED_SECONDS = 30.0
"""The channel is told of a standstill of a game that was longer."""

UNHEARD_SECONDS = 100.0
"""So long people may have been out of hearing before anybody noticed: Discord's heartbeat comes every 41 s, and what
stays unanswered for 60 s is taken for lost. Clocks that ran out in that time count against nobody."""


class Standstill:
    """Why a table stands still. Everything here runs under the table's lock."""

    def __init__(
        self, context: Context, carry_on: Callable[[], Awaitable[None]], forgive: Callable[[float], None]
    ) -> None:
        """Take the table's ground, what asks anew all that is open, and what forgives clocks run out since a time."""
        self._context = context
        self._carry_on = carry_on
        self._forgive = forgive
        self._reasons: dict[str, float] = {}

    async def begin(self, why: str) -> None:
        """Stand still for a reason, in addition to those there are."""
        self._reasons.setdefault(why, self._context.clock.now())
        self._context.timers.halt()

    async def end(self, why: str) -> None:
        """Take a reason away, and go on if there is no other."""
        if self._reasons.get(why) is None:
            return
        context, since = self._context, min(self._reasons.values())
        del self._reasons[why]
        if self._reasons:
            return
        context.timers.go_on()
        seconds = context.clock.now() - since
        if seconds >= NOTICED_SECONDS and context.record:
            context.tell.notice("went_on", seconds=round(seconds))
        self._forgive(since - UNHEARD_SECONDS)
        await self._carry_on()
