"""One SQLite file: a connection per thread, write transactions that are all or nothing, errors in our words."""

import contextlib
import copy
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar, cast

from dualmem.errors import CommitUnknown, Conflict, InvalidInput, StorageError, StoreBusy, StoreVersion
from dualmem.storage import driver, files, rows
from dualmem.storage.layout import Layout
from dualmem.storage.writer import Job, Writer

T = TypeVar("T")
PAGE: Final = 256
_PATIENCE_S: Final = 0.1  # SQLite asks for a lock ever more rarely: after this we let it begin anew, so none starves
_LOG_PATIENCE_S: Final = 5.0  # a turn that forgets waits no longer for readers; emptying the log is tried again later
_SETTINGS: Final = (
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA trusted_schema = OFF",
)


class Database:
    """An open SQLite file in write-ahead logging. Safe for threads and after a fork."""

    def __init__(
        self, path: str | Path, layout: Layout, *, busy_timeout_s: float = 10.0, upgrade: bool = False
    ) -> None:
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
        self._writer = Writer(self._commit)
        self._pid = os.getpid()
        self._is_closed = False
        self._is_log_held = False
        with self.converted():
            self._prepare(upgrade=upgrade)
            self.connection()

    def connection(self) -> sqlite3.Connection:
        """Give this thread's connection."""
        if self._is_closed:
            raise StorageError(f"{self.path} was closed", path=str(self.path))
        self._renew()
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
                return self._patiently(lambda: connection.execute(sql, named).fetchall())
            except sqlite3.OperationalError as error:
                if "decode to UTF-8" not in str(error):
                    raise
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            try:
                return connection.execute(sql, named).fetchall()
            finally:
                connection.text_factory = str

    def _patiently(self, call: Callable[[], T]) -> T:
        """Call again while another process holds a lock, for as long as the time-out says."""
        end: float | None = None
        while True:
            try:
                return call()
            except sqlite3.OperationalError as error:
                end = end or time.monotonic() + self._busy_timeout_s - _PATIENCE_S
                if not driver.is_busy(error) or time.monotonic() >= end:
                    raise

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

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run statements as one write, durable on return; on any error before the commit nothing of it was written.

        What several threads write at the same time shares one transaction and one sync; one that is refused takes
        nothing from the others.

        Args:
            work: Runs the statements, through the connection of whichever thread writes for all.

        Raises:
            CommitUnknown: The commit itself failed.
        """
        self._renew()
        return cast("T", self._writer.run(work))

    def _commit(self, jobs: Sequence[Job[sqlite3.Connection]]) -> None:
        """Write jobs in one transaction; each is done, or holds the error that refused it."""
        try:
            with self._transaction() as connection:
                if len(jobs) == 1:
                    jobs[0].error, jobs[0].result = None, jobs[0].work(connection)
                else:
                    for job in jobs:
                        self._try(connection, job)
        except Exception as error:  # noqa: BLE001 - it is raised in the thread whose job it is
            if len(jobs) > 1 and not isinstance(error, CommitUnknown | StoreBusy):
                for job in jobs:  # nothing was written: now each fails or succeeds by itself
                    self._commit([job])
                return
            for job in jobs:
                job.error = error if len(jobs) == 1 else copy.copy(error)
        for job in jobs:
            job.is_done = True

    def _try(self, connection: sqlite3.Connection, job: Job[sqlite3.Connection]) -> None:
        """Run one job of several; one that is refused leaves nothing behind."""
        job.error = None
        connection.execute("SAVEPOINT job")
        try:
            with self.converted():
                job.result = job.work(connection)
        except Exception as error:
            if not connection.in_transaction:  # the disk is full or fails: all is rolled back
                raise
            connection.execute("ROLLBACK TO job")
            job.error = error
        connection.execute("RELEASE job")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run one write transaction; on any error before the commit nothing was written.

        Raises:
            CommitUnknown: The commit itself failed.
        """
        with self.converted():
            connection = self.connection()
            self._patiently(lambda: connection.execute("BEGIN IMMEDIATE"))
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

        While somebody reads on for longer than the time-out, each further call looks only once.

        Raises:
            StoreBusy: Somebody reads it for longer than the time-out.
        """
        end = time.monotonic() + (0 if self._is_log_held else min(self._busy_timeout_s, _LOG_PATIENCE_S))
        while self._is_log_read():
            self._is_log_held = time.monotonic() >= end
            if self._is_log_held:
                message = f"the log of {self.path} is still being read and could not be emptied"
                raise StoreBusy(message, path=str(self.path))
            time.sleep(_PATIENCE_S)  # others write between two looks
        self._is_log_held = False

    def _is_log_read(self) -> bool:
        """Empty the log, unless somebody reads it."""
        self._renew()
        with self._writer.hold(), self.converted():
            is_busy, _, _ = self.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return bool(is_busy)

    def write_anew(self) -> None:
        """Write the whole file anew, so that no page holds anything but what is stored, and empty the log.

        Splitting a page leaves copies of its rows in its free space, which ``secure_delete`` does not overwrite.
        """
        self._renew()
        with self._writer.hold(), self.converted():
            self._patiently(lambda: self.connection().execute("VACUUM"))
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

    def _renew(self) -> None:
        """After a fork, begin anew: the parent's connections are not ours to use or to close, its threads not here."""
        if self._pid != os.getpid():
            self._local, self._opened, self._pid = threading.local(), [], os.getpid()
            self._lock, self._writer = threading.Lock(), Writer(self._commit)

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
            connection = self._connect(self._busy_timeout_s)
            try:
                self.layout.migrate(connection, found)
            finally:
                connection.close()

    def _open(self) -> sqlite3.Connection:
        """Open one more connection, and close those of threads that ended."""
        connection = self._connect(min(_PATIENCE_S, self._busy_timeout_s))
        with self._lock:
            for owner, old in self._opened:
                if owner() is None:
                    old.close()
            self._opened = [pair for pair in self._opened if pair[0]() is not None]
            self._opened.append((weakref.ref(threading.current_thread()), connection))
        return connection

    def _connect(self, patience_s: float) -> sqlite3.Connection:
        """Open a connection that waits so long for a lock."""
        connection = sqlite3.connect(
            f"{self.path.as_uri()}?mode=rw", uri=True, timeout=patience_s, isolation_level=None, check_same_thread=False
        )
        for setting in _SETTINGS:
            connection.execute(setting)
        if self._patiently(lambda: connection.execute("PRAGMA journal_mode").fetchone())[0] != "wal":
            self._patiently(lambda: connection.execute("PRAGMA journal_mode = WAL"))
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
