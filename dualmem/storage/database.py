"""One SQLite file: a connection per thread, write transactions that are all or nothing, errors in our words."""

import contextlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dualmem.errors import CommitUnknown, Conflict, InvalidInput, StorageError, StoreBusy, StoreVersion
from dualmem.storage import driver, files, rows
from dualmem.storage.layout import Layout

PAGE: Final = 256
_SETTINGS: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA trusted_schema = OFF",
)


class Database:
    """An open SQLite file in write-ahead logging. Safe for threads and after a fork."""

    def __init__(self, path: str | Path, layout: Layout, *, busy_timeout_s: float = 5.0, upgrade: bool = False) -> None:
        """Open the file, or create it.

        Args:
            path: The file; folders above it are made.
            layout: What it looks like.
            busy_timeout_s: How long a call waits for another process.
            upgrade: Bring an older layout to the newest one.

        Raises:
            StoreCorrupt: The file is damaged or not ours; it is left as it is.
            StoreVersion: It has a newer layout, or an older one without ``upgrade``.
        """
        self.path = Path(path).absolute()
        self.layout = layout
        self._busy_timeout_s = busy_timeout_s
        self._local = threading.local()
        self._opened: list[tuple[weakref.ref[threading.Thread], sqlite3.Connection]] = []
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._is_closed = False
        with self.converted():
            self._prepare(upgrade=upgrade)
            self.connection()

    def connection(self) -> sqlite3.Connection:
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

    def rows(self, sql: str, **named: object) -> list[rows.Row]:
        """Run one reading statement; damaged text is read as it is, so that its token or digest names the place."""
        with self.converted():
            connection = self.connection()
            try:
                return connection.execute(sql, named).fetchall()
            except sqlite3.OperationalError as error:
                if "decode to UTF-8" not in str(error):
                    raise
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            try:
                return connection.execute(sql, named).fetchall()
            finally:
                connection.text_factory = str

    @contextlib.contextmanager
    def converted(self) -> Iterator[None]:
        """Turn driver errors into ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise driver.convert(error, str(self.path)) from error
        except OSError as error:
            raise StorageError(f"{self.path}: {error.strerror}", path=str(self.path)) from error
        except UnicodeEncodeError as error:
            raise InvalidInput("a text holds half a surrogate pair; nothing was stored") from error

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run one write transaction; on any error before the commit nothing was written.

        Raises:
            CommitUnknown: The commit itself failed.
        """
        with self.converted():
            connection = self.connection()
            connection.execute("BEGIN IMMEDIATE")
        try:
            with self.converted():
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

    def empty_log(self) -> None:
        """Write the log back into the database and cut it to nothing.

        Raises:
            StoreBusy: Somebody reads it for longer than the time-out.
        """
        with self.converted():
            is_busy, _, _ = self.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise StoreBusy(f"the log of {self.path} is still being read and could not be emptied", path=str(self.path))

    def write_anew(self) -> None:
        """Write the whole file anew, so that no page holds anything but what is stored, and empty the log.

        Splitting a page leaves copies of its rows in its free space, which ``secure_delete`` does not overwrite.
        """
        with self.converted():
            self.connection().execute("VACUUM")
        self.empty_log()

    def copy_to(self, target: Path) -> None:
        """Copy the file, while in use, to a new one.

        Raises:
            Conflict: The target exists.
        """

        def copy(fresh: sqlite3.Connection) -> None:
            self.connection().backup(fresh)

        with self.converted():
            if target.exists() or not files.create(target, copy):
                raise Conflict(f"{target} exists already", path=str(target))

    def close(self) -> None:
        """Release the file; safe to call twice."""
        self._is_closed = True
        with self._lock:
            opened, self._opened = self._opened, []
        for _, connection in opened:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _prepare(self, *, upgrade: bool) -> None:
        """Create the file where there is none, and check it."""
        if not self.path.exists():
            files.create(self.path, self.layout.build)
        newest = self.layout.version
        found = files.check(self.path, application_id=self.layout.application_id, version=newest)
        if found < newest and not upgrade:
            message = f"{self.path} has layout {found}, this release of dualmem writes {newest}"
            raise StoreVersion(message, path=str(self.path), layout=found)
        files.keep_private(self.path)
        if found < newest:
            self.layout.migrate(self.connection(), found)

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
