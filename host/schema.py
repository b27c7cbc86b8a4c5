"""The database's tables, in one place, the same for SQLite and PostgreSQL.

Coins are kept by double entry: an account's balance is the sum of its entries, each movement is a pair of entries
that sum to zero, and each server has a bank (user 0) that grants coins and stands for its computer players (P9), so all
balances of a server sum to zero. Each movement has a key of its own, which names what it belongs to (a hand, a day's
grant, a manager's change): what has been done cannot be done again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
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
    Index("ix_accounts_rank", "guild_id", "balance", "user_id"),
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
"""What the program remembers of servers and applications: welcomes, registered commands."""

EVERYWHERE = 0
"""In place of a server's id: what is counted over all servers that have agreed to it."""

players = Table(
    "players",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("name", Text, nullable=False),
    Column("is_listed", Boolean, nullable=False),
    Column("seen_at", Float, nullable=False),
    Index("ix_players_listed", "guild_id", "is_listed", "user_id"),
)
"""What people are called on boards, and whether they are shown there (not shown: who has left the server)."""

played_hands = Table(
    "played_hands",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("city", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("has_computers", Boolean, nullable=False),
    Column("is_won", Boolean, nullable=False),
    Column("is_self_drawn", Boolean, nullable=False),
    Column("is_dealt_in", Boolean, nullable=False),
    Column("fan", BigInteger, nullable=False),
    Column("coins", BigInteger, nullable=False),
    Column("kinds", Text, nullable=False),
    Index("ix_played_hands_person", "guild_id", "user_id", "at"),
)
"""What each settled hand told of each person who played it; kept when records are not (host/hand_told.py)."""

void_hands = Table(
    "void_hands",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("city", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("has_computers", Boolean, nullable=False),
    Index("ix_void_hands_person", "guild_id", "user_id", "at"),
)
"""Who sat at hands that counted for nothing: they stand in people's histories and in no sum (host/archive.py)."""

RANKED = ("net", "wins", "win_rate", "average", "best_fan", "deal_in_rate")
"""The columns of `standings` that a board goes by, each with its index."""

standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("span", String(16), primary_key=True),
    Column("city", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("is_listed", Boolean, nullable=False),
    Column("hands", BigInteger, nullable=False),
    Column("wins", BigInteger, nullable=False),
    Column("self_draws", BigInteger, nullable=False),
    Column("deal_ins", BigInteger, nullable=False),
    Column("fan", BigInteger, nullable=False),
    Column("fan_won", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("older_hands", BigInteger, nullable=False),
    Column("older_wins", BigInteger, nullable=False),
    Column("streak", BigInteger, nullable=False),
    Column("best_streak", BigInteger, nullable=False),
    Column("best_fan", BigInteger),
    Column("win_rate", BigInteger),
    Column("average", BigInteger),
    Column("deal_in_rate", BigInteger),
    *(Index(f"ix_standings_{name}", "guild_id", "span", "city", "is_listed", name, "user_id") for name in RANKED),
    Index("ix_standings_person", "user_id", "guild_id"),
)
"""The sums of people's hands by server, span of time and city (host/tally.py).

`older_hands`, `older_wins`: of `hands` and `wins` those of which nothing else is known. `fan`: won less paid;
`fan_won`: won. `best_fan`: of the dearest win. Rates are in millionths, `average` in thousandths of a fan a hand; None
where there are too few hands.
"""

win_kinds = Table(
    "win_kinds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("has_computers", Boolean, primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("wins", BigInteger, nullable=False),
)
"""How often people won in which way."""

best_hands = Table(
    "best_hands",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("has_computers", Boolean, primary_key=True),
    Column("fan", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),
)
"""Everybody's dearest win, with its tiles as JSON."""

ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("city", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("is_listed", Boolean, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("hands", BigInteger, nullable=False),
    Column("shown", BigInteger),
    Index("ix_ratings_shown", "guild_id", "city", "is_listed", "shown", "user_id"),
    Index("ix_ratings_person", "user_id", "guild_id"),
)
"""How strong people are in a city's rules (host/ratings.py). `shown`: None until enough hands are rated."""

seasons = Table(
    "seasons",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("ended_at", Float),
)
"""Each server's seasons; the one that runs has no end. Their standings stay (span `sNUMBER`)."""

matches = Table(
    "matches",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("opening", Text, nullable=False),
    Column("closing", Text),
    Index("ix_matches_channel", "channel_id", "started_at"),
)
"""The matches of which records are kept: the first line, and those after the last hand once it is over."""

match_people = Table(
    "match_people",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Index("ix_match_people_person", "user_id", "guild_id"),
)
"""Who sat at the matches of which records are kept."""

hand_records = Table(
    "hand_records",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("outcome", String(8), nullable=False),
    Column("people", Integer, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("lines", LargeBinary),
)
"""The hands that are over, each with its lines of the match's record, compressed (host/parts.py).

`outcome`: "won", "drawn" or "void"; `people`: how many played it, the rest being computer players; `kinds`: in which
ways it was won. `lines`: None once they are no longer kept; the rest of the row stays.
"""
