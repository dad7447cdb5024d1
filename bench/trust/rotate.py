"""Another master key while clients work: nothing fails, no data row is rewritten, the old key opens nothing then."""

import contextlib
import hashlib
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from dualmem.errors import DualmemError, KeyMissing
from dualmem.ports import Commit, Head, Item, ItemKind, SealContext, TurnRow
from dualmem.storage import database
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore
from dualmem.vault.keyed import KeyedVault

_TENANT = "acme"
_OLD, _NEW = bytes(range(32)), bytes(range(1, 33))
_CLIENTS = 8
_KILLS = 6  # of the rotation itself; as many clients are killed
_GRACE_S = 2.0  # between the two phases: every client has looked at the keys once
_LINE = 100  # a client notes its work every so many operations


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Rotate a store of so many data keys with eight clients at work, killing rotation and clients.

    Returns:
        Keys runs, bad, failed (reads and writes), reads, writes, rows_rewritten, left_under_the_old_key, kills,
        unreadable, rotation_s, examples.
    """
    if not hasattr(os, "fork"):
        raise SystemExit("this bench needs fork: run it on Linux or macOS")
    folder = Path(tempfile.mkdtemp(prefix="dualmem-rotate-"))
    clients: list[int] = []
    try:
        _build(folder, count)
        before = dict(_rows(folder))
        clients = [_spawn(_client, folder, number, count) for number in range(_CLIENTS)]
        begin = time.perf_counter()
        kills = _rotate(folder, count, clients, random.Random(seed))
        spent = time.perf_counter() - begin
        time.sleep(0.5)
        (folder / "stop").touch()
        crashed = sum(os.waitstatus_to_exitcode(os.waitpid(client, 0)[1]) != 0 for client in clients)
        clients = []
        return {"runs": count, **_judge(folder, before, crashed), "kills": kills, "rotation_s": round(spent, 1)}
    finally:
        for client in clients:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(client, signal.SIGKILL)
                os.waitpid(client, 0)
        shutil.rmtree(folder, ignore_errors=True)


def _build(folder: Path, count: int) -> None:
    """Make so many subjects with a data key and one sealed field each."""
    settings = database._SETTINGS  # noqa: SLF001 - not durable while it is built
    vars(database)["_SETTINGS"] = ("PRAGMA synchronous = OFF",)
    store, vault = _open(folder, _OLD)
    for number in range(count):
        _write(store, vault, f"s{number}", 1)
    vars(database)["_SETTINGS"] = settings
    store.close()
    vault.close()


def _open(folder: Path, master: bytes) -> tuple[SqliteStore, KeyedVault]:
    keys = SqliteKeys(folder / "memory.db.keys", busy_timeout_s=30)
    return SqliteStore(folder / "memory.db", busy_timeout_s=30), KeyedVault(keys, master)


def _place(subject: str, version: int) -> SealContext:
    return SealContext(_TENANT, subject, "field", "facts.a", version)


def _write(store: SqliteStore, vault: KeyedVault, subject: str, revision: int) -> None:
    token = vault.seal(_place(subject, revision), f"{subject} {revision}".encode())
    store.commit(
        Commit(
            tenant=_TENANT,
            subject=subject,
            expected_revision=revision - 1,
            head=Head(version=revision, revision=revision, turn=revision),
            turn=TurnRow(
                number=revision, conversation="", speaker="user", channel="api", at="2026-01-01T00:00:00+00:00"
            ),
            operation_id=f"op-{revision}",
            put=(Item(kind=ItemKind.FIELD, key="facts.a", version=revision, token=token),),
        )
    )


def _read(store: SqliteStore, vault: KeyedVault, subject: str) -> bool:
    (item,) = store.items(_TENANT, subject, ItemKind.FIELD)
    return vault.open(_place(subject, item.version), item.token) == f"{subject} {item.version}".encode()


def _spawn(work, *arguments: object) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001 - any function of this file
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work(*arguments)
        code = 0
    finally:
        os._exit(code)


def _client(folder: Path, number: int, count: int) -> None:
    """Read any subject and write own ones until told to stop; note every failure."""
    notes = (folder / f"client-{number}.txt").open("a", encoding="utf-8", buffering=1)
    chosen = random.Random(f"{number} {os.getpid()}")
    try:
        store, vault = _open(folder, _OLD)
    except KeyMissing:  # started again after the rotation, with the key that holds now
        store, vault = _open(folder, _NEW)
    done = {"reads": 0, "writes": 0}
    mine: dict[str, int] = {}
    while not (folder / "stop").exists():
        kind = "writes" if chosen.random() < 0.2 else "reads"
        try:
            if kind == "writes":
                name = f"c{number}-{os.getpid()}-{chosen.randrange(50)}"
                mine[name] = mine.get(name, 0) + 1
                _write(store, vault, name, mine[name])
                is_right = _read(store, vault, name)
            else:
                is_right = _read(store, vault, f"s{chosen.randrange(count)}")
            if not is_right:
                notes.write(f"failed {kind}: another value\n")
        except DualmemError as error:
            notes.write(f"failed {kind}: {type(error).__name__} {error}\n")
        done[kind] += 1
        if sum(done.values()) % _LINE == 0:
            notes.write(f"did {done['reads']} {done['writes']}\n")
            done = {"reads": 0, "writes": 0}
    notes.write(f"did {done['reads']} {done['writes']}\n")


def _rotate(folder: Path, count: int, clients: list[int], chosen: random.Random) -> int:
    """Rotate until it is done, killing the rotation and a client some times; give the number of kills."""
    kills = 0
    while True:
        rotation = _spawn(_rotation, folder)
        if kills < 2 * _KILLS:
            time.sleep(count / 20_000 * chosen.uniform(0.5, 4))
            victim = chosen.randrange(len(clients))
            for process in (rotation, clients[victim]):
                os.kill(process, signal.SIGKILL)
                kills += 1
            os.waitpid(clients[victim], 0)
            clients[victim] = _spawn(_client, folder, victim, count)
        code = os.waitstatus_to_exitcode(os.waitpid(rotation, 0)[1])
        if code == 0:
            return kills
        if code > 0:
            raise SystemExit("the rotation failed by itself")


def _rotation(folder: Path) -> None:
    with contextlib.closing(SqliteKeys(folder / "memory.db.keys", busy_timeout_s=30)) as keys:
        try:
            vault = KeyedVault(keys, _OLD)
        except KeyMissing:  # killed after its last step
            vault = KeyedVault(keys, _NEW)
        vault.rewrap(_NEW, is_open=True)
        time.sleep(_GRACE_S)
        vault.rewrap(_NEW)


def _rows(folder: Path) -> Iterator[tuple[str, str]]:
    """Give a digest of the data row of every subject that only the build wrote."""
    with contextlib.closing(SqliteStore(folder / "memory.db")) as store:
        for subject in store.subjects(_TENANT):
            if subject.startswith("s"):
                (item,) = store.items(_TENANT, subject, ItemKind.FIELD)
                yield subject, hashlib.sha256(f"{item.version} {item.token}".encode()).hexdigest()


def _judge(folder: Path, before: dict[str, str], crashed: int) -> dict[str, object]:
    """Count what went wrong."""
    lines = [line for file in folder.glob("client-*.txt") for line in file.read_text("utf-8").splitlines()]
    failed = [line for line in lines if line.startswith("failed")]
    did = [line.split() for line in lines if line.startswith("did")]
    after = dict(_rows(folder))
    rewritten = sum(after.get(subject) != digest for subject, digest in before.items())
    with contextlib.closing(SqliteKeys(folder / "memory.db.keys")) as keys:
        masters = [key.master for place in keys.subjects() for key in keys.keys(*place)]
        new = KeyedVault(keys, _NEW).status()["master"]
        left = sum(one != new for one in masters)
        try:
            KeyedVault(keys, _OLD)
            left += 1
        except KeyMissing:
            pass
    store, vault = _open(folder, _NEW)
    unreadable = sum(not _read(store, vault, subject) for subject in store.subjects(_TENANT))
    store.close()
    vault.close()
    return {
        "bad": len(failed) + crashed + rewritten + left + unreadable,
        "failed": len(failed),
        "crashed": crashed,
        "reads": sum(int(line[1]) for line in did),
        "writes": sum(int(line[2]) for line in did),
        "rows_rewritten": rewritten,
        "left_under_the_old_key": left,
        "unreadable": unreadable,
        "examples": failed[:10],
    }
