"""Driver errors: what sqlite3 raises, turned into the errors of dualmem."""

import sqlite3
from typing import Final

from dualmem.errors import Conflict, DualmemError, StorageError, StoreBusy, StoreCorrupt

_UNWRITABLE: Final = ("can not be written", "Check the rights of file and folder.")
_STORAGE: Final = {
    sqlite3.SQLITE_FULL: ("has no space left on its disk", "Free some space and try again."),
    sqlite3.SQLITE_READONLY: _UNWRITABLE,
    sqlite3.SQLITE_PERM: _UNWRITABLE,
    sqlite3.SQLITE_AUTH: _UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: ("can not be opened", "Check that the folder can be written."),
    sqlite3.SQLITE_IOERR: ("lies on a disk that fails", "Check the disk and its free space; then try again."),
}
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_CORRUPT: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def is_busy(error: sqlite3.Error) -> bool:
    """Tell whether another connection holds what this one needs."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY


def convert(error: sqlite3.Error, path: str) -> DualmemError:
    """Give the dualmem error for a driver error; the caller raises it ``from`` the driver's.

    Args:
        error: What the driver raised.
        path: The store, named in the message.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if is_busy(error):
        return StoreBusy(f"{path} is held by another process", path=path)
    if code in _CORRUPT or "decode to UTF-8" in str(error):
        return StoreCorrupt(f"{path} is damaged", path=path)
    if code == sqlite3.SQLITE_CONSTRAINT:
        return Conflict("this operation was committed already", path=path)
    message, next_step = _STORAGE.get(code, (f": {error}", ""))
    return StorageError(f"{path} {message}", path=path, next_step=next_step)
