"""A stage for the page alone: an aiohttp server that speaks the page protocol and does what a test tells it."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from PIL import Image
from playwright.async_api import Browser, BrowserContext, Page

from tests.chromium import DESKTOP, PHONE, open_page

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
Frame = dict[str, Any]
BOT = {"id": "900", "username": "tables", "global_name": "Table Keeper", "bot": True, "avatar": None}
CHANNEL = "500"
EPHEMERAL, LOADING, V2 = 64, 128, 32768


def person(number: int, name: str, **more: Any) -> Frame:
    """Make one of the people of the switch."""
    return {
        "id": str(100 + number),
        "username": f"user{number}",
        "global_name": name,
        "avatar": None,
        "avatar_url": None,
        **more,
    }


PEOPLE = [person(1, "Anna"), person(2, "Boris"), person(3, "小梅"), person(4, "Dilip")]

COMMANDS: list[Frame] = [
    {
        "id": "700",
        "type": 1,
        "name": "mahjong",
        "description": "Play",
        "name_localizations": {"zh-CN": "麻将"},
        "options": [
            {
                "type": 1,
                "name": "new",
                "description": "Open a table in this channel",
                "name_localizations": {"zh-CN": "开桌"},
                "options": [
                    {
                        "type": 3,
                        "name": "rules",
                        "description": "Which city's rules",
                        "choices": [{"name": "Harbin", "value": "harbin"}, {"name": "Qiqihar", "value": "qiqihar"}],
                    },
                    {"type": 4, "name": "stake", "description": "Coins a point", "min_value": 1, "max_value": 100},
                    {"type": 5, "name": "private", "description": "Only for those invited"},
                ],
            },
            {"type": 1, "name": "join", "description": "Sit down"},
            {
                "type": 1,
                "name": "invite",
                "description": "Ask somebody to the table",
                "options": [{"type": 6, "name": "player", "description": "Whom", "required": True}],
            },
        ],
    },
    {
        "id": "701",
        "type": 1,
        "name": "help",
        "description": "How to play",
        "options": [{"type": 3, "name": "topic", "description": "What about", "autocomplete": True}],
    },
]


def guild(**more: Any) -> Frame:
    """Make a server with two channels and a thread, where everybody may do everything."""
    return {
        "id": "1",
        "name": "Mahjong Night",
        "channels": [
            {"id": CHANNEL, "name": "mahjong", "type": 0, "parent_id": None},
            {"id": "501", "name": "lounge", "type": 0, "parent_id": None},
            {"id": "502", "name": "table 2", "type": 11, "parent_id": CHANNEL},
        ],
        **more,
    }


def png(color: tuple[int, int, int], size: tuple[int, int] = (400, 300)) -> bytes:
    """Encode a picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


