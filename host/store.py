"""Accounts and settlements in the database: one writer, readers apart (DESIGN section 3)."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import delete, func, or_, select, tuple_, update

from host.audit import AuditReport, audit_books
from host.book import Account, Change, HandKey, Unit
from host.connections import find_file, make_engine, make_runner
from host.errors import StoreError
from host.flows import Flow
from host.forgetting import forget_person
from host.ownership import acquire_ownership, begin_ownership
from host.pruning import prune_database
from host.saving import SavedTable
from host.schema import (
    BANK,
    accounts,
    changes,
    flows,
    holds,
    journal,
    notes,
    preferences,
    saved_tables,
    shown_messages,
)
from host.trouble import DATABASE_ERRORS, explain_error, name_error
from host.units import OpenAccount
from host.upgrade import check_soundness, upgrade_database
from host.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from host.forgetting import Forgotten
    from host.ownership import Ownership
    from host.runner import Runner

Result = TypeVar("Result")


class Store:
    """The books of all servers. Open it with `await Store.open(url)`, close it with `await store.close()`."""

    def __init__(
        self,
        runner: Runner,
        read_engine: AsyncEngine,
        writer: Writer,
        ownership: Ownership,
        wall: Callable[[], float],
    ) -> None:
        """Use `open`."""
        self._wall = wall
        self.overtaken = ownership.overtaken
        """Set when another process has taken the database over: this one must end."""
        self._ownership = ownership
        self._runner = runner
        self._read_engine = read_engine
        self._writer = writer

    @classmethod
    async def open(cls, url: str, *, wall: Callable[[], float] = time.time) -> Store:
        """Connect, bring the database up to this version, and start the writer.

        Args:
            url: an SQLAlchemy URL (`sqlite+aiosqlite:///data/mahjong.db`); the folder of an SQLite file is made.
            wall: seconds since 1970 for the rows.

        Raises:
            StoreError: the database cannot be opened or written, is damaged, of a newer version, or another's.
        """
        async with AsyncExitStack() as stack:
            try:
                file = find_file(url)
                if file is not None:
                    file.parent.mkdir(parents=True, exist_ok=True)
                ownership = await acquire_ownership(url)
                stack.push_async_callback(ownership.close)
                runner = make_runner(url)
                stack.push_async_callback(runner.close)
                read_engine = make_engine(url)
                stack.push_async_callback(read_engine.dispose)
                await runner.run(check_soundness)
                await runner.run(upgrade_database)
                ownership.number = await runner.run(begin_ownership)
            except (*DATABASE_ERRORS, ImportError, TypeError) as error:
                raise StoreError(explain_error(error)) from error
            stack.pop_all()
        writer = Writer(runner, ownership, wall)
        writer.start()
        return cls(runner, read_engine, writer, ownership, wall)

    async def close(self) -> None:
        """Write what waits and let go of the database."""
        await self._writer.stop()
        await self._runner.close()
        await self._read_engine.dispose()
        await self._ownership.close()

    @property
    def written(self) -> Writer:
        """Whoever writes, with the counts of what was written."""
        return self._writer

    def now(self) -> float:
        """Return the time that is written to rows, in seconds since 1970."""
        return self._wall()

    async def check(self) -> None:
        """Ask the database for something; StoreError if it does not answer."""
        await self._read(select(1))

    async def write(self, unit: Unit[Result]) -> Result:
        """Write a unit (host/units.py); see `Writer.write`."""
        return await self._writer.write(unit)

    async def load_tables(self) -> list[SavedTable]:
        """Return the tables that live, as they were kept. StoreError if the database fails."""
        lines: dict[str, list[str]] = {}
        for row in await self._read(select(journal).order_by(journal.c.table_id, journal.c.number)):
            lines.setdefault(row.table_id, []).append(row.line)
        rows = await self._read(select(saved_tables).order_by(saved_tables.c.table_id))
        return [SavedTable(row.table_id, row.body, tuple(lines.get(row.table_id, ()))) for row in rows]

    async def load_messages(self) -> list[tuple[str, int, str]]:
        """Return where tables are shown: table id, user id (0: to all) and what was kept of it."""
        return [tuple(row) for row in await self._read(select(shown_messages))]

    async def load_preferences(self) -> list[tuple[str, int, str, str]]:
        """Return all that is set: scope, owner, name and value. StoreError if the database fails."""
        return [tuple(row) for row in await self._read(select(preferences))]

    async def load_notes(self, kind: str) -> dict[int, str]:
        """Return what the program remembers, by owner. StoreError if the database fails."""
        rows = await self._read(select(notes.c.owner_id, notes.c.body).where(notes.c.kind == kind))
        return {row.owner_id: row.body for row in rows}

    async def release_holds(self, but: Sequence[HandKey]) -> None:
        """Give back what was set aside for hands that are not in play (any more). StoreError if the database fails.

        Only for the start, before anything else is written.
        """
        kept = tuple_(holds.c.table_id, holds.c.hand).in_(but)
        of_account = (holds.c.guild_id == accounts.c.guild_id) & (holds.c.user_id == accounts.c.user_id)
        still = select(func.coalesce(func.sum(holds.c.amount), 0)).where(of_account).scalar_subquery()

        def release(connection: Connection) -> None:
            connection.execute(delete(holds).where(~kept) if but else delete(holds))
            connection.execute(update(accounts).where(accounts.c.held != still).values(held=still))

        try:
            await self._runner.run(release)
        except DATABASE_ERRORS as error:
            raise StoreError(explain_error(error)) from error

    async def prune(self, seconds: float | None, record_seconds: float | None) -> int:
        """Drop what is of no use any more (host/pruning.py).

        What belongs to no table that lives is dropped in any case. Movements of coins are kept: they are the books.

        Args:
            seconds: so long ago a table is over of which it is forgotten how its hands were settled; None: never.
            record_seconds: so long ago a match is over of which the record is no longer kept; None: never.

        Returns:
            How many rows were dropped. StoreError if the database fails.
        """

        def prune(connection: Connection) -> int:
            self._ownership.check(connection)
            now = self._wall()
            before = [None if age is None else now - age for age in (seconds, record_seconds)]
            return prune_database(connection, now, *before)

        try:
            return await self._runner.run(prune)
        except DATABASE_ERRORS as error:
            raise StoreError(name_error(error)) from error

    async def forget(self, user_id: int) -> Forgotten:
        """Take a person out of the database (host/forgetting.py).

        It runs between what the writer writes, never beside it.

        Raises:
            HostError: `not_a_person`, `game_not_over` (table). StoreError: the database fails. Nothing is changed.
        """

        def forget(connection: Connection) -> Forgotten:
            self._ownership.check(connection)
            return forget_person(user_id, connection)

        try:
            return await self._runner.run(forget)
        except DATABASE_ERRORS as error:
            raise StoreError(name_error(error)) from error

    async def find_account(self, guild_id: int, user_id: int) -> Account:
        """Return a person's account; a newcomer's is opened (1,000 coins). StoreError if the database fails."""
        return (await self.find_accounts(guild_id, [user_id]))[user_id]

    async def find_accounts(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, Account]:
        """Return people's accounts by user id; those of newcomers are opened. StoreError if the database fails."""
        query = select(accounts).where(accounts.c.guild_id == guild_id, accounts.c.user_id.in_(user_ids))
        found = {row.user_id: Account(**row._asdict()) for row in await self._read(query)}
        for user_id in user_ids:
            if user_id not in found:
                found[user_id] = await self.write(OpenAccount(guild_id, user_id))
        return found

    async def read(self, work: Callable[[AsyncConnection], Awaitable[Result]]) -> Result:
        """Return what `work` reads, all of it through one connection; StoreError if the database fails."""
        try:
            async with self._read_engine.connect() as connection:
                return await work(connection)
        except DATABASE_ERRORS as error:
            raise StoreError(name_error(error)) from error

    async def count_people(self, guild_id: int) -> int:
        """Return how many people have an account in a server."""
        query = select(func.count()).where(accounts.c.guild_id == guild_id, accounts.c.user_id > BANK)
        return int((await self._read(query))[0][0])

    async def list_changes(
        self, guild_id: int, *, user_id: int | None = None, limit: int = 10, offset: int = 0
    ) -> list[Change]:
        """Return what managers did to a server's coins, newest first; to one person's, with what was done to all."""
        query = select(changes).where(changes.c.guild_id == guild_id)
        if user_id is not None:
            query = query.where(or_(changes.c.user_id == user_id, changes.c.user_id.is_(None)))
        rows = await self._read(query.order_by(changes.c.id.desc()).limit(limit).offset(offset))
        return [Change(**row._asdict()) for row in rows]

    async def list_flows(self, guild_id: int, *, least_hands: int = 0) -> list[Flow]:
        """Return what went between pairs of people in a server, in at least so many hands."""
        query = select(flows).where(flows.c.guild_id == guild_id, flows.c.hands >= least_hands)
        rows = await self._read(query.order_by(flows.c.low_id, flows.c.high_id))
        return [Flow(**row._asdict()) for row in rows]

    async def audit(self, guild_id: int | None = None) -> AuditReport:
        """Recompute the books from their entries, all or one server's; the report lists every fault."""
        try:
            async with self._read_engine.connect() as connection:
                return await audit_books(connection, guild_id)
        except DATABASE_ERRORS as error:
            raise StoreError(name_error(error)) from error

    async def _read(self, query: Any) -> Any:  # noqa: ANN401 (rows of any shape)
        try:
            async with self._read_engine.connect() as connection:
                return (await connection.execute(query)).all()
        except DATABASE_ERRORS as error:
            raise StoreError(name_error(error)) from error
