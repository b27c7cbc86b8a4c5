"""What must hold between people's standings of all time and the hands that they sum up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, and_, case, exists, false, func, not_, or_, select, true

from host.periods import ALL, COMPUTERS
from host.schema import EVERYWHERE, played_hands, standings

if TYPE_CHECKING:
    from collections.abc import Callable

_SPAN: ColumnElement[str] = case((played_hands.c.has_computers == true(), COMPUTERS), else_=ALL)
_of_person = (standings.c.guild_id == played_hands.c.guild_id) & (standings.c.user_id == played_hands.c.user_id)


def _count(flag: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.sum(case((flag == true(), 1), else_=0))


def _other_sums() -> tuple[Select[Any], ColumnElement[int]]:
    """Find people whose hands sum up to something else than what stands, or for whom nothing does."""
    hands = (
        select(
            played_hands.c.guild_id,
            played_hands.c.user_id,
            _SPAN.label("span"),
            func.count().label("hands"),
            _count(played_hands.c.is_won).label("wins"),
            _count(played_hands.c.is_self_drawn).label("self_draws"),
            _count(played_hands.c.is_dealt_in).label("deal_ins"),
            func.sum(played_hands.c.fan).label("fan"),
            func.sum(played_hands.c.coins).label("coins"),
        )
        .group_by(played_hands.c.guild_id, played_hands.c.user_id, _SPAN)
        .subquery()
    )
    own = and_(
        standings.c.guild_id == hands.c.guild_id,
        standings.c.user_id == hands.c.user_id,
        standings.c.span == hands.c.span,
        standings.c.city == ALL,
    )
    is_other = or_(
        standings.c.hands.is_(None),
        standings.c.hands - standings.c.older_hands != hands.c.hands,
        standings.c.wins - standings.c.older_wins != hands.c.wins,
        standings.c.self_draws != hands.c.self_draws,
        standings.c.deal_ins != hands.c.deal_ins,
        standings.c.fan != hands.c.fan,
        # Of older hands the coins are summed up, but the hands are not there.
        and_(standings.c.older_hands == 0, standings.c.net != hands.c.coins),
    )
    query = select(hands.c.guild_id, hands.c.user_id, hands.c.span).outerjoin(standings, own).where(is_other)
    return query, hands.c.guild_id


def _without_hands() -> tuple[Select[Any], ColumnElement[int]]:
    """Find standings that sum up hands which are not there."""
    has_computers = played_hands.c.has_computers
    of_span = or_(
        and_(standings.c.span == ALL, has_computers == false()),
        and_(standings.c.span == COMPUTERS, has_computers == true()),
    )
    query = select(standings.c.guild_id, standings.c.user_id, standings.c.span).where(
        standings.c.guild_id != EVERYWHERE,
        standings.c.span.in_((ALL, COMPUTERS)),
        standings.c.city == ALL,
        standings.c.hands > standings.c.older_hands,
        not_(exists().where(_of_person, of_span)),
    )
    return query, standings.c.guild_id


STANDING_CHECKS: dict[str, Callable[[], tuple[Select[Any], ColumnElement[int]]]] = {
    "standing_is_not_its_hands": _other_sums,
    "standing_without_hands": _without_hands,
}
"""Every rule about standings, by the code of its faults."""
