"""A consistent copy of an SQLite database, made while the bot plays on or not."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from host.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

BUSY_SECONDS = 10.0


def back_up(source: Path, target: Path) -> int:
    """Copy a database into a new file that only its owner may read; returns how many bytes that has.

    The copy is whole or not there: it is written under another name, checked, and renamed at the end.

    Raises:
        StoreError: there is no such database, the new file is there already or cannot be written, or what is copied
            is damaged; the reason in words.
    """
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.exists():
        raise StoreError(f"{target} is there already")
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        # It holds the secrets of walls and the tokens of panels.
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            _copy(source, partial)
            _sync(partial)
            partial.replace(target)
            _sync(target.parent)
        finally:
            partial.unlink(missing_ok=True)
        return target.stat().st_size
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied to {target}: {error}") from None


def _copy(source: Path, target: Path) -> None:
    address = f"{source.resolve().as_uri()}?mode=rw"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        # All pages in one step: one state of the database, however much is written meanwhile.
        old.backup(new)
        # One file, without the bot's write-ahead log beside it.
        new.execute("PRAGMA journal_mode=DELETE")
        found = new.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"{source} is damaged: {found}")


def _sync(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
