"""Stored: what the events of a subject made besides the state, compared with what is there of it."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dualmem import audit, records
from dualmem.errors import StoreCorrupt, TokenUnreadable
from dualmem.jobs.archive import Archive
from dualmem.jobs.needles import MARK
from dualmem.model.event import EventKind
from dualmem.model.snapshot import RawText
from dualmem.model.state import State
from dualmem.ports import Head, ItemKind

_ENDS: Final = frozenset(
    {
        EventKind.UPDATE_CONFIRMED,
        EventKind.UPDATE_REJECTED,
        EventKind.UPDATE_SUPERSEDED,
        EventKind.UPDATE_EXPIRED,
    }
)
_OTHERS: Final = tuple(kind for kind in ItemKind if kind is not ItemKind.FIELD)


@dataclass(slots=True)
class Made:
    """The things that the records say are there.

    Attributes:
        notes: Ids.
        pending: Ids of the updates that wait.
        snapshots: Tags.
        is_begun_anew: The whole subject was erased in between.
    """

    notes: set[str] = field(default_factory=set)
    pending: set[str] = field(default_factory=set)
    snapshots: set[str] = field(default_factory=set)
    is_begun_anew: bool = False

    def take(self, header: audit.Header) -> None:
        """Read one record."""
        match header.kind:
            case EventKind.UPDATE_PROPOSED if header.update:
                self.pending.add(header.update)
            case EventKind.NOTE_ADDED if header.item:
                self.notes.add(header.item)
            case EventKind.NOTE_REMOVED | EventKind.NOTE_ERASED if header.item:
                self.notes.discard(header.item)
            case EventKind.SNAPSHOT_TAKEN if header.item:
                self.snapshots.add(header.item)
            case EventKind.SUBJECT_ERASED:
                self.notes, self.pending, self.snapshots = set(), set(), set()
                self.is_begun_anew = True
            case kind if kind in _ENDS and header.update:
                self.pending.discard(header.update)
            case _:
                pass


def unreadable(archive: Archive, *, after: int = 0) -> Iterator[str]:
    """Give the places, fields aside, whose token does not open.

    Args:
        archive: The subject.
        after: Turns up to this number are not read.
    """
    for kind in _OTHERS:
        for item in archive.store.items(archive.tenant, archive.subject, kind):
            try:
                archive.open(item)
            except TokenUnreadable:
                yield f"{kind.value} {item.key}"
    for row in archive.store.turns(archive.tenant, archive.subject, after=max(after, 0)):
        if row.token is None:
            continue
        try:
            archive.vault.open(records.turn_context(archive.tenant, archive.subject, row), row.token)
        except TokenUnreadable:
            yield f"turn {row.number} of {row.speaker}"


def strays(archive: Archive, made: Made, head: Head) -> Iterator[str]:
    """Give what is missing and what no record made, in words."""
    for kind, names in (
        (ItemKind.NOTE, made.notes),
        (ItemKind.PENDING, made.pending),
        (ItemKind.SNAPSHOT, made.snapshots),
    ):
        there = {item.key for item in archive.store.items(archive.tenant, archive.subject, kind)}
        yield from (f"{kind.value} {name}: is missing, and no record took it away" for name in sorted(names - there))
        yield from (f"{kind.value} {name}: is there, and no record made it" for name in sorted(there - names))
    if not made.is_begun_anew:
        yield from _steps(archive, head)


def misquotes(archive: Archive, state: State) -> Iterator[str]:
    """Give the fields whose quote does not stand in the text of the turn that it names, in words.

    Texts that are not kept any more, and those from which something was forgotten, tell nothing.
    """
    said = {path: held.provenance for path, held in state.fields.items() if held.provenance.quote}
    wanted = {one.turn for one in said.values() if one.turn is not None}
    texts: dict[int, list[str]] = {}
    for row in archive.store.turns(archive.tenant, archive.subject) if wanted else ():
        if row.number in wanted and row.token is not None:
            with contextlib.suppress(TokenUnreadable):
                data = archive.vault.open(records.turn_context(archive.tenant, archive.subject, row), row.token)
                texts.setdefault(row.number, []).append(records.load(RawText, data).text)
    for path, one in said.items():
        there = texts.get(one.turn or 0, [])
        if there and not any(MARK in text or (one.quote or "") in text for text in there):
            yield f"{path}: its quote does not stand in turn {one.turn}"


def _steps(archive: Archive, head: Head) -> Iterator[str]:
    """Compare the counters with the steps that are there."""
    count = last = 0
    with contextlib.suppress(StoreCorrupt):
        for row in archive.store.turns(archive.tenant, archive.subject):
            count += 1
            last = row.number
    if count != head.revision:
        yield f"turns: {count} steps are there, and {head.revision} were committed"
    elif last != head.turn:
        yield f"turns: the last is {last}, and {head.turn} was committed"
