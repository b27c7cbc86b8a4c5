"""A database as the program makes a new one, made once and copied: all its steps take longer than many a test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from host.upgrade import upgrade_database


@cache
def make_new_database() -> bytes:
    """The file of SQLite, without any rows."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            upgrade_database(connection)
        engine.dispose()
        return path.read_bytes()


def put_new_database(path: Path) -> None:
    """Write it, where there is none yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make_new_database())
