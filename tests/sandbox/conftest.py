"""A local Discord with a real discord.py bot, for each test."""

import asyncio
import contextlib

import pytest
from bare_bot import BareBot

from sandbox import LocalDiscord, ManualClock, World, point_discord_py


@contextlib.asynccontextmanager
async def run_bot(server, bot):
    """Run a bot against a server until the context ends."""
    with point_discord_py(server):
        task = asyncio.create_task(bot.start(server.token))
        ready = asyncio.create_task(bot.wait_until_ready()) if bot.is_ready() else None
        try:
            async with asyncio.timeout(20):
                while not bot.is_ready():
                    if task.done():
                        await task
                    await asyncio.sleep(0.005)
            yield bot
        finally:
            if ready:
                ready.cancel()
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def server():
    """A started server whose clock stands still."""
    async with LocalDiscord(World.default(), clock=ManualClock()) as server:
        yield server


@pytest.fixture
async def bot(server):
    """A running bot."""
    async with run_bot(server, BareBot()) as bot:
        yield bot


@pytest.fixture
def ivan(server):
    """A person."""
    return server.person("Ivan")


@pytest.fixture
def maya(server):
    """Another person."""
    return server.person("Maya")


@pytest.fixture
async def api(server):
    """Ask the HTTP API directly: `await api("POST", "/channels/…", json={…})` gives status and body."""
    import aiohttp

    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:

        async def ask(method, path, **kwargs):
            async with session.request(method, f"{server.url}/api/v10{path}", **kwargs) as response:
                body = await response.json() if response.content_type == "application/json" else await response.text()
                return response.status, body

        yield ask
