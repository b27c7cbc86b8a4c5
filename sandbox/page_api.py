"""What the page in the browser talks to: static files, the list of people, and one WebSocket per person.

Every frame is a JSON object with `t`. To the page: hello, history, message_create, message_update,
message_delete, typing, commands, emojis, guilds, bot, result, modal, choices, clock, panel. From the page: slash,
component, modal_submit, autocomplete, chat, typing, history, dismiss, panel, operate.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from sandbox.checks_components import LABEL, ROW
from sandbox.errors import DiscordError, Json
from sandbox.forms import FieldValue
from sandbox.interactions import FAILED, AnswerType, Interaction
from sandbox.model import Channel, Message, User
from sandbox.page_view import person_json, places_json
from sandbox.payloads import attachment_json, user_json
from sandbox.people import ClientError, People
from sandbox.reading import read_json
from sandbox.world import Emission

if TYPE_CHECKING:
    from sandbox.gateway import Gateway
    from sandbox.page_panel import Panel
    from sandbox.world import World

PAGE_DIRECTORY = Path(__file__).parent / "page"
_SENT_ON = frozenset(
    {"message_create", "message_update", "message_delete", "typing", "modal", "choices", "commands", "emojis"}
)
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class PageApi:
    """The page's side of the server."""

    def __init__(self, world: World, people: People, gateway: Gateway, panel: Panel) -> None:
        """Hear everything the world tells people."""
        self.panel = panel
        self.world = world
        self.people = people
        self.gateway = gateway
        self.connections: set[PageConnection] = set()
        world.listeners.append(self._hear)
        gateway.on_online.append(self._report_bot)

    def add_routes(self, app: web.Application) -> None:
        """Add the addresses to an application."""
        app.router.add_get("/", self.get_page)
        app.router.add_get("/page/people", self.get_people)
        app.router.add_get("/page/ws", self.open_socket)
        app.router.add_post("/page/upload", self.take_upload)
        app.router.add_get("/static/{name:.+}", self.get_static)

    async def get_page(self, _request: web.Request) -> web.StreamResponse:
        """Serve the page."""
        return self._file("index.html")

    async def get_static(self, request: web.Request) -> web.StreamResponse:
        """Serve a file of the page."""
        return self._file(request.match_info["name"])

    def _file(self, name: str) -> web.StreamResponse:
        path = (PAGE_DIRECTORY / name).resolve()
        if not path.is_relative_to(PAGE_DIRECTORY.resolve()) or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers=_HEADERS)

    async def get_people(self, _request: web.Request) -> web.Response:
        """Serve the list of people for the switch."""
        people = [person_json(user) for user in self.world.people()]
        return web.json_response(people)

    async def take_upload(self, request: web.Request) -> web.Response:
        """Take a file (the body; `name` in the query) for an option or a form; answers with its attachment object."""
        user = self._find_person(request)
        try:
            file = self.people.upload(user, request.query.get("name") or "file", await request.read())
        except ClientError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        return web.json_response(attachment_json(file, self.world.base_url, is_ephemeral=True))

    def _find_person(self, request: web.Request) -> User:
        user = self.world.users.get(request.query.get("person", ""))
        if user is None or user not in self.world.people():
            raise web.HTTPNotFound(text="There is no such person.")
        return user

    async def open_socket(self, request: web.Request) -> web.StreamResponse:
        """Serve the WebSocket of one person."""
        user = self._find_person(request)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        connection = PageConnection(self, user, socket)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return socket

    async def close(self) -> None:
        """End every connection of pages."""
        for connection in list(self.connections):
            await connection.socket.close(code=1001)

    def hello(self, user: User) -> Json:
        """Return the first frame for a person."""
        application = self.world.application
        return {
            "t": "hello",
            "me": person_json(user),
            "bot": user_json(application.bot),
            **places_json(self.world, user),
            "commands": self.people.application.all_commands(),
            "emojis": self.people.application.all_emojis(),
            "online": self.gateway.has_session(),
            "now": self.world.clock.now(),
        }

    def _hear(self, emission: Emission) -> None:
        if emission.kind == "channels":
            for connection in self.connections:
                connection.send({"t": "guilds"} | places_json(self.world, connection.user))
        elif emission.kind in _SENT_ON:
            for connection in self.connections:
                if connection.user.id in emission.to:
                    connection.send({"t": emission.kind} | emission.data)

    def tell_time(self) -> None:
        """Tell every page what the clock shows: it may have been moved."""
        for connection in self.connections:
            connection.send({"t": "clock", "now": self.world.clock.now()})

    def _report_bot(self, is_online: bool) -> None:  # noqa: FBT001 - a listener's signature
        for connection in self.connections:
            connection.send({"t": "bot", "online": is_online})


