"""The books recomputed from their entries: what `bot.py audit` and `/coins audit` show.

Each check is a query for what does not hold, in host/audit_checks.py; here they are run, all in one snapshot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from host.audit_checks import CHECKS, Row, check_settlements, find_missing_movements, find_wrong_flows
from host.audit_standings import STANDING_CHECKS
from host.connections import find_file, make_reading_engine
from host.errors import StoreError
from host.schema import accounts, movements
from host.trouble import DATABASE_ERRORS, explain_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

ROW_CODES = ("flow_is_not_its_movements", "settlement_unreadable", "settlement_is_not_its_movements")
FAULT_CODES = (*CHECKS, *STANDING_CHECKS, *ROW_CODES, "movement_missing")
"""Everything that an audit can find."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not hold. `guild_id`: in whose books (None: unknown); `about`: which row, by its key."""

    code: str
    guild_id: int | None
    about: tuple[str, ...]

    def __str__(self) -> str:
        """Return it on one line: code, server and row."""
        server = () if self.guild_id is None else (str(self.guild_id),)
        return f"{self.code}: {'/'.join((*server, *self.about))}"


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What was looked at and what does not hold."""

    accounts: int
    movements: int
    faults: tuple[Fault, ...]

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


async def audit_books(connection: AsyncConnection, guild_id: int | None = None) -> AuditReport:
    """Check, in one snapshot, all servers' books or one's: whether all that must hold does."""
    if connection.dialect.name == "postgresql":
        # Else each query would see what was committed meanwhile.
        await connection.execution_options(isolation_level="REPEATABLE READ")
    return await find_faults(connection, guild_id)


async def find_faults(connection: AsyncConnection, guild_id: int | None) -> AuditReport:
    """Check what a connection sees."""
    faults: list[Fault] = []
    for code, build in (CHECKS | STANDING_CHECKS).items():
        query, server = build()
        if guild_id is not None:
            query = query.where(server == guild_id)
        faults += _name(code, await connection.execute(query))
    faults += _name(ROW_CODES[0], await find_wrong_flows(connection, guild_id))
    for code, rows in (await check_settlements(connection, guild_id)).items():
        faults += _name(code, rows)
    if guild_id is None:
        missing = await find_missing_movements(connection)
        faults += [Fault("movement_missing", None, (str(number),)) for number in missing]
    counts = []
    for table in (accounts, movements):
        query = select(func.count()).select_from(table)
        counts.append(await connection.scalar(query if guild_id is None else query.where(table.c.guild_id == guild_id)))
    return AuditReport(counts[0] or 0, counts[1] or 0, tuple(faults))


def _name(code: str, rows: Iterable[Row]) -> list[Fault]:
    return [Fault(code, guild_id, tuple(str(value) for value in about)) for guild_id, *about in rows]
