"""What hands told of the people who played them: statistics, boards, ratings and seasons.

What accounts have counted so far is carried over: hands and wins of all time, and the coins won or lost in them as the
books tell. Nothing else is known of those hands, which `older_hands` and `older_wins` say.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_RANKED = ("net", "wins", "win_rate", "average", "best_fan", "deal_in_rate")
_SUMS = (
    *("hands", "wins", "self_draws", "deal_ins", "fan", "fan_won", "net"),
    *("older_hands", "older_wins", "streak", "best_streak"),
)
_RATES = ("best_fan", "win_rate", "average", "deal_in_rate")
_MIN_HANDS = 20


def upgrade() -> None:
    """Make the tables and carry over what accounts count."""
    op.drop_index("ix_accounts_rank", "accounts")
    op.create_index("ix_accounts_rank", "accounts", ["guild_id", "balance", "user_id"])
    _make_people()
    _make_sums()
    for span, hands, wins in (("all", "hands", "hands_won"), ("computers", "computer_hands", "computer_hands_won")):
        op.execute(
            f"INSERT INTO standings (guild_id, span, city, user_id, is_listed, {', '.join(_SUMS)}, win_rate) "  # noqa: S608 (names of our own)
            f"SELECT guild_id, '{span}', 'all', user_id, TRUE, {hands}, {wins}, 0, 0, 0, 0, 0, {hands}, {wins}, 0, 0, "
            f"CASE WHEN {hands} >= {_MIN_HANDS} THEN CAST({wins} AS BIGINT) * 1000000 / {hands} END "
            f"FROM accounts WHERE user_id > 0 AND {hands} > 0"
        )
    _carry_coins()


def _carry_coins() -> None:
    """Add up what people won and lost in hands; with computer players were those in which the bank took part."""
    with_bank = (
        "SELECT DISTINCT m.table_id, m.hand FROM movements m JOIN entries e ON e.movement_id = m.id "
        "WHERE e.user_id = 0 AND m.kind IN ('hand', 'penalty')"
    )
    won = (
        "SELECT e.guild_id, e.user_id, "  # noqa: S608
        "CASE WHEN a.computer_hands = 0 OR (b.hand IS NULL AND a.hands > 0) THEN 'all' ELSE 'computers' END AS span, "
        "SUM(e.amount) AS net FROM entries e JOIN movements m ON m.id = e.movement_id "
        "JOIN accounts a ON a.guild_id = e.guild_id AND a.user_id = e.user_id "
        f"LEFT JOIN ({with_bank}) b ON b.table_id = m.table_id AND b.hand = m.hand "
        "WHERE m.kind IN ('hand', 'penalty') AND e.user_id > 0 GROUP BY e.guild_id, e.user_id, span"
    )
    connection = op.get_bind()
    change = sa.text(
        "UPDATE standings SET net = :net WHERE guild_id = :guild AND user_id = :user AND span = :span AND city = 'all'"
    )
    rows = [
        {"guild": row.guild_id, "user": row.user_id, "span": row.span, "net": int(row.net)}
        for row in connection.execute(sa.text(won))
    ]
    if rows:
        connection.execute(change, rows)


def _make_people() -> None:
    op.create_table(
        "players",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_players")),
    )
    op.create_index("ix_players_listed", "players", ["guild_id", "is_listed", "user_id"])
    op.create_table(
        "played_hands",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("city", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        *(
            sa.Column(name, sa.Boolean, nullable=False)
            for name in ("has_computers", "is_won", "is_self_drawn", "is_dealt_in")
        ),
        sa.Column("fan", sa.BigInteger, nullable=False),
        sa.Column("coins", sa.BigInteger, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hand", "user_id", name=op.f("pk_played_hands")),
    )
    op.create_index("ix_played_hands_person", "played_hands", ["guild_id", "user_id", "at"])
    op.create_table(
        "best_hands",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("has_computers", sa.Boolean, nullable=False),
        sa.Column("fan", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "has_computers", name=op.f("pk_best_hands")),
    )


def _make_sums() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("span", sa.String(16), nullable=False),
        sa.Column("city", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _SUMS),
        *(sa.Column(name, sa.BigInteger) for name in _RATES),
        sa.PrimaryKeyConstraint("guild_id", "span", "city", "user_id", name=op.f("pk_standings")),
    )
    for name in _RANKED:
        columns = ["guild_id", "span", "city", "is_listed", name, "user_id"]
        op.create_index(f"ix_standings_{name}", "standings", columns)
    op.create_index("ix_standings_person", "standings", ["user_id", "guild_id"])
    op.create_table(
        "win_kinds",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("has_computers", sa.Boolean, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("wins", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "has_computers", "kind", name=op.f("pk_win_kinds")),
    )
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("city", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("hands", sa.BigInteger, nullable=False),
        sa.Column("shown", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild_id", "city", "user_id", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_shown", "ratings", ["guild_id", "city", "is_listed", "shown", "user_id"])
    op.create_index("ix_ratings_person", "ratings", ["user_id", "guild_id"])
    op.create_table(
        "seasons",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float),
        sa.PrimaryKeyConstraint("guild_id", "number", name=op.f("pk_seasons")),
    )
