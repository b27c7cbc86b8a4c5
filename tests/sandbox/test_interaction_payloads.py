"""What an interaction tells the bot: who, where, in which language, with which permissions; in servers and outside."""

import pytest

from sandbox.model import ALL_PERMISSIONS, EVERYONE_PERMISSIONS, Permissions


@pytest.fixture
def told(server):
    """The data of the interactions that the bot was sent, oldest first."""
    found = []
    server.gateway.watchers.append(lambda name, data: found.append(data) if name == "INTERACTION_CREATE" else None)
    return found


async def test_in_a_server(bot, server, ivan, told):
    server.operator.set_guild_locale("zh-CN")
    server.operator.set_locale("Ivan", "en-GB")
    server.operator.set_permissions("general", "Ivan", deny=Permissions.ADD_REACTIONS)
    server.operator.set_permissions("general", "Mahjong", deny=Permissions.ATTACH_FILES)
    server.operator.set_nick("Ivan", "Ваня")
    await ivan.slash("choose", channel="general")
    guild, data = server.world.find_channel("general").guild_id, told[0]
    assert (data["context"], data["guild_id"], data["authorizing_integration_owners"]) == (0, guild, {"0": guild})
    assert (data["locale"], data["guild_locale"], data["guild"]["locale"]) == ("en-GB", "zh-CN", "zh-CN")
    expected = str(int(EVERYONE_PERMISSIONS & ~Permissions.ADD_REACTIONS))
    assert data["member"]["permissions"] == data["channel"]["permissions"] == expected
    assert data["member"]["nick"] == "Ваня"
    assert not int(data["app_permissions"]) & Permissions.ATTACH_FILES
    assert int(data["app_permissions"]) & Permissions.MANAGE_MESSAGES
    assert (data["entitlements"], data["attachment_size_limit"]) == ([], 10 * 1024 * 1024)
    assert data["channel"]["name"] == "general"
    assert "user" not in data


async def test_an_owner_may_everything(bot, server, told):
    await server.person("小雪").slash("choose", channel="general")
    assert told[0]["member"]["permissions"] == str(int(ALL_PERMISSIONS))


async def test_in_a_thread(bot, server, ivan, told):
    server.operator.create_thread("general", "桌", by="Maya")
    await ivan.slash("choose", channel="桌")
    assert told[0]["channel"]["thread_metadata"]["archived"] is False
    assert told[0]["channel"]["parent_id"] == server.world.find_channel("general").id


async def test_in_the_bots_direct_message(bot, server, ivan, told):
    reply = await ivan.slash("choose", channel=ivan.dm())
    data = told[0]
    assert (data["context"], data["authorizing_integration_owners"]) == (1, {"0": "0"})
    assert data["user"]["id"] == ivan.id
    assert not data.keys() & {"member", "guild", "guild_id", "guild_locale"}
    allowed = Permissions(int(data["app_permissions"]))
    assert allowed == (
        Permissions.ATTACH_FILES
        | Permissions.EMBED_LINKS
        | Permissions.MENTION_EVERYONE
        | Permissions.USE_EXTERNAL_EMOJIS
    )
    assert (await ivan.select(reply, "rules", ["harbin"])).content == "chose harbin"
    assert bot.seen[-1][1].guild is None


async def test_a_person_writes_to_the_bot_and_it_answers(server, ivan):
    import discord

    from tests.sandbox.bare_bot import BareBot, run_bot

    async with run_bot(server, BareBot(intents=discord.Intents(guilds=True, dm_messages=True))) as bot:
        ivan.say(ivan.dm(), "hello")
        await bot.saw("message")
        message = bot.seen[0][1]
        assert (message.content, message.guild) == ("hello", None)
        await message.channel.send("hello yourself")
        assert [each.content for each in ivan.messages(ivan.dm())] == ["hello", "hello yourself"]
        assert server.person("Maya").messages(ivan.dm()) == []
