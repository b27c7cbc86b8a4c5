"""Routes of threads and who is in them.

Source: https://discord.com/developers/docs/resources/channel
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.channels import ARCHIVE_MINUTES
from sandbox.errors import Json, Problems, refusal
from sandbox.intents import GUILD_MEMBERS
from sandbox.model import Channel, ChannelType, Message, MessageFlags, Permissions, ThreadState
from sandbox.payloads import channel_json, member_json, thread_member_json
from sandbox.rest import Answer, RestRequest, Route

if TYPE_CHECKING:
    from sandbox.channels import Channels
    from sandbox.messages import Messages
    from sandbox.world import World

_THREAD_CREATED = 18
_THREAD_KEYS = frozenset({"name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"})


class ThreadRoutes:
    """The bot's requests about threads."""

    def __init__(self, world: World, messages: Messages, channels: Channels) -> None:
        """Serve the threads of a world."""
        self.world = world
        self.messages = messages
        self.channels = channels
        self.bot = world.application.bot

    def routes(self) -> list[Route]:
        """Return the routes with their handlers."""
        one = "/channels/{channel_id}"
        member = f"{one}/thread-members/{{user_id}}"
        return [
            Route("POST", f"{one}/threads", self.start_thread),
            Route("POST", f"{one}/messages/{{message_id}}/threads", self.start_thread_from_message),
            Route("GET", f"{one}/thread-members", self.list_thread_members),
            Route("PUT", f"{one}/thread-members/@me", self.join_thread),
            Route("DELETE", f"{one}/thread-members/@me", self.leave_thread),
            Route("GET", member, self.get_thread_member),
            Route("PUT", member, self.add_to_thread),
            Route("DELETE", member, self.remove_from_thread),
        ]

    def _channel(self, request: RestRequest) -> Channel:
        channel = self.world.channels.get(request.params["channel_id"])
        if channel is None:
            raise refusal("unknown_channel")
        if not self.world.can_view(self.bot.id, channel):
            raise refusal("missing_access")
        return channel

    def _need(self, channel: Channel, permission: Permissions) -> None:
        if not self.world.permissions(self.bot.id, channel) & permission:
            raise refusal("missing_permissions")

    # Beginning

    def start_thread(self, request: RestRequest) -> Answer:
        """POST /channels/{channel_id}/threads: a thread without a message; private unless `type` says 11."""
        channel, form = self._channel(request), request.form
        kind = form.get("type", ChannelType.PRIVATE_THREAD)
        is_private = kind == ChannelType.PRIVATE_THREAD
        self._need(channel, Permissions.CREATE_PRIVATE_THREADS if is_private else Permissions.CREATE_PUBLIC_THREADS)
        thread = self._make(channel, form, None, kind)
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
        message = self.world.find_message(channel.id, request.params["message_id"])
        if message is None or message.is_ephemeral:
            raise refusal("unknown_message")
        self._need(channel, Permissions.CREATE_PUBLIC_THREADS)
        if message.thread_id is not None:
            raise refusal("thread_exists")
        thread = self._make(channel, request.form, message.id, ChannelType.PUBLIC_THREAD)
        message.thread_id = thread.id
        message.flags |= MessageFlags.HAS_THREAD
        self.messages.touch(message)
        return Answer(201, channel_json(thread) | {"member": thread_member_json(thread, self.bot.id)})

    def _make(self, parent: Channel, form: Json, thread_id: str | None, kind: int) -> Channel:
        problems = Problems()
        problems.unknown_keys((), form, _THREAD_KEYS)
        if isinstance(form.get("name"), str):
            form = form | {"name": form["name"].strip()}  # spaces around it do not count
        problems.text((), form, "name", 1, 100, required=True)
        minutes = form.get("auto_archive_duration")
        if minutes is not None and minutes not in ARCHIVE_MINUTES:
            problems.choices(("auto_archive_duration",), "(60, 1440, 4320, 10080)")
        if kind not in {ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}:
            problems.choices(("type",), "(10, 11, 12)")
        problems.raise_if_any()
        if parent.type != ChannelType.TEXT:
            raise refusal("wrong_channel_type")
        return self.channels.create_thread(
            parent,
            form["name"],
            self.bot.id,
            kind=ChannelType(kind),
            thread_id=thread_id,
            minutes=minutes or 4320,
            slowmode=form.get("rate_limit_per_user") or 0,
            is_invitable=form.get("invitable", True),
        )

    # Members

    def _thread(self, request: RestRequest, *, is_open: bool = True) -> tuple[Channel, ThreadState]:
        channel = self._channel(request)
        if channel.thread is None:
            raise refusal("wrong_channel_type")
        if is_open and channel.thread.is_archived:
            raise refusal("thread_archived")
        return channel, channel.thread

    def join_thread(self, request: RestRequest) -> Answer:
        """PUT /channels/{channel_id}/thread-members/@me."""
        self.channels.add_to_thread(self._thread(request)[0], self.bot.id)
        return Answer(204)

    def leave_thread(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}/thread-members/@me."""
        self.channels.remove_from_thread(self._thread(request)[0], self.bot.id)
        return Answer(204)

    def add_to_thread(self, request: RestRequest) -> Answer:
        """PUT /channels/{channel_id}/thread-members/{user_id}: whoever may write there may bring others in."""
        channel, _ = self._thread(request)
        self._need(channel, Permissions.SEND_MESSAGES_IN_THREADS)
        user_id = request.params["user_id"]
        if user_id not in self.world.guilds[channel.guild_id or ""].members:
            raise refusal("unknown_member")
        self.channels.add_to_thread(channel, user_id)
        return Answer(204)

    def remove_from_thread(self, request: RestRequest) -> Answer:
        """DELETE /channels/{channel_id}/thread-members/{user_id}: for who manages threads or owns a private one."""
        channel, state = self._thread(request)
        if channel.type != ChannelType.PRIVATE_THREAD or state.owner_id != self.bot.id:
            self._need(channel, Permissions.MANAGE_THREADS)
        self.channels.remove_from_thread(channel, request.params["user_id"])
        return Answer(204)

    def list_thread_members(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/thread-members, for applications with the members intent."""
        channel, state = self._thread(request, is_open=False)
        if not self.world.application.granted_intents & GUILD_MEMBERS:
            raise refusal("missing_access")
        return Answer(200, [self._member(channel, user_id, request) for user_id in state.members])

    def get_thread_member(self, request: RestRequest) -> Answer:
        """GET /channels/{channel_id}/thread-members/{user_id}."""
        channel, state = self._thread(request, is_open=False)
        user_id = request.params["user_id"]
        if user_id not in state.members:
            raise refusal("unknown_member")
        return Answer(200, self._member(channel, user_id, request))

    def _member(self, channel: Channel, user_id: str, request: RestRequest) -> Json:
        data = thread_member_json(channel, user_id)
        members = self.world.guilds[channel.guild_id or ""].members
        if request.query.get("with_member", "").lower() in {"true", "1"} and user_id in members:
            data["member"] = member_json(members[user_id])
        return data
