"""Ledger: opens what was read into the model, and seals a step's decision into one commit."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType

from dualmem import audit, records
from dualmem.errors import TokenUnreadable
from dualmem.forgotten import Forgotten
from dualmem.model.conversation import Conversation, Turn, TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.settings import Settings
from dualmem.model.snapshot import Erasure, RawText, Snapshot, Tombstone
from dualmem.model.state import Held, State, fold
from dualmem.ports import Commit, Head, Item, ItemKind, Loaded, RecordRow, TurnRow, Vault

SETTINGS_KEY = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The memory of one subject as one turn sees it.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        head: Counters at the read.
        state: Long-term state.
        queue: Pending updates, oldest first.
        conversation: This conversation.
        settings: The subject's own settings.
        window: Raw turns, oldest first.
        unreadable: Field paths whose token does not open.
        erasures: Keys of erasures that a crash left undone.
        result: Bytes of the stored result of the repeated operation, or None.
        tombstones: Field path to the marks of its forgotten values.
    """

    tenant: str
    subject: str
    head: Head
    state: State
    queue: tuple[PendingUpdate, ...]
    conversation: Conversation
    settings: Settings
    window: tuple[Turn, ...] = ()
    unreadable: tuple[str, ...] = ()
    erasures: tuple[str, ...] = ()
    result: bytes | None = None
    tombstones: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step to be written.

    Attributes:
        opened: What was read.
        decision: What was decided, protected already.
        context: Clock and names.
        speaker: Who the step's row belongs to: user, a person's id, assistant, operator, system.
        text: Text of the turn as it may be stored; None for none.
        in_window: The row belongs to the window of raw turns.
        result: Bytes returned when the operation is repeated.
        settings: New settings; None to leave them.
        tag: Tag of a snapshot of the state before this step; None for none.
        is_new_turn: The step takes a new turn number (a reply shares the number of what it answers).
        is_cut: The text is the half answer of a model that stopped.
    """

    opened: Opened
    decision: Decision
    context: TurnContext
    speaker: str
    text: str | None = None
    in_window: bool = True
    result: bytes | None = None
    settings: Settings | None = None
    tag: str | None = None
    is_new_turn: bool = True
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A step, sealed.

    Attributes:
        commit: What the store writes.
        after: The memory after the commit.
        events: Every event of the step, snapshots included.
    """

    commit: Commit
    after: Opened
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Parts:
    """What the items of one subject hold, while they are opened one by one."""

    conversation: Conversation
    settings: Settings = field(default_factory=Settings)
    fields: dict[str, Held] = field(default_factory=dict)
    queue: list[PendingUpdate] = field(default_factory=list)
    erasures: list[str] = field(default_factory=list)
    tombstones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)

    def take(self, item: Item, read: Callable[[], bytes]) -> None:
        """Put one item where it belongs; notes, tasks and the like are read when somebody asks for them.

        Raises:
            TokenUnreadable: Its token does not open.
        """
        match item.kind:
            case ItemKind.FIELD:
                self.fields[item.key] = records.load(Held, read())
            case ItemKind.PENDING:
                self.queue.append(records.load(PendingUpdate, read()))
            case ItemKind.CONVERSATION:
                self.conversation = records.load(Conversation, read())
            case ItemKind.SETTINGS:
                self.settings = records.load(Settings, read())
            case ItemKind.ERASURE:
                self.erasures.append(item.key)
            case ItemKind.TOMBSTONE:
                self.tombstones[item.key] = records.load(Tombstone, read()).marks
            case _:
                pass


