"""Backups and restores that are killed: every backup that is there is whole, and so is the store."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.storage import rotation
from dualmem.storage.backups import put_in_place, staged
from dualmem.storage.sqlite import SqliteStore
from tests.unit.storage.test_backups import NOW, backup, revision_of, write

MAKER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from dualmem.storage import rotation
from dualmem.storage.sqlite import SqliteStore
path, count = Path(sys.argv[1]), 0
store = SqliteStore(path)
print("begin", flush=True)
while True:
    rotation.rotate(path, rotation.folder_of(path), store.backup, keep=3, now=datetime.now(UTC))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_a_rotation_that_is_killed_at_any_moment_leaves_whole_backups_and_the_next_one_works(tmp_path: Path) -> None:
    path, chosen = tmp_path / "memory.db", random.Random(7)
    with open_memory(tmp_path) as memory:
        for number in range(30):
            memory.set("wei", "user_profile.name", f"n{number}")
    folder = rotation.folder_of(path)
    for run in range(12):
        with subprocess.Popen([sys.executable, "-c", MAKER, str(path)], stdout=subprocess.PIPE, text=True) as maker:
            assert maker.stdout is not None
            assert maker.stdout.readline() == "begin\n"
            time.sleep(chosen.uniform(0.0, 0.4))
            maker.kill()
        there = sorted(folder.glob("backup_*.db")) if folder.exists() else []
        if run > 2:
            assert len(there) >= 2
        for file in there:
            with contextlib.closing(SqliteStore(file)) as store:
                assert store.check() == ()
                assert store.head("default", "wei").revision == 30
    with contextlib.closing(SqliteStore(path)) as store:
        rotation.rotate(path, folder, store.backup, keep=3, now=NOW)
    assert len(rotation.listed(folder)) == 3
    assert [file.name for file in folder.iterdir() if "new" in file.name] == []


@pytest.mark.parametrize("step", ["link", "replace"])
def test_a_restore_that_is_killed_leaves_the_store_as_it_was_or_as_the_backup(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.db"
    write(path, 1)
    backup(path, tmp_path / "copy.db")
    write(path, 2, 3)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    def restore() -> None:
        with staged(tmp_path / "copy.db", path) as fresh:
            put_in_place(fresh, path, NOW)

    with monkeypatch.context() as patch:
        patch.setattr(os if step == "link" else Path, step, killed)
        with pytest.raises(KeyboardInterrupt):
            restore()
    assert revision_of(path) == 3
    restore()
    assert revision_of(path) == 1
