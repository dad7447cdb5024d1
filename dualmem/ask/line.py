"""Line: one thing that is put to the user."""

from dataclasses import dataclass

from dualmem.model.finding import Finding
from dualmem.model.pending import PendingUpdate


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that is put to the user.

    Attributes:
        text: A whole sentence.
        short: The same as a line under ``已提取：``; empty where it must stay a sentence.
        update: The update it shows; None for other questions.
        asks: Field path whose value it asks for; None for none.
        finding: The finding it speaks of; None for none.
        is_once: It is asked at most once in a conversation.
    """

    text: str
    short: str = ""
    update: PendingUpdate | None = None
    asks: str | None = None
    finding: Finding | None = None
    is_once: bool = False
