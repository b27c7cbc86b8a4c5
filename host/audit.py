"""The books recomputed from their entries: what `bot.py audit` shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Select, Subquery, func, or_, select

from host.connections import find_file, make_reading_engine
from host.errors import StoreError
from host.schema import accounts, entries, holds, movements
from host.trouble import DATABASE_ERRORS, explain_error

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What was looked at and what does not hold. `faults`: (code, what it is about)."""

    accounts: int
    movements: int
    faults: tuple[tuple[str, str], ...]

    @property
    def is_sound(self) -> bool:
        """Whether everything holds."""
        return not self.faults


async def audit_database(url: str) -> AuditReport:
    """Check the books of a database as it stands, whether the bot runs or not.

    Raises:
        StoreError: there is no database, or it cannot be read; the reason in words.
    """
    file = find_file(url)
    if file is not None and not file.is_file():
        raise StoreError("there is none")
    try:
        engine = make_reading_engine(url)
        try:
            async with engine.connect() as connection:
                return await audit_books(connection)
        finally:
            await engine.dispose()
    except DATABASE_ERRORS as error:
        raise StoreError(explain_error(error)) from None


async def audit_books(connection: AsyncConnection) -> AuditReport:
    """Check, in one snapshot: movements are pairs that sum to zero, balances are sums of entries, held is held."""
    if connection.dialect.name == "postgresql":
        # Else each query would see what was committed meanwhile.
        await connection.execution_options(isolation_level="REPEATABLE READ")
    faults: list[tuple[str, str]] = []
    for code, query in _FAULTS.items():
        faults += [(code, "/".join(str(value) for value in row)) for row in await connection.execute(query)]
    account_count = await connection.scalar(select(func.count()).select_from(accounts))
    movement_count = await connection.scalar(select(func.count()).select_from(movements))
    return AuditReport(account_count or 0, movement_count or 0, tuple(faults))


_entry_sums = (
    select(entries.c.guild_id, entries.c.user_id, func.sum(entries.c.amount).label("total"))
    .group_by(entries.c.guild_id, entries.c.user_id)
    .subquery()
)
_hold_sums = (
    select(holds.c.guild_id, holds.c.user_id, func.sum(holds.c.amount).label("total"))
    .group_by(holds.c.guild_id, holds.c.user_id)
    .subquery()
)


def _mismatch(sums: Subquery, column: ColumnElement[int]) -> Select[tuple[int, int]]:
    same = (accounts.c.guild_id == sums.c.guild_id) & (accounts.c.user_id == sums.c.user_id)
    found = select(accounts.c.guild_id, accounts.c.user_id).outerjoin(sums, same)
    return found.where(column != func.coalesce(sums.c.total, 0))


_FAULTS: dict[str, Select[tuple[int, ...]]] = {
    "movement_not_a_zero_pair": (
        select(movements.c.id)
        .outerjoin(entries, entries.c.movement_id == movements.c.id)
        .group_by(movements.c.id)
        .having(or_(func.coalesce(func.sum(entries.c.amount), 1) != 0, func.count(entries.c.user_id) != 2))
    ),
    "balance_is_not_its_entries": _mismatch(_entry_sums, accounts.c.balance),
    "held_is_not_its_holds": _mismatch(_hold_sums, accounts.c.held),
    "server_not_zero": (
        select(accounts.c.guild_id).group_by(accounts.c.guild_id).having(func.sum(accounts.c.balance) != 0)
    ),
}
