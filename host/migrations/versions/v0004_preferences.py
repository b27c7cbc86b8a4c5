"""What servers and people have set, and what the program remembers between two starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make both tables, empty."""
    op.create_table(
        "preferences",
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scope", "owner_id", "name", name=op.f("pk_preferences")),
    )
    op.create_table(
        "notes",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("owner_id", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "owner_id", name=op.f("pk_notes")),
    )
