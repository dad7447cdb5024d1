"""Deeds: every kind of operation beside the conversation, as the interrupted talk mixes them in."""

import contextlib
import json
import random
from collections.abc import Callable
from pathlib import Path

from dualmem.errors import Conflict, KeyMissing, NotFound, VaultError
from dualmem.memory import Memory

BUDGET = "business_context.budget.ceiling"
PHONE = "user_profile.contact.phone"
CITY = "facts.所在城市"
FIRST_KEY = "master.key"
ROLLED_BACK, ERASED = "mei", "tmp"  # subjects whose state goes back, or goes
Deed = Callable[[Memory, str, int], None]


def keys(folder: Path) -> list[Path]:
    """Give the master keys of a store, the newest first."""
    return sorted(folder.glob("master*.key"), key=_number, reverse=True)


def opened(folder: Path, open_with: Callable[[Path], Memory]) -> Memory:
    """Open a store with the key that opens it, and finish the rotation in which it was interrupted."""
    known = keys(folder)
    for place, key in enumerate(known):
        try:
            memory = open_with(key)
        except KeyMissing:
            if key == known[-1]:
                raise
            continue
        if len(known) > 1:
            try:
                memory.keys.rotate(known[max(place - 1, 0)])
            except VaultError:  # it is one to this key that is not finished
                memory.keys.rotate(key)
        return memory
    raise KeyMissing(f"there is no key in {folder}")


def rotate(memory: Memory, folder: Path) -> None:
    """Wrap the data keys with a further master key."""
    memory.keys.rotate(folder / f"master-{_number(keys(folder)[0]) + 1}.key")


def some_deed(memory: Memory, chosen: random.Random, subject: str, number: int) -> int:
    """Do something other than talk, and give the subject's revision after it, for the acknowledgement."""
    deed = chosen.choice((*_ANYWHERE, *_ROLLED_BACK)) if subject == ROLLED_BACK else chosen.choice(_ANYWHERE)
    if subject == ERASED:
        deed = chosen.choice((*_ANYWHERE, _erase_subject))
    with contextlib.suppress(NotFound, Conflict):  # there is nothing to take back, to forget or to roll back to
        deed(memory, subject, number)
    return memory._house.store.head(memory.tenant, subject).revision  # noqa: SLF001 - the bench looks below the face


def _number(key: Path) -> int:
    return int(key.stem.partition("-")[2] or 0)


def _undo(memory: Memory, subject: str, number: int) -> None:
    memory.undo(subject, f"c{number % 3 + 1}")


def _clear(memory: Memory, subject: str, _number: int) -> None:
    memory.clear(subject, CITY)


def _snapshot(memory: Memory, subject: str, number: int) -> None:
    memory.snapshots.create(subject, f"tag-{number}")


def _roll_back(memory: Memory, subject: str, number: int) -> None:
    tags = [one.tag for one in memory.snapshots.list(subject)]
    memory.snapshots.restore(subject, tags[number % len(tags)] if tags else "v1")


def _roll_back_one(memory: Memory, subject: str, _number: int) -> None:
    memory.snapshots.restore(subject, "v1", field=BUDGET)


def _forget(memory: Memory, subject: str, _number: int) -> None:
    memory.forget(subject, PHONE)


def _erase_subject(memory: Memory, subject: str, _number: int) -> None:
    memory.forget(subject)


def _import(memory: Memory, subject: str, number: int) -> None:
    text = json.dumps({"facts": {"宠物": f"猫{number}", "place": f"room {number}"}, "notes": [f"note {number}"]})
    memory.import_(subject, text, is_trusted=number % 2 == 0)


def _answer(memory: Memory, subject: str, number: int) -> None:
    waits = memory.propose(subject, BUDGET, {"amount": str(number % 97 + 1), "currency": "CNY"})
    if waits is not None:
        (memory.confirm if number % 2 else memory.reject)(subject, waits.token)


def _retain(memory: Memory, _subject: str, _number: int) -> None:
    for _ in memory.retention.run():
        pass


def _configure(memory: Memory, subject: str, number: int) -> None:
    memory.subject(subject).configure(timezone=("Asia/Shanghai", "Europe/Berlin")[number % 2])


_ROLLED_BACK = (_roll_back,)
_ANYWHERE: tuple[Deed, ...] = (
    _undo,
    _clear,
    _snapshot,
    _roll_back_one,
    _forget,
    _import,
    _answer,
    _retain,
    _configure,
)
