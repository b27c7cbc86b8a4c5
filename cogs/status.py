"""A small HTTP server for those who run the bot: `/metrics` for Prometheus, `/health` for whoever restarts it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from cogs.meters import collect_for
from cogs.settings import CannotStart
from host.errors import StoreError

if TYPE_CHECKING:
    from cogs.client import MahjongBot

DATABASE_SECONDS = 2.0
"""A database that has not answered by then is taken as gone."""


class StatusServer:
    """Listens while the bot runs."""

    def __init__(self, bot: MahjongBot, host: str, port: int) -> None:
        """Take the bot, and the address and port to listen on (0: a free one)."""
        self._bot = bot
        self._host = host
        self.port = port
        self._registry = collect_for(bot)
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen; CannotStart if the port cannot be used."""
        app = web.Application()
        app.router.add_get("/metrics", self._tell_metrics)
        app.router.add_get("/health", self._tell_health)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self.port)
        try:
            await site.start()
        except OSError as error:
            raise CannotStart(f"METRICS_PORT {self.port} on {self._host} cannot be used: {error.strerror}") from None
        address = self._runner.addresses[0]
        self.port = int(address[1])

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _tell_metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(self._registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _tell_health(self, _request: web.Request) -> web.Response:
        """Say whether people can play: 200, or 503 with what is wrong."""
        try:
            await asyncio.wait_for(self._bot.store.check(), DATABASE_SECONDS)
        except (StoreError, TimeoutError):
            has_database = False
        else:
            has_database = True
        parts = {"discord": self._bot.is_ready() and not self._bot.is_closed(), "database": has_database}
        return web.json_response(parts, status=200 if all(parts.values()) else 503)
