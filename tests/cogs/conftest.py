"""A local Discord with the real bot at it, and people who play by clicking. Time stands still unless it is moved."""

import asyncio
import random
from contextlib import asynccontextmanager

import pytest

from cogs.presses import Act
from cogs.run import open_bot
from cogs.settings import Settings
from host.clock import ManualClock
from sandbox import LocalDiscord, World, point_discord_py
from sandbox import ManualClock as StillClock
from tests.new_database import put_new_database

CHANNEL = "mahjong"
SPEED = 50.0
"""So much quicker are the bot's gaps between edits, and Discord's limits with them: the proportions are real."""

NAMES = ("Maya", "Ivan", "小雪", "老王")


def has_button(reply, act):
    return any(f"|{act}|" in (button.custom_id or "") for button in reply.buttons)


class House:
    """A running bot with its tables and people."""

    def __init__(self, server, bot, clock):
        self.server = server
        self.bot = bot
        self.clock = clock
        self.known = set()
        self.people = [server.person(name) for name in NAMES]

    @property
    def tables(self):
        return self.bot.tables

    @property
    def table(self):
        """The one table there is."""
        (table,) = self.tables
        return table

    async def settle(self):
        """Wait until tables and messages have come to rest."""
        self.known |= set(self.tables)
        for _ in range(3):
            await self.bot.clerk.settle()
            for table in self.known:
                await table.quiet()
            await self.bot.desk.settle()

    async def advance(self, seconds):
        await self.clock.advance(seconds)
        await self.settle()

    async def open_table(self, person=None, **options):
        """Open a table and return the lobby's message."""
        person = person or self.people[0]
        await person.slash("mahjong new", channel=CHANNEL, options=options)
        await self.settle()
        return await self.find_public(Act.JOIN)

    async def find_public(self, act):
        """The newest public message with a button that does this."""
        return await self.people[0].wait_message(
            CHANNEL, lambda reply: not reply.is_ephemeral and has_button(reply, act)
        )

    def newest_public(self, person=None):
        person = person or self.people[0]
        return [reply for reply in person.messages(CHANNEL) if not reply.is_ephemeral][-1]

    async def start_with_people(self, count=4, **options):
        """Seat so many people and computer players for the rest, and let all press Start."""
        lobby = await self.open_table(**options)
        for person in self.people[1:count]:
            await person.click(lobby, "Join")
        for _ in range(4 - count):
            await self.people[0].click(lobby, "Add computer")
        await self.settle()
        for person in self.people[:count]:
            await person.click(lobby, "Start")
        await self.settle()
        return lobby

    def seat_of(self, person):
        return self.table.snapshot(int(person.id)).viewer_seat

    def shot(self, person):
        return self.table.snapshot(int(person.id))


IDENTIFY_SECONDS = 6.0
"""Discord lets a bot identify once in 5 seconds."""


@asynccontextmanager
async def open_discord(conformity, world=None):
    """A local Discord that is up, its time standing still."""
    local = LocalDiscord(world or World.default(), clock=StillClock(), validator=conformity)
    local.limits.speed = SPEED
    async with local as server:
        yield server
        assert server.limits.limited == 0, "Discord was asked for more than it takes"


@asynccontextmanager
async def open_house(tmp_path, conformity, seed=1, world=None, **changes):
    async with open_discord(conformity, world) as server, open_house_at(server, tmp_path, seed, **changes) as house:
        yield house


@asynccontextmanager
async def open_house_at(server, tmp_path, seed=1, later=0.0, is_ready=True, ready_seconds=0.05, **changes):
    """A running house at a local Discord; `later`: so many seconds after one before it; not `is_ready`: just begun."""
    clock = ManualClock(start=1000.0 + later)
    if later:
        server.clock.advance(later)
    secrets, lots = random.Random(seed), random.Random(seed)
    put_new_database(tmp_path / "test.db")
    settings = Settings(
        _env_file=None,
        database_url=f"sqlite+aiosqlite:///{tmp_path}/test.db",
        pace=0,
        edit_gap=Settings.model_fields["edit_gap"].default / SPEED,
        **changes,
    )
    async with open_bot(
        settings, ready_seconds=ready_seconds, clock=clock, new_secret=lambda: secrets.randbytes(32), lots=lots
    ) as bot:
        ready = asyncio.Event()
        bot.on_started = ready.set
        with point_discord_py(server):
            running = asyncio.create_task(bot.start(server.token))
            waiting = asyncio.create_task(ready.wait())
            if is_ready:
                await asyncio.wait({running, waiting}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    running.result()
                assert ready.is_set()
                await bot.emojis_loading
            house = House(server, bot, clock)
            house.started = ready
            clock.quiet = house.settle
            try:
                yield house
            finally:
                await bot.tables.pause()
                await bot.close()
                running.cancel()
                await asyncio.wait({running})


@pytest.fixture
async def house(tmp_path, conformity):
    async with open_house(tmp_path, conformity) as house:
        yield house


@pytest.fixture
def new_house(tmp_path, conformity):
    """Open a house of one's own: `async with new_house(seed=7) as house`."""
    return lambda **options: open_house(tmp_path, conformity, **options)


@pytest.fixture
async def reopen(tmp_path, conformity):
    """Open houses one after the other at one local Discord: `async with reopen() as house`, the program restarted."""
    async with open_discord(conformity) as server:

        def reopen(later=IDENTIFY_SECONDS, **options):
            return open_house_at(server, tmp_path, later=later, **options)

        yield reopen
