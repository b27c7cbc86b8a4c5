"""Who may what: roles, overwrites, timeouts, threads, and what follows from what is denied.

Source: https://discord.com/developers/docs/topics/permissions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.model import ALL_PERMISSIONS, ChannelType, Permissions

if TYPE_CHECKING:
    from sandbox.model import Channel, Guild, Member, Role

LEFT_IN_TIMEOUT = Permissions.VIEW_CHANNEL | Permissions.READ_MESSAGE_HISTORY
"""What a member who was timed out keeps."""
PART_OF_SENDING = (
    Permissions.MENTION_EVERYONE | Permissions.SEND_TTS_MESSAGES | Permissions.ATTACH_FILES | Permissions.EMBED_LINKS
)
"""What nobody has who may not send at all."""
IN_BOTS_DIRECT_MESSAGE = (
    Permissions.ATTACH_FILES | Permissions.EMBED_LINKS | Permissions.MENTION_EVERYONE | Permissions.USE_EXTERNAL_EMOJIS
)
"""An app's permissions in the direct message with it, as interactions tell them."""


def in_guild(guild: Guild, member: Member, now: float) -> Permissions:
    """Return what a member may do in a guild as a whole: the owner and administrators everything."""
    allowed = Permissions(0)
    for role_id in (guild.id, *member.roles):
        allowed |= guild.roles[role_id].permissions
    if guild.owner_id == member.user.id or allowed & Permissions.ADMINISTRATOR:
        return ALL_PERMISSIONS
    return allowed & LEFT_IN_TIMEOUT if member.is_timed_out(now) else allowed


def in_channel(guild: Guild, member: Member, channel: Channel, parent: Channel, now: float) -> Permissions:
    """Return what a member may do in a channel, overwrites included, without what follows from it.

    `parent` is the channel itself, or a thread's channel: a thread has no overwrites of its own.
    """
    allowed = in_guild(guild, member, now)
    if allowed == ALL_PERMISSIONS:
        return allowed
    allowed = _apply_overwrites(allowed, parent, guild.id, member)
    if member.is_timed_out(now):
        allowed &= LEFT_IN_TIMEOUT
    if channel.type == ChannelType.PRIVATE_THREAD and channel.thread:
        is_in = member.user.id in channel.thread.members or allowed & Permissions.MANAGE_THREADS
        return allowed if is_in else Permissions(0)
    return allowed


def with_implied(allowed: Permissions, *, is_thread: bool) -> Permissions:
    """Return what is left of permissions in a channel: nothing without seeing it, little without sending there."""
    if not allowed & Permissions.VIEW_CHANNEL:
        return Permissions(0)
    sending = Permissions.SEND_MESSAGES_IN_THREADS if is_thread else Permissions.SEND_MESSAGES
    return allowed if allowed & sending else allowed & ~PART_OF_SENDING


def _apply_overwrites(allowed: Permissions, channel: Channel, everyone_id: str, member: Member) -> Permissions:
    """Apply a channel's overwrites in Discord's order: @everyone, all roles together, the member."""
    layers = [[everyone_id], member.roles, [member.user.id]]
    for ids in layers:
        entries = [channel.overwrites[key] for key in ids if key in channel.overwrites]
        allow = deny = Permissions(0)
        for entry in entries:
            allow |= entry.allow
            deny |= entry.deny
        allowed = (allowed & ~deny) | allow
    return allowed


def rank_of_role(role: Role) -> tuple[int, int]:
    """Return a role's place in the hierarchy; of two roles at one position the older one is higher."""
    return role.position, -int(role.id)


def rank(guild: Guild, member: Member) -> tuple[int, int]:
    """Return a member's place in the hierarchy: that of the highest role."""
    return max(rank_of_role(guild.roles[role_id]) for role_id in (guild.id, *member.roles))


def outranks_role(guild: Guild, member: Member, role: Role) -> bool:
    """Whether a member may manage a role: the owner all, others those below their highest one."""
    return guild.owner_id == member.user.id or rank(guild, member) > rank_of_role(role)


def outranks(guild: Guild, member: Member, other: Member) -> bool:
    """Whether a member may manage another: nobody the owner, the owner everybody, others those below them."""
    if other.user.id == guild.owner_id:
        return False
    return guild.owner_id == member.user.id or rank(guild, member) > rank(guild, other)
