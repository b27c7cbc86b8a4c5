"""What happens from outside the bot: admins act, people come and go, the line breaks, Discord has an outage.

Guilds are named by themselves (default: the first one), channels and people as anywhere here by object, id or name,
roles by object, id or name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandbox.model import EVERYONE_PERMISSIONS, NO_PERMISSIONS, Channel, ChannelType, Guild, Overwrite, Permissions

if TYPE_CHECKING:
    from sandbox.channels import Channels
    from sandbox.gateway import Gateway
    from sandbox.guilds import Guilds
    from sandbox.messages import Messages
    from sandbox.model import Member, Message, Role
    from sandbox.world import ChannelRef, PersonRef, World


class Operator:
    """The hand of fate, for tests and the page. Everything it does is told to the bot as Discord tells it."""

    def __init__(self, world: World, messages: Messages, gateway: Gateway, guilds: Guilds, channels: Channels) -> None:
        """Act on a world."""
        self.world = world
        self.messages = messages
        self.gateway = gateway
        self.guilds = guilds
        self.channels = channels

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

    def create_guild(
        self, name: str, people: Iterable[PersonRef], *, locale: str = "en-US", with_bot: bool = True
    ) -> Guild:
        """Make a guild of people, the first of whom owns it, with a text channel `general`."""
        users = [self.world.find_person(person) for person in people]
        return self.guilds.create(name, users, locale=locale, with_bot=with_bot)

    def rename_guild(self, name: str, guild: Guild | None = None) -> None:
        """Give a guild another name."""
        self.guilds.edit(self._guild(guild), name=name)

    def set_guild_locale(self, locale: str, guild: Guild | None = None) -> None:
        """Give a guild another preferred language."""
        self.guilds.edit(self._guild(guild), locale=locale)

    def set_owner(self, person: PersonRef, guild: Guild | None = None) -> None:
        """Give a guild to somebody else."""
        self.guilds.edit(self._guild(guild), owner_id=self.world.find_person(person).id)

    def delete_guild(self, guild: Guild | None = None) -> None:
        """Delete a guild with everything in it."""
        self.guilds.delete(self._guild(guild))

    def add_bot(self, guild: Guild | None = None, permissions: Permissions | None = None) -> None:
        """Invite the bot with the permissions that its own role gets (None: the usual ones)."""
        self.guilds.add_bot(self._guild(guild), permissions)

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Throw the bot out of a guild: a GUILD_DELETE without `unavailable`."""
        self.guilds.remove_bot(self._guild(guild))

    def start_outage(self, guild: Guild | None = None) -> None:
        """Make a guild unavailable: an outage, not a removal."""
        self.guilds.start_outage(self._guild(guild))

    def end_outage(self, guild: Guild | None = None) -> None:
        """Make a guild available again: a GUILD_CREATE."""
        self.guilds.end_outage(self._guild(guild))

    # Channels and messages

    def create_channel(
        self,
        name: str,
        guild: Guild | None = None,
        *,
        topic: str | None = None,
        category: ChannelRef | None = None,
        overwrites: Iterable[Overwrite] = (),
    ) -> Channel:
        """Make a text channel."""
        parent = None if category is None else self.world.find_channel(category)
        return self.channels.create(self._guild(guild), name, topic=topic, parent=parent, overwrites=overwrites)

    def create_category(self, name: str, guild: Guild | None = None) -> Channel:
        """Make a category."""
        return self.channels.create(self._guild(guild), name, kind=ChannelType.CATEGORY)

    def rename_channel(self, channel: ChannelRef, name: str) -> Channel:
        """Give a channel or thread another name."""
        where = self.world.find_channel(channel)
        if where.thread is not None:
            self.channels.edit_thread(where, name=name)
        else:
            self.channels.edit(where, name=name)
        return where

    def delete_channel(self, channel: ChannelRef) -> None:
        """Delete a channel with its threads, a thread, or a category."""
        self.channels.delete(self.world.find_channel(channel))

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator does."""
        self.messages.delete(message)

    def delete_messages(self, channel: ChannelRef) -> None:
        """Delete everything that was said in a channel at once."""
        where = self.world.find_channel(channel)
        messages = self.world.messages.get(where.id, {}).values()
        self.messages.delete_many(where, [message for message in messages if not message.is_ephemeral])

    def set_permissions(
        self,
        channel: ChannelRef,
        who: PersonRef | Role | None,
        allow: Permissions = NO_PERMISSIONS,
        deny: Permissions = NO_PERMISSIONS,
    ) -> None:
        """Allow and deny in a channel: to a person, the bot by its name, a role, or None for everybody."""
        where = self.world.find_channel(channel)
        target_id, is_member = self._target(where, who)
        self.channels.set_overwrite(where, Overwrite(target_id, is_member, allow, deny))

    def reset_permissions(self, channel: ChannelRef, who: PersonRef | Role | None) -> None:
        """Take back what `set_permissions` has set."""
        where = self.world.find_channel(channel)
        self.channels.remove_overwrite(where, self._target(where, who)[0])

    def _target(self, channel: Channel, who: PersonRef | Role | None) -> tuple[str, bool]:
        guild = self.world.guilds[channel.guild_id or ""]
        if who is None:
            return guild.id, False
        if not isinstance(who, str) and who.id in guild.roles:
            return who.id, False
        return self.world.find_person(who).id, True  # type: ignore[arg-type]

    # Threads

    def create_thread(
        self, channel: ChannelRef, name: str, by: PersonRef, *, is_private: bool = False, minutes: int = 4320
    ) -> Channel:
        """Let somebody begin a thread in a channel; `minutes` of silence archive it."""
        kind = ChannelType.PRIVATE_THREAD if is_private else ChannelType.PUBLIC_THREAD
        where, owner = self.world.find_channel(channel), self.world.find_person(by)
        return self.channels.create_thread(where, name, owner.id, kind=kind, minutes=minutes)

    def set_thread(self, thread: ChannelRef, *, archived: bool, locked: bool = False) -> None:
        """Archive or lock a thread, or open it again. Raises ValueError for what is no thread."""
        self.channels.edit_thread(self.world.find_channel(thread), archived=archived, locked=locked)

    def add_to_thread(self, thread: ChannelRef, who: PersonRef) -> None:
        """Put somebody into a thread."""
        self.channels.add_to_thread(self.world.find_channel(thread), self.world.find_person(who).id)

    def remove_from_thread(self, thread: ChannelRef, who: PersonRef) -> None:
        """Take somebody out of a thread."""
        self.channels.remove_from_thread(self.world.find_channel(thread), self.world.find_person(who).id)

    # Roles

    def find_role(self, role: str | Role, guild: Guild | None = None) -> Role:
        """Return a role by itself, id or name (the bot's own has its name). Raises KeyError if there is none."""
        place = self._guild(guild)
        for each in place.roles.values():
            if role is each or role in {each.id, each.name}:
                return each
        msg = f"no role is called {role!r}"
        raise KeyError(msg)

    def create_role(
        self,
        name: str,
        permissions: Permissions = EVERYONE_PERMISSIONS,
        guild: Guild | None = None,
        *,
        position: int = 1,
        color: int = 0,
    ) -> Role:
        """Make a role."""
        return self.guilds.create_role(self._guild(guild), name, permissions, position=position, color=color)

    def set_role_permissions(self, role: str | Role, permissions: Permissions, guild: Guild | None = None) -> None:
        """Give a role other permissions."""
        self.guilds.edit_role(self._guild(guild), self.find_role(role, guild), permissions=permissions)

    def delete_role(self, role: str | Role, guild: Guild | None = None) -> None:
        """Delete a role."""
        self.guilds.delete_role(self._guild(guild), self.find_role(role, guild))

    def give_role(self, who: PersonRef, role: str | Role, guild: Guild | None = None) -> None:
        """Give somebody a role."""
        member = self._member(who, guild)
        self.guilds.set_roles(self._guild(guild), member, [*member.roles, self.find_role(role, guild).id])

    def take_role(self, who: PersonRef, role: str | Role, guild: Guild | None = None) -> None:
        """Take a role from somebody."""
        member, gone = self._member(who, guild), self.find_role(role, guild).id
        self.guilds.set_roles(self._guild(guild), member, [each for each in member.roles if each != gone])

    # Members

    def _member(self, who: PersonRef, guild: Guild | None) -> Member:
        return self._guild(guild).members[self.world.find_person(who).id]

    def add_member(self, person: PersonRef, guild: Guild | None = None) -> None:
        """Let a person come (back) into a guild."""
        self.guilds.add_member(self._guild(guild), self.world.find_person(person))

    def remove_member(self, person: PersonRef, guild: Guild | None = None) -> None:
        """Let a person leave a guild (only bots with the members intent are told)."""
        self.guilds.remove_member(self._guild(guild), self.world.find_person(person))

    def ban(self, person: PersonRef, guild: Guild | None = None, *, delete_seconds: float = 0) -> None:
        """Ban a person, and delete what they wrote in the last `delete_seconds`."""
        self.guilds.ban(self._guild(guild), self.world.find_person(person), delete_seconds=delete_seconds)

    def unban(self, person: PersonRef, guild: Guild | None = None) -> None:
        """Lift a ban; the person may come again."""
        self.guilds.unban(self._guild(guild), self.world.find_person(person))

    def set_nick(self, who: PersonRef, nick: str | None, guild: Guild | None = None) -> None:
        """Give somebody another name in a guild, or their own one again."""
        self.guilds.edit_member(self._guild(guild), self._member(who, guild), nick=nick)

    def time_out(self, who: PersonRef, seconds: float, guild: Guild | None = None) -> None:
        """Let somebody only read for so long; 0 ends it."""
        until = self.world.clock.now() + seconds if seconds else None
        self.guilds.edit_member(self._guild(guild), self._member(who, guild), timed_out_until=until)

    def set_locale(self, person: PersonRef, locale: str) -> None:
        """Let a person's client speak another language."""
        self.world.find_person(person).locale = locale
