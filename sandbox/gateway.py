"""The gateway: sessions of the bot over WebSocket, as discord.py and others open them.

Source: https://discord.com/developers/docs/events/gateway
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from aiohttp import WSMessage, WSMsgType, web

from sandbox.errors import Json
from sandbox.payloads import channel_json, guild_json, member_json, own_user_json, thread_member_json
from sandbox.world import BotEvent

try:
    import zstandard
except ImportError:  # then no client here asks for it: discord.py needs the same package
    zstandard = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from sandbox.model import Guild
    from sandbox.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 0, 1, 2, 3, 4, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
GUILDS, GUILD_MEMBERS, GUILD_PRESENCES, MESSAGE_CONTENT = 1 << 0, 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
ALL_INTENTS = (1 << 26) - 1
HEARTBEAT_MS = 41250
ACK_SECONDS = 0.05
REPLAY_EVENTS = 5000


class _Compressor(Protocol):
    def __call__(self, text: str) -> str | bytes: ...


def _plain(text: str) -> str:
    return text


def _zlib_stream() -> _Compressor:
    context = zlib.compressobj()

    def compress(text: str) -> bytes:
        return context.compress(text.encode()) + context.flush(zlib.Z_SYNC_FLUSH)

    return compress


def _zstd_stream() -> _Compressor:
    context = zstandard.ZstdCompressor().compressobj()

    def compress(text: str) -> bytes:
        return context.compress(text.encode()) + context.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)

    return compress


class Session:
    """A session of one shard: what was sent, so that it can be resumed. `connection` is None while it is away."""

    def __init__(self, hub: Gateway, shard: tuple[int, int], intents: int) -> None:
        """Begin with nothing sent."""
        self.hub = hub
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.connection: Connection | None = None
        self._sent: deque[tuple[int, Json]] = deque(maxlen=REPLAY_EVENTS)

    def covers(self, guild_id: str | None) -> bool:
        """Whether events of a guild (None: of direct messages) go to this shard."""
        index, count = self.shard
        return index == 0 if guild_id is None else (int(guild_id) >> 22) % count == index

    def take(self, event: BotEvent) -> None:
        """Send a dispatch if this shard and its intents ask for it."""
        if (event.intents and not event.intents & self.intents) or not self.covers(event.guild_id):
            return
        is_hidden = event.hidden is not None and not self.intents & MESSAGE_CONTENT
        self.dispatch(event.name, event.hidden if is_hidden and event.hidden is not None else event.data)

    def dispatch(self, name: str, data: Json) -> None:
        """Number, remember and send one event."""
        self.sequence += 1
        frame = {"op": DISPATCH, "t": name, "s": self.sequence, "d": data}
        self._sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame)

    def can_resume_from(self, sequence: int) -> bool:
        """Whether everything after `sequence` is still remembered."""
        oldest = self._sent[0][0] if self._sent else 1
        return oldest - 1 <= sequence <= self.sequence

    def resume(self, connection: Connection, sequence: int) -> None:
        """Go on with another connection: send what it missed, then RESUMED."""
        self.connection = connection
        for number, frame in self._sent:
            if number > sequence:
                connection.send(frame)
        self.dispatch("RESUMED", {"_trace": []})


class Connection:
    """One WebSocket. Frames leave in the order in which they were given."""

    def __init__(self, hub: Gateway, socket: web.WebSocketResponse, compress: _Compressor) -> None:
        """Wrap a socket that is open."""
        self.hub = hub
        self.socket = socket
        self.session: Session | None = None
        self.is_ended_here = False
        self._compress = compress
        self._outgoing: asyncio.Queue[str | tuple[int, str] | None] = asyncio.Queue()

    def send(self, frame: Json) -> None:
        """Queue a frame."""
        self._outgoing.put_nowait(json.dumps(frame, ensure_ascii=False))

    def close(self, code: int, reason: str) -> None:
        """Queue the end of the connection with a close code."""
        self.is_ended_here = True
        self._outgoing.put_nowait((code, reason))

    async def run(self) -> None:
        """Talk until either side closes."""
        writer = asyncio.create_task(self._write())
        try:
            self.send({"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}})
            async for message in self.socket:
                if message.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    self._receive(message)
        finally:
            self._outgoing.put_nowait(None)
            with contextlib.suppress(ConnectionError):
                await writer
            self.hub.detach(self, self.socket.close_code)

    async def _write(self) -> None:
        while (item := await self._outgoing.get()) is not None:
            if isinstance(item, tuple):
                await self.socket.close(code=item[0], message=item[1].encode())
                return
            frame = self._compress(item)
            if self.socket.closed:
                continue
            if isinstance(frame, bytes):
                await self.socket.send_bytes(frame)
            else:
                await self.socket.send_str(frame)

    def _receive(self, message: WSMessage) -> None:
        try:
            frame = json.loads(message.data)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            self.close(4002, "Error while decoding payload.")
            return
        self.hub.frames.append(frame)
        if op == HEARTBEAT:
            # Not before the client has noted that its heartbeat is out, as over any real line: discord.py would take
            # the whole interval for the latency and warn of it.
            ack: Json = {"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None}
            asyncio.get_running_loop().call_later(ACK_SECONDS, self.send, ack)
        elif op == IDENTIFY:
            self._identify(data)
        elif op == RESUME:
            self._resume(data)
        elif self.session is None:
            self.close(4003, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self.hub.send_members(self.session, data)
        elif op not in {PRESENCE, VOICE}:
            self.close(4001, "Unknown opcode.")

    def _identify(self, data: Json) -> None:
        if self.session is not None:
            self.close(4005, "Already authenticated.")
            return
        index, count = data.get("shard") or (0, 1)
        intents = data.get("intents")
        if data.get("token") != self.hub.token:
            self.close(4004, "Authentication failed.")
        elif not 0 <= index < count:
            self.close(4010, "Invalid shard.")
        elif not isinstance(intents, int) or intents & ~ALL_INTENTS:
            self.close(4013, "Invalid intent(s).")
        elif intents & PRIVILEGED & ~self.hub.world.application.granted_intents:
            self.close(4014, "Disallowed intent(s).")
        else:
            self.hub.start_session(self, (index, count), intents)

    def _resume(self, data: Json) -> None:
        session = self.hub.sessions.get(str(data.get("session_id")))
        if data.get("token") != self.hub.token:
            self.close(4004, "Authentication failed.")
        elif session is None or not session.can_resume_from(int(data.get("seq") or 0)):
            self.send({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
        else:
            self.session = session
            session.resume(self, int(data.get("seq") or 0))
            self.hub.report_online()


class Gateway:
    """All sessions of the bot. `frames` holds what the bot has sent."""

    def __init__(self, world: World, token: str) -> None:
        """Hear everything the world tells the bot."""
        self.world = world
        self.token = token
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.frames: deque[Json] = deque(maxlen=world.keep)
        self.on_online: list[Callable[[bool], None]] = []
        self._was_online = False
        world.bot_listeners.append(self.take)

    def has_session(self) -> bool:
        """Whether a session of the bot is connected."""
        return any(session.connection is not None for session in self.sessions.values())

    def take(self, event: BotEvent) -> None:
        """Give an event to every session that asks for it."""
        for session in list(self.sessions.values()):
            session.take(event)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve a WebSocket at the gateway's address."""
        makers: dict[str | None, Callable[[], _Compressor]] = {None: lambda: _plain, "zlib-stream": _zlib_stream}
        if zstandard is not None:
            makers["zstd-stream"] = _zstd_stream
        make = makers.get(request.query.get("compress"))
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        if make is None or request.query.get("encoding", "json") != "json" or request.query.get("v", "10") != "10":
            code = 4012 if request.query.get("v", "10") != "10" else 4002
            await socket.close(code=code, message=b"Invalid version, encoding or compression.")
            return socket
        connection = Connection(self, socket, make())
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return socket

    def start_session(self, connection: Connection, shard: tuple[int, int], intents: int) -> None:
        """Begin a session: READY with the shard's guilds as unavailable, then a GUILD_CREATE for each."""
        session = Session(self, shard, intents)
        self.sessions[session.id] = session
        session.connection, connection.session = connection, session
        guilds = [
            guild for guild in self.world.guilds.values() if session.covers(guild.id) and self.world.has_bot(guild)
        ]
        application = self.world.application
        ready = {
            "v": 10,
            "user": own_user_json(application.bot),
            "user_settings": {},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.world.base_url.replace("http", "ws", 1) + "/gateway/",
            "shard": list(shard),
            "application": {"id": application.id, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "_trace": [],
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            if not guild.is_unavailable:
                session.take(self.guild_create(guild, intents))
        self.report_online()

    def guild_create(self, guild: Guild, intents: int) -> BotEvent:
        """Return the GUILD_CREATE of a guild; without the members intent it lists the bot only."""
        bot_id = self.world.application.bot.id
        members = guild.members.values() if intents & GUILD_MEMBERS else [guild.members[bot_id]]
        visible = [channel for channel in self.world.channels.values() if channel.guild_id == guild.id]
        visible = [channel for channel in visible if self.world.can_view(bot_id, channel) or not channel.thread]
        threads = []
        for channel in visible:
            if channel.thread and not channel.thread.is_archived:
                mine = {"member": thread_member_json(channel, bot_id)} if bot_id in channel.thread.members else {}
                threads.append(channel_json(channel) | mine)
        data = guild_json(guild) | {
            "joined_at": member_json(guild.members[bot_id])["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [member_json(member) for member in members],
            "channels": [channel_json(channel) for channel in visible if not channel.thread],
            "threads": threads,
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
        return BotEvent("GUILD_CREATE", data, GUILDS, guild.id)

    def send_members(self, session: Session, data: Json) -> None:
        """Answer a request for guild members with one chunk."""
        guild = self.world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        wanted = data.get("user_ids")
        wanted = None if wanted is None else {str(key) for key in (wanted if isinstance(wanted, list) else [wanted])}
        query = str(data.get("query") or "")
        if wanted is None and not query and not session.intents & GUILD_MEMBERS:
            return
        found = [member for member in guild.members.values() if wanted is None or member.user.id in wanted]
        found = [member for member in found if member.user.username.startswith(query)]
        chunk: Json = {
            "guild_id": guild.id,
            "members": [member_json(member) for member in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted((wanted or set()) - set(guild.members)),
        }
        if data.get("nonce") is not None:
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def detach(self, connection: Connection, close_code: int | None) -> None:
        """Note that a connection is gone; a client that closed with 1000 or 1001 has ended its session."""
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            if close_code in {1000, 1001} and not connection.is_ended_here:
                del self.sessions[session.id]
        self.report_online()

    def report_online(self) -> None:
        """Tell who listens when the bot has come or gone."""
        if self.has_session() != self._was_online:
            self._was_online = self.has_session()
            for listener in self.on_online:
                listener(self._was_online)

    def disconnect(self, code: int = 4000, reason: str = "") -> None:
        """Close every connection with a code, as an outage does; sessions can be resumed."""
        for connection in list(self.connections):
            connection.close(code, reason)
