"""Receipts: what a forgetting reached, and what it can not reach."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was forgotten for good. It never holds the value.

    Attributes:
        subject: Subject id.
        erased: Field paths and ids of notes; empty for the whole subject.
        at: When it was decided, aware.
        payloads: Number of audit payloads erased.
        turns: Number of turns whose text lost the value.
        notes: Number of notes whose text lost the value.
        snapshots: Number of snapshots that lost the value.
        conversations: Number of conversations whose undo lost the value.
        out_of_reach: What no store can reach: exports, backups and copies made before.
        marks: Keyed marks of the ways in which the values can stand in a text (``t`` or ``d``, length, 32 hex digits).
        key: The public key of the store's signer, 64 hex digits.
        signature: Ed25519 over the canonical JSON of all else, 128 hex digits.
    """

    subject: str
    erased: tuple[str, ...]
    at: datetime
    payloads: int = 0
    turns: int = 0
    notes: int = 0
    snapshots: int = 0
    conversations: int = 0
    out_of_reach: tuple[str, ...] = ("exports", "backups", "what a language model was sent")
    marks: tuple[str, ...] = ()
    key: str = ""
    signature: str = ""
