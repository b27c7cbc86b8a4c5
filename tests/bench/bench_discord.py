"""What the local Discord adds to a bot's answer, and what a fully real test costs.

Run as `python -m tests.bench.bench_discord`. The bot is a bare one on discord.py, in a process of its own; times are
wall clock, from an interaction being opened to its answer having reached the person.
"""

import asyncio
import contextlib
import sys
import time
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.progress import track

from sandbox import LocalDiscord, ManualClock, World
from tests.bench.answering_bot import COMMANDS, AnsweringBot, run_bot
from tests.bench.floor_server import FloorServer
from tests.bench.report import report

ROOT = Path(__file__).parents[2]
ROUNDS = 1_000
WARM_ROUNDS = 50
KEPT = 200
"""So many messages a channel and requests the server keeps, as in play."""
TESTS = 31
PATIENCE = 30.0

SAID = {
    "text": "text",
    "buttons": "text, 14 buttons",
    "picture": "text, 14 buttons, 42 KB picture",
}
Samples = dict[tuple[str, str], list[float]]
"""Seconds by what is answered (one of `COMMANDS`) and where (`HERE` or `FLOOR`)."""
HERE, FLOOR = "local Discord", "floor"


@contextlib.asynccontextmanager
async def bot_process(server, is_up):
    """An answering bot in a process of its own, from `is_up()` being true on."""
    command = [sys.executable, "-m", "tests.bench.answering_bot", server.url, server.token]
    bot = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_up():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield
    finally:
        bot.stdin.close()
        await bot.wait()


async def time_answers(rounds: int = ROUNDS, warm: int = WARM_ROUNDS) -> Samples:
    """Seconds from opening an interaction to its answer, here and on the floor, in turned order; first some uncounted.

    Each server has a bot in a process of its own; a clock that stands still keeps a busy machine from failing answers.
    """
    async with contextlib.AsyncExitStack() as stack:
        local = await stack.enter_async_context(LocalDiscord(World.default(keep=KEPT), clock=ManualClock()))
        await stack.enter_async_context(
            bot_process(local, lambda: local.gateway.sessions and local.world.application.commands)
        )
        floor = await stack.enter_async_context(FloorServer())
        await stack.enter_async_context(bot_process(floor, floor.is_up.is_set))
        person = local.person("Ivan")
        asks = {HERE: lambda name: person.slash(name, channel="general"), FLOOR: floor.ask}
        order = [(name, where) for name in COMMANDS for where in asks]
        seconds: Samples = {each: [] for each in order}
        for at in track(range(-warm, rounds), "asking", console=Console(stderr=True), transient=True):
            for name, where in order:
                start = time.perf_counter()
                await asks[where](name)
                if at >= 0:
                    seconds[name, where].append(time.perf_counter() - start)
            order.append(order.pop(0))
    return seconds


async def time_test() -> float:
    """Seconds of a whole real test in one process: start server and bot, one command with a picture, close both."""
    start = time.perf_counter()
    async with LocalDiscord(World.default()) as server, run_bot(server, AnsweringBot()):
        reply = await server.person("Ivan").slash("picture", channel="general")
    assert len(reply.buttons) == 14
    return time.perf_counter() - start


def list_rows(seconds: Samples) -> list[list[str]]:
    """Rows by what is answered: p50 and p99 in ms, here and on the floor."""
    rows = []
    for name in COMMANDS:
        row = [SAID[name]]
        for where in (HERE, FLOOR):
            cuts = quantiles(seconds[name, where], n=100, method="inclusive")
            row += [f"{1e3 * cuts[49]:.2f}", f"{1e3 * cuts[98]:.2f}"]
        rows.append(row)
    return rows


def main() -> None:
    """Measure both; write the tables."""
    report(
        "discord",
        "An answer on the local Discord",
        ["answer", "p50 ms", "p99 ms", "floor p50 ms", "floor p99 ms"],
        list_rows(asyncio.run(time_answers())),
        note=f"Wall clock from INTERACTION_CREATE to the answer having reached the person, {ROUNDS:,} each, in turns, "
        "each bot a bare one on discord.py in a process of its own; here with all checks, limits and events. Floor: a "
        "server that only says yes, so what discord.py itself costs.",
    )
    tests = [asyncio.run(time_test()) for _ in range(TESTS + 1)][1:]
    report(
        "discord-test",
        "A fully real test",
        ["what", "median ms", "fastest ms", "slowest ms"],
        [
            [
                "start server and bot, a command with buttons and picture, close both",
                *(f"{1e3 * each:.0f}" for each in (median(tests), min(tests), max(tests))),
            ]
        ],
        note=f"{TESTS} in one process, each with a new server and a new bot, over real HTTP and a real gateway.",
    )


if __name__ == "__main__":
    main()
