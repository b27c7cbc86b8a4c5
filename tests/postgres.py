"""A throwaway PostgreSQL for tests: where its programs are, and a cluster in a folder of its own that goes with it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

OWNER = "mahjong"
DATABASE = "games"
SEPARATOR = "\x1f"
"""Between a row's values, as psql is asked to write them."""
SMALL = "-c listen_addresses='' -c max_connections=60 -c shared_buffers=16MB -c log_min_messages=panic"
"""Reached by a socket file alone."""
QUICK = f"{SMALL} -c fsync=off"
"""Kept by the page cache, since no test cuts this machine's power."""


def find_programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`: on the path, else Debian's newest."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: int(folder.parent.name), default=None)


def find_user() -> str | None:
    """Whom PostgreSQL runs as, since it refuses the superuser; None: whoever we are."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


@dataclass
class Cluster:
    """A running PostgreSQL."""

    programs: Path
    folder: Path
    user: str | None
    options: str = QUICK

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs; its output."""
        command = [str(self.programs / program), *arguments]
        # Its log goes to a file: a server that held our pipe open would keep us waiting.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                check=False,
                timeout=60,
                **self._who(),
            )
            output.seek(0)
            said = output.read()
        assert done.returncode == 0, said
        return said

    def _who(self) -> dict[str, object]:
        if self.user is None:
            return {}
        entry = pwd.getpwnam(self.user)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = f"{self.options} -k {self.folder}"
        self.run("pg_ctl", "-D", self.data, "-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `fast` as a service manager does, `immediate` as a kill does."""
        self.run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def restart(self, mode: str = "immediate") -> None:
        self.stop(mode)
        self.start()

    def is_running(self) -> bool:
        """Whether it takes connections."""
        where = ("-h", str(self.folder), "-U", OWNER, "-d", "postgres", "-t", "1")
        command = [str(self.programs / "pg_isready"), "-q", *where]
        return subprocess.run(command, check=False, timeout=10, cwd=self.folder).returncode == 0

    def processes(self) -> list[int]:
        """The server's processes, the first of all first."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def sql(self, database: str, *statements: str) -> str:
        """Run statements in one transaction; what they return, without heads."""
        where = ("-h", str(self.folder), "-U", OWNER, "-d", database)
        asked = [part for statement in statements for part in ("-c", statement)]
        return self.run("psql", "-X", "-q", "-A", "-t", "-F", SEPARATOR, "-v", "ON_ERROR_STOP=1", *where, *asked)

    def empty(self, database: str = DATABASE) -> None:
        """Drop all that a database holds, and whoever is still connected to it: quicker than a new one."""
        gone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        self.sql(database, gone + "AND pid <> pg_backend_pid()", "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")

    def url(self, database: str = DATABASE) -> str:
        """The bot's `DATABASE_URL` for it."""
        return f"postgresql+asyncpg://{OWNER}@/{database}?host={self.folder}"


@contextmanager
def open_cluster(
    programs: Path, *, durable: bool = False, make_disk: Callable[[Path], AbstractContextManager[object]] = nullcontext
) -> Iterator[Cluster]:
    """A new cluster, running; gone at the end. `durable`: what it commits would outlive a power cut.

    `make_disk`: puts a disk of its own into its folder while it lives.
    """
    user = find_user()
    # Not in pytest's own folder, which an ordinary user may not even enter; and a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as folder, make_disk(Path(folder)):
        if user is not None:
            shutil.chown(folder, user)
        cluster = Cluster(programs, Path(folder), user, SMALL if durable else QUICK)
        cluster.run("initdb", "-D", cluster.data, "-U", OWNER, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        cluster.start()
        cluster.sql("postgres", f"CREATE DATABASE {DATABASE}")
        try:
            yield cluster
        finally:
            cluster.stop()
