"""The gateway on the wire: compression, identify, close codes, heartbeats, resuming, shards, requests."""

import subprocess
import sys
from pathlib import Path

import discord
import pytest

from sandbox.gateway import RESUME_SECONDS
from sandbox.intents import GUILD_MEMBERS, GUILD_MESSAGES, GUILD_PRESENCES, GUILDS, MESSAGE_CONTENT
from sandbox.session_starts import DAY_SECONDS, IDENTIFY_SECONDS
from tests.sandbox.wire import open_wire

ROOT = Path(__file__).parents[2]


# ---- compression and address


@pytest.mark.parametrize("compress", [None, "zlib-stream", "zstd-stream"])
async def test_one_stream_is_compressed_across_frames(connect, compress):
    wire = await connect(compress)
    assert (await wire.identify(GUILDS))["t"] == "READY"
    assert (await wire.receive())["d"]["name"] == "哈尔滨麻将馆"
    await wire.send(1, wire.sequence)
    assert (await wire.receive())["op"] == 11


async def test_discord_py_takes_zstd_where_zstandard_is_there(bot, server):
    assert discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE == "zstd-stream"
    assert bot.guilds[0].name == "哈尔滨麻将馆"


def test_discord_py_takes_zlib_where_zstandard_is_missing():
    program = (
        "import asyncio, sys\n"
        "sys.modules['zstandard'] = None\n"
        "import discord\n"
        "from sandbox import LocalDiscord, ManualClock\n"
        "from tests.conformity import watch\n"
        "from tests.sandbox.bare_bot import BareBot, run_bot\n"
        "async def main(validator):\n"
        "    local = LocalDiscord(clock=ManualClock(), validator=validator)\n"
        "    async with local as server, run_bot(server, BareBot()) as bot:\n"
        "        kind = discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE\n"
        "        reply = await server.person('Ivan').slash('mahjong hand', channel='mahjong')\n"
        "        print(kind, bot.guilds[0].name, reply.labels)\n"
        "with watch() as validator:\n"
        "    asyncio.run(main(validator))\n"
    )
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, encoding="utf-8")
    assert done.stdout.strip() == "zlib-stream 哈尔滨麻将馆 ['Discard']", done.stderr


async def test_another_version_encoding_or_compression_is_refused(connect):
    assert await connect(v="6") == 4012
    assert await connect(encoding="etf") == 4002
    assert await connect(compress="brotli-stream") == 4002


# ---- identify


async def test_ready_tells_who_where_and_how_to_come_back(connect, server):
    wire = await connect()
    ready = (await wire.identify(GUILDS))["d"]
    guild_id = next(iter(server.world.guilds))
    assert ready["user"]["id"] == ready["application"]["id"] == server.world.application.id
    assert ready["guilds"] == [{"id": guild_id, "unavailable": True}]
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
    assert "shard" not in ready
    name, created = (await wire.events())[0]
    assert (name, created["id"], created["unavailable"]) == ("GUILD_CREATE", guild_id, False)


async def test_without_the_guilds_intent_no_guild_is_told_of(connect):
    wire = await connect()
    await wire.identify(GUILD_MESSAGES)
    assert await wire.events() == []


async def test_a_guild_in_an_outage_is_told_of_as_unavailable(connect, server):
    server.operator.start_outage()
    wire = await connect()
    await wire.identify(GUILDS)
    assert await wire.events() == [("GUILD_DELETE", {"id": next(iter(server.world.guilds)), "unavailable": True})]


@pytest.mark.parametrize(
    ("intents", "is_whole"), [(GUILDS, False), (GUILDS | GUILD_MEMBERS, False), (GUILDS | GUILD_PRESENCES, True)]
)
async def test_a_guild_lists_its_members_to_the_presences_intent_alone(connect, server, intents, is_whole):
    server.world.application.granted_intents = GUILD_MEMBERS | GUILD_PRESENCES
    wire = await connect()
    await wire.identify(intents)
    created = (await wire.events())[0][1]
    assert len(created["members"]) == (5 if is_whole else 1)
    assert created["member_count"] == 5


async def test_a_guild_lists_its_open_threads_and_the_bots_place_in_them(connect, server):
    for name, by in (("own", "Mahjong"), ("theirs", "Ivan"), ("closed", "Ivan")):
        server.operator.create_thread("general", name, by=by)
    server.operator.set_thread("closed", archived=True)
    wire = await connect()
    await wire.identify(GUILDS)
    own, theirs = (await wire.events())[0][1]["threads"]
    assert (own["name"], own["member"].keys()) == ("own", {"join_timestamp", "flags"})
    assert (theirs["name"], "member" in theirs) == ("theirs", False)


