"""Forget: what was erased is scrubbed from every place, so that only a header says that something was there.

A turn (or an operator) decides an erasure and commits it with an ``erasure`` item; ``finish`` scrubs history and takes
the item away at the end, so that a crash between the two is made good by the next call.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from dualmem import audit, records
from dualmem.errors import Conflict, StoreBusy, TokenUnreadable
from dualmem.forgotten import MOST_MARKS, marks_of
from dualmem.jobs import receipts
from dualmem.jobs.archive import Archive, Entry
from dualmem.jobs.needles import Needles
from dualmem.model.conversation import Conversation, WritingTurn
from dualmem.model.event import Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.receipt import Receipt
from dualmem.model.snapshot import Erasure, Snapshot, Tombstone
from dualmem.model.value import Value
from dualmem.ports import Commit, Head, Item, ItemKind, Scrub, SealContext, Store, TurnRow, Vault

_TRIES: Final = 50


@dataclass(slots=True)
class _Found:
    """What the audit and the items hold of the erased values."""

    limit: int
    revision: int = 0
    payloads: set[int] = field(default_factory=set)
    cut_payloads: dict[int, str] = field(default_factory=dict)
    values: list[Value] = field(default_factory=list)
    by_path: dict[str, list[Value]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    quotes: dict[int, set[str]] = field(default_factory=dict)

    def take(self, values: tuple[Value | None, ...], said: Provenance | None, path: str | None = None) -> None:
        """Note values of a field, and the words in which they were said."""
        there = [value for value in values if value is not None]
        self.values += there
        if path is not None and there:
            self.by_path.setdefault(path, []).extend(there)
        if said is None:
            return
        if said.words:
            self.words.add(said.words)
        if said.turn is not None:
            self.quotes.setdefault(said.turn, set()).update([said.quote] if said.quote else [])


@dataclass(frozen=True, slots=True)
class _Plan:
    """One scrub, and how much it reaches."""

    scrub: Scrub
    extras: tuple[int, ...]
    receipt: Receipt
    needles: Needles


Reach = Callable[[str, str, Erasure], None]


def finish(store: Store, vault: Vault, tenant: str, subject: str, *, reach: Reach | None = None) -> tuple[Receipt, ...]:
    """Finish every erasure of a subject that was decided; safe to repeat after a crash.

    Args:
        store: Where it is kept.
        vault: What opens it.
        tenant: Tenant id.
        subject: Subject id.
        reach: Called with tenant, subject and erasure before it counts as done: erases in the store's backups too.

    Raises:
        StoreBusy: A reader kept the log of the database from being emptied; call again.
    """
    archive = Archive(store, vault, tenant, subject)
    return tuple(_finish(archive, item, reach) for item in store.items(tenant, subject, ItemKind.ERASURE))


def forget_subject(archive: Archive, said: Provenance) -> Receipt:
    """Erase everything of a subject but the audit headers, and destroy its key.

    First the keys are marked, so that a crash before they are destroyed is made good when the store is next opened.

    Args:
        archive: The subject.
        said: Who asks, when; its operation id makes it happen once.
    """
    needles = Needles(held.value for held in archive.state()[0].fields.values())
    archive.vault.doom(archive.tenant, archive.subject)
    records_ = erase_rows(archive, said)
    archive.vault.forget(archive.tenant, archive.subject)
    receipt = Receipt(subject=archive.subject, erased=(), at=said.at, payloads=records_)
    return receipts.sign(archive, receipt, needles)


def resume(store: Store, vault: Vault, at: datetime) -> tuple[tuple[str, str], ...]:
    """Finish the forgetting of every subject whose keys were marked and not destroyed; give tenant and subject.

    Args:
        store: Where it is kept.
        vault: Holds the marks.
        at: The time, aware.
    """
    doomed = tuple(vault.doomed())
    for tenant, subject in doomed:
        archive = Archive(store, vault, tenant, subject)
        last = next(archive.store.records(tenant, subject, after=archive.head().sequence - 1, limit=1), None)
        if last is not None and audit.read_header(last).kind is not EventKind.SUBJECT_ERASED:
            said = Provenance(at=at, actor="system", channel="forget", operation=f"resume-{archive.head().revision}")
            erase_rows(archive, said)
        else:  # the rows are gone; the log of the database may still hold them
            store.scrub(Scrub(tenant=tenant, subject=subject))
        vault.forget(tenant, subject)
    return doomed


def erase_rows(archive: Archive, said: Provenance) -> int:
    """Erase everything of a subject but the audit headers; give how many records it had. Its keys are not touched."""
    for _ in range(_TRIES):
        head = archive.head()
        if _was_done(archive, said.operation):
            return head.sequence - 1
        event = Event(kind=EventKind.SUBJECT_ERASED, provenance=said._replace(quote=None, words=None))
        operation = said.operation or f"erase-{head.revision}"
        commit = _commit(archive, head, event, operation=operation, seal=_nothing)
        bare = tuple(replace(row, payload=None) for row in commit.records)
        try:
            archive.store.erase_subject(archive.tenant, archive.subject, replace(commit, records=bare))
        except Conflict:
            continue
        return head.sequence
    raise Conflict("too many write to this subject at once; try again", subject=archive.subject)


def _was_done(archive: Archive, operation: str | None) -> bool:
    """Tell whether an operation was committed: its answer may have been lost."""
    return operation is not None and (
        archive.store.load(archive.tenant, archive.subject, "", window=0, operation_id=operation).was_committed
    )


def _nothing(_context: SealContext, _data: bytes) -> str:
    """Give a token that holds nothing: the payload goes at once, and a key that is destroyed needs no further use."""
    return os.urandom(16).hex()


def _finish(archive: Archive, item: Item, reach: Reach | None) -> Receipt:
    """Finish one erasure."""
    erasure = records.load(Erasure, archive.open(item))
    for _ in range(_TRIES):
        head = archive.head()
        plan = _plan(archive, erasure, head, int(item.key))
        try:
            revision = _explain(archive, item, erasure, plan.extras, head)
            archive.store.scrub(replace(plan.scrub, expected_revision=revision))
        except Conflict:
            continue
        archive.store.sweep(archive.tenant, archive.subject, archive.vault.key_ids(archive.tenant, archive.subject))
        if reach is not None:
            reach(archive.tenant, archive.subject, erasure)
        done = Scrub(tenant=archive.tenant, subject=archive.subject, remove=((ItemKind.ERASURE, item.key),))
        with contextlib.suppress(StoreBusy):  # all is overwritten by now; what this adds to the log holds nothing
            archive.store.scrub(done)
        return receipts.sign(archive, plan.receipt, plan.needles)
    raise Conflict("too many write to this subject at once; try again", subject=archive.subject)


def _plan(archive: Archive, erasure: Erasure, head: Head, revision: int) -> _Plan:
    """Find every place of the erased values, up to the revision that erased them (no clock says what was before)."""
    found = _search(archive, erasure, head)
    found.revision = revision
    put, remove = _items(archive, erasure, found)
    needles = Needles(found.values, found.words)
    extras = tuple(sorted(_extras(archive, found, needles)))
    turns = dict(_turns(archive, erasure, found, needles))
    notes = list(_notes(archive, found, needles))
    scrub = Scrub(
        tenant=archive.tenant,
        subject=archive.subject,
        payloads=(*sorted(found.payloads), *extras),
        cut_payloads=found.cut_payloads,
        turns=turns,
        results=tuple({row.number for row in archive.store.turns(archive.tenant, archive.subject)
                       if row.number < erasure.turn}),
        put=(*put, *notes, *_tombstones(archive, erasure, found, head)),
        remove=remove,
    )  # fmt: skip
    receipt = Receipt(
        subject=archive.subject,
        erased=erasure.erased,
        at=erasure.at,
        payloads=len(scrub.payloads) + len(scrub.cut_payloads),
        turns=len(turns),
        notes=len(notes),
        snapshots=sum(1 for one in put if one.kind is ItemKind.SNAPSHOT),
        conversations=sum(1 for one in put if one.kind is ItemKind.CONVERSATION),
    )
    return _Plan(scrub, extras, receipt, needles)


def _is_erased(erasure: Erasure, name: str | None) -> bool:
    """Tell whether a field path or note id is what was erased, or lies below it."""
    return any(audit.is_under(name, gone) for gone in erasure.erased)


def _search(archive: Archive, erasure: Erasure, head: Head) -> _Found:
    """Find the payloads of the erased fields, up to the erasure itself, and what was said in them."""
    limit = 0
    for header in map(audit.read_header, archive.store.records(archive.tenant, archive.subject)):
        if header.kind in audit.ERASURES and header.turn == erasure.turn:
            limit = header.sequence
    found = _Found(limit=limit or head.sequence)
    for entry in _entries(archive, found.limit):
        header, event = entry.header, entry.event
        changed = frozenset(path for path in header.changes if _is_erased(erasure, path))
        if not (changed or _is_erased(erasure, header.field) or _is_erased(erasure, header.item)):
            continue
        if event is None:  # erased before, or damaged: then nothing of it is worth keeping
            found.payloads.update([header.sequence] if entry.row.payload is not None else [])
            continue
        if len(header.changes) > 1:
            _cut(entry, event, changed, found)
            continue
        found.payloads.add(header.sequence)
        said = None if header.kind in audit.ERASURES else event.provenance
        found.take((event.value, event.text), said, None if event.value is None else header.field)
        for change in event.changes:
            found.take((change.old, change.new), change.restored_from, change.field)
    return found


def _cut(entry: Entry, event: Event, changed: frozenset[str], found: _Found) -> None:
    """Take the erased fields out of a payload of several."""
    left = audit.cut(entry.row, changed)
    if left == entry.row.payload:
        return
    if left is not None:
        found.cut_payloads[entry.row.sequence] = left
    found.payloads.update([entry.row.sequence] if left is None else [])  # tampered with: no part may stay
    for change in event.changes:
        if change.field in changed:
            found.take((change.old, change.new), change.restored_from, change.field)


def _entries(archive: Archive, limit: int) -> Iterator[Entry]:
    """Stream the records up to a limit."""
    link = archive.link()
    for row in archive.store.records(archive.tenant, archive.subject, limit=limit):
        try:
            yield archive.entry(row, link)
        except TokenUnreadable:
            yield Entry(row, audit.read_header(row), None)


def _extras(archive: Archive, found: _Found, needles: Needles) -> Iterator[int]:
    """Give further records that hold an erased value in their words, and change nothing."""
    for entry in _entries(archive, found.limit):
        event = entry.event
        if event is None or event.changes or entry.row.sequence in found.payloads:
            continue
        texts = (event.text, event.provenance.quote, event.provenance.words)
        if any(text is not None and needles.is_in(text) for text in texts):
            yield entry.row.sequence


def _turns(
    archive: Archive, erasure: Erasure, found: _Found, needles: Needles
) -> Iterator[tuple[tuple[int, str], str | None]]:
    """Give the turns whose text loses a value, with their new tokens."""
    for row, raw in archive.turns():
        if raw is None or row.number > erasure.turn:
            continue
        quotes = found.quotes.get(row.number, set())
        text = needles.cut(raw.text, quotes, linked=row.number in found.quotes)
        if text != raw.text:
            context = records.turn_context(archive.tenant, archive.subject, row)
            yield (row.number, row.speaker), archive.vault.seal(context, records.dump(replace(raw, text=text)))


def _notes(archive: Archive, found: _Found, needles: Needles) -> Iterator[Item]:
    """Give the notes that lose a value."""
    for item, note in archive.read(ItemKind.NOTE, Note):
        if item.version > found.revision or not needles.is_in(f"{note.text}\n{note.provenance.quote or ''}"):
            continue
        said = note.provenance._replace(quote=None, words=None)
        yield archive.sealed(item, records.dump(replace(note, text=needles.cut(note.text), provenance=said)))


def _items(
    archive: Archive, erasure: Erasure, found: _Found
) -> tuple[tuple[Item, ...], tuple[tuple[ItemKind, str], ...]]:
    """Give snapshots and conversations without the values, and the updates that still wait for them."""
    put = [*_snapshots(archive, erasure, found), *_conversations(archive, erasure, found)]
    # A field that does not open is in no state that an event could take it out of.
    remove = [(ItemKind.FIELD, path) for path in archive.state()[1] if _is_erased(erasure, path)]
    for item, update in archive.read(ItemKind.PENDING, PendingUpdate):
        if _is_erased(erasure, update.field) and _turn(update.id) <= erasure.turn:
            found.take((update.value,), update.provenance, update.field)
            remove.append((item.kind, item.key))
    return tuple(put), tuple(remove)


def _tombstones(archive: Archive, erasure: Erasure, found: _Found, head: Head) -> Iterator[Item]:
    """Give the marks that keep the values from coming back by any way but the user's words."""
    known = {item.key: old.marks for item, old in archive.read(ItemKind.TOMBSTONE, Tombstone)}
    for path, values in found.by_path.items():
        fresh = [mark for value in values for mark in marks_of(archive.mark, path, value)]
        marks = tuple(dict.fromkeys((*known.get(path, ()), *fresh)))[-MOST_MARKS:]
        place = Item(kind=ItemKind.TOMBSTONE, key=path, version=head.revision, token="")
        yield archive.sealed(place, records.dump(Tombstone(at=erasure.at, marks=marks)))


