"""A table as one viewer may see it: the only way from a table's inside to the rooms outside."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from host.reports import TableSnapshot

if TYPE_CHECKING:
    from engine.events import Event
    from engine.view import View
    from host.context import Context
    from host.lock import TableLock
    from host.match import Match
    from host.reports import State


def take_snapshot(
    context: Context, match: Match | None, user_id: int | None, *, state: State, host_id: int | None, commitment: str
) -> TableSnapshot:
    """Return the table as a person, or a spectator (None), may see it now."""
    seat = None if user_id is None else context.seat_of(user_id)
    viewer = None if match is None else seat
    play = match.play if match is not None else None
    decision = play.decision(viewer) if play is not None and viewer is not None else None
    timers = context.timers
    return TableSnapshot(
        table_id=context.table_id,
        guild_id=context.guild_id,
        channel_id=context.channel_id,
        state=state,
        version=context.version,
        rules=context.rules,
        settings=context.settings,
        commitment=commitment,
        host_id=host_id,
        seats=tuple(holder.snapshot(number) for number, holder in enumerate(context.seats)),
        viewer_seat=seat,
        hand=match.standing.hand if match else 0,
        stake=match.stake if match else 0,
        view=_view(match, viewer, decision),
        decision=decision,
        deadline=context.wall_time(play.due(viewer)) if play is not None and viewer is not None else None,
        public_deadline=context.wall_time(play.public_due()) if play is not None else None,
        next_at=context.wall_time(timers.due("next")),
        expires_at=context.wall_time(timers.due("lobby")),
        votes=frozenset(context.here) & match.votes if match else frozenset(),
        votes_needed=context.majority,
        dealer_streak=match.dealer_streak if match else 1,
        last_report=match.last_report if match else None,
        match_report=match.report if match else None,
        own_words="" if seat is None else context.seats[seat].words,
    )


def _view(match: Match | None, viewer: int | None, decision: int | None) -> View | None:
    """Return the hand for a viewer, with the decision's number as tables count them."""
    if match is None or match.hand is None:
        return None
    view = match.hand.view(viewer)
    return view if view.own is None else replace(view, own=replace(view.own, decision=decision))


class Looked:
    """What can be seen of a table from outside, without changing anything."""

    table_id: str
    _context: Context
    _match: Match | None
    _lock: TableLock
    _host_id: int | None
    _why_closed: str | None

    @property
    def state(self) -> State:
        """Where the table stands."""
        if self._match is not None:
            return self._match.state
        return "over" if self._why_closed is not None else "lobby"

    @property
    def host_id(self) -> int | None:
        """Whose table it is."""
        return self._host_id

    @property
    def record(self) -> tuple[Event, ...]:
        """Everything that happened so far, in full: for the record, not for a running table's players."""
        return tuple(self._context.record)

    def snapshot(self, user_id: int | None = None) -> TableSnapshot:
        """Return the table as a person (or None: a spectator) may see it now."""
        return take_snapshot(
            self._context,
            self._match,
            user_id,
            state=self.state,
            host_id=self._host_id,
            commitment=self._context.chains[-1].commitment,
        )

    async def look(self, user_id: int | None = None) -> TableSnapshot:
        """Return the same once all that it shows is durable; NotKeptError while the database fails."""
        async with self._lock.look():
            return self.snapshot(user_id)

    def is_seated(self, user_id: int) -> bool:
        """Say whether the person holds a seat, here or away."""
        return self._context.seat_of(user_id) is not None

    @property
    def held_hand(self) -> tuple[str, int] | None:
        """The hand in play, for which coins are set aside, as table id and number."""
        match = self._match
        return None if match is None or match.play is None else (self.table_id, match.standing.hand)
