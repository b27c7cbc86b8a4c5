"""What real clients of discord.py do with the gateway."""

import discord
import pytest

from sandbox import ClientError, LocalDiscord, World
from sandbox.model import Permissions
from tests.sandbox.bare_bot import BareBot, run_bot


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
        before = server.clock.now()
        sent = await bot.get_channel(int(server.world.find_channel("general").id)).send("x")
        assert sent.created_at.timestamp() > before - 1
        assert server.clock.now() > before
        assert World.default().people()[0].locale == "zh-CN"
        assert bot.user.name == "Mahjong"
