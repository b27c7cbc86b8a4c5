"""Boards: who is ahead in a server or everywhere, in a span of time and a city, page by page.

Rule 1: a page costs about the same however many people there are: each board reads along an index of its own, from the
end that is nearer, and an own rank is a count along the same index (docs/performance.md has the times; a test asks for
the query plans).
Rule 2: equal values share a rank. Who has left the server is not shown and not counted, and comes back by playing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, exists, false, func, or_, select, true

from host.periods import ALL
from host.schema import BANK, accounts, players, ratings, standings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

PAGE = 10
"""Lines a page."""

_NO_LIMIT = 2**63 - 1


class Metric(StrEnum):
    """What a board goes by. The values travel in custom_ids."""

    COINS = "coins"
    NET = "net"
    WINS = "wins"
    WIN_RATE = "rate"
    AVERAGE = "mean"
    BEST_FAN = "best"
    DEAL_IN_RATE = "deal"
    RATING = "rank"


_COLUMNS = {
    Metric.NET: standings.c.net,
    Metric.WINS: standings.c.wins,
    Metric.WIN_RATE: standings.c.win_rate,
    Metric.AVERAGE: standings.c.average,
    Metric.BEST_FAN: standings.c.best_fan,
    Metric.DEAL_IN_RATE: standings.c.deal_in_rate,
}


@dataclass(frozen=True, slots=True)
class Board:
    """Which board. `guild_id`: EVERYWHERE for all servers that take part; `span`, `city` as in `standings`.

    Coins are what somebody has now, and a rating is what it is now: for them the span does not matter, nor for coins
    the city; coins are only compared within a server. `newest_id`: people with a higher Discord id are left out, which
    is how accounts that are too young are (`host.days.newest_user_id`).
    """

    metric: Metric
    guild_id: int
    span: str = ALL
    city: str = ALL
    newest_id: int = _NO_LIMIT

    @property
    def is_lowest_first(self) -> bool:
        """Whether less is better."""
        return self.metric is Metric.DEAL_IN_RATE


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One person on a board. `value`: as its metric has it (`standings` says the units); `name` "": not known."""

    rank: int
    user_id: int
    name: str
    value: int
    hands: int
    wins: int
    seen_at: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a board: `total` people on all, and where the viewer stands (None: not on it), on which page."""

    lines: tuple[BoardLine, ...]
    page: int
    total: int
    own: BoardLine | None
    own_page: int | None

    @property
    def pages(self) -> int:
        """How many pages there are, one at least."""
        return max(1, -(-self.total // PAGE))


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a board's values stand, and for whom. `is_gone`: who has left the server, where `is_on` does not tell.

    People are few who have left, so they are counted by themselves and taken off.
    """

    user: ColumnElement[int]
    value: ColumnElement[int]
    is_on: ColumnElement[bool]
    is_lowest_first: bool
    is_gone: ColumnElement[bool] | None = None

    def before(self, value: int) -> ColumnElement[bool]:
        """Whether a line has a better value."""
        return self.value < value if self.is_lowest_first else self.value > value

    def from_on(self, value: int) -> ColumnElement[bool]:
        """Whether a line has this value or a worse one: whatever is not `before`."""
        return self.value >= value if self.is_lowest_first else self.value <= value

    def list_page(self, limit: int, offset: int, *, is_from_end: bool = False) -> Select[int, int]:
        """Ask for lines, best first or, from the other end, worst first: along the index, in whichever direction."""
        is_rising = self.is_lowest_first != is_from_end
        order = (self.value, self.user) if is_rising else (self.value.desc(), self.user.desc())
        return self.list_lines().order_by(*order).limit(limit).offset(offset)

    def list_lines(self) -> Select[int, int]:
        """Ask for whoever is on the board, with their values."""
        lines = select(self.user, self.value).where(self.is_on)
        if self.is_gone is None:
            return lines
        return lines.where(self.user.not_in(select(players.c.user_id).where(self.is_gone)))

    def count(self, *conditions: ColumnElement[bool]) -> Select[Any]:
        """Ask how many lines there are for which the conditions hold."""
        if self.is_gone is None:
            return select(func.count()).where(self.is_on, *conditions)
        same = and_(players.c.guild_id == accounts.c.guild_id, players.c.user_id == accounts.c.user_id)
        counted = exists(accounts.c.user_id).where(same, *conditions)
        gone = select(func.count()).select_from(players).where(self.is_gone, counted.correlate(players))
        return select(func.count() - gone.scalar_subquery()).where(self.is_on, *conditions)

    def count_before(self, user_id: int, value: int) -> Select[Any]:
        """Ask how many lines come before somebody's, equal ones included."""
        is_first = self.user < user_id if self.is_lowest_first else self.user > user_id
        return self.count(or_(self.before(value), and_(self.value == value, is_first)))


