"""Notes: short free texts that the user asked to keep."""

from dataclasses import dataclass
from datetime import datetime

from dualmem.model.provenance import Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One note.

    Attributes:
        id: ``n<turn>.<n>``, unique per subject.
        text: The text as said, cleaned.
        at: When it was added, aware.
        provenance: Where it came from.
        tags: Tags of imported notes.
        importance: 0..1 of imported notes; None when unknown.
    """

    id: str
    text: str
    at: datetime
    provenance: Provenance
    tags: tuple[str, ...] = ()
    importance: float | None = None
