"""The local Discord as one server: REST, gateway, CDN and page on one port of 127.0.0.1.

Rule 1: it listens on the loopback address only. Whoever asks for another one is refused: it knows no passwords.
Rule 2: a request whose Host is not this server, or whose Origin is another site, is refused, because any web page can
reach 127.0.0.1 from a browser.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Awaitable, Callable
from typing import Self

from aiohttp import web

from sandbox.cdn import Cdn
from sandbox.channels import Channels
from sandbox.clock import Clock
from sandbox.driver import Person
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.guilds import Guilds
from sandbox.herald import Herald
from sandbox.interactions import Interactions
from sandbox.limits import Limits
from sandbox.messages import Messages
from sandbox.model import Message
from sandbox.operator import Operator
from sandbox.page_api import PageApi
from sandbox.page_panel import Panel
from sandbox.people import People
from sandbox.rest import API_PREFIX, Rest, RestRequest, Validator
from sandbox.rest_application import ApplicationRoutes
from sandbox.rest_channels import ChannelRoutes
from sandbox.rest_guilds import GuildRoutes
from sandbox.rest_threads import ThreadRoutes
from sandbox.rest_webhooks import WebhookRoutes
from sandbox.world import PersonRef, World

DEFAULT_TOKEN = "c2FuZGJveA.local.only-for-the-local-discord"  # noqa: S105 - opens nothing but this server
LOOPBACK = "127.0.0.1"
_MAX_BODY = 120 * 1024 * 1024

_Next = Callable[[web.Request], Awaitable[web.StreamResponse]]


class LocalDiscord:
    """A Discord that runs in this process.

    `world` holds people, guilds and channels (default: `World.default()`); `port` 0 takes a free one; `token` is the
    only bot token it accepts; `clock` replaces the world's clock; `validator` judges what passes over the HTTP API.
    """

    def __init__(
        self,
        world: World | None = None,
        port: int = 0,
        token: str = DEFAULT_TOKEN,
        clock: Clock | None = None,
        host: str = LOOPBACK,
        validator: Validator | None = None,
    ) -> None:
        """Build the server; `start` makes it listen."""
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            msg = f"the local Discord has no passwords and listens on {LOOPBACK} only, not on {host}"
            raise ValueError(msg)
        self.world = world or World.default()
        if clock is not None:
            self.world.clock = self.world.snowflakes.clock = clock
        self.token = token
        self.port = port
        self.messages = Messages(self.world)
        self.interactions = Interactions(self.world, self.messages)
        self.gateway = Gateway(self.world, token)
        self.gateway.on_token_void = self._replace_token
        if validator is not None:
            self.gateway.watchers.append(validator.see_event)
        self.interactions.can_reach_bot = self.gateway.can_reach
        self.application_routes = ApplicationRoutes(self.world, self.gateway.starts)
        herald = Herald(self.world)
        self.channels = Channels(self.world, herald, self.messages)
        self.guilds = Guilds(self.world, herald, self.channels, self.messages)
        self.interactions.open_thread = lambda channel: self.channels.prepare_for_message(channel, None)
        routes = [
            *self.application_routes.routes(),
            *GuildRoutes(self.world, self.guilds, self.channels).routes(),
            *ChannelRoutes(self.world, self.messages, self.channels).routes(),
            *ThreadRoutes(self.world, self.messages, self.channels).routes(),
            *WebhookRoutes(self.world, self.messages, self.interactions).routes(),
        ]
        self.limits = Limits(self.world)
        self.faults = Faults(self.world, self.messages, routes, self._find_message)
        self.rest = Rest(token, self._now, routes, self.limits, keep=self.world.keep, validator=validator)
        self.rest.gates += [self.faults.meet, self.limits.admit]
        self.people = People(self.world, self.messages, self.interactions, self.application_routes, self.channels)
        self.operator = Operator(self.world, self.messages, self.gateway, self.guilds, self.channels)
        panel = Panel(self.world, self.operator, self.faults, self.limits)
        self.page = PageApi(self.world, self.people, self.gateway, panel)
        self._people: dict[str, Person] = {}
        self._runner: web.AppRunner | None = None

    @property
    def clock(self) -> Clock:
        """The clock of the world."""
        return self.world.clock

    def _now(self) -> float:
        return self.world.clock.now()

    def _replace_token(self) -> None:
        """Take another token from now on, as Discord does with a bot that has identified too often in a day."""
        self.token = self.gateway.token = self.rest.token = secrets.token_urlsafe(48)

    def _find_message(self, request: RestRequest) -> Message | None:
        """Return the message that a request is about, by its channel or by an interaction's token; None without one."""
        params = request.params
        interaction = self.interactions.find(params.get("token", ""))
        if interaction is None:
            return self.world.find_message(params.get("channel_id", ""), params.get("message_id", ""))
        if "callback" in request.path:
            return interaction.message
        if "message_id" in params:
            return self.world.find_message(interaction.channel.id, params["message_id"])
        original = interaction.original
        return original and self.world.find_message(original.channel_id, original.id)

    @property
    def url(self) -> str:
        """The address of the page, http://127.0.0.1:PORT, once the server has started."""
        return self.world.base_url

    @property
    def requests(self) -> list[RestRequest]:
        """What the bot has asked, oldest first: method, path, query, body, uploads, status, answer."""
        return list(self.rest.requests)

    def person(self, ref: PersonRef) -> Person:
        """Return the driver of a person, by id, username or display name; always the same object for a person."""
        user = self.world.find_person(ref)
        if user.id not in self._people:
            self._people[user.id] = Person(self.people, user)
        return self._people[user.id]

    async def start(self) -> None:
        """Listen. Raises OSError if the port is taken."""
        app = web.Application(client_max_size=_MAX_BODY, middlewares=[self._guard])
        app.router.add_route("*", API_PREFIX + "/{tail:.*}", self.rest.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        Cdn(self.world).add_routes(app)
        self.page.add_routes(app)
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((LOOPBACK, self.port))
            self.port = int(listener.getsockname()[1])
            self.world.base_url = f"http://{LOOPBACK}:{self.port}"
            self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
            await self._runner.setup()
            await web.SockSite(self._runner, listener).start()
            self.channels.watch_threads()
        except BaseException:
            listener.close()
            raise

    async def close(self) -> None:
        """Stop listening and end every connection."""
        self.gateway.close()
        self.faults.clear()
        await self.page.close()
        self.clock.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        """Start, for `async with`."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close, for `async with`."""
        await self.close()

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Next) -> web.StreamResponse:
        hosts = {f"{name}:{self.port}" for name in (LOOPBACK, "localhost")}
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden(text="This server answers only to its own address.")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in hosts}:
            raise web.HTTPForbidden(text="Other sites may not talk to this server.")
        return await handler(request)
