"""SQLite store: one file, write-ahead logging, every commit synced, deleted content overwritten."""

import contextlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from dualmem.errors import CommitUnknown, Conflict, NotFound, StorageError, StoreBusy, StoreVersion
from dualmem.ports import Commit, Head, Item, ItemKind, Loaded, RecordRow, Scrub, TurnRow
from dualmem.storage import driver, files, layout, queries, rows

_PAGE: Final = 256
_SETTINGS: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA trusted_schema = OFF",
)


class SqliteStore:
    """A Store in one SQLite file. Safe for threads: each has a connection of its own."""

    def __init__(self, path: str | Path, *, busy_timeout_s: float = 5.0, upgrade: bool = False) -> None:
        """Open the store, or create it.

        Args:
            path: The file; folders above it are made.
            busy_timeout_s: How long a call waits for another process.
            upgrade: Bring an older layout to the newest one.

        Raises:
            StoreCorrupt: The file is damaged or no dualmem store; it is left as it is.
            StoreVersion: It has a newer layout, or an older one without ``upgrade``.
        """
        self.path = Path(path).absolute()
        self._busy_timeout_s = busy_timeout_s
        self._local = threading.local()
        self._opened: list[tuple[weakref.ref[threading.Thread], sqlite3.Connection]] = []
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._is_closed = False
        with self._converted():
            self._prepare(upgrade=upgrade)
            self._connection()

    def load(
        self, tenant: str, subject: str, conversation: str, *, window: int, operation_id: str | None = None
    ) -> Loaded:
        """Read what a turn needs, in one statement."""
        named = {
            "tenant": tenant,
            "subject": subject,
            "conversation": conversation,
            "window": window,
            "operation": operation_id,
        }
        with self._converted():
            found = self._connection().execute(queries.LOAD, named).fetchall()
        return rows.loaded(found)

    def commit(self, commit: Commit) -> None:
        """Write all or nothing, durable on return."""
        with self._transaction() as connection:
            _write(connection, commit)

    def items(self, tenant: str, subject: str, kind: ItemKind) -> tuple[Item, ...]:
        """Read all items of a kind, by key."""
        found = self._rows(queries.ITEMS, tenant=tenant, subject=subject, kind=kind.value)
        return tuple(rows.item(row) for row in found)

    def item(self, tenant: str, subject: str, kind: ItemKind, key: str) -> Item | None:
        """Read one item."""
        found = self._rows(queries.ITEM, tenant=tenant, subject=subject, kind=kind.value, key=key)
        return rows.item(found[0]) if found else None

    def head(self, tenant: str, subject: str) -> Head:
        """Read the counters; all zero for an unknown subject."""
        found = self._rows(queries.HEAD, tenant=tenant, subject=subject)
        return rows.head(found[0]) if found else Head()

    def records(self, tenant: str, subject: str, *, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        """Stream audit records in order, page by page."""
        left = limit
        while left is None or left > 0:
            page = _PAGE if left is None else min(_PAGE, left)
            found = self._rows(queries.RECORDS, tenant=tenant, subject=subject, after=after, page=page)
            for row in found:
                yield rows.record(row)
            if len(found) < page:
                return
            after = found[-1][0]
            left = None if left is None else left - page

    def turns(self, tenant: str, subject: str, *, after: int = 0) -> Iterator[TurnRow]:
        """Stream turn rows in order, page by page."""
        number, revision = after + 1, -1
        while True:
            found = self._rows(
                queries.TURNS, tenant=tenant, subject=subject, number=number, revision=revision, page=_PAGE
            )
            for row in found:
                yield rows.turn(row)
            if len(found) < _PAGE:
                return
            number, revision = found[-1][0], found[-1][7]

    def subjects(self, tenant: str) -> Iterator[str]:
        """Stream the subjects of a tenant, in order."""
        after = ""
        while True:
            found = self._rows(queries.SUBJECTS, tenant=tenant, after=after, page=_PAGE)
            for row in found:
                yield row[0]
            if len(found) < _PAGE:
                return
            after = found[-1][0]

    def tenants(self) -> Iterator[str]:
        """Stream the tenants, in order."""
        after = ""
        while (tenant := self._rows(queries.NEXT_TENANT, after=after)[0][0]) is not None:
            yield tenant
            after = tenant

    def scrub(self, scrub: Scrub) -> None:
        """Overwrite for good, then empty the log."""
        of = {"tenant": scrub.tenant, "subject": scrub.subject}
        with self._transaction() as connection:
            for sql, data in rows.scrub_steps(scrub):
                connection.execute(sql, {**of, "rows": data})
        self._empty_log()

    def erase_subject(self, tenant: str, subject: str, keep: Commit) -> None:
        """Delete everything of a subject but its audit headers; ``keep`` is added."""
        of = {"tenant": tenant, "subject": subject}
        with self._transaction() as connection:
            for sql in (queries.ERASE_TURNS, queries.ERASE_ITEMS, queries.ERASE_PAYLOADS):
                connection.execute(sql, of)
            _write(connection, keep)
        self._empty_log()

    def backup(self, target: str) -> None:
        """Copy the store, while in use, to a new file."""
        path = Path(target).absolute()
        if path.exists():
            raise Conflict(f"{path} exists already", path=str(path))

        def copy(connection: sqlite3.Connection) -> None:
            self._connection().backup(connection)

        with self._converted():
            if not files.create(path, copy):
                raise Conflict(f"{path} exists already", path=str(path))

    def status(self) -> Mapping[str, object]:
        """Give location, layout, sizes and integrity."""
        log = Path(f"{self.path}-wal")
        with self._converted():
            connection = self._connection()
            (found,) = connection.execute("PRAGMA user_version").fetchone()
            subjects, turns, records, items = connection.execute(queries.COUNTS).fetchone()
            faults = [row[0] for row in connection.execute("PRAGMA quick_check(5)")]
        return {
            "path": str(self.path),
            "layout": found,
            "newest_layout": layout.VERSION,
            "size_bytes": self.path.stat().st_size,
            "log_bytes": log.stat().st_size if log.exists() else 0,
            "subjects": subjects,
            "turns": turns,
            "records": records,
            "items": items,
            "integrity": "ok" if faults == ["ok"] else "; ".join(faults),
        }

    def close(self) -> None:
        """Release the store; safe to call twice."""
        self._is_closed = True
        with self._lock:
            opened, self._opened = self._opened, []
        for _, connection in opened:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _prepare(self, *, upgrade: bool) -> None:
        """Create the file where there is none, and check it."""
        if not self.path.exists():
            files.create(self.path, layout.build)
        found = files.check(self.path, application_id=layout.APPLICATION_ID, version=layout.VERSION)
        if found < layout.VERSION and not upgrade:
            raise StoreVersion(
                f"{self.path} has layout {found}, this release of dualmem writes {layout.VERSION}", path=str(self.path)
            )
        files.keep_private(self.path)
        if found < layout.VERSION:
            layout.migrate(self._connection(), found)

    def _connection(self) -> sqlite3.Connection:
        """Give this thread's connection."""
        if self._is_closed:
            raise StorageError(f"{self.path} was closed", path=str(self.path))
        if self._pid != os.getpid():  # a fork: the parent's connections are not ours to use or to close
            self._local, self._opened, self._pid = threading.local(), [], os.getpid()
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._open()
            self._local.connection = connection
        return connection

    def _open(self) -> sqlite3.Connection:
        """Open one more connection, and close those of threads that ended."""
        connection = sqlite3.connect(
            f"{self.path.as_uri()}?mode=rw",
            uri=True,
            timeout=self._busy_timeout_s,
            isolation_level=None,
            check_same_thread=False,
        )
        for setting in _SETTINGS:
            connection.execute(setting)
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            connection.execute("PRAGMA journal_mode = WAL")
        with self._lock:
            for owner, old in self._opened:
                if owner() is None:
                    old.close()
            self._opened = [pair for pair in self._opened if pair[0]() is not None]
            self._opened.append((weakref.ref(threading.current_thread()), connection))
        return connection

    def _drop(self) -> None:
        """Forget this thread's connection after a failure that leaves its state in doubt."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            return
        self._local.connection = None
        with self._lock:
            self._opened = [pair for pair in self._opened if pair[1] is not connection]
        with contextlib.suppress(sqlite3.Error):
            connection.close()

    @contextlib.contextmanager
    def _converted(self) -> Iterator[None]:
        """Turn driver errors into ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise driver.convert(error, str(self.path)) from error
        except OSError as error:
            raise StorageError(f"{self.path}: {error.strerror}", path=str(self.path)) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run one write transaction; on any error before the commit nothing was written."""
        with self._converted():
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
        try:
            with self._converted():
                yield connection
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._drop()
            cause = driver.convert(error, str(self.path))
            raise CommitUnknown(f"{cause}: the commit may or may not have happened", path=str(self.path)) from error

    def _empty_log(self) -> None:
        """Write the log back into the database and cut it to nothing."""
        with self._converted():
            is_busy, _, _ = self._connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise StoreBusy(f"the log of {self.path} is still being read and could not be emptied", path=str(self.path))

    def _rows(self, sql: str, **named: object) -> list[rows.Row]:
        """Run one reading statement."""
        with self._converted():
            return self._connection().execute(sql, named).fetchall()


def _write(connection: sqlite3.Connection, commit: Commit) -> None:
    """Write one commit, in at most five statements."""
    named = rows.subject_named(commit)
    sql = queries.SWAP_SUBJECT if commit.expected_revision else queries.ADD_SUBJECT
    if connection.execute(sql, named).rowcount != 1:
        raise Conflict(
            f"{commit.subject} was changed meanwhile", subject=commit.subject, revision=commit.expected_revision
        )
    connection.execute(queries.ADD_TURN, rows.turn_named(commit))
    for statement, data in rows.commit_steps(commit):
        connection.execute(statement, {"tenant": commit.tenant, "subject": commit.subject, "rows": data})


def upgrade(path: str | Path) -> int:
    """Bring a store to the newest layout and give its number.

    Raises:
        NotFound: There is no such file.
    """
    if not Path(path).exists():
        raise NotFound(f"there is no store {path}", path=str(path))
    SqliteStore(path, upgrade=True).close()
    return layout.VERSION