@pytest.mark.parametrize(
    ("identity", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"shard": [-1, 2]}, 4010),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1 << 17}, 4013),
        ({"intents": GUILD_MEMBERS}, 4014),
        ({"intents": GUILD_PRESENCES}, 4014),
        ({"intents": MESSAGE_CONTENT}, 4014),
        ({"token": None}, 4002),
        ({"intents": None}, 4002),
        ({"intents": "1"}, 4002),
        ({"intents": True}, 4002),
        ({"shard": [0]}, 4002),
        ({"shard": "0"}, 4002),
        ({"properties": None}, 4002),
        ({"presence": {"status": "asleep"}}, 4002),
    ],
)
async def test_an_identify_is_refused_with(connect, identity, code):
    assert await (await connect()).identify(**identity) == code


async def test_a_shard_with_too_many_guilds_has_to_be_split(connect, server):
    server.gateway.max_guilds_per_shard = 0
    assert await (await connect()).identify() == 4011


async def test_a_second_identify_within_five_seconds_finds_no_session(server, connect):
    first = await connect()
    await first.start()
    wire = await connect()
    server.gateway.starts.take_turn(0)
    for waited in (0, IDENTIFY_SECONDS - 1):
        server.clock.advance(waited)
        assert await wire.identify() == {"op": 9, "d": False, "s": None, "t": None}
    server.clock.advance(1)
    assert (await wire.identify())["t"] == "READY"


async def test_shards_of_different_keys_start_side_by_side(server, connect):
    server.gateway.starts.max_concurrency, server.gateway.starts.gap = 2, 0
    first, second, third = [await connect() for _ in range(3)]
    server.gateway.starts.gap = IDENTIFY_SECONDS
    assert (await first.identify(shard=[0, 3]))["t"] == "READY"
    assert (await second.identify(shard=[1, 3]))["t"] == "READY"
    assert (await third.identify(shard=[2, 3]))["op"] == 9


async def test_the_gateways_address_says_what_starts_are_left(api, server, connect):
    _, before = await api("GET", "/gateway/bot")
    assert before["session_start_limit"] == {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    await (await connect()).start()
    server.clock.advance(3600)
    limit = (await api("GET", "/gateway/bot"))[1]["session_start_limit"]
    assert (limit["remaining"], limit["reset_after"]) == (999, 23 * 3_600_000)
    server.clock.advance(DAY_SECONDS)
    assert (await api("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 1000


async def test_one_identify_too_many_in_a_day_costs_the_token(api, server, connect):
    server.gateway.starts.total = 1
    first = await connect()
    await first.start()
    second, old = await connect(), server.token
    assert await second.identify() == 4004
    assert await first.receive() == 4004
    assert server.token != old
    assert (await api("GET", "/users/@me"))[0] == 401
    server.clock.advance(DAY_SECONDS)
    assert (await (await connect()).identify())["t"] == "READY"


# ---- frames


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", 4002),
        ("[]", 4002),
        ("{}", 4002),
        ('{"op": 1, "d": "x"}', 4002),
        ('{"op": 1, "d": NaN}', 4002),
        ('{"op": 1, "d": null, "x": "\\ud800"}', 4002),
        ('{"op": 2, "d": null}', 4002),
        ('{"op": 3, "d": {"status": "online", "activities": []}}', 4003),
        ('{"op": 6, "d": {"token": "x", "session_id": "x", "seq": null}}', 4002),
        ('{"op": 6, "d": {"token": "x", "session_id": "x", "seq": 1}}', 4004),
        ('{"op": 1, "d": null, "x": "' + "x" * 4096 + '"}', 4002),
    ],
)
async def test_a_frame_before_identify_is_refused(connect, text, code):
    wire = await connect()
    await wire.socket.send_str(text)
    assert await wire.receive() == code


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (99, {}, 4001),
        (0, {}, 4001),
        (2, {}, 4005),
        (6, {}, 4005),
        (3, {"status": "asleep", "activities": []}, 4002),
        (3, [], 4002),
        (8, {"guild_id": "1"}, 4002),
        (8, {"guild_id": "1", "query": "", "user_ids": ["1"]}, 4002),
        (8, {"guild_id": "1", "query": ""}, 4002),
        (8, {"guild_id": ["1"], "query": "", "limit": 0}, 4002),
        (31, {"guild_ids": "1"}, 4002),
    ],
)
async def test_a_frame_out_of_place_is_refused(connect, op, data, code):
    wire = await connect()
    await wire.start()
    await wire.send(op, data)
    assert await wire.receive() == code


