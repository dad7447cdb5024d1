"""Stored: the rows and items that a store keeps, and what a sealed token is bound to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ItemKind(StrEnum):
    """What a stored item is."""

    FIELD = "field"
    PENDING = "pending"
    NOTE = "note"
    TASK = "task"
    SNAPSHOT = "snapshot"
    CONVERSATION = "conversation"
    SETTINGS = "settings"
    ERASURE = "erasure"
    TOMBSTONE = "tombstone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The counters of one subject: all that a commit compares and swaps.

    Attributes:
        version: State version.
        revision: Grows by one with every commit; the compare-and-swap token.
        turn: Number of the last turn.
        sequence: Sequence number of the last audit record.
        chain: SHA-256 of the last audit record, 32 bytes (zeros before the first).
        day: Local ISO date of the last daily snapshot; empty before the first.
    """

    version: int = 0
    revision: int = 0
    turn: int = 0
    sequence: int = 0
    chain: bytes = bytes(32)
    day: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One current thing of a subject: a field value, a pending update, a note, a conversation and so on.

    Attributes:
        kind: What it is.
        key: Field path, update id, conversation id, … unique per kind.
        version: State version or revision that wrote it; bound into the token.
        token: Sealed JSON.
    """

    kind: ItemKind
    key: str
    version: int
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One committed step: a heard turn, a reply, or an act outside a conversation.

    Attributes:
        number: Turn number of the subject.
        conversation: Conversation id; empty for acts outside one.
        speaker: user, assistant, a person's id, operator, system.
        channel: user, assistant, tool, document, cli, api, …
        at: Aware ISO 8601 time.
        token: Sealed text; None when not stored (off the record, ``window.persist: false``, acts).
        in_window: Belongs to the window of raw turns.
    """

    number: int
    conversation: str
    speaker: str
    channel: str
    at: str
    token: str | None = None
    in_window: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRow:
    """One audit record.

    Attributes:
        sequence: From 1, without gaps, per subject.
        header: Canonical JSON bytes; holds payload_sha256, kind, field, actor, channel, at, version, previous.
        digest: SHA-256 over previous digest and header: the chain.
        payload: Sealed JSON (old, new, quote, …); None once erased.
    """

    sequence: int
    header: bytes
    digest: bytes
    payload: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What one read gives: everything a turn needs, bounded in size.

    Attributes:
        head: The subject's counters; all zero for a new subject.
        items: Fields, pending updates, tasks, settings, erasures, tombstones, and this conversation (never notes,
            snapshots or other conversations).
        window: The last turns of this conversation, oldest first.
        result: Sealed result of ``operation_id`` where that operation was already committed, else None.
        was_committed: That operation was already committed, with or without a result.
    """

    head: Head = Head()
    items: tuple[Item, ...] = ()
    window: tuple[TurnRow, ...] = ()
    result: str | None = None
    was_committed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """One atomic write.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        expected_revision: The revision that was read; anything else is a Conflict.
        head: The counters after this commit.
        turn: The step row; always present (it carries the operation id).
        operation_id: Unique per subject.
        result: Sealed result returned when the operation is repeated; None for none.
        records: Audit records, in order.
        put: Items to insert or replace.
        remove: Items to delete, as (kind, key).
    """

    tenant: str
    subject: str
    expected_revision: int
    head: Head
    turn: TurnRow
    operation_id: str
    result: str | None = None
    records: tuple[RecordRow, ...] = ()
    put: tuple[Item, ...] = ()
    remove: tuple[tuple[ItemKind, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrub:
    """What forgetting overwrites in one transaction.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        payloads: Sequence numbers whose payload becomes NULL.
        turns: Turn row to its new token (None: the text is gone); keyed by (number, speaker).
        results: Turn numbers whose stored operation result becomes NULL.
        put: Items to replace (snapshots and conversations without the value).
        remove: Items to delete.
        cut_payloads: Sequence number to the payload without the erased part.
        expected_revision: The revision that was read; anything else is a Conflict. None to take any.
    """

    tenant: str
    subject: str
    payloads: tuple[int, ...] = ()
    turns: Mapping[tuple[int, str], str | None] = field(default_factory=dict)
    results: tuple[int, ...] = ()
    put: tuple[Item, ...] = ()
    remove: tuple[tuple[ItemKind, str], ...] = ()
    cut_payloads: Mapping[int, str] = field(default_factory=dict)
    expected_revision: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """Tokens that change places with others of the same content; each only where the old one still stands.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        items: Kind, key, old token, new token.
        turns: Turn number, speaker, old token, new token.
        results: Operation id, old token, new token.
    """

    tenant: str
    subject: str
    items: tuple[tuple[ItemKind, str, str, str], ...] = ()
    turns: tuple[tuple[int, str, str, str], ...] = ()
    results: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SealContext:
    """What a token is bound to.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        kind: ``turn``, ``record``, ``result`` or an ItemKind.
        path: Field path, update id, turn number, …
        version: The version the item or record was written at.
    """

    tenant: str
    subject: str
    kind: str
    path: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WrappedKey:
    """One data key, encrypted with the master key.

    Attributes:
        id: 16 hex digits; named by every token that the key sealed.
        tenant: Tenant id; empty for the root key of the store.
        subject: Subject id; empty for the root key.
        wrapped: The encrypted key.
        master: Id of the master key that wrapped it.
        at: Aware ISO 8601 time of its making.
    """

    id: str
    tenant: str
    subject: str
    wrapped: bytes
    master: str
    at: str
