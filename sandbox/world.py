"""The world of the local Discord: who and what there is, who may see what, and what was told to whom.

Rule 1: whatever a person or the bot learns goes through `tell` or `tell_bot`; nothing else leaves the world.
Rule 2: an ephemeral message is told to its one viewer only, and never to the bot's gateway.
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sandbox.avatars import draw_avatar
from sandbox.clock import Clock, ManualClock, Snowflakes
from sandbox.errors import Json
from sandbox.intents import MESSAGE_CONTENT
from sandbox.model import (
    EVERYONE_PERMISSIONS,
    Application,
    Channel,
    ChannelType,
    Guild,
    Member,
    Message,
    Overwrite,
    Permissions,
    Role,
    StoredFile,
    User,
)
from sandbox.payloads import message_json
from sandbox.permissions import in_channel, in_guild, with_implied

PersonRef = str | User
ChannelRef = str | Channel


@dataclass(frozen=True, eq=False)
class Emission:
    """Something that was told to people: what kind, the JSON, to whom (user ids), and the files that came with it.

    Kinds: message_create, message_update, message_delete, typing, modal, choices, failed, commands, emojis, channels.
    """

    kind: str
    data: Json
    to: frozenset[str]
    is_public: bool
    message: Message | None = None
    files: tuple[StoredFile, ...] = ()

    @property
    def text(self) -> str:
        """The JSON as text, for searching."""
        return json.dumps(self.data, ensure_ascii=False)


@dataclass(frozen=True, eq=False)
class BotEvent:
    """A dispatch for the bot: sent only to sessions that identified with one of `intents` (0: always sent).

    `hidden` is the form for sessions without the message content intent. `adapt` makes the data for a session's
    intents, or None if it is sent nothing.
    """

    name: str
    data: Json
    intents: int
    guild_id: str | None
    hidden: Json | None = None
    adapt: Callable[[int], Json | None] | None = None

    def data_for(self, intents: int) -> Json | None:
        """Return what a session that identified with `intents` is sent, None if nothing."""
        if self.intents and not self.intents & intents:
            return None
        if self.adapt is not None:
            return self.adapt(intents)
        return self.data if self.hidden is None or intents & MESSAGE_CONTENT else self.hidden


BOT_PERMISSIONS = (
    EVERYONE_PERMISSIONS | Permissions.MANAGE_MESSAGES | Permissions.MANAGE_THREADS | Permissions.PIN_MESSAGES
)
"""What the bot's own role has, unless it was invited with something else."""

_DROPPED_FILES = 200
"""How many files that no message shows any more can still be loaded."""


_DEFAULT_BORN = 1_767_225_600.0
"""When the usual world was made: 2026-01-01 (unix seconds)."""


