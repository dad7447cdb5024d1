"""Races: several processes, each with threads, write and read the same subjects at once; the history is checked."""

import os
import pickle
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bench.faults.check import Findings, check
from bench.faults.history import Seen, violations
from bench.faults.talk import open_memory, place, warm_up
from dualmem.grounding import operator
from dualmem.memory import Memory
from dualmem.model.decision import Decision

_PROCESSES, _THREADS = 2, 4
_SUBJECTS = ("wei", "lan", "mei")
_COUNTER = "facts.counter"
_CITY = "facts.所在城市"
_FIELDS = 6
_OPERATIONS_OF_ONE_STORE = 4000


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Let threads race for so many operations, and check what they saw against what the audit tells.

    Every store begins as one that is not there yet; the stores lie on a disk and in memory in turn.

    Returns:
        Keys runs (operations), stores, bad, lost, torn, chain_bad, examples, violations, failed (threads).
    """
    if not hasattr(os, "fork"):
        raise SystemExit("this bench needs fork: run it on Linux or macOS")
    warm_up()
    total, failed, done, stores = Findings(), 0, 0, 0
    while done < count:
        folder = place("race") if stores % 2 else Path(tempfile.mkdtemp(prefix="dualmem-race-"))
        try:
            steps = min(_OPERATIONS_OF_ONE_STORE, count - done)
            each = max(steps // (_PROCESSES * _THREADS), 1)
            seen, ended_badly = _one(folder, (seed * 10_000 + stores) * 100, each)
            failed += ended_badly
            done += len(seen)
            total.add(_judged(folder, seen), f"store {stores}")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        stores += 1
        if failed:
            break
    return {"runs": done, "stores": stores, **total.counts(), "violations": len(total.lost), "failed": failed}


def _judged(folder: Path, seen: list[Seen]) -> Findings:
    """Check a store after a race; each violation counts as lost."""
    found = check(folder, [])
    with open_memory(folder) as memory:
        for subject in _SUBJECTS:
            archive = memory._desk.archive(subject)  # noqa: SLF001 - the bench looks below the face
            mine = [one for one in seen if one.subject == subject]
            found.lost += [f"{subject}: {what}" for what in violations(archive, mine, _COUNTER)]
    return found


def _one(folder: Path, seed: int, steps: int) -> tuple[list[Seen], int]:
    """Let all processes begin at once; give what they saw, and how many threads failed."""
    begin_reading, begin_writing = os.pipe()
    children = []
    for me in range(_PROCESSES):
        report = folder / f"report-{me}"
        child = os.fork()
        if child == 0:
            os.close(begin_writing)
            _child(folder, seed + me * _THREADS, steps, begin_reading, report)
        children.append((child, report))
    os.close(begin_reading)
    os.close(begin_writing)  # every child waits for this
    seen: list[Seen] = []
    failed = 0
    for child, report in children:
        _, status = os.waitpid(child, 0)
        failed += os.waitstatus_to_exitcode(status) != 0
        if report.exists():
            seen += pickle.loads(report.read_bytes())
    return seen, failed


def _child(folder: Path, seed: int, steps: int, begin: int, report: Path) -> None:
    """Race in several threads of one memory; never returns."""
    code = 1
    try:
        os.read(begin, 1)
        memory = open_memory(folder)
        seen: list[Seen] = []
        errors: list[str] = []

        def one(own: int) -> None:
            try:
                _race(memory, own, steps, seen.append)
            except BaseException as error:  # noqa: BLE001 - whatever it is, the run failed
                errors.append(f"{type(error).__name__}: {error}\n")

        threads = [threading.Thread(target=one, args=(seed + own,)) for own in range(_THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        memory.close()
        report.write_bytes(pickle.dumps(seen))
        os.write(2, "".join(errors).encode())
        code = min(len(errors), 1)
    finally:
        os._exit(code)


def _race(memory: Memory, own: int, steps: int, note: Callable[[Seen], None]) -> None:
    """Do so many operations, and note what each saw."""
    chosen = random.Random(own)
    for number in range(steps):
        subject, kind = chosen.choice(_SUBJECTS), chosen.random()
        began = time.monotonic_ns()
        if kind < 0.3:
            seen = _read(memory, subject)
        elif kind < 0.6:
            seen = _add(memory, subject)
        elif kind < 0.9:
            seen = _set(memory, subject, f"facts.k{chosen.randrange(_FIELDS)}", f"v{own}x{number}")
        else:
            seen = _say(memory, subject, f"c{own}", f"u{own}x{number}")
        note(replace(seen, began_ns=began, ended_ns=time.monotonic_ns()))


def _read(memory: Memory, subject: str) -> Seen:
    state = memory.state(subject)
    values = {path: str(held.value) for path, held in state.fields.items()}
    return Seen(subject, "read", 0, 0, state.version, values)


def _add(memory: Memory, subject: str) -> Seen:
    """Read the counter and write one more: nobody's may get lost in between."""
    written: list[str] = []

    def more(now: operator.Memory) -> Decision:
        written.append(str(int(str(now.state.value(_COUNTER) or 0)) + 1))
        return operator.set_field(now, _COUNTER, written[-1])

    version = memory.act(subject, more).opened.state.version
    return Seen(subject, "add", 0, 0, version, {_COUNTER: written[-1]})


def _set(memory: Memory, subject: str, field: str, value: str) -> Seen:
    version = memory.act(subject, lambda now: operator.set_field(now, field, value)).opened.state.version
    return Seen(subject, "write", 0, 0, version, {field: value})


def _say(memory: Memory, subject: str, conversation: str, city: str) -> Seen:
    exchange = memory.hear(subject, f"/remember 所在城市 {city}", conversation=conversation)
    exchange.reply("好的。")
    version = exchange._heard.opened.state.version  # noqa: SLF001 - the bench looks below the face
    return Seen(subject, "write", 0, 0, version, {_CITY: city})