class PageServer:
    """Serves the page; keeps messages per person; answers with `on_frame` or with plain success."""

    def __init__(self) -> None:
        self.people = [dict(p) for p in PEOPLE]
        self.places: Frame = {"guilds": [guild()], "dms": []}
        self.commands = COMMANDS
        self.online = True
        self.public: list[Frame] = []
        self.private: dict[str, list[Frame]] = {}
        self.received: list[Frame] = []
        self.on_frame: Callable[[Frame, str], list[Frame] | None] = lambda _frame, _person: None
        self.pictures: dict[str, bytes] = {}
        self.sockets: dict[str, list[web.WebSocketResponse]] = {}
        self.arrived = asyncio.Event()
        self.next_id = 1000

    async def start(self, port: int = 0) -> str:
        """Listen and return the address of the page."""
        app = web.Application()
        app.router.add_get("/", self.index)
        app.router.add_get("/page/people", self.list_people)
        app.router.add_get("/page/ws", self.talk)
        app.router.add_post("/page/upload", self.upload)
        app.router.add_get("/cdn/{name:.+}", self.picture)
        app.router.add_static("/static", PAGE)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", port)
        await site.start()
        self.port = self.runner.addresses[0][1]
        return f"http://127.0.0.1:{self.port}/"

    async def stop(self) -> None:
        """Hang up and stop listening."""
        await self.hang_up()
        await self.runner.cleanup()

    async def hang_up(self) -> None:
        """Close every WebSocket, as a restart would."""
        for sockets in list(self.sockets.values()):
            for socket in list(sockets):
                await socket.close()

    async def index(self, _request: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def list_people(self, _request: web.Request) -> web.Response:
        return web.json_response(self.people)

    async def upload(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.next_id += 1
        return web.json_response({"id": str(self.next_id), "filename": request.query["name"], "size": len(body)})

    async def picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self.pictures:
            raise web.HTTPNotFound
        return web.Response(body=self.pictures[name], content_type="image/png")

    async def talk(self, request: web.Request) -> web.WebSocketResponse:
        who = request.query["person"]
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.setdefault(who, []).append(socket)
        await socket.send_json(self.hello(who))
        async for raw in socket:
            if raw.type is not WSMsgType.TEXT:
                continue
            frame = raw.json()
            if frame["t"] == "history":
                mine = self.public + self.private.get(who, [])
                await socket.send_json(
                    {
                        "t": "history",
                        "channel_id": frame["channel_id"],
                        "messages": sorted(
                            (m for m in mine if m["channel_id"] == frame["channel_id"]), key=lambda m: int(m["id"])
                        ),
                    }
                )
                continue
            self.received.append(frame)
            answers = None if frame["t"] == "typing" else self.on_frame(frame, who)
            if answers is None and "nonce" in frame:
                answers = [{"t": "result", "nonce": frame["nonce"], "ok": True, "error": None}]
            for answer in answers or []:
                await socket.send_json(answer)
            self.arrived.set()
        self.sockets[who].remove(socket)
        return socket

    def hello(self, who: str) -> Frame:
        """The first frame of a connection."""
        return {
            "t": "hello",
            "me": next(p for p in self.people if p["id"] == who),
            "people": self.people,
            "bot": BOT,
            **self.places,
            "commands": self.commands,
            "emojis": [],
            "online": self.online,
        }

    def message(self, content: str = "", **more: Any) -> Frame:
        """Make a message of the bot, newer than all before."""
        self.next_id += 1
        return {
            "id": str(self.next_id),
            "channel_id": CHANNEL,
            "author": BOT,
            "content": content,
            "timestamp": "2026-08-01T12:00:00+00:00",
            "edited_timestamp": None,
            "flags": 0,
            "type": 0,
            "embeds": [],
            "components": [],
            "attachments": [],
            "mentions": [],
            **more,
        }

    async def send(self, frame: Frame, only: str | None = None) -> None:
        """Send a frame to everybody, or to one person."""
        for who, sockets in self.sockets.items():
            if only in (None, who):
                for socket in sockets:
                    await socket.send_json(frame)

    async def post(self, message: Frame, only: str | None = None) -> Frame:
        """Post a message; an ephemeral one to one person only."""
        (self.public if only is None else self.private.setdefault(only, [])).append(message)
        await self.send({"t": "message_create", "message": message}, only)
        return message

    async def edit(self, message: Frame, only: str | None = None, **changes: Any) -> None:
        """Edit a message in place."""
        message.update(changes)
        await self.send({"t": "message_update", "message": message}, only)

    async def wait_for(self, kind: str) -> Frame:
        """Wait for a frame of this kind from the page; the last such frame."""
        while not any(f["t"] == kind for f in self.received):
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), 10)
        return [f for f in self.received if f["t"] == kind][-1]


class Stage:
    """The server, a browser context of its own, and pages of persons."""

    def __init__(self, server: PageServer, browser: Browser, address: str) -> None:
        self.server = server
        self.browser = browser
        self.address = address
        self.contexts: list[BrowserContext] = []
        self.troubles: list[list[str]] = []
        self.is_trouble_expected = False

    async def open(self, who: int = 1, *, phone: bool = False, **options: Any) -> Page:
        """Open the page as the n-th person and wait until it has greeted them."""
        context = await self.browser.new_context(viewport=PHONE if phone else DESKTOP, **options)
        self.contexts.append(context)
        page, troubles = await open_page(context, f"{self.address}?as={100 + who}")
        self.troubles.append(troubles)
        await page.locator(f"[data-me='{100 + who}']").wait_for(state="attached")
        await page.locator("[data-key=loading]").wait_for(state="detached")
        page.set_default_timeout(10_000)
        return page


@asynccontextmanager
async def page_stage(browser: Browser) -> AsyncIterator[Stage]:
    """Set the stage for one test and clear it away; a console message fails it unless the test expects trouble."""
    server = PageServer()
    stage = Stage(server, browser, await server.start())
    try:
        yield stage
    finally:
        for context in stage.contexts:
            await context.close()
        await server.stop()
    assert stage.is_trouble_expected or stage.troubles == [[] for _ in stage.troubles]
