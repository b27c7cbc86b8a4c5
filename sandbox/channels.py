"""The life of channels and threads: made, changed, archived, deleted; whoever does it, everybody is told.

Sources: https://discord.com/developers/docs/resources/channel and https://discord.com/developers/docs/topics/threads
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandbox.errors import refusal
from sandbox.gateway_payloads import is_seen, seen_channel_json
from sandbox.model import Channel, ChannelType, Overwrite, Permissions, ThreadState

if TYPE_CHECKING:
    from sandbox.clock import Timer
    from sandbox.herald import Herald
    from sandbox.messages import Messages
    from sandbox.model import Guild, Message
    from sandbox.world import World

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class Channels:
    """What can be done to the channels of a world."""

    def __init__(self, world: World, herald: Herald, messages: Messages) -> None:
        """Act in a world; threads are archived when nobody has written there for long."""
        self.world = world
        self.herald = herald
        self._timers: dict[str, Timer] = {}
        messages.on_added.append(self._note_message)

    def _guild(self, channel: Channel) -> Guild | None:
        return self.world.guilds.get(channel.guild_id or "")

    def is_seen(self, channel: Channel) -> bool:
        """Whether the bot sees a channel, or anything in a category."""
        return is_seen(self.world, channel)

    # Channels

    def create(
        self,
        guild: Guild,
        name: str,
        *,
        kind: ChannelType = ChannelType.TEXT,
        topic: str | None = None,
        parent: Channel | None = None,
        overwrites: Iterable[Overwrite] = (),
    ) -> Channel:
        """Make a text channel or a category; one in a category begins with that one's overwrites."""
        if parent is not None and not overwrites:
            overwrites = [Overwrite(each.id, each.is_member, each.allow, each.deny) for each in _all(parent)]
        channel = self.world.add_channel(guild, name, kind=kind, topic=topic, overwrites=overwrites)
        channel.parent_id = None if parent is None else parent.id
        self.herald.channel_created(channel)
        self.world.tell_of_channels()
        return channel

    def edit(self, channel: Channel, **changes: str | int | None) -> None:
        """Change a channel's name, topic, slowmode, position or parent_id."""
        for key, value in changes.items():
            setattr(channel, key, value)
        self.herald.channel_updated(channel)
        self.world.tell_of_channels()

    def set_overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Allow and deny somebody things in a channel."""
        self._replace_overwrites(channel, channel.overwrites | {overwrite.id: overwrite})

    def remove_overwrite(self, channel: Channel, target_id: str) -> None:
        """Let the roles alone say again what somebody may do in a channel."""
        self._replace_overwrites(channel, {key: each for key, each in channel.overwrites.items() if key != target_id})

    def _replace_overwrites(self, channel: Channel, overwrites: dict[str, Overwrite]) -> None:
        """Give a channel other overwrites. Channels in a category that have the same as it change with it."""
        old = _summary(channel)
        synced = [each for each in self._children(channel) if not each.thread and _summary(each) == old]
        with self.herald.access(self._guild(channel)) as told:
            for each in (channel, *synced):
                each.overwrites = {
                    key: Overwrite(key, entry.is_member, entry.allow, entry.deny) for key, entry in overwrites.items()
                }
            for each in (channel, *synced):
                told.add(each.id)
                self.herald.channel_updated(each)

    def _children(self, channel: Channel) -> list[Channel]:
        return [each for each in self.world.channels.values() if each.parent_id == channel.id]

    def delete(self, channel: Channel) -> None:
        """Delete a channel with its threads, a thread, or a category: what was in it stays outside."""
        was_seen = self.world.can_view(self.world.application.bot.id, channel)
        data = seen_channel_json(self.world, channel)
        children = self._children(channel)
        self.forget(channel)
        if channel.thread is not None:
            self.herald.thread_deleted(channel, was_seen=was_seen)
        else:
            self.herald.channel_deleted(channel, data)
        for child in children:
            if child.thread is not None:
                self.forget(child)
            else:
                self.edit(child, parent_id=None)
        self.world.tell_of_channels()

    def forget(self, channel: Channel) -> None:
        """Take a channel out of the world without a word to the bot."""
        self.world.channels.pop(channel.id, None)
        for message in self.world.messages.pop(channel.id, {}).values():
            for file in message.files:
                self.world.drop_file(file)
        guild = self._guild(channel)
        if guild is not None:
            guild.channels.pop(channel.id, None)
        if channel.id in self._timers:
            self._timers.pop(channel.id).cancel()

    # Threads

    def create_thread(  # noqa: PLR0913 - a thread is that many things
        self,
        parent: Channel,
        name: str,
        owner_id: str,
        *,
        kind: ChannelType = ChannelType.PUBLIC_THREAD,
        thread_id: str | None = None,
        minutes: int = 4320,
        slowmode: int = 0,
        is_invitable: bool = True,
    ) -> Channel:
        """Make a thread with its owner in it; `thread_id` is that of the message it begins with."""
        now = self.world.clock.now()
        state = ThreadState(owner_id, now, auto_archive_minutes=minutes, is_invitable=is_invitable, changed_at=now)
        state.active_at = now
        thread = Channel(
            thread_id or self.world.snowflakes.next(), name, kind, parent.guild_id, parent.id, thread=state
        )
        thread.slowmode = slowmode
        state.members[owner_id] = now
        self.world.channels[thread.id] = thread
        self.herald.thread_created(thread)
        self.herald.thread_members_updated(thread, added=[owner_id], is_new=True)
        self._watch(thread)
        self.world.tell_of_channels()
        return thread

    def edit_thread(  # noqa: PLR0913 - a thread has that many settings
        self,
        thread: Channel,
        *,
        name: str | None = None,
        archived: bool | None = None,
        locked: bool | None = None,
        minutes: int | None = None,
        slowmode: int | None = None,
        is_invitable: bool | None = None,
    ) -> None:
        """Change what is given of a thread. Raises ValueError for what is no thread."""
        state = state_of(thread)
        now, was_archived = self.world.clock.now(), state.is_archived
        thread.name = thread.name if name is None else name
        thread.slowmode = thread.slowmode if slowmode is None else slowmode
        state.is_invitable = state.is_invitable if is_invitable is None else is_invitable
        state.is_locked = state.is_locked if locked is None else locked
        state.is_archived = was_archived if archived is None else archived
        if minutes is not None and minutes != state.auto_archive_minutes:
            state.auto_archive_minutes, state.changed_at, state.active_at = minutes, now, now
        if state.is_archived != was_archived:
            state.changed_at = now
        if was_archived and not state.is_archived:
            state.active_at = now
            self.herald.thread_opened(thread)
        else:
            self.herald.thread_updated(thread)
        self._watch(thread)
        self.world.tell_of_channels()

    def add_to_thread(self, thread: Channel, user_id: str) -> None:
        """Put a member of the guild into a thread."""
        state = state_of(thread)
        if user_id not in state.members:
            state.members[user_id] = self.world.clock.now()
            self.herald.thread_members_updated(thread, added=[user_id])
            self.world.tell_of_channels()

    def remove_from_thread(self, thread: Channel, user_id: str) -> None:
        """Take somebody out of a thread."""
        if state_of(thread).members.pop(user_id, None) is not None:
            self.herald.thread_members_updated(thread, removed=[user_id])
            self.world.tell_of_channels()

    def ensure_may_send(self, channel: Channel, user_id: str) -> None:
        """Raise the refusal unless a user may write into a channel or thread."""
        allowed = self.world.permissions(user_id, channel)
        if not allowed & Permissions.VIEW_CHANNEL:
            raise refusal("missing_access")
        if channel.type == ChannelType.CATEGORY:
            raise refusal("wrong_channel_type")
        needed = Permissions.SEND_MESSAGES_IN_THREADS if channel.thread else Permissions.SEND_MESSAGES
        if not allowed & needed:
            raise refusal("missing_permissions")
        if channel.thread and channel.thread.is_locked and not allowed & Permissions.MANAGE_THREADS:
            raise refusal("thread_locked")

    def prepare_for_message(self, channel: Channel, user_id: str | None) -> None:
        """Open a thread that is archived, and put who writes into it (None: it comes through a webhook)."""
        if channel.thread is None:
            return
        if channel.thread.is_archived:
            self.edit_thread(channel, archived=False)
        if user_id is not None:
            self.add_to_thread(channel, user_id)

    # Archiving

    def watch_threads(self) -> None:
        """Archive in time the threads that there are already."""
        for channel in self.world.channels.values():
            self._watch(channel)

    def _note_message(self, channel: Channel, _message: Message) -> None:
        if channel.thread is not None:
            channel.thread.active_at = self.world.clock.now()

    def _watch(self, thread: Channel) -> None:
        """Look at a thread again when it may have been quiet for long enough."""
        state = thread.thread
        if thread.id in self._timers:
            self._timers.pop(thread.id).cancel()
        if state is not None and not state.is_archived:
            due = state.active_at + state.auto_archive_minutes * 60
            self._timers[thread.id] = self.world.clock.call_at(due, lambda: self._look_at(thread))

    def _look_at(self, thread: Channel) -> None:
        state = state_of(thread)
        if self.world.clock.now() >= state.active_at + state.auto_archive_minutes * 60:
            self.edit_thread(thread, archived=True)
        else:
            self._watch(thread)


def state_of(thread: Channel) -> ThreadState:
    """Return what a thread has beyond a channel. Raises ValueError for what is no thread."""
    if thread.thread is None:
        msg = f"#{thread.name} is no thread"
        raise ValueError(msg)
    return thread.thread


def _all(channel: Channel) -> list[Overwrite]:
    return list(channel.overwrites.values())


def _summary(channel: Channel) -> set[tuple[str, int, int]]:
    """Return a channel's overwrites in a form that can be compared."""
    return {(each.id, int(each.allow), int(each.deny)) for each in _all(channel)}
