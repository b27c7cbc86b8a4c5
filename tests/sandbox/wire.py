"""A bare client of the gateway, to see what really passes over the wire."""

import asyncio
import json
import zlib

import aiohttp
import zstandard

ENDS = {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING, aiohttp.WSMsgType.ERROR}


def make_decompressor(compress):
    match compress:
        case "zlib-stream":
            return zlib.decompressobj().decompress
        case "zstd-stream":
            return zstandard.ZstdDecompressor().decompressobj().decompress
    return lambda data: data


class Wire:
    """One connection to the gateway, as it is after HELLO."""

    def __init__(self, server, socket, compress):
        self.server = server
        self.socket = socket
        self.decompress = make_decompressor(compress)
        self.sequence = 0
        self.session_id = None

    async def receive(self):
        """The next frame, or the close code."""
        message = await self.socket.receive(timeout=10)
        if message.type in ENDS:
            return self.socket.close_code
        frame = json.loads(self.decompress(message.data))
        self.sequence = frame["s"] or self.sequence
        if frame["t"] == "READY":
            self.session_id = frame["d"]["session_id"]
        return frame

    async def send(self, op, data):
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, intents=0, **more):
        """Say who we are; gives READY, or what came instead."""
        await self.send(2, {"token": self.server.token, "intents": intents, "properties": {}} | more)
        return await self.receive()

    async def start(self, intents=0, **more):
        """Identify and swallow what comes at first."""
        ready = await self.identify(intents, **more)
        assert ready["t"] == "READY", ready
        await self.events()
        return ready["d"]

    async def resume(self, other, **more):
        """Go on with another wire's session."""
        self.sequence = other.sequence
        form = {"token": self.server.token, "session_id": other.session_id, "seq": other.sequence}
        await self.send(6, form | more)

    async def events(self):
        """All dispatches that have come by now: [(name, data)]. A heartbeat's ACK tells where "now" is."""
        await self.send(1, self.sequence)
        found = []
        while (frame := await self.receive())["op"] != 11:
            found.append((frame["t"], frame["d"]))
        return found

    async def names(self):
        """The names of all dispatches that have come by now."""
        return [name for name, _ in await self.events()]

    async def lose(self):
        """Be cut off, and wait until the server knows."""
        self.socket._response.connection.transport.abort()
        await self.settle()

    async def close(self, code):
        await self.socket.close(code=code)
        await self.settle()

    async def settle(self):
        """Wait until the server has noted that a line of it is gone."""
        async with asyncio.timeout(10):
            while any(line.socket.closed or line._transport.is_closing() for line in self.lines):  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    @property
    def lines(self):
        return self.server.gateway.connections


async def open_wire(session, server, compress=None, **query):
    """Connect; gives a `Wire` that has had HELLO, or the close code."""
    query = {"v": "10", "encoding": "json"} | query | ({"compress": compress} if compress else {})
    socket = await session.ws_connect(f"{server.url}/gateway/", params=query)
    wire = Wire(server, socket, compress)
    hello = await wire.receive()
    return hello if isinstance(hello, int) else wire
