"""All tables of a process: one per channel, one per person and server (P2)."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.errors import HostError
from host.surroundings import Place, Surroundings
from host.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.rules import Rules
    from host.settings import RoomSettings

KEPT_ENDED = 500


@dataclass(frozen=True, slots=True)
class EndedTable:
    """What a table was that is over."""

    rules: Rules
    settings: RoomSettings


class Tables:
    """Finds and makes tables. A table that is closed is forgotten; whoever still holds it can go on reading it."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Take what all tables share."""
        self._surroundings = surroundings
        self._by_channel: dict[int, Table] = {}
        self._by_id: dict[str, Table] = {}
        self._by_person: dict[tuple[int, int], Table] = {}
        self._ended: OrderedDict[str, EndedTable] = OrderedDict()
        self._is_paused = False

    async def create(
        self, *, guild_id: int, channel_id: int, user_id: int, name: str, rules: Rules, settings: RoomSettings
    ) -> Table:
        """Open a table in a channel; the person who opens it is its host and sits down.

        Raises:
            HostError: `channel_taken` (table), `seated_elsewhere` (table, channel), `below_min_coins`, `store_failed`,
                `paused` while the program ends.
        """
        if self._is_paused:
            raise HostError("paused")
        taken = self._by_channel.get(channel_id)
        if taken is not None:
            raise HostError("channel_taken", table=taken.table_id)
        self._check_free(guild_id, user_id)
        place = Place(secrets.token_hex(6), guild_id, channel_id)
        table = Table(place, rules, settings, self._surroundings, self)
        # Kept at once, so that a second command meanwhile finds the channel taken.
        self._by_channel[channel_id] = table
        self._by_id[table.table_id] = table
        try:
            await table.join(user_id, name)
        except BaseException:
            await table.close("refused")
            raise
        return table

    async def restore(self) -> int:
        """Make all tables that the database keeps, before anybody is served; returns how many. `resume` follows.

        Raises:
            HostError: `bad_journal` (table): a table was kept by another version of the program.
            StoreError: the database fails.
        """
        saved = await self._surroundings.store.load_tables()
        for each in saved:
            table = Table.restore(each, self._surroundings, self)
            self._by_channel[table.channel_id] = self._by_id[table.table_id] = table
        await self._surroundings.store.release_holds(but=[held for table in self if (held := table.held_hand)])
        return len(saved)

    async def resume(self) -> None:
        """Let the tables go on that were restored."""
        for table in self:
            await table.resume()

    def find(self, table_id: str) -> Table | None:
        """Return the table with this id, unless it is closed."""
        return self._by_id.get(table_id)

    def find_in_channel(self, channel_id: int) -> Table | None:
        """Return the channel's table."""
        return self._by_channel.get(channel_id)

    def find_of(self, guild_id: int, user_id: int) -> Table | None:
        """Return the table at which the person sits in this server, here or away."""
        return self._by_person.get((guild_id, user_id))

    def in_guild(self, guild_id: int) -> list[Table]:
        """Return a server's tables."""
        return [table for table in self._by_id.values() if table.guild_id == guild_id]

    def __len__(self) -> int:
        """How many tables live."""
        return len(self._by_id)

    @property
    def people(self) -> int:
        """How many people hold a seat."""
        return len(self._by_person)

    def __iter__(self) -> Iterator[Table]:
        """Go through the tables that live now."""
        return iter(list(self._by_id.values()))

    async def close_channel(self, channel_id: int, why: str = "channel_gone") -> None:
        """End the table of a channel that is gone."""
        table = self._by_channel.get(channel_id)
        if table is not None:
            await table.close(why)

    async def close_guild(self, guild_id: int, why: str = "host_gone") -> None:
        """End the tables of a server that has removed the bot."""
        for table in self.in_guild(guild_id):
            await table.close(why)

    async def pause(self) -> None:
        """Let all tables stand still, kept for another process, and wait until they have told so."""
        self._is_paused = True
        tables = list(self)
        await asyncio.gather(*(table.pause() for table in tables), return_exceptions=True)
        await asyncio.gather(*(table.quiet() for table in tables))

    async def quiet(self) -> None:
        """Wait until the work of every table is done (clocks not counted)."""
        for table in self:
            await table.quiet()

    def _check_free(self, guild_id: int, user_id: int) -> None:
        table = self._by_person.get((guild_id, user_id))
        if table is not None:
            raise HostError("seated_elsewhere", table=table.table_id, channel=table.channel_id)

    def claim(self, table: Table, user_id: int) -> None:
        """Note that a person sits at a table; HostError `seated_elsewhere` (P2)."""
        self._check_free(table.guild_id, user_id)
        self._by_person[table.guild_id, user_id] = table

    def release(self, table: Table, user_id: int) -> None:
        """Note that a person no longer sits at a table."""
        if self._by_person.get((table.guild_id, user_id)) is table:
            del self._by_person[table.guild_id, user_id]

    def find_ended(self, table_id: str) -> EndedTable | None:
        """Return what a table was, if it is one of those that were closed last since the start."""
        return self._ended.get(table_id)

    def forget(self, table: Table) -> None:
        """Let go of a table that is closed; what it was is remembered, for whoever wants it once more."""
        self._ended[table.table_id] = EndedTable(table.rules, table.settings)
        while len(self._ended) > KEPT_ENDED:
            self._ended.popitem(last=False)
        if self._by_channel.get(table.channel_id) is table:
            del self._by_channel[table.channel_id]
        self._by_id.pop(table.table_id, None)
