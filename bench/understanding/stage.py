"""Stage: one memory with a fixed clock, put where a case begins, and driven as a user would."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from dualmem import Memory
from dualmem.exchange import Exchange
from dualmem.schema.spec import Schema
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

SUBJECT, CONVERSATION = "subject", "conversation"


@dataclass(slots=True)
class Stage:
    """A memory in the middle of a conversation.

    Attributes:
        memory: The memory.
        exchange: The exchange that still waits for its reply.
        findings: ``kind:field`` of the last message.
    """

    memory: Memory
    exchange: Exchange | None = None
    findings: tuple[str, ...] = ()
    replies: list[str] = field(default_factory=list)

    @classmethod
    def open(
        cls, case: Mapping[str, Any], schema: str | Schema = "project_assistant", rules: Sequence[Any] = ()
    ) -> "Stage":
        """Open a memory at the start of a case."""
        clock = FixedClock(datetime.fromisoformat(case.get("now", "2026-11-29T09:00:00+08:00")))
        memory = Memory.open(schema=schema, rules=rules, vault=PlainVault(), clock=clock, ids=CountingIds())
        start = Start(
            state=case.get("state", {}),
            shown=case.get("shown", ()),
            queued=case.get("queued", ()),
            asked=case.get("asked", ()),
            model_asks=bool(case.get("model_asks")),
            language={"zh": "zh", "en": "en"}.get(case.get("lang", "")),
        )
        seed(memory, SUBJECT, CONVERSATION, start)
        return cls(memory)

    def say(self, text: str, *, speaker: str = "user", channel: str = "user") -> None:
        """Take one turn: the user's, the assistant's, or a text from outside."""
        if speaker == "assistant":
            self._assistant(text)
            return
        self.settle()
        exchange = self.memory.hear(SUBJECT, text, conversation=CONVERSATION, channel=channel)
        self.findings = tuple(f"{finding.kind}:{finding.field}" for finding in exchange.findings)
        if channel == "user":
            self.exchange = exchange

    def _assistant(self, text: str) -> None:
        if self.exchange is not None:
            self.replies.append(self.exchange.reply(text))
            self.exchange = None
        else:
            self.memory.said(SUBJECT, text, CONVERSATION)

    def settle(self) -> None:
        """Give the reply that the last message still waits for."""
        if self.exchange is not None:
            self.replies.append(self.exchange.reply(""))
            self.exchange = None

    def state(self) -> dict[str, Any]:
        """Give the state in JSON form."""
        return {path: to_json(held.value) for path, held in self.memory.state(SUBJECT, reveal=True).fields.items()}

    def pending(self) -> list[tuple[str, Any]]:
        """Give what waits, as (field, JSON value)."""
        return [(one.field, to_json(one.value)) for one in self.memory._read(SUBJECT).queue]  # noqa: SLF001 - in clear


def same(one: Any, two: Any) -> bool:
    """Tell that two JSON values are the same; amounts compare as numbers."""
    if isinstance(one, dict) and isinstance(two, dict):
        keys = {key for key in one if one[key] is not None} | {key for key in two if two[key] is not None}
        return all(same(one.get(key), two.get(key)) for key in keys)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(same(a, b) for a, b in zip(one, two, strict=True))
    if isinstance(one, str) and isinstance(two, str) and one != two:
        try:
            return Decimal(one) == Decimal(two)
        except InvalidOperation:
            return False
    return bool(one == two)


def same_pending(one: Sequence[tuple[str, Any]], two: Sequence[tuple[str, Any]]) -> bool:
    """Tell that two queues hold the same, in any order."""
    left = list(two)
    for path, value in one:
        hit = next((item for item in left if item[0] == path and same(item[1], value)), None)
        if hit is None:
            return False
        left.remove(hit)
    return not left
