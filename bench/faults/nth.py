"""The Nth call fails: every durable call of a short talk fails once, in several ways; nothing acknowledged is lost."""

import collections
import errno
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from bench.faults import shim
from bench.faults.check import Acknowledged, Findings, check
from bench.faults.talk import SUBJECTS, open_memory, place, warm_up
from dualmem.errors import DualmemError

SAYINGS = ("总预算控制在五十万以内", "确认", "记住我的手机号13800138000", "改成60万", "忘掉我的手机号", "撤销")


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to fail."""

    error: int
    is_sticky: bool
    is_short: bool


WAYS = (
    _Way(errno.EIO, is_sticky=False, is_short=False),
    _Way(errno.EIO, is_sticky=True, is_short=False),
    _Way(errno.ENOSPC, is_sticky=False, is_short=True),
    _Way(errno.ENOSPC, is_sticky=True, is_short=True),
)


def run(limit: int | None = None) -> dict[str, object]:
    """Let each call fail in each way.

    Args:
        limit: Only every so many calls that about this many runs come out; None for all.

    Returns:
        Keys runs, calls, bad, lost, torn, chain_bad, examples, errors {kind: count}.
    """
    warm_up()
    base = place("nth")
    total, kinds = Findings(), collections.Counter[str]()
    try:
        _, calls, _ = _one(base / "count", 0, WAYS[0])
        stride = 1 if limit is None else max(1, calls * len(WAYS) // max(limit, 1))
        cases = [(at, way) for at in range(1, calls + 1) for way in WAYS][::stride]
        for at, way in cases:
            folder = base / "run"
            shutil.rmtree(folder, ignore_errors=True)
            said, _, errors = _one(folder, at, way)
            kinds.update(errors)
            total.add(check(folder, said), f"call {at} {way}")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return {"runs": len(cases), "calls": calls, **total.counts(), "errors": dict(kinds)}


def _one(folder: Path, at: int, way: _Way) -> tuple[list[Acknowledged], int, list[str]]:
    """Let a child talk while one call fails; give what it acknowledged, its calls, and the kinds of its errors."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(folder, at, way, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        said = [line.split() for line in lines]
    _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(f"the talk crashed at call {at} {way}: {said[-3:]}")
    acknowledged = [(line[1], line[2], 0) for line in said if line[0] == "ack"]
    calls = next(int(line[1]) for line in said if line[0] == "calls")
    return acknowledged, calls, [line[1] for line in said if line[0] == "error"]


def _child(folder: Path, at: int, way: _Way, writing: int) -> None:
    """Talk on whatever fails, each step tried twice; never returns."""
    code = 1
    try:
        library = shim.loaded()
        library.dm_arm(at, way.error, int(way.is_sticky), int(way.is_short))
        _talk(folder, writing)
        os.write(writing, f"calls {library.dm_calls()}\n".encode())
        code = 0
    except BaseException as error:  # noqa: BLE001 - the parent must see it
        os.write(writing, f"crash {type(error).__name__} {error}\n".encode())
    finally:
        os._exit(code)


def _talk(folder: Path, writing: int) -> None:
    """Say everything to both subjects; an error is noted and the step tried once more with the same operation id."""
    try:
        memory = open_memory(folder)
    except DualmemError as error:
        os.write(writing, f"error {type(error).__name__}\n".encode())
        return
    for number, text in enumerate(SAYINGS):
        for subject in SUBJECTS:
            operation = f"op-{number}"
            for _ in range(2):
                try:
                    exchange = memory.hear(subject, text, conversation="c", operation_id=operation)
                    os.write(writing, f"ack {subject} {operation}\n".encode())
                    exchange.reply("好的。")
                    os.write(writing, f"ack {subject} {operation}/reply\n".encode())
                    break
                except DualmemError as error:
                    os.write(writing, f"error {type(error).__name__}\n".encode())
    try:
        memory.close()
    except DualmemError as error:
        os.write(writing, f"error {type(error).__name__}\n".encode())
