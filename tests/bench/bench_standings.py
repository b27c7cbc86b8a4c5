"""How long a page of a leaderboard takes with a year of a large server behind it, on SQLite.

Run as `python -m tests.bench.bench_standings`: 1,000,000 hands of 50,000 people on one server, each board at its first
page, in the middle and at its end, with the viewer's own place on each; and a profile. Wall clock.
"""

import asyncio
import random
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

from rich.console import Console

from host.boards import PAGE, Board, Metric, read_page
from host.profiles import read_profile
from host.store import Store
from tests.bench.report import report
from tests.bench.standings_data import GUILD, fill, list_spans

HANDS, PEOPLE = 1_000_000, 50_000
ROUNDS = 15
SAID = {
    Metric.COINS: "coins",
    Metric.NET: "coins won",
    Metric.WINS: "hands won",
    Metric.WIN_RATE: "win rate",
    Metric.AVERAGE: "average a hand",
    Metric.BEST_FAN: "dearest hand",
    Metric.DEAL_IN_RATE: "deal-in rate",
    Metric.RATING: "rating",
}


async def time_page(store: Store, board: Board, page: int, viewers: list[int]) -> float:
    """Milliseconds that a page takes, the median of one look for each viewer."""
    taken = []
    for viewer in viewers:
        begun = time.perf_counter()
        await store.read(partial(read_page, board=board, page=page, viewer_id=viewer))
        taken.append(1e3 * (time.perf_counter() - begun))
    return median(taken)


async def measure(store: Store, last: float, rounds: int = ROUNDS) -> list[list[str]]:
    """A row for each board."""
    chance = random.Random(1)
    viewers = [chance.randint(1, PEOPLE) for _ in range(rounds)]
    week, month = (span for span, _ in list_spans(last)[1:3])
    boards = [Board(metric, GUILD, city="harbin" if metric is Metric.RATING else "all") for metric in Metric]
    named = [(f"{SAID[board.metric]}, all time", board) for board in boards]
    named += [
        ("coins won, this week", Board(Metric.NET, GUILD, week)),
        ("coins won, this month, one city", Board(Metric.NET, GUILD, month, "harbin")),
        ("coins won, this season", Board(Metric.NET, GUILD, "s1")),
        ("coins won, accounts of a certain age", Board(Metric.NET, GUILD, newest_id=PEOPLE // 2)),
    ]
    rows = []
    for name, board in named:
        total = (await store.read(partial(read_page, board=board, page=0, viewer_id=1))).total
        pages = (0, total // PAGE // 2, (total - 1) // PAGE)
        taken = [await time_page(store, board, page, viewers) for page in pages]
        rows.append([name, f"{total:,}", *(f"{each:.1f}" for each in taken)])
    taken = []
    for viewer in viewers:
        begun = time.perf_counter()
        await store.read(partial(read_profile, guild_id=GUILD, user_id=viewer))
        taken.append(1e3 * (time.perf_counter() - begun))
    rows.append(["a profile", "", f"{median(taken):.1f}", "", ""])
    return rows


async def run(folder: Path) -> list[list[str]]:
    """Fill a database and measure."""
    store = await Store.open(f"sqlite+aiosqlite:///{folder}/standings.db")
    console = Console(stderr=True)
    with console.status(f"{HANDS:,} hands are made"):
        last = await store._runner.run(lambda connection: fill(connection, HANDS, PEOPLE))
    with console.status("pages are read"):
        rows = await measure(store, last)
    await store.close()
    return rows


def main() -> None:
    """Measure; write the table."""
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(run(Path(folder)))
    report(
        "standings",
        "A page of a leaderboard",
        ["board", "people on it", "first page, ms", "middle page, ms", "last page, ms"],
        rows,
        note=f"Wall clock, medians of {ROUNDS} viewers, the own place included; all on one server: {HANDS:,} hands of "
        f"four in a year, {PEOPLE:,} people; SQLite on disk. Goal: 50 ms.",
    )


if __name__ == "__main__":
    main()
