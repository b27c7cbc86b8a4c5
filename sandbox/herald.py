"""What the bot is told of what happens in guilds: which events, with what in them, and to which intents.

Rule 1: the bot is told of a thread only if it may see it; a channel that it may not see tells next to nothing.
Rule 2: when the bot gets to see a channel, it is told of the channel and of the threads that are open there.

Source: https://discord.com/developers/docs/events/gateway-events
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sandbox.errors import Json
from sandbox.gateway_payloads import guild_create_event, is_seen, seen_channel_json
from sandbox.intents import (
    DIRECT_MESSAGE_TYPING,
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGE_TYPING,
    GUILD_MODERATION,
    GUILDS,
)
from sandbox.model import ChannelType, Permissions
from sandbox.payloads import channel_json, guild_json, member_json, role_json, thread_member_json, user_json
from sandbox.world import BotEvent, Emission

if TYPE_CHECKING:
    from sandbox.model import Channel, Guild, Member, Role, User
    from sandbox.world import World

_MOST_COUNTED = 50


class Herald:
    """Tells the bot what has happened; what it is told of has to be done already, or still be there, as said."""

    def __init__(self, world: World) -> None:
        """Tell of a world."""
        self.world = world

    @property
    def _bot(self) -> User:
        return self.world.application.bot

    def _tell(self, name: str, data: Json, guild: Guild | None, intents: int = GUILDS) -> None:
        self.world.tell_bot(name, data, intents=intents, guild_id=None if guild is None else guild.id)

    def _guild_of(self, channel: Channel) -> Guild | None:
        return self.world.guilds.get(channel.guild_id or "")

    @contextmanager
    def access(self, guild: Guild | None) -> Iterator[set[str]]:
        """While the context lasts, change who may see what; at its end the bot is told what it now sees.

        Gives a set: put in the ids of channels that the bot is told of anyway.
        """
        before = self._seen(guild)
        told: set[str] = set()
        yield told
        gained = [channel for channel in self._seen(guild).values() if channel.id not in before]
        for channel in gained:
            if channel.id not in told:
                self._tell("CHANNEL_UPDATE", channel_json(channel), guild)
        texts = [channel for channel in gained if channel.type == ChannelType.TEXT]
        if texts and guild is not None:
            self._tell("THREAD_LIST_SYNC", self._list_threads(guild, [channel.id for channel in texts]), guild)
        self.world.tell_of_channels()

    def _seen(self, guild: Guild | None) -> dict[str, Channel]:
        if guild is None or not self.world.has_bot(guild):
            return {}
        channels = [each for each in self.world.channels.values() if each.guild_id == guild.id and not each.thread]
        return {channel.id: channel for channel in channels if is_seen(self.world, channel)}

    def _list_threads(self, guild: Guild, channel_ids: list[str]) -> Json:
        threads = [
            each
            for each in self.world.channels.values()
            if each.thread and not each.thread.is_archived and each.parent_id in channel_ids
        ]
        threads = [each for each in threads if self.world.can_view(self._bot.id, each)]
        own = [each for each in threads if each.thread and self._bot.id in each.thread.members]
        return {
            "guild_id": guild.id,
            "channel_ids": channel_ids,
            "threads": [channel_json(each) for each in threads],
            "members": [thread_member_json(each, self._bot.id) for each in own],
        }

    # Guilds

    def guild_joined(self, guild: Guild) -> None:
        """The bot has come to a guild, or to a new one."""
        self._announce(guild_create_event(self.world, guild, is_new=True))

    def guild_available(self, guild: Guild) -> None:
        """An outage is over."""
        self._announce(guild_create_event(self.world, guild, is_new=False))

    def _announce(self, event: BotEvent) -> None:
        self.world.tell_bot(event.name, event.data, intents=GUILDS, guild_id=event.guild_id, adapt=event.adapt)

    def guild_unavailable(self, guild: Guild) -> None:
        """An outage begins."""
        self._tell("GUILD_DELETE", {"id": guild.id, "unavailable": True}, guild)

    def guild_left(self, guild: Guild) -> None:
        """The bot was in a guild and is no longer, or the guild is gone."""
        self._tell("GUILD_DELETE", {"id": guild.id}, guild)

    def guild_updated(self, guild: Guild) -> None:
        """A guild's own settings have changed."""
        self._tell("GUILD_UPDATE", guild_json(guild), guild)

    # Roles

    def role_created(self, guild: Guild, role: Role) -> None:
        """There is a new role."""
        self._tell("GUILD_ROLE_CREATE", {"guild_id": guild.id, "role": role_json(role)}, guild)

    def role_updated(self, guild: Guild, role: Role) -> None:
        """A role has changed."""
        self._tell("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": role_json(role)}, guild)

    def role_deleted(self, guild: Guild, role: Role) -> None:
        """A role is gone."""
        self._tell("GUILD_ROLE_DELETE", {"guild_id": guild.id, "role_id": role.id}, guild)

    # Members

    def member_added(self, guild: Guild, member: Member) -> None:
        """Somebody has come."""
        self._tell("GUILD_MEMBER_ADD", member_json(member) | {"guild_id": guild.id}, guild, GUILD_MEMBERS)

    def member_updated(self, guild: Guild, member: Member) -> None:
        """A member has changed. Of itself the bot hears whatever its intents are."""
        intents = 0 if member.user is self._bot else GUILD_MEMBERS
        self._tell("GUILD_MEMBER_UPDATE", member_json(member) | {"guild_id": guild.id}, guild, intents)

    def member_removed(self, guild: Guild, user: User) -> None:
        """Somebody has gone, by themselves or not."""
        self._tell("GUILD_MEMBER_REMOVE", {"guild_id": guild.id, "user": user_json(user)}, guild, GUILD_MEMBERS)

    def banned(self, guild: Guild, user: User) -> None:
        """Somebody was banned; bots that may not ban are not told."""
        self._tell_of_ban("GUILD_BAN_ADD", guild, user)

    def unbanned(self, guild: Guild, user: User) -> None:
        """A ban was lifted; bots that may not ban are not told."""
        self._tell_of_ban("GUILD_BAN_REMOVE", guild, user)

    def _tell_of_ban(self, name: str, guild: Guild, user: User) -> None:
        if self.world.guild_permissions(self._bot.id, guild) & Permissions.BAN_MEMBERS:
            self._tell(name, {"guild_id": guild.id, "user": user_json(user)}, guild, GUILD_MODERATION)

    # Channels

    def channel_created(self, channel: Channel) -> None:
        """There is a new channel."""
        self._tell("CHANNEL_CREATE", seen_channel_json(self.world, channel), self._guild_of(channel))

    def channel_updated(self, channel: Channel) -> None:
        """A channel has changed."""
        self._tell("CHANNEL_UPDATE", seen_channel_json(self.world, channel), self._guild_of(channel))

    def channel_deleted(self, channel: Channel, data: Json) -> None:
        """A channel is gone; `data` is what could be seen of it. Of the threads in it nothing is said."""
        self._tell("CHANNEL_DELETE", data, self._guild_of(channel))

    def pins_updated(self, channel: Channel) -> None:
        """A message was pinned, or one taken off."""
        data: Json = {"channel_id": channel.id, "last_pin_timestamp": channel_json(channel)["last_pin_timestamp"]}
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        intents = DIRECT_MESSAGES if channel.type == ChannelType.DM else GUILDS
        if self._sees(channel):
            self._tell("CHANNEL_PINS_UPDATE", data, self._guild_of(channel), intents)

    def typing(self, channel: Channel, user: User) -> None:
        """Somebody has begun to write."""
        data: Json = {"channel_id": channel.id, "user_id": user.id, "timestamp": int(self.world.clock.now())}
        guild = self._guild_of(channel)
        if guild is not None:
            data |= {"guild_id": guild.id, "member": member_json(guild.members[user.id])}
        if self._sees(channel):
            self._tell("TYPING_START", data, guild, GUILD_MESSAGE_TYPING if guild else DIRECT_MESSAGE_TYPING)
        shown = {"channel_id": channel.id, "user_id": user.id}
        self.world.tell(Emission("typing", shown, self.world.viewers(channel) - {user.id}, is_public=True))

    def _sees(self, channel: Channel) -> bool:
        return self.world.can_view(self._bot.id, channel)

    # Threads

    def thread_created(self, thread: Channel) -> None:
        """There is a new thread."""
        if self._sees(thread):
            self._tell("THREAD_CREATE", channel_json(thread) | {"newly_created": True}, self._guild_of(thread))

    def thread_updated(self, thread: Channel) -> None:
        """A thread has changed."""
        if self._sees(thread):
            self._tell("THREAD_UPDATE", channel_json(thread), self._guild_of(thread))

    def thread_opened(self, thread: Channel) -> None:
        """A thread is no longer archived: the bot hears of its own membership too."""
        self.thread_updated(thread)
        if thread.thread is not None and self._bot.id in thread.thread.members and self._sees(thread):
            data = thread_member_json(thread, self._bot.id) | {"guild_id": thread.guild_id}
            self._tell("THREAD_MEMBER_UPDATE", data, self._guild_of(thread))

    def thread_deleted(self, thread: Channel, *, was_seen: bool) -> None:
        """A thread is gone."""
        data = {key: channel_json(thread)[key] for key in ("id", "guild_id", "parent_id", "type")}
        if was_seen:
            self._tell("THREAD_DELETE", data, self._guild_of(thread))

    def thread_members_updated(
        self, thread: Channel, added: Iterable[str] = (), removed: Iterable[str] = (), *, is_new: bool = False
    ) -> None:
        """Users were added to a thread or taken out. A bot added to one that is not new hears of the thread first.

        Without the members intent the bot hears of itself alone.
        """
        guild = self._guild_of(thread)
        if guild is None or thread.thread is None:
            return
        added, removed, bot_id = list(added), list(removed), self._bot.id
        if bot_id in added and not is_new:
            member = thread_member_json(thread, bot_id)
            self._tell("THREAD_CREATE", channel_json(thread) | {"member": member}, guild)
        whole = self._members_json(thread, guild, added, removed) if self._sees(thread) or bot_id in removed else None
        own = self._members_json(thread, guild, [x for x in added if x == bot_id], [x for x in removed if x == bot_id])
        is_own = bot_id in added or bot_id in removed

        def adapt(intents: int) -> Json | None:
            if intents & GUILD_MEMBERS:
                return whole
            return own if is_own else None

        self.world.tell_bot(
            "THREAD_MEMBERS_UPDATE", own, intents=GUILDS | GUILD_MEMBERS, guild_id=guild.id, adapt=adapt
        )

    def _members_json(self, thread: Channel, guild: Guild, added: list[str], removed: list[str]) -> Json:
        count = len(thread.thread.members) if thread.thread else 0
        data: Json = {"id": thread.id, "guild_id": guild.id, "member_count": min(count, _MOST_COUNTED)}
        if added:
            data["added_members"] = [
                thread_member_json(thread, user_id) | {"member": member_json(guild.members[user_id]), "presence": None}
                for user_id in added
            ]
        if removed:
            data["removed_member_ids"] = removed
        return data
