"""The shuffles of hands that are over, for whoever wants to check them: of tables that live, and of the last matches.

Of each channel the last match that is over is remembered, also after a restart, as the few lines that its shuffle
rests on.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.version import PROGRAM
from engine.record import write_lines
from host.errors import StoreError
from host.events import HandEnded, MatchStarted, Sat
from host.record_lines import list_shuffle_lines
from host.units import FINISHED, SetNote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from host.store import Store
    from host.table import Table

KEPT = 500
"""So many channels are remembered, those of the latest matches; each match takes about 1.5 KB a hand."""

MOST_KEPT = 200_000
"""A longer match, of more than a hundred hands, is remembered until the program ends."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FinishedHands:
    """The hands of a match that are over: where and by whom it was played, and its lines as a record of its own."""

    guild_id: int
    channel_id: int
    user_ids: frozenset[int]
    data: bytes

    def write(self, at: float) -> str:
        """Return it as a note; `at`: when the match ended, in seconds since 1970."""
        parts = {"at": at, "guild": self.guild_id, "users": sorted(self.user_ids), "record": self.data.decode()}
        return json.dumps(parts, ensure_ascii=False)


class FinishedMatches:
    """The last matches that are over, one a channel."""

    def __init__(self, most: int = KEPT) -> None:
        """Begin with none; `most`: how many to remember."""
        self._most = most
        self._kept: OrderedDict[int, FinishedHands] = OrderedDict()
        self._store: Store | None = None

    async def connect(self, store: Store) -> None:
        """Take the database, and what it remembers. StoreError if it fails."""
        self._store = store
        notes = {channel_id: json.loads(body) for channel_id, body in (await store.load_notes(FINISHED)).items()}
        for channel_id, note in sorted(notes.items(), key=lambda item: float(item[1]["at"])):
            people = frozenset(note["users"])
            self._kept[channel_id] = FinishedHands(note["guild"], channel_id, people, note["record"].encode())

    async def keep(self, hands: FinishedHands | None, at: float) -> None:
        """Remember a match that is over; None: no hand of it was. What the database does not take is in memory only."""
        if hands is None:
            return
        self._kept.pop(hands.channel_id, None)
        self._kept[hands.channel_id] = hands
        await self._write(hands.channel_id, hands.write(at) if len(hands.data) <= MOST_KEPT else None)
        if len(self._kept) > self._most:
            oldest, _ = self._kept.popitem(last=False)
            await self._write(oldest, None)

    async def forget(self, user_id: int) -> None:
        """Let go of the matches that a person played."""
        for channel_id in [channel for channel, each in self._kept.items() if user_id in each.user_ids]:
            del self._kept[channel_id]
            await self._write(channel_id, None)

    async def _write(self, channel_id: int, body: str | None) -> None:
        if self._store is not None:
            try:
                await self._store.write(SetNote(FINISHED, channel_id, body))
            except StoreError as error:
                log.warning("a finished match could not be kept: %s", error)

    def find_in_channel(self, channel_id: int) -> FinishedHands | None:
        """Return the last match that was played to its end in a channel."""
        return self._kept.get(channel_id)

    def find_of(self, guild_id: int, user_id: int) -> FinishedHands | None:
        """Return the last match that a person played to its end in a server."""
        own = (each for each in reversed(self._kept.values()) if each.guild_id == guild_id and user_id in each.user_ids)
        return next(own, None)


def collect_hands(table: Table) -> FinishedHands | None:
    """Return what a table has finished so far; None before its first hand is over."""
    events = table.record
    if not any(isinstance(event, HandEnded) for event in events):
        return None
    data = write_lines(list_shuffle_lines(events, PROGRAM)).encode()
    return FinishedHands(table.guild_id, table.channel_id, _list_people(events), data)


def _list_people(events: Sequence[Event]) -> frozenset[int]:
    players = [event.player for event in events if isinstance(event, Sat)]
    for event in events:
        if isinstance(event, MatchStarted):
            players.extend(event.players)
    return frozenset(player.user_id for player in players if player.user_id is not None)