class World:
    """Everything there is. Build one with `World.default()` or add people, guilds and channels to an empty one."""

    def __init__(self, application_name: str = "Mahjong", clock: Clock | None = None, keep: int | None = None) -> None:
        """Start with nobody but the bot and its owner; remember the last `keep` things told (None: all)."""
        self.clock = clock or Clock()
        self.snowflakes = Snowflakes(self.clock)
        self.base_url = ""
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.files: dict[str, StoredFile] = {}
        self._dropped: deque[str] = deque()
        self.avatars: dict[str, bytes] = {}
        self.listeners: list[Callable[[Emission], None]] = []
        self.bot_listeners: list[Callable[[BotEvent], None]] = []
        self.keep = keep
        self._log: deque[Emission] = deque(maxlen=keep)
        application_id = self.snowflakes.next()
        bot = User(application_id, application_name, is_bot=True)
        owner = User(self.snowflakes.next(), "owner", "Owner")
        self.users |= {bot.id: bot, owner.id: owner}
        self.application = Application(application_id, application_name, bot, owner)

    @classmethod
    def default(cls, keep: int | None = None, locale: str = "en-US") -> World:
        """Build the usual world: one guild with three text channels, four people of mixed languages, and a bot.

        `keep` bounds what is remembered for tests and how many ephemeral messages a channel holds (None: everything);
        `locale` is the guild's preferred locale.
        """
        # Ids as of one fixed moment: whoever restarts the program finds their coins and the same people again.
        world = cls(keep=keep, clock=ManualClock(_DEFAULT_BORN))
        people = [
            world.add_person("xiaoxue", "小雪", locale="zh-CN", color=0xC2410C),
            world.add_person("ivan", "Ivan", locale="ru", color=0x0F766E),
            world.add_person("laowang", "老王", locale="zh-TW", color=0x7C3AED),
            world.add_person("maya", "Maya", locale="en-US", color=0xBE185D),
        ]
        guild = world.add_guild("哈尔滨麻将馆", owner=people[0], people=people, locale=locale)
        for name, topic in (("mahjong", "麻将"), ("general", None), ("麻将", None)):
            world.add_channel(guild, name, topic=topic)
        world.clock = world.snowflakes.clock = Clock()
        return world

    # Building

    def add_person(
        self, username: str, global_name: str | None = None, *, locale: str, color: int, has_avatar: bool = True
    ) -> User:
        """Add a person with an avatar drawn from their colour (0xRRGGBB), or without one."""
        user = User(self.snowflakes.next(), username, global_name, locale=locale, color=color)
        if has_avatar:
            user.avatar = secrets.token_hex(16)
            self.avatars[user.avatar] = draw_avatar(color, int(user.id))
        self.users[user.id] = user
        return user

    def add_guild(
        self, name: str, *, owner: User, people: Iterable[User], locale: str = "en-US", with_bot: bool = True
    ) -> Guild:
        """Add a guild with the people and the bot as members; everyone may read and write."""
        now = self.clock.now()
        guild = Guild(self.snowflakes.next(), name, owner.id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE_PERMISSIONS)
        if with_bot:
            self.add_bot(guild)
        members = {user.id: Member(user, now) for user in people}
        guild.members = members | guild.members
        self.guilds[guild.id] = guild
        return guild

    def add_bot(self, guild: Guild, permissions: Permissions | None = None) -> Member:
        """Put the bot into a guild, with a role of its own that has what was asked for (None: the usual)."""
        bot = self.application.bot
        asked = BOT_PERMISSIONS if permissions is None else permissions
        role = Role(self.snowflakes.next(), self.application.name, asked, 1, is_managed=True, bot_id=bot.id)
        guild.roles[role.id] = role
        member = guild.members[bot.id] = Member(bot, self.clock.now(), [role.id])
        return member

    def add_channel(
        self,
        guild: Guild,
        name: str,
        *,
        topic: str | None = None,
        kind: ChannelType = ChannelType.TEXT,
        overwrites: Iterable[Overwrite] = (),
    ) -> Channel:
        """Add a channel at the end of a guild's list."""
        position = len(guild.channels)
        channel = Channel(self.snowflakes.next(), name, kind, guild.id, None, position, topic)
        channel.overwrites = {entry.id: entry for entry in overwrites}
        guild.channels[channel.id] = channel
        self.channels[channel.id] = channel
        return channel

    def open_direct_message(self, user: User) -> Channel:
        """Return the direct message between somebody and the bot, made on first use."""
        for channel in self.channels.values():
            if channel.type == ChannelType.DM and channel.recipients == [user]:
                return channel
        channel = Channel(self.snowflakes.next(), f"@{user.username}", ChannelType.DM, recipients=[user])
        self.channels[channel.id] = channel
        self.tell_of_channels()
        return channel

    # Finding

    def find_person(self, ref: PersonRef) -> User:
        """Return the user with this id, username or display name. Raises KeyError if there is none."""
        if isinstance(ref, User):
            return ref
        for user in self.users.values():
            if ref in {user.id, user.username, user.global_name}:
                return user
        msg = f"nobody is called {ref!r}"
        raise KeyError(msg)

    def find_channel(self, ref: ChannelRef | int) -> Channel:
        """Return the channel or thread with this id or name. Raises KeyError if there is none."""
        if isinstance(ref, Channel):
            return ref
        ref = str(ref)
        if ref in self.channels:
            return self.channels[ref]
        for channel in self.channels.values():
            if channel.name == ref.removeprefix("#"):
                return channel
        msg = f"no channel is called {ref!r}"
        raise KeyError(msg)

    def find_message(self, channel_id: str, message_id: str) -> Message | None:
        """Return a message, ephemeral ones included, or None."""
        return self.messages.get(channel_id, {}).get(message_id)

    def people(self) -> list[User]:
        """Return everybody who is a member of a guild and no bot, in the order they were added."""
        member_ids = {user_id for guild in self.guilds.values() for user_id in guild.members}
        return [user for user in self.users.values() if user.id in member_ids and not user.is_bot]

    def has_bot(self, guild: Guild) -> bool:
        """Whether the bot is in a guild."""
        return self.application.bot.id in guild.members

    # Who may what

    def computed_permissions(self, user_id: str, channel: Channel) -> Permissions:
        """Return what roles and overwrites say that a user may do in a channel, as the API tells it."""
        if channel.type == ChannelType.DM:
            is_in = user_id == self.application.bot.id or any(user.id == user_id for user in channel.recipients)
            return EVERYONE_PERMISSIONS if is_in else Permissions(0)
        guild = self.guilds.get(channel.guild_id or "")
        member = guild.members.get(user_id) if guild else None
        if guild is None or member is None:
            return Permissions(0)
        parent = self.channels.get(channel.parent_id or "") if channel.thread else channel
        if parent is None:
            return Permissions(0)
        return in_channel(guild, member, channel, parent, self.clock.now())

    def permissions(self, user_id: str, channel: Channel) -> Permissions:
        """Return what a user may really do in a channel; nothing at all without VIEW_CHANNEL."""
        return with_implied(self.computed_permissions(user_id, channel), is_thread=channel.thread is not None)

    def guild_permissions(self, user_id: str, guild: Guild) -> Permissions:
        """Return what a user may do in a guild as a whole; nothing if not in it."""
        member = guild.members.get(user_id)
        return Permissions(0) if member is None else in_guild(guild, member, self.clock.now())

    def can_view(self, user_id: str, channel: Channel) -> bool:
        """Whether a user can see a channel."""
        return bool(self.permissions(user_id, channel) & Permissions.VIEW_CHANNEL)

    def can_see(self, user_id: str, message: Message) -> bool:
        """Whether a user can see a message: public in a channel they can view, or ephemeral and theirs."""
        if message.viewer_id is not None:
            return message.viewer_id == user_id
        return self.can_view(user_id, self.channels[message.channel_id])

    def visible_messages(self, user_id: str, channel: Channel) -> list[Message]:
        """Return what a user sees in a channel, oldest first, without what they dismissed."""
        messages = self.messages.get(channel.id, {}).values()
        return [message for message in messages if self.can_see(user_id, message) and not message.is_dismissed]

    def viewers(self, channel: Channel) -> frozenset[str]:
        """Return the ids of the people (not the bot) who can view a channel."""
        return frozenset(user.id for user in self.people() if self.can_view(user.id, channel))

    # Telling

    def tell(self, emission: Emission) -> None:
        """Tell people something, and remember that it was told."""
        self._log.append(emission)
        for listener in list(self.listeners):
            listener(emission)

    def tell_of_message(self, kind: str, message: Message) -> None:
        """Tell everybody who can see a message that it is new or has changed."""
        viewer = message.viewer_id
        channel = self.channels[message.channel_id]
        to = self.viewers(channel) if viewer is None else frozenset({viewer})
        data = {"message": message_json(message, self)}
        if channel.guild_id is not None:
            data["message"]["guild_id"] = channel.guild_id
        self.tell(Emission(kind, data, to, viewer is None, message, tuple(message.files)))

    def tell_of_deletion(self, message: Message) -> None:
        """Tell everybody who could see a message that it is gone."""
        viewer = message.viewer_id
        to = self.viewers(self.channels[message.channel_id]) if viewer is None else frozenset({viewer})
        data = {"channel_id": message.channel_id, "id": message.id}
        self.tell(Emission("message_delete", data, to, viewer is None, message))

    def tell_bot(
        self,
        name: str,
        data: Json,
        *,
        intents: int,
        guild_id: str | None,
        hidden: Json | None = None,
        adapt: Callable[[int], Json | None] | None = None,
    ) -> None:
        """Send the bot a dispatch; `hidden` and `adapt` as in `BotEvent`.

        Of a guild it is not in, or that has an outage, it hears nothing but that.
        """
        guild = self.guilds.get(guild_id or "")
        is_away = guild is not None and (guild.is_unavailable or not self.has_bot(guild))
        if is_away and name != "GUILD_DELETE":
            return
        event = BotEvent(name, data, intents, guild_id, hidden, adapt)
        for listener in list(self.bot_listeners):
            listener(event)

    def tell_of_channels(self) -> None:
        """Tell everybody's page that the channels they can see may have changed."""
        everyone = frozenset(user.id for user in self.users.values() if not user.is_bot)
        self.tell(Emission("channels", {}, everyone, is_public=True))

    def emitted(self, person: PersonRef | None = None, *, public_only: bool = False) -> list[Emission]:
        """Return everything that was told, oldest first: to one person, or to anybody; or only what is public."""
        chosen: Iterator[Emission] = iter(self._log)
        if person is not None:
            user_id = self.find_person(person).id
            chosen = (emission for emission in chosen if user_id in emission.to)
        return [emission for emission in chosen if emission.is_public or not public_only]

    def to_json(self, message: Message) -> Json:
        """Return the message object of a message."""
        return message_json(message, self)

    def store_file(self, filename: str, content: bytes, content_type: str, channel_id: str) -> StoredFile:
        """Put bytes into the CDN, for a message of a channel."""
        file = StoredFile(self.snowflakes.next(), filename, content, content_type, secrets.token_hex(32), channel_id)
        self.files[file.id] = file
        return file

    def drop_file(self, file: StoredFile) -> None:
        """Forget a file that no message shows any more, a while later: somebody may be loading it just now."""
        self._dropped.append(file.id)
        if len(self._dropped) > _DROPPED_FILES:
            self.files.pop(self._dropped.popleft(), None)
