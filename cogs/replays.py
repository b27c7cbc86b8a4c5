"""The hands that are being looked at again: read once, played again once, kept for the next presses.

Rule 1: on a server its own hands alone are shown; in a direct message those that the person played.
Rule 2: nothing is kept that cannot be made again: a press names the hand, and the archive has it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from cogs.errors import Refusal
from cogs.replay_panel import Scene, find_stop
from engine.record_reading import RecordError, read_record
from engine.record_steps import replay_recorded
from host.replayed import read_hand

if TYPE_CHECKING:
    import discord

    from cogs.replay_press import Look
    from engine.record_steps import ReplayedHand
    from engine.view import View
    from host.replayed import HandRecord
    from host.store import Store

KEPT, KEPT_LOOKS = 24, 2
"""So many hands are kept, each with the looks that were asked for last: some 0.2 MB a hand and as much a look."""


@dataclass(slots=True)
class OpenedHand:
    """A hand that is looked at: where and by whom it was played, and its stops with the table at each, by look."""

    name: str
    table: str
    guild_id: int
    user_ids: tuple[int | None, ...]
    hand: ReplayedHand
    looks: dict[Look, tuple[tuple[int, ...], tuple[View, ...]]] = field(default_factory=dict)

    def find_seat(self, user_id: int) -> int | None:
        """Return where a person sat in this hand; None if they did not."""
        return self.user_ids.index(user_id) if user_id in self.user_ids else None

    def list_views(self, look: Look) -> tuple[View, ...]:
        """Return the table at each stop of a look that has been looked at (`set_scene`)."""
        return self.looks[look][1]

    async def set_scene(self, step: int, look: Look) -> Scene:
        """Return the hand as seen at a step, or at the next one at which the look stops."""
        if look not in self.looks:
            self.looks[look] = await asyncio.to_thread(_look, self.hand, look)
        # The last one again, so that the first is the one that nobody has asked for the longest.
        stops, views = self.looks[look] = self.looks.pop(look)
        while len(self.looks) > KEPT_LOOKS:
            del self.looks[next(iter(self.looks))]
        stop = find_stop(stops, step)
        return Scene(self.table, self.hand, look, stops, stop, views[stops.index(stop)])


class Replays:
    """Opens hands. One for all who look."""

    def __init__(self, store: Store) -> None:
        """Take the books, in which the records are."""
        self._store = store
        self._kept: OrderedDict[tuple[str, int], OpenedHand] = OrderedDict()

    async def find(self, interaction: discord.Interaction[Any], table: str, number: int) -> HandRecord:
        """Return a hand's record for whoever asks, as it is kept.

        Raises:
            Refusal: `no_such_replay`, whatever the reason. HostError: `store_failed`.
        """
        record = await self._store.read(partial(read_hand, table_id=table, hand=number))
        if record is None or not _may_see(interaction, record.guild_id, record.user_ids):
            raise Refusal("no_such_replay")
        return record

    async def open(self, interaction: discord.Interaction[Any], table: str, number: int) -> OpenedHand:
        """Return a hand for whoever asks, played again.

        Raises:
            Refusal: `no_such_replay`, whatever the reason; `replay_broken`. HostError: `store_failed`.
        """
        opened = self._kept.get((table, number))
        if opened is None:
            record = await self.find(interaction, table, number)
            opened = self._kept[table, number] = await asyncio.to_thread(_open, record)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        elif not _may_see(interaction, opened.guild_id, opened.user_ids):
            raise Refusal("no_such_replay")
        self._kept.move_to_end((table, number))
        return opened

    def forget(self) -> None:
        """Let go of all hands: somebody's name is to be in none of them any more."""
        self._kept.clear()


def _may_see(interaction: discord.Interaction[Any], guild_id: int, user_ids: tuple[int | None, ...]) -> bool:
    if interaction.guild_id is None:
        return interaction.user.id in user_ids
    return interaction.guild_id == guild_id


def _open(record: HandRecord) -> OpenedHand:
    """Play a hand again; Refusal `replay_broken` if the rules of today do not allow it."""
    try:
        hand = replay_recorded(read_record(record.data), record.hand)
    except RecordError:
        raise Refusal("replay_broken") from None
    if hand is None:
        raise Refusal("no_such_replay")
    return OpenedHand(record.name, record.table_id, record.guild_id, record.user_ids, hand)


def _look(hand: ReplayedHand, look: Look) -> tuple[tuple[int, ...], tuple[View, ...]]:
    stops = hand.list_stops(None if look.is_open else look.seat)
    return tuple(stops), tuple(hand.walk(stops, look.seat, is_open=look.is_open))
