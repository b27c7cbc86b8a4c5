"""Rows are looked up by their keys: what is written or listed costs the same however much is stored."""

import re

import pytest
from sqlalchemy import event, select

from host.history import HandFilter, list_hands
from host.keys import has_key
from host.schema import accounts, metadata
from host.units import HoldCoins, KeepMessage
from tests.host.counted import GUILD, settle
from tests.host.databases import on_both
from tests.host.helpers import to_between

SMALL = {"owner", "seasons"}
"""Tables of a few rows, whatever is played."""


@pytest.fixture
def plans(store):
    """The plan of every statement that the writer sends from now on (SQLite)."""
    found = []

    def explain(connection, cursor, statement, parameters, context, is_many):
        if re.match("SELECT|DELETE|UPDATE", statement):
            row = parameters[0] if is_many else parameters
            cursor = connection.connection.cursor()
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}", row)
            found.extend((step[-1], statement) for step in cursor.fetchall())

    engine = store._runner.engine
    event.listen(engine, "before_cursor_execute", explain)
    yield found
    event.remove(engine, "before_cursor_execute", explain)


def list_scans(plans):
    """Tables of which all rows are gone through, with the statement."""
    tables = set(metadata.tables) - SMALL
    return [(step, statement) for step, statement in plans if step.startswith("SCAN") and step.split()[1] in tables]


async def test_no_settlement_goes_through_a_whole_table(store, room, plans):
    await store.write(HoldCoins(GUILD, "t", 1, {1: 5, 2: 5}))
    await store.write(settle(hand=1))
    await store.write(settle(hand=2, seats=(1, 2, None, None)))
    await store.write(KeepMessage("t", 1, "{}"))
    table = await room.started(2, next_hand_seconds=60)
    await to_between(room, table)
    assert len(plans) > 50
    assert list_scans(plans) == []


async def test_no_page_of_a_history_goes_through_all_hands(store, plans):
    await store.write(settle(hand=1))
    await store.write(settle(hand=2))
    plans.clear()
    async with store._read_engine.connect() as connection:

        def record(synchronous):
            statements = []
            event.listen(synchronous, "before_cursor_execute", lambda *sent: statements.append((sent[2], sent[3])))
            return statements

        statements = await connection.run_sync(record)
        for guild_id in (GUILD, None):
            await list_hands(connection, 1, HandFilter(guild_id), until=9e9, page=0, size=6)
        sent = [each for each in statements if each[0].startswith("SELECT")]
        for statement, parameters in sent:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend((row[-1], statement) for row in rows)
    assert len(sent) == 8
    # A person's servers are found among all accounts.
    assert [step for step, _ in list_scans(plans) if "accounts" not in step] == []


@on_both
async def test_rows_of_some_keys_are_found_and_no_others(store):
    for guild_id in (1, 2):
        await store.find_accounts(guild_id, [7, 8, 9])
    columns = (accounts.c.guild_id, accounts.c.user_id)

    async def find(*keys):
        query = select(*columns).where(has_key(columns, keys)).order_by(*columns)
        return [tuple(row) for row in await store._read(query)]

    assert await find((1, 7), (1, 9), (2, 8), (2, 77)) == [(1, 7), (1, 9), (2, 8)]
    assert await find() == []
