"""Recovery: what can still be read of a damaged store, subject by subject, and the change of files at the end."""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from dualmem.errors import Conflict, StoreCorrupt
from dualmem.storage import driver, files, queries
from dualmem.storage.layout import KEYS, STORE

Place = tuple[str, str]  # tenant, subject
_FIRST: Final = ("", "")
_LEFT: Final = "it was left as it is"
_STEP: Final = "Restore a backup of it: `dualmem db backups`, then `dualmem db restore backup_1`."


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvaged:
    """What could be read of a damaged store.

    Attributes:
        copied: Tenant and subject of those that were copied.
        lost: Of those that are named in the store and could not be read whole.
        is_complete: Every page could be read, so that nobody else was in the store.
    """

    copied: tuple[Place, ...]
    lost: tuple[Place, ...]
    is_complete: bool


def salvage(path: Path, fresh: Path) -> Salvaged:
    """Copy every subject that can be read whole from a damaged store into a new one.

    Args:
        path: The damaged store; it is only read.
        fresh: The new store.

    Raises:
        Conflict: The new file exists.
        StoreCorrupt: Nothing at all can be read, or it is no store.
    """
    _check_kind(path)
    with contextlib.closing(_open(path)) as old:
        places = sorted(_places(old))
        is_complete = _is_whole(old)
        if not places and not is_complete:
            raise StoreCorrupt(f"nothing of {path} can be read; {_LEFT}", path=str(path), next_step=_STEP)
        copied, lost = [], []
        if not files.create(fresh, STORE.build):
            raise Conflict(f"{fresh} exists already", path=str(fresh))
        with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as new:
            for place in places:
                try:
                    _copy(old, new, place)
                    copied.append(place)
                except sqlite3.Error:
                    lost.append(place)
    return Salvaged(copied=tuple(copied), lost=tuple(lost), is_complete=is_complete)


def _check_kind(path: Path) -> None:
    """Refuse what never was a store: its place is not ours to take."""
    if not path.is_file():
        raise StoreCorrupt(f"{path} is no file; {_LEFT}", path=str(path), next_step=_STEP)
    if not files.is_database(path):
        raise StoreCorrupt(
            f"{path} is no database, or its first page is lost; {_LEFT}", path=str(path), next_step=_STEP
        )
    if files.is_of(path, KEYS.application_id):
        raise StoreCorrupt(
            f"{path} is the file of keys of a store; {_LEFT}",
            path=str(path),
            next_step="Put a copy of it back: `dualmem keys restore FILE`.",
        )
    if not files.is_of(path, STORE.application_id):
        raise StoreCorrupt(f"{path} is a database of another program; {_LEFT}", path=str(path), next_step=_STEP)


def drop(fresh: Path, place: Place) -> None:
    """Take one subject out of a store that was salvaged: it does not verify."""
    with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as new:
        for sql in queries.SALVAGE_DROP:
            new.execute(sql, _named(place))


def swap(path: Path, fresh: Path, at: datetime) -> Path:
    """Set the damaged store aside and put the salvaged one in its place; give where the damaged one is."""
    aside = path.with_name(f"{path.name}.corrupt-{at:%Y%m%dT%H%M%S}.bak")
    for side in files.side_files(path):
        if side.exists():
            side.replace(aside.with_name(side.name.replace(path.name, aside.name, 1)))
    path.replace(aside)
    files.sync(fresh)
    fresh.replace(path)
    files.sync(path.parent)
    files.keep_private(path)
    return aside


def _open(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute(
            "PRAGMA writable_schema = ON"
        )  # read-only all the same: a file cut short is read up to there
    except sqlite3.Error as error:
        raise driver.convert(error, str(path)) from error
    return connection


def _is_whole(old: sqlite3.Connection) -> bool:
    try:
        return bool(old.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error:
        return False


def _places(old: sqlite3.Connection) -> set[Place]:
    """Give every subject that some table still names."""
    found: set[Place] = set()
    for sql in queries.SALVAGE_NEXT:
        found |= set(_listed(old, sql))
    return found


def _listed(old: sqlite3.Connection, sql: str) -> Iterator[Place]:
    place = _FIRST
    while True:
        try:
            row = old.execute(sql, _named(place)).fetchone()
        except sqlite3.Error:  # the rest of this table can not be walked; the other tables name it
            return
        if row is None:
            return
        place = (str(row[0]), str(row[1]))
        yield place


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, place: Place) -> None:
    """Copy all rows of one subject, or none."""
    new.execute("BEGIN")
    try:
        for read, write in queries.SALVAGE_COPY:
            new.executemany(write, old.execute(read, _named(place)).fetchall())
        new.execute("COMMIT")
    except sqlite3.Error:
        new.execute("ROLLBACK")
        raise


def _named(place: Place) -> dict[str, str]:
    return {"tenant": place[0], "subject": place[1]}
