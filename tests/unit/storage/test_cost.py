"""What a commit and a read cost: one transaction, few statements, and nothing that grows with history."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dualmem.errors import CommitUnknown
from dualmem.ports import ItemKind, Scrub
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import SUBJECT, TENANT, commit_of, field, other, record_row


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    yield store
    store.close()


def connection_of(store: SqliteStore) -> sqlite3.Connection:
    return store._database.connection()


def full_commit(revision: int, size: int = 3) -> object:
    return commit_of(
        revision,
        records=tuple(record_row(revision * 100 + n) for n in range(size)),
        put=tuple(field(f"f{n}") for n in range(size)),
        remove=tuple((ItemKind.FIELD, f"g{n}") for n in range(size)),
        result="r",
    )


def traced(store: SqliteStore, act: object) -> Counter[str]:
    seen: list[str] = []
    connection = connection_of(store)
    connection.set_trace_callback(seen.append)
    act()  # type: ignore[operator]
    connection.set_trace_callback(None)
    return Counter(text.split()[0] for text in seen)


def test_a_commit_is_one_transaction_of_at_most_five_writes(store: SqliteStore) -> None:
    for revision, size in ((1, 1), (2, 20)):
        words = traced(store, lambda r=revision, s=size: store.commit(full_commit(r, s)))
        assert (words["BEGIN"], words["COMMIT"]) == (1, 1)
        assert words["INSERT"] + words["UPDATE"] + words["DELETE"] <= 5


def test_a_read_is_one_statement_outside_any_transaction(store: SqliteStore) -> None:
    store.commit(full_commit(1))
    words = traced(store, lambda: store.load(TENANT, SUBJECT, "c1", window=10, operation_id="x"))
    assert words == {"SELECT": 1}


class Spy:
    """A connection that notes the text of every statement."""

    def __init__(self, real: sqlite3.Connection) -> None:
        self.real = real
        self.texts: set[str] = set()

    def execute(self, sql: str, *rest: object) -> sqlite3.Cursor:
        self.texts.add(sql)
        return self.real.execute(sql, *rest)  # type: ignore[arg-type]

    def close(self) -> None:
        self.real.close()


def test_the_text_of_every_statement_is_constant(store: SqliteStore) -> None:
    spy = Spy(connection_of(store))
    store._database._local.connection = spy
    seen: list[set[str]] = []
    for number, attack in enumerate(("plain", "x'); DROP TABLE items; --", '"] }', "%_*?[", "$[0]")):
        spy.texts = set()
        subject = f"s{number}"
        store.commit(commit_of(1, subject=subject, put=(field(attack, attack),), operation_id=attack))
        store.load(TENANT, attack, attack, window=3, operation_id=attack)
        turns = {(1, attack): attack}
        store.scrub(Scrub(tenant=TENANT, subject=subject, turns=turns, remove=((ItemKind.NOTE, attack),)))
        assert store.item(TENANT, subject, ItemKind.FIELD, attack) == field(attack, attack)
        seen.append(spy.texts)
    assert len(seen[0]) > 5
    assert all(texts == seen[0] for texts in seen)


def steps_of(store: SqliteStore, act: object) -> int:
    """Count the steps of SQLite's virtual machine: work, and not time."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    connection = connection_of(store)
    connection.set_progress_handler(tick, 1)
    act()  # type: ignore[operator]
    connection.set_progress_handler(None, 0)
    return count


def test_a_turn_costs_the_same_after_a_long_history(store: SqliteStore) -> None:
    def turn(revision: int) -> tuple[int, int]:
        note = other(ItemKind.NOTE, f"n{revision}", "note")
        commit = commit_of(revision, put=(field("a", "v"), note), records=(record_row(revision),))
        reads = steps_of(store, lambda: store.load(TENANT, SUBJECT, "c1", window=10, operation_id=f"op-{revision}"))
        return reads, steps_of(store, lambda: store.commit(commit))

    early = [turn(revision) for revision in range(1, 21)][-1]
    late = [turn(revision) for revision in range(21, 1021)][-1]
    assert late[0] <= early[0] + 5
    assert late[1] <= early[1] + 5


def test_a_deleted_value_is_in_no_page_of_any_file(store: SqliteStore, tmp_path: Path) -> None:
    canary = "canary-1380013800"
    store.commit(commit_of(1, put=(field("a", canary),), result=canary))
    store.scrub(Scrub(tenant=TENANT, subject=SUBJECT, results=(1,), remove=((ItemKind.FIELD, "a"),)))
    for path in tmp_path.iterdir():
        assert canary.encode() not in path.read_bytes(), path.name


def test_a_commit_that_fails_says_that_it_is_unknown_and_can_be_repeated(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.commit(commit_of(1))
    real = connection_of(store)

    class Failing:
        def execute(self, sql: str, *rest: object) -> object:
            if sql == "COMMIT":
                raise sqlite3.OperationalError("disk I/O error")
            return real.execute(sql, *rest)

        def close(self) -> None:
            real.close()

    store._database._local.connection = Failing()
    with pytest.raises(CommitUnknown, match="may or may not"):
        store.commit(commit_of(2))
    loaded = store.load(TENANT, SUBJECT, "c1", window=0, operation_id="op-2")
    assert not loaded.was_committed
    store.commit(commit_of(2))
    assert store.head(TENANT, SUBJECT).revision == 2


def test_durability_is_set_on_every_connection(store: SqliteStore) -> None:
    found = [
        connection_of(store).execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "secure_delete")
    ]
    assert found == ["wal", 2, 1]
