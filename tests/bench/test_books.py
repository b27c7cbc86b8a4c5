"""The benchmark of the books writes the same rows in each way, and tells rates and waits as they were."""

import asyncio
import sqlite3
from contextlib import closing

from host.audit import audit_database
from tests.bench import bench_books

COLUMNS = {
    "accounts": "user_id, balance, held, hands, hands_won",
    "movements": "kind, table_id, hand, key",
    "entries": "user_id, amount",
    "settlements": "table_id, hand, outcome",
    "flows": "*",
}


def read_rows(path):
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: sorted(connection.execute(f"SELECT {columns} FROM {name}").fetchall(), key=repr)
            for name, columns in COLUMNS.items()
        }


def test_both_ways_write_the_same_rows_and_the_books_hold(tmp_path):
    each = bench_books.draw_hands(2, 24)
    ours, bare = tmp_path / "ours.db", tmp_path / "bare.db"

    async def settle():
        for path in (ours, bare):
            movements = await bench_books.open_accounts(f"sqlite+aiosqlite:///{path}", each)
        seconds, waits = await bench_books.settle_ours(f"sqlite+aiosqlite:///{ours}", each)
        rows = list(bench_books.write_out(each, movements + 1))
        return seconds, waits, await asyncio.to_thread(bench_books.settle_bare, bare, rows)

    seconds, waits, bare_waits = asyncio.run(settle())
    assert len(waits) == len(bare_waits) == 24
    assert 0 < max(waits) <= seconds
    assert read_rows(ours) == read_rows(bare)
    for path in (ours, bare):
        assert asyncio.run(audit_database(f"sqlite+aiosqlite:///{path}")).is_sound


def test_parameters_are_numbered_for_the_server():
    assert bench_books.number_parameters("VALUES ({}, {})") == "VALUES ($1, $2)"


def test_rows_tell_rates_beside_the_bare_loop_on_the_same_database():
    def candidate(name, rate):
        return bench_books.Candidate(name, 64, None, rates=[rate] * 3, waits=[1 / rate] * 200)

    ways = (bench_books.BARE, bench_books.OURS, bench_books.BARE_SERVER, bench_books.OUR_SERVER)
    rows = bench_books.list_rows(
        [candidate(name, rate) for name, rate in zip(ways, (800, 1600, 100, 300), strict=True)]
    )
    assert [row[-1] for row in rows] == ["1.00", "2.00", "1.00", "3.00"]
    assert rows[1] == ["64", bench_books.OURS, "1,600", "0.62", "0.62", "2.00"]
