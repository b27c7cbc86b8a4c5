"""While Discord cannot let people be heard, their tables stand still (`host.standstill`).

A line to the gateway that is down keeps every press from us, an outage of a server those of its people. discord.py
tells of both; what it tells is taken as it comes, and when a line is ready all of its servers are looked at again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import discord

    from host.registry import Tables
    from host.table import Table

log = logging.getLogger(__name__)

LINE = "line"
OUTAGE = "outage"


class Outages:
    """Halts tables and lets them go on."""

    def __init__(self, client: discord.AutoShardedClient, tables: Tables) -> None:
        """Take the client and the tables."""
        self._client = client
        self._tables = tables

    def lose_line(self, shard_id: int) -> None:
        """A line to the gateway is down."""
        log.info("the line of shard %d is down", shard_id)
        for table in self._on_line(shard_id):
            table.halt(LINE)

    def find_line(self, shard_id: int) -> None:
        """It is up again."""
        for table in self._on_line(shard_id):
            guild = self._client.get_guild(table.guild_id)
            if guild is not None and guild.unavailable:
                table.halt(OUTAGE)
            else:
                table.go_on(OUTAGE)
            table.go_on(LINE)

    def lose_guild(self, guild_id: int) -> None:
        """A server has an outage."""
        log.info("server %d is unavailable", guild_id)
        for table in self._tables.in_guild(guild_id):
            table.halt(OUTAGE)

    def find_guild(self, guild_id: int) -> None:
        """It is over."""
        for table in self._tables.in_guild(guild_id):
            table.go_on(OUTAGE)

    def _on_line(self, shard_id: int) -> Iterator[Table]:
        """Go through the tables of which a line tells: https://discord.com/developers/docs/events/gateway#sharding."""
        count = self._client.shard_count or 1
        return (table for table in self._tables if (table.guild_id >> 22) % count == shard_id)