async def test_the_hundred_and_twenty_first_frame_of_a_minute_is_too_much(connect, server):
    wire = await connect()
    await wire.start()
    for _ in range(118):
        await wire.send(4, {"guild_id": "1", "channel_id": None})
    server.clock.advance(60)
    for _ in range(120):
        await wire.send(3, {"status": "idle", "activities": [], "since": None, "afk": False})
    await wire.send(1, None)
    while isinstance(answer := await wire.receive(), dict):
        assert answer["op"] == 11
    assert answer == 4008


async def test_a_presence_is_kept(connect, server):
    wire = await connect()
    await wire.start(presence={"status": "dnd", "activities": [], "since": None, "afk": False})
    (session,) = server.gateway.sessions.values()
    assert session.presence["status"] == "dnd"
    await wire.send(3, {"status": "idle", "activities": [{"name": "mahjong", "type": 0}], "since": 1, "afk": False})
    await wire.events()
    assert session.presence["activities"][0]["name"] == "mahjong"


# ---- heartbeats


async def test_a_line_without_heartbeats_is_cut_and_can_be_resumed(connect, server):
    server.gateway.heartbeat_ms = 10
    wire = await connect()
    await wire.identify()
    assert await wire.receive() == 4000
    server.gateway.heartbeat_ms = 41250
    again = await connect()
    await again.resume(wire)
    assert (await again.receive())["t"] == "RESUMED"


async def test_a_heartbeat_can_be_asked_for(connect, server):
    wire = await connect()
    await wire.start()
    server.operator.request_heartbeats()
    assert (await wire.receive())["op"] == 1


async def test_a_real_client_sends_the_heartbeat_it_is_asked_for(bot, server):
    def count():
        return sum(frame["op"] == 1 for frame in server.gateway.frames)

    before = count()
    server.operator.request_heartbeats()
    await bot.until(lambda: count() > before)


# ---- resuming


@pytest.mark.parametrize("how", ["lost", "closed", "reconnect", "invalid"])
async def test_a_session_is_resumed_with_all_it_missed_in_order(connect, server, ivan, how):
    wire = await connect("zlib-stream")
    await wire.start(GUILDS | GUILD_MESSAGES)
    if how == "lost":
        server.operator.drop_connections()
    elif how == "closed":
        server.operator.drop_connections(code=4000)
    elif how == "reconnect":
        server.operator.ask_reconnect()
        assert await wire.receive() == {"op": 7, "d": None, "s": None, "t": None}
    else:
        server.operator.invalidate_sessions(can_resume=True)
        assert await wire.receive() == {"op": 9, "d": True, "s": None, "t": None}
    await wire.close(4000)
    said = [ivan.say("general", str(number)).id for number in range(3)]
    again = await connect("zlib-stream")
    await again.resume(wire)
    events = await again.events()
    assert [name for name, _ in events] == ["MESSAGE_CREATE"] * 3 + ["RESUMED"]
    assert [data["id"] for _, data in events[:3]] == said
    ivan.say("general", "new")
    assert await again.names() == ["MESSAGE_CREATE"]


async def test_a_client_that_is_asked_to_reconnect_and_stays_is_cut_off(connect, server, monkeypatch):
    monkeypatch.setattr("sandbox.gateway.RECONNECT_SECONDS", 0.01)
    wire = await connect()
    await wire.start()
    server.operator.ask_reconnect()
    assert (await wire.receive())["op"] == 7
    assert await wire.receive() == 4000


async def test_a_session_can_be_ended_for_its_client(connect, server, ivan):
    wire = await connect()
    await wire.start(GUILDS | GUILD_MESSAGES)
    server.operator.invalidate_sessions(can_resume=False)
    assert await wire.receive() == {"op": 9, "d": False, "s": None, "t": None}
    ivan.say("general", "unheard")
    assert await wire.events() == []
    await wire.send(4, {})
    assert await wire.receive() == 4003
    again = await connect()
    await again.resume(wire)
    assert (await again.receive())["op"] == 9
    assert (await again.identify())["t"] == "READY"


