"""SQLite store: one file, write-ahead logging, every commit synced, deleted content overwritten."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dualmem.errors import Conflict, NotFound
from dualmem.ports import Commit, Head, Item, ItemKind, Loaded, RecordRow, Scrub, Swap, TurnRow
from dualmem.storage import queries, residue, rows
from dualmem.storage.database import PAGE, Database
from dualmem.storage.layout import STORE


class SqliteStore:
    """A Store in one SQLite file. Safe for threads: each has a connection of its own."""

    def __init__(self, path: str | Path, *, busy_timeout_s: float = 10.0, upgrade: bool = False) -> None:
        """Open the store, or create it.

        Args:
            path: The file; folders above it are made.
            busy_timeout_s: How long a call waits for another process.
            upgrade: Bring an older layout to the newest one.

        Raises:
            StoreCorrupt: The file is damaged or no dualmem store; it is left as it is.
            StoreVersion: It has a newer layout, or an older one without ``upgrade``.
        """
        self._database = Database(path, STORE, busy_timeout_s=busy_timeout_s, upgrade=upgrade)
        self.path = self._database.path

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
        return rows.loaded(self._database.rows(queries.LOAD, **named))

    def commit(self, commit: Commit) -> None:
        """Write all or nothing, durable on return."""
        self._database.write(lambda connection: _write(connection, commit))

    def items(self, tenant: str, subject: str, kind: ItemKind) -> tuple[Item, ...]:
        """Read all items of a kind, by key."""
        found = self._database.rows(queries.ITEMS, tenant=tenant, subject=subject, kind=kind.value)
        return tuple(rows.item(row) for row in found)

    def item(self, tenant: str, subject: str, kind: ItemKind, key: str) -> Item | None:
        """Read one item."""
        found = self._database.rows(queries.ITEM, tenant=tenant, subject=subject, kind=kind.value, key=key)
        return rows.item(found[0]) if found else None

    def head(self, tenant: str, subject: str) -> Head:
        """Read the counters; all zero for an unknown subject."""
        found = self._database.rows(queries.HEAD, tenant=tenant, subject=subject)
        return rows.head(found[0]) if found else Head()

    def records(self, tenant: str, subject: str, *, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        """Stream audit records in order, page by page."""
        left = limit
        while left is None or left > 0:
            page = PAGE if left is None else min(PAGE, left)
            found = self._database.rows(queries.RECORDS, tenant=tenant, subject=subject, after=after, page=page)
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
            found = self._database.rows(
                queries.TURNS, tenant=tenant, subject=subject, number=number, revision=revision, page=PAGE
            )
            for row in found:
                yield rows.turn(row)
            if len(found) < PAGE:
                return
            number, revision = found[-1][0], found[-1][7]

    def subjects(self, tenant: str) -> Iterator[str]:
        """Stream the subjects of a tenant, in order."""
        after = ""
        while True:
            found = self._database.rows(queries.SUBJECTS, tenant=tenant, after=after, page=PAGE)
            for row in found:
                yield row[0]
            if len(found) < PAGE:
                return
            after = found[-1][0]

    def heads(self, tenant: str) -> Iterator[tuple[str, Head]]:
        """Stream the subjects of a tenant, in order, each with its counters."""
        after = ""
        while True:
            found = self._database.rows(queries.HEADS, tenant=tenant, after=after, page=PAGE)
            for row in found:
                yield row[6], rows.head(row)
            if len(found) < PAGE:
                return
            after = found[-1][6]

    def tenants(self) -> Iterator[str]:
        """Stream the tenants, in order."""
        after = ""
        while (tenant := self._database.rows(queries.NEXT_TENANT, after=after)[0][0]) is not None:
            yield tenant
            after = tenant

    def scrub(self, scrub: Scrub) -> None:
        """Overwrite for good, then empty the log."""
        self._database.write(lambda connection: _scrub(connection, scrub))
        self._database.empty_log()

    def results(self, tenant: str, subject: str) -> Iterator[tuple[str, str]]:
        """Stream operation id and sealed result, page by page."""
        number, revision = -1, -1
        while True:
            found = self._database.rows(
                queries.RESULTS, tenant=tenant, subject=subject, number=number, revision=revision, page=PAGE
            )
            for row in found:
                yield row[2], row[3]
            if len(found) < PAGE:
                return
            number, revision = found[-1][0], found[-1][1]

    def swap(self, swap: Swap) -> int:
        """Put new tokens in the place of old ones that still stand there."""
        return self._database.write(lambda connection: _swap(connection, swap))

    def sweep(self, tenant: str, subject: str, marks: Sequence[str]) -> bool:
        """Write the store anew where a freed place still holds a token of the subject that is not stored any more."""
        if not marks:
            return False
        self._database.empty_log()
        freed = residue.tokens(self.path, marks)
        for (text,) in self._database.rows(queries.TOKENS, tenant=tenant, subject=subject) if freed else ():
            freed -= residue.tokens_of(text.encode(), marks)
        if freed:
            self._database.write_anew()
        return bool(freed)

    def erase_subject(self, tenant: str, subject: str, keep: Commit) -> None:
        """Delete everything of a subject but its audit headers; ``keep`` is added."""
        of = {"tenant": tenant, "subject": subject}

        def erase(connection: sqlite3.Connection) -> None:
            for sql in (queries.ERASE_TURNS, queries.ERASE_ITEMS, queries.ERASE_PAYLOADS):
                connection.execute(sql, of)
            _write(connection, keep)

        self._database.write(erase)
        self._database.empty_log()

    def backup(self, target: str) -> None:
        """Copy the store, while in use, to a new file."""
        self._database.copy_to(Path(target).absolute())

    def status(self) -> Mapping[str, object]:
        """Give location, layout, sizes and integrity."""
        log = Path(f"{self.path}-wal")
        ((found,),) = self._database.rows("PRAGMA user_version")
        ((subjects, turns, records, items),) = self._database.rows(queries.COUNTS)
        faults = [row[0] for row in self._database.rows("PRAGMA quick_check(5)")]
        return {
            "path": str(self.path),
            "layout": found,
            "newest_layout": STORE.version,
            "size_bytes": self.path.stat().st_size,
            "log_bytes": log.stat().st_size if log.exists() else 0,
            "subjects": subjects,
            "turns": turns,
            "records": records,
            "items": items,
            "integrity": "ok" if faults == ["ok"] else "; ".join(faults),
        }

    def check(self) -> tuple[str, ...]:
        """Read every page of the file, and give what is wrong with it; nothing for an intact one."""
        faults = [str(row[0]) for row in self._database.rows("PRAGMA integrity_check(100)")]
        return () if faults == ["ok"] else tuple(faults)

    def close(self) -> None:
        """Release the store; safe to call twice."""
        self._database.close()


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


def _scrub(connection: sqlite3.Connection, scrub: Scrub) -> None:
    """Overwrite what a scrub names."""
    of = {"tenant": scrub.tenant, "subject": scrub.subject}
    if scrub.expected_revision is not None:
        found = connection.execute(queries.HEAD, of).fetchone()
        _expect(scrub.expected_revision, rows.head(found).revision if found else 0, scrub.subject)
    for sql, data in rows.scrub_steps(scrub):
        connection.execute(sql, {**of, "rows": data})


def _swap(connection: sqlite3.Connection, swap: Swap) -> int:
    """Put new tokens in the place of old ones."""
    return sum(connection.execute(sql, named).rowcount for sql, named in rows.swap_steps(swap))


def _expect(expected: int, found: int, subject: str) -> None:
    """Refuse a write on what was changed meanwhile."""
    if found != expected:
        raise Conflict(f"{subject} was changed meanwhile", subject=subject, revision=expected)


def upgrade(path: str | Path) -> int:
    """Bring a store to the newest layout and give its number.

    Raises:
        NotFound: There is no such file.
    """
    if not Path(path).exists():
        raise NotFound(f"there is no store {path}", path=str(path))
    SqliteStore(path, upgrade=True).close()
    return STORE.version
