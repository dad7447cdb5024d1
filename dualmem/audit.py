"""Audit: every event as one record of a per-subject hash chain, and the proof that the chain is whole.

A record is a header in clear (who, when, which field, never a value) and a sealed payload (old, new, quote). The header
holds the SHA-256 of the payload's token, and the digest of a record covers its header and the record before it.
An event that changes several fields has a payload of several tokens, so that one field can be erased from it: the
erased part is replaced by its digest, and the header still fits.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

import orjson

from dualmem import records
from dualmem.canonical import canonical_flat
from dualmem.errors import InvalidInput
from dualmem.model.event import Change, Event, EventKind
from dualmem.ports import Head, RecordRow, SealContext

FORMAT: Final = 1
ERASURES: Final = frozenset({EventKind.FIELD_ERASED, EventKind.NOTE_ERASED, EventKind.SUBJECT_ERASED})
_ERASED: Final = "!"
_ZEROS: Final = bytes(32)
Seal = Callable[[SealContext, bytes], str]
Open = Callable[[SealContext, str], bytes]
Why = Literal["gap", "header", "chain", "order", "payload", "erased", "tail", "head", "subject"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Where the chain of one subject ends: all that the next record needs.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        pseudonym: What stands for the subject in headers.
        sequence: Of the last record; 0 before the first.
        version: State version after it.
        digest: Of the last record, 32 bytes (zeros before the first).
    """

    tenant: str
    subject: str
    pseudonym: str
    sequence: int = 0
    version: int = 0
    digest: bytes = _ZEROS


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a record says in clear.

    Attributes:
        sequence: From 1.
        kind: What happened.
        at: Aware ISO 8601 time.
        actor: user, assistant, operator:<name>, system.
        channel: user, tool, document, cli, api, …
        version: State version after the event.
        subject: Pseudonym of the subject.
        payload_sha256: Digest of the payload's token.
        previous: Digest of the record before, 64 hex digits.
        field: Field path it is about.
        changes: Field paths it changed.
        stale: Field paths it made stale.
        erased: Sequence numbers of further records whose payload it erases.
        update: Id of the pending update.
        item: Id of the note, task or snapshot.
        conversation: Conversation id.
        turn: Turn number.
        operation: Operation id.
    """

    sequence: int
    kind: EventKind
    at: str
    actor: str
    channel: str
    version: int
    subject: str
    payload_sha256: str
    previous: str
    field: str | None = None
    changes: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    erased: tuple[int, ...] = ()
    update: str | None = None
    item: str | None = None
    conversation: str | None = None
    turn: int | None = None
    operation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first thing that is wrong with a chain.

    Attributes:
        sequence: Of the bad record, or of the first missing one.
        why: Stable word.
        message: For people.
    """

    sequence: int
    why: Why
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What verifying one chain gave.

    Attributes:
        records: How many records were read.
        erased: How many payloads were erased, in whole or in part.
        erasures: Sequence numbers of the erasure records.
        fault: The first fault; None for a chain that is whole.
    """

    records: int
    erased: int = 0
    erasures: tuple[int, ...] = ()
    fault: Fault | None = None


def record(event: Event, link: Link, seal: Seal) -> tuple[RecordRow, Link]:
    """Give the record of an event and the link for the next one.

    Args:
        event: What happened.
        link: Where the chain ends.
        seal: Seals one part of the payload; it is bound to subject and sequence.
    """
    sequence = link.sequence + 1
    version = link.version + (1 if event.changes else 0)
    tokens = [
        seal(records.record_context(link.tenant, link.subject, sequence, part), data)
        for part, data in enumerate(payload(event))
    ]
    header = _header(event, sequence=sequence, version=version, link=link, tokens=tokens)
    digest = chain(link.digest, header)
    row = RecordRow(sequence=sequence, header=header, digest=digest, payload=" ".join(tokens))
    return row, replace(link, sequence=sequence, version=version, digest=digest)


def payload(event: Event) -> tuple[bytes, ...]:
    """Give the parts of an event's payload: the whole event, or for several changes the event and each change."""
    if len(event.changes) < 2:
        return (records.dump(event),)
    return (records.dump(event._replace(changes=())), *(records.dump(change) for change in event.changes))


def chain(previous: bytes, header: bytes) -> bytes:
    """Give the digest of a record."""
    return hashlib.sha256(previous + header).digest()


