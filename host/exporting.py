"""All that is stored on one person, to be handed to them: read from the schema, so that no table can be forgotten.

Rule 1: a table with a column that names people is exported, column by column, whether or not this file knows it; what
it knows it only puts in plainer words. Whatever names people elsewhere (in a text) has a reader of its own below.
Rule 2: other people are numbers that hold in one export alone, never ids or names; and nothing comes out that opens
something: no token of a message, no secret of a shuffle, no tile of anybody else.
Rule 3: times are ISO 8601 in UTC, and ids are texts, since most readers of JSON would round such numbers.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, or_, select

from engine.tiles import format_tiles, tile_name
from host.entries import Step, read_entry
from host.errors import HostError
from host.events import AroundEvent, HandStarted, MatchStarted, Sat
from host.parts import hide_others, unpack_lines
from host.preferences import Scope
from host.schema import (
    BANK,
    EVERYWHERE,
    accounts,
    best_hands,
    changes,
    entries,
    flows,
    hand_records,
    journal,
    match_people,
    matches,
    metadata,
    movements,
    notes,
    played_hands,
    preferences,
    saved_tables,
    shown_messages,
    void_hands,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Column, RowMapping, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from host.events import SeatTaken

_PART = 200
"""So many rows are put in words at once."""

FORMAT = 1
"""Of the file. A change of what a key means gets a new number."""

OTHER_IDS = frozenset({"guild_id", "channel_id", "movement_id", "change_id"})
"""Columns of numbers that end in _id and name no person; any other such column does."""

_READ_APART = {preferences, notes, match_people}
"""Tables that have readers of their own: owners may be servers and applications, too, and records are long."""

_WITH_ACCOUNT = {entries, played_hands, void_hands}
"""Long tables whose rows are of people with an account on that server: only those servers are looked through."""

_SECTIONS = {
    "accounts": "coins_and_counts",
    "entries": "movements_of_coins",
    "holds": "coins_at_stake",
    "changes": "what_managers_did_to_coins",
    "flows": "coins_between_you_and_others",
    "shown_messages": "messages_with_your_hand",
    "players": "name_on_boards",
    "played_hands": "hands",
    "void_hands": "hands_that_counted_for_nothing",
    "standings": "sums_of_hands",
    "win_kinds": "ways_of_winning",
    "best_hands": "dearest_hands",
}
_WORDS = {
    "guild_id": "server",
    "user_id": "person",
    "actor_id": "done_by",
    "table_id": "table",
    "movement_id": "movement",
    "change_id": "change",
    "balance": "coins",
    "held": "coins_at_stake",
    "hands": "hands_played",
    "computer_hands": "hands_played_with_computers",
    "computer_hands_won": "hands_won_with_computers",
    "opened_at": "first_seen_at",
    "daily_day": "last_day_with_daily_coins",
    "daily_streak": "days_in_a_row",
    "relief_day": "last_day_with_relief",
    "is_listed": "is_shown_on_boards",
    "seen_at": "name_seen_at",
    "kinds": "ways_of_winning",
    "mu": "rating_mean",
    "sigma": "rating_deviation",
    "shown": "rating_shown",
    "deal_ins": "hands_dealt_in",
    "net": "coins_won_less_lost",
    "win_rate": "win_rate_in_millionths",
    "deal_in_rate": "deal_in_rate_in_millionths",
    "average": "average_fan_in_thousandths",
}
"""Columns in plainer words; any other keeps its name."""

MOST_HANDS = 1000
"""Of so many hands at most an export holds the records, of the newest; `/history` has any single one."""

Json = dict[str, Any]


class JsonText(str):
    """A value that is JSON already, to be written into the file as it is."""

    __slots__ = ()


def find_person_columns(table: Table) -> list[Column[Any]]:
    """Return a table's columns that name people by their Discord id."""
    return [
        column
        for column in table.columns
        if isinstance(column.type, BigInteger) and column.name.endswith("_id") and column.name not in OTHER_IDS
    ]