@pytest.mark.parametrize(("code", "is_alive"), [(1000, False), (1001, False), (4000, True), (4999, True)])
async def test_a_client_ends_its_session_by_closing_with(connect, code, is_alive):
    wire = await connect()
    await wire.start()
    await wire.close(code)
    again = await connect()
    await again.resume(wire)
    answer = await again.receive()
    assert answer["t"] == "RESUMED" if is_alive else (answer["op"], answer["d"]) == (9, False)


@pytest.mark.parametrize(("away", "is_alive"), [(RESUME_SECONDS - 10, True), (RESUME_SECONDS, False)])
async def test_a_session_waits_some_minutes_for_its_client(connect, server, away, is_alive):
    wire = await connect()
    await wire.start()
    await wire.lose()
    again = await connect()
    server.clock.advance(away)
    await again.resume(wire)
    assert (await again.receive())["op"] == (0 if is_alive else 9)


async def test_a_resumed_session_does_not_end_later(connect, server):
    wire = await connect()
    await wire.start()
    await wire.lose()
    again = await connect()
    await again.resume(wire)
    assert await again.names() == ["RESUMED"]
    server.clock.advance(2 * RESUME_SECONDS)
    server.operator.request_heartbeats()
    assert (await again.receive())["op"] == 1
    assert server.gateway.has_session()


async def test_a_sequence_that_was_never_sent_is_invalid(connect):
    wire = await connect()
    await wire.start()
    await wire.lose()
    again = await connect()
    await again.resume(wire, seq=wire.sequence + 1)
    assert await again.receive() == 4007


async def test_what_is_no_longer_remembered_cannot_be_resumed(connect, server, monkeypatch):
    monkeypatch.setattr("sandbox.gateway_session.REPLAY_EVENTS", 2)
    wire = await connect()
    await wire.start(GUILDS)
    await wire.lose()
    for number in range(3):
        server.operator.rename_channel("general", f"{number}")
        server.operator.rename_channel(f"{number}", "general")
    again = await connect()
    await again.resume(wire)
    assert (await again.receive())["op"] == 9


async def test_a_session_that_goes_on_elsewhere_leaves_its_old_line(connect):
    wire = await connect()
    await wire.start()
    again = await connect()
    await again.resume(wire)
    assert (await again.receive())["t"] == "RESUMED"
    assert await wire.receive() == 4000


# ---- shards and guilds


async def test_each_guild_belongs_to_one_shard_and_direct_messages_to_the_first(connect, server, ivan):
    other = server.operator.create_guild("第二馆", [ivan.user])
    other_id = int(other.id)
    seen, wires = [], []
    for index in range(2):
        wires.append(wire := await connect())
        ready = (await wire.identify(GUILDS | 1 << 12, shard=[index, 2]))["d"]
        assert ready["shard"] == [index, 2]
        seen.append({guild["id"] for guild in ready["guilds"]})
        await wire.events()
    expected = [{key for key in server.world.guilds if (int(key) >> 22) % 2 == index} for index in range(2)]
    assert seen == expected
    assert set.union(*seen) == {next(iter(server.world.guilds)), str(other_id)}
    ivan.say(ivan.dm(), "psst")
    assert [await wire.names() for wire in wires] == [["MESSAGE_CREATE"], []]


async def test_events_of_a_guild_go_to_its_shard_alone(connect, server):
    guild_id = int(next(iter(server.world.guilds)))
    wires = []
    for index in range(3):
        wires.append(wire := await connect())
        await wire.start(GUILDS, shard=[index, 3])
    server.operator.rename_channel("general", "hall")
    got = [await wire.names() for wire in wires]
    assert [names == ["CHANNEL_UPDATE"] for names in got] == [(guild_id >> 22) % 3 == index for index in range(3)]


async def test_two_sessions_of_one_shard_both_hear(connect, server):
    wires = [await connect(), await connect()]
    for wire in wires:
        server.clock.advance(IDENTIFY_SECONDS)
        await wire.start(GUILDS)
    server.operator.rename_channel("general", "hall")
    assert [await wire.names() for wire in wires] == [["CHANNEL_UPDATE"]] * 2


async def test_another_site_cannot_open_the_gateway(connect, server):
    import aiohttp

    async with aiohttp.ClientSession(headers={"Origin": "http://evil.example"}) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await open_wire(session, server)
    assert refused.value.status == 403
