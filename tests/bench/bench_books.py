"""How many hands are settled durably in a second, beside bare transactions that write the same rows one by one.

Run as `python -m tests.bench.bench_books`. A settlement of four people is four accounts changed, three movements of two
entries each, the hand's outcome, and what went between six pairs. The bare loops know all of it beforehand: they read
and check nothing. Times are wall clock, since waiting for the disk is what is measured.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from statistics import median, quantiles

import asyncpg
from rich.console import Console
from rich.progress import Progress

from host.store import Store
from host.units import HandOutcome, OpenAccount, SettleHand, pair_up
from tests.bench.report import report
from tests.postgres import find_programs, open_cluster

ROUNDS = 5
HANDS = {1: 256, 64: 2_560}
"""Of all tables together in a round, by how many tables there are."""

GUILD = 1
FIRST_COINS = 1000
BARE, OURS = "bare `sqlite3`, a commit each", "the bot's writer, SQLite"
BARE_SERVER, OUR_SERVER = "bare `asyncpg`, a commit each", "the bot's writer, PostgreSQL"


def draw_hands(tables: int, hands: int) -> list[list[SettleHand]]:
    """What each table settles: hands of four people of its own who win and lose small sums."""
    chance = random.Random(1)
    each = []
    for table in range(tables):
        seats = tuple(range(4 * table + 1, 4 * table + 5))
        settled = []
        for hand in range(1, hands // tables + 1):
            winner, fan = hand % 4, chance.choice((1, 2, 3))
            losses = [0 if seat == winner else fan * chance.choice((1, 2)) for seat in range(4)]
            deltas = tuple(sum(losses) if seat == winner else -losses[seat] for seat in range(4))
            settled.append(SettleHand(GUILD, f"{table:06}", hand, seats, deltas, winner=winner))
        each.append(settled)
    return each


ACCOUNT = "UPDATE accounts SET balance = {}, hands = {}, hands_won = {} WHERE guild_id = {} AND user_id = {}"
MOVEMENT = "INSERT INTO movements (id, guild_id, kind, table_id, hand, at, key) VALUES ({}, {}, {}, {}, {}, {}, {})"
ENTRY = "INSERT INTO entries (movement_id, guild_id, user_id, amount) VALUES ({}, {}, {}, {})"
SETTLEMENT = "INSERT INTO settlements (table_id, hand, guild_id, outcome, at) VALUES ({}, {}, {}, {}, {})"
FLOW = (
    "INSERT INTO flows (guild_id, low_id, high_id, together, hands, to_low, to_high, squares) "
    "VALUES ({}, {}, {}, {}, {}, {}, {}, {}) ON CONFLICT (guild_id, low_id, high_id) DO UPDATE SET "
    "together = flows.together + excluded.together, hands = flows.hands + excluded.hands, "
    "to_low = flows.to_low + excluded.to_low, to_high = flows.to_high + excluded.to_high, "
    "squares = flows.squares + excluded.squares"
)
STATEMENTS = (ACCOUNT, MOVEMENT, ENTRY, SETTLEMENT, FLOW)

Rows = list[list[tuple[object, ...]]]
"""Of one settlement: parameters for each of STATEMENTS."""


def write_out(each: Sequence[Sequence[SettleHand]], movement: int) -> Iterator[Rows]:
    """The rows of all settlements, tables in turn; `movement`: the first free number of one."""
    users = {user for units in each for user in units[0].seats}
    coins, played, won = dict.fromkeys(users, FIRST_COINS), dict.fromkeys(users, 0), dict.fromkeys(users, 0)
    for unit in (unit for units in zip(*each, strict=True) for unit in units):
        at, where = time.time(), (unit.table_id, unit.hand)
        movements, entries, flows = [], [], dict.fromkeys(combinations(unit.seats, 2), (0, 0, 0, 0.0))
        for number, (payer, receiver, amount) in enumerate(pair_up(unit.deltas)):
            one, other = unit.seats[payer], unit.seats[receiver]
            key = f"hand/{unit.table_id}/{unit.hand}#{number}"
            movements.append((movement, GUILD, "hand", *where, at, key))
            entries += [(movement, GUILD, one, -amount), (movement, GUILD, other, amount)]
            to_low, to_high = (amount, 0) if other < one else (0, amount)
            flows[min(one, other), max(one, other)] = (1, to_low, to_high, float(amount**2))
            movement += 1
        for seat, user in enumerate(unit.seats):
            coins[user] += unit.deltas[seat]
            played[user] += 1
            won[user] += seat == unit.winner
        outcome = HandOutcome(unit.deltas, tuple(coins[user] for user in unit.seats)).to_json()
        yield [
            [(coins[user], played[user], won[user], GUILD, user) for user in unit.seats],
            movements,
            entries,
            [(*where, GUILD, outcome, at)],
            [(GUILD, *pair, 1, *flow) for pair, flow in flows.items()],
        ]


async def open_accounts(url: str, each: Sequence[Sequence[SettleHand]]) -> int:
    """Make a database in which everybody has an account; how many movements that were."""
    store = await Store.open(url)
    users = sorted({user for units in each for user in units[0].seats})
    for user in users:
        await store.write(OpenAccount(GUILD, user))
    await store.close()
    return len(users)


def settle_bare(path: Path, rows: Sequence[Rows]) -> list[float]:
    """Settle all with a commit each; seconds each."""
    statements = [statement.replace("{}", "?") for statement in STATEMENTS]
    taken = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        for parts in rows:
            begun = time.perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            for statement, part in zip(statements, parts, strict=True):
                connection.executemany(statement, part)
            connection.execute("COMMIT")
            taken.append(time.perf_counter() - begun)
    return taken


async def settle_bare_server(url: str, rows: Sequence[Rows]) -> list[float]:
    """Settle all on PostgreSQL with a commit each; seconds each."""
    statements = [number_parameters(statement) for statement in STATEMENTS]
    taken = []
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        for parts in rows:
            begun = time.perf_counter()
            async with connection.transaction():
                for statement, part in zip(statements, parts, strict=True):
                    await connection.executemany(statement, part)
            taken.append(time.perf_counter() - begun)
    finally:
        await connection.close()
    return taken


def number_parameters(statement: str) -> str:
    """A statement with its parameters as PostgreSQL writes them."""
    return statement.format(*(f"${number}" for number in range(1, statement.count("{}") + 1)))


async def settle_ours(url: str, each: Sequence[Sequence[SettleHand]]) -> tuple[float, list[float]]:
    """Settle all through the bot's writer, a task a table; seconds in all, and each."""
    store = await Store.open(url)
    taken: list[float] = []

    async def play(units):
        for unit in units:
            begun = time.perf_counter()
            await store.write(unit)
            taken.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*map(play, each))
    seconds = time.perf_counter() - begun
    await store.close()
    return seconds, taken


