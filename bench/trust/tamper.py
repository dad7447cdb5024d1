"""Tampering: stores changed behind dualmem's back, each found at the right record; clean ones raise no alarm."""

import contextlib
import random
import shutil
import sqlite3
import tempfile
from pathlib import Path

from bench.faults.talk import SUBJECTS, open_memory, talk
from bench.trust import tampered
from bench.trust.tampered import Case
from dualmem.errors import DualmemError

_CASES_OF_ONE_STORE = 25
_STEPS = 30
_CLEAN_STEPS = 8


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Tamper with stores so many times, and check as many clean ones.

    Returns:
        Keys runs, bad, found, missed, wrong_place, clean, false_alarms, by_class {name: {cases, found}}, examples.
    """
    chosen = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="dualmem-tamper-"))
    by_class: dict[str, dict[str, int]] = {name: {"cases": 0, "found": 0} for name in tampered.WAYS}
    missed: list[str] = []
    wrong: list[str] = []
    try:
        for number in range(count):
            if number % _CASES_OF_ONE_STORE == 0:
                build(folder / "base", seed * 10_000 + number)
            name = list(tampered.WAYS)[number % len(tampered.WAYS)]
            told, is_right = _one(folder, name, chosen)
            by_class[name]["cases"] += 1
            by_class[name]["found"] += is_right
            if not is_right:
                (wrong if told else missed).append(f"{number} {name}: {told}")
        alarms = [line for number in range(count) for line in _clean(folder / "clean", seed * 20_000 + number)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "runs": count,
        "bad": len(missed) + len(wrong) + len(alarms),
        "found": count - len(missed) - len(wrong),
        "missed": len(missed),
        "wrong_place": len(wrong),
        "clean": count,
        "false_alarms": len(alarms),
        "by_class": by_class,
        "examples": [*missed, *wrong, *alarms][:10],
    }


def build(base: Path, seed: int) -> None:
    """Make a store with a history: talks, notes, snapshots, one old copy and one anchor."""
    shutil.rmtree(base, ignore_errors=True)
    with open_memory(base) as memory:
        talk(memory, seed, _ignore, steps=_STEPS)
        for subject in SUBJECTS:
            memory.set(subject, "facts.first", "一")
            memory.set(subject, "facts.first", "二")
            memory.hear(subject, "记一下：周五开会", conversation="c").reply("")
            memory.snapshots.create(subject, "tag")
        memory._house.store.backup(str(base / "old.db"))  # noqa: SLF001 - the bench looks below the face
        for subject in SUBJECTS:
            memory.set(subject, "facts.first", "三")
            memory.hear(subject, "总预算控制在五十万以内", conversation="c").reply("好的。")
        memory.audit.anchor(base / "heads.log")


def _one(folder: Path, name: str, chosen: random.Random) -> tuple[str, bool]:
    """Tamper once; give what verifying said, and whether it names the right place."""
    place = folder / "case"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder / "base", place)
    with contextlib.closing(sqlite3.connect(place / "memory.db", isolation_level=None)) as connection:
        case = tampered.WAYS[name](Case(connection, place, chosen, chosen.choice(SUBJECTS)))
    try:
        with open_memory(place) as memory:
            report = memory.audit.verify_anchored(place / "heads.log")
            told = "\n".join(line for line in report.lines() if ": ok, " not in line)
            return told, not report.is_ok and case(memory, report)
    except DualmemError as error:
        return str(error), False


def _clean(place: Path, seed: int) -> list[str]:
    """Make a clean store and give every alarm that it raises."""
    shutil.rmtree(place, ignore_errors=True)
    log = place / "heads.log"
    with open_memory(place) as memory:
        talk(memory, seed, _ignore, steps=_CLEAN_STEPS)
        memory.audit.anchor(log)
        talk(memory, seed + 1, _ignore, steps=2)
    with open_memory(place) as memory:
        reports = [memory.audit.verify_anchored(log), memory.audit.verify_anchored(log, is_since=True)]
    return [f"clean {seed}: {line}" for one in reports if not one.is_ok for line in one.lines()]


def _ignore(*_: object) -> None:
    """Note nothing."""
