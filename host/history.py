"""The hands that a person played, newest first: from what settled hands told of people, which outlives the records.

Rule 1: hands that were ended so that they count for nothing are listed among the others, and marked.
Rule 2: pages hold still while more is played: they list what had been played by a moment that the first one fixes.
Rule 3: who is no longer known (they asked to be forgotten) has no name here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, false, func, not_, or_, select, true, union_all

from host.hand_told import WIN_KINDS
from host.keys import has_key
from host.parts import DRAWN
from host.periods import ALL
from host.schema import accounts, hand_records, played_hands, players, void_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, FromClause, Row, Select, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from host.book import HandKey

SEATS = 4


class Result(StrEnum):
    """Which hands are listed. The values travel in custom_ids.

    `LOST`: somebody else won, `DEALT_IN`: on one's tile, `VOID`: it counted for nothing.
    """

    ANY = "any"
    WON = "won"
    LOST = "lost"
    DEALT_IN = "shot"
    DRAWN = "drawn"
    VOID = "void"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PastHand:
    """A hand that a person played, from their side.

    `at`: seconds since 1970; `fan`: won or (negative) owed; `coins`: gained or lost; `kinds`: of the win, whoever's;
    `winner`: who else won, None if nobody did or they did themselves; `source`: who dealt in, None if nobody else did;
    `others`: the people beside them; `computers`: how many computer players; `is_kept`: there is a record of it;
    `is_void`: it counted for nothing, so that nobody won and nothing was paid.
    """

    table_id: str
    hand: int
    guild_id: int
    at: float
    city: str
    is_won: bool = False
    is_self_drawn: bool = False
    is_dealt_in: bool = False
    fan: int = 0
    coins: int = 0
    kinds: tuple[str, ...] = ()
    winner: OtherPlayer | None = None
    source: OtherPlayer | None = None
    others: tuple[OtherPlayer, ...]
    computers: int
    is_kept: bool
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class HandPage:
    """A page of hands; `page` from 0; `total`: how many hands there are on all pages."""

    hands: tuple[PastHand, ...]
    page: int
    total: int


_OUTCOME = func.coalesce(hand_records.c.outcome, "")
_IS_OVER_FOR_NOTHING = or_(_OUTCOME == DRAWN, and_(_OUTCOME == "", played_hands.c.fan == 0))
"""Whether nobody won. Of hands before records were kept it is only known what they cost."""


async def list_hands(
    connection: AsyncConnection, user_id: int, which: HandFilter, *, until: float, page: int, size: int
) -> HandPage:
    """Return a page (from 0; the last one if there are not so many) of a person's hands, newest first.

    `until`: hands that were settled later are left out, in seconds since 1970.
    """
    total = int((await connection.execute(count_hands(user_id, which, until))).scalar_one())
    page = max(0, min(page, (total - 1) // size))
    before, behind = page * size, max(0, total - (page + 1) * size)
    if before <= behind:
        query = query_hands(user_id, which, until, limit=size, offset=before)
    else:
        query = query_hands(user_id, which, until, limit=min(size, total - before), offset=behind, is_oldest_first=True)
    keys = [(row.table_id, row.hand) for row in await connection.execute(query)]
    keys = keys if before <= behind else keys[::-1]
    told = await _tell_hands(connection, user_id, keys) if keys else {}
    # Between two questions somebody can have been forgotten.
    return HandPage(tuple(told[key] for key in keys if key in told), page, total)


async def find_past_hand(connection: AsyncConnection, user_id: int, key: HandKey) -> PastHand | None:
    """Return a hand that a person played; None if they did not."""
    return (await _tell_hands(connection, user_id, [key])).get(key)


def count_hands(user_id: int, which: HandFilter, until: float) -> Select[Any]:
    """Ask how many hands there are."""
    counts = [
        select(func.count()).select_from(_join_outcome(table, which)).where(*where).scalar_subquery()
        for table, where in _choose(user_id, which, until)
    ]
    return select(sum(counts[1:], counts[0]))


def query_hands(
    user_id: int, which: HandFilter, until: float, *, limit: int, offset: int, is_oldest_first: bool = False
) -> Select[Any]:
    """Ask for a page of hands, by table and number alone: what is told of them is read for the few of the page.

    Only as many of each kind are looked at as stand before the page's end, newest first or, from the other end, oldest
    first.
    """

    def order(table: FromClause) -> list[ColumnElement[Any]]:
        columns = (table.c.at, table.c.table_id, table.c.hand)
        return [column.asc() if is_oldest_first else column.desc() for column in columns]

    kinds = [
        select(table.c.table_id, table.c.hand, table.c.at)
        .select_from(_join_outcome(table, which))
        .where(*where)
        .order_by(*order(table))
        .limit(offset + limit)
        .subquery()
        for table, where in _choose(user_id, which, until)
    ]
    listed = union_all(*map(select, kinds)).subquery()
    return select(listed.c.table_id, listed.c.hand).order_by(*order(listed)).limit(limit).offset(offset)


def _join_outcome(table: Table, which: HandFilter) -> FromClause:
    """Return a table, with what the archive says of its hands where the filter asks for that."""
    needs_outcome = table is played_hands and which.result in {Result.LOST, Result.DRAWN}
    return table.outerjoin(hand_records, _same_hand(table)) if needs_outcome else table


def _same_hand(table: Table) -> ColumnElement[bool]:
    return and_(hand_records.c.table_id == table.c.table_id, hand_records.c.hand == table.c.hand)


def _choose(user_id: int, which: HandFilter, until: float) -> list[tuple[Table, list[ColumnElement[bool]]]]:
    """Return the tables in which hands are to be looked for, each with what has to hold for them."""
    played = (played_hands, [*_choose_common(played_hands, user_id, which, until), *_choose_result(which.result)])
    void = (void_hands, _choose_common(void_hands, user_id, which, until))
    return [
        *([played] if which.result is not Result.VOID else []),
        *([void] if which.result in {Result.ANY, Result.VOID} else []),
    ]


def _choose_common(table: Table, user_id: int, which: HandFilter, until: float) -> list[ColumnElement[bool]]:
    own = table.c
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
    return chosen


def _choose_result(result: Result) -> list[ColumnElement[bool]]:
    own = played_hands.c
    match result:
        case Result.WON:
            return [own.is_won == true()]
        case Result.LOST:
            return [own.is_won == false(), not_(_IS_OVER_FOR_NOTHING)]
        case Result.DEALT_IN:
            return [own.is_dealt_in == true()]
        case Result.DRAWN:
            return [own.is_won == false(), _IS_OVER_FOR_NOTHING]
    return []


async def _tell_hands(connection: AsyncConnection, user_id: int, keys: Sequence[HandKey]) -> dict[HandKey, PastHand]:
    """Return those of these hands that a person played, from their side."""
    told: dict[HandKey, PastHand] = {}
    for table, tell in ((played_hands, _tell), (void_hands, _tell_void)):
        missing = [key for key in keys if key not in told]
        if not missing:
            break
        archived = (hand_records.c.outcome, hand_records.c.people, hand_records.c.kinds.label("won_by"))
        is_kept = hand_records.c.lines.is_not(None).label("is_kept")
        is_asked = has_key((table.c.table_id, table.c.hand), missing)
        query: Select[Any] = select(*table.c, *archived, is_kept).select_from(
            table.outerjoin(hand_records, _same_hand(table))
        )
        rows = (await connection.execute(query.where(is_asked, table.c.user_id == user_id))).all()
        people = await _read_people(connection, table, [(row.table_id, row.hand) for row in rows])
        for row in rows:
            told[row.table_id, row.hand] = tell(row, people[row.table_id, row.hand], user_id)
    return told


async def _read_people(
    connection: AsyncConnection, table: Table, keys: Sequence[HandKey]
) -> dict[HandKey, list[Row[Any]]]:
    """Return what a table tells of everybody who played these hands, with their names of now."""
    found: dict[HandKey, list[Any]] = {key: [] for key in keys}
    if keys:
        of_person = and_(players.c.guild_id == table.c.guild_id, players.c.user_id == table.c.user_id)
        query = (
            select(*table.c, players.c.name)
            .select_from(table.outerjoin(players, of_person))
            .where(has_key((table.c.table_id, table.c.hand), keys))
            .order_by(table.c.user_id)
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


def _tell_void(row: Row[Any], people: Sequence[Row[Any]], user_id: int) -> PastHand:
    # Of how many people sat there the archive knows more: somebody may have been forgotten since.
    count = row.people or (len(people) if row.has_computers else SEATS)
    others = [_name(person) for person in people if person.user_id != user_id]
    return PastHand(
        table_id=row.table_id,
        hand=row.hand,
        guild_id=row.guild_id,
        at=row.at,
        city=row.city,
        others=(*others, *(OtherPlayer(""),) * (count - len(people))),
        computers=SEATS - count,
        is_kept=bool(row.is_kept),
        is_void=True,
    )


def _name(person: Row[Any]) -> OtherPlayer:
    return OtherPlayer(person.name or "")
