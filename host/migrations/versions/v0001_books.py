"""The books: accounts, movements in pairs of entries, coins at stake, settled hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of the books."""
    op.create_table(
        "accounts",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("held", sa.BigInteger, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("hands_won", sa.Integer, nullable=False),
        sa.Column("computer_hands", sa.Integer, nullable=False),
        sa.Column("computer_hands_won", sa.Integer, nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.CheckConstraint("held >= 0", name=op.f("ck_accounts_held")),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_accounts")),
    )
    op.create_index("ix_accounts_rank", "accounts", ["guild_id", "balance"])
    op.create_table(
        "movements",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("hand", sa.Integer),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_movements")),
    )
    op.create_index("ix_movements_hand", "movements", ["table_id", "hand"])
    op.create_table(
        "entries",
        sa.Column("movement_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id", "user_id"], ["accounts.guild_id", "accounts.user_id"], name=op.f("fk_entries_guild_id")
        ),
        sa.ForeignKeyConstraint(["movement_id"], ["movements.id"], name=op.f("fk_entries_movement_id")),
        sa.PrimaryKeyConstraint("movement_id", "user_id", name=op.f("pk_entries")),
    )
    op.create_index("ix_entries_account", "entries", ["guild_id", "user_id"])
    op.create_table(
        "holds",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_holds_amount")),
        sa.ForeignKeyConstraint(
            ["guild_id", "user_id"], ["accounts.guild_id", "accounts.user_id"], name=op.f("fk_holds_guild_id")
        ),
        sa.PrimaryKeyConstraint("table_id", "hand", "user_id", name=op.f("pk_holds")),
    )
    op.create_table(
        "settlements",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hand", name=op.f("pk_settlements")),
    )