class PageConnection:
    """One page of one person."""

    def __init__(self, api: PageApi, user: User, socket: web.WebSocketResponse) -> None:
        """Wrap an open socket of a person."""
        self.api = api
        self.people = api.people
        self.world = api.world
        self.user = user
        self.socket = socket
        self._outgoing: asyncio.Queue[Json | None] = asyncio.Queue()
        self._acts: dict[str, Callable[[Json], Interaction | Message | None]] = {
            "slash": self._slash,
            "component": self._component,
            "modal_submit": self._modal_submit,
            "autocomplete": self._autocomplete,
            "chat": self._chat,
            "history": self._history,
            "dismiss": self._dismiss,
            "typing": self._type,
            "panel": self._show_panel,
            "operate": self._operate,
        }

    def send(self, frame: Json) -> None:
        """Queue a frame for the page."""
        self._outgoing.put_nowait(frame)

    async def run(self) -> None:
        """Talk until the page goes."""
        writer = asyncio.create_task(self._write())
        try:
            self.send(self.api.hello(self.user))
            async for message in self.socket:
                if message.type == WSMsgType.TEXT:
                    self._receive(message.data)
        finally:
            self._outgoing.put_nowait(None)
            await writer

    async def _write(self) -> None:
        while (frame := await self._outgoing.get()) is not None:
            with contextlib.suppress(ConnectionError):
                if not self.socket.closed:
                    await self.socket.send_str(json.dumps(frame, ensure_ascii=False))

    def _receive(self, text: str) -> None:
        nonce: str | None = None
        try:
            frame: Any = read_json(text)
            nonce = frame.get("nonce")
            done = self._acts[frame["t"]](frame)
        except (ClientError, DiscordError) as error:
            self._result(nonce, str(error))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self._result(nonce, f"not understood: {error!r}")
        else:
            if isinstance(done, Interaction):
                done.outcome.add_done_callback(lambda _: self._report(done, nonce))
            elif isinstance(done, Message):
                self._result(nonce, None)

    def _report(self, interaction: Interaction, nonce: str | None) -> None:
        outcome = interaction.outcome.result()
        if outcome.type is None:
            self._result(nonce, outcome.reason or FAILED)
        elif outcome.type != AnswerType.CHOICES:
            self._result(nonce, None)

    def _result(self, nonce: str | None, error: str | None) -> None:
        self.send({"t": "result", "nonce": nonce, "ok": error is None, "error": error})

    def _channel(self, frame: Json) -> Channel:
        channel = self.world.channels.get(str(frame["channel_id"]))
        if channel is None:
            raise ClientError("there is no such channel")
        return channel

    def _message(self, frame: Json) -> Message:
        wanted = str(frame["message_id"])
        for messages in self.world.messages.values():
            if wanted in messages and self.world.can_see(self.user.id, messages[wanted]):
                return messages[wanted]
        raise ClientError("there is no such message")

    def _slash(self, frame: Json) -> Interaction:
        name, options = _flatten(frame["name"], frame.get("options") or [])
        values = {option["name"]: option["value"] for option in options}
        return self.people.slash(self.user, self._channel(frame), name, values, nonce=frame.get("nonce"))

    def _autocomplete(self, frame: Json) -> Interaction:
        name, options = _flatten(frame["name"], frame.get("options") or [])
        focused = next(option for option in options if option.get("focused"))
        values = {option["name"]: option["value"] for option in options if option is not focused}
        return self.people.autocomplete(
            self.user,
            self._channel(frame),
            name,
            focused["name"],
            str(focused.get("value") or ""),
            values,
            nonce=frame.get("nonce"),
        )

    def _component(self, frame: Json) -> Interaction:
        values = frame.get("values")
        return self.people.component(
            self.user, self._message(frame), frame["custom_id"], values, nonce=frame.get("nonce")
        )

    def _modal_submit(self, frame: Json) -> Interaction:
        fields: dict[str, FieldValue] = {}
        for part in frame.get("components") or []:
            inner = part["components"][0] if part["type"] == ROW else part.get("component")
            if part["type"] in {ROW, LABEL} and inner:
                value = inner["values"] if "values" in inner else inner["value"]
                if value is not None:
                    fields[inner["custom_id"]] = value
        return self.people.submit(self.user, str(frame["interaction_id"]), fields, nonce=frame.get("nonce"))

    def _chat(self, frame: Json) -> Message:
        return self.people.say(self.user, self._channel(frame), str(frame["content"]))

    def _type(self, frame: Json) -> None:
        self.people.type_in(self.user, self._channel(frame))

    def _history(self, frame: Json) -> None:
        channel = self._channel(frame)
        messages = self.people.history(self.user, channel)
        self.send({"t": "history", "channel_id": channel.id, "messages": messages})

    def _dismiss(self, frame: Json) -> None:
        self.people.dismiss(self.user, self._message(frame))

    def _show_panel(self, frame: Json) -> None:
        self.send(self.api.panel.state(frame))

    def _operate(self, frame: Json) -> None:
        self.api.panel.operate(frame)
        self.api.tell_time()
        self._result(frame.get("nonce"), None)


def _flatten(name: str, options: list[Json]) -> tuple[str, list[Json]]:
    """Return the command's name with its subcommands, and the innermost options."""
    words = name.split()[:1]
    while options and options[0]["type"] in {1, 2}:
        words.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(words), options
