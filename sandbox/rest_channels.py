"""Routes of channels, their messages, threads and pins.

Source: https://discord.com/developers/docs/resources/channel
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.clock import format_timestamp
from sandbox.errors import Json, Problems, refusal, words
from sandbox.intents import DIRECT_MESSAGES, GUILDS
from sandbox.messages import Messages, Origin, ensure_may_send
from sandbox.model import Channel, ChannelType, Message, MessageFlags, Permissions, ThreadState
from sandbox.payloads import channel_json, message_json, thread_member_json
from sandbox.rest import Answer, RestRequest, Route

if TYPE_CHECKING:
    from sandbox.world import World

_GUILD_TYPING = 1 << 11
_THREAD_CREATED, _REPLY = 18, 19
_THREAD_KEYS = frozenset({"name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"})
_CHANNEL_KEYS = _THREAD_KEYS | words(
    "archived locked topic position nsfw parent_id permission_overwrites "
    "flags applied_tags default_auto_archive_duration default_thread_rate_limit_per_user"
)
_MAX_PINS = 250


class ChannelRoutes:
    """The bot's requests about channels."""

    def __init__(self, world: World, messages: Messages) -> None:
        """Serve the channels of a world."""
        self.world = world
        self.messages = messages
        self.bot = world.application.bot

    def routes(self) -> list[Route]:
        """Return the routes with their handlers."""
        one, message = "/channels/{channel_id}", "/channels/{channel_id}/messages/{message_id}"
        return [
            Route("GET", one, self.get_channel),
            Route("PATCH", one, self.edit_channel),
            Route("DELETE", one, self.delete_channel),
            Route("POST", f"{one}/typing", self.type_in),
            Route("GET", f"{one}/messages", self.list_messages),
            Route("POST", f"{one}/messages", self.send),
            Route("POST", f"{one}/messages/bulk-delete", self.bulk_delete),
            Route("GET", message, self.get_message),
            Route("PATCH", message, self.edit_message),
            Route("DELETE", message, self.delete_message),
            Route("POST", f"{one}/threads", self.start_thread),
            Route("POST", f"{message}/threads", self.start_thread_from_message),
            Route("PUT", f"{one}/thread-members/@me", self.join_thread),
            Route("DELETE", f"{one}/thread-members/@me", self.leave_thread),
            Route("PUT", f"{one}/thread-members/{{user_id}}", self.add_to_thread),
            Route("GET", f"{one}/thread-members", self.list_thread_members),
            Route("GET", f"{one}/pins", self.list_pins_old),
            Route("GET", f"{one}/messages/pins", self.list_pins),
            *(
                Route(method, f"{one}{path}/{{message_id}}", handler)
                for path in ("/pins", "/messages/pins")
                for method, handler in (("PUT", self.pin), ("DELETE", self.unpin))
            ),
        ]

    # Finding

    def _channel(self, request: RestRequest) -> Channel:
        channel = self.world.channels.get(request.params["channel_id"])
        if channel is None:
            raise refusal("unknown_channel")
        if not self.world.can_view(self.bot.id, channel):
            raise refusal("missing_access")
        return channel

    def _message(self, request: RestRequest, channel: Channel) -> Message:
        """Return the message of a path; ephemeral ones do not exist for channel routes."""
        message = self.world.find_message(channel.id, request.params["message_id"])
        if message is None or message.is_ephemeral:
            raise refusal("unknown_message")
        return message

    def _need(self, channel: Channel, permission: Permissions) -> None:
        if not self.world.permissions(self.bot.id, channel) & permission:
            raise refusal("missing_permissions")

    # Channels

    def get_channel(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}."""
        return Answer(200, channel_json(self._channel(request)))

    def edit_channel(self, request: RestRequest) -> Answer:
        """PATCH /channels/{channel_id}: name, topic, slow mode; of threads also archived and locked."""
        channel, form = self._channel(request), request.form
        problems = Problems()
        problems.unknown_keys((), form, _CHANNEL_KEYS)
        problems.text((), form, "name", 1, 100)
        problems.text((), form, "topic", 0, 1024)
        problems.whole((), form, "rate_limit_per_user", 0, 21600)
        problems.raise_if_any()
        thread = channel.thread
        if thread is None or thread.owner_id != self.bot.id:
            self._need(channel, Permissions.MANAGE_THREADS if thread else Permissions.MANAGE_CHANNELS)
        channel.name = form.get("name") or channel.name
        channel.slowmode = form.get("rate_limit_per_user") or 0 if "rate_limit_per_user" in form else channel.slowmode
        if thread is None:
            channel.topic = form.get("topic", channel.topic)
        else:
            thread.is_archived = bool(form.get("archived", thread.is_archived))
            thread.is_locked = bool(form.get("locked", thread.is_locked))
            thread.auto_archive_minutes = form.get("auto_archive_duration", thread.auto_archive_minutes)
            thread.changed_at = self.world.clock.now()
        name = "THREAD_UPDATE" if thread else "CHANNEL_UPDATE"
        self.world.tell_bot(name, channel_json(channel), intents=GUILDS, guild_id=channel.guild_id)
        self.world.tell_of_channels()
        return Answer(200, channel_json(channel))

    def delete_channel(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}."""
        channel = self._channel(request)
        self._need(channel, Permissions.MANAGE_THREADS if channel.thread else Permissions.MANAGE_CHANNELS)
        data = channel_json(channel)
        remove_channel(self.world, channel)
        return Answer(200, data)

    def type_in(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/typing."""
        channel = self._channel(request)
        ensure_may_send(self.world, channel, self.bot.id)
        data = {"channel_id": channel.id, "user_id": self.bot.id, "timestamp": int(self.world.clock.now())}
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        self.world.tell_bot("TYPING_START", data, intents=_GUILD_TYPING, guild_id=channel.guild_id)
        return Answer(204)

    # Messages

    def list_messages(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/messages: newest first, with limit, before, after, around."""
        channel = self._channel(request)
        self._need(channel, Permissions.READ_MESSAGE_HISTORY)
        query = {key: _whole(request, key) for key in ("limit", "before", "after", "around") if key in request.query}
        limit = query.get("limit", 50)
        problems = Problems()
        problems.whole((), {"limit": limit}, "limit", 1, 100)
        problems.raise_if_any()
        found = [each for each in self.world.messages.get(channel.id, {}).values() if not each.is_ephemeral]
        if "before" in query:
            found = [each for each in found if int(each.id) < query["before"]][-limit:]
        elif "after" in query:
            found = [each for each in found if int(each.id) > query["after"]][:limit]
        elif "around" in query:
            below = [each for each in found if int(each.id) < query["around"]][-(limit // 2) :]
            found = below + [each for each in found if int(each.id) >= query["around"]][: limit - len(below)]
        return Answer(200, [message_json(each, self.world) for each in reversed(found[-limit:])])

    def get_message(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/messages/{message_id}."""
        channel = self._channel(request)
        self._need(channel, Permissions.READ_MESSAGE_HISTORY)
        return Answer(200, message_json(self._message(request, channel), self.world))

    def send(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/messages."""
        channel, form = self._channel(request), request.form
        ensure_may_send(self.world, channel, self.bot.id)
        if channel.type == ChannelType.DM and not all(user.accepts_messages for user in channel.recipients):
            raise refusal("cannot_message_user")
        if request.uploads:
            self._need(channel, Permissions.ATTACH_FILES)
        reference = self._reference(channel, form)
        origin = Origin(type=_REPLY if reference else 0, reference=reference)
        message = self.messages.create(channel, self.bot, form, request.uploads, origin)
        return Answer(200, message_json(message, self.world))

    def _reference(self, channel: Channel, form: Json) -> Json | None:
        given = form.get("message_reference")
        if not isinstance(given, dict):
            return None
        message_id = str(given.get("message_id"))
        found = self.world.find_message(channel.id, message_id)
        if found is None or found.is_ephemeral:
            if given.get("fail_if_not_exists", True):
                problems = Problems()
                problems.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
                problems.raise_if_any()
            return None
        reference = {"type": 0, "channel_id": channel.id, "message_id": message_id}
        return reference | ({"guild_id": channel.guild_id} if channel.guild_id else {})

    def edit_message(self, request: RestRequest) -> Answer:
        """PATCH /channels/{channel_id}/messages/{message_id}."""
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.author.id != self.bot.id:
            raise refusal("foreign_author")
        if channel.thread and channel.thread.is_archived:
            raise refusal("thread_archived")
        self.messages.edit(message, request.form, request.uploads)
        return Answer(200, message_json(message, self.world))

    def delete_message(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}/messages/{message_id}."""
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.author.id != self.bot.id:
            self._need(channel, Permissions.MANAGE_MESSAGES)
        if channel.thread and channel.thread.is_archived:
            raise refusal("thread_archived")
        self.messages.delete(message)
        return Answer(204)

    def bulk_delete(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/messages/bulk-delete."""
        channel = self._channel(request)
        self._need(channel, Permissions.MANAGE_MESSAGES)
        ids = [str(each) for each in request.form.get("messages") or []]
        if not 2 <= len(ids) <= 100:
            problems = Problems()
            problems.length(("messages",), 2, 100)
            problems.raise_if_any()
        for message_id in ids:
            message = self.world.find_message(channel.id, message_id)
            if message is not None and not message.is_ephemeral:
                self.messages.delete(message)
        return Answer(204)

    # Threads

    def start_thread(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/threads: a thread without a message; private unless `type` says 11."""
        channel, form = self._channel(request), request.form
        kind = form.get("type", ChannelType.PRIVATE_THREAD)
        is_private = kind == ChannelType.PRIVATE_THREAD
        self._need(channel, Permissions.CREATE_PRIVATE_THREADS if is_private else Permissions.CREATE_PUBLIC_THREADS)
        thread = self._make_thread(channel, form, self.world.snowflakes.next(), kind)
        if not is_private:
            notice = Message(self.world.snowflakes.next(), channel.id, self.bot, self.world.clock.now())
            notice.content, notice.type = thread.name, _THREAD_CREATED
            notice.reference = {"type": 0, "channel_id": thread.id, "guild_id": channel.guild_id}
            notice.reference["message_id"] = notice.id
            self.messages.add(channel, notice)
        return Answer(201, channel_json(thread) | {"member": thread_member_json(thread, self.bot.id)})

    def start_thread_from_message(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/messages/{message_id}/threads: a public thread with the message's id."""
        channel = self._channel(request)
        message = self._message(request, channel)
        self._need(channel, Permissions.CREATE_PUBLIC_THREADS)
        if message.thread_id is not None:
            raise refusal("thread_exists")
        thread = self._make_thread(channel, request.form, message.id, ChannelType.PUBLIC_THREAD)
        message.thread_id = thread.id
        message.flags |= MessageFlags.HAS_THREAD
        self.messages.touch(message)
        return Answer(201, channel_json(thread) | {"member": thread_member_json(thread, self.bot.id)})

    def _make_thread(self, parent: Channel, form: Json, thread_id: str, kind: int) -> Channel:
        problems = Problems()
        problems.unknown_keys((), form, _THREAD_KEYS)
        problems.text((), form, "name", 1, 100, required=True)
        if form.get("auto_archive_duration") not in {None, 60, 1440, 4320, 10080}:
            problems.choices(("auto_archive_duration",), "(60, 1440, 4320, 10080)")
        if kind not in {ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}:
            problems.choices(("type",), "(10, 11, 12)")
        problems.raise_if_any()
        if parent.type != ChannelType.TEXT:
            raise refusal("wrong_channel_type")
        now = self.world.clock.now()
        minutes = form.get("auto_archive_duration") or 4320
        state = ThreadState(self.bot.id, now, auto_archive_minutes=minutes, changed_at=now, members={self.bot.id: now})
        thread = Channel(
            thread_id, form["name"], ChannelType(kind), parent.guild_id, parent.id, thread=state,
            slowmode=form.get("rate_limit_per_user") or 0,
        )  # fmt: skip
        self.world.channels[thread.id] = thread
        data = channel_json(thread) | {"newly_created": True, "member": thread_member_json(thread, self.bot.id)}
        self.world.tell_bot("THREAD_CREATE", data, intents=GUILDS, guild_id=thread.guild_id)
        self.world.tell_of_channels()
        return thread

    def _thread(self, request: RestRequest) -> tuple[Channel, ThreadState]:
        channel = self._channel(request)
        if channel.thread is None:
            raise refusal("wrong_channel_type")
        if channel.thread.is_archived:
            raise refusal("thread_archived")
        return channel, channel.thread

    def join_thread(self, request: RestRequest) -> Answer:
        """PUT /channels/{channel_id}/thread-members/@me."""
        _, state = self._thread(request)
        state.members.setdefault(self.bot.id, self.world.clock.now())
        return Answer(204)

    def leave_thread(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}/thread-members/@me."""
        _, state = self._thread(request)
        state.members.pop(self.bot.id, None)
        return Answer(204)

    def add_to_thread(self, request: RestRequest) -> Answer:
        """PUT /channels/{channel_id}/thread-members/{user_id}."""
        channel, state = self._thread(request)
        user_id = request.params["user_id"]
        if user_id not in self.world.guilds[channel.guild_id or ""].members:
            raise refusal("unknown_member")
        state.members.setdefault(user_id, self.world.clock.now())
        return Answer(204)

    def list_thread_members(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/thread-members."""
        channel, state = self._thread(request)
        return Answer(200, [thread_member_json(channel, user_id) for user_id in state.members])

    # Pins

    def _pinned(self, channel: Channel) -> list[Message]:
        pinned = [each for each in self.world.messages.get(channel.id, {}).values() if each.is_pinned]
        return sorted(pinned, key=lambda each: each.pinned_at or 0.0, reverse=True)

    def list_pins(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/messages/pins."""
        pins = [
            {"pinned_at": format_timestamp(each.pinned_at or 0.0), "message": message_json(each, self.world)}
            for each in self._pinned(self._channel(request))
        ]
        return Answer(200, {"items": pins, "has_more": False})

    def list_pins_old(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/pins."""
        return Answer(200, [message_json(each, self.world) for each in self._pinned(self._channel(request))])

    def pin(self, request: RestRequest) -> Answer:
        """PUT …/pins/{message_id}."""
        return self._set_pin(request, is_pinned=True)

    def unpin(self, request: RestRequest) -> Answer:
        """DELETE …/pins/{message_id}."""
        return self._set_pin(request, is_pinned=False)

    def _set_pin(self, request: RestRequest, *, is_pinned: bool) -> Answer:
        channel = self._channel(request)
        message = self._message(request, channel)
        self._need(channel, Permissions.PIN_MESSAGES)
        if is_pinned and len(self._pinned(channel)) >= _MAX_PINS:
            raise refusal("too_many_pins")
        if message.is_pinned != is_pinned:
            message.pinned_at = self.world.clock.now() if is_pinned else None
            channel.last_pin_at = max((each.pinned_at or 0.0 for each in self._pinned(channel)), default=None)
            self.messages.touch(message)
            data: Json = {"channel_id": channel.id, "last_pin_timestamp": channel_json(channel)["last_pin_timestamp"]}
            if channel.guild_id is not None:
                data["guild_id"] = channel.guild_id
            intents = DIRECT_MESSAGES if channel.type == ChannelType.DM else GUILDS
            self.world.tell_bot("CHANNEL_PINS_UPDATE", data, intents=intents, guild_id=channel.guild_id)
        return Answer(204)


def _whole(request: RestRequest, key: str) -> int:
    """Return a number of the query string. Raises 50035 if it is none."""
    text = request.query[key]
    if not text.isdecimal():
        Problems().fail((key,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')
    return int(text)


def remove_channel(world: World, channel: Channel) -> None:
    """Delete a channel or thread, with the threads in it, and tell the bot."""
    for child in [each for each in world.channels.values() if each.parent_id == channel.id]:
        remove_channel(world, child)
    world.channels.pop(channel.id, None)
    world.messages.pop(channel.id, None)
    if channel.guild_id is not None:
        world.guilds[channel.guild_id].channels.pop(channel.id, None)
    data = channel_json(channel)
    if channel.thread is not None:
        data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
    name = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
    world.tell_bot(name, data, intents=GUILDS, guild_id=channel.guild_id)
    world.tell_of_channels()
