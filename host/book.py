"""The accounts that a group of units touches: loaded in a few statements, changed in memory, written in a few.

The writer is the only one that writes to the database, so what it has loaded is what holds. A unit that is refused is
undone in memory before any other unit or the database has seen it: that is its savepoint.
"""

from __future__ import annotations

from contextlib import contextmanager
from copy import copy
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from host.archive import Archive
from host.errors import HostError
from host.flows import FlowChange, write_flows
from host.keys import has_key
from host.schema import (
    BANK,
    accounts,
    changes,
    entries,
    holds,
    journal,
    movements,
    notes,
    preferences,
    saved_tables,
    settlements,
    shown_messages,
)
from host.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Column, Connection, Table

FIRST_COINS = 1000
"""What the bank grants a newcomer, once per server."""

AccountKey = tuple[int, int]
"""Guild id and user id."""

HandKey = tuple[str, int]
"""Table id and hand number."""


@dataclass(frozen=True, slots=True)
class Account:
    """One person's coins and hands in one server. `held`: coins at stake in a hand that is not settled.

    `hands`, `hands_won`: at tables of four people; `computer_hands`, `computer_hands_won`: at tables with computer
    players, which count apart (P9). `daily_day`, `relief_day`: the last day with a grant of that kind, as
    `date.toordinal` counts; `daily_streak`: how many days in a row there had been one by then.
    """

    guild_id: int
    user_id: int
    balance: int
    held: int
    hands: int
    hands_won: int
    computer_hands: int
    computer_hands_won: int
    opened_at: float
    daily_day: int | None = None
    daily_streak: int = 0
    relief_day: int | None = None

    @property
    def free(self) -> int:
        """Coins that are not at stake; never below 0."""
        return max(self.balance - self.held, 0)


Result_co = TypeVar("Result_co", covariant=True)


class Unit(Protocol[Result_co]):
    """Something to be written whole or not at all."""

    def account_keys(self) -> Iterable[AccountKey]:
        """The accounts that it needs; those that do not exist yet are opened."""

    def hand_keys(self) -> Iterable[HandKey]:
        """The hands whose holds and settlement it needs."""

    def apply(self, book: Book) -> Result_co:
        """Change the book; HostError if refused (whatever was changed until then is undone)."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a manager did to coins, as it stands in the books.

    `kind`: `grant`, `take` or `reset`; `user_id`: whose, None: everybody's; `amount`: coins moved in all.
    """

    id: int
    guild_id: int
    key: str
    kind: str
    actor_id: int
    user_id: int | None
    amount: int
    reason: str
    at: float


class ManagersUnit:
    """A unit that is a manager's change: done once for its key, and noted with who did it and why."""

    guild_id: int
    key: str
    user_id: int | None
    """Whose coins it changes; None: everybody's, so that all accounts of the server are needed."""


_CHANGED_BY_UNITS = (
    "_accounts",
    "_holds",
    "_guild_of",
    "_settlements",
    "_saved",
    "_shown",
    "_dropped",
    "_set",
    "_changes",
)


