"""Boards read along their indexes, and the generated sums that are measured are those that the writer makes."""

import asyncio
import re

import pytest
from sqlalchemy.dialects import sqlite

from host.boards import Board, Metric, list_queries
from host.hand_told import HandTold
from host.profiles import list_counts
from host.store import Store
from host.tally import list_listing
from host.units import SettleHand
from tests.bench.bench_standings import measure, time_page
from tests.bench.standings_data import GUILD, fill, generate, list_spans

INDEXES = {
    # How many there are the key tells as well.
    Metric.COINS: "(ix_accounts_rank|sqlite_autoindex_accounts_1)",
    Metric.NET: "ix_standings_net",
    Metric.WINS: "ix_standings_wins",
    Metric.WIN_RATE: "ix_standings_win_rate",
    Metric.AVERAGE: "ix_standings_average",
    Metric.BEST_FAN: "ix_standings_best_fan",
    Metric.DEAL_IN_RATE: "ix_standings_deal_in_rate",
    Metric.RATING: "ix_ratings_shown",
}
HANDS, PEOPLE = 120, 12


@pytest.fixture
async def filled(tmp_path):
    """A store with generated hands, and the time of the last."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/filled.db")
    last = await store._runner.run(lambda connection: fill(connection, HANDS, PEOPLE))
    yield store, last
    await store.close()


async def explain(store, query):
    """The steps of SQLite's plan for a query."""
    statement = str(query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))

    async def read(connection):
        return [row.detail for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")]

    return await store.read(read)


@pytest.mark.parametrize("newest", [None, 30])
@pytest.mark.parametrize("metric", list(Metric))
async def test_every_board_reads_along_its_index_and_sorts_nothing(filled, metric, newest):
    store, _ = filled
    index = INDEXES[metric]
    more = {} if newest is None else {"newest_id": newest}
    for query in list_queries(Board(metric, GUILD, city="harbin", **more), page=2):
        steps = await explain(store, query)
        assert any(re.search(rf"SEARCH .* USING COVERING INDEX {index}\b", step) for step in steps), steps
        assert not [step for step in steps if "TEMP B-TREE" in step or step.startswith("SCAN")], steps


async def test_what_is_asked_of_one_person_is_found_by_the_person(filled):
    store, _ = filled
    for query in (list_counts(GUILD, 5), *list_listing(GUILD, 5, is_listed=False)):
        steps = await explain(store, query)
        assert [step for step in steps if re.search(r"SEARCH .*\buser_id=\?", step)] == steps


async def test_the_writer_makes_the_same_sums_of_the_same_hands(filled, tmp_path):
    store, last = filled
    time = [0.0]
    other = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/written.db", wall=lambda: time[0])
    for number, deal in enumerate(generate(HANDS, PEOPLE)):
        time[0] = deal.at
        told = HandTold(deal.city, ("",) * 4, deal.fan, deal.winner, deal.source)
        coins = tuple(fan * 10 for fan in deal.fan)
        await other.write(SettleHand(GUILD, "t", number, deal.people, coins, allow_debt=True, told=told))
    sums = "hands, wins, self_draws, deal_ins, fan, fan_won, net, best_fan, win_rate, average, deal_in_rate"
    spans = ", ".join(f"'{span}'" for span, _ in list_spans(last) if span != "s1")
    query = f"SELECT span, city, user_id, {sums} FROM standings WHERE span IN ({spans}) ORDER BY span, city, user_id"

    async def read(connection):
        return [tuple(row) for row in await connection.exec_driver_sql(query)]

    generated, written = await asyncio.gather(store.read(read), other.read(read))
    assert len(generated) > 3 * PEOPLE
    assert generated == written
    await other.close()


async def test_the_benchmark_measures_every_board(filled):
    store, last = filled
    rows = await measure(store, last, 1)
    assert len(rows) == len(Metric) + 5
    assert await time_page(store, Board(Metric.NET, GUILD), 0, [1]) > 0
