"""What happens to a guild from outside the bot: an admin deletes, a bot is thrown out, Discord has an outage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandbox.gateway import Gateway
from sandbox.intents import GUILD_MEMBERS, GUILDS
from sandbox.messages import Messages
from sandbox.model import Channel, Guild, Member, Overwrite, Permissions
from sandbox.payloads import channel_json, member_json, user_json
from sandbox.rest_channels import remove_channel

if TYPE_CHECKING:
    from sandbox.model import Message
    from sandbox.world import ChannelRef, PersonRef, World


class Operator:
    """The hand of fate, for tests. Everything it does is told to the bot as Discord tells it."""

    def __init__(self, world: World, messages: Messages, gateway: Gateway) -> None:
        """Act on a world."""
        self.world = world
        self.messages = messages
        self.gateway = gateway

    # The line to the bot

    def drop_connections(self, code: int | None = None) -> None:
        """Cut every line of the bot without a word, or close it with a code. Sessions can be resumed."""
        self.gateway.disconnect(code)

    def ask_reconnect(self) -> None:
        """Ask the bot to connect again and resume (op 7)."""
        self.gateway.ask_reconnect()

    def request_heartbeats(self) -> None:
        """Ask the bot for a heartbeat at once (op 1)."""
        self.gateway.request_heartbeats()

    def invalidate_sessions(self, *, can_resume: bool = False) -> None:
        """Tell the bot that its session is invalid (op 9); without `can_resume` it has to begin anew."""
        self.gateway.invalidate_sessions(can_resume=can_resume)

    # Guilds

    def _guild(self, guild: Guild | None) -> Guild:
        return guild or next(iter(self.world.guilds.values()))

    def create_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Make a text channel."""
        channel = self.world.add_channel(self._guild(guild), name)
        self.world.tell_bot("CHANNEL_CREATE", channel_json(channel), intents=GUILDS, guild_id=channel.guild_id)
        self.world.tell_of_channels()
        return channel

    def rename_channel(self, channel: ChannelRef, name: str) -> Channel:
        """Give a channel or thread another name."""
        where = self.world.find_channel(channel)
        where.name = name
        event = "THREAD_UPDATE" if where.thread else "CHANNEL_UPDATE"
        self.world.tell_bot(event, channel_json(where), intents=GUILDS, guild_id=where.guild_id)
        self.world.tell_of_channels()
        return where

    def create_guild(self, name: str, people: Iterable[PersonRef], *, locale: str = "en-US") -> Guild:
        """Make a guild of people, the first of whom owns it, with the bot and a text channel `general`."""
        users = [self.world.find_person(person) for person in people]
        guild = self.world.add_guild(name, owner=users[0], people=users, locale=locale)
        self.world.add_channel(guild, "general")
        self.gateway.take(self.gateway.guild_create(guild, is_new=True))
        self.world.tell_of_channels()
        return guild

    def delete_channel(self, channel: ChannelRef) -> None:
        """Delete a channel or thread with everything in it."""
        remove_channel(self.world, self.world.find_channel(channel))

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator does."""
        self.messages.delete(message)

    def set_thread(self, thread: ChannelRef, *, archived: bool, locked: bool = False) -> None:
        """Archive or lock a thread, or open it again. Raises ValueError for what is no thread."""
        channel = self.world.find_channel(thread)
        if channel.thread is None:
            msg = f"#{channel.name} is no thread"
            raise ValueError(msg)
        channel.thread.is_archived, channel.thread.is_locked = archived, locked
        channel.thread.changed_at = self.world.clock.now()
        self.world.tell_bot("THREAD_UPDATE", channel_json(channel), intents=GUILDS, guild_id=channel.guild_id)

    def set_permissions(
        self, channel: ChannelRef, who: PersonRef | None, allow: Permissions, deny: Permissions
    ) -> None:
        """Allow and deny somebody things in a channel: a person, the bot by its name, or None for everybody."""
        where = self.world.find_channel(channel)
        target_id = (where.guild_id or "") if who is None else self.world.find_person(who).id
        where.overwrites[target_id] = Overwrite(target_id, who is not None, allow, deny)
        self.world.tell_bot("CHANNEL_UPDATE", channel_json(where), intents=GUILDS, guild_id=where.guild_id)
        self.world.tell_of_channels()

    def remove_member(self, person: PersonRef, guild: Guild | None = None) -> None:
        """Let a person leave a guild (only bots with the members intent are told)."""
        place, user = self._guild(guild), self.world.find_person(person)
        del place.members[user.id]
        data = {"guild_id": place.id, "user": user_json(user)}
        self.world.tell_bot("GUILD_MEMBER_REMOVE", data, intents=GUILD_MEMBERS, guild_id=place.id)

    def add_member(self, person: PersonRef, guild: Guild | None = None) -> None:
        """Let a person come (back) into a guild."""
        place, user = self._guild(guild), self.world.find_person(person)
        member = place.members.setdefault(user.id, Member(user, self.world.clock.now()))
        data = member_json(member) | {"guild_id": place.id}
        self.world.tell_bot("GUILD_MEMBER_ADD", data, intents=GUILD_MEMBERS, guild_id=place.id)

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Throw the bot out of a guild: a GUILD_DELETE without `unavailable`."""
        place = self._guild(guild)
        del place.members[self.world.application.bot.id]
        self.world.tell_bot("GUILD_DELETE", {"id": place.id}, intents=GUILDS, guild_id=place.id)

    def start_outage(self, guild: Guild | None = None) -> None:
        """Make a guild unavailable: an outage, not a removal."""
        place = self._guild(guild)
        place.is_unavailable = True
        self.world.tell_bot("GUILD_DELETE", {"id": place.id, "unavailable": True}, intents=GUILDS, guild_id=place.id)

    def end_outage(self, guild: Guild | None = None) -> None:
        """Make a guild available again: a GUILD_CREATE."""
        place = self._guild(guild)
        place.is_unavailable = False
        self.gateway.take(self.gateway.guild_create(place))
