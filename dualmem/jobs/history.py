"""History: the audit as rows for people: filtered, sensitive values masked, as JSON, CSV or lines."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from dualmem import audit
from dualmem.errors import InvalidInput, TokenUnreadable
from dualmem.jobs.archive import Archive
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.field import FieldType
from dualmem.model.provenance import Provenance
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.codec import to_json
from dualmem.values.mask import mask
from dualmem.values.show import show

COLUMNS = (
    "time", "subject", "kind", "field", "old", "new", "quote", "rule", "actor", "channel", "conversation", "turn",
    "operation", "update", "item", "reason", "version", "seq", "note",
)  # fmt: skip
ERASED = "erased"
UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What to list; None lets everything through.

    Attributes:
        field: Field path, or a group path for all below it.
        actor: user, assistant, system, ``operator:<name>``; ``operator`` for every operator.
        channel: user, cli, api, …
        conversation: Conversation id.
        since: First moment, aware.
        until: Last moment, aware.
        kinds: What happened; empty for everything.
        changes_only: Only what changed the state.
    """

    field: str | None = None
    actor: str | None = None
    channel: str | None = None
    conversation: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    kinds: tuple[EventKind, ...] = ()
    changes_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the history: one change, or one event that changed nothing.

    Attributes:
        subject: Subject id.
        header: What the record says in clear.
        field: Field path it is about.
        old: Value before, masked where it must be; None for absent.
        new: Value after, or the proposed, rejected, reaffirmed one.
        provenance: Where it came from; None once erased. Without words where the field is sensitive.
        reason: Short stable word.
        note: ``erased`` or ``unreadable`` where values are gone; else empty.
    """

    subject: str
    header: audit.Header
    field: str | None = None
    old: Value | None = None
    new: Value | None = None
    provenance: Provenance | None = None
    reason: str | None = None
    note: str = ""


def read_kinds(names: Iterable[str]) -> tuple[EventKind, ...]:
    """Give the kinds that are named (``FieldSet``, ``field_set``).

    Raises:
        InvalidInput: There is no such kind.
    """
    known = {kind.value.lower(): kind for kind in EventKind}
    found = []
    for name in names:
        kind = known.get(name.replace("_", "").lower())
        if kind is None:
            raise InvalidInput(f"there is no kind {name!r}; kinds are {', '.join(kind.value for kind in EventKind)}")
        found.append(kind)
    return tuple(found)


def search(archive: Archive, schema: Schema, wanted: Filter, *, reveal: bool = False) -> Iterator[Row]:
    """Stream the rows of one subject, oldest first.

    Args:
        archive: The subject.
        schema: Says what is sensitive.
        wanted: What to list.
        reveal: Give sensitive values in clear (the caller audits that).

    Raises:
        UnknownField: The schema has no such field or group.
    """
    if wanted.field is not None and wanted.field not in schema.groups:
        schema.field(wanted.field)
    link = archive.link()
    for row in archive.store.records(archive.tenant, archive.subject):
        header = audit.read_header(row)
        if not _is_wanted(header, wanted):
            continue
        try:
            event = archive.entry(row, link).event
        except TokenUnreadable:
            yield Row(subject=archive.subject, header=header, field=header.field, note=UNREADABLE)
            continue
        for one in _rows(archive.subject, header, event):
            if wanted.field is None or _is_within(one.field, wanted.field):
                yield one if reveal else _masked(one, schema)


def to_data(row: Row) -> dict[str, object]:
    """Give a row as plain JSON data, with the public forms of the values; what is unknown is left out."""
    said, header = row.provenance, row.header
    data: dict[str, object] = {
        "time": header.at,
        "subject": row.subject,
        "kind": header.kind.value,
        "field": row.field,
        "old": None if row.old is None else to_json(row.old),
        "new": None if row.new is None else to_json(row.new),
        "quote": said.quote if said else None,
        "rule": said.rule if said else None,
        "actor": header.actor,
        "channel": header.channel,
        "conversation": header.conversation,
        "turn": header.turn,
        "operation": header.operation,
        "update": header.update,
        "item": header.item,
        "reason": row.reason,
        "version": header.version,
        "seq": header.sequence,
        "note": row.note or None,
    }
    return {key: value for key, value in data.items() if value is not None or key in ("old", "new")}


def to_csv(rows: Iterable[Row], schema: Schema, language: str) -> Iterator[str]:
    """Stream the rows as CSV lines, a head line first; no cell can be taken for a formula."""
    yield _csv_line(COLUMNS)
    for row in rows:
        data = {
            **to_data(row),
            "old": shown(row, row.old, schema, language),
            "new": shown(row, row.new, schema, language),
        }
        yield _csv_line([_cell(data.get(name)) for name in COLUMNS])


def to_line(row: Row, schema: Schema, language: str) -> str:
    """Give a row as one readable line: time, key, old, new, by, session."""
    header = row.header
    key = row.field or header.item or ""
    values = f"{shown(row, row.old, schema, language) or '-'} -> {shown(row, row.new, schema, language) or '-'}"
    parts = [header.at[:19].replace("T", " "), header.kind.value, key]
    if row.old is not None or row.new is not None or header.changes:
        parts.append(row.note or values)
    parts.append(f"by {header.actor}")
    if header.conversation:
        parts.append(f"in {header.conversation}")
    return escape("  ".join(part for part in parts if part))


def shown(row: Row, value: Value | None, schema: Schema, language: str) -> str:
    """Give a value of a row for people; an empty text for none."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "; ".join(shown(row, item, schema, language) for item in value)
    spec = schema.find(row.field) if row.field else None
    return show(value, language, spec.item if spec is not None and spec.item is not None else spec)


