"""Store files: created whole or not at all, readable by their owner only, and never opened when they are foreign."""

import contextlib
import os
import sqlite3
import stat
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from dualmem.errors import StorageError, StoreCorrupt, StoreVersion

_MAGIC: Final = b"SQLite format 3\x00"
_SIDE_FILES: Final = ("-wal", "-shm", "-journal")
_IS_POSIX: Final = os.name == "posix"


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each open to its owner only; folders that exist are left as they are."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)


def side_files(path: Path) -> tuple[Path, ...]:
    """Give the files that SQLite keeps beside a database."""
    return tuple(Path(f"{path}{side}") for side in _SIDE_FILES)


def keep_private(path: Path) -> None:
    """Take every right from group and others (on Windows the folder's own list of rights holds)."""
    if not _IS_POSIX:
        return
    for name in (path, *side_files(path)):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if stat.S_IMODE(name.stat().st_mode) & 0o077:
                name.chmod(0o600)


def create(path: Path, build: Callable[[sqlite3.Connection], None]) -> bool:
    """Create a database file at once: it is built beside its place and then linked into it.

    Args:
        path: Where it shall be.
        build: Fills the empty database.

    Returns:
        False when another process was first.
    """
    make_folder(path.parent)
    for side in side_files(path):
        if side.exists() and not path.exists():
            raise StoreCorrupt(
                f"{side} is left over from another database, and {path.name} itself is not there",
                path=str(path),
                next_step="Restore the database, or move the left-over file away.",
            )
    import tempfile  # noqa: PLC0415 - only a file that is made needs it

    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    os.close(handle)
    fresh = Path(name)
    try:
        connection = sqlite3.connect(fresh, isolation_level=None)
        try:
            build(connection)
        finally:
            connection.close()
        return link_new(fresh, path)
    finally:
        for leftover in (fresh, *side_files(fresh)):
            leftover.unlink(missing_ok=True)


def link_new(fresh: Path, path: Path) -> bool:
    """Give a finished file its name, durably; False when the name is taken."""
    sync(fresh)
    try:
        os.link(fresh, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if path.exists():
            return False
        fresh.rename(path)
    if _IS_POSIX:
        sync(path.parent)
    return True


def replace_text(path: Path, text: str) -> None:
    """Write a small file (0600) whole or not at all, in the place of what is there, durably."""
    import tempfile  # noqa: PLC0415 - only a file that is made needs it

    make_folder(path.parent)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    if _IS_POSIX:
        sync(path.parent)


def sync(path: Path) -> None:
    """Bring a file or folder to the disk."""
    flags = os.O_RDONLY if _IS_POSIX else os.O_RDWR
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check(path: Path, *, application_id: int, version: int) -> int:
    """Give the layout version of a store file, without changing one byte of it.

    Args:
        path: An existing file.
        application_id: What our files carry.
        version: The newest layout this release knows.

    Raises:
        StoreCorrupt: It is no SQLite database, or one of another program.
        StoreVersion: It was written by a newer release.
    """
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StorageError(f"can not read {path}: {error.strerror}", path=str(path)) from error
    if len(header) < 100 or not header.startswith(_MAGIC):
        what = "is empty" if not header else "is no database"
        raise StoreCorrupt(f"{path} {what}; it was left untouched", path=str(path))
    found = struct.unpack(">I", header[68:72])[0]
    if found != application_id:
        raise StoreCorrupt(f"{path} is a database of another program; it was left untouched", path=str(path))
    size = Path(f"{path}-wal")
    layout = int(struct.unpack(">I", header[60:64])[0])
    if size.exists() and size.stat().st_size:
        layout = max(layout, _version_in_log(path))
    if layout > version:
        raise StoreVersion(
            f"{path} has layout {layout}, this release of dualmem knows {version}; it was left untouched",
            path=str(path),
            layout=layout,
            next_step="A newer dualmem wrote it: install that release, or restore a backup made before its upgrade.",
        )
    return layout


def is_database(path: Path) -> bool:
    """Tell whether a file begins as an SQLite database does; False for one that can not be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def is_of(path: Path, application_id: int) -> bool:
    """Tell whether a file is a database with this mark; False for one that can not be read."""
    try:
        with path.open("rb") as file:
            return file.read(72)[68:72] == struct.pack(">I", application_id)
    except OSError:
        return False


def _version_in_log(path: Path) -> int:
    """Read the version through a connection that may write nothing; 0 when it can not tell."""
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error:
        return 0
