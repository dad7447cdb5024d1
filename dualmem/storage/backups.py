"""Backups: a store and its wrapped keys together, and the way back."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dualmem.errors import Conflict, NotFound, StoreBusy, StoreCorrupt
from dualmem.storage import driver, files
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.layout import KEYS, STORE, Layout
from dualmem.storage.sqlite import SqliteStore


def keys_of(path: str | Path) -> Path:
    """Give the place of a store's wrapped keys: beside it."""
    return Path(f"{path}.keys")


def backup(path: str | Path, target: str | Path) -> None:
    """Copy a store and its wrapped keys, while in use, to new files; they open with the same master key.

    Args:
        path: The store.
        target: The copy; the keys are copied beside it.

    Raises:
        NotFound: There is no such store.
        Conflict: A target exists.
    """
    if not Path(path).exists():
        raise NotFound(f"there is no store {path}", path=str(path))
    if Path(target).exists() or keys_of(target).exists():
        raise Conflict(f"{target} exists already", path=str(target))
    with contextlib.closing(SqliteStore(path)) as store:
        store.backup(str(target))
    if keys_of(path).exists():  # after the store: a key that is newer than it does no harm, a missing one would
        with contextlib.closing(SqliteKeys(keys_of(path))) as keys:
            keys.backup(str(keys_of(target)))


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
        with contextlib.closing(SqliteStore(copy)) as store:
            yield store


def restore(source: str | Path, path: str | Path) -> None:
    """Put a backup in the place of a store; what was there, its log included, is replaced as a whole.

    Args:
        source: The backup; its wrapped keys stand beside it.
        path: The store.

    Raises:
        NotFound: There is no such backup.
        StoreCorrupt: The backup is damaged or none; nothing was changed.
        StoreBusy: The store is in use.
    """
    pairs = [(Path(source), Path(path).absolute(), STORE)]
    if keys_of(source).exists():
        pairs.append((keys_of(source), keys_of(Path(path).absolute()), KEYS))
    for one, _, layout in pairs:
        _check_whole(one, layout)
    try:
        for one, place, _ in pairs:
            _copy(one, _fresh(place))
        for _, place, _ in pairs:
            _end_log(place)
        for _, place, _ in pairs:  # the store first: the newer keys open it as well
            for old in files.side_files(place):
                old.unlink(missing_ok=True)
            _fresh(place).replace(place)
    finally:
        for _, place, _ in pairs:
            _fresh(place).unlink(missing_ok=True)


def _check_whole(path: Path, layout: Layout) -> None:
    """Refuse what is no intact file of this kind."""
    if not path.exists():
        raise NotFound(f"there is no backup {path}", path=str(path))
    files.check(path, application_id=layout.application_id, version=layout.version)
    try:
        with contextlib.closing(_open(path, "ro")) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise driver.convert(error, str(path)) from error
    if found != "ok":
        raise StoreCorrupt(f"the backup {path} is damaged: {found}", path=str(path))


def _fresh(place: Path) -> Path:
    """Give where a restored file stands until it is whole."""
    return place.with_name(f".{place.name}.restored")


def _copy(source: Path, fresh: Path) -> None:
    """Copy a backup to a new file."""
    for old in (fresh, *files.side_files(fresh)):
        old.unlink(missing_ok=True)

    def copy(connection: sqlite3.Connection) -> None:
        with contextlib.closing(_open(source, "ro")) as opened:
            opened.backup(connection)

    files.create(fresh, copy)


def _end_log(place: Path) -> None:
    """Take a store out of write-ahead logging, which only its last user can; a damaged one is let go."""
    if not place.exists():
        return
    try:
        with contextlib.closing(_open(place, "rw")) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        converted = driver.convert(error, str(place))
        if isinstance(converted, StoreBusy):
            raise converted from error


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file that exists."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=1.0)