async def run_bare(each):
    """A round of the bare loop in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bare.db"
        rows = list(write_out(each, await open_accounts(f"sqlite+aiosqlite:///{path}", each) + 1))
        waits = await asyncio.to_thread(settle_bare, path, rows)
        return sum(waits), waits


async def run_ours(each):
    """A round of the bot's writer in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/ours.db"
        await open_accounts(url, each)
        return await settle_ours(url, each)


def make_server_ways(cluster) -> dict[str, Callable[..., Awaitable[tuple[float, list[float]]]]]:
    """The same two on PostgreSQL."""

    async def run_bare_server(each):
        await asyncio.to_thread(cluster.empty)
        rows = list(write_out(each, await open_accounts(cluster.url(), each) + 1))
        waits = await settle_bare_server(cluster.url(), rows)
        return sum(waits), waits

    async def run_our_server(each):
        await asyncio.to_thread(cluster.empty)
        await open_accounts(cluster.url(), each)
        return await settle_ours(cluster.url(), each)

    return {BARE_SERVER: run_bare_server, OUR_SERVER: run_our_server}


@dataclass
class Candidate:
    """A way of settling at so many tables: rates in hands a second and all waits in seconds, round by round."""

    name: str
    tables: int
    run: Callable[..., Awaitable[tuple[float, list[float]]]]
    rates: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def measure(self, each: Sequence[Sequence[SettleHand]]) -> None:
        """Run a round."""
        seconds, waits = await self.run(each)
        self.rates.append(len(waits) / seconds)
        self.waits += waits


def list_rows(candidates: Sequence[Candidate]) -> list[list[str]]:
    """Tables, way, settlements a second, waits, and how many times as fast as the bare one of the same database."""
    bare: dict[tuple[int, bool], float] = {}
    rows = []
    for each in candidates:
        rate, cuts = median(each.rates), quantiles(each.waits, n=100)
        first = bare.setdefault((each.tables, each.name in {BARE_SERVER, OUR_SERVER}), rate)
        waits = [f"{1e3 * cut:.2f}" for cut in (cuts[49], cuts[98])]
        rows.append([str(each.tables), each.name, f"{rate:,.0f}", *waits, f"{rate / first:.2f}"])
    return rows


async def measure(stack: ExitStack) -> list[Candidate]:
    """Measure all in turns."""
    ways = {BARE: run_bare, OURS: run_ours}
    programs = find_programs()
    if programs is not None:
        ways |= make_server_ways(stack.enter_context(open_cluster(programs, durable=True)))
    candidates = [Candidate(name, tables, run) for tables in HANDS for name, run in ways.items()]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("settling", total=ROUNDS * len(candidates))
        for turn in range(ROUNDS):
            for place in range(len(candidates)):
                candidate = candidates[(turn + place) % len(candidates)]
                await candidate.measure(draw_hands(candidate.tables, HANDS[candidate.tables]))
                progress.advance(task)
    return candidates


def main() -> None:
    """Measure all; write the table."""
    with ExitStack() as stack:
        candidates = asyncio.run(measure(stack))
    report(
        "books",
        "Settled hands",
        ["tables at once", "way", "hands a second", "p50 ms", "p99 ms", "×"],
        list_rows(candidates),
        note=f"Wall clock; {ROUNDS} rounds of at least {min(HANDS.values())} hands, in turns. A hand is four accounts, "
        "three movements of two entries, an outcome and six pairs of people, in one durable transaction (synchronous "
        "FULL; PostgreSQL's default). The bare loops write the same rows, known beforehand, on one connection; they "
        "read and check nothing. ×: against the bare loop on the same database.",
        texts=2,
    )


if __name__ == "__main__":
    main()