def escape(text: str) -> str:
    """Give a text with every control, bidi and other invisible character escaped, so that a line stays one line."""
    return "".join(
        char if unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} else f"\\u{ord(char):04x}"
        for char in text
    )


def _is_wanted(header: audit.Header, wanted: Filter) -> bool:
    """Tell from the header whether a record can hold a row that is wanted."""
    if wanted.kinds and header.kind not in wanted.kinds:
        return False
    if wanted.changes_only and not header.changes:
        return False
    if wanted.actor is not None and header.actor != wanted.actor and header.actor.split(":")[0] != wanted.actor:
        return False
    if wanted.channel not in (None, header.channel) or wanted.conversation not in (None, header.conversation):
        return False
    if wanted.field is not None and not any(_is_within(path, wanted.field) for path in (header.field, *header.changes)):
        return False
    at = datetime.fromisoformat(header.at)
    return (wanted.since is None or at >= wanted.since) and (wanted.until is None or at <= wanted.until)


def _is_within(path: str | None, wanted: str) -> bool:
    """Tell whether a path is the wanted one, or below it."""
    return path is not None and (path == wanted or path.startswith(f"{wanted}."))


def _rows(subject: str, header: audit.Header, event: Event | None) -> Iterator[Row]:
    """Give the rows of one record."""
    changed = {change.field: change for change in event.changes} if event is not None else dict[str, Change]()
    for path in header.changes:
        change = changed.get(path)
        if event is None or change is None:
            yield Row(subject=subject, header=header, field=path, note=ERASED)
            continue
        yield Row(
            subject=subject,
            header=header,
            field=path,
            old=change.old,
            new=change.new,
            provenance=event.provenance,
            reason=event.reason,
        )
    if header.changes:
        return
    if event is None:
        yield Row(subject=subject, header=header, field=header.field, note=ERASED)
        return
    yield Row(
        subject=subject,
        header=header,
        field=header.field,
        new=event.value if event.value is not None else event.text,
        provenance=event.provenance,
        reason=event.reason,
    )


def _masked(row: Row, schema: Schema) -> Row:
    """Give a row without sensitive values and words."""
    spec = schema.find(row.field) if row.field else None
    if row.field is None or (spec is not None and spec.sensitive is None):
        return row
    kind = spec.type if spec is not None else "text"  # a field that the schema lost may have been sensitive
    said = None if row.provenance is None else row.provenance._replace(quote=None, words=None)
    return replace(row, old=_mask(row.old, kind), new=_mask(row.new, kind), provenance=said)


def _mask(value: Value | None, kind: FieldType) -> Value | None:
    """Give the masked form of a value."""
    if value is None:
        return None
    if isinstance(value, str) and ("*" in value or value.startswith("hash:")):
        return value
    return mask(value, kind)


def _csv_line(cells: Iterable[str]) -> str:
    """Give one CSV line without its end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def _cell(value: object) -> str:
    """Give the text of a cell; one that a spreadsheet would run gets a quote mark in front."""
    text = "" if value is None else escape(str(value))
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} else text
