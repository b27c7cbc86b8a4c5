"""Seasons of a server: begun and ended by whoever manages it, each with boards that stay when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from host.errors import HostError
from host.periods import name_season
from host.schema import seasons

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from host.book import AccountKey, Book, HandKey

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; times in seconds since 1970, `ended_at` None while it runs. `name` may be empty."""

    number: int
    name: str
    started_at: float
    ended_at: float | None

    @property
    def is_running(self) -> bool:
        """Whether hands still count for it."""
        return self.ended_at is None

    @property
    def span(self) -> str:
        """The span of its boards."""
        return name_season(self.number)


class _OfSeason:
    """A unit that touches no account and no hand."""

    season_of: int

    def account_keys(self) -> Iterable[AccountKey]:
        """None."""
        return []

    def hand_keys(self) -> Iterable[HandKey]:
        """None."""
        return []


@dataclass(frozen=True)
class BeginSeason(_OfSeason):
    """Begin a server's (`season_of`) next season, from the next hand that is settled."""

    season_of: int
    name: str = ""

    def apply(self, book: Book) -> int:
        """Begin it; returns its number. HostError `season_running` (number)."""
        running = book.tally.find_season(self.season_of)
        if running is not None:
            raise HostError("season_running", number=running)
        return book.tally.begin_season(self.season_of, self.name)


@dataclass(frozen=True)
class EndSeason(_OfSeason):
    """End the season that runs in a server (`season_of`): what is settled later does not count for it."""

    season_of: int

    def apply(self, book: Book) -> int:
        """End it; returns its number. HostError `no_season`."""
        running = book.tally.find_season(self.season_of)
        if running is None:
            raise HostError("no_season")
        book.tally.end_season(self.season_of, running)
        return running


async def read_seasons(connection: AsyncConnection, guild_id: int, limit: int = 25) -> list[Season]:
    """Return a server's seasons, the newest first."""
    query = select(seasons).where(seasons.c.guild_id == guild_id).order_by(seasons.c.number.desc()).limit(limit)
    return [Season(row.number, row.name, row.started_at, row.ended_at) for row in await connection.execute(query)]
