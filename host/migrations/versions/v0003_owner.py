"""Which start of the program the database belongs to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table with its one row."""
    made = op.create_table(
        "owner",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("starts", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_owner")),
    )
    op.bulk_insert(made, [{"id": 1, "starts": 0}])
