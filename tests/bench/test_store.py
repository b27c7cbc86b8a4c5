"""The benchmark of the store writes the same rows in each way, and tells rates and waits as they were."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from host.store import Store
from tests.bench import bench_store


@pytest.fixture(scope="module")
def units(tmp_path_factory):
    return asyncio.run(bench_store.play_match(tmp_path_factory.mktemp("match")))


def read_rows(path):
    with closing(sqlite3.connect(path)) as connection:
        return [
            sorted(connection.execute(f"SELECT {columns} FROM {table}"))
            for table, columns in (("saved_tables", "table_id, body"), ("journal", "table_id, number, line"))
        ]


def test_a_real_match_is_shared_out_among_tables_that_never_meet(units):
    assert sum(len(unit.lines) for unit in units) > len(units) / 2 > 20
    each = bench_store.share_out(units, 4, 4 * len(units) + 8)
    assert [len(written) for written in each] == [len(units) + 2] * 4
    assert len({unit.table_id for written in each for unit in written}) == 8


def test_both_ways_write_the_same_rows_and_tell_each_wait(units, tmp_path):
    each = bench_store.share_out(units, 2, 40)
    ours, bare = tmp_path / "ours.db", tmp_path / "bare.db"
    seconds, waits = asyncio.run(bench_store.write_ours(f"sqlite+aiosqlite:///{ours}", each))
    assert len(waits) == 40
    assert 0 < max(waits) <= seconds

    async def make():
        await (await Store.open(f"sqlite+aiosqlite:///{bare}")).close()

    asyncio.run(make())
    assert len(bench_store.write_bare(bare, each)) == 40
    assert read_rows(ours) == read_rows(bare)
    assert all(read_rows(ours))


def test_rows_tell_rates_and_waits_beside_the_first_with_as_many_tables():
    def candidate(name, tables, rate):
        return bench_store.Candidate(name, tables, None, rates=[rate] * 3, waits=[1 / rate] * 200)

    rows = bench_store.list_rows([candidate("bare", 1, 1000), candidate("ours", 1, 500), candidate("bare", 64, 800)])
    assert rows == [
        ["1", "bare", "1,000", "1.00", "1.00", "1.00"],
        ["1", "ours", "500", "2.00", "2.00", "0.50"],
        ["64", "bare", "800", "1.25", "1.25", "1.00"],
    ]
