"""The shuffles of hands that are over, for whoever wants to check them: of tables that live, and of the last matches.

A match that is over is remembered while the program runs, as the few lines that its shuffle rests on.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cogs.version import PROGRAM
from engine.record import write_lines
from host.events import HandEnded, MatchStarted, Sat
from host.record_lines import list_shuffle_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from host.table import Table

KEPT = 500
"""So many matches are remembered, the latest; each takes about 1.5 KB a hand."""


@dataclass(frozen=True, slots=True)
class FinishedHands:
    """The hands of a match that are over: where and by whom it was played, and its lines as a record of its own."""

    guild_id: int
    channel_id: int
    user_ids: frozenset[int]
    data: bytes


class FinishedMatches:
    """The last matches that are over, and what tables that live have finished."""

    def __init__(self, kept: int = KEPT) -> None:
        """Begin with none; remember so many."""
        self._most = kept
        self._kept: OrderedDict[str, FinishedHands] = OrderedDict()

    def keep(self, table_id: str, hands: FinishedHands | None) -> None:
        """Remember a match that is over; None: no hand of it was."""
        if hands is not None:
            self._kept[table_id] = hands
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def find_in_channel(self, channel_id: int) -> FinishedHands | None:
        """Return the last match that was played to its end in a channel."""
        return next((each for each in reversed(self._kept.values()) if each.channel_id == channel_id), None)

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
