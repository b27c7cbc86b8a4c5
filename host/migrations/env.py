"""Run by Alembic for each command; the connection is given by whoever asks (host/upgrade.py)."""

from __future__ import annotations

from alembic import context

from host.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can alter a table only by making it anew.
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
