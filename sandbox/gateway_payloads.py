"""The events that tell a bot where it is: READY, GUILD_CREATE, and channels that it cannot see.

Source: https://discord.com/developers/docs/events/gateway-events
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import Json
from sandbox.intents import GUILD_PRESENCES, GUILDS
from sandbox.model import ChannelType, Permissions
from sandbox.payloads import (
    application_flags,
    channel_json,
    guild_json,
    member_json,
    own_user_json,
    thread_member_json,
)
from sandbox.world import BotEvent

if TYPE_CHECKING:
    from sandbox.gateway_session import Shard
    from sandbox.model import Channel, Guild
    from sandbox.world import World

_OBFUSCATED = 1 << 17
_HIDDEN_NAME = "___hidden___"


def ready_json(world: World, session_id: str, guilds: list[Guild], shard: Shard | None) -> Json:
    """Return the READY of a session: its guilds come as unavailable, each is told of afterwards."""
    application = world.application
    data: Json = {
        "v": 10,
        "user": own_user_json(application.bot),
        "user_settings": {},
        "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
        "session_id": session_id,
        "session_type": "normal",
        "resume_gateway_url": world.base_url.replace("http", "ws", 1) + "/gateway/",
        "application": {"id": application.id, "flags": application_flags(application)},
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "_trace": [],
    }
    if shard is not None:
        data["shard"] = list(shard)
    return data


def guild_create_event(world: World, guild: Guild, *, is_new: bool) -> BotEvent:
    """Return the GUILD_CREATE of a guild. Without the presences intent it lists the bot only.

    `unavailable` is not there at all if the bot has just been added (`is_new`), else false.
    """
    bot_id = world.application.bot.id
    channels = [channel for channel in world.channels.values() if channel.guild_id == guild.id]
    threads = [
        thread_json(world, channel)
        for channel in channels
        if channel.thread is not None and not channel.thread.is_archived and world.can_view(bot_id, channel)
    ]
    data = guild_json(guild) | {
        "joined_at": member_json(guild.members[bot_id])["joined_at"],
        "large": False,
        "member_count": len(guild.members),
        "members": [member_json(guild.members[bot_id])],
        "channels": [seen_channel_json(world, channel) for channel in channels if channel.thread is None],
        "threads": threads,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
    if not is_new:
        data["unavailable"] = False
    everybody = data | {"members": [member_json(member) for member in guild.members.values()]}
    return BotEvent(
        "GUILD_CREATE",
        data,
        GUILDS,
        guild.id,
        adapt=lambda intents: everybody if intents & GUILD_PRESENCES else data,
    )


def thread_json(world: World, channel: Channel) -> Json:
    """Return a thread as GUILD_CREATE lists it: with the bot's own membership, without the ids that are known."""
    data, bot_id = channel_json(channel), world.application.bot.id
    if channel.thread is not None and bot_id in channel.thread.members:
        member = thread_member_json(channel, bot_id)
        data["member"] = {key: member[key] for key in ("join_timestamp", "flags")}
    return data


def is_seen(world: World, channel: Channel) -> bool:
    """Whether the bot sees a channel; it sees a category if it sees anything in it."""
    bot_id = world.application.bot.id
    if world.can_view(bot_id, channel):
        return True
    is_category = channel.type == ChannelType.CATEGORY
    return is_category and any(
        each.parent_id == channel.id and world.can_view(bot_id, each) for each in world.channels.values()
    )


def seen_channel_json(world: World, channel: Channel) -> Json:
    """Return a guild's channel as the gateway shows it to the bot: one that it may not view tells next to nothing."""
    data = channel_json(channel)
    if is_seen(world, channel):
        return data
    hidden = {"id": channel.guild_id, "type": 0, "allow": "0", "deny": str(int(Permissions.VIEW_CHANNEL))}
    data |= {"name": _HIDDEN_NAME, "flags": data["flags"] | _OBFUSCATED, "permission_overwrites": [hidden]}
    for key in ("topic", "last_message_id"):
        if key in data:
            data[key] = None
    return data
