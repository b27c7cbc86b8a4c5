"""A server that only says yes: what discord.py itself takes to answer, with nothing checked, kept or shown."""

import asyncio
import json
from itertools import count
from typing import Any, Self

from aiohttp import web

LOOPBACK = "127.0.0.1"
BOT = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
PERSON = {"id": "2", "username": "person", "discriminator": "0", "avatar": None}
APPLICATION = {
    "id": "1",
    "name": "bot",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": PERSON,
    "flags": 0,
}
LIMIT = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}


class FloorServer:
    """Speaks as much of Discord as a bare bot needs to answer a command."""

    token = "floor"

    def __init__(self) -> None:
        self.url = ""
        self.is_up = asyncio.Event()
        self._socket: web.WebSocketResponse | None = None
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._numbers = count(1000)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        """Listen on a free port."""
        app = web.Application()
        app.router.add_get("/gateway/", self._talk)
        app.router.add_post("/api/v10/interactions/{id}/{token}/callback", self._take)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._say)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, LOOPBACK, 0).start()
        self.url = f"http://{LOOPBACK}:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop listening."""
        if self._socket is not None:
            await self._socket.close()
        await self._runner.cleanup()

    async def ask(self, name: str) -> None:
        """Send the bot a command and wait until its answer is here."""
        number = str(next(self._numbers))
        answered = self._waiting[number] = asyncio.get_running_loop().create_future()
        member = {"user": PERSON, "roles": [], "flags": 0, "permissions": "0", "joined_at": None}
        await self._dispatch(
            "INTERACTION_CREATE",
            {
                "id": number,
                "application_id": APPLICATION["id"],
                "type": 2,
                "token": f"token{number}",
                "version": 1,
                "data": {"id": "5", "name": name, "type": 1},
                "guild_id": "3",
                "guild": {"id": "3", "locale": "en-US", "features": []},
                "channel_id": "4",
                "channel": {"id": "4", "type": 0, "name": "general", "position": 0, "permissions": "0"},
                "member": member,
                "locale": "en-US",
                "attachment_size_limit": 0,
                "authorizing_integration_owners": {},
            },
        )
        await answered

    async def _dispatch(self, name: str, data: Any) -> None:
        await self._socket.send_str(json.dumps({"op": 0, "t": name, "s": 1, "d": data}))

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        socket = self._socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": 10, "d": {"heartbeat_interval": 41_250}}))
        async for message in socket:
            frame = json.loads(message.data)
            if frame["op"] == 2:
                about = {"id": APPLICATION["id"], "flags": 0}
                ready = {"v": 10, "user": BOT, "guilds": [], "session_id": "s", "application": about}
                address = self.url.replace("http", "ws")
                await self._dispatch("READY", ready | {"resume_gateway_url": f"{address}/gateway/"})
                self.is_up.set()
            elif frame["op"] == 1:
                await socket.send_str(json.dumps({"op": 11}))
        return socket

    async def _take(self, request: web.Request) -> web.Response:
        await request.read()
        number = request.match_info["id"]
        self._waiting.pop(number).set_result(None)
        return self._answer({"interaction": {"id": number, "type": 2}})

    async def _say(self, request: web.Request) -> web.Response:
        known = {
            "users/@me": BOT,
            "oauth2/applications/@me": APPLICATION,
            "gateway/bot": {"url": "", "shards": 1, "session_start_limit": LIMIT},
        }
        return self._answer(known.get(request.match_info["tail"], []))

    @staticmethod
    def _answer(body: Any) -> web.Response:
        return web.Response(body=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
