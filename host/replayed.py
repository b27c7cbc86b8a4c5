"""One hand out of the archive of matches, to be looked at again: a record of its own with no more than it needs."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from engine.record import end_match, write_lines
from host.parts import drop_ids, unpack_lines
from host.schema import hand_records, match_people, matches

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

NAME_LENGTH = 6
"""So many digits of a table's id: of ten thousand matches on a server hardly two begin alike."""

_NAME = re.compile(rf"(?P<table>[0-9a-f]{{{NAME_LENGTH}}})-(?P<hand>[0-9]{{1,6}})")
_SIT = '{"type":"sit",'


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand that is over. `user_ids`: who sat where, None for computer players and who was forgotten.

    `data`: the match's first line, who sat down until then, the hand, and an end: for `engine.record_steps`.
    """

    name: str
    table_id: str
    guild_id: int
    hand: int
    user_ids: tuple[int | None, ...]
    data: bytes


def name_hand(table_id: str, hand: int) -> str:
    """Return the public name of a hand: short enough to be told, and `find_hand` finds it."""
    return f"{table_id[:NAME_LENGTH].upper()}-{hand}"


async def find_hand(
    connection: AsyncConnection, *, name: str, guild_id: int | None, user_id: int | None = None
) -> tuple[str, int] | None:
    """Return table and number of the hand that has a name; None if none has.

    `guild_id`: on which server it was played (None: on any); `user_id`: who was at its match (None: anybody). If by
    chance several have the name, it is the newest of those that are kept.
    """
    found = _NAME.fullmatch(name.strip().lower())
    if found is None:
        return None
    hand, table = int(found["hand"]), hand_records.c.table_id
    # Ids are of hexadecimal digits, after all of which comes "g": a range, since there is an index for it.
    query = select(table).where(table >= found["table"], table < f"{found['table']}g", hand_records.c.hand == hand)
    if guild_id is not None:
        query = query.where(hand_records.c.guild_id == guild_id)
    if user_id is not None:
        query = query.where(table.in_(select(match_people.c.table_id).where(match_people.c.user_id == user_id)))
    newest = (hand_records.c.lines.is_(None), hand_records.c.at.desc())
    table_id = await connection.scalar(query.order_by(*newest).limit(1))
    return None if table_id is None else (table_id, hand)


async def find_last_hand(connection: AsyncConnection, *, user_id: int, guild_id: int | None) -> tuple[str, int] | None:
    """Return the hand that a person played last, in a server or (None) anywhere; None if no record of one is kept."""
    own = select(match_people.c.table_id).where(match_people.c.user_id == user_id)
    if guild_id is not None:
        own = own.where(match_people.c.guild_id == guild_id)
    query = (
        select(hand_records.c.table_id, hand_records.c.hand)
        .where(hand_records.c.table_id.in_(own), hand_records.c.lines.is_not(None))
        .order_by(hand_records.c.at.desc(), hand_records.c.hand.desc())
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return None if row is None else (row.table_id, row.hand)


async def read_hand(connection: AsyncConnection, *, table_id: str, hand: int) -> HandRecord | None:
    """Return a hand that is over; None if there is none, or its record is no longer kept."""
    of_match = select(matches.c.guild_id, matches.c.opening).where(matches.c.table_id == table_id)
    match = (await connection.execute(of_match)).first()
    if match is None:
        return None
    query = (
        select(hand_records.c.hand, hand_records.c.lines)
        .where(hand_records.c.table_id == table_id, hand_records.c.hand <= hand)
        .order_by(hand_records.c.hand)
    )
    rows = (await connection.execute(query)).all()
    if not rows or rows[-1].hand != hand or any(row.lines is None for row in rows):
        return None
    *before, wanted = (unpack_lines(row.lines) for row in rows)
    sits = [line for part in before for line in part.split("\n") if line.startswith(_SIT)]
    text = "".join((match.opening, *(f"{line}\n" for line in sits), wanted))
    coins = json.loads(wanted.rstrip("\n").rpartition("\n")[2])["coins"]
    data = drop_ids(text) + write_lines([end_match(coins, "so_far")])
    return HandRecord(name_hand(table_id, hand), table_id, match.guild_id, hand, _list_users(text), data.encode())


def _list_users(text: str) -> tuple[int | None, ...]:
    """Return who sat at each seat at the end of some lines."""
    first, *others = text.split("\n")
    users: list[int | None] = [player.get("id") for player in json.loads(first)["players"]]
    for line in others:
        if line.startswith(_SIT):
            sat = json.loads(line)
            users[sat["seat"]] = sat["player"].get("id")
    return tuple(users)
