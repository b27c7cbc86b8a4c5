"""A table as one viewer may see it: the only way from a table's inside to the rooms outside."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from host.reports import TableSnapshot

if TYPE_CHECKING:
    from engine.view import View
    from host.context import Context
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
