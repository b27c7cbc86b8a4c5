"""What must hold in the books, each rule as a query for the rows that break it: first their server, then their key."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from math import isclose
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ColumnElement,
    Float,
    Select,
    String,
    Subquery,
    and_,
    case,
    cast,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
)

from host.flows import Flow
from host.schema import BANK, accounts, changes, entries, flows, holds, movements, saved_tables, settlements

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

Row = Sequence[Any]
"""What a check finds: the server and the key of what is wrong."""

Check = tuple[Select[Any], ColumnElement[int]]
"""A query and the column of it that tells the server."""

AT_TABLES = ("hand", "penalty")
BY_MANAGERS = ("admin", "reset")
KINDS = ("grant", "daily", "relief", *BY_MANAGERS, *AT_TABLES)
"""Every kind of movement: a newcomer's coins, the day's grant, relief, managers' changes, what is paid at tables."""

OLD_KEYS = "old/%"
"""Keys of movements from before movements had keys."""

_is_hand = movements.c.kind.in_(AT_TABLES)
_entry_of_movement = entries.c.movement_id == movements.c.id
_account_of_entry = and_(accounts.c.guild_id == entries.c.guild_id, accounts.c.user_id == entries.c.user_id)
_account_of_hold = and_(accounts.c.guild_id == holds.c.guild_id, accounts.c.user_id == holds.c.user_id)


def _not_a_pair() -> Check:
    is_wrong = or_(func.coalesce(func.sum(entries.c.amount), 1) != 0, func.count(entries.c.user_id) != 2)
    query = select(movements.c.guild_id, movements.c.id).outerjoin(entries, _entry_of_movement)
    return query.group_by(movements.c.guild_id, movements.c.id).having(is_wrong), movements.c.guild_id


def _entries(is_wrong: ColumnElement[bool]) -> Callable[[], Check]:
    query = select(entries.c.guild_id, entries.c.movement_id, entries.c.user_id).where(is_wrong)
    return lambda: (query, entries.c.guild_id)


def _movements(is_wrong: ColumnElement[bool]) -> Callable[[], Check]:
    return lambda: (select(movements.c.guild_id, movements.c.id).where(is_wrong), movements.c.guild_id)


def _accounts(is_wrong: ColumnElement[bool]) -> Callable[[], Check]:
    return lambda: (select(accounts.c.guild_id, accounts.c.user_id).where(is_wrong), accounts.c.guild_id)


def _holds(is_wrong: ColumnElement[bool]) -> Callable[[], Check]:
    query = select(holds.c.guild_id, holds.c.table_id, holds.c.hand, holds.c.user_id).where(is_wrong)
    return lambda: (query, holds.c.guild_id)


def _in_another_server() -> Check:
    query = select(movements.c.guild_id, movements.c.id).join(entries, _entry_of_movement)
    return query.where(entries.c.guild_id != movements.c.guild_id).distinct(), movements.c.guild_id


def _sums(table: Any) -> Subquery:  # noqa: ANN401 (entries or holds)
    query = select(table.c.guild_id, table.c.user_id, func.sum(table.c.amount).label("total"))
    return query.group_by(table.c.guild_id, table.c.user_id).subquery()


def _mismatch(table: Any, column: ColumnElement[int]) -> Callable[[], Check]:  # noqa: ANN401
    def build() -> Check:
        sums = _sums(table)
        same = (accounts.c.guild_id == sums.c.guild_id) & (accounts.c.user_id == sums.c.user_id)
        found = select(accounts.c.guild_id, accounts.c.user_id).outerjoin(sums, same)
        return found.where(column != func.coalesce(sums.c.total, 0)), accounts.c.guild_id

    return build


def _not_zero() -> Check:
    query = select(accounts.c.guild_id).group_by(accounts.c.guild_id).having(func.sum(accounts.c.balance) != 0)
    return query, accounts.c.guild_id


def _counted(kind: str) -> ColumnElement[int]:
    """Return how many movements of a kind an account has had."""
    own = (entries.c.guild_id == accounts.c.guild_id) & (entries.c.user_id == accounts.c.user_id)
    query = select(func.count()).select_from(entries).join(movements, _entry_of_movement)
    return query.where(own, movements.c.kind == kind).correlate(accounts).scalar_subquery()


def _without_the_bank() -> ColumnElement[bool]:
    return and_(not_(_is_hand), not_(exists().where(_entry_of_movement, entries.c.user_id == BANK)))


def _paid_twice() -> Check:
    low, high = entries.alias("low"), entries.alias("high")
    query = select(movements.c.guild_id, movements.c.table_id, movements.c.hand, low.c.user_id, high.c.user_id)
    query = query.join(low, low.c.movement_id == movements.c.id)
    query = query.join(high, (high.c.movement_id == movements.c.id) & (high.c.user_id > low.c.user_id))
    # The bank may stand for several of those who pay.
    query = query.where(movements.c.kind == "hand", low.c.user_id != BANK, high.c.user_id != BANK)
    key = (movements.c.guild_id, movements.c.table_id, movements.c.hand, low.c.user_id, high.c.user_id)
    return query.group_by(*key).having(func.count() > 1), movements.c.guild_id


