"""The JSON objects of the API, made from the records of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sandbox.clock import format_timestamp
from sandbox.errors import Json
from sandbox.model import (
    Application,
    Channel,
    ChannelType,
    Emoji,
    Guild,
    Member,
    Message,
    Permissions,
    Role,
    StoredFile,
    User,
)

if TYPE_CHECKING:
    from sandbox.world import World

_INTENT_FLAGS = {1 << 8: 1 << 12, 1 << 1: 1 << 14, 1 << 15: 1 << 18}


def user_json(user: User) -> Json:
    """Return a user object."""
    data: Json = {
        "id": user.id,
        "username": user.username,
        "discriminator": "0000" if user.is_bot else "0",
        "global_name": user.global_name,
        "avatar": user.avatar,
        "accent_color": user.color,
        "banner": None,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }
    if user.is_bot:
        data["bot"] = True
    return data


def own_user_json(user: User) -> Json:
    """Return the bot's own user object, as GET /users/@me and READY carry it."""
    return user_json(user) | {"mfa_enabled": True, "verified": True, "email": None, "locale": user.locale}


def member_json(member: Member, permissions: Permissions | None = None) -> Json:
    """Return a member object; interactions add the member's permissions in their channel."""
    data: Json = {
        "user": user_json(member.user),
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": list(member.roles),
        "joined_at": format_timestamp(member.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None
        if member.timed_out_until is None
        else format_timestamp(member.timed_out_until),
    }
    if permissions is not None:
        data["permissions"] = str(int(permissions))
    return data


def role_json(role: Role) -> Json:
    """Return a role object."""
    data: Json = {
        "id": role.id,
        "name": role.name,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": role.is_hoisted,
        "icon": None,
        "unicode_emoji": None,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": role.is_managed,
        "mentionable": role.is_mentionable,
        "flags": 0,
    }
    if role.bot_id is not None:
        data["tags"] = {"bot_id": role.bot_id}
    return data


def channel_json(channel: Channel) -> Json:
    """Return a channel object, a thread object or a direct message's."""
    data: Json = {
        "id": channel.id,
        "type": int(channel.type),
        "last_message_id": channel.last_message_id,
        "last_pin_timestamp": None if channel.last_pin_at is None else format_timestamp(channel.last_pin_at),
        "flags": 0,
    }
    if channel.type == ChannelType.DM:
        return data | {"recipients": [user_json(user) for user in channel.recipients]}
    data |= {"guild_id": channel.guild_id, "name": channel.name, "parent_id": channel.parent_id}
    data["rate_limit_per_user"] = channel.slowmode
    thread = channel.thread
    if thread is not None:
        return data | {
            "owner_id": thread.owner_id,
            "message_count": thread.message_count,
            "total_message_sent": thread.total_sent,
            "member_count": len(thread.members),
            "thread_metadata": {
                "archived": thread.is_archived,
                "locked": thread.is_locked,
                "auto_archive_duration": thread.auto_archive_minutes,
                "archive_timestamp": format_timestamp(thread.changed_at),
                "create_timestamp": format_timestamp(thread.created_at),
                "invitable": thread.is_invitable,
            },
        }
    overwrites = [
        {"id": entry.id, "type": int(entry.is_member), "allow": str(int(entry.allow)), "deny": str(int(entry.deny))}
        for entry in channel.overwrites.values()
    ]
    return data | {
        "position": channel.position,
        "topic": channel.topic,
        "nsfw": False,
        "permission_overwrites": overwrites,
        "default_auto_archive_duration": 4320,
    }


def thread_member_json(channel: Channel, user_id: str) -> Json:
    """Return the thread member object of a user who is in the thread."""
    joined = format_timestamp(channel.thread.members[user_id] if channel.thread else 0)
    return {"id": channel.id, "user_id": user_id, "join_timestamp": joined, "flags": 1}


def guild_json(guild: Guild) -> Json:
    """Return a guild object as GET /guilds/{id} gives it."""
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": guild.owner_id,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(role) for role in guild.roles.values()],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def emoji_json(emoji: Emoji, user: User) -> Json:
    """Return an application emoji object; `user` is the bot, who uploaded it."""
    return {
        "id": emoji.id,
        "name": emoji.name,
        "roles": [],
        "user": user_json(user),
        "require_colons": True,
        "managed": False,
        "animated": emoji.is_animated,
        "available": True,
    }


def application_flags(application: Application) -> int:
    """Return the application's flags: they say which privileged intents it was granted."""
    return sum(flag for intent, flag in _INTENT_FLAGS.items() if application.granted_intents & intent)


def application_json(application: Application, guild_count: int) -> Json:
    """Return the application object that its own bot sees."""
    flags = application_flags(application)
    return {
        "id": application.id,
        "name": application.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(application.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(application.owner),
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "integration_types_config": {"0": {}},
    }


def attachment_json(file: StoredFile, base_url: str, *, is_ephemeral: bool) -> Json:
    """Return the attachment object of a stored file."""
    url = file_url(file, base_url)
    data: Json = {
        "id": file.id,
        "filename": file.filename,
        "size": len(file.content),
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
        "flags": 0,
    }
    for key, value in (
        ("description", file.description),
        ("title", file.title),
        ("width", file.width),
        ("height", file.height),
    ):
        if value is not None:
            data[key] = value
    if is_ephemeral:
        data["ephemeral"] = True
    return data


def file_url(file: StoredFile, base_url: str) -> str:
    """Return the address under which the CDN serves a file; its `hm` cannot be guessed."""
    return f"{base_url}/cdn/attachments/{file.channel_id}/{file.id}/{quote(file.filename)}?hm={file.key}"


def message_json(message: Message, world: World) -> Json:
    """Return a message object."""
    mentions = [user_json(world.users[user_id]) for user_id in message.mention_ids]
    data: Json = {
        "id": message.id,
        "channel_id": message.channel_id,
        "author": user_json(message.author),
        "type": message.type,
        "content": message.content,
        "timestamp": format_timestamp(message.timestamp),
        "edited_timestamp": None if message.edited_timestamp is None else format_timestamp(message.edited_timestamp),
        "tts": False,
        "mention_everyone": message.mentions_everyone,
        "mentions": mentions,
        "mention_roles": list(message.mention_roles),
        "attachments": [
            attachment_json(file, world.base_url, is_ephemeral=message.is_ephemeral)
            for file in message.files
            if not file.is_in_embed
        ],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": message.is_pinned,
        "flags": int(message.flags),
    }
    if message.author.is_bot:
        data["application_id"] = world.application.id
    if message.webhook_id is not None:
        data["webhook_id"] = message.webhook_id
    if message.interaction is not None:
        data["interaction_metadata"] = message.interaction
    if message.nonce is not None:
        data["nonce"] = message.nonce
    if message.reference is not None:
        _add_reference(data, message.reference, world)
    if message.thread_id is not None and message.thread_id in world.channels:
        data["thread"] = channel_json(world.channels[message.thread_id])
    return data


def _add_reference(data: Json, reference: Json, world: World) -> None:
    data["message_reference"] = reference
    referenced = world.find_message(reference["channel_id"], reference["message_id"])
    if data["type"] == 19:  # a reply shows what it replies to, null once that is deleted
        data["referenced_message"] = None if referenced is None else message_json(referenced, world)


def hide_content(data: Json) -> Json:
    """Return a message object as a bot without the message content intent gets it from others."""
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
