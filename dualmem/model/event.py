"""Events: what happened, in the past tense. The state is the fold of its events."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from dualmem.model.provenance import Provenance
from dualmem.model.value import Value


class EventKind(StrEnum):
    """The closed set of events."""

    UPDATE_PROPOSED = "UpdateProposed"
    UPDATE_SHOWN = "UpdateShown"
    UPDATE_CONFIRMED = "UpdateConfirmed"
    UPDATE_REJECTED = "UpdateRejected"
    UPDATE_SUPERSEDED = "UpdateSuperseded"
    UPDATE_EXPIRED = "UpdateExpired"
    VALUE_REAFFIRMED = "ValueReaffirmed"
    FIELD_SET = "FieldSet"
    FIELD_CLEARED = "FieldCleared"
    FIELD_ERASED = "FieldErased"
    NOTE_ADDED = "NoteAdded"
    NOTE_REMOVED = "NoteRemoved"
    NOTE_ERASED = "NoteErased"
    TASK_SAVED = "TaskSaved"
    SNAPSHOT_TAKEN = "SnapshotTaken"
    STATE_ROLLED_BACK = "StateRolledBack"
    TURN_UNDONE = "TurnUndone"
    SUBJECT_CONFIGURED = "SubjectConfigured"
    VALUE_REVEALED = "ValueRevealed"
    SUBJECT_ERASED = "SubjectErased"
    KEYS_ROTATED = "KeysRotated"
    TOKENS_RESEALED = "TokensResealed"
    STORE_RESTORED = "StoreRestored"


class Change(NamedTuple):
    """One field before and after.

    Attributes:
        field: Field path.
        old: Value before; None for absent.
        new: Value after; None for absent.
        restored_from: For undo and rollback: the provenance the restored value had.
        restored_at: For undo and rollback: when the restored value was first written.
    """

    field: str
    old: Value | None = None
    new: Value | None = None
    restored_from: Provenance | None = None
    restored_at: datetime | None = None


class Event(NamedTuple):
    """One thing that happened to one subject.

    Attributes:
        kind: What happened.
        provenance: Who, when, where, in which words.
        field: Field path it is about; None for events about no single field.
        changes: State changes it carries, in order; empty for events that write nothing. One event is one version.
        made_stale: Paths whose values depend on a changed field.
        update: Id of the pending update it is about.
        value: The proposed, rejected, reaffirmed value of events that write nothing.
        reason: Short stable word: superseded by, expired, refused, …
        item: Id of the note, task or snapshot it is about.
        text: Text of a note or tag of a snapshot; sealed like values.
        erased: Sequence numbers of audit records of other fields and notes whose payload it erases.
    """

    kind: EventKind
    provenance: Provenance
    field: str | None = None
    changes: tuple[Change, ...] = ()
    made_stale: tuple[str, ...] = ()
    update: str | None = None
    value: Value | None = None
    reason: str | None = None
    item: str | None = None
    text: str | None = None
    erased: tuple[int, ...] = ()
