"""The talk that is interrupted: conversations of two subjects without end, every committed step acknowledged."""

import functools
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from bench.faults import deeds
from dualmem import memory as memory_module
from dualmem.memory import Memory
from dualmem.specs import Specs, load_specs

SUBJECTS = ("wei", "lan")
CONVERSATIONS = ("c1", "c2", "c3")
COUNTER = "facts.counter"
MASTER = "42" * 32
SAYINGS = (
    "总预算控制在{n}万以内",
    "确认",
    "改成{n}万",
    "不对",
    "记住我叫用户{n}",
    "记住我的手机号138{n:08d}",
    "忘掉我的手机号",
    "撤销",
    "再加一条：必须兼容IE{n}",
    "记一下：第{n}次",
    "the budget is ${n}k",
    "yes",
    "预算是多少",
    "今天天气不错",
    "/remember 所在城市 城市{n}",
    "截止日期12月20日",
)
Acknowledge = Callable[[str, str, int], None]


@functools.cache
def specs() -> Specs:
    """Give the shipped schema and rules, compiled once; a forked child has them already."""
    return load_specs("project_assistant")


def place(name: str) -> Path:
    """Give a new folder: in memory where that can be, since a killed process loses nothing that a disk would keep."""
    return Path(tempfile.mkdtemp(prefix=f"dualmem-{name}-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))


def warm_up() -> None:
    """Load and compile everything that any step needs, so that processes made from this one begin at once."""
    folder = place("warm")
    try:
        with open_memory(folder) as memory:
            talk(memory, 1, lambda *_: None, steps=150, folder=folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def open_memory(folder: Path) -> Memory:
    """Open the memory of a folder with a key of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    key = folder / deeds.FIRST_KEY
    if not key.exists():
        key.write_text(MASTER, encoding="utf-8")
    with mock.patch.object(memory_module, "load_specs", return_value=specs()):  # compiled once for all runs
        return deeds.opened(folder, lambda key: Memory.open(folder / "memory.db", key=key))


def talk(
    memory: Memory, seed: int, acknowledge: Acknowledge, *, steps: int | None = None, folder: Path | None = None
) -> None:
    """Talk, and acknowledge each step after it was committed.

    Args:
        memory: Where it is kept.
        seed: Makes the same talk again; also the first part of every operation id.
        acknowledge: Called with subject, operation id and counter (0 where the step counts nothing). The operation
            ``@12`` stands for an act without an id: the subject had revision 12 after it.
        steps: Number of steps; None for no end.
        folder: Of the store; then every other kind of operation is mixed in, also a rotation of the keys.
    """
    chosen = random.Random(seed)
    number = 0
    while steps is None or number < steps:
        number += 1
        subject, conversation = chosen.choice(SUBJECTS), chosen.choice(CONVERSATIONS)
        operation = f"{seed}-{number}"
        kind = chosen.random()
        if kind < 0.15:
            count = seed * 1000 + number  # short enough to be no card number
            memory.set(subject, COUNTER, str(count), operation_id=operation)
            acknowledge(subject, operation, count)
        elif kind < 0.17 and folder is not None:
            deeds.rotate(memory, folder)
        elif kind < 0.4 and folder is not None:
            subject = chosen.choice((*SUBJECTS, deeds.ROLLED_BACK, deeds.ERASED))
            acknowledge(subject, f"@{deeds.some_deed(memory, chosen, subject, number)}", 0)
        else:
            _say(memory, chosen, subject, conversation, operation=operation, acknowledge=acknowledge)


def _say(
    memory: Memory,
    chosen: random.Random,
    subject: str,
    conversation: str,
    *,
    operation: str,
    acknowledge: Acknowledge,
) -> None:
    """Say something, and mostly answer it."""
    text = chosen.choice(SAYINGS).format(n=chosen.randrange(1, 90))
    exchange = memory.hear(subject, text, conversation=conversation, operation_id=operation)
    acknowledge(subject, operation, 0)
    if chosen.random() < 0.85:  # else the reply never comes: the next message goes on by itself
        exchange.reply("好的。")
        acknowledge(subject, f"{operation}/reply", 0)
