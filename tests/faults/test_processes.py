"""Many processes on one store: it is created once, every write is there, and nobody fails."""

import subprocess
import sys
from pathlib import Path

import pytest

from dualmem.ports import ItemKind, SealContext
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import TENANT
from dualmem.vault import master
from dualmem.vault.keyed import KeyedVault

FIRST_WRITE = """
import sys
from pathlib import Path
from dualmem.ports import SealContext
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import commit_of, field
from dualmem.vault import master
from dualmem.vault.keyed import KeyedVault

folder = Path(sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    number, me = line.split()
    place = folder / number
    keys_file = place / "memory.db.keys"
    key = master.find({}, place / "master.key", is_new=not keys_file.exists())
    vault = KeyedVault(SqliteKeys(keys_file), key)
    token = vault.seal(SealContext("acme", me, "field", "a", 1), me.encode())
    store = SqliteStore(place / "memory.db", busy_timeout_s=30)
    store.commit(commit_of(1, subject=me, put=(field("a", token),)))
    store.close()
    vault.close()
    print("done", flush=True)
"""
PROCESSES, ROUNDS = 8, 12


def test_eight_processes_that_create_a_store_together_all_write(tmp_path: Path) -> None:
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", FIRST_WRITE, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(PROCESSES)
    ]
    try:
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        for number in range(ROUNDS):
            for me, worker in enumerate(workers):
                assert worker.stdin is not None
                worker.stdin.write(f"{number} s{me}\n")
                worker.stdin.flush()
            for worker in workers:
                assert worker.stdout is not None
                answer = worker.stdout.readline()
                if answer != "done\n":
                    worker.kill()
                    pytest.fail(worker.communicate()[1])
            _check(tmp_path / str(number))
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def _check(place: Path) -> None:
    store = SqliteStore(place / "memory.db")
    vault = KeyedVault(SqliteKeys(place / "memory.db.keys"), master.find({}, place / "master.key", is_new=False))
    assert list(store.subjects(TENANT)) == [f"s{me}" for me in range(PROCESSES)]
    for me in range(PROCESSES):
        (item,) = store.items(TENANT, f"s{me}", ItemKind.FIELD)
        assert vault.open(SealContext("acme", f"s{me}", "field", "a", 1), item.token) == f"s{me}".encode()
    leftovers = {one.name for one in place.iterdir()} - {"memory.db", "memory.db.keys", "master.key"}
    assert {name for name in leftovers if not name.endswith(("-wal", "-shm"))} == set()
    store.close()
    vault.close()


COUNTING = """
import sys
from dualmem.errors import Conflict
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import SUBJECT, TENANT, commit_of
store = SqliteStore(sys.argv[1], busy_timeout_s=30)
done = 0
while done < 40:
    revision = store.head(TENANT, SUBJECT).revision
    try:
        store.commit(commit_of(revision + 1, operation_id=f"{sys.argv[2]}-{done}"))
    except Conflict:
        continue
    done += 1
"""


def test_processes_that_write_to_one_subject_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    workers = [subprocess.Popen([sys.executable, "-c", COUNTING, str(path), str(me)]) for me in range(3)]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    store = SqliteStore(path)
    assert store.head(TENANT, "wei").revision == 120
    assert [record.sequence for record in store.records(TENANT, "wei")] == list(range(1, 121))
    store.close()
