"""Forgetting, killed at every statement: files, logs and backups are searched with the keys in hand."""

import os
import random
import shutil
import signal
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.faults.talk import open_memory
from bench.trust import forensic
from dualmem.errors import NotFound
from dualmem.memory import Memory
from dualmem.storage import database
from dualmem.storage.sqlite import SqliteStore

PHONE = "user_profile.contact.phone"
_MODES = ("field", "note", "subject")
_A_STORE = 12  # subjects of one store
_BASELINE = 6


@dataclass(frozen=True, slots=True)
class _One:
    """One subject that forgets.

    Attributes:
        name: Subject id.
        mode: What is forgotten: field, note or subject.
        gone: What must be nowhere afterwards.
        stays: What must still be readable afterwards.
    """

    name: str
    mode: str
    gone: tuple[str, ...]
    stays: tuple[str, ...]


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Let so many subjects forget a field, a note or everything, each killed at another statement.

    Returns:
        Keys runs, bad, recovered, lost (what should have stayed), chain_bad, killed, whole (not killed any more),
        old_backups {field, note, subject: how many old backups still hold it; for subject it must be none},
        baseline_recovered (with secure_delete OFF: must not be 0), examples.
    """
    if not hasattr(os, "fork"):
        raise SystemExit("this bench needs fork: run it on Linux or macOS")
    result = _Result()
    folder = Path(tempfile.mkdtemp(prefix="dualmem-forget-"))
    try:
        _rounds(folder, count, random.Random(seed), result)
        baseline = _baseline(folder, random.Random(seed))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"runs": count, **result.data(), "baseline_runs": _BASELINE, "baseline_recovered": len(baseline.recovered)}


def _baseline(folder: Path, chosen: random.Random) -> "_Result":
    """Let a few subjects forget in a store that deletes as SQLite does by default."""
    settings, sweep = database._SETTINGS, SqliteStore.sweep  # noqa: SLF001 - both are put back
    vars(database)["_SETTINGS"] = tuple(one.replace("delete = ON", "delete = OFF") for one in settings)
    SqliteStore.sweep = lambda *_: False  # type: ignore[method-assign]
    baseline = _Result()
    try:
        _rounds(folder, _BASELINE, chosen, baseline, kills=False)
    finally:
        vars(database)["_SETTINGS"] = settings
        SqliteStore.sweep = sweep  # type: ignore[method-assign]
    return baseline


class _Result:
    """Collects what was found."""

    def __init__(self) -> None:
        self.recovered: list[str] = []
        self.lost: list[str] = []
        self.chain_bad: list[str] = []
        self.old_backups = dict.fromkeys(_MODES, 0)
        self.killed = 0
        self.whole = 0

    def data(self) -> dict[str, object]:
        """Give the numbers."""
        everything = [*self.recovered, *self.lost, *self.chain_bad]
        return {
            "bad": len(everything) + self.old_backups["subject"],
            "recovered": len(self.recovered),
            "lost": len(self.lost),
            "chain_bad": len(self.chain_bad),
            "killed": self.killed,
            "whole": self.whole,
            "old_backups": self.old_backups,
            "examples": everything[:10],
        }


def _rounds(folder: Path, count: int, chosen: random.Random, result: _Result, *, kills: bool = True) -> None:
    """Go through so many subjects; the statement of the kill grows by mode until nothing is left to kill."""
    at = dict.fromkeys(_MODES, 0)
    for start in range(0, count, _A_STORE):
        place = folder / "store"
        shutil.rmtree(place, ignore_errors=True)
        subjects = [_subject(start + number, chosen) for number in range(min(_A_STORE, count - start))]
        with open_memory(place) as memory:
            for one in subjects:
                _talk(memory, one)
            memory._house.store.backup(str(folder / "old.db"))  # noqa: SLF001 - without the keys, as they stand apart
        for one in subjects:
            if kills:
                was_killed = _killed(place, one, at[one.mode])
                at[one.mode] = at[one.mode] + 1 if was_killed else 0
                result.killed += was_killed
                result.whole += not was_killed
            _look(folder, one, result)
        (folder / "old.db").unlink()


def _subject(number: int, chosen: random.Random) -> _One:
    phone, word = f"139{chosen.randrange(10**8):08d}", f"canary{number}x{chosen.randrange(10**6)}"
    mode = _MODES[number % len(_MODES)]
    everything = {"field": (phone,), "note": (word,), "subject": (phone, word, f"city{word}")}
    stays = {"field": (f"city{word}",), "note": (phone,), "subject": ()}
    return _One(f"s{number}", mode, everything[mode], stays[mode])


def _talk(memory: Memory, one: _One) -> None:
    """Say everything in several ways, so that it stands in many places."""
    values = (*one.gone, *one.stays)
    phone = next(value for value in values if value.startswith("139")) if one.mode != "field" else one.gone[0]
    word = next((value for value in values if value.startswith("canary")), "nothing")
    city = next((value for value in values if value.startswith("city")), "citynone")
    for text in (
        f"我的手机号是{phone}" if one.mode != "note" else f"记住我的手机号{phone}",
        "确认",
        f"记一下：{word}",
        f"/remember 所在城市 {city}",
        "我的手机号是多少？",
    ):
        memory.hear(one.name, text, conversation="c").reply("好的。")
    memory.snapshots.create(one.name, "before")


def _forget(memory: Memory, one: _One) -> None:
    if one.mode == "field":
        memory.forget(one.name, PHONE)
    elif one.mode == "subject":
        memory.forget(one.name)
    else:
        for note in memory._desk.archive(one.name).notes():  # noqa: SLF001 - there is no list of notes yet
            memory.forget(one.name, note=note.id)


def _killed(place: Path, one: _One, at: int) -> bool:
    """Let a child forget, and kill it before its statement ``at``; False where it ended before."""
    child = os.fork()
    if child == 0:
        code = 3
        try:
            with open_memory(place) as memory:
                _arm(memory, at)
                _forget(memory, one)
            code = 0
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code > 0:
        raise SystemExit(f"forgetting failed by itself: {one}")
    return code == -signal.SIGKILL


def _arm(memory: Memory, at: int) -> None:
    """Kill this process before its statement of number ``at``, in store or keys."""
    left = [at]

    def count(_: str) -> None:
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1

    for opened in (memory._house.store._database, memory._vault._keys._database):  # type: ignore[attr-defined]  # noqa: SLF001
        opened.connection().set_trace_callback(count)


def _look(folder: Path, one: _One, result: _Result) -> None:
    """Go on after the kill as a user would, and search every file."""
    place = folder / "store"
    with open_memory(place) as memory:
        memory.state(one.name)  # what was decided is finished by the next one who looks
        _again(memory, one)
        keys, vault = memory._vault._keys, memory._vault  # type: ignore[attr-defined]  # noqa: SLF001 - as an attacker
        known = forensic.data_keys(keys, vault)  # type: ignore[arg-type]
        memory._house.store.backup(str(folder / "new.db"))  # noqa: SLF001
        files = [*place.iterdir(), folder / "new.db"]
        found = forensic.texts(files, known)
        result.recovered += [f"{one}: {needle}" for needle in forensic.held(found, one.gone)]
        result.lost += [f"{one}: {word} is gone too" for word in one.stays if word not in forensic.held(found, [word])]
        result.old_backups[one.mode] += bool(forensic.held(forensic.texts([folder / "old.db"], known), one.gone))
        report = memory.audit.verify(one.name)
        result.chain_bad += [] if report.is_ok else [f"{one}: {report.lines()}"]
    (folder / "new.db").unlink()


def _again(memory: Memory, one: _One) -> None:
    """Forget again where the kill came before anything was decided: nobody got a receipt."""
    is_there = {
        "field": PHONE in memory.state(one.name).fields,
        "note": bool(memory._desk.archive(one.name).notes()),  # noqa: SLF001
        "subject": (memory.tenant, one.name) in set(memory._vault._keys.subjects()),  # type: ignore[attr-defined]  # noqa: SLF001
    }[one.mode]
    if is_there:
        try:
            _forget(memory, one)
        except NotFound:
            return