def _snapshots(archive: Archive, erasure: Erasure, found: _Found) -> Iterator[Item]:
    """Give the snapshots without the erased fields."""
    for item, snapshot in archive.read(ItemKind.SNAPSHOT, Snapshot):
        if item.version > found.revision:
            continue
        gone = {path: held for path, held in snapshot.fields.items() if _is_erased(erasure, path)}
        for path, held in gone.items():
            found.take((held.value,), held.provenance, path)
        if gone:
            kept = {path: held for path, held in snapshot.fields.items() if path not in gone}
            yield archive.sealed(item, records.dump(replace(snapshot, fields=kept)))


def _conversations(archive: Archive, erasure: Erasure, found: _Found) -> Iterator[Item]:
    """Give the conversations whose undo or last showing holds an erased value, without it."""
    for item, old in archive.read(ItemKind.CONVERSATION, Conversation):
        writes = tuple(_without(turn, erasure, found) for turn in old.writes)
        shown = tuple(
            one for one in old.shown if not _is_erased(erasure, one.field) or _turn(one.update) > erasure.turn
        )
        new = replace(old, writes=writes, shown=shown)
        if new != old:
            yield archive.sealed(item, records.dump(new))


def _turn(update: str) -> int:
    """Give the turn in which an update was proposed, from its id."""
    return int(update.partition(".")[0])


