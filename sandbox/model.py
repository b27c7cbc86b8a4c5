"""The things of the local Discord: users, guilds, channels, messages, files. Records only, no behaviour.

Ids are decimal strings, as in the API's JSON. Times are unix seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from sandbox.errors import Json


class Permissions(IntFlag):
    """All permission bits.

    Source: https://discord.com/developers/docs/topics/permissions
    """

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    PRIORITY_SPEAKER = 1 << 8
    STREAM = 1 << 9
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    VIEW_GUILD_INSIGHTS = 1 << 19
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    MUTE_MEMBERS = 1 << 22
    DEAFEN_MEMBERS = 1 << 23
    MOVE_MEMBERS = 1 << 24
    USE_VAD = 1 << 25
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    MANAGE_GUILD_EXPRESSIONS = 1 << 30
    USE_APPLICATION_COMMANDS = 1 << 31
    REQUEST_TO_SPEAK = 1 << 32
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    USE_EXTERNAL_STICKERS = 1 << 37
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EMBEDDED_ACTIVITIES = 1 << 39
    MODERATE_MEMBERS = 1 << 40
    VIEW_CREATOR_MONETIZATION_ANALYTICS = 1 << 41
    USE_SOUNDBOARD = 1 << 42
    CREATE_GUILD_EXPRESSIONS = 1 << 43
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_SOUNDS = 1 << 45
    SEND_VOICE_MESSAGES = 1 << 46
    SET_VOICE_CHANNEL_STATUS = 1 << 48
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


NO_PERMISSIONS = Permissions(0)
ALL_PERMISSIONS = Permissions(sum(Permissions))
EVERYONE_PERMISSIONS = (
    Permissions.VIEW_CHANNEL
    | Permissions.SEND_MESSAGES
    | Permissions.EMBED_LINKS
    | Permissions.ATTACH_FILES
    | Permissions.READ_MESSAGE_HISTORY
    | Permissions.ADD_REACTIONS
    | Permissions.USE_EXTERNAL_EMOJIS
    | Permissions.USE_APPLICATION_COMMANDS
    | Permissions.CREATE_PUBLIC_THREADS
    | Permissions.CREATE_PRIVATE_THREADS
    | Permissions.SEND_MESSAGES_IN_THREADS
)


class MessageFlags(IntFlag):
    """The message flags that matter here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlags(0)


class ChannelType(IntEnum):
    """The channel types that matter here."""

    TEXT = 0
    DM = 1
    CATEGORY = 4
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(eq=False)
class User:
    """A person or the bot. `avatar` is the hash of a picture in the CDN store; `color` paints a name without one."""

    id: str
    username: str
    global_name: str | None = None
    avatar: str | None = None
    is_bot: bool = False
    locale: str = "en-US"
    color: int = 0x5865F2
    accepts_messages: bool = True

    @property
    def display_name(self) -> str:
        """The name that others see."""
        return self.global_name or self.username


@dataclass(eq=False)
class Role:
    """A role of a guild; the one with the guild's own id is @everyone. `bot_id`: it is the one of a bot alone."""

    id: str
    name: str
    permissions: Permissions
    position: int = 0
    color: int = 0
    is_managed: bool = False
    bot_id: str | None = None
    is_hoisted: bool = False
    is_mentionable: bool = False


@dataclass(eq=False)
class Member:
    """A user in a guild, with the ids of their roles."""

    user: User
    joined_at: float
    roles: list[str] = field(default_factory=list)
    nick: str | None = None
    timed_out_until: float | None = None

    def is_timed_out(self, now: float) -> bool:
        """Whether they may only read at a moment."""
        return self.timed_out_until is not None and now < self.timed_out_until


@dataclass(eq=False)
class Overwrite:
    """What a channel allows and denies to a role or a member (`id` is theirs)."""

    id: str
    is_member: bool
    allow: Permissions = NO_PERMISSIONS
    deny: Permissions = NO_PERMISSIONS


@dataclass(eq=False)
class ThreadState:
    """What a thread has beyond a channel: `message_count` without deleted ones, `active_at` the last sign of life."""

    owner_id: str
    created_at: float
    is_archived: bool = False
    is_locked: bool = False
    auto_archive_minutes: int = 4320
    is_invitable: bool = True
    changed_at: float = 0.0
    members: dict[str, float] = field(default_factory=dict)
    total_sent: int = 0
    message_count: int = 0
    active_at: float = 0.0


@dataclass(eq=False)
class Channel:
    """A text channel, thread, category or direct message. `guild_id` is None in a direct message."""

    id: str
    name: str
    type: ChannelType = ChannelType.TEXT
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    topic: str | None = None
    slowmode: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    thread: ThreadState | None = None
    last_message_id: str | None = None
    last_pin_at: float | None = None


@dataclass(eq=False)
class Guild:
    """A Discord server. An unavailable one is in an outage, not gone."""

    id: str
    name: str
    owner_id: str
    locale: str = "en-US"
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    bans: dict[str, str | None] = field(default_factory=dict)
    is_unavailable: bool = False


@dataclass(eq=False)
class StoredFile:
    """Bytes that the CDN serves. `key` is the secret part of the address, so that nobody can guess it."""

    id: str
    filename: str
    content: bytes
    content_type: str
    key: str
    channel_id: str = ""
    description: str | None = None
    title: str | None = None
    width: int | None = None
    height: int | None = None
    is_in_embed: bool = False


@dataclass(eq=False)
class Message:
    """A message. `viewer_id` names the only person who can see it (an ephemeral message), None if it is public."""

    id: str
    channel_id: str
    author: User
    timestamp: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[StoredFile] = field(default_factory=list)
    flags: MessageFlags = NO_FLAGS
    type: int = 0
    edited_timestamp: float | None = None
    viewer_id: str | None = None
    mention_ids: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mentions_everyone: bool = False
    interaction: Json | None = None
    webhook_id: str | None = None
    reference: Json | None = None
    pinned_at: float | None = None
    is_dismissed: bool = False
    thread_id: str | None = None
    nonce: str | int | None = None

    @property
    def is_ephemeral(self) -> bool:
        """Whether only one person can see it."""
        return self.viewer_id is not None

    @property
    def is_pinned(self) -> bool:
        """Whether it is pinned."""
        return self.pinned_at is not None


@dataclass(eq=False)
class Emoji:
    """An application's own emoji."""

    id: str
    name: str
    content: bytes
    content_type: str
    is_animated: bool = False


@dataclass(eq=False)
class Application:
    """The bot's application: its user, what it registered, and which privileged intents it was granted."""

    id: str
    name: str
    bot: User
    owner: User
    granted_intents: int = 0
    commands: dict[str, Json] = field(default_factory=dict)
    guild_commands: dict[str, dict[str, Json]] = field(default_factory=dict)
    emojis: dict[str, Emoji] = field(default_factory=dict)
