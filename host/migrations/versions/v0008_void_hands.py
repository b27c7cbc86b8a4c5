"""Who sat at void hands, so that a person's history lists those, too.

Of earlier ones it is known who was at the match, which ended with that hand.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_EARLIER = """
INSERT INTO void_hands (table_id, hand, user_id, guild_id, city, at, has_computers)
SELECT hand_records.table_id, hand_records.hand, match_people.user_id, hand_records.guild_id,
    CASE
        WHEN matches.opening LIKE '%"city":"qiqihar"%' THEN 'qiqihar'
        WHEN matches.opening LIKE '%"city":"mudanjiang"%' THEN 'mudanjiang'
        ELSE 'harbin'
    END,
    hand_records.at, hand_records.people < 4
FROM hand_records
JOIN matches ON matches.table_id = hand_records.table_id
JOIN match_people ON match_people.table_id = hand_records.table_id
WHERE hand_records.outcome = 'void'
"""


def upgrade() -> None:
    """Make the table and fill it with what is known."""
    op.create_table(
        "void_hands",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("city", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("has_computers", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hand", "user_id", name=op.f("pk_void_hands")),
    )
    op.create_index("ix_void_hands_person", "void_hands", ["guild_id", "user_id", "at"])
    op.execute(_EARLIER)