def _find_source(board: Board) -> _Source:
    is_gone = None
    if board.metric is Metric.COINS:
        user, value = accounts.c.user_id, accounts.c.balance
        is_on = and_(accounts.c.guild_id == board.guild_id, user + 0 > BANK)
        is_gone = and_(players.c.guild_id == board.guild_id, players.c.is_listed == false())
    elif board.metric is Metric.RATING:
        user, value = ratings.c.user_id, ratings.c.shown
        of_board = (ratings.c.guild_id == board.guild_id, ratings.c.city == board.city)
        is_on = and_(*of_board, ratings.c.is_listed == true(), value.is_not(None))
    else:
        user, value = standings.c.user_id, _COLUMNS[board.metric]
        of_board = (standings.c.guild_id == board.guild_id, standings.c.span == board.span)
        of_city = standings.c.city == board.city
        is_on = and_(*of_board, of_city, standings.c.is_listed == true(), value.is_not(None))
    if board.newest_id < _NO_LIMIT:
        # A sum, so that nobody reads along the ids of people for it and then has to sort.
        is_on = and_(is_on, user + 0 <= board.newest_id)
        if is_gone is not None:
            is_gone = and_(is_gone, players.c.user_id <= board.newest_id)
    return _Source(user, value, is_on, board.is_lowest_first, is_gone)


def list_queries(board: Board, page: int = 0) -> list[Select[Any]]:
    """Return what a board asks that could be slow, for whoever looks at the plans."""
    source = _find_source(board)
    pages = [source.list_page(PAGE, page * PAGE, is_from_end=is_from_end) for is_from_end in (False, True)]
    return [
        *pages,
        source.count(),
        source.count(source.before(1)),
        source.count(source.from_on(1)),
        source.count_before(1, 1),
    ]


async def read_page(connection: AsyncConnection, board: Board, page: int, viewer_id: int) -> BoardPage:
    """Return a page of a board, the last one if there are not so many, and where the viewer stands."""
    source = _find_source(board)
    total = await _count(connection, source.count())
    page = max(0, min(page, (total - 1) // PAGE))
    found = await _list_found(connection, source, page, total)
    own = (await connection.execute(source.list_lines().where(source.user == viewer_id))).first()
    wanted = [user_id for user_id, _ in found] + ([viewer_id] if own is not None else [])
    known = await _read_people(connection, board, wanted)
    rank = 1
    if found:
        rank += await _count_better(connection, source, found[0][1], total, is_late=2 * page * PAGE > total)
    lines: list[BoardLine] = []
    for place, (user_id, value) in enumerate(found):
        if place and value != found[place - 1][1]:
            rank = page * PAGE + place + 1
        lines.append(BoardLine(rank, user_id, value=value, **known[user_id]))
    if own is None:
        return BoardPage(tuple(lines), page, total, None, None)
    better = await _count(connection, source.count(source.before(own[1])))
    place = await _count(connection, source.count_before(viewer_id, own[1]))
    line = BoardLine(better + 1, viewer_id, value=own[1], **known[viewer_id])
    return BoardPage(tuple(lines), page, total, line, place // PAGE)


async def _list_found(connection: AsyncConnection, source: _Source, page: int, total: int) -> list[tuple[int, int]]:
    """Return a page's people with their values, read from whichever end of the board is nearer."""
    offset, behind = page * PAGE, max(0, total - (page + 1) * PAGE)
    if offset <= behind:
        query = source.list_page(PAGE, offset)
    else:
        query = source.list_page(min(PAGE, total - offset), behind, is_from_end=True)
    found: list[tuple[int, int]] = [(row[0], row[1]) for row in await connection.execute(query)]
    return found if offset <= behind else found[::-1]


async def _count_better(connection: AsyncConnection, source: _Source, value: int, total: int, *, is_late: bool) -> int:
    """Return how many have a better value; `is_late`: more than half of all have, so that the others are counted."""
    if is_late:
        return total - await _count(connection, source.count(source.from_on(value)))
    return await _count(connection, source.count(source.before(value)))


async def is_hidden(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Say whether a person is kept from a server's boards because they had left it."""
    of_person = (players.c.guild_id == guild_id, players.c.user_id == user_id)
    return (await connection.execute(select(players.c.is_listed).where(*of_person))).scalar() is False


async def _count(connection: AsyncConnection, query: Select[Any]) -> int:
    return int((await connection.execute(query)).scalar_one())


async def _read_people(connection: AsyncConnection, board: Board, user_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Return people's names and their hands on the board, by user id."""
    wanted = sorted(set(user_ids))
    people: dict[int, dict[str, Any]] = {
        user_id: {"name": "", "seen_at": 0.0, "hands": 0, "wins": 0} for user_id in wanted
    }
    named = select(players).where(players.c.guild_id == board.guild_id, players.c.user_id.in_(wanted))
    for row in await connection.execute(named):
        people[row.user_id] |= {"name": row.name, "seen_at": row.seen_at}
    if board.metric is Metric.COINS:
        hands, wins = accounts.c.hands + accounts.c.computer_hands, accounts.c.hands_won + accounts.c.computer_hands_won
        counts = select(accounts.c.user_id, hands.label("hands"), wins.label("wins")).where(
            accounts.c.guild_id == board.guild_id, accounts.c.user_id.in_(wanted)
        )
    else:
        span = ALL if board.metric is Metric.RATING else board.span
        counts = select(standings.c.user_id, standings.c.hands, standings.c.wins).where(
            standings.c.guild_id == board.guild_id,
            standings.c.span == span,
            standings.c.city == board.city,
            standings.c.user_id.in_(wanted),
        )
    for row in await connection.execute(counts):
        people[row.user_id] |= {"hands": row.hands, "wins": row.wins}
    return people
