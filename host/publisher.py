"""How a table tells the outside what happened: in order, outside its lock, and never hurt by whoever listens."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from host.errors import NotKeptError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from engine.events import Event
    from host.reports import HandReport, MatchReport
    from host.table import Table

_log = logging.getLogger(__name__)

LONGEST_CALL = 120.0
"""Seconds after which a publisher's call is given up. A call may make several requests that each have their own end."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the channel is told in a line: a stable code and facts (seats, user ids, numbers).

    `clock_out` (seat): a discard clock ran out (P3). `autoplay` (seat, on, why). `left`, `returned` (seat).
    `seat_freed` (seat, user, why: "left", "coins"). `sat` (seat). `host_passed` (user). `vote` (user, votes, needed).
    `store_failed` (why): play waits for the database and goes on by itself. `store_back`. `new_chain` (hand,
    commitment): the shuffle's next chain. `paused`: the program stops, the table is kept. `resumed`: it goes on.
    `went_on` (seconds): the table stood still for so long, since its people could not be heard.
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


class Publisher(Protocol):
    """What the cogs implement. Each call may look at `table.snapshot(...)`: it shows the present, not the past.

    Events are the full truth: whoever shows them filters by `event.seen_by(viewer)`.
    """

    async def lobby_changed(self, table: Table) -> None:
        """Who sits, who is ready, or who is host changed before the match."""

    async def table_changed(self, table: Table, events: tuple[Event, ...]) -> None:
        """Something public happened. Never called for a private answer in a claim window."""

    async def asked(self, table: Table, seat: int) -> None:
        """A person owes a new decision: show it, then call `table.told(seat, decision)` once Discord has taken it."""

    async def half_over(self, table: Table, seat: int) -> None:
        """Half of a person's own turn has gone by without an answer."""

    async def hand_over(self, table: Table, report: HandReport) -> None:
        """A hand is settled or void."""

    async def match_over(self, table: Table, report: MatchReport) -> None:
        """The match has ended; the table is closed."""

    async def closed(self, table: Table, why: str) -> None:
        """A lobby was closed before a match began: "expired", "empty", "ended", …."""

    async def notice(self, table: Table, notice: Notice) -> None:
        """A line for the channel."""


class SilentPublisher:
    """Listens and says nothing: for tables that nobody watches, and to build on."""

    async def lobby_changed(self, table: Table) -> None:
        """Say nothing."""

    async def table_changed(self, table: Table, events: tuple[Event, ...]) -> None:
        """Say nothing."""

    async def asked(self, table: Table, seat: int) -> None:
        """Say nothing."""

    async def half_over(self, table: Table, seat: int) -> None:
        """Say nothing."""

    async def hand_over(self, table: Table, report: HandReport) -> None:
        """Say nothing."""

    async def match_over(self, table: Table, report: MatchReport) -> None:
        """Say nothing."""

    async def closed(self, table: Table, why: str) -> None:
        """Say nothing."""

    async def notice(self, table: Table, notice: Notice) -> None:
        """Say nothing."""


class Outbox:
    """Calls that wait to be made, in order, once they are released; one task makes them."""

    def __init__(self, spawn: Callable[[Awaitable[None]], None]) -> None:
        """Take what starts a task of the table's."""
        self._spawn = spawn
        self._held: list[tuple[str, Callable[[], Awaitable[None]]]] = []
        self._calls: deque[tuple[str, Callable[[], Awaitable[None]]]] = deque()
        self._is_running = False

    def put(self, name: str, call: Callable[[], Awaitable[None]]) -> None:
        """Make the call after those that wait already, once it is released."""
        self._held.append((name, call))

    def put_at_once(self, name: str, call: Callable[[], Awaitable[None]]) -> None:
        """Make the call before those that are not released."""
        self._calls.append((name, call))
        self._start()

    def release(self) -> None:
        """Let all that was put be made."""
        if self._held:
            self._calls.extend(self._held)
            self._held.clear()
            self._start()

    def _start(self) -> None:
        if not self._is_running:
            self._is_running = True
            self._spawn(self._deliver())

    async def _deliver(self) -> None:
        try:
            while self._calls:
                name, call = self._calls.popleft()
                try:
                    await asyncio.wait_for(call(), LONGEST_CALL)
                except NotKeptError as error:
                    _log.info("not told now: %s", error, extra={"call": name})
                except TimeoutError:
                    _log.warning("%s was given up: it took too long", name, extra={"call": name})
                except Exception:  # noqa: BLE001 (a publisher never hurts the table)
                    _log.exception("publisher failed", extra={"call": name})
        finally:
            self._is_running = False
