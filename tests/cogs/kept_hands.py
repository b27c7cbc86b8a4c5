"""Hands that were played before: put into a running house's database as its archive keeps them."""

import sqlite3
from contextlib import closing
from itertools import pairwise

from engine.record import write_lines
from host.parts import pack_lines
from tests.golden_records import read_golden
from tests.records import parse_lines

TABLE = "0a1b2c3d4e5f"


def keep_golden(database, guild_id, user_ids, *, preset="harbin", hands=3, table=TABLE, at=1_800_000_000.0):
    """Keep the first hands of a preset's golden match, as played by people (by seat; None: whoever the record says)."""
    lines = parse_lines(read_golden(preset))
    for player, user_id in zip(lines[0]["players"], user_ids, strict=True):
        if user_id is not None:
            player["id"] = user_id
    ends = [place for place, line in enumerate(lines) if line["type"] == "end_hand"]
    places = [0, *ends[:hands]]
    parts = [lines[before + 1 : end + 1] for before, end in pairwise(places)]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO matches (table_id, guild_id, channel_id, started_at, opening) VALUES (?, ?, 1, ?, ?)",
            (table, guild_id, at, write_lines(lines[:1])),
        )
        connection.executemany(
            "INSERT INTO match_people (table_id, user_id, guild_id) VALUES (?, ?, ?)",
            [(table, user_id, guild_id) for user_id in user_ids if user_id is not None],
        )
        connection.executemany(
            "INSERT INTO hand_records (table_id, hand, guild_id, at, outcome, people, kinds, lines) "
            "VALUES (?, ?, ?, ?, 'won', 3, '', ?)",
            [
                (table, number, guild_id, at + number, pack_lines(write_lines(part)))
                for number, part in enumerate(parts, 1)
            ],
        )
