"""Writers: many threads, or processes, that write at once; how many steps a second, syncs for each, and busy errors."""

import collections
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.faults import shim
from bench.faults.check import check
from bench.faults.talk import open_memory, specs
from dualmem.errors import DualmemError
from dualmem.memory import Memory

_TEXT = "记住我叫用户{n}"


def run(writers: int, processes: int, seconds: float, *, is_shared: bool = False) -> dict[str, object]:
    """Let so many threads, spread over processes, write whole turns (hear and reply) for a while.

    Args:
        writers: Threads in all.
        processes: Processes they are spread over.
        seconds: How long.
        is_shared: All write to one subject; else each to its own.

    Returns:
        Keys runs (steps), bad, lost, torn, chain_bad, failed, errors {kind: count}, steps_per_s, syncs_per_step (None
        without the shim), worst_s.
    """
    specs()
    folder = Path(tempfile.mkdtemp(prefix="dualmem-writers-"))
    try:
        with open_memory(folder) as memory:  # what a first turn loads is loaded before the processes part
            memory.hear("first", _TEXT.format(n=0), conversation="c").reply("好的。")
        results = _all(folder, writers, processes, seconds, is_shared=is_shared)
        found = check(folder, [(subject, operation, 0) for one in results for subject, operation in one["done"]])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    errors = collections.Counter[str]()
    for one in results:
        errors.update(one["errors"])
    steps = sum(len(one["done"]) for one in results)
    syncs = [one["syncs"] for one in results if one["syncs"] is not None]
    return {
        "runs": steps,
        **found.counts(),
        "failed": sum(errors.values()),
        "errors": dict(errors),
        "steps_per_s": round(steps / seconds, 1),
        "syncs_per_step": round(sum(syncs) / max(steps, 1), 3) if syncs else None,
        "worst_s": round(max(one["worst_s"] for one in results), 3),
    }


def _all(folder: Path, writers: int, processes: int, seconds: float, *, is_shared: bool) -> list[dict[str, Any]]:
    """Let all processes begin at once, and give what each reports."""
    begin_reading, begin_writing = os.pipe()
    children: list[tuple[int, int]] = []
    for me in range(processes):
        reading, writing = os.pipe()
        mine = [number for number in range(writers) if number % processes == me]
        child = os.fork()
        if child == 0:
            os.close(begin_writing)
            os.close(reading)
            _child(folder, mine, begin_reading, writing, seconds=seconds, is_shared=is_shared)
        os.close(writing)
        children.append((child, reading))
    os.close(begin_reading)
    time.sleep(0.2 + 0.05 * processes)  # all have opened the store
    os.close(begin_writing)
    results = []
    for child, reading in children:
        with os.fdopen(reading, encoding="utf-8") as answer:
            results.append(json.load(answer))
        os.waitpid(child, 0)
    return results


@dataclass(slots=True)
class _Report:
    """What the threads of one process did."""

    done: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    took_s: list[float] = field(default_factory=lambda: [0.0])


def _child(folder: Path, mine: list[int], begin: int, writing: int, *, seconds: float, is_shared: bool) -> None:
    """Write in several threads of one memory, and report; never returns."""
    report = _Report()
    try:
        memory = open_memory(folder)
        syncs = _counter()
        os.read(begin, 1)
        end = time.monotonic() + seconds
        threads = [
            threading.Thread(target=_write, args=(memory, number, "all" if is_shared else f"s{number}", end, report))
            for number in mine
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with os.fdopen(writing, "w", encoding="utf-8") as answer:
            told = {"done": report.done, "errors": report.errors, "syncs": syncs(), "worst_s": max(report.took_s)}
            json.dump(told, answer)
        memory.close()
    finally:
        os._exit(0)


def _write(memory: Memory, number: int, subject: str, end: float, report: _Report) -> None:
    """Say something and answer it, until the time is over."""
    turn = 0
    while time.monotonic() < end:
        turn += 1
        operation = f"{number}-{turn}"
        began = time.monotonic()
        try:
            text = _TEXT.format(n=turn)
            exchange = memory.hear(subject, text, conversation=f"c{number}", operation_id=operation)
            report.done.append((subject, operation))
            exchange.reply("好的。")
            report.done.append((subject, f"{operation}/reply"))
        except DualmemError as error:
            report.errors.append(type(error).__name__)
        report.took_s.append(time.monotonic() - began)


def _counter() -> Callable[[], int | None]:
    """Give what counts the syncs from now on."""
    if not shim.is_loaded():
        return lambda: None
    library = shim.loaded()
    library.dm_arm(0, 0, 0, 0)
    return lambda: int(library.dm_syncs())
