"""The gateway on the wire: compression, close codes, sessions, shards, and what a real client does with it."""

import json
import subprocess
import sys
import zlib
from pathlib import Path

import aiohttp
import discord
import pytest
import zstandard

from sandbox import ClientError, LocalDiscord, World
from sandbox.model import Permissions
from tests.sandbox.bare_bot import BareBot, run_bot

ROOT = Path(__file__).parents[2]


def make_zlib():
    return zlib.decompressobj().decompress


def make_zstd():
    return zstandard.ZstdDecompressor().decompressobj().decompress


class Client:
    """A bare client of the gateway."""

    def __init__(self, socket, decompress):
        self.socket = socket
        self.decompress = decompress
        self.sequence = 0

    async def receive(self):
        """Return the next frame, or the close code."""
        message = await self.socket.receive(timeout=10)
        if message.type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}:
            return self.socket.close_code or message.data
        frame = json.loads(self.decompress(message.data) if self.decompress else message.data)
        self.sequence = frame["s"] or self.sequence
        return frame

    async def send(self, op, data):
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, token, intents=0, **more):
        """Say who we are; return the frames up to the first GUILD_CREATE, or what came instead of READY."""
        await self.send(2, {"token": token, "intents": intents, "properties": {}} | more)
        return await self.receive()


@pytest.fixture
async def connect(server):
    """Open a WebSocket: `await connect(compress)` gives a client that has had HELLO."""
    async with aiohttp.ClientSession() as session:

        async def opening(compress=None, **query):
            makers = {None: lambda: None, "zlib-stream": make_zlib, "zstd-stream": make_zstd}
            query = {"v": "10", "encoding": "json"} | query | ({"compress": compress} if compress else {})
            socket = await session.ws_connect(f"{server.url}/gateway/", params=query)
            client = Client(socket, makers[compress]())
            hello = await client.receive()
            assert isinstance(hello, int) or hello["op"] == 10
            return client if not isinstance(hello, int) else hello

        yield opening


@pytest.mark.parametrize("compress", [None, "zlib-stream", "zstd-stream"])
async def test_one_stream_is_compressed_across_frames(connect, server, compress):
    client = await connect(compress)
    ready = await client.identify(server.token, intents=1)
    assert ready["t"] == "READY"
    assert (await client.receive())["d"]["name"] == "哈尔滨麻将馆"
    await client.send(1, client.sequence)
    assert (await client.receive())["op"] == 11


async def test_discord_py_takes_zstd_where_zstandard_is_there(bot, server):
    assert discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream"
    assert bot.guilds[0].name == "哈尔滨麻将馆"


def test_discord_py_takes_zlib_where_zstandard_is_missing():
    program = (
        "import asyncio, sys\n"
        "sys.modules['zstandard'] = None\n"
        "import discord\n"
        "from sandbox import LocalDiscord\n"
        "from tests.sandbox.bare_bot import BareBot, run_bot\n"
        "async def main():\n"
        "    async with LocalDiscord() as server, run_bot(server, BareBot()) as bot:\n"
        "        kind = discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE\n"
        "        reply = await server.person('Ivan').slash('mahjong hand', channel='mahjong')\n"
        "        print(kind, bot.guilds[0].name, reply.labels)\n"
        "asyncio.run(main())\n"
    )
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, encoding="utf-8")
    assert done.stdout.strip() == "zlib-stream 哈尔滨麻将馆 ['Discard']", done.stderr


@pytest.mark.parametrize(
    ("identity", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 15}, 4014),
    ],
)
async def test_an_identify_is_refused_with(connect, server, identity, code):
    client = await connect()
    token = identity.pop("token", server.token)
    assert await client.identify(token, **identity) == code


async def test_frames_out_of_place_are_refused(connect, server):
    client = await connect()
    await client.send(3, {})
    assert await client.receive() == 4003
    client = await connect()
    await client.socket.send_str("{")
    assert await client.receive() == 4002
    client = await connect()
    await client.identify(server.token)
    await client.send(99, {})
    assert await client.receive() == 4001
    client = await connect()
    await client.identify(server.token)
    assert await client.identify(server.token) == 4005


