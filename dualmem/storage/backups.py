"""Backups: copies of a store without its keys, and the way back over whatever is there."""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from dualmem.errors import Conflict, NotFound, StorageError, StoreBusy, StoreCorrupt
from dualmem.storage import driver, files, rotation
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.layout import KEYS, STORE, Layout
from dualmem.storage.sqlite import SqliteStore

_TAKEN = "Nothing was written; choose another name."


def keys_of(path: str | Path) -> Path:
    """Give the place of a store's wrapped keys: beside it."""
    return Path(f"{path}.keys")


def backup(path: str | Path, target: str | Path) -> None:
    """Copy a store, while in use, to a new file. Its keys are not copied: without them the copy says nothing.

    Raises:
        NotFound: There is no such store.
        Conflict: The target exists.
    """
    _check_names(Path(path), Path(target), "store")
    files.check(Path(path), application_id=STORE.application_id, version=STORE.version)  # an older layout is as good
    place = Path(target).absolute()

    def copy(connection: sqlite3.Connection) -> None:
        with contextlib.closing(_open(Path(path), "rw")) as opened:
            opened.backup(connection)

    try:
        is_made = files.create(place, copy)
    except sqlite3.Error as error:
        raise driver.convert(error, str(path)) from error
    except OSError as error:
        raise StorageError(
            f"can not write {target}: {error.strerror}",
            path=str(target),
            next_step="Nothing was half written. Check path, rights and disk.",
        ) from error
    if not is_made:
        raise Conflict(f"{target} exists already", path=str(target), next_step=_TAKEN)


def backup_keys(path: str | Path, target: str | Path) -> None:
    """Copy the wrapped data keys of a store, while in use, to a new file in another folder than any copy of the store.

    Raises:
        NotFound: The store has no file of keys.
        Conflict: The target exists, or lies beside the store or a copy of one: who finds both, and the master key,
            reads what was forgotten since.
    """
    _check_names(keys_of(path), Path(target), "file of keys")
    folder = Path(target).absolute().parent
    copies = [file.name for file in sorted(folder.glob("*")) if files.is_of(file, STORE.application_id)]
    if copies or folder == rotation.folder_of(path).absolute():
        raise Conflict(
            f"{folder} holds {copies[0] if copies else 'the backups of the store'}: keys and copies belong apart",
            path=str(folder),
            next_step="Name another place: one that does not go the way of the backups.",
        )
    with contextlib.closing(SqliteKeys(keys_of(path))) as keys:
        keys.backup(str(target))


def find(name: str, folder: Path) -> Path:
    """Give the backup of a name (``backup_1``) in the folder of backups, or of a path.

    Raises:
        NotFound: There is none.
    """
    for path in (folder / name, folder / f"{name}.db"):
        if os.sep not in name and path.is_file():
            return path
    if Path(name).is_file():
        return Path(name)
    there = ", ".join(path.stem for path in rotation.listed(folder)) or "none"
    raise NotFound(
        f"there is no backup {name}; in {folder}: {there}",
        path=name,
        next_step="`dualmem db backups` lists them; `dualmem db backup` makes one.",
    )


@contextlib.contextmanager
def opened_copy(path: str | Path) -> Iterator[SqliteStore]:
    """Open a private copy of a store, its log included; the file itself is not touched.

    Raises:
        StoreCorrupt, StoreVersion: It is no store that this release reads.
    """
    with tempfile.TemporaryDirectory(prefix="dualmem-") as folder:
        copy = Path(folder) / "copy.db"
        for side in ("", "-wal"):
            if Path(f"{path}{side}").exists():
                shutil.copyfile(f"{path}{side}", f"{copy}{side}")
        with contextlib.closing(SqliteStore(copy, upgrade=True)) as store:
            yield store


@contextlib.contextmanager
def staged(source: str | Path, path: str | Path, *, layout: Layout = STORE) -> Iterator[Path]:
    """Copy a backup to a file beside the store, to be verified there; it goes at the end of the block.

    Args:
        source: The backup.
        path: The store, that must not be in use.
        layout: What the backup is.

    Raises:
        NotFound: There is no such backup.
        StoreCorrupt: The backup is damaged or none.
        StoreBusy: The store is in use.
    """
    place = Path(path).absolute()
    _check_whole(Path(source), layout)
    _end_log(place)
    fresh = place.with_name(f".{place.name}.restored")
    try:
        _copy(Path(source), fresh)
        yield fresh
    finally:
        for file in (fresh, *files.side_files(fresh)):
            file.unlink(missing_ok=True)


