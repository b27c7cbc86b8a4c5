"""Making, changing and deleting messages, whoever asks: a channel route, a webhook, an answer to an interaction."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from mimetypes import guess_type
from typing import TYPE_CHECKING

from sandbox.avatars import inspect_picture
from sandbox.checks import EDITED_FLAGS, SENT_FLAGS, MessageRules, Upload, check_message, final_filename
from sandbox.checks_components import FILE, MEDIA_GALLERY, SELECTS, THUMBNAIL, ComponentContext
from sandbox.errors import Json
from sandbox.intents import DIRECT_MESSAGES, GUILD_MESSAGES
from sandbox.model import Channel, ChannelType, Member, Message, MessageFlags, Permissions, StoredFile, User
from sandbox.payloads import file_url, hide_content, member_json, message_json

if TYPE_CHECKING:
    from sandbox.world import World

_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)")


@dataclass(frozen=True)
class Origin:
    """Where a message comes from, beyond its form: an interaction, its webhook, its only viewer, a message's type."""

    viewer_id: str | None = None
    interaction: Json | None = None
    webhook_id: str | None = None
    type: int = 0
    allowed_flags: MessageFlags = SENT_FLAGS
    reference: Json | None = None


class Messages:
    """The messages of a world: every change is checked, stored and told to whoever may know."""

    def __init__(self, world: World) -> None:
        """Work on the messages of a world. `on_added` is called with channel and message of each new one."""
        self.world = world
        self.on_added: list[Callable[[Channel, Message], None]] = []

    def create(
        self,
        channel: Channel,
        author: User,
        form: Json,
        uploads: tuple[Upload, ...] = (),
        origin: Origin | None = None,
    ) -> Message:
        """Check a form as Discord would, store the message and tell everybody; return it. Raises DiscordError."""
        origin = origin or Origin()
        rules = MessageRules(
            is_edit=False, allowed_flags=origin.allowed_flags, uploads=uploads, components=self._component_context()
        )
        check_message(form, rules)
        message = Message(self.world.snowflakes.next(), channel.id, author, self.world.clock.now())
        message.flags = MessageFlags(form.get("flags") or 0)
        message.type, message.viewer_id, message.webhook_id = origin.type, origin.viewer_id, origin.webhook_id
        message.interaction, message.reference, message.nonce = origin.interaction, origin.reference, form.get("nonce")
        if message.viewer_id is not None:
            message.flags |= MessageFlags.EPHEMERAL
        message.content = (form.get("content") or "").strip()
        message.files = self._store(uploads, form, channel)
        self._place(message, form.get("embeds") or [], form.get("components") or [])
        self._mention(message, form.get("allowed_mentions"))
        self.add(channel, message)
        return message

    def create_loading(self, channel: Channel, origin: Origin) -> Message:
        """Store the "thinking…" message of a deferred answer and tell whoever may see it."""
        bot = self.world.application.bot
        message = Message(self.world.snowflakes.next(), channel.id, bot, self.world.clock.now())
        message.flags = MessageFlags.LOADING
        message.type, message.viewer_id, message.webhook_id = origin.type, origin.viewer_id, origin.webhook_id
        message.interaction = origin.interaction
        if message.viewer_id is not None:
            message.flags |= MessageFlags.EPHEMERAL
        self.add(channel, message)
        return message

    def add(self, channel: Channel, message: Message) -> None:
        """Put a finished message at the end of a channel and tell of it."""
        self.world.messages.setdefault(channel.id, {})[message.id] = message
        self._forget_old(channel)
        if not message.is_ephemeral:
            channel.last_message_id = message.id
            if channel.thread is not None:
                channel.thread.total_sent += 1
                channel.thread.message_count += 1
        for listener in self.on_added:
            listener(channel, message)
        self.world.tell_of_message("message_create", message)
        self._tell_bot("MESSAGE_CREATE", message)

    def _forget_old(self, channel: Channel) -> None:
        """Drop the oldest ephemeral messages beyond what the world keeps, as clients do sooner or later."""
        keep, messages = self.world.keep, self.world.messages[channel.id]
        if not keep or len(messages) <= keep:
            return
        ephemeral = [each for each in messages.values() if each.is_ephemeral]
        for message in ephemeral[:-keep]:
            self.delete(message)

    def edit(
        self,
        message: Message,
        form: Json,
        uploads: tuple[Upload, ...] = (),
        allowed_flags: MessageFlags = EDITED_FLAGS,
    ) -> Message:
        """Check and apply an edit and tell of it; what the form does not name stays. Raises DiscordError."""
        rules = MessageRules(
            is_edit=True,
            allowed_flags=allowed_flags,
            uploads=uploads,
            old_flags=message.flags,
            old_content=message.content,
            old_embeds=len(message.embeds),
            old_components=len(message.components),
            old_files={file.id: file.filename for file in message.files},
            components=self._component_context(),
        )
        check_message(form, rules)
        channel = self.world.channels[message.channel_id]
        message.files = self._keep_files(message, form) + self._store(uploads, form, channel)
        if form.get("flags") is not None:
            changed = MessageFlags(form["flags"]) & EDITED_FLAGS
            message.flags = (message.flags & ~EDITED_FLAGS) | changed
        if "content" in form:
            message.content = (form["content"] or "").strip()
        embeds = (form["embeds"] or []) if "embeds" in form else message.embeds
        components = (form["components"] or []) if "components" in form else message.components
        self._place(message, embeds, components)
        if "content" in form or "components" in form:
            self._mention(message, form.get("allowed_mentions"))
        if message.flags & MessageFlags.LOADING:
            message.flags &= ~MessageFlags.LOADING
        else:
            message.edited_timestamp = self.world.clock.now()
        self.touch(message)
        return message

    def touch(self, message: Message) -> None:
        """Tell everybody that a message has changed."""
        self.world.tell_of_message("message_update", message)
        self._tell_bot("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Remove a message and tell of it."""
        self._remove(message)
        if message.is_ephemeral:
            return
        channel = self.world.channels[message.channel_id]
        data = {"id": message.id, "channel_id": channel.id}
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        self._dispatch("MESSAGE_DELETE", channel, data)

    def delete_many(self, channel: Channel, messages: list[Message]) -> None:
        """Remove messages of a channel together and tell of them, the bot in one event."""
        for message in messages:
            self._remove(message)
        data: Json = {"ids": [message.id for message in messages], "channel_id": channel.id}
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        if messages:
            self._dispatch("MESSAGE_DELETE_BULK", channel, data)

    def _remove(self, message: Message) -> None:
        del self.world.messages[message.channel_id][message.id]
        for file in message.files:
            self.world.drop_file(file)
        thread = self.world.channels[message.channel_id].thread
        if thread is not None and not message.is_ephemeral:
            thread.message_count -= 1
        self.world.tell_of_deletion(message)

    def _component_context(self) -> ComponentContext:
        return ComponentContext(has_emoji=lambda emoji_id: emoji_id in self.world.application.emojis)

    def store(self, filename: str, content: bytes, place_id: str) -> StoredFile:
        """Put a file into the CDN under a channel or application, with its kind and, if a picture, its size."""
        filename = re.sub(r"[^\w.\-]", "_", filename)
        picture = inspect_picture(content)
        kind = picture[0] if picture else guess_type(filename)[0] or "application/octet-stream"
        file = self.world.store_file(filename, content, kind, place_id)
        if picture:
            file.width, file.height = picture[1:]
        return file

    def _store(self, uploads: tuple[Upload, ...], form: Json, channel: Channel) -> list[StoredFile]:
        entries = {str(entry["id"]): entry for entry in form.get("attachments") or []}
        files = []
        for upload in uploads:
            entry = entries.get(str(upload.number), {})
            file = self.store(final_filename(upload, form), upload.content, channel.id)
            file.description, file.title = entry.get("description"), entry.get("title")
            files.append(file)
        return files

    def _keep_files(self, message: Message, form: Json) -> list[StoredFile]:
        if "attachments" not in form:
            return message.files
        entries = {str(entry["id"]): entry for entry in form["attachments"] or []}
        kept = [file for file in message.files if file.id in entries]
        for file in kept:
            file.description = entries[file.id].get("description", file.description)
        for file in message.files:
            if file not in kept:
                self.world.drop_file(file)
        return kept

    def _place(self, message: Message, embeds: list[Json], components: list[Json]) -> None:
        """Give the message its embeds and components, with files resolved to addresses and every component numbered."""
        by_name = {file.filename: file for file in message.files}
        by_url = {file_url(file, self.world.base_url): file for file in message.files}
        # Through JSON, which is what they are: several times as quick as a deep copy.
        message.embeds, message.components = json.loads(json.dumps([embeds, components]))
        for file in message.files:
            file.is_in_embed = False
        for embed in message.embeds:
            self._complete_embed(embed, by_name, by_url)
        numbers = iter(range(1, 1000))
        taken = {component["id"] for component in walk_components(message.components) if component.get("id")}
        for component in walk_components(message.components):
            if not component.get("id"):
                component["id"] = next(number for number in numbers if number not in taken)
            self._complete(component, by_name, by_url)

    def _complete_embed(self, embed: Json, by_name: dict[str, StoredFile], by_url: dict[str, StoredFile]) -> None:
        """Bring one embed into the form that answers have: what is not known is left out."""
        embed.setdefault("type", "rich")
        for key in [key for key, value in embed.items() if value is None]:
            del embed[key]
        for entry in embed.get("fields", ()):
            entry["inline"] = bool(entry.get("inline"))
        for key in ("image", "thumbnail"):
            if "url" in embed.get(key, ()):
                media = self._resolve(embed[key], by_name, by_url, in_embed=True)
                embed[key] = {name: value for name, value in media.items() if value is not None}

    def _complete(self, component: Json, by_name: dict[str, StoredFile], by_url: dict[str, StoredFile]) -> None:
        """Bring one component into the form that answers have."""
        kind = component["type"]
        if kind == MEDIA_GALLERY:
            for item in component["items"]:
                item["media"] = self._resolve(item["media"], by_name, by_url)
                item.setdefault("description", None)
                item["spoiler"] = bool(item.get("spoiler"))
        elif kind == THUMBNAIL:
            component["media"] = self._resolve(component["media"], by_name, by_url)
            component.setdefault("description", None)
        elif kind == FILE:
            component["file"] = self._resolve(component["file"], by_name, by_url)
            stored = by_url.get(component["file"]["url"])
            component["name"] = stored.filename if stored else None
            component["size"] = len(stored.content) if stored else None
        if "emoji" in component:
            component["emoji"] = self._complete_emoji(component["emoji"])
        for option in component.get("options") or []:
            if "emoji" in option:
                option["emoji"] = self._complete_emoji(option["emoji"])
        for key in [key for key, value in component.items() if value is None and key in _OMITTED_WHEN_NULL]:
            del component[key]
        if kind in SELECTS:
            component.pop("required", None)  # means something in forms only
            for chosen in component.get("default_values") or []:
                chosen["id"] = str(chosen["id"])
        for key, value in _DEFAULTS.get(kind, {}).items():
            component.setdefault(key, value)

    def _complete_emoji(self, emoji: Json | None) -> Json | None:
        if not emoji:
            return None
        if emoji.get("id") is None:
            return {"name": emoji["name"]}
        known = self.world.application.emojis[str(emoji["id"])]
        return {"id": known.id, "name": known.name, "animated": known.is_animated}

    def _resolve(
        self, media: Json, by_name: dict[str, StoredFile], by_url: dict[str, StoredFile], *, in_embed: bool = False
    ) -> Json:
        url = str(media["url"])
        name = url.removeprefix("attachment://")
        file = by_name.get(re.sub(r"[^\w.\-]", "_", name)) if name != url else by_url.get(url)
        if file is None:
            outside: Json = {"url": url, "proxy_url": url, "width": None, "height": None}
            return outside if in_embed else outside | {"id": self.world.snowflakes.next()}
        url = file_url(file, self.world.base_url)
        sizes = {"width": file.width, "height": file.height, "content_type": file.content_type}
        if in_embed:
            file.is_in_embed = True
            return {"url": url, "proxy_url": url} | sizes
        return {"id": file.id, "url": url, "proxy_url": url, "attachment_id": file.id} | sizes

    def _mention(self, message: Message, allowed: Json | None) -> None:
        """Find who is mentioned, as far as `allowed_mentions` lets it count. Without it everybody named counts."""
        texts = [message.content]
        texts += [part["content"] for part in walk_components(message.components) if "content" in part]
        text = "\n".join(texts)
        parse = None if allowed is None else set(allowed.get("parse") or [])
        users = {str(user_id) for user_id in (allowed or {}).get("users") or []}
        roles = {str(role_id) for role_id in (allowed or {}).get("roles") or []}
        named = dict.fromkeys(_MENTION.findall(text))
        every_user = parse is None or "users" in parse
        every_role = parse is None or "roles" in parse
        message.mention_ids = [key for key in named if key in self.world.users and (every_user or key in users)]
        named_roles = dict.fromkeys(_ROLE_MENTION.findall(text))
        message.mention_roles = [key for key in named_roles if every_role or key in roles]
        channel = self.world.channels[message.channel_id]
        may = self.world.permissions(message.author.id, channel) & Permissions.MENTION_EVERYONE
        is_allowed = parse is None or "everyone" in parse
        message.mentions_everyone = bool(is_allowed and may and _EVERYONE.search(text))

    def _tell_bot(self, name: str, message: Message) -> None:
        if message.is_ephemeral:
            return
        channel = self.world.channels[message.channel_id]
        data = message_json(message, self.world)
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
            members = self.world.guilds[channel.guild_id].members
            if message.author.id in members:
                data["member"] = _without_user(members[message.author.id])
            for mention in data["mentions"]:
                if mention["id"] in members:
                    mention["member"] = _without_user(members[mention["id"]])
        bot_id = self.world.application.bot.id
        is_own = message.author.id == bot_id or bot_id in message.mention_ids or channel.type == ChannelType.DM
        self._dispatch(name, channel, data, None if is_own else hide_content(data))

    def _dispatch(self, name: str, channel: Channel, data: Json, hidden: Json | None = None) -> None:
        if self.world.can_view(self.world.application.bot.id, channel):
            intents = DIRECT_MESSAGES if channel.type == ChannelType.DM else GUILD_MESSAGES
            self.world.tell_bot(name, data, intents=intents, guild_id=channel.guild_id, hidden=hidden)


_OMITTED_WHEN_NULL = frozenset(
    {"custom_id", "url", "emoji", "label", "placeholder", "sku_id", "required", "min_values", "max_values"}
)
_DEFAULTS: dict[int, Json] = {
    2: {"disabled": False},
    **{kind: {"min_values": 1, "max_values": 1, "disabled": False} for kind in SELECTS},
    11: {"spoiler": False},
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}


def walk_components(components: list[Json]) -> Iterator[Json]:
    """Yield every component of a message, outer ones before those they hold."""
    for component in components:
        yield component
        yield from walk_components(component.get("components") or [])
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk_components([component[key]])


def _without_user(member: Member) -> Json:
    """Return a member object as it comes beside a user."""
    return {key: value for key, value in member_json(member).items() if key != "user"}
