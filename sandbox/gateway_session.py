"""A session of the gateway: what one shard of the bot was told, so that it can go on where it was interrupted.

Source: https://discord.com/developers/docs/events/gateway#resuming
"""

from __future__ import annotations

import json
import secrets
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from sandbox.errors import Json

if TYPE_CHECKING:
    from sandbox.clock import Timer
    from sandbox.world import BotEvent

DISPATCH = 0
REPLAY_EVENTS = 5000
"""How many events a session remembers for a client that comes back."""

Shard = tuple[int, int]
"""A shard's number and how many there are."""


class Line(Protocol):
    """Where a session's frames go."""

    def send_text(self, text: str) -> None:
        """Take the text of a frame."""


class Session:
    """What was sent to one shard. `line` is None while its client is away; `timer` then ends the session.

    `watch` is called with name and data of everything that is dispatched.
    """

    def __init__(self, shard: Shard, intents: int, watch: Callable[[str, Json], None]) -> None:
        """Begin with nothing sent."""
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.sequence = 0
        self.line: Line | None = None
        self.timer: Timer | None = None
        self.presence: Json | None = None
        self._watch = watch
        self._sent: deque[tuple[int, str]] = deque(maxlen=REPLAY_EVENTS)

    def covers(self, guild_id: str | None) -> bool:
        """Whether events of a guild (None: of direct messages) go to this shard."""
        index, count = self.shard
        return index == 0 if guild_id is None else (int(guild_id) >> 22) % count == index

    def take(self, event: BotEvent) -> None:
        """Send a dispatch if this shard and its intents ask for it."""
        if self.covers(event.guild_id):
            data = event.data_for(self.intents)
            if data is not None:
                self.dispatch(event.name, data)

    def dispatch(self, name: str, data: Json) -> None:
        """Number, remember and send one event."""
        self.sequence += 1
        self._watch(name, data)
        text = json.dumps({"op": DISPATCH, "t": name, "s": self.sequence, "d": data}, ensure_ascii=False)
        self._sent.append((self.sequence, text))
        if self.line is not None:
            self.line.send_text(text)

    def remembers(self, sequence: int) -> bool:
        """Whether everything after `sequence` can still be sent again."""
        oldest = self._sent[0][0] if self._sent else 1
        return sequence >= oldest - 1

    def resume(self, line: Line, sequence: int) -> None:
        """Go on over another line: send what it missed, in order, then RESUMED."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.line = line
        for number, text in self._sent:
            if number > sequence:
                line.send_text(text)
        self.dispatch("RESUMED", {"_trace": []})
