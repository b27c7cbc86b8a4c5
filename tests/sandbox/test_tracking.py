"""A real client that listens to everything knows what there is, whatever has happened and however the line broke."""

import contextlib
import random

import discord
import pytest

from sandbox import ClientError
from sandbox.intents import PRIVILEGED
from sandbox.model import ChannelType, Permissions
from tests.sandbox.bare_bot import BareBot, run_bot

PEOPLE = ("Ivan", "Maya", "老王")
EVERYBODY = (*PEOPLE, "Mahjong")


class Fate:
    """Lets one thing after the other happen to the first guild, by lot."""

    def __init__(self, server, seed):
        self.server, self.operator, self.lots = server, server.operator, random.Random(seed)
        self.guild = next(iter(server.world.guilds.values()))
        self.acts = [getattr(self, name) for name in dir(type(self)) if name.startswith("do_")]

    @property
    def channels(self):
        return [each for each in self.server.world.channels.values() if each.type == ChannelType.TEXT]

    @property
    def threads(self):
        return [each for each in self.server.world.channels.values() if each.thread]

    def act(self, number):
        # Some acts find nothing to act on, or nobody there.
        with contextlib.suppress(ClientError, KeyError, IndexError):
            self.lots.choice(self.acts)(f"x{number}")

    def do_create_channel(self, name):
        self.operator.create_channel(name)

    def do_delete_channel(self, _):
        if len(self.channels) > 2:
            self.operator.delete_channel(self.lots.choice(self.channels))

    def do_rename_channel(self, name):
        self.operator.rename_channel(self.lots.choice(self.channels), name)

    def do_permissions(self, _):
        who = self.lots.choice([*EVERYBODY, None])
        deny = self.lots.choice([Permissions.VIEW_CHANNEL, Permissions.SEND_MESSAGES, Permissions(0)])
        self.operator.set_permissions(self.lots.choice(self.channels), who, deny=deny)

    def do_create_thread(self, name):
        is_private = self.lots.random() < 0.3
        self.operator.create_thread(
            self.lots.choice(self.channels), name, by=self.lots.choice(PEOPLE), is_private=is_private
        )

    def do_set_thread(self, _):
        archived, locked = (self.lots.random() < 0.5 for _ in range(2))
        self.operator.set_thread(self.lots.choice(self.threads), archived=archived, locked=locked)

    def do_add_to_thread(self, _):
        self.operator.add_to_thread(self.lots.choice(self.threads), self.lots.choice(EVERYBODY))

    def do_remove_from_thread(self, _):
        self.operator.remove_from_thread(self.lots.choice(self.threads), self.lots.choice(EVERYBODY))

    def do_create_role(self, name):
        self.operator.create_role(name, position=self.lots.randrange(4))

    @property
    def roles(self):
        return [each for each in self.guild.roles.values() if each.id != self.guild.id and not each.is_managed]

    def do_give_role(self, _):
        self.operator.give_role(self.lots.choice(EVERYBODY), self.lots.choice(self.roles))

    def do_delete_role(self, _):
        self.operator.delete_role(self.lots.choice(self.roles))

    def do_leave(self, _):
        self.operator.remove_member(self.lots.choice(PEOPLE))

    def do_come(self, _):
        self.operator.add_member(self.lots.choice(PEOPLE))

    def do_nick(self, name):
        self.operator.set_nick(self.lots.choice(EVERYBODY), name)

    def do_invite_or_kick(self, _):
        (self.operator.remove_bot if self.server.world.has_bot(self.guild) else self.operator.add_bot)()

    def do_outage(self, _):
        # Nobody can change anything meanwhile. (discord.py would not notice what was deleted then.)
        self.operator.start_outage()
        self.operator.end_outage()

    def do_lose_line(self, _):
        self.lots.choice([self.operator.drop_connections, self.operator.ask_reconnect])()

    def do_say(self, name):
        self.server.person(self.lots.choice(PEOPLE)).say(self.lots.choice(self.channels + self.threads), name)

    def calm(self):
        if not self.server.world.has_bot(self.guild):
            self.operator.add_bot()


def is_known(server, bot, guild):
    """Whether the client knows what there is. That threads it can see no longer are gone, it is not told."""
    believed = known(bot, guild)
    if believed is None:
        return False
    (channels, threads, *rest), (all_channels, all_threads, *others) = believed, real(server, bot, guild)
    return channels == all_channels and threads >= all_threads and rest == others


def known(bot, guild):
    """What the client believes: channels with their names, open threads, roles, members with their names and roles."""
    place = bot.get_guild(int(guild.id))
    if place is None:
        return None
    return (
        {str(each.id): each.name for each in place.text_channels},
        {str(each.id) for each in place.threads},
        {str(each.id) for each in place.roles},
        {str(each.id): (each.nick, {str(role.id) for role in each.roles}) for each in place.members},
    )


def real(server, bot, guild):
    """What there is, as far as the bot may know."""
    world = server.world
    channels = [each for each in world.channels.values() if each.guild_id == guild.id]
    return (
        {
            each.id: each.name if world.can_view(str(bot.user.id), each) else "___hidden___"
            for each in channels
            if not each.thread
        },
        {
            each.id
            for each in channels
            if each.thread and not each.thread.is_archived and world.can_view(str(bot.user.id), each)
        },
        set(guild.roles),
        {key: (member.nick, {guild.id, *member.roles}) for key, member in guild.members.items()},
    )


@pytest.mark.parametrize("seed", range(8))
async def test_a_client_that_hears_of_everything_knows_what_there_is(server, seed):
    server.world.application.granted_intents = PRIVILEGED
    async with run_bot(server, BareBot(intents=discord.Intents.all())) as bot:
        fate = Fate(server, seed)
        for number in range(150):
            fate.act(number)
            if number % 10 == 0:
                await bot.until(server.gateway.has_session)
        fate.calm()
        await bot.until(lambda: is_known(server, bot, fate.guild))
        assert len(server.gateway.sessions) == 1