async def export_person(connection: AsyncConnection, user_id: int, at: float) -> Json:
    """Return all that is stored on a person, as an object to be written as JSON; `at`: the time, for the file.

    `servers` holds a section for each table by server (0: over all servers), the others what belongs to no server.
    """
    told = _Told(user_id)
    servers: dict[int, Json] = {}
    elsewhere: Json = {}
    for table in metadata.sorted_tables:
        people = find_person_columns(table)
        if not people or table in _READ_APART:
            continue
        chosen, order = select(table), table.primary_key.columns
        if table is entries:
            chosen = select(movements, entries.c.user_id, entries.c.amount).join_from(entries, movements)
        query = chosen.where(or_(*(column == user_id for column in people))).order_by(*order)
        if table in _WITH_ACCOUNT:
            own_servers = select(accounts.c.guild_id).where(accounts.c.user_id == user_id)
            query = query.where(table.c.guild_id.in_(own_servers))
        write = _WRITERS.get(table, _Told.write_row)
        section = _SECTIONS.get(table.name, table.name)
        # Others play meanwhile: what is long is read part by part.
        async for rows in (await connection.stream(query)).mappings().partitions(_PART):
            for row in rows:
                place = servers.setdefault(int(row["guild_id"]), {}) if "guild_id" in row else elsewhere
                place.setdefault(section, []).append(write(told, row))
    return {
        "format": FORMAT,
        "person": str(user_id),
        "exported_at": write_time(at),
        "servers": [
            {"server": "all servers" if guild_id == EVERYWHERE else str(guild_id), **sections}
            for guild_id, sections in sorted(servers.items())
        ],
        "settings": await _read_settings(connection, user_id),
        "games_in_progress": await _read_games(connection, user_id),
        "records_of_matches": await _read_records(connection, user_id),
        **elsewhere,
    }


def write_time(at: float) -> str:
    """Return a time, in seconds since 1970, in ISO 8601."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


class _Told:
    """Puts rows in plain words for one person, who reads `you`; everybody else gets a number."""

    def __init__(self, user_id: int) -> None:
        self._user_id = user_id
        self._numbers: dict[int, int] = {}

    def name(self, user_id: int) -> str:
        if user_id == self._user_id:
            return "you"
        if user_id == BANK:
            return "the bank"
        return f"person {self._numbers.setdefault(user_id, len(self._numbers) + 1)}"

    def write_row(self, row: RowMapping) -> Json:
        """Return a row as it is, without what is the same in all of them: the server and, alone, the person."""
        ids = [name for name in row if name.endswith("_id") and name not in OTHER_IDS and name != "table_id"]
        left_out = {"guild_id", *(ids if ids == ["user_id"] else ())}
        return {
            _WORDS.get(name, name): self.name(value) if name in ids and value is not None else _write_value(name, value)
            for name, value in row.items()
            if name not in left_out
        }

    def write_flow(self, row: RowMapping) -> Json:
        """Return what went between two from one side."""
        is_low = row["low_id"] == self._user_id
        mine, theirs = ("to_low", "to_high") if is_low else ("to_high", "to_low")
        return {
            "with": self.name(row["high_id" if is_low else "low_id"]),
            "hands_together": row["together"],
            "hands_with_coins": row["hands"],
            "coins_you_received": row[mine],
            "coins_you_paid": row[theirs],
            "sum_of_squares": row["squares"],
        }

    def write_change(self, row: RowMapping) -> Json:
        """Return what a manager did, with whose coins it was about."""
        told = self.write_row(row)
        return told | {"person": "everybody" if row["user_id"] is None else self.name(row["user_id"])}

    def write_best(self, row: RowMapping) -> Json:
        """Return a dearest hand with its tiles as they are written."""
        told = self.write_row(row)
        hand = json.loads(told.pop("body"))
        return {**told, "hand": hand}

    def write_message(self, row: RowMapping) -> Json:
        """Return where a hand is shown, without the token that changes it."""
        place = json.loads(row["body"])
        place.pop("token", None)
        if "until" in place:
            place["token_is_kept_until"] = write_time(place.pop("until"))
        return {"table": row["table_id"], **{name: _write_value(name, value) for name, value in place.items()}}


_WRITERS: dict[Table, Callable[[_Told, RowMapping], Json]] = {
    flows: _Told.write_flow,
    changes: _Told.write_change,
    best_hands: _Told.write_best,
    shown_messages: _Told.write_message,
}


def _write_value(name: str, value: Any) -> Any:  # noqa: ANN401 (a column's own)
    if value is None:
        return None
    if name == "at" or name.endswith("_at"):
        return write_time(value)
    if name.endswith("_day"):
        return date.fromordinal(value).isoformat()
    return str(value) if name.endswith("_id") and name not in OTHER_IDS else value


# ---- what names people in its text


async def _read_settings(connection: AsyncConnection, user_id: int) -> Json:
    own = select(preferences).filter_by(scope=Scope.PERSON.value, owner_id=user_id).order_by(preferences.c.name)
    return {row.name: row.value for row in await connection.execute(own)}


async def _read_games(connection: AsyncConnection, user_id: int) -> list[Json]:
    """Return what tables that live keep of a person: their seat and what they did; of the others nothing."""
    named = select(journal.c.table_id).where(journal.c.line.contains(str(user_id)))
    where = saved_tables.c.body.contains(str(user_id)) | saved_tables.c.table_id.in_(named)
    games = []
    for row in (await connection.execute(select(saved_tables).where(where).order_by(saved_tables.c.table_id))).all():
        body = json.loads(row.body)
        lines = select(journal.c.line).filter_by(table_id=row.table_id).order_by(journal.c.number)
        seat = next((seat for seat in body["seats"] if seat["user_id"] == user_id), None)
        games.append(
            {
                "table": row.table_id,
                "server": str(body["guild_id"]),
                "channel": str(body["channel_id"]),
                "kept_at": write_time(row.at),
                "you_opened_it": body["host_id"] == user_id,
                "you_are_invited": user_id in body["invited"],
                "you_voted_to_end_it": user_id in (body["match"] or {}).get("votes", ()),
                "seat": None if seat is None else {name: value for name, value in seat.items() if name != "user_id"},
                "what_you_did": list(_list_own_steps((await connection.scalars(lines)).all(), user_id)),
            }
        )
    return games


def _list_own_steps(lines: Iterable[str], user_id: int) -> Iterable[Json]:
    """Yield what a person put into a match, from its journal: seats taken, words, own actions."""
    own: int | None = None
    for line in lines:
        try:
            entry = read_entry(line)
        except HostError:
            continue
        if isinstance(entry, MatchStarted):
            own = next((seat for seat, each in enumerate(entry.players) if each.user_id == user_id), None)
            if own is not None:
                yield {"did": "sat", "seat": own, "name": entry.players[own].name, "at": write_time(entry.at)}
        elif isinstance(entry, Sat):
            own = _follow_seat(entry.seat, entry.player, own, user_id)
            if own == entry.seat:
                yield {"did": "sat", "seat": own, "name": entry.player.name}
        elif isinstance(entry, HandStarted) and own is not None:
            yield {"did": "words_for_the_shuffle", "hand": entry.hand, "words": entry.words[own]}
        elif isinstance(entry, Step) and own is not None and getattr(entry.action, "seat", None) == own:
            told = {name: _name_tiles(name, value) for name, value in asdict(entry.action).items()}
            yield {"did": type(entry.action).__name__, **told, "by": entry.auto or "you"}
        elif isinstance(entry, AroundEvent) and own is not None and getattr(entry, "seat", None) == own:
            yield {"did": type(entry).__name__, "seat": own}


def _name_tiles(name: str, value: Any) -> Any:  # noqa: ANN401 (an action's own)
    """Return tiles as they are written (3m), and any other value as it is."""
    if name == "tile" and value is not None:
        return tile_name(value)
    return format_tiles(value) if name == "own" else value


def _follow_seat(seat: int, player: SeatTaken, own: int | None, user_id: int) -> int | None:
    """Return a person's seat after somebody has sat down."""
    if player.user_id == user_id:
        return seat
    return None if own == seat else own


