"""The check after a fault: nothing acknowledged is lost, nothing is torn, the chain verifies."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from bench.faults import deeds
from bench.faults.talk import COUNTER, open_memory
from dualmem.errors import DualmemError
from dualmem.memory import Memory


@dataclass(slots=True)
class Findings:
    """What was found.

    Attributes:
        lost: Acknowledged operations that are not there.
        torn: What does not fit together.
        chain_bad: Faults of a chain.
    """

    lost: list[str] = field(default_factory=list)
    torn: list[str] = field(default_factory=list)
    chain_bad: list[str] = field(default_factory=list)

    def add(self, other: "Findings", where: str) -> None:
        """Add what was found somewhere."""
        for mine, its in zip(self.lists(), other.lists(), strict=True):
            mine.extend(f"{where}: {one}" for one in its)

    def first(self) -> "Findings":
        """Give the first of each kind."""
        return Findings(*(found[:1] for found in self.lists()))

    def counts(self) -> dict[str, object]:
        """Give the numbers, and the first ten as examples."""
        everything = [one for found in self.lists() for one in found]
        return {
            "bad": len(everything),
            "lost": len(self.lost),
            "torn": len(self.torn),
            "chain_bad": len(self.chain_bad),
            "examples": everything[:10],
        }

    def lists(self) -> tuple[list[str], ...]:
        """Give all kinds."""
        return self.lost, self.torn, self.chain_bad


Acknowledged = tuple[str, str, int]


def check(folder: Path, acknowledged: Iterable[Acknowledged]) -> Findings:
    """Open what a fault left, and compare it with what was acknowledged.

    Args:
        folder: Of the store.
        acknowledged: Subject, operation id and counter of every acknowledged step.
    """
    found = Findings()
    try:
        with open_memory(folder) as memory:
            _check(memory, list(acknowledged), found)
    except DualmemError as error:
        found.torn.append(f"it does not open: {error}")
    return found


def _check(memory: Memory, acknowledged: list[Acknowledged], found: Findings) -> None:
    store = memory._house.store  # noqa: SLF001 - the bench looks below the face
    counters: dict[str, int] = {}
    for subject, operation, count in acknowledged:
        if operation.startswith("@"):
            if store.head(memory.tenant, subject).revision < int(operation[1:]):
                found.lost.append(f"{subject} revision {operation[1:]}")
        elif (
            subject != deeds.ERASED
            and not store.load(memory.tenant, subject, "", window=0, operation_id=operation).was_committed
        ):
            found.lost.append(f"{subject} {operation}")
        counters[subject] = max(counters.get(subject, 0), count)
    integrity = store.status()["integrity"]
    if integrity != "ok":
        found.torn.append(f"integrity: {integrity}")
    for subject in store.subjects(memory.tenant):
        report = memory.audit.verify(subject)
        if report.chain.fault is not None:
            found.chain_bad.append(f"{subject}: {report.chain.fault.message}")
        found.torn += [f"{subject}: {line}" for line in (*report.unreadable, *report.differences)]
        head, rows = store.head(memory.tenant, subject), sum(1 for _ in store.turns(memory.tenant, subject))
        if head.revision != rows and subject != deeds.ERASED:
            found.torn.append(f"{subject}: revision {head.revision}, but {rows} steps")
        if counters.get(subject, 0):
            counted = memory.state(subject).value(COUNTER)
            if counters[subject] > int(str(counted or 0)):
                found.lost.append(f"{subject}: counter {counters[subject]}, stored {counted}")
