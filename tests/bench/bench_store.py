"""How many actions at tables are durable in a second, and how long one waits, beside a bare loop with a commit each.

Run as `python -m tests.bench.bench_store`. The rows are those that a real match of Harbin wrote, action by action: how
the table stands and the journal's new lines. Times are wall clock, since waiting for the disk is what is measured.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.progress import Progress

from engine.cities import find_rules
from engine.players import find_player
from host.clock import ManualClock
from host.computers import Computers, FunctionPlayer
from host.publisher import SilentPublisher
from host.registry import Tables
from host.settings import RoomSettings
from host.store import Store
from host.surroundings import Surroundings
from host.units import SaveTable
from tests.bench.report import report
from tests.postgres import find_programs, open_cluster

ROUNDS = 5
ACTIONS = {1: 768, 64: 6_400}
"""Of all tables together in a round, by how many tables there are."""
BARE = "bare `sqlite3`, a commit each"
OURS = "the bot's writer, SQLite"
SERVER = "the bot's writer, PostgreSQL"


async def play_match(folder: Path) -> list[SaveTable]:
    """Return what a person's match against three computer players writes, one unit an action."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder}/match.db")
    units: list[SaveTable] = []
    write = store.write

    async def keep(unit):
        if isinstance(unit, SaveTable):
            units.append(unit)
        return await write(unit)

    store.write = keep
    clock = ManualClock()
    greedy = find_player("greedy")
    rules = find_rules("harbin")
    computers = Computers(FunctionPlayer(lambda view, rng: greedy(view, rules, rng)))
    tables = Tables(Surroundings(store=store, computers=computers, publisher=SilentPublisher(), clock=clock))
    settings = RoomSettings(hands=4, pace=0.0, next_hand_seconds=1)
    table = await tables.create(guild_id=1, channel_id=1, user_id=1, name="p", rules=rules, settings=settings)
    clock.quiet = table.quiet
    await table.add_computer(1, 3)
    await table.start(1)
    chance = random.Random(1)
    while table.state != "over":
        await table.quiet()
        shot = table.snapshot(1)
        if shot.decision is not None:
            await table.act(1, shot.decision, greedy(shot.view, rules, chance))
        elif clock.next_due is not None:
            await clock.advance(max(0.0, clock.next_due - clock.now()))
    await table.quiet()
    await store.close()
    return units


def share_out(units: Sequence[SaveTable], tables: int, actions: int) -> list[list[SaveTable]]:
    """The same match at so many tables, over and over as new tables, until there are so many actions in all."""
    each = []
    for number in range(tables):
        written = []
        for place in range(actions // tables):
            match, step = divmod(place, len(units))
            written.append(replace(units[step], table_id=f"{number:06}{match:06}"))
        each.append(written)
    return each


def write_bare(path: Path, each: Sequence[Sequence[SaveTable]]) -> list[float]:
    """Write all with a commit each, tables in turn, in the tables of a database that a `Store` made; seconds each."""
    taken = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        for units in zip(*each, strict=True):
            for unit in units:
                begun = time.perf_counter()
                connection.execute("BEGIN IMMEDIATE")
                if unit.body is not None:
                    row = (unit.table_id, unit.body, begun)
                    connection.execute("INSERT OR REPLACE INTO saved_tables (table_id, body, at) VALUES (?, ?, ?)", row)
                rows = [(unit.table_id, number, line) for number, line in unit.lines]
                connection.executemany("INSERT INTO journal (table_id, number, line) VALUES (?, ?, ?)", rows)
                connection.execute("COMMIT")
                taken.append(time.perf_counter() - begun)
    return taken


async def write_ours(url: str, each: Sequence[Sequence[SaveTable]]) -> tuple[float, list[float]]:
    """Write all through the bot's writer, a task a table; seconds in all, and each."""
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


@dataclass
class Candidate:
    """A way of writing at so many tables: rates in actions a second and all waits in seconds, round by round."""

    name: str
    tables: int
    run: Callable[[Sequence[Sequence[SaveTable]]], Awaitable[tuple[float, list[float]]]]
    rates: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def measure(self, each: Sequence[Sequence[SaveTable]]) -> None:
        """Run a round."""
        seconds, waits = await self.run(each)
        self.rates.append(len(waits) / seconds)
        self.waits += waits


async def run_bare(each):
    """A round of the bare loop in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bare.db"
        await (await Store.open(f"sqlite+aiosqlite:///{path}")).close()
        waits = await asyncio.to_thread(write_bare, path, each)
        return sum(waits), waits


async def run_ours(each):
    """A round of the bot's writer in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        return await write_ours(f"sqlite+aiosqlite:///{folder}/ours.db", each)


def list_rows(candidates: Sequence[Candidate]) -> list[list[str]]:
    """Tables, way, actions a second, waits, and how many times as fast as the first with as many tables."""
    first = {}
    rows = []
    for each in candidates:
        rate, cuts = median(each.rates), quantiles(each.waits, n=100)
        bare = first.setdefault(each.tables, rate)
        waits = [f"{1e3 * cut:.2f}" for cut in (cuts[49], cuts[98])]
        rows.append([str(each.tables), each.name, f"{rate:,.0f}", *waits, f"{rate / bare:.2f}"])
    return rows


async def measure(stack: ExitStack) -> tuple[list[Candidate], int]:
    """Measure all in turns; returns them, and how many actions the match had."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    units = await play_match(folder)
    ways = {BARE: run_bare, OURS: run_ours}
    programs = find_programs()
    if programs is not None:
        cluster = stack.enter_context(open_cluster(programs, durable=True))

        async def run_server(each):
            await asyncio.to_thread(cluster.empty)
            return await write_ours(cluster.url(), each)

        ways[SERVER] = run_server
    candidates = [Candidate(name, tables, run) for tables in ACTIONS for name, run in ways.items()]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("writing", total=ROUNDS * len(candidates))
        for turn in range(ROUNDS):
            for place in range(len(candidates)):
                candidate = candidates[(turn + place) % len(candidates)]
                await candidate.measure(share_out(units, candidate.tables, ACTIONS[candidate.tables]))
                progress.advance(task)
    return candidates, len(units)


def main() -> None:
    """Measure all; write the table."""
    with ExitStack() as stack:
        candidates, actions = asyncio.run(measure(stack))
    report(
        "store",
        "Durable actions",
        ["tables at once", "way", "actions a second", "p50 ms", "p99 ms", "×"],
        list_rows(candidates),
        note=f"Wall clock; {ROUNDS} rounds of at least {min(ACTIONS.values())} actions, in turns. The rows are "
        f"what a real match of {actions} actions writes, how the table stands and its journal's lines; each action is"
        " durable (synchronous FULL; PostgreSQL's default) before the next at its table. ×: against the bare loop.",
        texts=2,
    )


if __name__ == "__main__":
    main()
