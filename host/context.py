"""What the parts of one table share: where it stands, its seats, its time, and how it tells what happens."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from host.events import AroundEvent
from host.publisher import Notice

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from engine.events import Event
    from engine.rules import Rules
    from engine.shuffle import Chain
    from host.clock import Clock
    from host.computers import Computers
    from host.entries import Step
    from host.errors import StoreError
    from host.publisher import Outbox, Publisher
    from host.reports import HandReport, MatchReport
    from host.seats import Seat
    from host.settings import RoomSettings
    from host.store import Store
    from host.table import Table
    from host.timers import Job, Timers

_log = logging.getLogger(__name__)


class Teller:
    """Puts what is to be told into the table's outbox."""

    def __init__(self, table: Table, publisher: Publisher, outbox: Outbox) -> None:
        """Tell the publisher of the table's doings."""
        self._table = table
        self._publisher = publisher
        self._outbox = outbox

    def lobby_changed(self) -> None:
        """See `Publisher.lobby_changed`."""
        self._outbox.put("lobby_changed", partial(self._publisher.lobby_changed, self._table))

    def table_changed(self, events: tuple[Event, ...]) -> None:
        """See `Publisher.table_changed`."""
        self._outbox.put("table_changed", partial(self._publisher.table_changed, self._table, events))

    def asked(self, seat: int) -> None:
        """See `Publisher.asked`."""
        self._outbox.put("asked", partial(self._publisher.asked, self._table, seat))

    def half_over(self, seat: int) -> None:
        """See `Publisher.half_over`."""
        self._outbox.put("half_over", partial(self._publisher.half_over, self._table, seat))

    def hand_over(self, report: HandReport) -> None:
        """See `Publisher.hand_over`."""
        self._outbox.put("hand_over", partial(self._publisher.hand_over, self._table, report))

    def match_over(self, report: MatchReport) -> None:
        """See `Publisher.match_over`."""
        self._outbox.put("match_over", partial(self._publisher.match_over, self._table, report))

    def closed(self, why: str) -> None:
        """See `Publisher.closed`."""
        self._outbox.put("closed", partial(self._publisher.closed, self._table, why))

    def notice(self, code: str, **facts: object) -> None:
        """See `Publisher.notice`. That the database fails is told at once: all else waits for it."""
        put = self._outbox.put_at_once if code == "store_failed" else self._outbox.put
        put("notice", partial(self._publisher.notice, self._table, Notice(code, facts)))

    def release(self) -> None:
        """Let what was put be told: what it tells of is durable."""
        self._outbox.release()


@dataclass(slots=True)
class Context:
    """One table's common ground. Everything in it is touched under the table's lock only.

    `run` starts a job under the lock; `spawn` starts a task without it. `save` makes durable what happened so far
    (StoreError if it cannot). `chains`: the shuffle's, the first from before anybody sat down. `entries`: for the
    journal, not yet kept. `archived`: so many of the record's events are in the archive. `is_stalled`: the database
    does not take what has to be written. `version` grows with each public change.
    """

    table_id: str
    guild_id: int
    channel_id: int
    rules: Rules
    settings: RoomSettings
    clock: Clock
    store: Store
    computers: Computers
    timers: Timers
    tell: Teller
    run: Callable[[Job], None]
    spawn: Callable[[Awaitable[None]], None]
    save: Callable[[], Awaitable[None]]
    chains: list[Chain]
    seats: list[Seat] = field(default_factory=list)
    record: list[Event] = field(default_factory=list)
    entries: list[Step | Event] = field(default_factory=list)
    archived: int = 0
    is_stalled: bool = False
    version: int = 0

    @property
    def users(self) -> tuple[int | None, ...]:
        """The person on each seat."""
        return tuple(seat.user_id for seat in self.seats)

    @property
    def people(self) -> list[int]:
        """The seats that people hold, here or away."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    @property
    def here(self) -> list[int]:
        """The user ids of people who have not left."""
        return [user for seat in self.seats if (user := seat.user_id) is not None and not seat.has_left]

    @property
    def majority(self) -> int:
        """How many votes of those who are here end the game (P7)."""
        return len(self.here) // 2 + 1

    @property
    def has_computers(self) -> bool:
        """Whether a computer player sits."""
        return any(seat.computer is not None for seat in self.seats)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat that the person holds, or None."""
        return next((number for number, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def later(self, key: object, seconds: float, job: Job) -> None:
        """Run a job under the lock after so many seconds, at once for none; not at all while the table stands still."""
        if seconds > 0 or self.timers.is_halted:
            self.timers.set(key, seconds, job)
        else:
            self.timers.cancel(key)
            self.run(job)

    def note(self, *events: Event) -> None:
        """Put events into the record and tell those whose change everybody may see.

        The one place where what happened takes effect for others. Private events (a win passed, a window's answers)
        are recorded, but alone they change nothing public, so nothing is told: an edit would show that they happened.
        """
        self.record.extend(events)
        self.entries += [event for event in events if isinstance(event, AroundEvent)]
        if any(event.seen_by(None) is not None for event in events):
            self.version += 1
            self.tell.table_changed(tuple(events))

    def note_store(self, error: StoreError | None) -> None:
        """Say once that play waits for the database, or (None) that it has it again."""
        if error is not None:
            _log.warning("store failed", extra={"table": self.table_id, "why": error.facts.get("why")})
        if error is not None and not self.is_stalled:
            self.tell.notice("store_failed", **error.facts)
        elif error is None and self.is_stalled:
            self.tell.notice("store_back")
        self.is_stalled = error is not None

    def wall_time(self, due: float | None) -> float | None:
        """Turn a time of `clock.now` into seconds since 1970."""
        return None if due is None else self.clock.wall() + due - self.clock.now()
