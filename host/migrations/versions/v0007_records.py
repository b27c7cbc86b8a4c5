"""The records of matches, hand by hand: for replays, for checking any hand's shuffle, and for people's own histories.

What was remembered of each channel's last match, its shuffle alone, is dropped: nothing else is known of those hands.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables and drop the notes that they replace."""
    op.create_table(
        "matches",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("closing", sa.Text),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_channel", "matches", ["channel_id", "started_at"])
    op.create_table(
        "match_people",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_match_people")),
    )
    op.create_index("ix_match_people_person", "match_people", ["user_id", "guild_id"])
    op.create_table(
        "hand_records",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("lines", sa.LargeBinary),
        sa.PrimaryKeyConstraint("table_id", "hand", name=op.f("pk_hand_records")),
    )
    op.execute("DELETE FROM notes WHERE kind = 'finished'")
