"""Ports: what the turn needs from the outside world. Adapters implement them; fakes live in ``dualmem.testing``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol


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
        items: Fields, pending updates, tasks, settings, erasures, and this conversation (never notes, snapshots or
            other conversations).
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


class Store(Protocol):
    """Durable memory of many subjects. Every backend passes the one store contract (``dualmem.testing``).

    Errors are StorageError and its kinds, Conflict and NotFound; driver errors never leave the adapter.
    """

    def load(
        self, tenant: str, subject: str, conversation: str, *, window: int, operation_id: str | None = None
    ) -> Loaded:
        """Read what a turn needs; ``window`` is the greatest number of raw turns."""
        ...

    def commit(self, commit: Commit) -> None:
        """Write all or nothing, durable on return.

        Raises:
            Conflict: The revision is not the expected one.
            CommitUnknown: The commit may have happened.
        """
        ...

    def items(self, tenant: str, subject: str, kind: ItemKind) -> tuple[Item, ...]:
        """Read all items of a kind, by key."""
        ...

    def item(self, tenant: str, subject: str, kind: ItemKind, key: str) -> Item | None:
        """Read one item."""
        ...

    def head(self, tenant: str, subject: str) -> Head:
        """Read the counters; all zero for an unknown subject."""
        ...

    def records(self, tenant: str, subject: str, *, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        """Stream audit records in order, from ``after`` (exclusive)."""
        ...

    def turns(self, tenant: str, subject: str, *, after: int = 0) -> Iterator[TurnRow]:
        """Stream turn rows in order of number; of one number the heard row before the reply."""
        ...

    def subjects(self, tenant: str) -> Iterator[str]:
        """Stream the subjects of a tenant, in order."""
        ...

    def tenants(self) -> Iterator[str]:
        """Stream the tenants, in order."""
        ...

    def scrub(self, scrub: Scrub) -> None:
        """Overwrite for good, then clear the log of the database (checkpoint with truncation)."""
        ...

    def sweep(self, tenant: str, subject: str, marks: Sequence[str]) -> bool:
        """Make sure that no freed place still holds a token of the subject that is not stored any more.

        Args:
            tenant: Tenant id.
            subject: Subject id.
            marks: What every token of the subject holds: the ids of its data keys.

        Returns:
            Whether something was found; then the store was written anew.
        """
        ...

    def erase_subject(self, tenant: str, subject: str, keep: Commit) -> None:
        """Delete everything of a subject but its audit headers, and add ``keep`` in the same transaction."""
        ...

    def backup(self, target: str) -> None:
        """Copy the store, while in use, to a new file."""
        ...

    def status(self) -> Mapping[str, object]:
        """Give location, schema version, sizes and integrity, for people."""
        ...

    def close(self) -> None:
        """Release the store; safe to call twice."""
        ...


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


class Signer(Protocol):
    """Signs what leaves the store."""

    @property
    def public_key(self) -> bytes:
        """The Ed25519 public key, 32 bytes."""
        ...

    def sign(self, data: bytes) -> bytes:
        """Give the signature, 64 bytes."""
        ...

    def is_signed(self, data: bytes, signature: bytes) -> bool:
        """Tell whether a signature is this key's."""
        ...


class Vault(Protocol):
    """Seals bytes for one subject. Same plain text, other token each time."""

    def seal(self, context: SealContext, data: bytes) -> str:
        """Give a token that opens only with the same context."""
        ...

    def open(self, context: SealContext, token: str) -> bytes:
        """Give the bytes.

        Raises:
            TokenUnreadable: Damaged, moved, or another key's.
            KeyMissing: Its key is gone.
        """
        ...

    def opener(self, tenant: str, subject: str) -> Callable[[SealContext, str], bytes]:
        """Give what opens many tokens of one subject, like ``open``; its keys are read once."""
        ...

    def pseudonym(self, tenant: str, subject: str) -> str:
        """Give the HMAC that stands for a subject in audit headers, 32 hex digits."""
        ...

    def keyed_hash(self, tenant: str, subject: str, path: str, data: bytes) -> str:
        """Give the keyed hash that stands for a ``hash`` value, 64 hex digits."""
        ...

    def signer(self) -> Signer:
        """Give what signs heads and receipts for this store."""
        ...

    def key_ids(self, tenant: str, subject: str) -> tuple[str, ...]:
        """Give the ids of the subject's data keys; each token of the subject holds one."""
        ...

    def forget(self, tenant: str, subject: str) -> None:
        """Destroy the subject's data key."""
        ...

    def rewrap(self, new_master: bytes, *, is_open: bool = False) -> int:
        """Wrap every data key with a new master key, and give how many; may be repeated after a crash.

        Args:
            new_master: 32 bytes.
            is_open: Leave a way from the old key to the new one, until a call without it.
        """
        ...

    def status(self) -> Mapping[str, object]:
        """Give suite, public id of the master key and number of subjects with a key, for people."""
        ...

    def close(self) -> None:
        """Release the key store."""
        ...


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


class KeyStore(Protocol):
    """Durable place of the wrapped data keys, apart from what they protect."""

    def keys(self, tenant: str, subject: str) -> tuple[WrappedKey, ...]:
        """Give a subject's keys, oldest first; the last one seals."""
        ...

    def add(self, key: WrappedKey, *, after: str | None) -> tuple[WrappedKey, ...]:
        """Add a key if ``after`` is still the id of the last one (None: there is none), durable on return.

        A subject's key is refused where neither the root key nor the next master key (``next-<id>``, tenant empty,
        subject ``next``) names the master that wrapped it: the store has another master key by now.

        Returns:
            The subject's keys, oldest first: with another last key when somebody else was first.
        """
        ...

    def remove(self, tenant: str, subject: str) -> None:
        """Destroy all keys of a subject, so that no file holds them."""
        ...

    def subjects(self) -> Iterator[tuple[str, str]]:
        """Stream tenant and subject of all that have a key, in order; the root key's are empty."""
        ...

    def replace(self, old: WrappedKey, new: WrappedKey) -> bool:
        """Put the same key wrapped anew in the place of ``old``; False when that is no longer there."""
        ...

    def changes(self) -> int:
        """Give a number that is another one after any other process changed the keys."""
        ...

    def close(self) -> None:
        """Release the place; safe to call twice."""
        ...


class Clock(Protocol):
    """Tells the time."""

    def __call__(self) -> datetime:
        """Give the current time, aware."""
        ...


class Ids(Protocol):
    """Makes ids."""

    def __call__(self) -> str:
        """Give a new unique id."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a chat model: role is system, user, assistant or tool."""

    role: str
    content: str


Tool = Mapping[str, object]
CallTool = Callable[[str, str], str]


class ChatModel(Protocol):
    """A language model that answers a list of messages."""

    def stream(
        self,
        messages: Sequence[Message],
        *,
        deadline_s: float | None = None,
        tools: Sequence[Tool] = (),
        call_tool: CallTool | None = None,
    ) -> Iterator[str]:
        """Give the answer piece by piece.

        Args:
            messages: The conversation.
            deadline_s: Seconds for the whole answer, tools included; None for the model's own.
            tools: Tools as the endpoint describes them (``{"type": "function", "function": {…}}``).
            call_tool: Gives a tool's result for its name and JSON arguments.

        Raises:
            ModelError: And its kinds; after the first piece the answer is cut.
        """
        ...


class Embedder(Protocol):
    """Turns texts into vectors."""

    def embed(self, texts: Iterable[str]) -> list[list[float]]:
        """Give one vector per text."""
        ...