class Ledger:
    """Opens and seals for one store, with one vault."""

    def __init__(self, vault: Vault) -> None:
        """Keep the vault."""
        self._vault = vault

    def open(self, tenant: str, subject: str, conversation: str, loaded: Loaded, *, operation: str = "") -> Opened:
        """Give the model of what was read; a damaged field is left out and named.

        Args:
            tenant: Tenant id.
            subject: Subject id.
            conversation: Conversation id.
            loaded: What was read.
            operation: The operation whose stored result was asked for.
        """
        parts = _Parts(Conversation(id=conversation))
        for item in loaded.items:
            try:
                parts.take(item, partial(self.read, tenant, subject, item))
            except TokenUnreadable:
                parts.unreadable.append(item.key)
        return Opened(
            tenant=tenant,
            subject=subject,
            head=loaded.head,
            state=State(version=loaded.head.version, fields=MappingProxyType(parts.fields)),
            queue=tuple(sorted(parts.queue, key=_age)),
            conversation=parts.conversation,
            settings=parts.settings,
            window=tuple(self._turns(tenant, subject, loaded.window)),
            unreadable=tuple(parts.unreadable),
            erasures=tuple(parts.erasures),
            result=self._open_result(tenant, subject, loaded.result, operation),
            tombstones=MappingProxyType(parts.tombstones),
        )

    def forgotten(self, opened: Opened) -> Forgotten:
        """Give what tells the values that were forgotten."""
        tenant, subject = opened.tenant, opened.subject
        return Forgotten(lambda path, data: self._vault.mark(tenant, subject, path, data), opened.tombstones)

    def read(self, tenant: str, subject: str, item: Item) -> bytes:
        """Give the bytes of one item."""
        return self._vault.open(
            records.item_context(tenant, subject, item.kind, item.key, version=item.version), item.token
        )

    def seal(self, step: Step) -> Sealed:
        """Give the one commit that writes a step."""
        opened, decision = step.opened, step.decision
        events = self._events(step)
        state = fold(opened.state, events)
        rows, head = self._records(step, events, state)
        put, remove = self._items(step, state, head)
        erasures = opened.erasures
        if decision.erased:
            erasures = (*erasures, erasure_key(head))
        after = replace(
            opened,
            head=head,
            state=state,
            queue=decision.queue,
            conversation=decision.conversation,
            settings=step.settings or opened.settings,
            erasures=erasures,
        )
        commit = Commit(
            tenant=opened.tenant,
            subject=opened.subject,
            expected_revision=opened.head.revision,
            head=head,
            turn=self._row(step),
            operation_id=step.context.operation or "",
            result=self._seal_result(step),
            records=rows,
            put=put,
            remove=remove,
        )
        return Sealed(commit=commit, after=after, events=events)

    def _events(self, step: Step) -> tuple[Event, ...]:
        """Give the step's events, a snapshot first where one is due."""
        if step.tag is None:
            return step.decision.events
        source = _provenance(step)._replace(actor="system")
        taken = Event(kind=EventKind.SNAPSHOT_TAKEN, provenance=source, item=step.tag, text=step.tag)
        return (taken, *step.decision.events)

    def _records(self, step: Step, events: Iterable[Event], state: State) -> tuple[tuple[RecordRow, ...], Head]:
        """Give the chained audit records and the counters after them."""
        opened = step.opened
        link = audit.Link(
            tenant=opened.tenant,
            subject=opened.subject,
            pseudonym=self._vault.pseudonym(opened.tenant, opened.subject),
            sequence=opened.head.sequence,
            version=opened.state.version,
            digest=opened.head.chain,
        )
        rows: list[RecordRow] = []
        for event in events:
            row, link = audit.record(event, link, self._vault.seal)
            rows.append(row)
        day = step.context.now.date().isoformat()
        head = replace(
            opened.head,
            version=state.version,
            revision=opened.head.revision + 1,
            sequence=link.sequence,
            chain=link.digest,
            turn=step.context.turn if step.is_new_turn else opened.head.turn,
            day=day if step.tag and step.tag.startswith("daily") else opened.head.day,
        )
        return tuple(rows), head

    def _items(self, step: Step, state: State, head: Head) -> tuple[tuple[Item, ...], tuple[tuple[ItemKind, str], ...]]:
        """Give what to put and what to remove: only what the step changed."""
        opened, decision = step.opened, step.decision
        put = [
            self.item(opened, ItemKind.FIELD, path, held.version, records.dump(held))
            for path, held in state.fields.items()
            if opened.state.fields.get(path) is not held
        ]
        remove = [(ItemKind.FIELD, path) for path in opened.state.fields if path not in state.fields]
        revision = head.revision
        waiting = {update.id: update for update in opened.queue}
        put += [
            self.item(opened, ItemKind.PENDING, update.id, revision, records.dump(update))
            for update in decision.queue
            if waiting.get(update.id) != update
        ]
        kept = {update.id for update in decision.queue}
        remove += [(ItemKind.PENDING, gone) for gone in waiting if gone not in kept]
        if decision.conversation != opened.conversation and decision.conversation.id:
            data = records.dump(decision.conversation)
            put.append(self.item(opened, ItemKind.CONVERSATION, decision.conversation.id, revision, data))
        put += [self.item(opened, ItemKind.NOTE, note.id, revision, records.dump(note)) for note in decision.notes]
        remove += [(ItemKind.NOTE, note) for note in decision.removed_notes]
        put += self._extra_items(step, head)
        return tuple(put), tuple(remove)

    def _extra_items(self, step: Step, head: Head) -> Iterator[Item]:
        """Give the rare items: settings, a snapshot, an erasure to be finished."""
        opened, revision = step.opened, head.revision
        if step.settings is not None:
            yield self.item(opened, ItemKind.SETTINGS, SETTINGS_KEY, revision, records.dump(step.settings))
        if step.tag is not None:
            state = opened.state
            snapshot = Snapshot(tag=step.tag, at=step.context.now, version=state.version, fields=state.fields)
            yield self.item(opened, ItemKind.SNAPSHOT, step.tag, revision, records.dump(snapshot))
        if step.decision.erased:
            erasure = Erasure(turn=step.context.turn, at=step.context.now, erased=step.decision.erased)
            yield self.item(opened, ItemKind.ERASURE, erasure_key(head), head.revision, records.dump(erasure))

    def item(self, opened: Opened, kind: ItemKind, key: str, version: int, data: bytes) -> Item:
        """Give one sealed item."""
        context = records.item_context(opened.tenant, opened.subject, kind, key, version=version)
        return Item(kind=kind, key=key, version=version, token=self._vault.seal(context, data))

    def _row(self, step: Step) -> TurnRow:
        """Give the step's row, its text sealed."""
        opened, context = step.opened, step.context
        row = TurnRow(
            number=context.turn,
            conversation=context.conversation,
            speaker=step.speaker,
            channel=context.channel,
            at=context.now.isoformat(),
            in_window=False,
        )
        if step.text is None:
            return row
        raw = RawText(text=step.text, is_cut=step.is_cut)
        token = self._vault.seal(records.turn_context(opened.tenant, opened.subject, row), records.dump(raw))
        return replace(row, token=token, in_window=step.in_window)

    def _turns(self, tenant: str, subject: str, rows: Iterable[TurnRow]) -> Iterator[Turn]:
        """Give the raw turns that can be read."""
        for row in rows:
            if row.token is None:
                continue
            try:
                data = self._vault.open(records.turn_context(tenant, subject, row), row.token)
            except TokenUnreadable:
                continue
            raw = records.load(RawText, data)
            yield Turn(
                number=row.number,
                conversation=row.conversation,
                speaker=row.speaker,
                channel=row.channel,
                text=raw.text,
                at=datetime.fromisoformat(row.at),
                is_cut=raw.is_cut,
            )

    def _seal_result(self, step: Step) -> str | None:
        """Give the sealed result of the operation."""
        if step.result is None:
            return None
        opened, operation = step.opened, step.context.operation or ""
        return self._vault.seal(records.result_context(opened.tenant, opened.subject, operation), step.result)

    def _open_result(self, tenant: str, subject: str, token: str | None, operation: str) -> bytes | None:
        """Give the result of the repeated operation."""
        return None if token is None else self._vault.open(records.result_context(tenant, subject, operation), token)


def erasure_key(head: Head) -> str:
    """Give the key of the erasure that a commit decides."""
    return str(head.revision)


def _age(update: PendingUpdate) -> tuple[int, ...]:
    """Give the order of updates: by turn, then by number in the turn."""
    return tuple(int(part) for part in update.id.split(".") if part.isdigit())


def _provenance(step: Step) -> Provenance:
    """Give the provenance of what dualmem does by itself in a step."""
    context = step.context
    return Provenance(
        at=context.now,
        channel=context.channel,
        conversation=context.conversation or None,
        turn=context.turn,
        operation=context.operation,
        zone=context.zone,
    )
