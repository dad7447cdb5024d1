"""Writer: threads share one commit, and each gets its own result or error."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from dualmem.errors import CommitUnknown, Conflict, StorageError
from dualmem.storage.sqlite import SqliteStore
from dualmem.storage.writer import Job, Writer
from dualmem.testing.store_contract import SUBJECT, TENANT, commit_of


class Slow:
    """What commits, held back until it is let go; each group it got is kept."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()

    def __call__(self, jobs: Sequence[Job[list[int]]]) -> None:
        self.groups.append(len(jobs))
        self.has_begun.set()
        assert self.may_go_on.wait(10)
        for job in jobs:
            job.result = job.work([len(self.groups)])
            job.is_done = True


def in_threads(calls: Sequence[Callable[[], object]]) -> tuple[list[threading.Thread], list[object]]:
    """Begin calls in threads; their results, or errors, come in any order."""
    results: list[object] = []

    def run(call: Callable[[], object]) -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001 - compared by the test
            results.append(error)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    return threads, results


def waiting(writer: Writer[list[int]], count: int) -> None:
    """Wait until so many jobs stand in line."""
    for _ in range(2000):
        if len(writer._waiting) == count:
            return
        threading.Event().wait(0.005)
    pytest.fail(f"{len(writer._waiting)} jobs wait, not {count}")


def test_what_waits_meanwhile_is_one_group() -> None:
    slow = Slow()
    writer = Writer(slow)
    first, one = in_threads([lambda: writer.run(lambda place: place[0])])
    assert slow.has_begun.wait(10)
    others, results = in_threads([lambda: writer.run(lambda place: place[0])] * 5)
    waiting(writer, 5)
    slow.may_go_on.set()
    for thread in (*first, *others):
        thread.join(10)
    assert (one, results, slow.groups) == ([1], [2] * 5, [1, 5])


def test_an_interrupted_writer_leaves_nobody_waiting() -> None:
    slow = Slow()
    writer: Writer[list[int]] = Writer(slow)

    def interrupted(_place: list[int]) -> None:
        raise KeyboardInterrupt

    first, _ = in_threads([lambda: writer.run(lambda place: place[0])])
    assert slow.has_begun.wait(10)
    others, results = in_threads([lambda: writer.run(interrupted), lambda: writer.run(lambda place: place[0])])
    waiting(writer, 2)
    slow.may_go_on.set()
    for thread in (*first, *others):
        thread.join(10)
    assert {type(one) for one in results} <= {CommitUnknown, KeyboardInterrupt, int}
    assert len(results) == 2
    assert writer.run(lambda _place: "goes on") == "goes on"


def test_who_holds_the_writer_is_alone() -> None:
    slow = Slow()
    slow.may_go_on.set()
    writer: Writer[list[int]] = Writer(slow)
    with writer.hold():
        threads, results = in_threads([lambda: writer.run(lambda place: place[0])])
        waiting(writer, 1)
        assert slow.groups == []
    threads[0].join(10)
    assert results == [1]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "memory.db")
    yield opened
    opened.close()


def together(store: SqliteStore, works: Sequence[Callable[[], object]]) -> tuple[list[object], list[str]]:
    """Let works run in one group; give what each gave, and the statements between the works."""
    seen: list[str] = []
    writer = store._database._writer
    with writer.hold():
        threads, results = in_threads(works)
        waiting(writer, len(works))  # type: ignore[arg-type]
        found = store._database._connect

        def traced(patience_s: float) -> sqlite3.Connection:
            connection = found(patience_s)
            connection.set_trace_callback(seen.append)
            return connection

        store._database._connect = traced  # type: ignore[method-assign]
    for thread in threads:
        thread.join(10)
    return results, [text for text in seen if text.split()[0] in {"BEGIN", "SAVEPOINT", "ROLLBACK", "COMMIT"}]


def test_threads_that_write_at_once_share_one_transaction(store: SqliteStore) -> None:
    works = [lambda name=f"s{number}": store.commit(commit_of(1, subject=name)) for number in range(6)]
    results, statements = together(store, works)
    assert results == [None] * 6
    assert statements == ["BEGIN IMMEDIATE", *["SAVEPOINT job"] * 6, "COMMIT"]
    assert list(store.subjects(TENANT)) == [f"s{number}" for number in range(6)]


def test_one_that_is_refused_takes_nothing_from_the_others(store: SqliteStore) -> None:
    store.commit(commit_of(1))
    works = [
        lambda: store.commit(commit_of(1, subject="before")),
        lambda: store.commit(commit_of(7)),  # the revision is 1
        lambda: store.commit(commit_of(1, subject="after")),
    ]
    results, statements = together(store, works)
    assert sorted(type(one).__name__ for one in results) == ["Conflict", "NoneType", "NoneType"]
    assert "ROLLBACK TO job" in statements
    assert statements[-1] == "COMMIT"
    assert list(store.subjects(TENANT)) == ["after", "before", SUBJECT]
    assert store.head(TENANT, SUBJECT).revision == 1


def test_a_transaction_that_the_disk_ends_is_tried_again_one_by_one(store: SqliteStore) -> None:
    def full(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")  # what SQLite does by itself when a disk is full
        raise StorageError("no space left")

    works = [
        lambda: store.commit(commit_of(1, subject="before")),
        lambda: store._database.write(full),
        lambda: store.commit(commit_of(1, subject="after")),
    ]
    results, _ = together(store, works)
    assert sorted(type(one).__name__ for one in results) == ["NoneType", "NoneType", "StorageError"]
    assert list(store.subjects(TENANT)) == ["after", "before"]


def test_one_that_was_refused_beside_others_may_succeed_by_itself(store: SqliteStore) -> None:
    tries: list[int] = []

    def second_time(_connection: sqlite3.Connection) -> str:
        tries.append(len(tries))
        if len(tries) == 1:
            raise Conflict("not yet")
        return "written"

    def full(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")
        raise StorageError("no space left")

    refused, last = Job(second_time), Job(full)
    store._database._commit([refused, last])
    assert (refused.result, refused.error, tries) == ("written", None, [0, 1])
    assert isinstance(last.error, StorageError)


def test_a_failed_commit_is_unknown_to_everybody_in_it(store: SqliteStore) -> None:
    def deferred(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA foreign_keys")
        connection.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK
        )

    works = [lambda name=name: store._database.write(deferred) for name in ("a", "b")]
    results, _ = together(store, works)
    assert [type(one) for one in results] == [CommitUnknown, CommitUnknown]
    assert results[0] is not results[1]
    store.commit(commit_of(1))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_writes_although_a_thread_of_its_parent_was_writing(store: SqliteStore) -> None:
    with store._database._writer.hold():
        child = os.fork()
        if child == 0:
            try:
                store.commit(commit_of(1, subject="child"))
                os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
    assert list(store.subjects(TENANT)) == ["child"]


def test_a_conflict_of_one_thread_is_its_own(store: SqliteStore) -> None:
    store.commit(commit_of(1))
    with pytest.raises(Conflict, match="changed meanwhile"):
        store.commit(commit_of(1))
