"""Phases: where a turn can be, as ONE table; the machine and its picture come from it."""

from enum import Enum
from typing import Any, Final

from dualmem.errors import IllegalPhase


class Phase(Enum):
    """Where a turn is. A crash leaves the store at READY or HEARD; the next message goes on from there."""

    READY = "ready"
    READ = "read"
    MATCHED = "matched"
    PARSED = "parsed"
    DECIDED = "decided"
    CHECKED = "checked"
    ASKED = "asked"
    SEALED = "sealed"
    HEARD = "heard"
    DRAFTED = "drafted"
    GUARDED = "guarded"
    REPLY_DECIDED = "reply_decided"
    REPLY_SEALED = "reply_sealed"
    REPLIED = "replied"


TABLE: Final[tuple[tuple[str, tuple[Phase, ...], Phase], ...]] = (
    ("read", (Phase.READY,), Phase.READ),
    ("match", (Phase.READ,), Phase.MATCHED),
    ("parse", (Phase.MATCHED,), Phase.PARSED),
    ("decide", (Phase.PARSED,), Phase.DECIDED),
    ("check", (Phase.DECIDED,), Phase.CHECKED),
    ("ask", (Phase.CHECKED,), Phase.ASKED),
    ("seal", (Phase.ASKED,), Phase.SEALED),
    ("commit", (Phase.SEALED,), Phase.HEARD),
    ("retry", (Phase.SEALED,), Phase.READY),
    ("repeat", (Phase.READ,), Phase.HEARD),
    ("say", (Phase.READY,), Phase.DRAFTED),
    ("draft", (Phase.HEARD, Phase.GUARDED), Phase.DRAFTED),
    ("guard", (Phase.DRAFTED,), Phase.GUARDED),
    ("decide_reply", (Phase.GUARDED,), Phase.REPLY_DECIDED),
    ("seal_reply", (Phase.REPLY_DECIDED,), Phase.REPLY_SEALED),
    ("retry_reply", (Phase.REPLY_SEALED,), Phase.GUARDED),
    ("commit_reply", (Phase.REPLY_SEALED,), Phase.REPLIED),
)


# The table compiled for the hot path; a test holds that it and the machine of ``transitions`` agree on every move.
_NEXT: Final = {(trigger, source): dest for trigger, sources, dest in TABLE for source in sources}


def machine() -> Any:  # noqa: ANN401 - transitions ships no types
    """Give the state machine of the table, for tools and tests."""
    from transitions import Machine  # noqa: PLC0415 - a turn runs on the compiled table

    made = Machine(model=None, states=Phase, initial=Phase.READY, auto_transitions=False, model_attribute="phase")
    for trigger, sources, dest in TABLE:
        made.add_transition(trigger, list(sources), dest)
    return made


def mermaid() -> str:
    """Give the table as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {Phase.READY.value}"]
    lines += [
        f"    {source.value} --> {dest.value}: {trigger}" for trigger, sources, dest in TABLE for source in sources
    ]
    return "\n".join([*lines, f"    {Phase.REPLIED.value} --> [*]"])


class TurnPhases:
    """One turn's place in the table.

    Attributes:
        phase: Where it is.
    """

    def __init__(self, phase: Phase = Phase.READY) -> None:
        self.phase = phase

    def step(self, trigger: str) -> None:
        """Move on.

        Raises:
            IllegalPhase: The table has no such move from here.
        """
        following = _NEXT.get((trigger, self.phase))
        if following is None:
            raise IllegalPhase(f"{trigger} is not allowed after {self.phase.value}", phase=self.phase.value)
        self.phase = following
