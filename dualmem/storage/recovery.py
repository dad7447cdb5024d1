"""Recovery: what can still be read of a damaged store, subject by subject, and the change of files at the end."""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from dualmem.errors import Conflict
from dualmem.storage import driver, files, queries
from dualmem.storage.layout import STORE

Place = tuple[str, str]  # tenant, subject
_FIRST: Final = ("", "")


def salvage(path: Path, fresh: Path) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Copy every subject that can be read whole from a damaged store into a new one.

    Args:
        path: The damaged store; it is only read.
        fresh: The new store.

    Returns:
        Tenant and subject of those that were copied, and of those that were not.

    Raises:
        Conflict: The new file exists.
        StoreCorrupt: Nothing at all can be read.
    """
    with contextlib.closing(_open(path)) as old:
        places = sorted(_places(old))
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
    return tuple(copied), tuple(lost)


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
    except sqlite3.Error as error:
        raise driver.convert(error, str(path)) from error
    return connection


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
