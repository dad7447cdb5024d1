"""Verify: one subject's chain is whole, every token opens, and what is stored is what the events made."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from dualmem import audit
from dualmem.canonical import canonical
from dualmem.errors import InvalidInput, StoreCorrupt, TokenUnreadable
from dualmem.jobs import stored
from dualmem.jobs.archive import Archive, Entry, difference, replay
from dualmem.model.event import EventKind
from dualmem.model.state import Held, State
from dualmem.ports import Head, RecordRow

_MOST_NAMED: Final = 5  # the last erasures
_PAGE: Final = 512
_MOST_SEARCHED: Final = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What verifying one subject gave.

    Attributes:
        subject: Subject id.
        chain: The verdict on the chain.
        unreadable: Places whose token does not open (``business_context.deadline``, ``record 7``, ``turn 3 of user``).
        differences: Field paths whose stored value is not the one of the replay.
        strays: Notes, updates, snapshots and turns that are missing or that no record made, and quotes that do not
            stand in their turn; for people.
        since: Number of the record behind which the reading began; 0 for all of them.
    """

    subject: str
    chain: audit.Verdict
    unreadable: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    since: int = 0

    @property
    def is_ok(self) -> bool:
        """Tell whether nothing is wrong."""
        return self.chain.fault is None and not (self.unreadable or self.differences or self.strays)

    def lines(self) -> tuple[str, ...]:
        """Give what was found, for people; the first line says whether all is well."""
        if self.is_ok:
            erased = f", {self.chain.erased} erased payloads" if self.chain.erased else ""
            if self.chain.erasures:
                named = ", ".join(map(str, self.chain.erasures[-_MOST_NAMED:]))
                erased += f" (erased by record {named})"
            since = f" since record {self.since}" if self.since else ""
            return (f"{self.subject}: ok, {self.chain.records} records{since}{erased}, the state equals the replay",)
        faults = [] if self.chain.fault is None else [self.chain.fault.message]
        faults += [f"{place}: its token does not open" for place in self.unreadable]
        faults += [f"{path}: the stored value is not what the audit says" for path in self.differences]
        faults += self.strays
        return (f"{self.subject}: {len(faults)} faults", *faults)


def verify(archive: Archive, *, anchor: Head | None = None) -> Report:
    """Check everything that is stored of a subject.

    Args:
        archive: The subject.
        anchor: Counters noted outside the store, that the chain must still contain; None for none.
    """
    head = archive.head()
    found = _Pass(archive, archive.link(), State())
    found.read(archive.store.records(archive.tenant, archive.subject))
    verdict = found.reader.end(head)
    if anchor is not None and (verdict.fault is None or verdict.fault.why == "erased"):
        verdict = _against(archive, anchor, verdict)  # a cut tail may hold the erasure that explains what is gone
    return _report(archive, found, verdict, head=head)


def verify_since(archive: Archive, anchor: Head, *, fields: str = "") -> Report:
    """Check what came after counters that were noted outside the store and verified then.

    What was written before and not since is read as it stands now: its tokens open, its record is the noted one, and
    with what was changed since it makes the digest of the fields that was noted. Where that can not be told quickly,
    everything is checked.

    Args:
        archive: The subject.
        anchor: The counters.
        fields: The digest of the fields that was noted with them; empty where none was: then a field that was taken
            out of the state, and not changed since, is not missed.
    """
    if anchor.sequence == 0:
        return verify(archive, anchor=anchor)
    head = archive.head()
    link = replace(archive.link(), sequence=anchor.sequence, version=anchor.version, digest=anchor.chain)
    state, _ = archive.state()
    kept = {
        path: held._replace(stale_since=None) if (held.stale_since or 0) > anchor.version else held
        for path, held in state.fields.items()
        if held.version <= anchor.version
    }
    found = _Pass(archive, link, State(version=anchor.version, fields=MappingProxyType(kept)))
    found.read(archive.store.records(archive.tenant, archive.subject, after=anchor.sequence))
    if fields and found.reader.fault is None and not _fits(archive, found, kept, anchor, fields):
        return verify(archive, anchor=anchor)
    before = _against(archive, anchor, audit.Verdict(records=head.sequence))
    verdict = found.reader.end(head)
    if before.fault is not None:
        verdict = replace(verdict, fault=before.fault)
    return _report(archive, found, verdict, head=head, since=anchor.sequence)


