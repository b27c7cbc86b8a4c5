"""The archive of matches: each hand's record is written in the transaction that settles it, once, and read back whole.

Rule 1: what is read is of hands that are over; a match that is still played is told up to its last such hand.
Rule 2: a record is whole or not there: when its hands are no longer kept, so is all of it (host/pruning.py).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from engine.record import end_match, write_lines
from host.parts import drop_ids, list_people, open_match, pack_hands, unpack_lines
from host.schema import hand_records, match_people, matches, void_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Select, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from host.book import HandKey
    from host.parts import Closing, Unkept

Row = dict[str, Any]


class Archive:
    """What is to be written for a group of units: `keep` and `close`, then `flush`."""

    def __init__(self, at: float) -> None:
        """Begin with nothing; `at`: the time for rows, in seconds since 1970."""
        self._at = at
        self._rows: dict[Table, list[Row]] = {matches: [], match_people: [], hand_records: [], void_hands: []}
        self._closings: list[Row] = []

    def mark(self) -> list[tuple[list[Row], int]]:
        """Return where it stands, for `undo`."""
        return [(rows, len(rows)) for rows in (*self._rows.values(), self._closings)]

    def undo(self, mark: list[tuple[list[Row], int]]) -> None:
        """Forget everything since `mark`."""
        for rows, length in mark:
            del rows[length:]

    def keep(self, guild_id: int, table_id: str, unkept: Unkept, balances: Sequence[int | None]) -> None:
        """Keep what happened up to the end of a hand; `balances`: people's coins after it, by seat."""
        of_match = {"table_id": table_id, "guild_id": guild_id}
        opening = open_match(unkept)
        if opening is not None:
            where = {"channel_id": unkept.channel_id, "started_at": opening.started_at}
            self._rows[matches].append({**of_match, **where, "opening": opening.line})
        self._rows[match_people] += [{**of_match, "user_id": user_id} for user_id in list_people(unkept.events)]
        for part in pack_hands(unkept, balances):
            told = {**asdict(part), "kinds": " ".join(part.kinds)}
            self._rows[hand_records].append({**of_match, "at": self._at, **told})

    def note_void(self, guild_id: int, key: HandKey, seats: Sequence[int | None], city: str) -> None:
        """Note who sat at a hand that counts for nothing; `seats`: user ids, None for computer players."""
        of_hand = {"table_id": key[0], "hand": key[1], "guild_id": guild_id, "city": city, "at": self._at}
        of_hand["has_computers"] = None in seats
        self._rows[void_hands] += [{**of_hand, "user_id": user_id} for user_id in seats if user_id is not None]

    def close(self, table_id: str, closing: Closing) -> None:
        """Keep how a match ended of which hands are kept."""
        of_match = {"table_id": table_id, "guild_id": closing.guild_id}
        self._rows[match_people] += [{**of_match, "user_id": user_id} for user_id in closing.people]
        self._closings.append({"table_id": table_id, "ended_at": self._at, "closing": closing.lines})

    def flush(self, connection: Connection) -> None:
        """Write it: one statement a table. What is there already stays as it is."""
        for table, rows in self._rows.items():
            if rows:
                connection.execute(_add(connection.dialect.name, table), rows)
        for row in self._closings:
            connection.execute(update(matches).where(matches.c.table_id == row["table_id"]).values(row))


@cache
def _add(dialect: str, table: Table) -> Any:  # noqa: ANN401 (a dialect's own statement)
    add = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    return add.on_conflict_do_nothing()


# ---- reading


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match of which a record is kept. `hands`: how many are over; `ended_at` None: it is still played."""

    table_id: str
    guild_id: int
    channel_id: int
    started_at: float
    ended_at: float | None
    hands: int


async def find_match(connection: AsyncConnection, table_id: str) -> KeptMatch | None:
    """Return a match of which a record is kept."""
    return await _find_first(connection, _choose().where(matches.c.table_id == table_id))


async def find_last_in_channel(connection: AsyncConnection, channel_id: int) -> KeptMatch | None:
    """Return the match of which a record is kept that was begun last in a channel."""
    return await _find_first(connection, _choose().where(matches.c.channel_id == channel_id))


async def find_last_of(connection: AsyncConnection, guild_id: int, user_id: int) -> KeptMatch | None:
    """Return the match of which a record is kept that a person played last in a server."""
    own = select(match_people.c.table_id).where(match_people.c.user_id == user_id, match_people.c.guild_id == guild_id)
    return await _find_first(connection, _choose().where(matches.c.table_id.in_(own)))


async def read_match(connection: AsyncConnection, table_id: str) -> bytes | None:
    """Return a match's record, as JSON Lines (JUDGE section 3); None if it is not kept.

    Of a match that is still played it tells the hands that are over, and then `end_match` with `so_far`.
    """
    found = (await connection.execute(select(matches).filter_by(table_id=table_id))).first()
    if found is None:
        return None
    query = select(hand_records.c.lines).filter_by(table_id=table_id).order_by(hand_records.c.hand)
    packed = (await connection.scalars(query)).all()
    if not packed or None in packed:
        return None
    hands = [unpack_lines(lines) for lines in packed]
    if found.closing is None:
        coins = json.loads(hands[-1].rstrip("\n").rpartition("\n")[2])["coins"]
        closing = write_lines([end_match(coins, "so_far")])
    else:
        closing = found.closing
    return "".join(map(drop_ids, (found.opening, *hands, closing))).encode()


def _choose() -> Select[Any]:
    count = select(func.count()).where(hand_records.c.table_id == matches.c.table_id).scalar_subquery()
    columns = (getattr(matches.c, name) for name in ("table_id", "guild_id", "channel_id", "started_at", "ended_at"))
    return select(*columns, count.label("hands"))


async def _find_first(connection: AsyncConnection, query: Select[Any]) -> KeptMatch | None:
    row = (await connection.execute(query.order_by(matches.c.started_at.desc()).limit(1))).first()
    return None if row is None else KeptMatch(**row._asdict())
