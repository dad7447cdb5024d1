"""In-memory store: the whole contract without a file, for tests and throw-away runs."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dualmem.errors import Conflict, InvalidInput
from dualmem.ports import Commit, Head, Item, ItemKind, Loaded, RecordRow, Scrub, Swap, TurnRow

_ALWAYS_LOADED = frozenset(
    {ItemKind.FIELD, ItemKind.PENDING, ItemKind.TASK, ItemKind.SETTINGS, ItemKind.ERASURE, ItemKind.TOMBSTONE}
)


@dataclass(slots=True)
class _Step:
    """One turn row with what only the store knows of it."""

    row: TurnRow
    revision: int
    operation_id: str
    result: str | None


@dataclass(slots=True)
class _Subject:
    """Everything of one subject."""

    head: Head = field(default_factory=Head)
    items: dict[tuple[ItemKind, str], Item] = field(default_factory=dict)
    steps: list[_Step] = field(default_factory=list)
    records: list[RecordRow] = field(default_factory=list)


class MemoryStore:
    """A Store that lives as long as the process. Safe for threads."""

    def __init__(self) -> None:
        """Start empty."""
        self._subjects: dict[tuple[str, str], _Subject] = {}
        self._lock = threading.RLock()

    def load(
        self, tenant: str, subject: str, conversation: str, *, window: int, operation_id: str | None = None
    ) -> Loaded:
        """Read what a turn needs."""
        with self._lock:
            found = self._of(tenant, subject)
            items = [
                one
                for (kind, key), one in sorted(found.items.items())
                if kind in _ALWAYS_LOADED or (kind is ItemKind.CONVERSATION and key == conversation)
            ]
            raw = [s.row for s in _ordered(found.steps) if s.row.in_window and s.row.conversation == conversation]
            done = next((s for s in found.steps if operation_id is not None and s.operation_id == operation_id), None)
            return Loaded(
                head=found.head,
                items=tuple(items),
                window=tuple(raw[len(raw) - min(window, len(raw)) :]),
                result=done.result if done else None,
                was_committed=done is not None,
            )

    def commit(self, commit: Commit) -> None:
        """Write all or nothing."""
        with self._lock:
            found = self._of(commit.tenant, commit.subject)
            if found.head.revision != commit.expected_revision:
                raise Conflict(f"{commit.subject} was changed meanwhile", subject=commit.subject)
            if any(step.operation_id == commit.operation_id for step in found.steps):
                raise Conflict("this operation was committed already", operation=commit.operation_id)
            if any("\0" in one.key for one in commit.put):
                raise InvalidInput("a text holds NUL; nothing was stored")
            self._subjects[commit.tenant, commit.subject] = found
            found.head = commit.head
            found.steps.append(_Step(commit.turn, commit.head.revision, commit.operation_id, commit.result))
            found.records.extend(commit.records)
            _change_items(found, commit.put, commit.remove)

    def items(self, tenant: str, subject: str, kind: ItemKind) -> tuple[Item, ...]:
        """Read all items of a kind, by key."""
        with self._lock:
            found = sorted(self._of(tenant, subject).items.items())
            return tuple(one for (of, _), one in found if of is kind)

    def item(self, tenant: str, subject: str, kind: ItemKind, key: str) -> Item | None:
        """Read one item."""
        with self._lock:
            return self._of(tenant, subject).items.get((kind, key))

    def head(self, tenant: str, subject: str) -> Head:
        """Read the counters; all zero for an unknown subject."""
        with self._lock:
            return self._of(tenant, subject).head

    def records(self, tenant: str, subject: str, *, after: int = 0, limit: int | None = None) -> Iterator[RecordRow]:
        """Stream audit records in order."""
        with self._lock:
            found = [one for one in self._of(tenant, subject).records if one.sequence > after]
        yield from found if limit is None else found[:limit]

    def turns(self, tenant: str, subject: str, *, after: int = 0) -> Iterator[TurnRow]:
        """Stream turn rows in order."""
        with self._lock:
            found = [step.row for step in _ordered(self._of(tenant, subject).steps) if step.row.number > after]
        yield from found

    def subjects(self, tenant: str) -> Iterator[str]:
        """Stream the subjects of a tenant, in order."""
        with self._lock:
            found = sorted(subject for of, subject in self._subjects if of == tenant)
        yield from found

    def heads(self, tenant: str) -> Iterator[tuple[str, Head]]:
        """Stream the subjects of a tenant, in order, each with its counters."""
        for subject in self.subjects(tenant):
            yield subject, self.head(tenant, subject)

    def tenants(self) -> Iterator[str]:
        """Stream the tenants, in order."""
        with self._lock:
            found = sorted({tenant for tenant, _ in self._subjects})
        yield from found

    def scrub(self, scrub: Scrub) -> None:
        """Overwrite for good."""
        with self._lock:
            found = self._of(scrub.tenant, scrub.subject)
            if scrub.expected_revision not in (None, found.head.revision):
                raise Conflict(f"{scrub.subject} was changed meanwhile", subject=scrub.subject)
            changed = {**scrub.cut_payloads, **dict.fromkeys(scrub.payloads)}
            results = set(scrub.results)
            found.records = [
                replace(one, payload=changed[one.sequence]) if one.sequence in changed else one for one in found.records
            ]
            for step in found.steps:
                place = (step.row.number, step.row.speaker)
                if place in scrub.turns:
                    step.row = replace(step.row, token=scrub.turns[place])
                if step.row.number in results:
                    step.result = None
            _change_items(found, scrub.put, scrub.remove)

    def results(self, tenant: str, subject: str) -> Iterator[tuple[str, str]]:
        """Stream operation id and sealed result."""
        with self._lock:
            found = [(step.operation_id, step.result) for step in self._of(tenant, subject).steps]
        yield from ((operation, result) for operation, result in found if result is not None)

    def swap(self, swap: Swap) -> int:
        """Put new tokens in the place of old ones that still stand there."""
        turns = {(number, speaker, old): new for number, speaker, old, new in swap.turns}
        results = {(operation, old): new for operation, old, new in swap.results}
        count = 0
        with self._lock:
            found = self._of(swap.tenant, swap.subject)
            for kind, key, old, new in swap.items:
                item = found.items.get((kind, key))
                if item is not None and item.token == old:
                    found.items[kind, key] = replace(item, token=new)
                    count += 1
            for step in found.steps:
                token = turns.get((step.row.number, step.row.speaker, step.row.token or ""))
                if token is not None:
                    step.row = replace(step.row, token=token)
                    count += 1
                result = results.get((step.operation_id, step.result or ""))
                if result is not None:
                    step.result = result
                    count += 1
        return count

    def sweep(self, tenant: str, subject: str, marks: Sequence[str]) -> bool:  # noqa: ARG002 - nothing is freed here
        """Find nothing."""
        return False

    def erase_subject(self, tenant: str, subject: str, keep: Commit) -> None:
        """Delete everything of a subject but its audit headers; ``keep`` is added."""
        with self._lock:
            found = self._of(tenant, subject)
            if found.head.revision != keep.expected_revision:
                raise Conflict(f"{subject} was changed meanwhile", subject=subject)
            found.records = [replace(one, payload=None) for one in found.records]
            found.steps, found.items = [], {}
            self.commit(keep)

    def backup(self, target: str) -> None:
        """Refuse: there is no file to copy."""
        raise InvalidInput("a store in memory has no backup", target=target)

    def status(self) -> Mapping[str, object]:
        """Give location and sizes."""
        with self._lock:
            everything = list(self._subjects.values())
        return {
            "path": ":memory:",
            "subjects": len(everything),
            "turns": sum(len(one.steps) for one in everything),
            "records": sum(len(one.records) for one in everything),
            "items": sum(len(one.items) for one in everything),
            "integrity": "ok",
        }

    def close(self) -> None:
        """Do nothing: what was remembered stays until the object goes."""

    def _of(self, tenant: str, subject: str) -> _Subject:
        """Give a subject, or an empty one that is not kept."""
        return self._subjects.get((tenant, subject)) or _Subject()


def _ordered(steps: list[_Step]) -> list[_Step]:
    """Give the steps by number; of one number the heard row before the reply."""
    return sorted(steps, key=lambda step: (step.row.number, step.revision))


def _change_items(found: _Subject, put: tuple[Item, ...], remove: tuple[tuple[ItemKind, str], ...]) -> None:
    """Remove and put items, in this order."""
    for place in remove:
        found.items.pop(place, None)
    for one in put:
        found.items[one.kind, one.key] = one
