"""One WebSocket of the gateway: frames in both directions, heartbeats, limits and the reasons to hang up.

Sources: https://discord.com/developers/docs/events/gateway and
https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from aiohttp import WSMessage, WSMsgType, web

from sandbox.errors import Json
from sandbox.reading import read_json

if TYPE_CHECKING:
    from sandbox.compression import Compressor
    from sandbox.gateway import Gateway
    from sandbox.gateway_session import Session

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK, REQUEST_SOUNDS = 8, 9, 10, 11, 31
MAX_PAYLOAD_BYTES = 4096
MAX_SENDS, SEND_SECONDS = 120, 60.0
MISSED_HEARTBEATS = 2
"""After so many intervals without a heartbeat the line is taken for dead."""


class CloseCode(IntEnum):
    """Why the server hangs up."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014

    @property
    def reason(self) -> str:
        """The words that come with the code."""
        return self.name.replace("_", " ").capitalize() + "."


class Malformed(Exception):  # noqa: N818 - what a client sent, not a fault of the server
    """A frame that is none, or whose data is not of the form its opcode has."""


class Connection:
    """One WebSocket. Frames leave in the order in which they were given."""

    def __init__(self, hub: Gateway, socket: web.WebSocketResponse, request: web.Request, compress: Compressor) -> None:
        """Wrap a socket that is open."""
        self.hub = hub
        self.socket = socket
        self.session: Session | None = None
        self.is_ended_here = False
        self._transport = request.transport
        self._compress = compress
        self._outgoing: asyncio.Queue[str | tuple[int, str] | None] = asyncio.Queue()
        self._received: deque[float] = deque(maxlen=MAX_SENDS)
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._acts: dict[int, Callable[[Session, Json], None]] = {
            PRESENCE: self._set_presence,
            VOICE: self._ignore,  # there are no voice channels here
            REQUEST_MEMBERS: hub.send_members,
            REQUEST_SOUNDS: hub.send_sounds,
        }

    # Out

    def send(self, op: int, data: object) -> None:
        """Queue a frame that is no dispatch."""
        self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Queue a frame."""
        self._outgoing.put_nowait(text)

    def close(self, code: int, reason: str | None = None) -> None:
        """Queue the end of the connection with a close code."""
        if not self.is_ended_here:
            self.is_ended_here = True
            words = reason if reason is not None else CloseCode(code).reason
            self._outgoing.put_nowait((code, words))

    def abort(self) -> None:
        """Cut the line without a word, as a broken cable does."""
        if self._transport is not None:
            self._transport.abort()

    def ask_reconnect(self, patience: float) -> None:
        """Ask the client to come again and resume; hang up after `patience` seconds if it stays."""
        self.send(RECONNECT, None)
        self._call_later("reconnect", patience, lambda: self.close(CloseCode.UNKNOWN_ERROR))

    def reject_session(self, *, can_resume: bool) -> None:
        """Say that there is no session (or that it has to be resumed)."""
        self.send(INVALID_SESSION, can_resume)

    def _call_later(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = self._loop.call_later(seconds, act)

    def _await_heartbeat(self) -> None:
        seconds = MISSED_HEARTBEATS * self.hub.heartbeat_ms / 1000
        self._call_later("heartbeat", seconds, lambda: self.close(CloseCode.UNKNOWN_ERROR, "No heartbeat."))

    async def run(self) -> None:
        """Talk until either side closes."""
        writer = asyncio.create_task(self._write())
        try:
            self.send(HELLO, {"heartbeat_interval": self.hub.heartbeat_ms, "_trace": []})
            self._await_heartbeat()
            async for message in self.socket:
                if message.type in {WSMsgType.TEXT, WSMsgType.BINARY} and not self.is_ended_here:
                    self._receive(message)
        finally:
            for timer in self._timers.values():
                timer.cancel()
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

    # In

    def _receive(self, message: WSMessage) -> None:
        raw = message.data if isinstance(message.data, bytes) else message.data.encode()
        if self._is_too_fast():
            self.close(CloseCode.RATE_LIMITED)
        elif len(raw) > MAX_PAYLOAD_BYTES:
            self.close(CloseCode.DECODE_ERROR)
        else:
            try:
                self._act(raw)
            except Malformed:
                self.close(CloseCode.DECODE_ERROR)

    def _is_too_fast(self) -> bool:
        now = self.hub.running()
        is_full = len(self._received) == MAX_SENDS and now - self._received[0] < SEND_SECONDS
        self._received.append(now)
        return is_full

    def _act(self, raw: bytes) -> None:
        try:
            frame: Any = read_json(raw.decode())
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Malformed from None
        self.hub.frames.append(frame)
        if op == HEARTBEAT:
            self._beat(data)
        elif op == IDENTIFY:
            if self.session is not None:
                self.close(CloseCode.ALREADY_AUTHENTICATED)
            else:
                self.hub.identify(self, as_form(data))
        elif op == RESUME:
            if self.session is not None:
                self.close(CloseCode.ALREADY_AUTHENTICATED)
            else:
                self.hub.resume(self, as_form(data))
        elif self.session is None:
            self.close(CloseCode.NOT_AUTHENTICATED)
        elif op in self._acts:
            self._acts[op](self.session, as_form(data))
        else:
            self.close(CloseCode.UNKNOWN_OPCODE)

    def _beat(self, data: object) -> None:
        if data is not None and not is_whole(data):
            raise Malformed
        self._await_heartbeat()
        # Not before the client has noted that its heartbeat is out, as over any real line: discord.py would take
        # the whole interval for the latency and warn of it.
        self._loop.call_later(self.hub.ack_seconds, self.send, HEARTBEAT_ACK, None)

    @staticmethod
    def _ignore(_session: Session, _data: Json) -> None:
        """Take a frame that changes nothing here."""

    @staticmethod
    def _set_presence(session: Session, data: Json) -> None:
        session.presence = check_presence(data)


def as_form(data: object) -> Json:
    """Return the data of a frame that has to be an object. Raises Malformed."""
    if not isinstance(data, dict):
        raise Malformed
    return data


def is_whole(value: object) -> bool:
    """Whether a value is a whole number (JSON's true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_presence(data: object) -> Json:
    """Return a presence update. Raises Malformed if it is none."""
    form = as_form(data)
    is_status = form.get("status") in {"online", "dnd", "idle", "invisible", "offline", None}
    if not is_status or not isinstance(form.get("activities", []), list):
        raise Malformed
    return form