def read_header(row: RecordRow) -> Header:
    """Give a record's header.

    Raises:
        InvalidInput: It is none.
    """
    try:
        data = orjson.loads(row.header)
        if data.pop("v") != FORMAT:
            raise InvalidInput(f"record {row.sequence} has an unknown format")
        datetime.fromisoformat(data["at"])
        return Header(
            sequence=data.pop("seq"),
            kind=EventKind(data.pop("kind")),
            changes=tuple(data.pop("changes", ())),
            stale=tuple(data.pop("stale", ())),
            erased=tuple(data.pop("erased", ())),
            **data,
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidInput(f"record {row.sequence} has no readable header") from error


def read_event(row: RecordRow, link: Link, unseal: Open) -> Event | None:
    """Give the event of a record without the changes that were erased; None when all of it was.

    Args:
        row: The record.
        link: Names tenant and subject.
        unseal: Opens one part.
    """
    parts = _parts(row)
    if not parts or parts[0].startswith(_ERASED):
        return None
    event = records.load(Event, unseal(_context(row, link, 0), parts[0]))
    if len(parts) == 1:
        return event
    left = ((part, token) for part, token in enumerate(parts) if part and not token.startswith(_ERASED))
    opened = (unseal(_context(row, link, part), token) for part, token in left)
    return event._replace(changes=tuple(records.load(Change, data) for data in opened))


def cut(row: RecordRow, fields: frozenset[str]) -> str | None:
    """Give a record's payload without the values of some fields: a shorter one, or None where nothing can be kept.

    Nothing can where it has no part for each field that its header names: it is of one part, erased, or tampered with.

    Args:
        row: The record; its header names the fields that it changed.
        fields: Field paths to erase.
    """
    header, parts = read_header(row), _parts(row)
    if len(parts) < 2 or len(parts) != len(header.changes) + 1:
        return None
    kept = [
        f"{_ERASED}{_sha256(token)}" if path in fields and not token.startswith(_ERASED) else token
        for path, token in zip(header.changes, parts[1:], strict=True)
    ]
    return " ".join([parts[0], *kept])


def verify(rows: Iterable[RecordRow], *, link: Link, head: Head | None = None) -> Verdict:
    """Read a chain and name the first record that is wrong.

    Args:
        rows: All records, in order.
        link: Names the subject; its other attributes are where the reading begins.
        head: What the store says is the end; None to take any end.
    """
    reader = Reader(link)
    for row in rows:
        reader.read(row)
        if reader.fault is not None:
            break
    return reader.end(head)


def is_under(path: str | None, erased: str | None) -> bool:
    """Tell whether an erasure of ``erased`` (a field or group path, a note's id) explains a missing ``path``."""
    return path is not None and erased is not None and (path == erased or path.startswith(f"{erased}."))


class Reader:
    """Reads one chain, record by record, and keeps the first fault."""

    def __init__(self, link: Link) -> None:
        """Begin behind the record that the link names."""
        self.fault: Fault | None = None
        self._begin = link
        self._sequence, self._version, self._digest = link.sequence, link.version, link.digest
        self._count = 0
        self._erased: list[tuple[Header, tuple[str | None, ...]]] = []
        self._erasures: list[Header] = []

    @property
    def link(self) -> Link:
        """Where the chain stands after the last whole record."""
        return replace(self._begin, sequence=self._sequence, version=self._version, digest=self._digest)

    def read(self, row: RecordRow) -> Header | None:
        """Take one record; give its header, or None where something is wrong with it."""
        wanted = self._sequence + 1
        if row.sequence != wanted:
            self.fault = Fault(sequence=wanted, why="gap", message=f"record {wanted} is missing")
            return None
        try:
            header = read_header(row)
        except InvalidInput as error:
            self.fault = Fault(sequence=wanted, why="header", message=str(error))
            return None
        found = self._check(row, header)
        if found is not None:
            self.fault = Fault(sequence=wanted, why=found[0], message=f"record {wanted}: {found[1]}")
            return None
        self._count += 1
        self._sequence, self._version, self._digest = wanted, header.version, row.digest
        if header.kind in ERASURES:
            self._erasures.append(header)
        return header

    def end(self, head: Head | None = None) -> Verdict:
        """Give the verdict on all that was read.

        Args:
            head: What the store says is the end; None to take any end.
        """
        fault = self.fault or (None if head is None else _end(self.link, head)) or self._unexplained()
        erasures = tuple(one.sequence for one in self._erasures)
        return Verdict(records=self._count, erased=len(self._erased), erasures=erasures, fault=fault)

    def _check(self, row: RecordRow, header: Header) -> tuple[Why, str] | None:
        """Give what is wrong with a record that stands at its place."""
        if header.previous != self._digest.hex() or chain(self._digest, row.header) != row.digest:
            return "chain", "its header or its digest was changed"
        if header.sequence != row.sequence or header.version - self._version not in (0, 1):
            return "order", "its numbers do not follow the record before"
        if header.subject != self._begin.pseudonym:
            return "subject", "it belongs to another subject"
        parts = _parts(row)
        if not row.payload or _ERASED in row.payload:
            self._erased.append((header, _erased_paths(header, parts)))
        if parts and _payload_sha256(parts) != header.payload_sha256:
            return "payload", "its payload is not the one that was written"
        return None

    def _unexplained(self) -> Fault | None:
        """Give the first erased payload that no later erasure explains."""
        for header, paths in self._erased:
            later = [one for one in self._erasures if one.sequence >= header.sequence]
            if not any(_explains(one, header, paths) for one in later):
                message = f"record {header.sequence}: its payload is gone, and no later erasure says why"
                return Fault(sequence=header.sequence, why="erased", message=message)
        return None


def _explains(erasure: Header, header: Header, paths: tuple[str | None, ...]) -> bool:
    """Tell whether an erasure covers a record's erased paths."""
    if erasure.kind is EventKind.SUBJECT_ERASED or header.sequence in erasure.erased:
        return True
    target = erasure.item if erasure.kind is EventKind.NOTE_ERASED else erasure.field
    return any(is_under(path, target) for path in (*paths, header.item)) or erasure.sequence == header.sequence


def _end(link: Link, head: Head) -> Fault | None:
    """Compare the end of a chain with what the store or an anchor says it is."""
    if link.sequence < head.sequence:
        missing = head.sequence - link.sequence
        message = f"the last {missing} records ({link.sequence + 1} to {head.sequence}) are missing"
        return Fault(sequence=link.sequence + 1, why="tail", message=message)
    if link.sequence > head.sequence:
        message = f"record {head.sequence + 1} and later are not part of the subject's last commit"
        return Fault(sequence=head.sequence + 1, why="head", message=message)
    if link.digest != head.chain or link.version != head.version:
        return Fault(
            sequence=head.sequence, why="head", message=f"record {head.sequence} is not the one last committed"
        )
    return None


def _header(event: Event, *, sequence: int, version: int, link: Link, tokens: list[str]) -> bytes:
    """Give the canonical header of a record."""
    said = event.provenance
    data: dict[str, object] = {
        "v": FORMAT,
        "seq": sequence,
        "kind": event.kind.value,
        "at": said.at.isoformat(),
        "actor": said.actor,
        "channel": said.channel,
        "version": version,
        "subject": link.pseudonym,
        "payload_sha256": _payload_sha256(tokens),
        "previous": link.digest.hex(),
    }
    optional: Mapping[str, object] = {
        "field": event.field,
        "changes": [change.field for change in event.changes],
        "stale": list(event.made_stale),
        "erased": list(event.erased),
        "update": event.update,
        "item": event.item,
        "conversation": said.conversation,
        "turn": said.turn,
        "operation": said.operation,
    }
    data.update({key: value for key, value in optional.items() if value is not None and value != []})
    return canonical_flat(data)


def _parts(row: RecordRow) -> list[str]:
    """Give the tokens of a payload; none when it was erased."""
    return row.payload.split(" ") if row.payload else []


def _context(row: RecordRow, link: Link, part: int) -> SealContext:
    """Give what a part's token is bound to."""
    return records.record_context(link.tenant, link.subject, row.sequence, part)


def _payload_sha256(parts: list[str]) -> str:
    """Give the digest of a token, or of the digests of several."""
    digests = [part[1:] if part.startswith(_ERASED) else _sha256(part) for part in parts]
    return digests[0] if len(digests) == 1 else _sha256("".join(digests))


def _erased_paths(header: Header, parts: list[str]) -> tuple[str | None, ...]:
    """Give the field paths whose part of a payload is gone."""
    if not parts or parts[0].startswith(_ERASED):
        return header.changes or (header.field,)
    return tuple(path for path, token in zip(header.changes, parts[1:], strict=False) if token.startswith(_ERASED))


def _sha256(text: str) -> str:
    """Give the SHA-256 of a text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()