def _change_sums() -> Check:
    moved = (
        select(movements.c.change_id, func.sum(func.abs(entries.c.amount)).label("total"))
        .join(entries, _entry_of_movement)
        .where(movements.c.change_id.is_not(None), entries.c.user_id != BANK)
        .group_by(movements.c.change_id)
        .subquery()
    )
    query = select(changes.c.guild_id, changes.c.id).outerjoin(moved, moved.c.change_id == changes.c.id)
    return query.where(func.coalesce(moved.c.total, 0) != changes.c.amount), changes.c.guild_id


_change_of_movement = exists().where(changes.c.id == movements.c.change_id, changes.c.guild_id == movements.c.guild_id)
_is_by_manager = movements.c.kind.in_(BY_MANAGERS)
_hand_key = literal("hand/") + movements.c.table_id + "/" + cast(movements.c.hand, String) + "#"
_first, _daily, _relief = _counted("grant"), _counted("daily"), _counted("relief")
_settled_hand = (settlements.c.table_id == movements.c.table_id) & (settlements.c.hand == movements.c.hand)
_settled_hold = (settlements.c.table_id == holds.c.table_id) & (settlements.c.hand == holds.c.hand)

CHECKS: dict[str, Callable[[], Check]] = {
    "movement_not_a_zero_pair": _not_a_pair,
    "movement_of_no_coins": _entries(entries.c.amount == 0),
    "movement_in_two_servers": _in_another_server,
    "movement_of_no_kind": _movements(movements.c.kind.not_in(KINDS)),
    "movement_between_people": _movements(_without_the_bank()),
    "movement_of_no_hand": _movements(
        _is_hand != and_(movements.c.table_id.is_not(None), movements.c.hand.is_not(None))
    ),
    "movement_with_a_wrong_key": _movements(
        or_(
            movements.c.key == "",
            and_(
                _is_hand,
                movements.c.key.not_like(OLD_KEYS),
                func.substr(movements.c.key, 1, func.length(_hand_key)) != _hand_key,
            ),
        )
    ),
    "movement_without_its_change": _movements(
        or_(
            and_(_is_by_manager, not_(_change_of_movement)),
            and_(not_(_is_by_manager), movements.c.change_id.is_not(None)),
        )
    ),
    "entry_without_movement": _entries(not_(exists().where(_entry_of_movement))),
    "entry_without_account": _entries(not_(exists().where(_account_of_entry))),
    "balance_is_not_its_entries": _mismatch(entries, accounts.c.balance),
    "held_is_not_its_holds": _mismatch(holds, accounts.c.held),
    "held_exceeds_balance": _accounts(accounts.c.held > case((accounts.c.balance > 0, accounts.c.balance), else_=0)),
    "hold_without_account": _holds(not_(exists().where(_account_of_hold))),
    "hold_after_settlement": _holds(exists().where(_settled_hold)),
    "no_first_grant": _accounts(and_(accounts.c.user_id != BANK, _first == 0)),
    "first_grant_twice": _accounts(and_(accounts.c.user_id != BANK, _first > 1)),
    "daily_is_not_its_movements": _accounts(
        and_(
            accounts.c.user_id != BANK,
            or_(
                accounts.c.daily_day.is_not(None) != (_daily > 0),
                accounts.c.daily_day.is_not(None) != (accounts.c.daily_streak > 0),
                accounts.c.daily_streak > _daily,
            ),
        )
    ),
    "relief_is_not_its_movements": _accounts(
        and_(accounts.c.user_id != BANK, accounts.c.relief_day.is_not(None) != (_relief > 0))
    ),
    "more_won_than_played": _accounts(
        or_(
            accounts.c.hands_won > accounts.c.hands,
            accounts.c.computer_hands_won > accounts.c.computer_hands,
        )
    ),
    "hand_paid_twice": _paid_twice,
    "hand_without_settlement": _movements(
        and_(
            _is_hand,
            exists().where(saved_tables.c.table_id == movements.c.table_id),
            not_(exists().where(_settled_hand)),
        )
    ),
    "change_is_not_its_movements": _change_sums,
    "server_not_zero": _not_zero,
}
"""Every rule that one query can check, by the code of its faults."""