async def test_another_version_is_refused(connect):
    assert await connect(v="6") == 4012


async def test_a_session_is_resumed_with_all_it_missed(connect, server, ivan):
    client = await connect()
    ready = await client.identify(server.token, intents=1 | 1 << 9)
    await client.receive()
    await client.socket.close(code=4000)
    ivan.say("general", "while away")
    other = await connect()
    await other.send(6, {"token": server.token, "session_id": ready["d"]["session_id"], "seq": client.sequence})
    assert [(await other.receive())["t"] for _ in range(2)] == ["MESSAGE_CREATE", "RESUMED"]


async def test_a_session_that_its_client_has_ended_is_invalid(connect, server):
    client = await connect()
    ready = await client.identify(server.token)
    await client.socket.close(code=1000)
    other = await connect()
    await other.send(6, {"token": server.token, "session_id": ready["d"]["session_id"], "seq": 1})
    assert await other.receive() == {"op": 9, "d": False, "s": None, "t": None}


async def test_each_guild_belongs_to_one_shard(connect, server):
    seen = []
    for index in range(2):
        client = await connect()
        ready = await client.identify(server.token, intents=1, shard=[index, 2])
        seen.append([guild["id"] for guild in ready["d"]["guilds"]])
    guild_id = next(iter(server.world.guilds))
    expected = [[], []]
    expected[(int(guild_id) >> 22) % 2] = [guild_id]
    assert seen == expected


async def test_granted_intents_bring_members_and_contents(server, ivan):
    server.world.application.granted_intents = 1 << 1 | 1 << 15
    intents = discord.Intents(guilds=True, guild_messages=True, members=True, message_content=True)
    async with run_bot(server, BareBot(intents=intents)) as bot:
        assert {member.display_name for member in bot.guilds[0].members} == {"小雪", "Ivan", "老王", "Maya", "Mahjong"}
        ivan.say("general", "open")
        await ivan.slash("choose", channel="general")
        assert next(message for kind, message in bot.seen if kind == "message").content == "open"


async def test_a_sharded_client_runs(server, ivan):
    class Sharded(BareBot, discord.AutoShardedClient):
        pass

    async with run_bot(server, Sharded()) as bot:
        assert bot.shard_count == 1
        assert (await ivan.slash("choose", channel="general")).content == "choose"


async def test_an_outage_is_no_removal(bot, server, ivan):
    server.operator.start_outage()
    await bot.saw("unavailable")
    ivan.say("general", "unheard")
    server.operator.end_outage()
    await bot.saw("available")
    server.operator.remove_bot()
    await bot.saw("removed")
    assert [kind for kind, _ in bot.seen] == ["unavailable", "available", "removed"]
    assert list(bot.guilds) == []
    with pytest.raises(ClientError, match="no command"):
        await ivan.slash("choose", channel="general")


async def test_a_channel_one_may_not_see_is_missing_access(bot, server, ivan):
    channel = bot.get_channel(int(server.world.find_channel("general").id))
    nothing = Permissions(0)
    server.operator.set_permissions("general", "Mahjong", nothing, Permissions.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50013
    server.operator.set_permissions("general", "Mahjong", nothing, Permissions.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x")
    assert refused.value.code == 50001
    server.operator.set_permissions("general", "Ivan", nothing, Permissions.VIEW_CHANNEL)
    assert not server.world.can_view(ivan.id, server.world.find_channel("general"))


async def test_a_default_world_lives_on_real_time(conformity):
    async with LocalDiscord(validator=conformity) as server, run_bot(server, BareBot()) as bot:
        assert (await server.person("小雪").slash("choose", channel="general")).content == "choose"
        assert World.default().people()[0].locale == "zh-CN"
        assert bot.user.name == "Mahjong"
