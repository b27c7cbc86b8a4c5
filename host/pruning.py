"""What the database need not remember any longer."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from host.days import DEFAULT_ZONE, find_day
from host.schema import journal, notes, saved_tables, settlements, shown_messages, standings
from host.units import FINISHED

if TYPE_CHECKING:
    from sqlalchemy import Connection

SPAN_DAYS = 100
"""So long after it began a week or a month has boards of its own."""


def prune_database(connection: Connection, now: float, before: float | None) -> int:
    """Drop rows that are of no use any more at a time `now`; returns how many.

    Boards of weeks and months that are long over go; those of all time and of seasons stay. Beside them it is the
    journals and places of tables that do not live, and how the hands of such tables were settled before a time
    (seconds since 1970; None: never): only a table that lives can ask for it again. Likewise matches that were over
    before that time.
    """
    living = select(saved_tables.c.table_id)
    gone = [delete(table).where(table.c.table_id.not_in(living)) for table in (journal, shown_messages)]
    oldest = find_day(now, DEFAULT_ZONE) - timedelta(days=SPAN_DAYS)
    for first, name in (("w", f"w{oldest}"), ("m", f"m{oldest:%Y-%m}")):
        # Spans are written so that earlier ones sort first.
        gone.append(delete(standings).where(standings.c.span.between(first, name)))
    if before is not None:
        gone.append(delete(settlements).where(settlements.c.table_id.not_in(living), settlements.c.at < before))
        old = [
            note.owner_id
            for note in connection.execute(select(notes).where(notes.c.kind == FINISHED)).all()
            if json.loads(note.body)["at"] < before
        ]
        gone.append(delete(notes).where(notes.c.kind == FINISHED, notes.c.owner_id.in_(old)))
    return sum(connection.execute(statement).rowcount for statement in gone)
