"""Verify: one subject's chain is whole, every token opens, and the state equals the replay of its events."""

from dataclasses import dataclass, replace

from dualmem import audit
from dualmem.errors import InvalidInput, StoreCorrupt, TokenUnreadable
from dualmem.jobs.archive import Archive, difference
from dualmem.model.state import State
from dualmem.ports import Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What verifying one subject gave.

    Attributes:
        subject: Subject id.
        chain: The verdict on the chain.
        unreadable: Places whose token does not open (``business_context.deadline``, ``record 7``).
        differences: Field paths whose stored value is not the one of the replay.
    """

    subject: str
    chain: audit.Verdict
    unreadable: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()

    @property
    def is_ok(self) -> bool:
        """Tell whether nothing is wrong."""
        return self.chain.fault is None and not self.unreadable and not self.differences

    def lines(self) -> tuple[str, ...]:
        """Give what was found, for people; the first line says whether all is well."""
        if self.is_ok:
            erased = f", {self.chain.erased} erased payloads" if self.chain.erased else ""
            return (f"{self.subject}: ok, {self.chain.records} records{erased}, the state equals the replay",)
        faults = [] if self.chain.fault is None else [self.chain.fault.message]
        faults += [f"{place}: its token does not open" for place in self.unreadable]
        faults += [f"{path}: the stored value is not what the audit says" for path in self.differences]
        return (f"{self.subject}: {len(faults)} faults", *faults)


def verify(archive: Archive, *, anchor: Head | None = None) -> Report:
    """Check everything that is stored of a subject.

    Args:
        archive: The subject.
        anchor: Counters noted outside the store, that the chain must still contain; None for none.
    """
    head = archive.head()
    rows = archive.store.records(archive.tenant, archive.subject)
    verdict = audit.verify(rows, link=archive.link(), head=head)
    if verdict.fault is None and anchor is not None:
        verdict = _against(archive, anchor, verdict)
    state, unreadable = archive.state()
    if verdict.fault is not None:
        return Report(subject=archive.subject, chain=verdict, unreadable=unreadable)
    replayed, bad = _replayed(archive)
    differences = () if bad else difference(replayed.fields, state.fields)
    return Report(
        subject=archive.subject,
        chain=verdict,
        unreadable=(*unreadable, *bad),
        differences=tuple(path for path in differences if path not in unreadable),
    )


def _against(archive: Archive, anchor: Head, verdict: audit.Verdict) -> audit.Verdict:
    """Compare a whole chain with a head that was noted outside."""
    found = next(archive.store.records(archive.tenant, archive.subject, after=anchor.sequence - 1, limit=1), None)
    if anchor.sequence == 0 or (found is not None and found.digest == anchor.chain):
        return verdict
    if found is None:
        missing = anchor.sequence - verdict.records
        message = f"the last {missing} records ({verdict.records + 1} to {anchor.sequence}) that were noted are missing"
        fault = audit.Fault(sequence=verdict.records + 1, why="tail", message=message)
    else:
        message = f"record {anchor.sequence} is not the one that was noted: the chain was written anew"
        fault = audit.Fault(sequence=anchor.sequence, why="head", message=message)
    return replace(verdict, fault=fault)


def _replayed(archive: Archive) -> tuple[State, tuple[str, ...]]:
    """Give the state that the events make, and the record that could not be opened."""
    state, last = State(), 0
    try:
        for entry, after in archive.states():
            state, last = after, entry.row.sequence
    except (TokenUnreadable, StoreCorrupt, InvalidInput):
        return state, (f"record {last + 1}",)
    return state, ()
