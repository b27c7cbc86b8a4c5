"""A person's statistics in one server: what their hands told, the ways they won, ratings, and how their coins went."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from host.hand_told import WIN_KINDS, BestHand
from host.periods import ALL, COMPUTERS
from host.schema import accounts, best_hands, entries, movements, ratings, standings, win_kinds

if TYPE_CHECKING:
    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

MOST_CHANGES = 400
"""So many movements of coins a balance is followed back at most."""


@dataclass(frozen=True, slots=True)
class Counts:
    """A person's hands, with people or with computer players, in a city or in all. Nothing played: all 0.

    `known_hands`, `known_wins`: those of which more is known than that they were played and won; all else is of those.
    `fan`: won less paid; `fan_won`: won; `net`: coins.
    """

    city: str
    hands: int = 0
    wins: int = 0
    known_hands: int = 0
    known_wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    fan: int = 0
    fan_won: int = 0
    net: int = 0
    streak: int = 0
    best_streak: int = 0


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A person's dearest win: fan, when (seconds since 1970), and its tiles."""

    fan: int
    at: float
    hand: BestHand


@dataclass(frozen=True, slots=True)
class CityRating:
    """A rating: None while too few hands are rated."""

    shown: int | None
    hands: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a person in a server.

    `people`, `computers`: with four people, with computer players. `cities`: hands of four people by city, the most
    played first. `kinds`, `computer_kinds`: ways of winning and how often, the most often first. `balances`: coins
    after each change, with its time, oldest first; empty for who has no account.
    """

    people: Counts
    computers: Counts
    cities: tuple[Counts, ...]
    kinds: tuple[tuple[str, int], ...]
    computer_kinds: tuple[tuple[str, int], ...]
    best: KeptHand | None
    computer_best: KeptHand | None
    ratings: dict[str, CityRating]
    balances: tuple[tuple[float, int], ...]


async def read_profile(connection: AsyncConnection, guild_id: int, user_id: int) -> Profile:
    """Return what is known of a person in a server."""
    counts = await _read_counts(connection, guild_id, user_id)
    cities = [found for (span, city), found in counts.items() if span == ALL and city != ALL]
    kinds = await _read_kinds(connection, guild_id, user_id)
    best = await _read_best(connection, guild_id, user_id)
    return Profile(
        people=counts.get((ALL, ALL), Counts(ALL)),
        computers=counts.get((COMPUTERS, ALL), Counts(ALL)),
        cities=tuple(sorted(cities, key=lambda found: -found.hands)),
        kinds=kinds[False],
        computer_kinds=kinds[True],
        best=best.get(False),
        computer_best=best.get(True),
        ratings=await _read_ratings(connection, guild_id, user_id),
        balances=await read_balances(connection, guild_id, user_id),
    )


def list_counts(guild_id: int, user_id: int) -> Select[Any]:
    """Ask for a person's sums of all time, by city."""
    # Of a person's rows few are of other spans: their own index finds them all.
    span = standings.c.span + ""
    return select(*standings.c).where(
        standings.c.user_id == user_id, standings.c.guild_id == guild_id, span.in_((ALL, COMPUTERS))
    )


async def _read_counts(connection: AsyncConnection, guild_id: int, user_id: int) -> dict[tuple[str, str], Counts]:
    query = list_counts(guild_id, user_id)
    return {
        (row.span, row.city): Counts(
            city=row.city,
            hands=row.hands,
            wins=row.wins,
            known_hands=row.hands - row.older_hands,
            known_wins=row.wins - row.older_wins,
            self_draws=row.self_draws,
            deal_ins=row.deal_ins,
            fan=row.fan,
            fan_won=row.fan_won,
            net=row.net,
            streak=row.streak,
            best_streak=row.best_streak,
        )
        for row in await connection.execute(query)
    }


async def _read_kinds(
    connection: AsyncConnection, guild_id: int, user_id: int
) -> dict[bool, tuple[tuple[str, int], ...]]:
    query = select(win_kinds).where(win_kinds.c.guild_id == guild_id, win_kinds.c.user_id == user_id)
    found: dict[bool, list[tuple[str, int]]] = {False: [], True: []}
    for row in await connection.execute(query):
        found[bool(row.has_computers)].append((row.kind, row.wins))
    return {
        has_computers: tuple(sorted(kinds, key=lambda each: (-each[1], WIN_KINDS.index(each[0]))))
        for has_computers, kinds in found.items()
    }


async def _read_best(connection: AsyncConnection, guild_id: int, user_id: int) -> dict[bool, KeptHand]:
    query = select(best_hands).where(best_hands.c.guild_id == guild_id, best_hands.c.user_id == user_id)
    return {
        bool(row.has_computers): KeptHand(row.fan, row.at, BestHand.from_json(row.body))
        for row in await connection.execute(query)
    }


async def _read_ratings(connection: AsyncConnection, guild_id: int, user_id: int) -> dict[str, CityRating]:
    query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.user_id == user_id)
    return {row.city: CityRating(row.shown, row.hands) for row in await connection.execute(query)}


async def read_balances(connection: AsyncConnection, guild_id: int, user_id: int) -> tuple[tuple[float, int], ...]:
    """Return a person's coins after each of the last changes, with its time, oldest first.

    What a hand moves is one change, between however many.
    """
    of_person = (accounts.c.guild_id == guild_id, accounts.c.user_id == user_id)
    balance = await connection.scalar(select(accounts.c.balance).where(*of_person))
    if balance is None:
        return ()
    query = (
        select(movements.c.id, movements.c.table_id, movements.c.hand, movements.c.at, entries.c.amount)
        .join(entries, entries.c.movement_id == movements.c.id)
        .where(entries.c.guild_id == guild_id, entries.c.user_id == user_id)
        .order_by(movements.c.id.desc())
        .limit(MOST_CHANGES)
    )
    found = (await connection.execute(query)).all()
    balances: list[tuple[float, int]] = []
    for _, group in groupby(found, key=lambda row: (row.table_id, row.hand, None if row.table_id else row.id)):
        rows = list(group)
        balances.append((rows[0].at, balance))
        balance -= sum(row.amount for row in rows)
    return tuple(reversed(balances))