def _between_two(guild_id: int | None) -> Select[Any]:
    """Return what went between two in each hand, then summed up as `flows` has it."""
    low, high = entries.alias("low"), entries.alias("high")
    key = (low.c.guild_id, low.c.user_id, high.c.user_id)
    net = func.sum(high.c.amount)
    hands = (
        select(low.c.guild_id.label("guild_id"), low.c.user_id.label("low_id"), high.c.user_id.label("high_id"))
        .add_columns(net.label("net"))
        .join(low, low.c.movement_id == movements.c.id)
        .join(high, (high.c.movement_id == movements.c.id) & (high.c.user_id > low.c.user_id))
        .where(_is_hand)
        .group_by(*key, movements.c.table_id, movements.c.hand)
        .having(net != 0)
    )
    if guild_id is not None:
        hands = hands.where(low.c.guild_id == guild_id)
    each = hands.select_from(movements).subquery()
    amount = cast(each.c.net, Float)
    return select(
        each.c.guild_id,
        each.c.low_id,
        each.c.high_id,
        func.count().label("hands"),
        func.sum(case((each.c.net < 0, -each.c.net), else_=0)).label("to_low"),
        func.sum(case((each.c.net > 0, each.c.net), else_=0)).label("to_high"),
        func.sum(amount * amount).label("squares"),
    ).group_by(each.c.guild_id, each.c.low_id, each.c.high_id)


async def find_wrong_flows(connection: AsyncConnection, guild_id: int | None) -> list[Row]:
    """Return the pairs for which what is kept is not what their movements say."""
    found = {
        (row.guild_id, row.low_id, row.high_id): (row.hands, int(row.to_low), int(row.to_high), float(row.squares))
        for row in await connection.execute(_between_two(guild_id))
    }
    query = select(flows) if guild_id is None else select(flows).where(flows.c.guild_id == guild_id)
    wrong = []
    for row in await connection.execute(query):
        kept = Flow(**row._asdict())
        key = (kept.guild_id, kept.low_id, kept.high_id)
        hands, to_low, to_high, squares = found.pop(key, (0, 0, 0, 0.0))
        is_same = (kept.hands, kept.to_low, kept.to_high) == (hands, to_low, to_high)
        # Sums of large squares depend on their order.
        if not is_same or kept.together < hands or not isclose(kept.squares, squares, rel_tol=1e-6):
            wrong.append(key)
    return [*sorted([*wrong, *found])]


async def check_settlements(connection: AsyncConnection, guild_id: int | None) -> dict[str, list[Row]]:
    """Return, by code, the settled hands that cannot be read, or that say something else than their movements."""
    key = (settlements.c.guild_id, settlements.c.table_id, settlements.c.hand)
    query = (
        select(*key, settlements.c.outcome, entries.c.user_id, func.sum(entries.c.amount).label("moved"))
        .outerjoin(movements, and_(_settled_hand, _is_hand))
        .outerjoin(entries, _entry_of_movement)
        .group_by(*key, settlements.c.outcome, entries.c.user_id)
        .order_by(settlements.c.table_id, settlements.c.hand)
    )
    if guild_id is not None:
        query = query.where(settlements.c.guild_id == guild_id)
    wrong: dict[str, list[Row]] = {"settlement_unreadable": [], "settlement_is_not_its_movements": []}
    asked: tuple[Any, ...] = ()
    people: list[int] = []

    def judge() -> None:
        code = _judge_settlement(asked[3], people) if asked else None
        if code is not None:
            wrong[code].append(asked[:3])

    # As a stream: there may be a month of hands.
    async for row in await connection.stream(query):
        if tuple(row[:4]) != asked:
            judge()
            asked, people = tuple(row[:4]), []
        if row.user_id not in {None, BANK}:
            people.append(row.moved)
    judge()
    return wrong


def _judge_settlement(outcome: str, moved: Iterable[int]) -> str | None:
    """Return the code of what is wrong with a hand's settlement; `moved`: what its movements brought each person."""
    try:
        data = json.loads(outcome)
        paid, balances, is_void = data["paid"], data["balances"], data["is_void"]
        people = [amount for amount, balance in zip(paid, balances, strict=True) if balance is not None]
        is_right = sum(paid) == 0 and not (is_void and any(paid))
    except (ValueError, TypeError, KeyError):
        return "settlement_unreadable"
    is_same = sorted(amount for amount in people if amount) == sorted(int(amount) for amount in moved if amount)
    return None if is_right and is_same else "settlement_is_not_its_movements"


MOST_MISSING = 100
"""So many missing movements are named at most."""


async def find_missing_movements(connection: AsyncConnection) -> list[int]:
    """Return the numbers of movements that are gone: all are numbered in turn since movements have keys."""
    start = await connection.scalar(select(func.max(movements.c.id)).where(movements.c.key.like(OLD_KEYS)))
    number = (start or 0) + 1
    after = movements.alias("after")
    is_last = not_(exists().where(after.c.id == movements.c.id + 1))
    query = select(movements.c.id).where(movements.c.id >= number - 1, is_last).order_by(movements.c.id)
    ends = list(await connection.scalars(query))
    missing: list[int] = []
    for end in ends[:-1]:
        begin = await connection.scalar(select(func.min(movements.c.id)).where(movements.c.id > end))
        missing += range(end + 1, min(begin, end + 1 + MOST_MISSING))
    if start is None and ends:
        first = await connection.scalar(select(func.min(movements.c.id)))
        missing = [*range(1, min(first, 1 + MOST_MISSING)), *missing]
    return missing[:MOST_MISSING]
