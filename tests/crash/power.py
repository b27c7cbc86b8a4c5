"""What a power cut would leave of an SQLite database: of each file, what it held when it was last flushed to the disk.

A wrapper around SQLite's own way to files (its VFS) notes that at every flush. It is the worst that a disk may do to
a program that flushes rightly: nothing of what was written since is there. Source: https://sqlite.org/vfs.html
"""

import _sqlite3
import ctypes
from contextlib import contextmanager
from pathlib import Path

_VOID = ctypes.c_void_p
_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, _VOID, _VOID, _VOID, ctypes.c_int, _VOID)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, _VOID, ctypes.c_int)
NAME = b"noting"


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("version", ctypes.c_int),
        *((name, _VOID) for name in ("close", "read", "write", "truncate", "sync")),
        ("others", _VOID * 13),
    )


class File(ctypes.Structure):
    """`sqlite3_file`."""

    _fields_ = (("methods", ctypes.POINTER(Methods)),)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _VOID),
        ("name", ctypes.c_char_p),
        ("data", _VOID),
        ("open", _VOID),
        ("others", _VOID * 14),
    )


def find_sqlite():
    """Return the library that Python's own `sqlite3` uses."""
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
    library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
    library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(Vfs), ctypes.c_int]
    return library


class Disk:
    """What has been flushed, by path."""

    def __init__(self):
        self.flushed = {}
        self._paths = {}
        self._kept = {}

    def cut(self, database: Path, folder: Path) -> Path:
        """Write what would be left of a database into a folder; return the copy's path."""
        folder.mkdir()
        for name, data in list(self.flushed.items()):
            if name in {str(database), f"{database}-wal"}:
                (folder / Path(name).name).write_bytes(data)
        return folder / database.name

    def wrap(self, real: Vfs) -> Vfs:
        """Return a VFS that does what the real one does, and notes what is flushed."""
        vfs = Vfs()
        ctypes.memmove(ctypes.byref(vfs), ctypes.byref(real), ctypes.sizeof(Vfs))
        vfs.next, vfs.name = None, NAME
        open_real = _OPEN(real.open)

        def open_file(this, name, file, flags, out):
            done = open_real(this, name, file, flags, out)
            # SQLite keeps the pointer itself, and makes the names of other files from it: no copy would do.
            if done == 0 and name is not None:
                self._watch(file, ctypes.string_at(name).decode())
            return done

        self._kept["open"] = _OPEN(open_file)
        vfs.open = ctypes.cast(self._kept["open"], _VOID)
        return vfs

    def _watch(self, address, path):
        """Note an open file, and have it tell when it is flushed."""
        file = File.from_address(address)
        real = file.methods.contents
        if not Path(path).stat().st_size:
            self.flushed.pop(path, None)
        self._paths[address] = path
        key = ctypes.addressof(real)
        if key not in self._kept:
            self._kept[key] = self._wrap_methods(real)
        file.methods = ctypes.pointer(self._kept[key][0])

    def _wrap_methods(self, real):
        methods = Methods()
        ctypes.memmove(ctypes.byref(methods), ctypes.byref(real), ctypes.sizeof(Methods))
        sync_real = _SYNC(real.sync)

        def sync(file, flags):
            done = sync_real(file, flags)
            path = self._paths[file]
            self.flushed[path] = Path(path).read_bytes()
            return done

        wrapped = _SYNC(sync)
        methods.sync = ctypes.cast(wrapped, _VOID)
        return methods, wrapped


@contextmanager
def watched_disk():
    """Let every SQLite database that this process opens meanwhile be watched; gives the disk."""
    library, disk = find_sqlite(), Disk()
    real = library.sqlite3_vfs_find(None)
    vfs = disk.wrap(real.contents)
    library.sqlite3_vfs_register(ctypes.byref(vfs), 1)
    try:
        yield disk
    finally:
        library.sqlite3_vfs_register(real, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(vfs))
