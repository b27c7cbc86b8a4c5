"""A local Discord with a real discord.py bot, for each test."""

import aiohttp
import pytest
import pytest_asyncio

from sandbox import LocalDiscord, ManualClock, World
from tests.chromium import open_browser
from tests.sandbox.bare_bot import BareBot, run_bot
from tests.sandbox.wire import open_wire


class Page:
    """A page of one person."""

    def __init__(self, socket):
        self.socket = socket
        self.frames = []
        self.taken = 0

    async def next(self, kind, **fields):
        """Return the next frame of a kind (with these fields) that was not returned yet."""
        while True:
            for at in range(self.taken, len(self.frames)):
                frame = self.frames[at]
                if frame["t"] == kind and all(frame.get(key) == value for key, value in fields.items()):
                    self.taken = at + 1
                    return frame
            self.frames.append(await self.socket.receive_json(timeout=10))

    async def ask(self, kind, **fields):
        """Send a frame."""
        await self.socket.send_json({"t": kind} | fields)


@pytest.fixture
async def server(conformity):
    """A started server whose clock stands still."""
    async with LocalDiscord(World.default(), clock=ManualClock(), validator=conformity) as server:
        yield server


@pytest.fixture
async def bot(server):
    """A running bot."""
    async with run_bot(server, BareBot()) as bot:
        yield bot


@pytest.fixture
async def open_page(server):
    """Open a page: `await open_page("Ivan")`; its `hello` is the first frame."""
    async with aiohttp.ClientSession() as session:

        async def opening(name):
            person = server.world.find_person(name)
            page = Page(await session.ws_connect(f"{server.url}/page/ws?person={person.id}"))
            page.hello = await page.next("hello")
            return page

        yield opening


@pytest.fixture
def ivan(server):
    """A person."""
    return server.person("Ivan")


@pytest.fixture
def maya(server):
    """Another person."""
    return server.person("Maya")


@pytest.fixture
async def connect(server):
    """Open a WebSocket of the gateway: `await connect(compress)` gives a `Wire` that has had HELLO.

    The clock goes on by what lies between two identifies.
    """
    server.gateway.ack_seconds = 0
    server.gateway.starts.now = server.clock.now
    async with aiohttp.ClientSession() as session:

        async def opening(compress=None, **query):
            server.clock.advance(server.gateway.starts.gap)
            return await open_wire(session, server, compress, **query)

        yield opening


@pytest.fixture
async def api(server):
    """Ask the HTTP API directly: `await api("POST", "/channels/…", json={…})` gives status and body."""
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:

        async def ask(method, path, **kwargs):
            async with session.request(method, f"{server.url}/api/v10{path}", **kwargs) as response:
                body = await response.json() if response.content_type == "application/json" else await response.text()
                return response.status, body

        yield ask


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium_path):
    """One Chromium for all tests of the page; each opens contexts of its own."""
    async with open_browser(chromium_path) as browser:
        yield browser
