"""Disks that can be filled or closed: for real where we are allowed to, else by a limit on files, which all may set."""

import ctypes
import os
import resource
import signal
import subprocess
from contextlib import contextmanager, suppress

LIBC = ctypes.CDLL(None, use_errno=True)
SIZE = 12 << 20
DETACH = 2
"""MNT_DETACH of <sys/mount.h>: even while somebody still looks at it."""


class SmallDisk:
    """A folder on a file system of its own in memory: room for the database and its log."""

    def __init__(self, folder):
        self.folder = folder
        self._filler = folder / "filler"

    @contextmanager
    def unwritable(self):
        """While inside there is no room for anything more."""
        with self._filler.open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(b"\0" * 4096)
        try:
            yield
        finally:
            self._filler.unlink()


class LimitedFiles:
    """A folder in which no file may grow while it is closed. `processes`: whose files, our own by default."""

    def __init__(self, folder, processes=lambda: [0]):
        self.folder = folder
        self._processes = processes

    @contextmanager
    def unwritable(self):
        """While inside no file of the processes may grow beyond its beginning."""
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limits = {}
        for process in self._processes():
            limits[process] = resource.prlimit(process, resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, limits[process][1]))
        try:
            yield
        finally:
            for process, (soft, hard) in limits.items():
                with suppress(ProcessLookupError):
                    resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)


class ImmutableFiles:
    """A folder whose files nobody may change while it is closed, not even through what is open already."""

    def __init__(self, folder):
        self.folder = folder

    def _mark(self, sign):
        # What SQLite shares through memory is left alone: a write there would end the process.
        files = [path for path in self.folder.iterdir() if path.is_file() and not path.name.endswith(("-shm", ".lock"))]
        done = subprocess.run(["chattr", sign, *map(str, files), str(self.folder)], capture_output=True, check=False)
        return done.returncode == 0

    @classmethod
    def can_be(cls, folder):
        """Whether our rights allow it, and the file system means it (in memory an open file can still be written)."""
        probe = folder / "probe"
        try:
            with probe.open("ab", buffering=0) as file, cls(folder).unwritable():
                file.write(b"x")
        except PermissionError:
            return True
        except (AssertionError, FileNotFoundError):
            return False
        finally:
            probe.unlink(missing_ok=True)
        return False

    @contextmanager
    def unwritable(self):
        """While inside every file is as it is."""
        assert self._mark("+i")
        try:
            yield
        finally:
            assert self._mark("-i")


def mount_memory(folder, size=SIZE):
    """Put a file system of its own into a folder; whether that is allowed."""
    return os.geteuid() == 0 and LIBC.mount(b"tmpfs", bytes(folder), b"tmpfs", 0, f"size={size}".encode()) == 0


@contextmanager
def small_disk(folder, size=SIZE, otherwise=LimitedFiles):
    """A disk to fill; a mount where that is allowed."""
    if mount_memory(folder, size):
        try:
            yield SmallDisk(folder)
        finally:
            LIBC.umount2(bytes(folder), DETACH)
    else:
        yield otherwise(folder)


class BrokenDisk:
    """A disk that the system remounts read-only in the midst of everything, as it does when one fails, until `mend`.

    Where none can be mounted, a folder whose files nobody may change, or may make longer.
    """

    def __init__(self, folder):
        self._image = folder / "image"
        self.folder = folder / "disk"
        self.folder.mkdir()
        self._inside = None
        with self._image.open("wb") as image:
            image.truncate(SIZE)
        self.is_mounted = self._run("mkfs.ext4", "-q", "-F", str(self._image)) and self._mount()

    @staticmethod
    def _run(*command):
        try:
            return subprocess.run(command, capture_output=True, check=False, timeout=30).returncode == 0
        except FileNotFoundError:
            return False

    def _mount(self):
        return self._run("mount", "-o", "loop", str(self._image), str(self.folder))

    def fail(self):
        """Let the disk fail."""
        if self.is_mounted:
            assert self._run("mount", "-o", "remount,abort", str(self.folder))
            return
        kind = ImmutableFiles if ImmutableFiles.can_be(self.folder) else LimitedFiles
        self._inside = kind(self.folder).unwritable()
        self._inside.__enter__()

    def mend(self):
        """Let it be mended, as one does that is in use by nobody."""
        if self.is_mounted:
            assert self._run("umount", str(self.folder))
            self._run("e2fsck", "-p", str(self._image))
            assert self._mount()
        elif self._inside is not None:
            self._inside.__exit__(None, None, None)
            self._inside = None

    def close(self):
        """Take it away."""
        if self.is_mounted:
            LIBC.umount2(bytes(self.folder), DETACH)
        elif self._inside is not None:
            self.mend()
