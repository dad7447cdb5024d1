"""Store files: private, created whole, and left alone when they are not ours."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dualmem.errors import Conflict, StorageError, StoreBusy, StoreCorrupt, StoreVersion
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.layout import KEYS, STORE
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import SUBJECT, TENANT, commit_of, field

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_the_store_and_its_side_files_are_for_their_owner_only(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        store = SqliteStore(tmp_path / "a" / "b" / "memory.db")
        store.commit(commit_of(1))
        for name in ("memory.db", "memory.db-wal", "memory.db-shm"):
            assert mode(tmp_path / "a" / "b" / name) == 0o600, name
        assert mode(tmp_path / "a") == mode(tmp_path / "a" / "b") == 0o700
        store.backup(str(tmp_path / "copies" / "copy.db"))
        assert mode(tmp_path / "copies" / "copy.db") == 0o600
        store.close()
    finally:
        os.umask(old)


@posix
def test_a_store_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    SqliteStore(path).close()
    path.chmod(0o644)
    SqliteStore(path).close()
    assert mode(path) == 0o600


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"hello, this is a letter, and no database at all" * 9, "no database"),
        (b"SQLite format 3\x00", "no database"),
        (os.urandom(4096), "no database"),
    ],
)
def test_a_file_that_is_no_database_is_refused_and_left_untouched(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt, match=words):
        SqliteStore(path)
    assert path.read_bytes() == content
    assert [one.name for one in tmp_path.iterdir()] == ["memory.db"]


def test_the_database_of_another_program_is_refused_and_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreCorrupt, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_of_keys_is_no_store(tmp_path: Path) -> None:
    SqliteKeys(tmp_path / "keys.db").close()
    with pytest.raises(StoreCorrupt):
        SqliteStore(tmp_path / "keys.db")


def test_a_newer_store_is_refused_and_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreVersion, match="layout 99"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_newer_store_whose_version_is_still_in_the_log_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    SqliteStore(path).close()
    script = (
        "import sqlite3, os, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA user_version = 99'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    files = {name: Path(f"{path}{name}").read_bytes() for name in ("", "-wal")}
    assert files["-wal"]
    with pytest.raises(StoreVersion):
        SqliteStore(path)
    assert {name: Path(f"{path}{name}").read_bytes() for name in ("", "-wal")} == files


def test_an_older_store_is_brought_up_only_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore(path)
    store.commit(commit_of(1, put=(field("a"),)))
    store.close()
    newer = type(STORE)(STORE.application_id, (*STORE.migrations, "keys_0001.sql"))
    monkeypatch.setattr("dualmem.storage.sqlite.STORE", newer)
    with pytest.raises(StoreVersion, match="layout 1"):
        SqliteStore(path)
    brought_up = SqliteStore(path, upgrade=True)
    assert brought_up.status()["layout"] == 2
    assert brought_up.items(TENANT, SUBJECT, field("a").kind) == (field("a"),)
    brought_up.close()


def test_every_layout_builds_from_nothing() -> None:
    for layout in (STORE, KEYS):
        connection = sqlite3.connect(":memory:", isolation_level=None)
        layout.build(connection)
        assert connection.execute("PRAGMA user_version").fetchone() == (layout.version,)


def test_a_damaged_page_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore(path)
    for revision in range(1, 200):
        store.commit(commit_of(revision, put=(field(f"f{revision}", "x" * 200),)))
    store.close()
    raw = bytearray(path.read_bytes())
    raw[4096 : len(raw) - 4096] = os.urandom(len(raw) - 8192)
    path.write_bytes(raw)
    with pytest.raises(StoreCorrupt, match="damaged"):
        list(SqliteStore(path).records(TENANT, SUBJECT))


def test_a_left_over_log_without_its_database_is_not_mixed_into_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    Path(f"{path}-wal").write_bytes(b"old log")
    with pytest.raises(StoreCorrupt, match="left over"):
        SqliteStore(path)
    assert not path.exists()


def test_a_folder_that_can_not_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(StorageError, match="file"):
        SqliteStore(tmp_path / "file" / "memory.db")


def test_a_backup_holds_the_moment_it_was_made_and_replaces_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    store.commit(commit_of(1))
    target = tmp_path / "copy.db"
    store.backup(str(target))
    store.commit(commit_of(2))
    with pytest.raises(Conflict, match="exists"):
        store.backup(str(target))
    assert SqliteStore(target).head(TENANT, SUBJECT).revision == 1
    assert store.head(TENANT, SUBJECT).revision == 2


def test_a_store_that_was_closed_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    store.close()
    with pytest.raises(StorageError, match="closed"):
        store.head(TENANT, SUBJECT)


def test_a_store_held_by_another_process_reads_on_and_says_that_it_is_busy_to_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore(path, busy_timeout_s=0.05)
    store.commit(commit_of(1))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="another process"):
        store.commit(commit_of(2))
    assert store.load(TENANT, SUBJECT, "c1", window=9).head.revision == 1
    other.execute("ROLLBACK")
    store.commit(commit_of(2))
    assert store.head(TENANT, SUBJECT).revision == 2


def test_a_writer_waits_for_another_process_within_its_time(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = SqliteStore(path)
    script = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE');"
        "print('held', flush=True); sys.stdin.readline(); c.execute('COMMIT')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "held\n"
        other.stdin.write("\n")
        other.stdin.flush()
        store.commit(commit_of(1))
    assert store.head(TENANT, SUBJECT).revision == 1


def connection_of(store: SqliteStore) -> sqlite3.Connection:
    return store._database.connection()


def test_a_full_disk_is_a_clear_error_and_nothing_is_half_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    store.commit(commit_of(1))
    pages = connection_of(store).execute("PRAGMA page_count").fetchone()[0]
    connection_of(store).execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageError, match="no space left") as caught:
        store.commit(commit_of(2, put=(field("a", "x" * 100_000),)))
    assert "Free some space" in caught.value.diagnostics()
    assert store.head(TENANT, SUBJECT).revision == 1
    connection_of(store).execute("PRAGMA max_page_count = 1000000")
    store.commit(commit_of(2, put=(field("a", "x" * 100_000),)))


def test_a_store_that_can_not_be_written_is_a_clear_error_and_can_be_read(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "memory.db")
    store.commit(commit_of(1))
    connection_of(store).execute("PRAGMA query_only = ON")
    with pytest.raises(StorageError, match="can not be written"):
        store.commit(commit_of(2))
    assert store.load(TENANT, SUBJECT, "c1", window=9).head.revision == 1


@pytest.mark.parametrize("name", ["记忆 库.db", "a#b?c%20d.db", "it's;--.db", "-wal"])
def test_a_store_may_have_any_name(tmp_path: Path, name: str) -> None:
    store = SqliteStore(tmp_path / name)
    store.commit(commit_of(1))
    store.close()
    assert (tmp_path / name).is_file()
    assert SqliteStore(tmp_path / name).head(TENANT, SUBJECT).revision == 1


def test_a_folder_in_the_place_of_a_store_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="can not read"):
        SqliteStore(tmp_path)
