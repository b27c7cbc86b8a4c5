"""What real clients of discord.py do with the gateway."""

import discord
import pytest

from sandbox import ClientError, LocalDiscord, World
from sandbox.model import Permissions
from sandbox.session_starts import IDENTIFY_SECONDS
from tests.sandbox.bare_bot import BareBot, run_bot


async def test_granted_intents_bring_members_and_contents(server, ivan):
    server.world.application.granted_intents = 1 << 1 | 1 << 15
    intents = discord.Intents(guilds=True, guild_messages=True, members=True, message_content=True)
    async with run_bot(server, BareBot(intents=intents)) as bot:
        assert {member.display_name for member in bot.guilds[0].members} == {"小雪", "Ivan", "老王", "Maya", "Mahjong"}
        ivan.say("general", "open")
        await ivan.slash("choose", channel="general")
        assert next(message for kind, message in bot.seen if kind == "message").content == "open"


class Sharded(BareBot, discord.AutoShardedClient):
    """A bot of several shards that does not wait between two identifies; the clock is moved instead."""

    async def before_identify_hook(self, shard_id, *, initial=False):
        self.server.clock.advance(IDENTIFY_SECONDS)


@pytest.fixture
async def two_guilds(server):
    """A bot of two shards in two guilds, one of each shard: (the bot, the guilds by shard)."""
    guilds = list(server.world.guilds.values())
    while len({int(guild.id) >> 22 & 1 for guild in guilds}) < 2:
        server.clock.advance(0.001)
        guilds.append(server.operator.create_guild("二馆", ["Ivan", "Maya"]))
    by_shard = sorted((guilds[0], guilds[-1]), key=lambda guild: int(guild.id) >> 22 & 1)
    server.gateway.starts.shards = 2
    bot = Sharded(intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True))
    bot.server = server
    async with run_bot(server, bot):
        yield bot, by_shard


async def test_shards_are_started_as_recommended_and_each_hears_of_its_guild(two_guilds, server, ivan):
    bot, guilds = two_guilds
    assert bot.shard_count == 2
    shards = {str(guild.id): guild.shard_id for guild in bot.guilds}
    assert [shards[guild.id] for guild in guilds] == [0, 1]
    for guild in guilds:
        channel = next(channel for channel in guild.channels.values() if channel.name == "general")
        assert (await ivan.slash("choose", channel=channel)).content == "choose"
    assert (await ivan.slash("choose", channel=ivan.dm())).content == "choose"


@pytest.mark.parametrize("how", ["drop_connections", "ask_reconnect", "invalidate"])
async def test_play_goes_on_over_lost_lines_without_losing_an_interaction(two_guilds, server, ivan, how):
    _, guilds = two_guilds
    channels = [next(iter(guild.channels.values())) for guild in guilds]
    tables = [await ivan.slash("mahjong table", channel=channel, rules="harbin") for channel in channels]
    for number in range(3):
        if how == "invalidate":
            server.operator.invalidate_sessions(can_resume=True)
        else:
            getattr(server.operator, how)()
        tables = [await ivan.click(table, f"Count {number}") for table in tables]
    assert [table.content for table in tables] == ["counted 3"] * 2


async def test_a_session_that_is_gone_begins_anew(two_guilds, server, ivan):
    bot, guilds = two_guilds
    before = set(server.gateway.sessions)
    server.operator.invalidate_sessions(can_resume=False)
    await bot.until(lambda: len(server.gateway.sessions) == 2)
    assert not before & set(server.gateway.sessions)
    assert (await ivan.slash("choose", channel=next(iter(guilds[1].channels.values())))).content == "choose"


async def test_one_client_plays_on_over_a_lost_line(bot, server, ivan):
    table = await ivan.slash("mahjong table", channel="mahjong", rules="harbin")
    for number in range(5):
        server.operator.drop_connections()
        table = await ivan.click(table, f"Count {number}")
    assert table.content == "counted 5"
    assert [kind for kind, _ in bot.seen].count("resumed") == 5


async def test_what_happened_while_the_line_was_lost_is_heard_of(bot, server, ivan):
    server.operator.drop_connections(code=4000)
    server.operator.create_channel("hall")
    server.operator.rename_channel("general", "room")
    await bot.saw("resumed")
    names = [channel.name for channel in bot.guilds[0].channels]
    assert {"hall", "room"} <= set(names)


async def test_an_outage_is_no_removal(bot, server, ivan):
    reply = await ivan.slash("choose", channel="general")
    server.operator.start_outage()
    await bot.saw("unavailable")
    with pytest.raises(ClientError, match="is unavailable"):
        ivan.say("general", "unheard")
    with pytest.raises(ClientError, match="is unavailable"):
        await ivan.select(reply, "rules", ["harbin"])
    server.operator.end_outage()
    await bot.saw("available")
    server.operator.remove_bot()
    await bot.saw("removed")
    happened = [kind for kind, _ in bot.seen if kind not in {"interaction", "message"}]
    assert happened == ["unavailable", "available", "removed"]
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
        before = server.clock.now()
        sent = await bot.get_channel(int(server.world.find_channel("general").id)).send("x")
        assert sent.created_at.timestamp() > before - 1
        assert server.clock.now() > before
        assert World.default().people()[0].locale == "zh-CN"
        assert bot.user.name == "Mahjong"
