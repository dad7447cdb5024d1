"""Findings of the heartbeat, and the question a reply ends with."""

from dataclasses import dataclass, replace
from typing import Literal

from dualmem.model.pending import Shown
from dualmem.model.value import Value

FindingKind = Literal["missing", "expired", "expiring", "stale", "inconsistent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing the heartbeat noticed before a reply.

    Attributes:
        kind: What is the matter.
        field: Field path.
        stored: The stored value, where there is one.
        stated: The value the user stated (inconsistent).
        update: Id of the pending update of an inconsistency.
        task: Name of the task that misses the field.
        holds: The reply must be the question alone.
    """

    kind: FindingKind
    field: str
    stored: Value | None = None
    stated: Value | None = None
    update: str | None = None
    task: str | None = None
    holds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What dualmem itself has to say in a reply.

    Attributes:
        text: The words, in the user's language; empty when there is nothing to say.
        shown: Updates shown, by ordinal.
        asked: Field paths whose value is asked for.
        holds: The reply is this text alone; the model is not called.
        answers: The turn is answered by this text (a command, a recall); no model needed.
        forget: Paths of a group forget that is shown here.
        forget_is_erase: That forget erases for good (else clears).
        asked_missing: Fields of ``block: false`` tasks asked here.
        warned: ``kind:field`` of expired and expiring findings mentioned here.
        missing_text: The end of ``text`` that asks for ``asked_missing``; empty where nothing of it is asked.
    """

    text: str = ""
    shown: tuple[Shown, ...] = ()
    asked: tuple[str, ...] = ()
    holds: bool = False
    answers: bool = False
    forget: tuple[str, ...] = ()
    forget_is_erase: bool = False
    asked_missing: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    missing_text: str = ""

    def without_missing(self) -> "Question":
        """Give the question for a reply that turns out to show an offer: the task's optional fields wait."""
        if not self.asked_missing:
            return self
        return replace(
            self,
            text=self.text.removesuffix(self.missing_text).rstrip("\n"),
            asked=tuple(path for path in self.asked if path not in self.asked_missing),
            asked_missing=(),
            missing_text="",
        )