async def _read_records(connection: AsyncConnection, user_id: int) -> list[Json]:
    """Return the records of matches that a person played, newest first; the others' names are left out.

    When there are very many, `record` is None for the oldest.
    """
    own = select(match_people.c.table_id).where(match_people.c.user_id == user_id)
    query = select(matches).where(matches.c.table_id.in_(own)).order_by(matches.c.started_at.desc())
    told: list[Json] = []
    left = MOST_HANDS
    for match in (await connection.execute(query)).all():
        kept = select(hand_records.c.lines).filter_by(table_id=match.table_id).order_by(hand_records.c.hand)
        packed = (await connection.scalars(kept)).all()
        left -= len(packed)
        parts = (match.opening, *map(unpack_lines, packed), match.closing or "")
        told.append(
            {
                "table": match.table_id,
                "server": str(match.guild_id),
                "channel": str(match.channel_id),
                "started_at": write_time(match.started_at),
                "ended_at": None if match.ended_at is None else write_time(match.ended_at),
                "hands": len(packed),
                "record": _write_record(parts, user_id) if left >= 0 else None,
            }
        )
    return told


def _write_record(parts: Iterable[str], user_id: int) -> list[JsonText]:
    lines = (line for part in parts for line in hide_others(part, user_id).split("\n"))
    return [JsonText(line) for line in lines if line]
