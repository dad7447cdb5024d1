"""A desk for the tests of the jobs: one subject, whose acts and turns are committed through the ledger."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from dualmem.grounding import operator
from dualmem.jobs import forget
from dualmem.jobs.archive import Archive
from dualmem.jobs.verify import Report, verify
from dualmem.ledger import Ledger, Opened, Step
from dualmem.model.conversation import Conversation, TurnContext, WritingTurn
from dualmem.model.decision import Decision
from dualmem.model.receipt import Receipt
from dualmem.model.value import Value
from dualmem.ports import Store
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.storage.memory_store import MemoryStore
from dualmem.storage.sqlite import SqliteStore
from dualmem.vault.keyed import KeyedVault
from tests.unit.samples import NOW, SCHEMA

TENANT, SUBJECT = "acme", "wei"
MASTER = bytes(range(32))


@dataclass
class Desk:
    """One subject, in real files or without a folder in memory."""

    folder: Path | None = None
    store: Store = field(init=False)
    vault: KeyedVault = field(init=False)
    now: datetime = NOW
    subject: str = SUBJECT
    names: "itertools.count[int]" = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        if self.folder is None:
            self.store, self.vault = MemoryStore(), KeyedVault(MemoryKeys(), MASTER)
            return
        self.store = SqliteStore(self.folder / "memory.db")
        self.vault = KeyedVault(SqliteKeys(self.folder / "memory.db.keys"), MASTER)

    @property
    def files(self) -> Path:
        """Where the files are; only a desk with a folder has them."""
        assert self.folder is not None
        return self.folder

    @property
    def archive(self) -> Archive:
        return Archive(self.store, self.vault, TENANT, self.subject)

    def open(self, conversation: str = "") -> Opened:
        loaded = self.store.load(TENANT, self.subject, conversation, window=10)
        return Ledger(self.vault).open(TENANT, self.subject, conversation, loaded)

    def act(
        self, decide: Callable[[operator.Memory], Decision], *, text: str | None = None, tag: str | None = None
    ) -> Decision:
        """Commit what an operator function decides; ``text`` makes it a turn of the user."""
        self.now += timedelta(minutes=1)
        conversation = "c1" if text is not None else ""
        opened = self.open(conversation)
        context = TurnContext(
            now=self.now,
            zone="Asia/Shanghai",
            turn=opened.head.turn + 1,
            conversation=conversation,
            actor="user" if text is not None else "operator:tests",
            channel="user" if text is not None else "cli",
            operation=f"op-{next(self.names)}",
        )
        decision = decide(
            operator.Memory(
                schema=SCHEMA, state=opened.state, queue=opened.queue, conversation=opened.conversation, context=context
            )
        )
        if text is not None:
            decision = _in_words(decision, opened.conversation, context, text)
        step = Step(
            opened=opened,
            decision=decision,
            context=context,
            speaker=context.actor,
            text=text,
            tag=tag,
            result=b"result",
        )
        self.store.commit(Ledger(self.vault).seal(step).commit)
        return decision

    def set(self, path: str, value: Value, *, text: str | None = None, tag: str | None = None) -> None:
        self.act(lambda memory: operator.set_field(memory, path, value), text=text, tag=tag)

    def clear(self, path: str) -> None:
        self.act(lambda memory: operator.clear_field(memory, path))

    def propose(self, path: str, value: Value, text: str) -> None:
        self.act(lambda memory: operator.propose(memory, path, value, quote=text), text=text)

    def note(self, text: str) -> None:
        self.act(lambda memory: operator.add_note(memory, text), text=text)

    def reply(self, text: str) -> None:
        """Commit an assistant's words."""
        self.act(lambda memory: memory.decision(()), text=text)

    def erase(self, *paths: str, text: str | None = None) -> tuple[Receipt, ...]:
        for path in paths:
            self.act(lambda memory, path=path: operator.erase_field(memory, path), text=text)
        return self.finish()

    def finish(self) -> tuple[Receipt, ...]:
        return forget.finish(self.store, self.vault, TENANT, self.subject)

    def verify(self) -> Report:
        return verify(self.archive)

    def clear_text(self) -> str:
        """Give everything that can be read with the key at hand, and every byte of every file."""
        archive = self.archive
        parts: list[object] = [archive.state(), archive.notes(), archive.pending(), archive.snapshots()]
        parts += [archive.conversations(), list(archive.entries()), list(archive.turns())]
        raw = b"".join(path.read_bytes() for path in self.files.iterdir())
        return repr(parts) + raw.decode("latin-1") + raw.decode("utf-8", "ignore")


def _in_words(decision: Decision, conversation: Conversation, context: TurnContext, text: str) -> Decision:
    """Give the decision with the turn's words as its provenance, and what can be undone."""
    events = tuple(event._replace(provenance=event.provenance._replace(quote=text)) for event in decision.events)
    changes = tuple(change for event in events for change in event.changes)
    kept = replace(conversation, id=context.conversation, user_turns=conversation.user_turns + 1)
    if changes:
        kept = replace(kept, writes=(*kept.writes, WritingTurn(turn=context.turn, version=1, changes=changes)))
    return replace(decision, events=events, conversation=kept)


def canaries(desk: Desk, words: Sequence[str]) -> list[str]:
    """Give the words that can still be found."""
    everything = desk.clear_text()
    return [word for word in words if word in everything]
