"""Pending updates: what waits for the user's answer, and what a reply showed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from dualmem.model.provenance import Provenance
from dualmem.model.value import Value

Action = Literal["set", "append", "remove"]
Origin = Literal["rule", "offer", "answer", "api", "import"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingUpdate:
    """A proposed change of one field that waits for the user.

    Attributes:
        id: ``<turn>.<n>``, unique per subject.
        field: Field path.
        value: The proposed value; for list fields a tuple of the items to append or remove.
        action: ``set``, or ``append``/``remove`` of list items.
        origin: Where it came from.
        provenance: Turn, span, quote, rule of the proposal.
        user_turn: Count of the conversation's user turns when it was proposed.
        proposed_at: Aware time of the proposal.
        shown_count: How often a reply showed it.
        shown_user_turn: Count of user turns at the last showing; None when never shown.
        is_conflict: It contradicts a stored value (asked as the inconsistency question).
    """

    id: str
    field: str
    value: Value
    action: Action = "set"
    origin: Origin = "rule"
    provenance: Provenance
    user_turn: int
    proposed_at: datetime
    shown_count: int = 0
    shown_user_turn: int | None = None
    is_conflict: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One update exactly as the last reply showed it.

    Attributes:
        update: Id of the pending update.
        ordinal: Its number in the reply, from 1.
        field: Field path.
        value: The value shown; a yes writes this and nothing else.
        digest: SHA-256 hex of the shown bytes, for the single-use token.
        is_offer: It was a value of the assistant, not of the user.
        is_conflict: It was asked beside a different stored value.
    """

    update: str
    ordinal: int
    field: str
    value: Value
    digest: str = ""
    is_offer: bool = False
    is_conflict: bool = False