def _without(turn: WritingTurn, erasure: Erasure, found: _Found) -> WritingTurn:
    """Give a writing turn without the changes of erased fields; what it can not undo any more is named."""
    gone = [change for change in turn.changes if _is_erased(erasure, change.field)]
    if turn.turn > erasure.turn or not any(change.old is not None or change.new is not None for change in gone):
        return turn
    for change in gone:
        found.take((change.old, change.new), change.restored_from, change.field)
    kept = tuple(change for change in turn.changes if change not in gone)
    names = tuple(dict.fromkeys((*turn.erased, *(change.field for change in gone))))
    return replace(turn, changes=kept, erased=names)


def _explain(archive: Archive, item: Item, erasure: Erasure, extras: tuple[int, ...], head: Head) -> int:
    """Commit the record that names the further payloads, once; give the revision after it."""
    operation = f"erasure-{item.key}"
    if not extras:
        return head.revision
    known = archive.store.load(archive.tenant, archive.subject, "", window=0, operation_id=operation)
    if known.was_committed:
        return known.head.revision
    said = Provenance(at=erasure.at, actor="system", channel="forget", turn=erasure.turn)
    event = Event(kind=EventKind.FIELD_ERASED, provenance=said, reason="the value stood there too", erased=extras)
    archive.store.commit(_commit(archive, head, event, operation=operation))
    return head.revision + 1


def _commit(archive: Archive, head: Head, event: Event, *, operation: str, seal: audit.Seal | None = None) -> Commit:
    """Give the commit of one event that changes no field."""
    link = replace(archive.link(), sequence=head.sequence, version=head.version, digest=head.chain)
    row, end = audit.record(event, link, seal or archive.vault.seal)
    said = event.provenance
    return Commit(
        tenant=archive.tenant,
        subject=archive.subject,
        expected_revision=head.revision,
        head=replace(head, revision=head.revision + 1, sequence=end.sequence, chain=end.digest),
        turn=TurnRow(
            number=head.turn,
            conversation="",
            speaker=said.actor,
            channel=said.channel,
            at=said.at.isoformat(),
            in_window=False,
        ),
        operation_id=operation,
        records=(row,),
    )
