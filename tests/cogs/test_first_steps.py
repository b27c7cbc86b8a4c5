"""A server that takes the bot in is welcomed once; commands are registered when they have changed."""

import asyncio

import pytest

from cogs.translator import Translator
from cogs.welcome import NOTE, SINCE
from host.clock import ManualClock
from host.units import SetNote
from sandbox import World
from sandbox.model import Permissions
from tests.cogs.conftest import CHANNEL, IDENTIFY_SECONDS, open_discord, open_house_at

SPEAK = Permissions.VIEW_CHANNEL | Permissions.SEND_MESSAGES
DAY = 24 * 3600.0
START = ManualClock(start=1000.0).wall()
"""When houses open."""

HELLO = "Heilongjiang mahjong is here"


def said_in(house, channel):
    return [reply for reply in house.people[0].messages(channel) if not reply.is_ephemeral]


def all_said(house):
    channels = [each for each in house.server.world.channels.values() if each.guild_id is not None and each.type == 0]
    return [reply for channel in channels for reply in said_in(house, channel)]


async def test_a_server_is_welcomed_once_with_commands_to_tap(reopen):
    async with reopen() as house:
        assert not any(HELLO in reply.text for reply in all_said(house))
        house.server.operator.create_guild("Night owls", ["Maya", "Ivan"])
        await house.people[0].wait_message(newest_channel(house), lambda reply: HELLO in reply.text)
        (hello,) = said_in(house, newest_channel(house))
        commands = {command["name"]: command["id"] for command in house.server.world.application.commands.values()}
        for name in ("mahjong new", "help", "settings"):
            assert f"</{name}:{commands[name.split()[0]]}>" in hello.text
    async with reopen() as house:
        await house.settle()
        await house.people[0].slash("help", channel=newest_channel(house))
        assert len(said_in(house, newest_channel(house))) == 1


def newest_channel(house):
    """The text channel of the newest guild."""
    guild = list(house.server.world.guilds.values())[-1]
    return next(each for each in house.server.world.channels.values() if each.guild_id == guild.id and each.type == 0)


@pytest.mark.parametrize(("locale", "said"), [("zh-CN", "黑龙江麻将来了"), ("zh-TW", "黑龍江麻將來了"), ("fr", HELLO)])
async def test_the_welcome_speaks_the_servers_language(house, locale, said):
    house.server.operator.create_guild("Elsewhere", ["Maya"], locale=locale)
    await house.people[0].wait_message(newest_channel(house), lambda reply: said in reply.text)


async def test_a_server_joined_while_the_program_was_off_is_welcomed_at_the_next_start(reopen):
    async with reopen() as house:
        server = house.server
        await greeted(house)
    server.operator.create_guild("Early birds", ["Maya"])
    async with reopen() as house:
        await house.people[0].wait_message(newest_channel(house), lambda reply: HELLO in reply.text)
        assert sum(HELLO in reply.text for reply in all_said(house)) == 1


def take_in(world, seconds_ago):
    """Let the bot have been taken in so long before the house's clock begins."""
    guild = next(iter(world.guilds.values()))
    guild.members[world.application.bot.id].joined_at = START - seconds_ago
    return world


async def greeted(house):
    """How often the first server has been welcomed, once the start is over."""
    async with asyncio.timeout(20):
        while SINCE not in house.bot.welcomes._known:  # noqa: ASYNC110 (nothing tells when a start's welcomes are said)
            await asyncio.sleep(0.005)
    return sum(HELLO in reply.text for reply in all_said(house))


@pytest.mark.parametrize(("days", "times"), [(0, 1), (6.9, 1), (7.1, 0), (400, 0)])
async def test_at_the_very_first_start_a_server_is_welcomed_that_took_the_bot_in_lately(new_house, days, times):
    async with new_house(world=take_in(World.default(), days * DAY)) as house:
        assert await greeted(house) == times


async def test_a_server_of_the_very_first_start_is_welcomed_once_even_if_the_database_is_lost(tmp_path, conformity):
    async with open_discord(conformity, take_in(World.default(), DAY)) as server:
        for start, folder in enumerate(("first", "first", "new")):
            async with open_house_at(server, tmp_path / folder, later=start * IDENTIFY_SECONDS) as house:
                assert await greeted(house) == 1


async def test_at_the_very_first_start_a_server_with_players_is_not_welcomed(tmp_path, conformity):
    async with open_discord(conformity) as server:
        async with open_house_at(server, tmp_path) as house:
            await greeted(house)
            await house.people[0].slash("balance", channel=CHANNEL)
            for owner in (SINCE, int(next(iter(server.world.guilds)))):
                await house.bot.store.write(SetNote(NOTE, owner, None))
        take_in(server.world, 0)
        async with open_house_at(server, tmp_path, later=IDENTIFY_SECONDS) as house:
            assert await greeted(house) == 0


async def test_the_welcome_goes_where_the_bot_may_speak_and_nowhere_if_it_may_nowhere(house):
    operator = house.server.operator
    guild = operator.create_guild("Strict", ["Maya"], with_bot=False)
    closed = newest_channel(house)
    operator.set_permissions(closed, None, deny=SPEAK)
    talk = operator.create_channel("talk", guild)
    operator.add_bot(guild, SPEAK)
    await house.people[0].wait_message(talk, lambda reply: HELLO in reply.text)
    assert said_in(house, closed) == []
    mute = operator.create_guild("Mute", ["Maya"], with_bot=False)
    operator.set_permissions(newest_channel(house), None, deny=SPEAK)
    operator.add_bot(mute, SPEAK)
    await house.settle()
    await house.people[0].slash("help", channel=CHANNEL)
    assert said_in(house, newest_channel(house)) == []


async def test_a_server_that_comes_back_is_not_welcomed_again(house):
    operator = house.server.operator
    guild = operator.create_guild("Back and forth", ["Maya"])
    channel = newest_channel(house)
    await house.people[0].wait_message(channel, lambda reply: HELLO in reply.text)
    operator.remove_bot(guild)
    operator.add_bot(guild)
    for _ in range(3):
        await house.people[0].slash("help", channel=CHANNEL)
        await house.settle()
    assert len(said_in(house, channel)) == 1


def overwrites(house):
    return [each for each in house.server.requests if each.method == "PUT" and each.path.endswith("/commands")]


async def test_commands_are_registered_at_the_first_start_and_when_they_have_changed(reopen, monkeypatch):
    async with reopen() as house:
        assert len(overwrites(house)) == 1
        ids = dict(house.bot.command_ids)
    async with reopen() as house:
        assert len(overwrites(house)) == 1
        assert house.bot.command_ids == ids
        assert "coins" in (await house.people[0].slash("balance", channel=CHANNEL)).text
    translate = Translator.translate

    async def put_otherwise(self, string, locale, context):
        said = await translate(self, string, locale, context)
        return f"{said}！" if string.extras["key"] == "command-help-about" and said else said

    monkeypatch.setattr(Translator, "translate", put_otherwise)
    async with reopen() as house:
        assert len(overwrites(house)) == 2
        assert house.bot.command_ids == ids
    # Somebody else has registered other ones.
    monkeypatch.undo()
    house.server.world.application.commands.clear()
    async with reopen() as house:
        assert len(overwrites(house)) == 3
        assert set(house.bot.command_ids) == set(ids)
