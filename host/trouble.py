"""What goes wrong with a database: named without statements or values, and whether it is everybody's trouble."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

DATABASE_ERRORS = (SQLAlchemyError, OSError)
"""What a database raises, or the way to it."""

_SQLITE_TROUBLES = tuple(
    f"SQLITE_{name}"
    for name in ("BUSY", "LOCKED", "FULL", "IOERR", "READONLY", "CANTOPEN", "CORRUPT", "NOTADB", "PROTOCOL", "NOMEM")
)
_POSTGRES_TROUBLES = ("08", "25006", "53", "57", "58", "XX")
"""Beginnings of SQLSTATE: connection, read-only, resources (disk full), an operator's hand, the system, corruption."""


def name_error(error: BaseException) -> str:
    """Name the kind of a database error (`SQLITE_FULL`, `DiskFullError`)."""
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "sqlite_errorname", None) or type(cause.__cause__ or cause).__name__


def explain_error(error: BaseException) -> str:
    """Return why a database cannot be opened: the driver's own first line (nothing has been asked of it yet)."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0] or type(cause).__name__


def is_everybodys(error: BaseException) -> bool:
    """Whether whatever else is written now would fail as well: full, locked, read-only, gone."""
    if isinstance(error, OSError) or getattr(error, "connection_invalidated", False):
        return True
    cause = getattr(error, "orig", None)
    name = getattr(cause, "sqlite_errorname", None) or ""
    state = getattr(cause, "sqlstate", None) or ""
    return name.startswith(_SQLITE_TROUBLES) or state.startswith(_POSTGRES_TROUBLES)
