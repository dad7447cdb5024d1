"""A memory with a clock that a test sets, and the words to talk to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from bench.faults.talk import open_memory
from dualmem.memory import Memory
from dualmem.values.codec import to_json

SUBJECT = "sam"
NOW = datetime.fromisoformat("2026-11-29T09:00:00+08:00")
BUDGET = "business_context.budget.ceiling"
DEADLINE = "business_context.deadline"
PROJECT = "business_context.project_id"
PHONE = "user_profile.contact.phone"
EMAIL = "user_profile.contact.email"
NAME = "user_profile.name"


def yuan(amount: int) -> dict[str, str]:
    """Give an amount as the API takes it."""
    return {"amount": str(amount), "currency": "CNY"}


class Talk:
    """One memory and one subject; ``say`` gives the committed reply."""

    def __init__(self, memory: Memory, subject: str = SUBJECT) -> None:
        self.memory = memory
        self.subject = subject

    def say(self, text: str, *, draft: str = "", conversation: str = "c", speaker: str | None = None) -> str:
        exchange = self.memory.hear(self.subject, text, conversation=conversation, speaker=speaker)
        return exchange.reply(draft)

    @property
    def state(self) -> dict[str, object]:
        held = self.memory.state(self.subject, reveal=True).fields
        return {path: to_json(one.value) for path, one in held.items()}

    @property
    def waiting(self) -> dict[str, object]:
        return {one.field: one.value for one in self.memory.pending(self.subject)}

    @property
    def kinds(self) -> list[str]:
        return [row.header.kind.value for row in self.memory.audit.list(self.subject)]


class Clock:
    """Tells the time that it was set to."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **more: float) -> None:
        """Let time go by."""
        self.now += timedelta(**more)


@contextmanager
def talking(*, clock: Clock | None = None, schema: str | Path = "project_assistant") -> Iterator[Talk]:
    """Give a talk on a store in this process only."""
    with Memory.open(schema=schema, clock=clock or Clock()) as memory:
        yield Talk(memory)


@contextmanager
def talking_on_disk(folder: Path, subject: str = SUBJECT) -> Iterator[Talk]:
    """Give a talk on a store in a folder, with the key beside it."""
    with open_memory(folder) as memory:
        yield Talk(memory, subject)
