"""The hands that a person played, newest first: from what settled hands told of people, which outlives the records.

Rule 1: pages hold still while more is played: they list what had been played by a moment that the first one fixes.
Rule 2: who is no longer known (they asked to be forgotten) has no name here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, false, func, not_, or_, select, true

from host.hand_told import WIN_KINDS
from host.keys import has_key
from host.parts import DRAWN
from host.periods import ALL
from host.schema import accounts, hand_records, played_hands, players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from host.book import HandKey

SEATS = 4


class Result(StrEnum):
    """Which hands are listed. The values travel in custom_ids. `LOST`: somebody else won, `DEALT_IN`: on one's tile."""

    ANY = "any"
    WON = "won"
    LOST = "lost"
    DEALT_IN = "shot"
    DRAWN = "drawn"


class Company(StrEnum):
    """With whom. The values travel in custom_ids."""

    ANY = "any"
    PEOPLE = "people"
    COMPUTERS = "machines"


@dataclass(frozen=True, slots=True)
class HandFilter:
    """Which of a person's hands: of a server (None: of all), a city, a result, with whom, and since when."""

    guild_id: int | None
    city: str = ALL
    result: Result = Result.ANY
    company: Company = Company.ANY
    since: float | None = None


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """Somebody else at the table; `name` "": a person who is no longer known."""

    name: str
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class PastHand:
    """A hand that a person played, from their side.

    `at`: seconds since 1970; `fan`: won or (negative) owed; `coins`: gained or lost; `kinds`: of the win, whoever's;
    `winner`: who else won, None if nobody did or they did themselves; `source`: who dealt in, None if nobody else did;
    `others`: the people beside them; `computers`: how many computer players; `is_kept`: there is a record of it.
    """

    table_id: str
    hand: int
    guild_id: int
    at: float
    city: str
    is_won: bool
    is_self_drawn: bool
    is_dealt_in: bool
    fan: int
    coins: int
    kinds: tuple[str, ...]
    winner: OtherPlayer | None
    source: OtherPlayer | None
    others: tuple[OtherPlayer, ...]
    computers: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class HandPage:
    """A page of hands; `page` from 0; `total`: how many hands there are on all pages."""

    hands: tuple[PastHand, ...]
    page: int
    total: int


_HAND = and_(hand_records.c.table_id == played_hands.c.table_id, hand_records.c.hand == played_hands.c.hand)
_OUTCOME = func.coalesce(hand_records.c.outcome, "")
_IS_OVER_FOR_NOTHING = or_(_OUTCOME == DRAWN, and_(_OUTCOME == "", played_hands.c.fan == 0))
"""Whether nobody won. Of hands before records were kept it is only known what they cost."""


