"""The bot as a process of its own, to be killed: `python -m tests.crash.child URL TOKEN DATABASE SEED START`.

It is what `cogs.run` puts together, at a local Discord at URL, with seeded walls and seats, and with a clock that
stands still until a line on standard input moves it (`advance SECONDS`); `settle` waits until all has come to rest.
Each line is answered with `ok`, and `ready` comes first. It ends in good order when its input ends.
"""

import asyncio
import random
import sys
from types import SimpleNamespace

from cogs.logs import set_up_logs
from cogs.run import open_bot
from cogs.settings import Settings
from host.clock import ManualClock
from sandbox import point_discord_py

SPEED = 50.0
"""So much quicker are gaps between edits, and Discord's limits with them."""


class Control:
    """Moves the clock as it is told."""

    def __init__(self, bot, clock):
        self.bot = bot
        self.clock = clock
        self.known = set()
        clock.quiet = self.settle

    async def settle(self):
        """Wait until tables and messages have come to rest."""
        self.known |= set(self.bot.tables)
        for _ in range(3):
            await self.bot.clerk.settle()
            for table in self.known:
                await table.quiet()
            await self.bot.desk.settle()

    async def obey(self, line):
        """Do what a line says."""
        word, *more = line.split()
        if word == "advance":
            await self.clock.advance(float(more[0]))
        await self.settle()


async def open_input():
    """Return standard input as a stream of lines."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


def say(word):
    """Answer whoever started this."""
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def run(url, token, database, seed, start):
    """Run until standard input ends."""
    secrets, lots = random.Random(seed), random.Random(seed)
    clock = ManualClock(start=start)
    gap = Settings.model_fields["edit_gap"].default / SPEED
    settings = Settings(_env_file=None, database_url=database, pace=0, edit_gap=gap)
    with point_discord_py(SimpleNamespace(url=url)):
        async with open_bot(
            settings, ready_seconds=0.05, clock=clock, new_secret=lambda: secrets.randbytes(32), lots=lots
        ) as bot:
            control = Control(bot, clock)
            ready = asyncio.Event()
            bot.on_started = ready.set
            running = asyncio.create_task(bot.start(token))
            waiting = asyncio.create_task(ready.wait())
            await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            lines = await open_input()
            say("ready")
            while line := await lines.readline():
                await control.obey(line.decode())
                say("ok")
            await bot.tables.pause()
            running.cancel()
            await asyncio.wait({running})


if __name__ == "__main__":
    set_up_logs("INFO", "text")
    asyncio.run(run(*sys.argv[1:4], int(sys.argv[4]), float(sys.argv[5])))
