"""Races: several processes, each with threads, talk about the same subjects at the same time."""

import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from bench.faults.check import Acknowledged, Findings, check
from bench.faults.talk import open_memory, specs, talk

_PROCESSES, _THREADS, _STEPS = 3, 2, 6


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Let processes race ``count`` times, and check after each what they left.

    Returns:
        Keys runs, bad, lost, torn, chain_bad, examples, failed (processes), acknowledged.
    """
    if not hasattr(os, "fork"):
        raise SystemExit("this bench needs fork: run it on Linux or macOS")
    specs()
    total, failed, done = Findings(), 0, 0
    folder = Path(tempfile.mkdtemp(prefix="dualmem-race-"))
    try:
        for number in range(count):
            shutil.rmtree(folder)
            said, ended_badly = _one(folder, (seed * 10_000 + number) * 100)
            failed += ended_badly
            done += len(said)
            total.add(check(folder, said), f"run {number}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"runs": count, **total.counts(), "failed": failed, "acknowledged": done}


def _one(folder: Path, seed: int) -> tuple[list[Acknowledged], int]:
    """Let all processes begin at once on a store that is not there yet; give what they said, and how many failed."""
    children: list[tuple[int, int]] = []
    begin_reading, begin_writing = os.pipe()
    for me in range(_PROCESSES):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(begin_writing)
            os.close(reading)
            _child(folder, seed + me * _THREADS, begin_reading, writing)
        os.close(writing)
        children.append((child, reading))
    os.close(begin_reading)
    os.close(begin_writing)  # every child waits for this
    said: list[Acknowledged] = []
    failed = 0
    for child, reading in children:
        with os.fdopen(reading, encoding="utf-8") as lines:
            said += [(subject, operation, 0) for subject, operation in (line.split() for line in lines)]
        _, status = os.waitpid(child, 0)
        failed += status != 0
    return said, failed


def _child(folder: Path, seed: int, begin: int, writing: int) -> None:
    """Talk in several threads of one memory; never returns."""
    code = 1
    try:
        os.read(begin, 1)
        memory = open_memory(folder)
        errors: list[BaseException] = []

        def one(own: int) -> None:
            try:
                talk(memory, own, lambda *said: _write(writing, f"{said[0]} {said[1]}\n"), steps=_STEPS)
            except BaseException as error:  # noqa: BLE001 - whatever it is, the run failed
                errors.append(error)

        threads = [threading.Thread(target=one, args=(seed + own,)) for own in range(_THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        memory.close()
        for error in errors:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
        code = len(errors)
    finally:
        os._exit(code)


def _write(writing: int, line: str) -> None:
    os.write(writing, line.encode())
