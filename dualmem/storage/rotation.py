"""Rotation: the newest copies of a store under fixed names, ``backup_1.db`` the newest.

A copy is whole and on the disk before it gets its name, and every step is one rename: a crash leaves at worst a gap
between two names, which the next rotation fills.
"""

import contextlib
import os
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final

from dualmem.errors import Conflict, StorageError
from dualmem.storage import files, locks

_LOCK: Final = ".lock"
_OWNER: Final = ".store"
_FRESH: Final = ".backup.new"
_MOST: Final = 1000
_DRIFT: Final = timedelta(minutes=1)


def folder_of(path: str | Path) -> Path:
    """Give the default place of a store's backups: a folder beside it."""
    return Path(f"{path}.backups")


def name_of(number: int) -> str:
    """Give the name of a backup; 1 is the newest."""
    return f"backup_{number}.db"


def listed(folder: Path) -> tuple[Path, ...]:
    """Give the backups of a folder, the newest first."""
    found = (folder / name_of(number) for number in range(1, _MOST))
    return tuple(path for path in found if path.exists()) if folder.is_dir() else ()


def made_at(path: Path, zone: tzinfo) -> datetime:
    """Give the moment of which a backup is."""
    return datetime.fromtimestamp(path.stat().st_mtime, zone)


def is_due(folder: Path, every: timedelta, now: datetime) -> bool:
    """Tell whether the newest backup is too old; whole days count by date in the zone of ``now``.

    One that is of the future was made by a clock that went wrong: nobody waits for that day.

    Args:
        folder: Where the backups lie.
        every: How old the newest may become.
        now: Aware.
    """
    newest = folder / name_of(1)
    if not newest.exists():
        return True
    assert now.tzinfo is not None
    at = made_at(newest, now.tzinfo)
    if every.seconds or every.microseconds:
        return not -_DRIFT <= now - at < every
    return not 0 <= (now.date() - at.date()).days < every.days


def rotate(
    store: Path, folder: Path, copy: Callable[[str], None], *, keep: int, now: datetime, every: timedelta | None = None
) -> Path | None:
    """Make a new ``backup_1``; the others get the next number, and the oldest goes.

    Args:
        store: Whose backups these are.
        folder: Where they lie; it is made.
        copy: Makes a whole copy under a name.
        keep: How many stay, at least 1.
        now: The moment that the backup is of.
        every: Do nothing where the newest is younger; None to make one in any case.

    Returns:
        The new backup; None where none was due, or another process makes one just now.

    Raises:
        Conflict: The folder holds the backups of another store.
        StorageError: It can not be written; the backups that were there are there.
    """
    try:
        with locks.held(folder / _LOCK, wait=every is None) as is_held:
            if not is_held or (every is not None and not is_due(folder, every, now)):
                return None
            _own(store, folder)
            fresh = folder / _FRESH
            for old in (fresh, *files.side_files(fresh), *folder.glob(f".{_FRESH}.*")):  # of a killed one
                old.unlink(missing_ok=True)
            try:
                copy(str(fresh))
                os.utime(fresh, (now.timestamp(), now.timestamp()))
                files.sync(fresh)
                _shift(folder, fresh, keep)
            finally:
                fresh.unlink(missing_ok=True)
            return folder / name_of(1)
    except OSError as error:
        raise StorageError(
            f"can not make a backup in {folder}: {error.strerror}",
            path=str(folder),
            next_step="Check the folder (`dir` of [backup]), its rights and its disk.",
        ) from error


def _shift(folder: Path, fresh: Path, keep: int) -> None:
    """Give every backup up to the first gap its next number, the oldest first, and the fresh one the first."""
    gap = next((number for number in range(1, keep) if not (folder / name_of(number)).exists()), keep)
    for number in range(gap, 1, -1):
        _settle(folder / name_of(number))
        _settle(folder / name_of(number - 1))
        (folder / name_of(number - 1)).replace(folder / name_of(number))
    fresh.replace(folder / name_of(1))
    if os.name == "posix":
        files.sync(folder)
    for number in range(keep + 1, _MOST):  # fewer are kept than before
        if not (folder / name_of(number)).exists():
            break
        _settle(folder / name_of(number))
        (folder / name_of(number)).unlink()


def _settle(path: Path) -> None:
    """Take away what a killed writer left beside a backup, with what is in it (a backup is copied whole or opened)."""
    if path.exists() and any(side.exists() for side in files.side_files(path)):
        import sqlite3  # noqa: PLC0415 - a rare case

        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for side in files.side_files(path):
        side.unlink(missing_ok=True)


def _own(store: Path, folder: Path) -> None:
    """Note whose backups these are, so that another store never pushes them out."""
    marker, name = folder / _OWNER, str(store.absolute())
    if marker.exists():
        owner = marker.read_text(encoding="utf-8").strip()
        if owner not in {"", name}:
            raise Conflict(
                f"{folder} holds the backups of {owner}",
                path=str(folder),
                next_step=f"Name another folder by `dir` of [backup], or delete {marker} where the store was moved.",
            )
        return
    files.replace_text(marker, name + "\n")