async def list_hands(
    connection: AsyncConnection, user_id: int, which: HandFilter, *, until: float, page: int, size: int
) -> HandPage:
    """Return a page (from 0; the last one if there are not so many) of a person's hands, newest first.

    `until`: hands that were settled later are left out, in seconds since 1970.
    """
    chosen = _choose(user_id, which, until)
    needs_outcome = which.result in {Result.LOST, Result.DRAWN}
    counted = played_hands.outerjoin(hand_records, _HAND) if needs_outcome else played_hands
    count = select(func.count()).select_from(counted).where(*chosen)
    total = int((await connection.execute(count)).scalar_one())
    page = max(0, min(page, (total - 1) // size))
    rows = (await connection.execute(query_hands(user_id, which, until, limit=size, offset=page * size))).all()
    people = await _read_people(connection, [(row.table_id, row.hand) for row in rows])
    return HandPage(tuple(_tell(row, people[row.table_id, row.hand], user_id) for row in rows), page, total)


async def find_past_hand(connection: AsyncConnection, user_id: int, key: HandKey) -> PastHand | None:
    """Return a hand that a person played; None if they did not."""
    of_hand = (played_hands.c.table_id == key[0], played_hands.c.hand == key[1], played_hands.c.user_id == user_id)
    row = (await connection.execute(_select().where(*of_hand))).first()
    if row is None:
        return None
    return _tell(row, (await _read_people(connection, [key]))[key], user_id)


def query_hands(user_id: int, which: HandFilter, until: float, *, limit: int, offset: int) -> Select[Any]:
    """Ask for a page of hands; for whoever looks at the plan, too."""
    order = (played_hands.c.at.desc(), played_hands.c.table_id.desc(), played_hands.c.hand.desc())
    return _select().where(*_choose(user_id, which, until)).order_by(*order).limit(limit).offset(offset)


def _select() -> Select[Any]:
    outcome = (hand_records.c.outcome, hand_records.c.people, hand_records.c.kinds.label("won_by"))
    is_kept = hand_records.c.lines.is_not(None).label("is_kept")
    return select(*played_hands.c, *outcome, is_kept).select_from(played_hands.outerjoin(hand_records, _HAND))


def _choose(user_id: int, which: HandFilter, until: float) -> list[ColumnElement[bool]]:
    own = played_hands.c
    chosen = [own.user_id == user_id, own.at <= until]
    if which.guild_id is None:
        # Server by server there is an index.
        chosen.append(own.guild_id.in_(select(accounts.c.guild_id).where(accounts.c.user_id == user_id)))
    else:
        chosen.append(own.guild_id == which.guild_id)
    if which.city != ALL:
        chosen.append(own.city == which.city)
    if which.since is not None:
        chosen.append(own.at >= which.since)
    if which.company is not Company.ANY:
        chosen.append(own.has_computers == (true() if which.company is Company.COMPUTERS else false()))
    match which.result:
        case Result.WON:
            chosen.append(own.is_won == true())
        case Result.LOST:
            chosen += [own.is_won == false(), not_(_IS_OVER_FOR_NOTHING)]
        case Result.DEALT_IN:
            chosen.append(own.is_dealt_in == true())
        case Result.DRAWN:
            chosen += [own.is_won == false(), _IS_OVER_FOR_NOTHING]
        case Result.ANY:
            pass
    return chosen


async def _read_people(connection: AsyncConnection, keys: Sequence[HandKey]) -> dict[HandKey, list[Row[Any]]]:
    """Return what these hands told of everybody who played them, with their names of now."""
    found: dict[HandKey, list[Any]] = {key: [] for key in keys}
    if keys:
        of_person = and_(players.c.guild_id == played_hands.c.guild_id, players.c.user_id == played_hands.c.user_id)
        query = (
            select(*played_hands.c, players.c.name)
            .select_from(played_hands.outerjoin(players, of_person))
            .where(has_key((played_hands.c.table_id, played_hands.c.hand), keys))
            .order_by(played_hands.c.user_id)
        )
        for row in await connection.execute(query):
            found[row.table_id, row.hand].append(row)
    return found


def _tell(row: Row[Any], people: Sequence[Row[Any]], user_id: int) -> PastHand:
    others = [person for person in people if person.user_id != user_id]
    # Before records were kept it was only known whether computer players sat there.
    count = row.people or (len(people) if row.has_computers else SEATS)
    computers, unknown = SEATS - count, count - len(people)
    somebody = OtherPlayer("", is_computer=not unknown)
    is_over_for_nothing = row.outcome == DRAWN or (row.outcome is None and row.fan == 0)
    winner = source = None
    if not row.is_won and not is_over_for_nothing:
        winner = next((_name(person) for person in others if person.is_won), somebody)
    if not row.is_dealt_in and not row.is_self_drawn and not is_over_for_nothing:
        source = next((_name(person) for person in others if person.is_dealt_in), somebody if row.is_won else None)
    kinds = {kind for person in people for kind in person.kinds.split()} | set((row.won_by or "").split())
    return PastHand(
        table_id=row.table_id,
        hand=row.hand,
        guild_id=row.guild_id,
        at=row.at,
        city=row.city,
        is_won=row.is_won,
        is_self_drawn=row.is_self_drawn,
        is_dealt_in=row.is_dealt_in,
        fan=row.fan,
        coins=row.coins,
        kinds=tuple(kind for kind in WIN_KINDS if kind in kinds),
        winner=winner,
        source=source,
        others=(*map(_name, others), *(OtherPlayer(""),) * unknown),
        computers=computers,
        is_kept=bool(row.is_kept),
    )


def _name(person: Row[Any]) -> OtherPlayer:
    return OtherPlayer(person.name or "")
