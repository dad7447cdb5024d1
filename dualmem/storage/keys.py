"""SQLite place of the wrapped data keys: a file of its own, apart from the memory."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from dualmem.ports import WrappedKey
from dualmem.storage import driver, queries, residue, rows
from dualmem.storage.database import PAGE, Database
from dualmem.storage.layout import KEYS


class SqliteKeys:
    """A KeyStore in one SQLite file. Safe for threads."""

    def __init__(self, path: str | Path, *, busy_timeout_s: float = 10.0, upgrade: bool = False) -> None:
        """Open the file, or create it.

        Args:
            path: The file; folders above it are made.
            busy_timeout_s: How long a call waits for another process.
            upgrade: Bring an older layout to the newest one.
        """
        self._database = Database(path, KEYS, busy_timeout_s=busy_timeout_s, upgrade=upgrade)
        self.path = self._database.path

    def keys(self, tenant: str, subject: str) -> tuple[WrappedKey, ...]:
        """Give a subject's keys, oldest first."""
        return tuple(map(rows.key, self._database.rows(queries.KEYS, tenant=tenant, subject=subject)))

    def add(self, key: WrappedKey, *, after: str | None) -> tuple[WrappedKey, ...]:
        """Add a key if ``after`` is still the last one, durable on return."""
        named = {**rows.key_named(key), "after": after}
        self._database.write(lambda connection: connection.execute(queries.ADD_KEY, named).rowcount)
        return self.keys(key.tenant, key.subject)

    def remove(self, tenant: str, subject: str) -> None:
        """Destroy all keys of a subject, also in freed places of the file."""
        gone = [one.wrapped for one in self.keys(tenant, subject)]
        named = {"tenant": tenant, "subject": subject}
        self._database.write(lambda connection: connection.execute(queries.REMOVE_KEYS, named).rowcount)
        self._database.empty_log()
        if residue.holds(self.path, gone):
            self._database.write_anew()

    def subjects(self) -> Iterator[tuple[str, str]]:
        """Stream tenant and subject of all that have a key, in order."""
        after = ("", " ")  # the root key comes first, and alone has an empty subject
        if self.keys("", ""):
            yield "", ""
        while True:
            found = self._database.rows(queries.KEY_SUBJECTS, tenant=after[0], subject=after[1], page=PAGE)
            for row in found:
                yield row[0], row[1]
            if len(found) < PAGE:
                return
            after = (found[-1][0], found[-1][1])

    def named(self, prefix: str) -> Iterator[WrappedKey]:
        """Stream the keys whose id begins with some text."""
        end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        yield from map(rows.key, self._database.rows(queries.KEYS_NAMED, prefix=prefix, end=end))

    def replace(self, old: WrappedKey, new: WrappedKey) -> bool:
        """Put the same key wrapped anew in the place of ``old``."""
        named = {
            "id": old.id,
            "wrapped": new.wrapped,
            "master": new.master,
            "old": old.wrapped,
            "old_master": old.master,
        }
        return self._database.write(lambda connection: connection.execute(queries.REPLACE_KEY, named).rowcount) == 1

    def changes(self) -> int:
        """Give a number that is another one after any other process changed the keys."""
        try:  # asked for every token: no context manager, no list
            found: int = self._database.connection().execute("PRAGMA data_version").fetchone()[0]
        except sqlite3.Error as error:
            raise driver.convert(error, str(self.path)) from error
        return found

    def backup(self, target: str) -> None:
        """Copy the keys, while in use, to a new file; they stay wrapped."""
        self._database.copy_to(Path(target).absolute())

    def close(self) -> None:
        """Release the file; safe to call twice."""
        self._database.close()
