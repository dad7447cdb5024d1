"""Ports: what the turn needs from the outside world. Adapters implement them; fakes live in ``dualmem.testing``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from dualmem.model.stored import (
    Commit,
    Head,
    Item,
    ItemKind,
    Loaded,
    RecordRow,
    Scrub,
    SealContext,
    Swap,
    TurnRow,
    WrappedKey,
)

__all__ = [
    "CallTool",
    "ChatModel",
    "Clock",
    "Commit",
    "Embedder",
    "Head",
    "Ids",
    "Item",
    "ItemKind",
    "KeyStore",
    "Loaded",
    "Message",
    "RecordRow",
    "Scrub",
    "SealContext",
    "Signer",
    "Store",
    "Swap",
    "Tool",
    "TurnRow",
    "Vault",
    "WrappedKey",
]


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

    def heads(self, tenant: str) -> Iterator[tuple[str, Head]]:
        """Stream the subjects of a tenant, in order, each with its counters."""
        ...

    def tenants(self) -> Iterator[str]:
        """Stream the tenants, in order."""
        ...

    def scrub(self, scrub: Scrub) -> None:
        """Overwrite for good, then clear the log of the database (checkpoint with truncation)."""
        ...

    def results(self, tenant: str, subject: str) -> Iterator[tuple[str, str]]:
        """Stream operation id and sealed result of the operations that have one, oldest first."""
        ...

    def swap(self, swap: Swap) -> int:
        """Put new tokens in the place of old ones, in one transaction; give how many still stood there."""
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

    def mark(self, tenant: str, subject: str, path: str, data: bytes) -> str:
        """Give the keyed mark of a forgotten value, 32 hex digits; fast, so it is kept sealed."""
        ...

    def signer(self) -> Signer:
        """Give what signs heads and receipts for this store."""
        ...

    def key_ids(self, tenant: str, subject: str) -> tuple[str, ...]:
        """Give the ids of the subject's data keys; each token of the subject holds one."""
        ...

    def forget(self, tenant: str, subject: str) -> None:
        """Destroy the subject's data key, and the mark of ``doom``."""
        ...

    def doom(self, tenant: str, subject: str) -> None:
        """Mark, durably, that the subject's data keys are to be destroyed; nothing where it has none."""
        ...

    def doomed(self) -> Iterator[tuple[str, str]]:
        """Stream tenant and subject of all that are marked."""
        ...

    def is_doomed(self, tenant: str, subject: str) -> bool:
        """Tell whether the subject is marked; asked before every turn."""
        ...

    def renew(self, tenant: str, subject: str, since: datetime) -> bool:
        """Give the subject a new data key, that seals from now on; the older ones still open what they sealed.

        Args:
            tenant: Tenant id.
            subject: Subject id.
            since: Do nothing where the newest key was made at this time or later; aware.

        Returns:
            Whether one was made.
        """
        ...

    def reseal(self, context: SealContext, token: str) -> str | None:
        """Give the same bytes under the newest key and suite; None for a token that is there already."""
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

    def named(self, prefix: str) -> Iterator[WrappedKey]:
        """Stream the keys whose id begins with some text; quick where there are none."""
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
