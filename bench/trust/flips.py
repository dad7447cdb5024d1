"""Single bytes flipped in the database file: named by a check, or without effect; never served as good."""

import contextlib
import random
import shutil
import tempfile
from pathlib import Path

from bench.faults.talk import SUBJECTS, open_memory
from bench.trust.tamper import build
from dualmem.errors import DualmemError
from dualmem.memory import Memory

_FLIPS_OF_ONE_STORE = 200
_UNUSED_SHARE = 0.2  # of the flips anywhere in the file; the others hit bytes that hold a token or a header


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Flip so many bytes, one at a time.

    Returns:
        Keys runs, bad (served as good though it is another), detected, refused (the store does not open), harmless,
        examples.
    """
    chosen = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="dualmem-flips-"))
    counts = dict.fromkeys(("detected", "refused", "harmless"), 0)
    bad: list[str] = []
    good = ""
    try:
        for number in range(count):
            if number % _FLIPS_OF_ONE_STORE == 0:
                build(folder / "base", seed * 30_000 + number)
                with open_memory(folder / "base") as memory:
                    good = _served(memory)
            told = _flip(folder, chosen, good)
            if told in counts:
                counts[told] += 1
            else:
                bad.append(f"{number}: {told}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"runs": count, "bad": len(bad), **counts, "examples": bad[:10]}


def _flip(folder: Path, chosen: random.Random, good: str) -> str:
    """Flip one byte of a copy; give what became of it."""
    place = folder / "case"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder / "base", place)
    file = place / "memory.db"
    raw = bytearray(file.read_bytes())
    at = chosen.randrange(len(raw))
    while chosen.random() > _UNUSED_SHARE and raw[at] == 0:
        at = chosen.randrange(len(raw))
    raw[at] ^= 1 << chosen.randrange(8)
    file.write_bytes(raw)
    try:
        with open_memory(place) as memory:
            reports = [memory.audit.verify(subject) for subject in SUBJECTS]
            is_named = not all(report.is_ok for report in reports)
            with contextlib.suppress(DualmemError):
                served = _served(memory)
                if not is_named:
                    return "harmless" if served == good else f"byte {at}: another memory is served, and no fault named"
            return "detected"
    except DualmemError:
        return "refused"


def _served(memory: Memory) -> str:
    """Give all that a caller gets to see."""
    out = []
    for subject in SUBJECTS:
        out.append(repr(sorted(memory.state(subject).fields.items())))
        out.append(repr([(one.field, one.shown) for one in memory.pending(subject)]))
        out.append("\n".join(map(repr, memory.audit.list(subject))))
        out.append(memory.recall(subject))
    return "\n".join(out)
