"""A clock runs for nobody who could not be told that it is their turn (P3).

Discord takes a message at once, or never, or not now. What it does not take now is tried again, and meanwhile the clock
of the turn that it tells of stands still. What it will never take (a panel whose token is dead, a channel in which we
may not write) holds nobody up.

Who tells whom: a live panel tells its person; whoever has none is told by the table's message and, half-way, by a call.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from cogs.gateway import Refused, Trouble
from host.errors import NotKeptError
from host.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs.desk import Desk
    from host.clock import Timer
    from host.table import Table

log = logging.getLogger(__name__)

RETRY_SECONDS = (2.0, 4.0, 8.0, 16.0, 30.0)
"""After so long each a message is tried again that Discord did not take for a passing reason; the last one repeats."""


class Turns:
    """Holds the clocks of turns that could not be told, and sees to it that they are told."""

    def __init__(self, desk: Desk) -> None:
        """Take whoever shows tables."""
        self._desk = desk
        self._tries: dict[str, int] = {}
        self._timers: dict[tuple[str, str], Timer] = {}
        self._tasks = Tasks()

    # ---- how a message fared

    def note_board(self, table: Table, refused: Refused | None) -> None:
        """Note that Discord has taken a table's message (None), or why not."""
        if refused is not None and refused.trouble is Trouble.LATER:
            tries = self._tries.get(table.table_id, 0)
            self._tries[table.table_id] = tries + 1
            self._later(table, "board", tries, partial(self._desk.show_again, table))
            self._spawn(self._weigh(table))
        elif self._tries.pop(table.table_id, 0):
            self._spawn(self._weigh(table))

    def note_untold(self, table: Table, user_id: int) -> None:
        """Note that a person's panel could not be brought up to date, or not yet."""
        self._spawn(self._weigh(table, user_id))

    async def note_call(self, table: Table, user_id: int, refused: Refused | None) -> None:
        """Note that a person was called (None), or why not."""
        snapshot = await table.look(user_id)
        seat, decision = snapshot.viewer_seat, snapshot.decision
        if seat is None or decision is None or snapshot.view is None or snapshot.view.phase != "turn":
            return
        if refused is None:
            table.told(seat, decision)
        elif refused.trouble is Trouble.LATER:
            table.hold(seat, decision)
            self._later(table, "call", 0, lambda: self._spawn(self._desk.half_over(table, seat)))

    async def _weigh(self, table: Table, user_id: int | None = None) -> None:
        """Hold the clock of whoever's turn it is (or of one person) if nothing has told them, else let it run."""
        snapshot = await table.look()
        if snapshot.state != "playing" or snapshot.view is None or snapshot.view.phase != "turn":
            return
        seat = snapshot.view.turn
        holder = snapshot.seats[seat].user_id
        if holder is None or user_id not in {None, holder}:
            return
        decision = (await table.look(holder)).decision
        if decision is None:
            return
        panel = self._desk.panels.find(table.table_id, holder)
        if panel is None:
            is_told = table.table_id not in self._tries
        elif user_id is None:
            # The panel itself tells them, or is tried again.
            return
        else:
            is_told = False
        (table.told if is_told else table.hold)(seat, decision)

    # ---- trying again

    def _later(self, table: Table, what: str, tries: int, job: Callable[[], None]) -> None:
        key = (table.table_id, what)
        if key in self._timers:
            self._timers[key].cancel()
        seconds = RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]
        clock = self._desk.clock

        def fire() -> None:
            self._timers.pop(key, None)
            job()

        self._timers[key] = clock.call_at(clock.now() + seconds, fire)

    def _spawn(self, work: Awaitable[None]) -> None:
        self._tasks.spawn(_unless_not_kept(work))

    def forget(self, table: Table) -> None:
        """Try nothing more for a table that is over."""
        self._tries.pop(table.table_id, None)
        for key in [key for key in self._timers if key[0] == table.table_id]:
            self._timers.pop(key).cancel()

    def stop(self) -> None:
        """Try nothing more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def settle(self) -> None:
        """Wait until all is weighed."""
        await self._tasks.quiet()


async def _unless_not_kept(work: Awaitable[None]) -> None:
    try:
        await work
    except NotKeptError as error:
        # While the database fails no clock runs; all is told anew when it is back.
        log.info("a turn is told later: %s", error)