def put_in_place(fresh: Path, path: str | Path, at: datetime) -> Path | None:
    """Put a staged file in the place of the store, and give where the store that was there is now.

    Raises:
        StoreBusy: The store is in use; nothing was changed.
    """
    place = Path(path).absolute()
    _end_log(fresh)
    _end_log(place)
    files.sync(fresh)
    aside = _set_aside(place, at) if place.exists() else None
    fresh.replace(place)
    if os.name == "posix":
        files.sync(place.parent)
    files.keep_private(place)
    return aside


def set_aside_of(path: str | Path) -> tuple[Path, ...]:
    """Give the stores that were set aside by a restore or a recovery, the oldest first."""
    place = Path(path).absolute()
    found = (file for word in ("before-restore", "corrupt") for file in place.parent.glob(f"{place.name}.{word}-*.bak"))
    return tuple(sorted(found))


def _set_aside(place: Path, at: datetime) -> Path:
    """Give a store a second name, with the log that a damaged one still has; at no moment it has none."""
    aside = place.with_name(f"{place.name}.before-restore-{at:%Y%m%dT%H%M%S}.bak")
    number = 1
    while aside.exists():
        number += 1
        aside = place.with_name(f"{place.name}.before-restore-{at:%Y%m%dT%H%M%S}-{number}.bak")
    for side in files.side_files(place):
        if side.exists():
            side.replace(aside.with_name(side.name.replace(place.name, aside.name, 1)))
    try:
        os.link(place, aside)
    except OSError:  # a file system without hard links
        place.replace(aside)
    return aside


def _check_names(path: Path, target: Path, what: str) -> None:
    if not path.exists():
        raise NotFound(f"there is no {what} {path}", path=str(path), next_step="`dualmem hear` or `chat` makes one.")
    if target.exists():
        raise Conflict(f"{target} exists already", path=str(target), next_step=_TAKEN)


def _check_whole(path: Path, layout: Layout) -> None:
    """Refuse what is no intact file of this kind."""
    if not path.exists():
        raise NotFound(f"there is no backup {path}", path=str(path), next_step="Check the path.")
    files.check(path, application_id=layout.application_id, version=layout.version)
    try:
        with contextlib.closing(_read(path)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise driver.convert(error, str(path)) from error
    if found != "ok":
        raise StoreCorrupt(f"the backup {path} is damaged: {found}", path=str(path))


def _copy(source: Path, fresh: Path) -> None:
    """Copy a backup to a new file."""
    for old in (fresh, *files.side_files(fresh)):
        old.unlink(missing_ok=True)

    def copy(connection: sqlite3.Connection) -> None:
        with contextlib.closing(_read(source)) as opened:
            opened.backup(connection)

    try:
        files.create(fresh, copy)
    except sqlite3.Error as error:
        raise driver.convert(error, str(fresh)) from error


def _end_log(place: Path) -> None:
    """Take a store out of write-ahead logging, which only its last user can; a damaged one stays as it is."""
    if not place.exists():
        return
    try:
        with contextlib.closing(_open(place, "ro")) as connection:  # closing one that may write would empty the log
            connection.execute("PRAGMA schema_version").fetchone()
        with contextlib.closing(_open(place, "rw")) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        converted = driver.convert(error, str(place))
        if isinstance(converted, StoreBusy):
            raise converted from error


def _read(path: Path) -> sqlite3.Connection:
    """Open a copy that nobody writes; one without a log is read as it lies, and gets no files beside it."""
    has_log = any(side.exists() for side in files.side_files(path))
    return _open(path, "ro" if has_log else "ro&immutable=1")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file that exists."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=1.0)


def restore_keys(source: str | Path, path: str | Path, at: datetime) -> Path | None:
    """Put a copy of the wrapped keys in their place, and give where those that were there are now.

    Raises:
        NotFound, StoreCorrupt: There is none, or it is damaged.
        StoreBusy: The store is in use.
    """
    with staged(source, keys_of(path), layout=KEYS) as fresh:
        return put_in_place(fresh, keys_of(path), at)
