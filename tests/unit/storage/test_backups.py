"""Backups: the store without its keys, and back over whatever is there."""

import sqlite3
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from dualmem.errors import Conflict, NotFound, StorageError, StoreBusy, StoreCorrupt, StoreVersion
from dualmem.ports import SealContext
from dualmem.storage.backups import backup, backup_keys, keys_of, put_in_place, set_aside_of, staged
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import SUBJECT, TENANT, commit_of
from dualmem.vault.keyed import KeyedVault

NOW = datetime.fromisoformat("2026-11-29T09:00:00+00:00")
HERE = SealContext(TENANT, SUBJECT, "field", "a", 1)
MASTER = bytes(32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def write(path: Path, *revisions: int) -> None:
    store = SqliteStore(path)
    for revision in revisions:
        store.commit(commit_of(revision))
    store.close()


def revision_of(path: Path) -> int:
    store = SqliteStore(path)
    found = store.head(TENANT, SUBJECT).revision
    assert store.status()["integrity"] == "ok"
    store.close()
    return found


def restore(source: Path, path: Path) -> Path | None:
    with staged(source, path) as fresh:
        return put_in_place(fresh, path, NOW)


def test_a_backup_holds_no_key(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    vault = KeyedVault(SqliteKeys(keys_of(path)), MASTER)
    vault.seal(HERE, b"x")
    vault.close()
    backup(path, tmp_path / "copy.db")
    assert not keys_of(tmp_path / "copy.db").exists()


def test_the_keys_are_copied_by_themselves_to_a_place_apart(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    vault = KeyedVault(SqliteKeys(keys_of(path)), MASTER)
    token = vault.seal(HERE, b"x")
    backup_keys(path, tmp_path / "apart" / "copy.keys")
    vault.forget(TENANT, SUBJECT)
    vault.close()
    copy = KeyedVault(SqliteKeys(tmp_path / "apart" / "copy.keys"), MASTER)
    assert copy.open(HERE, token) == b"x"
    copy.close()


def test_the_keys_are_not_copied_beside_the_store_or_a_copy_of_it(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    KeyedVault(SqliteKeys(keys_of(path)), MASTER).close()
    (tmp_path / "disk").mkdir()
    backup(path, tmp_path / "disk" / "copy.db")
    for folder in (tmp_path, tmp_path / "disk", Path(f"{path}.backups")):
        with pytest.raises(Conflict, match="apart"):
            backup_keys(path, folder / "copy.keys")


def test_a_restored_store_equals_the_moment_of_the_backup(path: Path, tmp_path: Path) -> None:
    write(path, 1, 2)
    backup(path, tmp_path / "copy.db")
    write(path, 3, 4)
    restore(tmp_path / "copy.db", path)
    assert revision_of(path) == 2
    write(path, 3)
    assert revision_of(path) == 3


def test_reading_a_backup_leaves_no_file_beside_it(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    folder = tmp_path / "copies"
    folder.mkdir()
    backup(path, folder / "copy.db")
    restore(folder / "copy.db", path)
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    assert revision_of(path) == 1


def test_the_store_that_was_there_is_set_aside_whole_each_time_under_another_name(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    backup(path, tmp_path / "copy.db")
    write(path, 2, 3)
    first = restore(tmp_path / "copy.db", path)
    write(path, 2)
    second = restore(tmp_path / "copy.db", path)
    assert first is not None
    assert second is not None
    assert first != second
    assert (revision_of(first), revision_of(second)) == (3, 2)
    assert set(set_aside_of(path)) == {first, second}


def test_a_damaged_store_is_set_aside_with_its_log(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    backup(path, tmp_path / "copy.db")
    path.write_bytes(b"ruin" * 3000)
    Path(f"{path}-wal").write_bytes(b"log" * 3000)
    aside = restore(tmp_path / "copy.db", path)
    assert aside is not None
    assert aside.read_bytes() == b"ruin" * 3000
    assert Path(f"{aside}-wal").read_bytes() == b"log" * 3000


LEFT_OVER = """
import os, sys
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import commit_of
store = SqliteStore(sys.argv[1])
for revision in (1, 2, 3):
    store.commit(commit_of(revision))
os._exit(0)
"""


def test_no_page_of_a_left_over_log_gets_into_the_restored_store(path: Path, tmp_path: Path) -> None:
    source = tmp_path / "source" / "memory.db"
    write(source, 1)
    backup(source, tmp_path / "copy.db")
    subprocess.run([sys.executable, "-c", LEFT_OVER, str(path)], check=True)
    assert Path(f"{path}-wal").stat().st_size
    restore(tmp_path / "copy.db", path)
    assert not Path(f"{path}-wal").exists()
    assert revision_of(path) == 1


def test_a_damaged_store_with_its_log_can_be_replaced(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    backup(path, tmp_path / "copy.db")
    path.write_bytes(b"ruin" * 3000)
    Path(f"{path}-wal").write_bytes(b"ruin" * 3000)
    restore(tmp_path / "copy.db", path)
    assert revision_of(path) == 1


def test_a_store_that_is_not_there_is_made_from_the_backup(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    backup(path, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "new" / "memory.db")
    assert revision_of(tmp_path / "new" / "memory.db") == 1


def test_a_store_in_use_is_not_replaced_and_keeps_its_keys(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    SqliteKeys(keys_of(path)).close()
    backup(path, tmp_path / "copy.db")
    store = SqliteStore(path)
    store.commit(commit_of(2))
    vault = KeyedVault(SqliteKeys(keys_of(path)), MASTER)
    token = vault.seal(HERE, b"newer than the backup")
    vault.close()
    with pytest.raises(StoreBusy):
        restore(tmp_path / "copy.db", path)
    assert store.head(TENANT, SUBJECT).revision == 2
    store.close()
    vault = KeyedVault(SqliteKeys(keys_of(path)), MASTER)
    assert vault.open(HERE, token) == b"newer than the backup"
    vault.close()
    assert [one.name for one in tmp_path.iterdir() if "restored" in one.name] == []


@pytest.mark.parametrize("ruin", [b"", b"no database at all" * 100])
def test_a_damaged_backup_changes_nothing(path: Path, tmp_path: Path, ruin: bytes) -> None:
    write(path, 1, 2)
    (tmp_path / "copy.db").write_bytes(ruin)
    with pytest.raises(StoreCorrupt):
        restore(tmp_path / "copy.db", path)
    assert revision_of(path) == 2


def test_a_backup_with_a_damaged_page_changes_nothing(path: Path, tmp_path: Path) -> None:
    write(path, *range(1, 60))
    backup(path, tmp_path / "copy.db")
    raw = bytearray((tmp_path / "copy.db").read_bytes())
    raw[8192:12288] = bytes(4096)
    (tmp_path / "copy.db").write_bytes(raw)
    with pytest.raises(StoreCorrupt):
        restore(tmp_path / "copy.db", path)
    assert revision_of(path) == 59


def test_what_is_not_there_is_not_found_and_what_is_there_is_not_overwritten(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        backup(path, tmp_path / "copy.db")
    with pytest.raises(NotFound):
        restore(tmp_path / "copy.db", path)
    write(path, 1)
    backup(path, tmp_path / "copy.db")
    with pytest.raises(Conflict):
        backup(path, tmp_path / "copy.db")


WRITING = """
import sys
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import SUBJECT, TENANT, commit_of
store = SqliteStore(sys.argv[1])
print("begin", flush=True)
for revision in range(2, 10_000):
    store.commit(commit_of(revision))
"""


def test_a_backup_made_while_writes_run_is_one_moment(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    with subprocess.Popen([sys.executable, "-c", WRITING, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "begin\n"
        backup(path, tmp_path / "copy.db")
        writer.kill()
    revision = revision_of(tmp_path / "copy.db")
    connection = sqlite3.connect(tmp_path / "copy.db")
    counts = [connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("turns", "records")]
    connection.close()
    assert counts == [revision, revision]


def make_older(path: Path) -> None:
    """Make a store look as if an older release had written it."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 0")
    connection.close()


def test_a_store_of_an_older_layout_is_copied_as_it_is(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    make_older(path)
    with pytest.raises(StoreVersion):
        SqliteStore(path)
    backup(path, tmp_path / "copy.db")
    connection = sqlite3.connect(tmp_path / "copy.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM records").fetchone() == (1,)
    connection.close()


def test_a_target_in_a_folder_that_can_not_be_made_is_a_typed_error(path: Path, tmp_path: Path) -> None:
    write(path, 1)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError):
        backup(path, tmp_path / "file" / "copy.db")


def test_what_is_no_store_is_not_copied(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"ruin" * 3000)
    with pytest.raises(StoreCorrupt):
        backup(path, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
