"""Routes of channels, their messages, threads and pins.

Source: https://discord.com/developers/docs/resources/channel
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.channels import state_of
from sandbox.clock import format_timestamp
from sandbox.errors import Json, Problems, refusal, words
from sandbox.messages import Messages, Origin
from sandbox.model import Channel, ChannelType, Message, Overwrite, Permissions
from sandbox.payloads import channel_json, message_json
from sandbox.rest import Answer, RestRequest, Route

if TYPE_CHECKING:
    from sandbox.channels import Channels
    from sandbox.world import World

_REPLY = 19
_THREAD_KEYS = frozenset({"name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"})
_CHANNEL_KEYS = _THREAD_KEYS | words(
    "archived locked topic position nsfw parent_id permission_overwrites "
    "flags applied_tags default_auto_archive_duration default_thread_rate_limit_per_user"
)
_MAX_PINS = 250
_TOO_OLD_SECONDS = 14 * 24 * 3600.0

NONCE_SECONDS = 300.0
"""So long a nonce is remembered; documented is "the past few minutes"."""


class ChannelRoutes:
    """The bot's requests about channels."""

    def __init__(self, world: World, messages: Messages, channels: Channels) -> None:
        """Serve the channels of a world."""
        self.world = world
        self.messages = messages
        self.channels = channels
        self.bot = world.application.bot
        self._nonces: dict[tuple[str, str], tuple[str, float]] = {}

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
            Route("PUT", f"{one}/permissions/{{overwrite_id}}", self.set_overwrite),
            Route("DELETE", f"{one}/permissions/{{overwrite_id}}", self.remove_overwrite),
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

    def _need_open(self, channel: Channel) -> None:
        """Raise the refusal if a thread is locked and the bot may not manage threads."""
        may_manage = self.world.permissions(self.bot.id, channel) & Permissions.MANAGE_THREADS
        if channel.thread is not None and channel.thread.is_locked and not may_manage:
            raise refusal("thread_locked")

    # Channels

    def get_channel(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}."""
        return Answer(200, channel_json(self._channel(request)))

    def edit_channel(self, request: RestRequest) -> Answer:
        """PATCH /channels/{channel_id}: name, topic, slow mode, position, parent, overwrites; threads: see there."""
        channel, form = self._channel(request), request.form
        problems = Problems()
        problems.unknown_keys((), form, _CHANNEL_KEYS)
        problems.text((), form, "name", 1, 100)
        problems.text((), form, "topic", 0, 1024)
        problems.whole((), form, "rate_limit_per_user", 0, 21600)
        problems.raise_if_any()
        if channel.thread is not None:
            self.edit_thread(channel, form)
            return Answer(200, channel_json(channel))
        self._need(channel, Permissions.MANAGE_CHANNELS)
        changes: dict[str, str | int | None] = {}
        for key, name in (("name", "name"), ("position", "position"), ("rate_limit_per_user", "slowmode")):
            if form.get(key) is not None:
                changes[name] = form[key]
        if "topic" in form:
            changes["topic"] = form["topic"]
        if "parent_id" in form:
            changes["parent_id"] = None if form["parent_id"] is None else str(form["parent_id"])
        self.channels.edit(channel, **changes)
        return Answer(200, channel_json(channel))

    def edit_thread(self, thread: Channel, form: Json) -> None:
        """Change a thread: its owner may do much, slow mode and lock are for those who manage threads."""
        state, allowed = state_of(thread), self.world.permissions(self.bot.id, thread)
        may_manage = bool(allowed & Permissions.MANAGE_THREADS)
        is_opening = form.get("archived") is False
        if state.is_archived and not is_opening:
            raise refusal("thread_archived")
        if form.keys() & {"locked", "rate_limit_per_user"} and not may_manage:
            raise refusal("missing_permissions")
        is_only_opening = is_opening and not state.is_locked and form.keys() == {"archived"}
        may_edit = may_manage or state.owner_id == self.bot.id or (is_only_opening and self.bot.id in state.members)
        if not may_edit:
            raise refusal("missing_permissions")
        self.channels.edit_thread(
            thread,
            name=form.get("name"),
            archived=form.get("archived"),
            locked=form.get("locked"),
            minutes=form.get("auto_archive_duration"),
            slowmode=form.get("rate_limit_per_user"),
            is_invitable=form.get("invitable"),
        )

    def delete_channel(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}."""
        channel = self._channel(request)
        self._need(channel, Permissions.MANAGE_THREADS if channel.thread else Permissions.MANAGE_CHANNELS)
        data = channel_json(channel)
        self.channels.delete(channel)
        return Answer(200, data)

    def set_overwrite(self, request: RestRequest) -> Answer:
        """PUT /channels/{channel_id}/permissions/{overwrite_id}: only what the bot may itself can be given or taken."""
        channel, form = self._channel(request), request.form
        self._need(channel, Permissions.MANAGE_ROLES)
        target_id = request.params["overwrite_id"]
        allow, deny = Permissions(int(form.get("allow") or 0)), Permissions(int(form.get("deny") or 0))
        if (allow | deny) & ~self.world.permissions(self.bot.id, channel):
            raise refusal("missing_permissions")
        self.channels.set_overwrite(channel, Overwrite(target_id, form.get("type") == 1, allow, deny))
        return Answer(204)

    def remove_overwrite(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}/permissions/{overwrite_id}."""
        channel = self._channel(request)
        self._need(channel, Permissions.MANAGE_ROLES)
        if request.params["overwrite_id"] not in channel.overwrites:
            raise refusal("unknown_overwrite")
        self.channels.remove_overwrite(channel, request.params["overwrite_id"])
        return Answer(204)

    def type_in(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/typing."""
        channel = self._channel(request)
        self.channels.ensure_may_send(channel, self.bot.id)
        self.channels.herald.typing(channel, self.bot)
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
        """POST /channels/{channel_id}/messages; with `enforce_nonce` what was sent before is answered with again."""
        channel, form = self._channel(request), request.form
        self.channels.ensure_may_send(channel, self.bot.id)
        if (sent := self._find_sent(channel, form)) is not None:
            return Answer(200, message_json(sent, self.world))
        if channel.type == ChannelType.DM and not all(user.accepts_messages for user in channel.recipients):
            raise refusal("cannot_message_user")
        if request.uploads:
            self._need(channel, Permissions.ATTACH_FILES)
        if form.get("embeds"):
            self._need(channel, Permissions.EMBED_LINKS)
        reference = self._reference(channel, form)
        origin = Origin(type=_REPLY if reference else 0, reference=reference)
        self.channels.prepare_for_message(channel, self.bot.id)
        message = self.messages.create(channel, self.bot, form, request.uploads, origin)
        if form.get("nonce") is not None:
            self._nonces[channel.id, str(form["nonce"])] = message.id, self.world.clock.now() + NONCE_SECONDS
        return Answer(200, message_json(message, self.world))

    def _find_sent(self, channel: Channel, form: Json) -> Message | None:
        """Return the message that was sent with the same nonce not long ago; one deleted since is refused (10008)."""
        now = self.world.clock.now()
        self._nonces = {key: kept for key, kept in self._nonces.items() if kept[1] > now}
        kept = self._nonces.get((channel.id, str(form.get("nonce"))))
        if kept is None or not form.get("enforce_nonce"):
            return None
        message = self.world.find_message(channel.id, kept[0])
        if message is None:
            raise refusal("unknown_message")
        return message

    def _reference(self, channel: Channel, form: Json) -> Json | None:
        given = form.get("message_reference")
        if not isinstance(given, dict):
            return None
        if not self.world.permissions(self.bot.id, channel) & Permissions.READ_MESSAGE_HISTORY:
            raise refusal("no_reply_without_history")
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
        self._need_open(channel)
        self.messages.edit(message, request.form, request.uploads)
        return Answer(200, message_json(message, self.world))

    def delete_message(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}/messages/{message_id}."""
        channel = self._channel(request)
        message = self._message(request, channel)
        if message.author.id != self.bot.id:
            self._need(channel, Permissions.MANAGE_MESSAGES)
        if channel.thread and channel.thread.is_archived:  # of an archived thread's messages that is all one can do
            self._need_open(channel)
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
        if len(set(ids)) < len(ids):
            Problems().fail(("messages",), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
        found = [self.world.find_message(channel.id, message_id) for message_id in ids]
        messages = [each for each in found if each is not None and not each.is_ephemeral]
        if any(self.world.clock.now() - each.timestamp > _TOO_OLD_SECONDS for each in messages):
            raise refusal("too_old_to_delete")
        self.messages.delete_many(channel, messages)
        return Answer(204)

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
            self.channels.herald.pins_updated(channel)
        return Answer(204)


def _whole(request: RestRequest, key: str) -> int:
    """Return a number of the query string. Raises 50035 if it is none."""
    text = request.query[key]
    if not text.isdecimal():
        Problems().fail((key,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')
    return int(text)
