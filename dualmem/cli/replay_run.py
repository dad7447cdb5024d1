"""Replay run: reads recorded conversations and counts what a memory makes of them."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dualmem.cli.output import safe
from dualmem.errors import Fault, SpecError
from dualmem.exchange import Exchange
from dualmem.memory import Memory
from dualmem.model.event import Event, EventKind

_COUNTED: Final = {
    EventKind.UPDATE_PROPOSED: "proposed",
    EventKind.UPDATE_CONFIRMED: "confirmed",
    EventKind.UPDATE_REJECTED: "rejected",
    EventKind.UPDATE_SUPERSEDED: "superseded",
    EventKind.UPDATE_EXPIRED: "expired",
    EventKind.VALUE_REAFFIRMED: "reaffirmed",
    EventKind.FIELD_SET: "commanded",
}
_KEYS: Final = (*_COUNTED.values(), "written", "asked", "held", "contradicted", "guarded")


@dataclass(frozen=True, slots=True)
class Said:
    """One message: role (user, assistant, tool, …) and text."""

    role: str
    text: str


@dataclass(slots=True)
class Tally:
    """What happened, counted.

    Attributes:
        conversations: How many.
        user_turns: How many messages of users.
        counts: Name to count: proposed, confirmed, written, asked, contradicted, …
        fields: Field path to how often it was written.
        seconds: Time spent in the memory.
    """

    conversations: int = 0
    user_turns: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def take(self, events: Sequence[Event]) -> None:
        """Count events."""
        for event in events:
            if event.kind in _COUNTED:
                self.counts[_COUNTED[event.kind]] += 1
            self.counts["written"] += bool(event.changes)
            self.fields.update(change.field for change in event.changes)

    def report(self) -> dict[str, object]:
        """Give the counts in order."""
        return {
            "conversations": self.conversations,
            "user_turns": self.user_turns,
            **{key: self.counts[key] for key in _KEYS},
            "written_fields": dict(self.fields.most_common()),
            "ms_per_turn": round(1000 * self.seconds / self.user_turns, 2) if self.user_turns else None,
        }

    @staticmethod
    def titles() -> Mapping[str, str]:
        """Give what a person reads for a key."""
        return {
            "written": "written to the state",
            "asked": "turns with a question",
            "held": "replies held back",
            "contradicted": "contradictions found",
            "guarded": "drafts corrected",
        }


def read_talks(file: Path) -> list[list[Said]]:
    """Give the conversations of a JSON lines file.

    Raises:
        SpecError: Lines that hold no conversation, all at once.
    """
    faults: list[Fault] = []
    talks: list[list[Said]] = []
    loose: dict[str, list[Said]] = {}
    with file.open(encoding="utf-8", errors="surrogateescape") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                data = json.loads(line)
                turns = data.get("turns", data.get("messages"))
                if turns is None:
                    loose.setdefault(str(data.get("conversation", "")), []).append(_said(data))
                else:
                    talks.append([_said(turn) for turn in turns])
            except (ValueError, KeyError, TypeError, AttributeError):
                faults.append(Fault(str(file), number, 1, "no conversation", "each line needs role and text, or turns"))
    if faults:
        raise SpecError(tuple(faults[:20]))
    return [*talks, *loose.values()]


def _said(data: Mapping[str, object]) -> Said:
    text = data["text"] if "text" in data else data["content"]
    if not isinstance(text, str):
        raise TypeError
    text.encode()  # a lone surrogate is no text
    return Said(str(data["role"]), text)


def run_talk(memory: Memory, subject: str, talk: Sequence[Said], tally: Tally) -> Iterator[str]:
    """Run one conversation; gives what each turn did, a line each."""
    tally.conversations += 1
    for place, said in enumerate(talk):
        started = time.perf_counter()
        if said.role == "assistant":
            if place == 0:
                memory.said(subject, said.text, subject)
            continue
        is_user = said.role == "user"
        tally.user_turns += is_user
        exchange = memory.hear(subject, said.text, conversation=subject, channel="user" if is_user else "tool")
        tally.take(exchange.events)
        if is_user:
            following = talk[place + 1] if place + 1 < len(talk) else None
            draft = following.text if following is not None and following.role == "assistant" else ""
            _answer(exchange, draft, tally)
        tally.seconds += time.perf_counter() - started
        yield safe(f"{subject} {said.role}: {said.text} => {_outcome(exchange)}")


def _answer(exchange: Exchange, draft: str, tally: Tally) -> None:
    reply = exchange.reply(draft)
    tally.counts["asked"] += bool(exchange.shown or exchange.asked)
    tally.counts["held"] += exchange.holds
    tally.counts["contradicted"] += any(finding.kind == "inconsistent" for finding in exchange.findings)
    tally.counts["guarded"] += bool(draft) and not exchange.holds and draft.strip() not in reply


def _outcome(exchange: Exchange) -> str:
    done = [f"{event.kind.value} {event.field or ''}".strip() for event in exchange.events]
    return ", ".join(done) or "nothing"
