"""A disk that can be filled: a small file system of its own where we may mount one, else a limit on files."""

import ctypes
import os
import resource
import signal
from contextlib import contextmanager, suppress

LIBC = ctypes.CDLL(None, use_errno=True)
SIZE = 12 << 20
DETACH = 2
"""MNT_DETACH of <sys/mount.h>: even while somebody still looks at it."""


class SmallDisk:
    """A folder on a file system of 12 MiB in memory: room for the database and its log."""

    def __init__(self, folder):
        self.folder = folder
        self._filler = folder / "filler"

    @contextmanager
    def full(self):
        """While inside there is no room for anything more."""
        with self._filler.open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(b"\0" * 4096)
        try:
            yield
        finally:
            self._filler.unlink()


class LimitedFiles:
    """A folder in which no file may grow while it is full."""

    def __init__(self, folder):
        self.folder = folder

    @contextmanager
    def full(self):
        """While inside no file of this process may grow beyond its beginning."""
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)


@contextmanager
def small_disk(folder):
    """A disk to fill; a mount where that is allowed."""
    if os.geteuid() == 0 and LIBC.mount(b"tmpfs", bytes(folder), b"tmpfs", 0, f"size={SIZE}".encode()) == 0:
        try:
            yield SmallDisk(folder)
        finally:
            LIBC.umount2(bytes(folder), DETACH)
    else:
        yield LimitedFiles(folder)
