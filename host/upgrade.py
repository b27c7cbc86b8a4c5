"""A database of an earlier version is brought up to this one's, or refused in one sentence; never misread.

The steps stand in host/migrations, as Alembic wants them; a new database goes through the same ones.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from host.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

_log = logging.getLogger(__name__)

STEPS = Path(__file__).parent / "migrations"

_BY_TABLE = {"journal": "0002", "accounts": "0001"}
"""A database made before steps were counted is known by its tables, the newest first."""


def check_soundness(connection: Connection) -> None:
    """Refuse to play on with a damaged file of SQLite: StoreError. PostgreSQL sees to that itself."""
    if connection.dialect.name != "sqlite":
        return
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(f"it is damaged ({str(found).strip().partition(chr(10))[0]}); restore a backup")
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreError(
            f"it is damaged (a row of {broken[0]} names one of {broken[2]} that is missing); restore a backup"
        )


def upgrade_database(connection: Connection) -> None:
    """Make what is missing, in the transaction that is open.

    Raises:
        StoreError: a newer version of the program has changed the database.
    """
    config = Config()
    # Alembic reads % as the beginning of a name.
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    steps = ScriptDirectory.from_config(config)
    newest = steps.get_current_head()
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in {step.revision for step in steps.walk_revisions()}:
        raise StoreError(f"it is of a newer version of this program (step {found}; this one knows {newest})")
    if found == newest:
        return
    if found is None:
        tables = set(inspect(connection).get_table_names())
        found = next((step for table, step in _BY_TABLE.items() if table in tables), None)
        if found is not None:
            command.stamp(config, found)
    command.upgrade(config, "head")
    if found is not None:
        _log.info("the database is brought from step %s to %s", found, newest)
