"""The page's operator panel: how it stands with requests and limits, and all that may happen to a bot, by button.

A page asks with `panel` (once a second while its panel is open) and gets `panel` back; `operate` names one of `acts`
with its arguments and is answered with a `result`. Acts concern the open channel (`channel_id`) and its server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.errors import Json
from sandbox.model import Channel, Guild, Overwrite, Permissions
from sandbox.people import ClientError

if TYPE_CHECKING:
    from sandbox.faults import Faults
    from sandbox.limits import Limits
    from sandbox.operator import Operator
    from sandbox.world import World

SWITCHED = ("VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES", "EMBED_LINKS")
"""The permissions of the bot that the panel can take and give back."""


class Panel:
    """The panel's side of the server."""

    def __init__(self, world: World, operator: Operator, faults: Faults, limits: Limits) -> None:
        """Show and do what these offer."""
        self.world = world
        self.operator = operator
        self.faults = faults
        self.limits = limits
        self.acts: dict[str, Callable[[Json], None]] = {
            "slow": self._slow,
            "fail": self._fail,
            "limit": self._limit,
            "lose": self._lose,
            "vanish": self._vanish,
            "clear": self._clear,
            "drop": self._drop,
            "reconnect": self._reconnect,
            "invalidate": self._invalidate,
            "delete_message": self._delete_message,
            "set_thread": self._set_thread,
            "delete_channel": self._delete_channel,
            "create_channel": self._create_channel,
            "set_permission": self._set_permission,
            "kick": self._kick,
            "invite": self._invite,
            "outage": self._outage,
            "advance": self._advance,
        }

    def state(self, frame: Json) -> Json:
        """Return how it stands: counters, faults to come, the clock, and the bot in the channel that is open."""
        channel = self.world.channels.get(str(frame.get("channel_id")))
        bot_id = self.world.application.bot.id
        allowed = Permissions(0) if channel is None else self.world.permissions(bot_id, channel)
        return {
            "t": "panel",
            "counts": self.limits.counts(),
            "faults": self.faults.active(),
            "now": self.world.clock.now(),
            "permissions": {name: bool(allowed & Permissions[name]) for name in SWITCHED},
        }

    def operate(self, frame: Json) -> None:
        """Do what a page asks for. Raises KeyError for an unknown act, ClientError where there is nothing to act on."""
        self.acts[frame["act"]](frame)

    # What an act is about

    def _channel(self, frame: Json) -> Channel:
        channel = self.world.channels.get(str(frame.get("channel_id")))
        if channel is None:
            raise ClientError("no channel is open")
        return channel

    def _thread(self, frame: Json) -> Channel:
        channel = self._channel(frame)
        if channel.thread is None:
            raise ClientError(f"#{channel.name} is no thread")
        return channel

    def _guild(self, frame: Json) -> Guild:
        guild = self.world.guilds.get(str(frame.get("guild_id")))
        if guild is None:
            raise ClientError("no server is open")
        return guild

    # Faults of the HTTP API

    def _slow(self, frame: Json) -> None:
        self.faults.slow(float(frame["seconds"]), times=frame.get("times"))

    def _fail(self, frame: Json) -> None:
        self.faults.fail(int(frame["status"]), times=frame.get("times"))

    def _limit(self, frame: Json) -> None:
        is_global = bool(frame.get("is_global"))
        self.faults.limit(float(frame["seconds"]), times=frame.get("times"), is_global=is_global)

    def _lose(self, frame: Json) -> None:
        self.faults.lose(times=frame.get("times"))

    def _vanish(self, frame: Json) -> None:
        self.faults.vanish(times=frame.get("times"))

    def _clear(self, _frame: Json) -> None:
        self.faults.clear()

    # The gateway

    def _drop(self, _frame: Json) -> None:
        self.operator.drop_connections()

    def _reconnect(self, _frame: Json) -> None:
        self.operator.ask_reconnect()

    def _invalidate(self, frame: Json) -> None:
        self.operator.invalidate_sessions(can_resume=bool(frame.get("can_resume")))

    # The channel and the server

    def _delete_message(self, frame: Json) -> None:
        """Delete the bot's newest message that everybody sees."""
        bot = self.world.application.bot
        messages = self.world.messages.get(self._channel(frame).id, {}).values()
        found = [each for each in messages if each.author is bot and not each.is_ephemeral]
        if not found:
            raise ClientError("the bot has no message here")
        self.operator.delete_message(found[-1])

    def _set_thread(self, frame: Json) -> None:
        self.operator.set_thread(self._thread(frame), archived=bool(frame["archived"]), locked=bool(frame["locked"]))

    def _delete_channel(self, frame: Json) -> None:
        channel = self._channel(frame)
        if channel.guild_id is None:
            raise ClientError("a direct message cannot be deleted")
        self.operator.delete_channel(channel)

    def _create_channel(self, frame: Json) -> None:
        self.operator.create_channel(str(frame["name"]), self._guild(frame))

    def _set_permission(self, frame: Json) -> None:
        """Take a permission from the bot in the open channel (a thread's is its channel's), or give it back."""
        if frame["permission"] not in SWITCHED:
            raise ClientError(f"only {', '.join(SWITCHED)} can be switched")
        bit = Permissions[frame["permission"]]
        channel = self._channel(frame)
        if channel.guild_id is None:
            raise ClientError("a direct message has no permissions")
        where = self.world.channels[channel.parent_id] if channel.thread and channel.parent_id else channel
        bot = self.world.application.bot
        present = where.overwrites.get(bot.id) or Overwrite(bot.id, is_member=True)
        if frame["allowed"]:
            allow, deny = present.allow | bit, present.deny & ~bit
        else:
            allow, deny = present.allow & ~bit, present.deny | bit
        self.operator.set_permissions(where, bot, allow, deny)

    def _kick(self, frame: Json) -> None:
        guild = self._guild(frame)
        if not self.world.has_bot(guild):
            raise ClientError("the bot is not in this server")
        self.operator.remove_bot(guild)

    def _invite(self, frame: Json) -> None:
        guild = self._guild(frame)
        if self.world.has_bot(guild):
            raise ClientError("the bot is in this server already")
        self.operator.add_bot(guild)

    def _outage(self, frame: Json) -> None:
        (self.operator.start_outage if frame["is_away"] else self.operator.end_outage)(self._guild(frame))

    # Time

    def _advance(self, frame: Json) -> None:
        self.world.clock.advance(float(frame["seconds"]))
