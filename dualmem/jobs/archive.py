"""Archive: everything that is stored of one subject, opened; what the jobs read."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar

from dualmem import audit, records
from dualmem.errors import NotFound, TokenUnreadable
from dualmem.forgotten import Forgotten
from dualmem.model.conversation import Conversation
from dualmem.model.event import Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.snapshot import RawText, Snapshot, Tombstone
from dualmem.model.state import Held, State, fold
from dualmem.ports import Head, Item, ItemKind, RecordRow, Store, TurnRow, Vault

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """One audit record, opened.

    Attributes:
        row: As stored.
        header: What it says in clear.
        event: What happened; None once the payload was erased.
    """

    row: RecordRow
    header: audit.Header
    event: Event | None


@dataclass(frozen=True, slots=True)
class Archive:
    """One subject's store and vault.

    Attributes:
        store: Where it is kept.
        vault: What opens it.
        tenant: Tenant id.
        subject: Subject id.
    """

    store: Store
    vault: Vault
    tenant: str
    subject: str

    def known(self) -> "Archive":
        """Give the archive of a subject that exists.

        Raises:
            NotFound: Nothing was ever stored of this subject.
        """
        if self.head().revision == 0:
            raise NotFound(
                f"nothing is known of {self.subject}",
                subject=self.subject,
                next_step="Check subject, tenant and store: `dualmem doctor` prints which store it is.",
            )
        return self

    def head(self) -> Head:
        """Give the counters."""
        return self.store.head(self.tenant, self.subject)

    def link(self) -> audit.Link:
        """Give where the chain begins."""
        pseudonym = self.vault.pseudonym(self.tenant, self.subject)
        return audit.Link(tenant=self.tenant, subject=self.subject, pseudonym=pseudonym)

    def entries(self, *, after: int = 0) -> Iterator[Entry]:
        """Stream the audit records in order.

        Raises:
            TokenUnreadable: A payload does not open.
        """
        link = self.link()
        for row in self.store.records(self.tenant, self.subject, after=after):
            yield self.entry(row, link)

    def entry(self, row: RecordRow, link: audit.Link) -> Entry:
        """Open one audit record."""
        return Entry(row, audit.read_header(row), audit.read_event(row, link, self.vault.open))

    def state(self) -> tuple[State, tuple[str, ...]]:
        """Give the stored state, and the paths whose token does not open."""
        fields: dict[str, Held] = {}
        unreadable: list[str] = []
        for item in self.store.items(self.tenant, self.subject, ItemKind.FIELD):
            try:
                fields[item.key] = records.load(Held, self.open(item))
            except TokenUnreadable:
                unreadable.append(item.key)
        return State(version=self.head().version, fields=MappingProxyType(fields)), tuple(unreadable)

    def states(self) -> Iterator[tuple[Entry, State]]:
        """Replay the events: each record, and the state after it."""
        state = State()
        for entry in self.entries():
            state = replay(state, entry)
            yield entry, state

    def snapshots(self) -> tuple[Snapshot, ...]:
        """Give the snapshots, oldest first."""
        found = (snapshot for _, snapshot in self.read(ItemKind.SNAPSHOT, Snapshot))
        return tuple(sorted(found, key=lambda one: (one.at, one.tag)))

    def snapshot(self, tag: str) -> Snapshot:
        """Give one snapshot.

        Raises:
            NotFound: There is none with this tag.
        """
        item = self.store.item(self.tenant, self.subject, ItemKind.SNAPSHOT, tag)
        if item is None:
            raise NotFound(
                f"{self.subject} has no snapshot {tag!r}", tag=tag, next_step="`dualmem snapshot list` names them."
            )
        return records.load(Snapshot, self.open(item))

    def notes(self) -> tuple[Note, ...]:
        """Give the notes, oldest first."""
        found = (note for _, note in self.read(ItemKind.NOTE, Note))
        return tuple(sorted(found, key=lambda note: (note.at, note.id)))

    def pending(self) -> tuple[PendingUpdate, ...]:
        """Give the waiting updates, oldest first."""
        found = (update for _, update in self.read(ItemKind.PENDING, PendingUpdate))
        return tuple(sorted(found, key=lambda update: (update.proposed_at, update.id)))

    def conversations(self) -> tuple[Conversation, ...]:
        """Give what is kept of every conversation."""
        return tuple(conversation for _, conversation in self.read(ItemKind.CONVERSATION, Conversation))

    def turns(self) -> Iterator[tuple[TurnRow, RawText | None]]:
        """Stream the turns with their texts; None where no text is kept, or none that opens."""
        for row in self.store.turns(self.tenant, self.subject):
            text = None
            if row.token is not None:
                context = records.turn_context(self.tenant, self.subject, row)
                with contextlib.suppress(TokenUnreadable):
                    text = records.load(RawText, self.vault.open(context, row.token))
            yield row, text

    def forgotten(self) -> dict[str, datetime]:
        """Give the field paths (and group paths, and ids of notes) that were erased, each with the last time."""
        found: dict[str, datetime] = {}
        for header in map(audit.read_header, self.store.records(self.tenant, self.subject)):
            name = header.item if header.kind is EventKind.NOTE_ERASED else header.field
            if header.kind in audit.ERASURES and name is not None:
                found[name] = datetime.fromisoformat(header.at)
        return found

    def tombstones(self) -> Forgotten:
        """Give what tells the values that were forgotten."""
        marks = {item.key: found.marks for item, found in self.read(ItemKind.TOMBSTONE, Tombstone)}
        return Forgotten(self.mark, marks)

    def mark(self, path: str, data: bytes) -> str:
        """Give the keyed mark of a value's bytes."""
        return self.vault.mark(self.tenant, self.subject, path, data)

    def read(self, kind: ItemKind, of: type[T]) -> Iterator[tuple[Item, T]]:
        """Give the items of a kind that open, each with what it holds."""
        for item in self.store.items(self.tenant, self.subject, kind):
            with contextlib.suppress(TokenUnreadable):
                yield item, records.load(of, self.open(item))

    def open(self, item: Item) -> bytes:
        """Give the bytes of an item."""
        context = records.item_context(self.tenant, self.subject, item.kind, item.key, version=item.version)
        return self.vault.open(context, item.token)

    def sealed(self, item: Item, data: bytes) -> Item:
        """Give an item with other bytes."""
        context = records.item_context(self.tenant, self.subject, item.kind, item.key, version=item.version)
        return replace(item, token=self.vault.seal(context, data))


