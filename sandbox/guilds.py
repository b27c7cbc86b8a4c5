"""The life of guilds, their roles and members: whoever does something, everybody is told.

Source: https://discord.com/developers/docs/resources/guild
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandbox.model import EVERYONE_PERMISSIONS, Guild, Member, Permissions, Role, User

if TYPE_CHECKING:
    from sandbox.channels import Channels
    from sandbox.herald import Herald
    from sandbox.messages import Messages
    from sandbox.world import World

NEW_ROLE = "new role"


class Guilds:
    """What can be done to the guilds of a world."""

    def __init__(self, world: World, herald: Herald, channels: Channels, messages: Messages) -> None:
        """Act in a world."""
        self.world = world
        self.herald = herald
        self.channels = channels
        self.messages = messages

    # Guilds

    def create(self, name: str, people: Iterable[User], *, locale: str, with_bot: bool = True) -> Guild:
        """Make a guild of people, the first of whom owns it, with one text channel. Raises ValueError for nobody."""
        users = list(people)
        if not users:
            msg = "a guild has an owner"
            raise ValueError(msg)
        guild = self.world.add_guild(name, owner=users[0], people=users, locale=locale, with_bot=with_bot)
        self.world.add_channel(guild, "general")
        if with_bot:
            self.herald.guild_joined(guild)
        self.world.tell_of_channels()
        return guild

    def edit(self, guild: Guild, **changes: str) -> None:
        """Change a guild's name, locale or owner_id."""
        with self.herald.access(guild):
            for key, value in changes.items():
                setattr(guild, key, value)
            self.herald.guild_updated(guild)

    def delete(self, guild: Guild) -> None:
        """Delete a guild with everything in it."""
        if self.world.has_bot(guild):
            guild.is_unavailable = False
            self.herald.guild_left(guild)
        for channel in [each for each in self.world.channels.values() if each.guild_id == guild.id]:
            self.channels.forget(channel)
        del self.world.guilds[guild.id]
        self.world.tell_of_channels()

    def start_outage(self, guild: Guild) -> None:
        """Make a guild unavailable."""
        guild.is_unavailable = True
        self.herald.guild_unavailable(guild)
        self.world.tell_of_channels()

    def end_outage(self, guild: Guild) -> None:
        """Make a guild available again."""
        guild.is_unavailable = False
        if self.world.has_bot(guild):
            self.herald.guild_available(guild)
        self.world.tell_of_channels()

    def add_bot(self, guild: Guild, permissions: Permissions | None = None) -> None:
        """Invite the bot; it gets a role of its own with the permissions that were asked for (None: the usual)."""
        if not self.world.has_bot(guild):
            self.world.add_bot(guild, permissions)
            self.herald.guild_joined(guild)
            self.world.tell_of_channels()

    def remove_bot(self, guild: Guild) -> None:
        """Throw the bot out (or let it leave); its own role goes with it."""
        bot = self.world.application.bot
        guild.members.pop(bot.id)
        for role in [role for role in guild.roles.values() if role.bot_id == bot.id]:
            self._drop_role(guild, role)
        self.herald.guild_left(guild)
        self.world.tell_of_channels()

    # Roles

    def create_role(  # noqa: PLR0913 - a role is that many things
        self,
        guild: Guild,
        name: str = NEW_ROLE,
        permissions: Permissions = EVERYONE_PERMISSIONS,
        *,
        position: int = 1,
        color: int = 0,
        is_hoisted: bool = False,
        is_mentionable: bool = False,
    ) -> Role:
        """Make a role; without a `position` it is the lowest but @everyone."""
        role = Role(self.world.snowflakes.next(), name, permissions, position, color)
        role.is_hoisted, role.is_mentionable = is_hoisted, is_mentionable
        guild.roles[role.id] = role
        self.herald.role_created(guild, role)
        self.world.tell_of_channels()
        return role

    def edit_role(self, guild: Guild, role: Role, **changes: str | int | bool | Permissions) -> None:
        """Change a role's name, permissions, position, color, is_hoisted or is_mentionable."""
        with self.herald.access(guild):
            for key, value in changes.items():
                setattr(role, key, value)
            self.herald.role_updated(guild, role)

    def delete_role(self, guild: Guild, role: Role) -> None:
        """Delete a role; nobody has it any more."""
        with self.herald.access(guild):
            self._drop_role(guild, role)
            self.herald.role_deleted(guild, role)

    @staticmethod
    def _drop_role(guild: Guild, role: Role) -> None:
        del guild.roles[role.id]
        for member in guild.members.values():
            member.roles = [role_id for role_id in member.roles if role_id != role.id]

    def set_roles(self, guild: Guild, member: Member, role_ids: Iterable[str]) -> None:
        """Give a member exactly these roles."""
        with self.herald.access(guild):
            member.roles = list(dict.fromkeys(role_ids))
            self.herald.member_updated(guild, member)

    # Members

    def edit_member(self, guild: Guild, member: Member, **changes: str | float | None) -> None:
        """Change a member's nick or timed_out_until (unix seconds)."""
        with self.herald.access(guild):
            for key, value in changes.items():
                setattr(member, key, value)
            self.herald.member_updated(guild, member)

    def add_member(self, guild: Guild, user: User) -> None:
        """Let a person come in, unless they are there."""
        if user.id not in guild.members:
            member = guild.members[user.id] = Member(user, self.world.clock.now())
            self.herald.member_added(guild, member)
            self.world.tell_of_channels()

    def remove_member(self, guild: Guild, user: User) -> None:
        """Let a person go, or throw them out; they are in no thread there any more. Raises KeyError if not there."""
        del guild.members[user.id]
        for channel in self.world.channels.values():
            if channel.guild_id == guild.id and channel.thread is not None:
                channel.thread.members.pop(user.id, None)
        self.herald.member_removed(guild, user)
        self.world.tell_of_channels()

    def ban(self, guild: Guild, user: User, *, reason: str | None = None, delete_seconds: float = 0) -> None:
        """Throw a person out for good, with what they wrote in the last `delete_seconds`."""
        guild.bans[user.id] = reason
        self.herald.banned(guild, user)
        if user.id in guild.members:
            self.remove_member(guild, user)
        since = self.world.clock.now() - delete_seconds
        for channel in [each for each in self.world.channels.values() if each.guild_id == guild.id]:
            messages = self.world.messages.get(channel.id, {}).values()
            doomed = [each for each in messages if each.author is user and each.timestamp > since]
            self.messages.delete_many(channel, doomed)

    def unban(self, guild: Guild, user: User) -> None:
        """Lift a ban. Raises KeyError if there is none."""
        del guild.bans[user.id]
        self.herald.unbanned(guild, user)
