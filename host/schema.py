"""The database's tables, in one place, the same for SQLite and PostgreSQL.

Coins are kept by double entry: an account's balance is the sum of its entries, each movement is a pair of entries
that sum to zero, and each server has a bank (user 0) that grants coins and stands for its computer players (P9), so all
balances of a server sum to zero. Each movement has a key of its own, which names what it belongs to (a hand, a day's
grant, a manager's change): what has been done cannot be done again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

BANK = 0
"""The user id of a server's bank; no Discord account has it."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the key is its INTEGER.
_RowId = BigInteger().with_variant(Integer, "sqlite")

accounts = Table(
    "accounts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("balance", BigInteger, nullable=False, default=0),
    Column("held", BigInteger, nullable=False, default=0),
    Column("hands", Integer, nullable=False, default=0),
    Column("hands_won", Integer, nullable=False, default=0),
    Column("computer_hands", Integer, nullable=False, default=0),
    Column("computer_hands_won", Integer, nullable=False, default=0),
    Column("opened_at", Float, nullable=False),
    Column("daily_day", Integer),
    Column("daily_streak", Integer, nullable=False, default=0),
    Column("relief_day", Integer),
    CheckConstraint("held >= 0", name="held"),
    Index("ix_accounts_rank", "guild_id", "balance"),
)

movements = Table(
    "movements",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("table_id", String(32)),
    Column("hand", Integer),
    Column("at", Float, nullable=False),
    Column("key", String(96), nullable=False),
    Column("change_id", BigInteger),
    Index("ix_movements_hand", "table_id", "hand"),
    Index("ix_movements_key", "key", unique=True),
    Index("ix_movements_change", "change_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("movement_id", _RowId, ForeignKey("movements.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    ForeignKeyConstraint(["guild_id", "user_id"], ["accounts.guild_id", "accounts.user_id"]),
    Index("ix_entries_account", "guild_id", "user_id"),
)

holds = Table(
    "holds",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    ForeignKeyConstraint(["guild_id", "user_id"], ["accounts.guild_id", "accounts.user_id"]),
    CheckConstraint("amount >= 0", name="amount"),
)

settlements = Table(
    "settlements",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("at", Float, nullable=False),
)

changes = Table(
    "changes",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("key", String(96), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("actor_id", BigInteger, nullable=False),
    Column("user_id", BigInteger),
    Column("amount", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_changes_key", "key", unique=True),
    Index("ix_changes_guild", "guild_id", "id"),
)
"""What managers did to coins: who, to whom (None: everybody), how many in all, and why (host/changes.py)."""

flows = Table(
    "flows",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("low_id", BigInteger, primary_key=True),
    Column("high_id", BigInteger, primary_key=True),
    Column("together", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("to_low", BigInteger, nullable=False),
    Column("to_high", BigInteger, nullable=False),
    Column("squares", Float, nullable=False),
)
"""What went at tables between two people, or one and the bank, the lower id first (host/flows.py)."""

saved_tables = Table(
    "saved_tables",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""The tables that live: how each stands, as JSON (host/saving.py)."""

journal = Table(
    "journal",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)
"""What was put into the matches that are played, line by line (host/entries.py)."""

shown_messages = Table(
    "shown_messages",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("body", Text, nullable=False),
)
"""Where a table is shown: its public message (user 0) and people's panels, as JSON."""

owner = Table(
    "owner",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("starts", BigInteger, nullable=False),
)
"""One row that counts the starts of the program, so that one that was overtaken can tell (host/ownership.py)."""

preferences = Table(
    "preferences",
    metadata,
    Column("scope", String(16), primary_key=True),
    Column("owner_id", BigInteger, primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What servers and people have set that is not the default (host/preferences.py)."""

notes = Table(
    "notes",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("owner_id", BigInteger, primary_key=True),
    Column("body", Text, nullable=False),
)
"""What the program remembers of servers, channels and applications: welcomes, finished matches, registered commands."""
