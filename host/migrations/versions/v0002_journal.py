"""Tables that outlive the process: how each stands, its journal, and where it is shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of what is played."""
    op.create_table(
        "saved_tables",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_saved_tables")),
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_journal")),
    )
    op.create_table(
        "shown_messages",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_shown_messages")),
    )
