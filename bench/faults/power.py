"""Power loss: images of what a disk may hold at any moment of a talk, each opened and checked.

Everything that was synced is there; of what was written since, any subset, in any order, torn at sectors of 512 bytes;
names that were made or taken away since the last sync of their folder may be missing or back.
"""

import collections
import dataclasses
import functools
import os
import random
import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import Connection
from unittest import mock

from bench.faults import deeds, shim
from bench.faults.check import Acknowledged, Findings, check
from bench.faults.talk import open_memory, place, specs, talk
from dualmem.ports import Commit
from dualmem.storage import rows, sqlite
from dualmem.storage.sqlite import SqliteStore

_HEAD = 256
_STEPS = 80
_SECTOR = 512
_CHECKPOINT_PAGES = 40
_CONTROL_SHARE = 5
_LEAST_CONTROLS = 12
_ACK_DESCRIPTOR = 77
_IMAGES_OF_ONE_TALK = 500
_AUDIT = "AUDIT"


@dataclass(frozen=True, slots=True)
class _Call:
    """One durable call: W write, T truncate, S sync, D sync of the folder, L link, U unlink, A acknowledgement."""

    op: str
    name: str
    second: str
    inode: int
    offset: int
    data: bytes


def run(images: int, seed: int = 1) -> dict[str, object]:
    """Check so many images with full syncs, and a fifth as many of each control, in which something must be found.

    The controls: two weaker settings of SQLite, and a build that writes the audit in a transaction of its own.

    Returns:
        Keys images, bad, lost, torn, chain_bad, examples, controls {images, NORMAL: lost, OFF: bad, AUDIT: bad}, failed
        (controls in which nothing was found).
    """
    specs()
    found = _images("FULL", images, seed)
    fewer = max(images // _CONTROL_SHARE, _LEAST_CONTROLS)
    normal, off, apart = (_images(setting, fewer, seed) for setting in ("NORMAL", "OFF", _AUDIT))
    controls = {
        "images": fewer,
        "NORMAL": len(normal.lost),
        "OFF": off.counts()["bad"],
        _AUDIT: apart.counts()["bad"],
    }
    failed = [name for name, count in controls.items() if not count]
    return {"images": images, **found.counts(), "controls": controls, "failed": failed}


def _images(setting: str, images: int, seed: int) -> Findings:
    """Record talks, and check images of them; each counts at most once."""
    chosen = random.Random(seed)
    total = Findings()
    base = place("power")
    calls: list[_Call] = []
    try:
        for number in range(images):
            if number % _IMAGES_OF_ONE_TALK == 0:
                shutil.rmtree(base)
                _record(base / "talk", base / "log", seed * 1000 + number // _IMAGES_OF_ONE_TALK, setting)
                calls = list(_calls(base / "log"))
            disk = _Disk(chosen)
            for call in calls[: chosen.randrange(1, len(calls) + 1)]:
                disk.take(call)
            image = base / f"image-{number}"
            image.mkdir()
            for key in deeds.keys(base / "talk"):
                shutil.copy(key, image)
            disk.write(image)
            total.add(check(image, disk.acknowledged).first(), f"image {number}")
            shutil.rmtree(image)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return total


def _record(folder: Path, log: Path, seed: int, setting: str) -> None:
    """Let a child talk under the eyes of the shim."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        if status:
            raise SystemExit("the talk failed")
        return
    try:
        folder.mkdir(parents=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), _ACK_DESCRIPTOR)
        shim.loaded().dm_log(str(log).encode())
        memory = open_memory(folder)
        connection = memory._house.store._database.connection()  # type: ignore[attr-defined]  # noqa: SLF001
        connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        if setting == _AUDIT:
            mock.patch.object(SqliteStore, "commit", _commit_audit_apart).start()
        else:
            connection.execute(f"PRAGMA synchronous = {setting}")
        talk(memory, seed, lambda *said: _acknowledge(said), steps=_STEPS, folder=folder)
        os._exit(0)
    finally:
        os._exit(1)


def _commit_audit_apart(store: SqliteStore, commit: Commit) -> None:
    """Commit as a careless build would: first the change, then its audit records."""
    bare = dataclasses.replace(commit, records=())
    store._database.write(lambda connection: sqlite._write(connection, bare))  # noqa: SLF001
    for statement, data in rows.commit_steps(dataclasses.replace(commit, put=(), remove=())):
        named = {"tenant": commit.tenant, "subject": commit.subject, "rows": data}
        store._database.write(functools.partial(_execute, statement, named))  # noqa: SLF001


def _execute(statement: str, named: dict[str, str], connection: Connection) -> None:
    connection.execute(statement, named)


def _acknowledge(said: Acknowledged) -> None:
    os.write(_ACK_DESCRIPTOR, f"{said[0]} {said[1]} {said[2]}".encode())


def _calls(log: Path) -> Iterator[_Call]:
    """Read the log of the shim."""
    raw, at = log.read_bytes(), 0
    while at < len(raw):
        head = raw[at : at + _HEAD]
        inode, offset, length = struct.unpack("<QQQ", head[224:248])
        name, second = (text.split(b"\0")[0].decode() for text in (head[1:111], head[112:222]))
        at += _HEAD
        yield _Call(chr(head[0]), name, second, inode, offset, raw[at : at + length] if length else b"")
        at += length


@dataclass(slots=True)
class _Disk:
    """A disk with a cache that may be lost."""

    chosen: random.Random
    files: dict[int, bytearray] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    durable_names: dict[str, int] = field(default_factory=dict)
    waiting: dict[int, list[_Call]] = field(default_factory=lambda: collections.defaultdict(list))
    acknowledged: list[Acknowledged] = field(default_factory=list)

    def take(self, call: _Call) -> None:
        """Take one call."""
        match call.op:
            case "A":
                subject, operation, count = call.data.decode().split()
                self.acknowledged.append((subject, operation, int(count)))
            case "D":
                self.durable_names = dict(self.names)
            case "S":
                for one in self.waiting.pop(call.inode, []):
                    self._apply(one)
            case "L":
                self.names[call.second] = self.names[call.name]
            case "U":
                self.names.pop(call.name, None)
            case _:
                if call.inode not in self.names.values():
                    self.names[call.name] = call.inode
                self.waiting[call.inode].append(call)

    def write(self, place: Path) -> None:
        """Write what the disk holds after the power went."""
        mode = self.chosen.choice(("nothing", "some", "some", "all"))
        for calls in self.waiting.values():
            for call in calls:
                if mode == "all":
                    self._apply(call)
                elif mode == "some" and self.chosen.random() < 0.5:
                    self._apply(self._torn(call))
        names = self.durable_names if self.chosen.random() < 0.5 else self.names
        for name, inode in names.items():
            (place / name).write_bytes(self.files.get(inode, b""))

    def _torn(self, call: _Call) -> _Call:
        """Give a write, or its first sectors."""
        if call.op != "W" or self.chosen.random() < 0.6:
            return call
        kept = self.chosen.randrange(len(call.data) + 1) // _SECTOR * _SECTOR
        return _Call(call.op, call.name, call.second, call.inode, call.offset, call.data[:kept])

    def _apply(self, call: _Call) -> None:
        """Put one call on the disk."""
        file = self.files.setdefault(call.inode, bytearray())
        if len(file) < call.offset:
            file.extend(bytes(call.offset - len(file)))
        if call.op == "T":
            del file[call.offset :]
        else:
            file[call.offset : call.offset + len(call.data)] = call.data
