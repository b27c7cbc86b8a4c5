"""The gateway: sessions of the bot over WebSocket, as discord.py and others open them.

Rule 1: a session hears only the events of the intents it identified with, and of the guilds of its shard.
Rule 2: a session lives on for a while without its line, and a client that comes back misses nothing.

Source: https://discord.com/developers/docs/events/gateway
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.compression import make_compressor
from sandbox.errors import Json
from sandbox.gateway_connection import CloseCode, Connection, Malformed, as_form, check_presence, is_whole
from sandbox.gateway_members import find_members, is_whole_list
from sandbox.gateway_payloads import guild_create_event, ready_json
from sandbox.gateway_session import Session, Shard
from sandbox.intents import ALL_INTENTS, GUILD_MEMBERS, PRIVILEGED
from sandbox.session_starts import SessionStarts

if TYPE_CHECKING:
    from sandbox.model import Guild
    from sandbox.world import BotEvent, World

HEARTBEAT_MS = 41250
ACK_SECONDS = 0.05
RESUME_SECONDS = 180.0
"""A client that stays away longer than this finds its session gone ("a few minutes")."""
RECONNECT_SECONDS = 5.0
"""So long a client that was asked to reconnect may stay ("a few seconds")."""
MAX_GUILDS_PER_SHARD = 2500
MEMBERS_SECONDS = 30.0
"""All members of a guild can be asked for once in this time."""


class Gateway:
    """All sessions of the bot. `frames` holds what the bot has sent; `starts` how often it may identify.

    `watchers` are called with name and data of every event that a session is sent. `token` is the bot's; once it has
    been used too often it is made void and `on_token_void` is called.
    """

    def __init__(self, world: World, token: str) -> None:
        """Hear everything the world tells the bot."""
        self.world = world
        self.token = token
        self.starts = SessionStarts(self.running)
        self.heartbeat_ms = HEARTBEAT_MS
        self.ack_seconds = ACK_SECONDS
        self.max_guilds_per_shard = MAX_GUILDS_PER_SHARD
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.frames: deque[Json] = deque(maxlen=world.keep)
        self.on_online: list[Callable[[bool], None]] = []
        self.watchers: list[Callable[[str, Json], None]] = []
        self.on_token_void: Callable[[], None] = lambda: None
        self._was_online = False
        self._is_closed = False
        self._asked_members: dict[str, float] = {}
        world.bot_listeners.append(self.take)

    def now(self) -> float:
        """Return the world's time."""
        return self.world.clock.now()

    def running(self) -> float:
        """Return the time by which limits run: whoever is refused waits real seconds before asking again."""
        return self.world.clock.running()

    def has_session(self) -> bool:
        """Whether a session of the bot is connected."""
        return any(session.line is not None for session in self.sessions.values())

    def can_reach(self, guild_id: str | None) -> bool:
        """Whether a session hears of a guild (None: of direct messages), be it when its client is back."""
        return any(session.covers(guild_id) for session in self.sessions.values())

    def take(self, event: BotEvent) -> None:
        """Give an event to every session that asks for it."""
        for session in list(self.sessions.values()):
            session.take(event)

    def _watch(self, name: str, data: Json) -> None:
        for watcher in self.watchers:
            watcher(name, data)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve a WebSocket at the gateway's address."""
        query = request.query
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        compress = make_compressor(query.get("compress"))
        if query.get("v", "10") != "10":
            await socket.close(code=CloseCode.INVALID_API_VERSION, message=b"Only version 10 is spoken here.")
            return socket
        if compress is None or query.get("encoding", "json") != "json":
            reason = b"Only JSON is spoken here, plain, zlib-stream or zstd-stream."
            await socket.close(code=CloseCode.DECODE_ERROR, message=reason)
            return socket
        connection = Connection(self, socket, request, compress)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return socket

    # Beginning

    def identify(self, connection: Connection, data: Json) -> None:
        """Begin a session, or say why not. Raises Malformed."""
        token, intents, shard, presence = _read_identify(data)
        index, count = shard or (0, 1)
        if token != self.token:
            connection.close(CloseCode.AUTHENTICATION_FAILED)
        elif not self.starts.use():
            self._void_token()
        elif not 0 <= index < count:
            connection.close(CloseCode.INVALID_SHARD)
        elif intents & ~ALL_INTENTS:
            connection.close(CloseCode.INVALID_INTENTS)
        elif intents & PRIVILEGED & ~self.world.application.granted_intents:
            connection.close(CloseCode.DISALLOWED_INTENTS)
        elif not self.starts.take_turn(index):
            connection.reject_session(can_resume=False)
        else:
            self._start(connection, shard, intents, presence)

    def _void_token(self) -> None:
        """End everything: so many starts in a day cost a bot its token."""
        for connection in self.connections:
            connection.close(CloseCode.AUTHENTICATION_FAILED)
        self.sessions.clear()
        self.on_token_void()

    def _start(self, connection: Connection, shard: Shard | None, intents: int, presence: Json | None) -> None:
        session = Session(shard or (0, 1), intents, self._watch)
        guilds = [
            guild for guild in self.world.guilds.values() if session.covers(guild.id) and self.world.has_bot(guild)
        ]
        if len(guilds) > self.max_guilds_per_shard:
            connection.close(CloseCode.SHARDING_REQUIRED)
            return
        self.sessions[session.id] = session
        session.presence = presence
        session.line, connection.session = connection, session
        session.dispatch("READY", ready_json(self.world, session.id, guilds, shard))
        for guild in guilds:
            if guild.is_unavailable:
                session.dispatch("GUILD_DELETE", {"id": guild.id, "unavailable": True})
            else:
                session.take(self.guild_create(guild))
        self.report_online()

    def guild_create(self, guild: Guild, *, is_new: bool = False) -> BotEvent:
        """Return the GUILD_CREATE of a guild; `is_new` if the bot has just come there."""
        return guild_create_event(self.world, guild, is_new=is_new)

    # Going on

    def resume(self, connection: Connection, data: Json) -> None:
        """Go on with a session, or say why not. Raises Malformed."""
        token, session_id, sequence = data.get("token"), data.get("session_id"), data.get("seq")
        if not isinstance(session_id, str) or not is_whole(sequence) or not isinstance(sequence, int):
            raise Malformed
        session = self.sessions.get(session_id)
        if token != self.token:
            connection.close(CloseCode.AUTHENTICATION_FAILED)
        elif session is None or not session.remembers(sequence):
            connection.reject_session(can_resume=False)
        elif sequence > session.sequence:
            connection.close(CloseCode.INVALID_SEQ)
        else:
            for other in self.connections:
                if other.session is session:
                    other.session = None
                    other.close(CloseCode.UNKNOWN_ERROR, "The session goes on elsewhere.")
            connection.session = session
            session.resume(connection, sequence)
            self.report_online()

    def detach(self, connection: Connection, close_code: int | None) -> None:
        """Note that a line is gone. A client that closed it with 1000 or 1001 has ended its session."""
        session = connection.session
        if session is not None and session.line is connection:
            session.line = None
            if close_code in {1000, 1001} and not connection.is_ended_here:
                self._forget(session)
            elif not self._is_closed:
                session.timer = self.world.clock.call_at(self.now() + RESUME_SECONDS, lambda: self._forget(session))
        self.report_online()

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)

    def report_online(self) -> None:
        """Tell who listens when the bot has come or gone."""
        if self.has_session() != self._was_online:
            self._was_online = self.has_session()
            for listener in self.on_online:
                listener(self._was_online)

    # What can befall it

    def disconnect(self, code: int | None = CloseCode.UNKNOWN_ERROR, reason: str = "") -> None:
        """Close every connection with a code (None: cut the lines without a word); sessions can be resumed."""
        for connection in list(self.connections):
            if code is None:
                connection.abort()
            else:
                connection.close(code, reason)

    def ask_reconnect(self) -> None:
        """Ask every client to come again and resume, as before maintenance (op 7)."""
        for connection in self.connections:
            connection.ask_reconnect(RECONNECT_SECONDS)

    def request_heartbeats(self) -> None:
        """Ask every client for a heartbeat at once (op 1)."""
        for connection in self.connections:
            connection.send(1, None)

    def invalidate_sessions(self, *, can_resume: bool) -> None:
        """Tell every client that its session is invalid (op 9); without `can_resume` all sessions are gone."""
        for connection in self.connections:
            if connection.session is not None:
                connection.reject_session(can_resume=can_resume)
                if not can_resume:
                    connection.session.line = None
                    connection.session = None
        if not can_resume:
            self.sessions.clear()
        self.report_online()

    def close(self) -> None:
        """End every connection for good."""
        self._is_closed = True
        self.disconnect(1001, "Going away")

    # Requests

    def send_members(self, session: Session, data: Json) -> None:
        """Answer a request for guild members in chunks. Raises Malformed."""
        is_whole_guild = is_whole_list(data)
        guild = self.world.guilds.get(str(data["guild_id"]))
        if guild is None or not session.covers(guild.id) or not self.world.has_bot(guild):
            return
        if is_whole_guild and not session.intents & GUILD_MEMBERS:
            return
        if is_whole_guild and (left := self._asked_members.get(guild.id, 0.0) + MEMBERS_SECONDS - self.running()) > 0:
            meta = {"guild_id": guild.id} | ({"nonce": data["nonce"]} if "nonce" in data else {})
            session.dispatch("RATE_LIMITED", {"opcode": 8, "retry_after": left, "meta": meta})
            return
        if is_whole_guild:
            self._asked_members[guild.id] = self.running()
        for chunk in find_members(guild, data, session.intents):
            session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def send_sounds(self, session: Session, data: Json) -> None:
        """Answer a request for soundboard sounds: no guild here has any. Raises Malformed."""
        if not isinstance(data.get("guild_ids"), list):
            raise Malformed
        for guild_id in data["guild_ids"]:
            guild = self.world.guilds.get(str(guild_id))
            if guild is not None and session.covers(guild.id) and self.world.has_bot(guild):
                session.dispatch("SOUNDBOARD_SOUNDS", {"guild_id": guild.id, "soundboard_sounds": []})


def _read_identify(data: Json) -> tuple[str, int, Shard | None, Json | None]:
    """Return token, intents, shard and presence of an identify. Raises Malformed."""
    token, intents, shard = data.get("token"), data.get("intents"), data.get("shard")
    as_form(data.get("properties"))
    if not isinstance(token, str) or not isinstance(intents, int) or not is_whole(intents):
        raise Malformed
    if shard is not None and not (isinstance(shard, list) and len(shard) == 2 and all(map(is_whole, shard))):
        raise Malformed
    presence = None if data.get("presence") is None else check_presence(data["presence"])
    return token, intents, None if shard is None else (shard[0], shard[1]), presence