class Book:
    """What `load` read, what units changed since, and what `flush` still has to write."""

    def __init__(self, at: float, next_movement: int) -> None:
        """Begin empty; `at` is the time written to rows, `next_movement` the first free movement id."""
        self.at = at
        self._next_movement = next_movement
        self._next_change = 0
        self._accounts: dict[AccountKey, Account] = {}
        self._stored: dict[AccountKey, Account] = {}
        self._holds: dict[HandKey, dict[int, int]] = {}
        self._stored_holds: dict[HandKey, dict[int, int]] = {}
        self._guild_of: dict[HandKey, int] = {}
        self._settlements: dict[HandKey, str] = {}
        self._new_settlements: list[dict[str, Any]] = []
        self._movements: list[dict[str, Any]] = []
        self._entries: list[dict[str, Any]] = []
        self._flows: list[FlowChange] = []
        self._changes: dict[str, Change] = {}
        self._new_changes: list[dict[str, Any]] = []
        self._saved: dict[str, str] = {}
        self._journal: list[dict[str, Any]] = []
        self._shown: dict[tuple[str, int], str | None] = {}
        self._dropped: set[str] = set()
        self._set: dict[tuple[Table, tuple[str | int, ...]], str | None] = {}
        self.tally = Tally(at)
        """What settled hands add to people's counts."""
        self.archive = Archive(at)
        """The records of hands that are over."""

    def load(self, connection: Connection, units: Sequence[Unit[object]]) -> None:
        """Read what the units need: a few statements, however many units there are."""
        hand_keys = {key for unit in units for key in unit.hand_keys()}
        if hand_keys:
            self._load_hands(connection, sorted(hand_keys))
        account_keys = {key for unit in units for key in unit.account_keys()}
        # What was set aside is given back to whoever it was taken from, whether they are paid or not.
        account_keys |= {(self._guild_of[key], user) for key, amounts in self._holds.items() for user in amounts}
        account_keys |= {(guild, BANK) for guild, _ in account_keys}
        if account_keys:
            where = has_key((accounts.c.guild_id, accounts.c.user_id), account_keys)
            for row in connection.execute(select(accounts).where(where)):
                account = Account(**row._asdict())
                self._stored[account.guild_id, account.user_id] = account
        by_managers = [unit for unit in units if isinstance(unit, ManagersUnit)]
        if by_managers:
            self._load_changes(connection, by_managers)
        self._accounts = dict(self._stored)
        # Few kinds of units are about hands that are counted, or about seasons.
        counted = [hand for unit in units if (hand := getattr(unit, "counted", None)) is not None]
        self.tally.load(connection, counted, {guild for unit in units if (guild := getattr(unit, "season_of", None))})

    def _load_changes(self, connection: Connection, units: Sequence[ManagersUnit]) -> None:
        self._next_change = _find_next(connection, changes.c.id)
        for row in connection.execute(select(changes).where(changes.c.key.in_({unit.key for unit in units}))):
            self._changes[row.key] = Change(**row._asdict())
        whole = {unit.guild_id for unit in units if unit.user_id is None and unit.key not in self._changes}
        if whole:
            for row in connection.execute(select(accounts).where(accounts.c.guild_id.in_(whole))):
                self._stored[row.guild_id, row.user_id] = Account(**row._asdict())

    def _load_hands(self, connection: Connection, keys: list[HandKey]) -> None:
        where = has_key((holds.c.table_id, holds.c.hand), keys)
        for row in connection.execute(select(holds).where(where)):
            self._holds.setdefault((row.table_id, row.hand), {})[row.user_id] = row.amount
            self._guild_of[row.table_id, row.hand] = row.guild_id
        self._stored_holds = {key: dict(amounts) for key, amounts in self._holds.items()}
        where = has_key((settlements.c.table_id, settlements.c.hand), keys)
        for row in connection.execute(select(settlements).where(where)):
            self._settlements[row.table_id, row.hand] = row.outcome

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Undo everything inside if it raises."""
        before = {name: copy(getattr(self, name)) for name in _CHANGED_BY_UNITS}
        before["_holds"] = {key: dict(amounts) for key, amounts in self._holds.items()}
        added: tuple[list[Any], ...] = (self._new_settlements, self._movements, self._entries, self._journal)
        added += (self._flows, self._new_changes)
        lengths = [(rows, len(rows)) for rows in added]
        mark, kept = self.tally.mark(), self.archive.mark()
        try:
            yield
        except BaseException:
            self.tally.undo(mark)
            self.archive.undo(kept)
            for name, value in before.items():
                setattr(self, name, value)
            for rows, length in lengths:
                del rows[length:]
            raise

    def account(self, guild_id: int, user_id: int) -> Account:
        """Return the account; a person's first one is opened with the bank's grant."""
        key = (guild_id, user_id)
        if key not in self._accounts:
            self._accounts[key] = Account(guild_id, user_id, 0, 0, 0, 0, 0, 0, self.at)
            if user_id != BANK:
                self.move(guild_id, BANK, user_id, FIRST_COINS, "grant", f"first/{guild_id}/{user_id}")
        return self._accounts[key]

    def accounts_in(self, guild_id: int) -> list[Account]:
        """Return all loaded accounts of a server's people, those of nobody (who was forgotten) left out, by user id."""
        found = sorted(user_id for guild, user_id in self._accounts if guild == guild_id and user_id > BANK)
        return [self._accounts[guild_id, user_id] for user_id in found]

    def put_account(self, account: Account) -> None:
        """Change what is noted of an account beside its coins."""
        self._accounts[account.guild_id, account.user_id] = account

    def move(  # noqa: PLR0913 (a movement's columns)
        self,
        guild_id: int,
        payer: int,
        receiver: int,
        amount: int,
        kind: str,
        key: str,
        *,
        hand: HandKey | None = None,
        change_id: int | None = None,
    ) -> None:
        """Move coins by a pair of entries. Nothing happens for an amount of 0 or within one account.

        Args:
            guild_id: the server.
            payer: whose coins become fewer.
            receiver: whose coins become more.
            amount: how many.
            kind: one of `host.audit.KINDS`.
            key: what no other movement has: a second one with it is refused by the database.
            hand: the hand that it belongs to.
            change_id: the manager's change that it belongs to.

        Raises:
            HostError: `bad_amount` below 0.
        """
        if amount < 0:
            raise HostError("bad_amount", amount=amount)
        if amount == 0 or payer == receiver:
            return
        table_id, number = hand or (None, None)
        for user_id in (payer, receiver):
            # A newcomer's grant comes before their first movement.
            self.account(guild_id, user_id)
        # Counted on from what is there, so that there is no gap: a missing number is a movement that somebody removed.
        movement = self._next_movement + len(self._movements)
        row = {"id": movement, "guild_id": guild_id, "kind": kind, "table_id": table_id, "hand": number, "at": self.at}
        self._movements.append(row | {"key": key, "change_id": change_id})
        for user_id, change in ((payer, -amount), (receiver, amount)):
            account = self.account(guild_id, user_id)
            self._accounts[guild_id, user_id] = replace(account, balance=account.balance + change)
            self._entries.append({"movement_id": movement, "guild_id": guild_id, "user_id": user_id, "amount": change})

    def hold(self, guild_id: int, key: HandKey, wanted: dict[int, int]) -> dict[int, int]:
        """Set coins aside for a hand: what is wanted, at most what is free; again for the same hand changes nothing."""
        if key not in self._holds:
            amounts = {}
            for user_id, amount in wanted.items():
                account = self.account(guild_id, user_id)
                amounts[user_id] = min(amount, account.free)
                self._accounts[guild_id, user_id] = replace(account, held=account.held + amounts[user_id])
            self._holds[key] = amounts
            self._guild_of[key] = guild_id
        return dict(self._holds[key])

    def release(self, key: HandKey) -> None:
        """Give back what is set aside for a hand."""
        for user_id, amount in self._holds.pop(key, {}).items():
            guild_id = self._guild_of[key]
            account = self.account(guild_id, user_id)
            self._accounts[guild_id, user_id] = replace(account, held=account.held - amount)

    def outcome(self, key: HandKey) -> str | None:
        """Return how a hand was settled, as stored; None if it has not been."""
        return self._settlements.get(key)

    def add_outcome(self, guild_id: int, key: HandKey, outcome: str) -> None:
        """Note that a hand is settled."""
        self._settlements[key] = outcome
        row = {"table_id": key[0], "hand": key[1], "guild_id": guild_id, "outcome": outcome, "at": self.at}
        self._new_settlements.append(row)

    def add_flow(self, guild_id: int, payer: int, receiver: int, amount: int) -> None:
        """Note what went between two in a hand that both played (0: nothing)."""
        self._flows.append(FlowChange(guild_id, payer, receiver, amount))

    def change(self, key: str) -> Change | None:
        """Return a manager's change that has been done, None if it has not."""
        return self._changes.get(key)

    def next_change(self) -> int:
        """Return the id of the change that is noted next."""
        return self._next_change + len(self._new_changes)

    def add_change(self, change: Change) -> None:
        """Note a manager's change, its id being `next_change`."""
        self._changes[change.key] = change
        self._new_changes.append(asdict(change))

    def save_table(self, table_id: str, body: str | None, lines: Sequence[tuple[int, str]]) -> None:
        """Note how a table stands (None: as before), and more lines of its journal with their numbers."""
        if body is not None:
            self._saved[table_id] = body
        self._journal += [{"table_id": table_id, "number": number, "line": line} for number, line in lines]

    def show_message(self, table_id: str, user_id: int, body: str | None) -> None:
        """Note where a table is shown to a person (or to all: 0); None: nowhere any more."""
        self._shown[table_id, user_id] = body

    def drop_table(self, table_id: str) -> None:
        """Forget a table that is over."""
        self._dropped.add(table_id)

    def set_preference(self, scope: str, owner_id: int, name: str, value: str | None) -> None:
        """Note what a server or a person has set; None: nothing any more."""
        self._set[preferences, (scope, owner_id, name)] = value

    def set_note(self, kind: str, owner_id: int, body: str | None) -> None:
        """Note what the program is to remember; None: nothing any more."""
        self._set[notes, (kind, owner_id)] = body

    def count_hand(self, guild_id: int, user_id: int, *, is_won: bool, has_computers: bool) -> None:
        """Count a hand played, apart where computer players sat (P9)."""
        account = self.account(guild_id, user_id)
        if has_computers:
            changed = replace(
                account,
                computer_hands=account.computer_hands + 1,
                computer_hands_won=account.computer_hands_won + is_won,
            )
        else:
            changed = replace(account, hands=account.hands + 1, hands_won=account.hands_won + is_won)
        self._accounts[guild_id, user_id] = changed

    def flush(self, connection: Connection) -> None:
        """Write what changed: one statement a table, however many rows."""
        opened = [asdict(account) for key, account in self._accounts.items() if key not in self._stored]
        changed = [
            {f"new_{name}": value for name, value in asdict(account).items()}
            for key, account in self._accounts.items()
            if key in self._stored and account is not self._stored[key]
        ]
        gone = self._stored_holds.keys() - self._holds.keys()
        added = [
            {"table_id": key[0], "hand": key[1], "guild_id": self._guild_of[key], "user_id": user, "amount": amount}
            for key, amounts in self._holds.items()
            if key not in self._stored_holds
            for user, amount in amounts.items()
        ]
        if opened:
            connection.execute(insert(accounts), opened)
        if changed:
            connection.execute(_UPDATE_ACCOUNT, changed)
        if gone:
            connection.execute(delete(holds).where(has_key((holds.c.table_id, holds.c.hand), gone)))
        for table, rows in (
            (holds, added),
            (changes, self._new_changes),
            (movements, self._movements),
            (entries, self._entries),
            (settlements, self._new_settlements),
        ):
            if rows:
                connection.execute(insert(table), rows)
        write_flows(connection, self._flows)
        self.tally.flush(connection)
        self.archive.flush(connection)
        self._flush_tables(connection)

    def _flush_tables(self, connection: Connection) -> None:
        saved = [{"table_id": table, "body": body, "at": self.at} for table, body in self._saved.items()]
        shown = [
            {"table_id": table, "user_id": user, "body": body} for (table, user), body in self._shown.items() if body
        ]
        if saved:
            connection.execute(_upsert(connection.dialect.name, saved_tables), saved)
        if self._journal:
            # Again what has been written: whoever lost the connection while committing cannot know that it was.
            connection.execute(_upsert(connection.dialect.name, journal), self._journal)
        if self._shown:
            of_people = (shown_messages.c.table_id, shown_messages.c.user_id)
            connection.execute(delete(shown_messages).where(has_key(of_people, self._shown)))
            if shown:
                connection.execute(insert(shown_messages), shown)
        for table in (saved_tables, journal, shown_messages) if self._dropped else ():
            connection.execute(delete(table).where(table.c.table_id.in_(sorted(self._dropped))))
        self._flush_set(connection)

    def _flush_set(self, connection: Connection) -> None:
        for table in {table for table, _ in self._set}:
            changes = {key: value for (owner, key), value in self._set.items() if owner is table}
            names = [column.name for column in table.columns]
            kept = [dict(zip(names, (*key, value), strict=True)) for key, value in changes.items() if value is not None]
            gone = [key for key, value in changes.items() if value is None]
            if gone:
                connection.execute(delete(table).where(has_key(tuple(table.primary_key), gone)))
            if kept:
                connection.execute(_upsert(connection.dialect.name, table), kept)


_KEY_NAMES = ("guild_id", "user_id")
_UPDATE_ACCOUNT = (
    update(accounts)
    .where(accounts.c.guild_id == bindparam("new_guild_id"), accounts.c.user_id == bindparam("new_user_id"))
    .values({column: bindparam(f"new_{column.name}") for column in accounts.c if column.name not in _KEY_NAMES})
)


@cache
def _upsert(dialect: str, table: Table) -> Any:  # noqa: ANN401 (a dialect's own statement)
    """Return the statement that inserts rows or replaces those with the same key."""
    add = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    keys = [column.name for column in table.primary_key]
    return add.on_conflict_do_update(
        index_elements=keys, set_={column.name: column for column in add.excluded if column.name not in keys}
    )


def find_next_movement(connection: Connection) -> int:
    """Return the first free movement id."""
    return _find_next(connection, movements.c.id)


def _find_next(connection: Connection, column: Column[int]) -> int:
    return (connection.scalar(select(func.max(column))) or 0) + 1
