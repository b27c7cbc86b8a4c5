"""Each movement gets a key; daily and relief grants, managers' changes, and what went between two people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add columns and tables; movements made before are numbered, and flows worked out from them."""
    op.add_column("accounts", sa.Column("daily_day", sa.Integer))
    op.add_column("accounts", sa.Column("daily_streak", sa.Integer, nullable=False, server_default="0"))
    op.add_column("accounts", sa.Column("relief_day", sa.Integer))
    op.add_column("movements", sa.Column("key", sa.String(96), nullable=False, server_default=""))
    op.add_column("movements", sa.Column("change_id", sa.BigInteger))
    op.execute("UPDATE movements SET key = 'old/' || id")
    op.create_index("ix_movements_key", "movements", ["key"], unique=True)
    op.create_index("ix_movements_change", "movements", ["change_id"])
    op.create_table(
        "changes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(96), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("actor_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
    )
    op.create_index("ix_changes_key", "changes", ["key"], unique=True)
    op.create_index("ix_changes_guild", "changes", ["guild_id", "id"])
    op.create_table(
        "flows",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("low_id", sa.BigInteger, nullable=False),
        sa.Column("high_id", sa.BigInteger, nullable=False),
        sa.Column("together", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("to_low", sa.BigInteger, nullable=False),
        sa.Column("to_high", sa.BigInteger, nullable=False),
        sa.Column("squares", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "low_id", "high_id", name=op.f("pk_flows")),
    )
    op.execute(_FLOWS)


_FLOWS = """
INSERT INTO flows (guild_id, low_id, high_id, together, hands, to_low, to_high, squares)
SELECT guild_id, low_id, high_id, count(*), count(*),
    sum(CASE WHEN net < 0 THEN -net ELSE 0 END), sum(CASE WHEN net > 0 THEN net ELSE 0 END),
    sum(CAST(net AS FLOAT) * CAST(net AS FLOAT))
FROM (
    SELECT low.guild_id AS guild_id, low.user_id AS low_id, high.user_id AS high_id, sum(high.amount) AS net
    FROM movements
    JOIN entries AS low ON low.movement_id = movements.id
    JOIN entries AS high ON high.movement_id = movements.id AND high.user_id > low.user_id
    WHERE movements.kind IN ('hand', 'penalty')
    GROUP BY low.guild_id, low.user_id, high.user_id, movements.table_id, movements.hand
    HAVING sum(high.amount) <> 0
) AS hands
GROUP BY guild_id, low_id, high_id
"""
"""Hands in which nothing went between the two are not known any more, so they do not count as played together."""
