"""kill -9 at random points of running conversations."""

import os
import random
import select
import shutil
import signal
import sys
import time
from pathlib import Path

from bench.faults.check import Acknowledged, Findings, check
from bench.faults.talk import open_memory, place, talk, warm_up

_RUNS_OF_ONE_STORE = 15
_MOST_STEPS = 12
_PATIENCE_S = 60.0


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Kill a talking process ``count`` times, and check after each what it left.

    Returns:
        Keys runs, bad, lost, torn, chain_bad, examples, acknowledged.
    """
    if not hasattr(os, "fork"):
        raise SystemExit("this bench needs fork: run it on Linux or macOS")
    warm_up()
    chosen = random.Random(seed)
    total, done = Findings(), 0
    acknowledged: list[Acknowledged] = []
    folder = place("kill")
    try:
        for number in range(count):
            if number % _RUNS_OF_ONE_STORE == 0:
                shutil.rmtree(folder)
                acknowledged = []
            fresh = _one(folder, seed * 100_000 + number + 1, chosen)
            acknowledged += fresh
            done += len(fresh)
            total.add(check(folder, acknowledged), f"run {number}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"runs": count, **total.counts(), "acknowledged": done}


def _one(folder: Path, seed: int, chosen: random.Random) -> list[Acknowledged]:
    """Let a child talk, kill it, and give what it acknowledged before."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(folder, seed, writing)
    os.close(writing)
    try:
        steps = chosen.randrange(_MOST_STEPS)
        said = _read(reading, lines=steps) if steps else b""
        time.sleep(chosen.random() * (0.02 if steps else 0.15))
        os.kill(child, signal.SIGKILL)
        said += _read(reading, lines=None)
        _, status = os.waitpid(child, 0)
    finally:
        os.close(reading)
    if not os.WIFSIGNALED(status):
        raise SystemExit(f"the talk ended by itself: {said.decode()[-2000:]}")
    whole = said.decode().splitlines(keepends=True)
    return [_line(line) for line in whole if line.endswith("\n")]


def _child(folder: Path, seed: int, writing: int) -> None:
    """Talk until killed; never returns."""
    try:
        memory = open_memory(folder)
        talk(memory, seed, lambda *said: _write(writing, f"{said[0]} {said[1]} {said[2]}\n"), folder=folder)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent must see it
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
    finally:
        os._exit(3)


def _write(writing: int, line: str) -> None:
    os.write(writing, line.encode())


def _read(reading: int, *, lines: int | None) -> bytes:
    """Read so many lines, or all that is left."""
    said = b""
    end = time.monotonic() + _PATIENCE_S
    while lines is None or said.count(b"\n") < lines:
        ready, _, _ = select.select([reading], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            raise SystemExit("the talk came to a standstill")
        piece = os.read(reading, 65536)
        if not piece:
            return said
        said += piece
    return said


def _line(line: str) -> Acknowledged:
    subject, operation, count = line.split()
    return subject, operation, int(count)
