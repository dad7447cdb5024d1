"""Retain: what is older than the schema's periods goes: texts of turns, waiting updates, payloads of the audit.

Headers always stay: they hold no value, and the chain is made of them. The payload that the present state came from
stays as well, however old it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from dualmem import audit
from dualmem.errors import Conflict
from dualmem.jobs.archive import Archive
from dualmem.model.event import Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.ports import Commit, ItemKind, RecordRow, Scrub, TurnRow
from dualmem.schema.spec import Schema

_TRIES: Final = 50
_A_RECORD: Final = 500  # payloads that one record names
_CHANNEL: Final = "retain"
_ENDED: Final = frozenset(
    {
        EventKind.UPDATE_PROPOSED,
        EventKind.UPDATE_SHOWN,
        EventKind.UPDATE_REJECTED,
        EventKind.UPDATE_SUPERSEDED,
        EventKind.UPDATE_EXPIRED,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained:
    """What went.

    Attributes:
        subject: Subject id.
        turns: Texts of turns.
        pending: Updates that waited.
        payloads: Payloads of audit records.
    """

    subject: str
    turns: int = 0
    pending: int = 0
    payloads: int = 0


def retain(archive: Archive, schema: Schema, now: datetime) -> Retained:
    """Let go of what is older than the schema says; nothing is recorded where nothing is.

    Args:
        archive: The subject.
        schema: Holds the periods.
        now: The time, aware.

    Raises:
        Conflict: Others write to the subject without end.
    """
    for _ in range(_TRIES):
        revision = archive.head().revision
        plan = _plan(archive, schema, now)
        if not plan.is_any:
            return Retained(subject=archive.subject)
        try:
            if plan.waiting or plan.payloads:
                revision = _record(archive, revision, plan.waiting, plan.payloads, now=now)
            archive.store.scrub(
                Scrub(
                    tenant=archive.tenant,
                    subject=archive.subject,
                    payloads=plan.payloads,
                    turns={(row.number, row.speaker): None for row in plan.turns},
                    results=tuple({row.number for row in plan.turns}),
                    expected_revision=revision,
                )
            )
        except Conflict:
            continue
        return plan.counted(archive.subject)
    raise Conflict("too many write to this subject at once; try again", subject=archive.subject)


def due(archive: Archive, schema: Schema, now: datetime) -> Retained:
    """Give what ``retain`` would let go of now; nothing is changed."""
    return _plan(archive, schema, now).counted(archive.subject)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What goes."""

    turns: tuple[TurnRow, ...]
    waiting: tuple[PendingUpdate, ...]
    payloads: tuple[int, ...]

    @property
    def is_any(self) -> bool:
        return bool(self.turns or self.waiting or self.payloads)

    def counted(self, subject: str) -> Retained:
        return Retained(subject=subject, turns=len(self.turns), pending=len(self.waiting), payloads=len(self.payloads))


def _plan(archive: Archive, schema: Schema, now: datetime) -> _Plan:
    """Find what is older than the schema says."""
    turns = tuple(_turns(archive, _before(now, schema.window_keep)))
    waiting = tuple(_waiting(archive, _before(now, _longest(schema.expire_after, schema.retention_pending))))
    payloads = tuple(_payloads(archive, schema, now, {update.id for update in waiting}))
    return _Plan(turns, waiting, payloads)


def _before(now: datetime, period: timedelta | None) -> datetime | None:
    """Give the moment before which things go; None to keep them for ever."""
    return None if period is None else now - period


def _longest(*periods: timedelta | None) -> timedelta | None:
    known = [period for period in periods if period is not None]
    return max(known) if len(known) == len(periods) else None


def _turns(archive: Archive, before: datetime | None) -> Iterator[TurnRow]:
    """Give the turns whose text goes."""
    if before is None:
        return
    for row in archive.store.turns(archive.tenant, archive.subject):
        if row.token is not None and datetime.fromisoformat(row.at) < before:
            yield row


def _waiting(archive: Archive, before: datetime | None) -> Iterator[PendingUpdate]:
    """Give the updates that waited too long for anybody to answer."""
    if before is not None:
        yield from (update for update in archive.pending() if update.proposed_at < before)


def _payloads(archive: Archive, schema: Schema, now: datetime, expired: set[str]) -> Iterator[int]:
    """Give the records whose payload goes."""
    state, _ = archive.state()
    origins = {held.version for held in state.fields.values()}
    waiting = {update.id for update in archive.pending()} - expired
    short, long = _before(now, schema.retention_pending), _before(now, schema.retention_payloads)
    for row in archive.store.records(archive.tenant, archive.subject):
        if row.payload is None:
            continue
        header = audit.read_header(row)
        at = datetime.fromisoformat(header.at)
        is_origin = bool(header.changes) and header.version in origins
        is_ended = header.kind in _ENDED and header.update not in waiting and short is not None and at < short
        if not is_origin and header.update not in waiting and (is_ended or (long is not None and at < long)):
            yield row.sequence


def _events(waiting: tuple[PendingUpdate, ...], payloads: tuple[int, ...], said: Provenance) -> Iterator[Event]:
    """Give an event for each update that waited too long, and one for every so many payloads."""
    for one in waiting:
        yield Event(kind=EventKind.UPDATE_EXPIRED, provenance=said, field=one.field, update=one.id, reason="retention")
    for start in range(0, len(payloads), _A_RECORD):
        erased = payloads[start : start + _A_RECORD]
        yield Event(kind=EventKind.FIELD_ERASED, provenance=said, reason="retention", erased=erased)


def _record(
    archive: Archive, revision: int, waiting: tuple[PendingUpdate, ...], payloads: tuple[int, ...], *, now: datetime
) -> int:
    """Commit the records that say what went; give the revision after it."""
    head = archive.head()
    if head.revision != revision:
        raise Conflict(subject=archive.subject)
    operation = f"retain-{revision + 1}"
    said = Provenance(at=now, actor="system", channel=_CHANNEL, operation=operation)
    link = replace(archive.link(), sequence=head.sequence, version=head.version, digest=head.chain)
    rows: list[RecordRow] = []
    for event in _events(waiting, payloads, said):
        row, link = audit.record(event, link, archive.vault.seal)
        rows.append(row)
    archive.store.commit(
        Commit(
            tenant=archive.tenant,
            subject=archive.subject,
            expected_revision=revision,
            head=replace(head, revision=revision + 1, sequence=link.sequence, chain=link.digest),
            turn=TurnRow(
                number=head.turn,
                conversation="",
                speaker="system",
                channel=_CHANNEL,
                at=now.isoformat(),
                in_window=False,
            ),
            operation_id=operation,
            records=tuple(rows),
            remove=tuple((ItemKind.PENDING, one.id) for one in waiting),
        )
    )
    return revision + 1