def replay(state: State, entry: Entry) -> State:
    """Give the state after one record; what was erased from it counts as unset.

    Args:
        state: The state before.
        entry: The record.
    """
    header = entry.header
    if header.kind is EventKind.SUBJECT_ERASED:
        return State(version=header.version)
    if not header.changes:
        return state
    if entry.event is not None and len(entry.event.changes) == len(header.changes):
        return fold(state, [entry.event])
    after = state if entry.event is None or not entry.event.changes else fold(state, [entry.event])
    kept = {change.field for change in entry.event.changes} if entry.event is not None else set[str]()
    fields: dict[str, Held] = {}
    for path, held in after.fields.items():
        if path in header.changes and path not in kept:
            continue
        is_stale = path in header.stale and path not in header.changes
        fields[path] = held._replace(stale_since=header.version) if is_stale else held
    return State(version=header.version, fields=MappingProxyType(fields))


def difference(old: Mapping[str, Held], new: Mapping[str, Held]) -> tuple[str, ...]:
    """Give the field paths that are held otherwise, in order."""
    return tuple(path for path in sorted({*old, *new}) if old.get(path) != new.get(path))


def is_forgotten(path: str, at: datetime, forgotten: Mapping[str, datetime]) -> bool:
    """Tell whether a value of a field, written at a time, was erased since."""
    return any(audit.is_under(path, gone) and at <= erased_at for gone, erased_at in forgotten.items())
