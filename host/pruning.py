"""What the database need not remember any longer."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from host.days import DEFAULT_ZONE, find_day
from host.schema import (
    hand_records,
    journal,
    match_people,
    matches,
    saved_tables,
    settlements,
    shown_messages,
    standings,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Delete, Update

SPAN_DAYS = 100
"""So long after it began a week or a month has boards of its own."""


def prune_database(connection: Connection, now: float, before: float | None, records_before: float | None) -> int:
    """Drop rows that are of no use any more at a time `now`; returns how many.

    Boards of weeks and months that are long over go; those of all time and of seasons stay. Beside them it is the
    journals and places of tables that do not live, and how the hands of such tables were settled before a time
    (seconds since 1970; None: never): only a table that lives can ask for it again. Of matches that were over before
    another time the records go; that their hands were played, and how they ended, stays.
    """
    living = select(saved_tables.c.table_id)
    gone: list[Delete | Update] = []
    gone.extend(delete(table).where(table.c.table_id.not_in(living)) for table in (journal, shown_messages))
    oldest = find_day(now, DEFAULT_ZONE) - timedelta(days=SPAN_DAYS)
    for first, name in (("w", f"w{oldest}"), ("m", f"m{oldest:%Y-%m}")):
        # Spans are written so that earlier ones sort first.
        gone.append(delete(standings).where(standings.c.span.between(first, name)))
    if before is not None:
        gone.append(delete(settlements).where(settlements.c.table_id.not_in(living), settlements.c.at < before))
    if records_before is not None:
        ended = func.coalesce(matches.c.ended_at, matches.c.started_at)
        over = select(matches.c.table_id).where(matches.c.table_id.not_in(living), ended < records_before)
        of_over = hand_records.c.table_id.in_(over), hand_records.c.lines.is_not(None)
        gone.append(update(hand_records).where(*of_over).values(lines=None))
        gone.extend(delete(table).where(table.c.table_id.in_(over)) for table in (match_people, matches))
    return sum(connection.execute(statement).rowcount for statement in gone)