def digest_of(fields: Mapping[str, int]) -> str:
    """Give the digest of which fields have a value and from which version, 64 hex digits."""
    return hashlib.sha256(canonical(dict(fields))).hexdigest()


def _fits(archive: Archive, found: "_Pass", kept: Mapping[str, Held], anchor: Head, fields: str) -> bool:
    """Tell whether what is unchanged since an anchor, and what is not, make the digest that was noted with it."""
    then = {path: held.version for path, held in kept.items() if path not in found.changed}
    before = None if found.made.is_begun_anew else _versions(archive, found.changed, anchor.sequence)
    return before is not None and digest_of({**then, **before}) == fields


def _versions(archive: Archive, paths: Iterable[str], sequence: int) -> dict[str, int] | None:
    """Give the versions that some fields had after a record; None where it would take too long to find them."""
    wanted, found, end = set(paths), dict[str, int](), sequence
    link = archive.link()
    while wanted and end > 0:
        begin = max(end - _PAGE, 0)
        rows = list(archive.store.records(archive.tenant, archive.subject, after=begin, limit=end - begin))
        for row in reversed(rows):
            try:
                header = audit.read_header(row)
                for path in wanted.intersection(header.changes):
                    wanted.discard(path)
                    if _was_set(archive, row, link, header, path):
                        found[path] = header.version
            except (InvalidInput, TokenUnreadable, StoreCorrupt):
                return None
        end = begin
        if sequence - end > _MOST_SEARCHED:
            return None
    return found


def _was_set(archive: Archive, row: RecordRow, link: audit.Link, header: audit.Header, path: str) -> bool:
    """Tell whether a field had a value after a record that changed it."""
    if header.kind in audit.ERASURES or header.kind is EventKind.FIELD_CLEARED:
        return False
    if header.kind is EventKind.FIELD_SET:
        return True
    event = audit.read_event(row, link, archive.vault.open)
    changes = {} if event is None else {change.field: change.new for change in event.changes}
    return changes.get(path, True) is not None  # of an erased payload: it was forgotten since, so it had one


class _Pass:
    """One reading of the records: chain, tokens, state, and the things that they made."""

    def __init__(self, archive: Archive, link: audit.Link, state: State) -> None:
        self.reader = audit.Reader(link)
        self.state = state
        self.made = stored.Made()
        self.bad: tuple[str, ...] = ()
        self.first_turn = 0
        self.changed: set[str] = set()
        self._archive = archive
        self._link = link

    def read(self, rows: Iterable[RecordRow]) -> None:
        """Read records up to the first that is wrong."""
        unseal = self._archive.vault.opener(self._archive.tenant, self._archive.subject)
        for row in rows:
            header = self.reader.read(row)
            if header is None:
                return
            self.made.take(header)
            self.changed.update(header.changes)
            if header.turn is not None and not self.first_turn:
                self.first_turn = header.turn
            if self.bad:
                continue
            try:
                event = audit.read_event(row, self._link, unseal)
                if header.changes or header.kind is EventKind.SUBJECT_ERASED:
                    self.state = replay(self.state, Entry(row, header, event))
            except (TokenUnreadable, StoreCorrupt, InvalidInput):
                self.bad = (f"record {row.sequence}",)


def _report(archive: Archive, found: _Pass, verdict: audit.Verdict, *, head: Head, since: int = 0) -> Report:
    """Compare what is stored with what the records made."""
    state, unreadable = archive.state()
    if verdict.fault is not None:
        return Report(subject=archive.subject, chain=verdict, unreadable=unreadable, since=since)
    unreadable = (*unreadable, *found.bad, *stored.unreadable(archive, after=found.first_turn - 1 if since else 0))
    differences = () if found.bad else difference(found.state.fields, state.fields)
    return Report(
        subject=archive.subject,
        chain=verdict,
        unreadable=unreadable,
        differences=tuple(path for path in differences if path not in unreadable),
        strays=() if since else (*stored.strays(archive, found.made, head), *stored.misquotes(archive, state)),
        since=since,
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
