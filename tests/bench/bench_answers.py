"""How soon clicks are answered at 50 live tables, beside the least that any bot of this kind has to do.

Run as `python -m tests.bench.bench_answers`. Our bot and the floor (floor_bot.py) run side by side, each in a process
of its own at a local Discord of its own with all its limits, and as many people click at each, with the same pauses.
Times are wall clock, from a click to its answer having reached the person.
"""

import asyncio
import contextlib
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles

from rich.console import Console

from cogs.presses import Act, read_press
from sandbox import ClientError, InteractionFailed, LocalDiscord, World
from sandbox.world import Member
from tests.bench.report import report

ROOT = Path(__file__).parents[2]
TABLES = 50
WARM_SECONDS = 20.0
SECONDS = 120.0
PAUSES = 1.0, 3.0
"""Seconds between a person's clicks, at random."""
KEPT = 200
PATIENCE = 60.0
STEPS = (Act.DISCARD, Act.PASS, Act.SURE_PASS, Act.SURE_DISCARD, Act.REFRESH)
"""What a person presses: the first of these that the panel offers."""


@dataclass
class Clicks:
    """What came of a crowd's clicks: seconds until each answer, and how many had none in time."""

    seconds: list[float] = field(default_factory=list)
    failed: int = 0


def make_world(people: int) -> World:
    """A server with a channel for each of so many people."""
    world = World.default(keep=KEPT)
    (guild,) = world.guilds.values()
    for number in range(people):
        person = world.add_person(f"guest{number}", locale="en-US", color=0x336699, has_avatar=False)
        guild.members[person.id] = Member(person, world.clock.now())
        world.add_channel(guild, f"table-{number}")
    return world


@contextlib.asynccontextmanager
async def run_bot(module: str, server: LocalDiscord, database: Path):
    """Run a bot in a process of its own from its being ready until the context ends."""
    command = [sys.executable, "-m", f"tests.bench.{module}", server.url, server.token, str(database)]
    bot = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(PATIENCE):
            assert await bot.stdout.readline() == b"ready\n"
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            bot.terminate()
        await bot.wait()


# What people do -------------------------------------------------------------------------------------------------------


async def sit_down(person, channel: str) -> None:
    """Open a table without end with three computer players, and start."""
    await person.slash("mahjong new", channel=channel, options={"hands": "open"})
    lobby = await person.wait_message(channel, lambda reply: "Add computer" in reply.labels)
    for _ in range(3):
        await person.click(lobby, "Add computer")
    await person.slash("mahjong start", channel=channel)


def find_step(person, channel: str):
    """The panel and what to press on it, as a custom_id; None without one."""
    for reply in reversed(person.messages(channel)):
        live = {read_press(each.custom_id or ""): each for each in reply.buttons if not each.disabled}
        offered = {press.act: each for press, each in reversed(live.items()) if press is not None}
        if reply.is_ephemeral and not offered.keys().isdisjoint({Act.REFRESH, Act.BACK}):
            chosen = next((offered[act] for act in STEPS if act in offered), None)
            return None if chosen is None else (reply, chosen.custom_id)
    return None


def find_floor_step(person, channel: str):
    """The floor's panel and its first button."""
    reply = [each for each in person.messages(channel) if each.is_ephemeral][-1]
    return reply, reply.buttons[0].custom_id


async def keep_clicking(person, channel, find, clicks: Clicks, lots: Random, span: tuple[float, float]) -> None:
    """Click until the span is over; what began in it counts."""
    begin, end = span
    while (now := time.perf_counter()) < end:
        await asyncio.sleep(lots.uniform(*PAUSES))
        step = find(person, channel)
        if step is None:
            await person.slash("hand", channel=channel, may_fail=True)
            continue
        start = time.perf_counter()
        try:
            await person.click(step[0], custom_id=step[1])
        except ClientError:
            continue  # the panel changed under the finger
        except InteractionFailed:
            clicks.failed += 1
            continue
        if now >= begin:
            clicks.seconds.append(time.perf_counter() - start)


async def gather_clicks(tables: int, warm: float, seconds: float) -> dict[str, Clicks]:
    """Let crowds click at both; what came of it, by bot."""
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = [await stack.enter_async_context(LocalDiscord(make_world(tables))) for _ in range(2)]
        await stack.enter_async_context(run_bot("playing_bot", servers[0], folder / "ours.db"))
        await stack.enter_async_context(run_bot("floor_bot", servers[1], folder / "floor.db"))
        crowds = [
            [(server.person(f"guest{number}"), f"table-{number}") for number in range(tables)] for server in servers
        ]
        await asyncio.gather(*(sit_down(*seat) for seat in crowds[0]))
        await asyncio.gather(*(person.slash("panel", channel=channel) for person, channel in crowds[1]))
        begin = time.perf_counter() + warm
        span = begin, begin + seconds
        both = {"ours": Clicks(), "floor": Clicks()}
        ways = zip(crowds, (find_step, find_floor_step), both.values(), strict=True)
        await asyncio.gather(
            *(
                keep_clicking(*seat, find, clicks, Random(number), span)
                for crowd, find, clicks in ways
                for number, seat in enumerate(crowd)
            )
        )
        return both


# The table ------------------------------------------------------------------------------------------------------------


def list_rows(both: dict[str, Clicks], tables: int) -> list[list[str]]:
    """Rows by bot: clicks, p50, p99 and the longest in ms, both also as times the floor's; and how many failed."""
    said = {"ours": f"this bot, {tables} tables with three computer players each", "floor": "floor"}
    cuts = {name: quantiles(clicks.seconds, n=100, method="inclusive") for name, clicks in both.items()}
    rows = []
    for name, clicks in both.items():
        row = [said[name], str(len(clicks.seconds))]
        for at in (49, 98):
            row += [f"{1e3 * cuts[name][at]:.1f}", f"{cuts[name][at] / cuts['floor'][at]:.2f}"]
        rows.append([*row, f"{1e3 * max(clicks.seconds):.0f}", str(clicks.failed)])
    return rows


def main() -> None:
    """Measure; write the table."""
    Console(stderr=True).print(f"{TABLES} tables for {WARM_SECONDS + SECONDS:.0f} s …")
    both = asyncio.run(gather_clicks(TABLES, WARM_SECONDS, SECONDS))
    report(
        "answers",
        "Answers at 50 live tables",
        ["bot", "clicks", "p50 ms", "× floor", "p99 ms", "× floor", "longest ms", "unanswered"],
        list_rows(both, TABLES),
        note="Wall clock from a click on the own hand's panel to its answer having reached the person, everything on "
        "one machine at once: both bots, the local Discords with all limits, and the people, who click every 1 to 3 s. "
        "Computer players move once a second. Floor: a bare discord.py bot that answers each click with one durable "
        "commit, a picture encoded in a thread, and as many texts and buttons; it has no tables.",
    )


if __name__ == "__main__":
    main()
