"""What one person's page shows around the messages: who is there, servers, channels, threads, direct messages.

The shapes are Discord's objects, with a few fields more that a client works out for itself: what the person may do in a
channel (`permissions`), whether the bot is in a server (`has_bot`), and a person's language, colour and picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import Json
from sandbox.model import Channel, ChannelType, Guild, User
from sandbox.payloads import user_json

if TYPE_CHECKING:
    from sandbox.world import World


def avatar_url(user: User) -> str | None:
    """Return the path of a user's avatar, or None."""
    return None if user.avatar is None else f"/cdn/avatars/{user.id}/{user.avatar}.png"


def person_json(user: User) -> Json:
    """Return a user object with the language, address and colour the page needs."""
    more = {"locale": user.locale, "avatar_url": avatar_url(user), "color": f"#{user.color:06x}"}
    return user_json(user) | more


def places_json(world: World, user: User) -> Json:
    """Return what a person's side bar shows: `people` there are, `guilds` they are in and `dms` they have."""
    dms = [each for each in world.channels.values() if each.type == ChannelType.DM and user in each.recipients]
    return {
        "people": [person_json(each) for each in world.people()],
        "guilds": [_guild(world, guild, user) for guild in world.guilds.values() if user.id in guild.members],
        "dms": [_channel(world, each, user) | {"name": world.application.bot.display_name} for each in dms],
    }


def _guild(world: World, guild: Guild, user: User) -> Json:
    """Return a server as a person sees it. In an outage Discord shows its picture and nothing else."""
    shown = [] if guild.is_unavailable else [each for each in world.channels.values() if each.guild_id == guild.id]
    roles = sorted(guild.roles.values(), key=lambda role: -role.position)
    return {
        "id": guild.id,
        "name": guild.name,
        "unavailable": guild.is_unavailable,
        "has_bot": world.has_bot(guild),
        "roles": [{"id": role.id, "name": role.name, "color": role.color} for role in roles],
        "members": [{"id": key, "nick": member.nick, "roles": member.roles} for key, member in guild.members.items()],
        "channels": [_channel(world, each, user) for each in _in_order(shown) if _is_shown(world, each, user, shown)],
    }


def _in_order(channels: list[Channel]) -> list[Channel]:
    """Return channels as Discord lists them: those outside categories first, each by position; threads by age."""
    category = ChannelType.CATEGORY
    return sorted(channels, key=lambda each: (each.type == category, each.thread is not None, each.position))


def _is_shown(world: World, channel: Channel, user: User, channels: list[Channel]) -> bool:
    """Whether a person sees a channel: one they may view, or a category with such a channel."""
    if channel.type != ChannelType.CATEGORY:
        return world.can_view(user.id, channel)
    return any(each.parent_id == channel.id and world.can_view(user.id, each) for each in channels)


def _channel(world: World, channel: Channel, user: User) -> Json:
    shown: Json = {
        "id": channel.id,
        "name": channel.name,
        "type": int(channel.type),
        "parent_id": channel.parent_id,
        "topic": channel.topic,
        "permissions": str(int(world.permissions(user.id, channel))),
    }
    if channel.thread is not None:
        shown |= {"archived": channel.thread.is_archived, "locked": channel.thread.is_locked}
    return shown
