"""Export: everything that is remembered of one subject as readable JSON data."""

from typing import Final

from dualmem import records
from dualmem.jobs.archive import Archive
from dualmem.jobs.history import Filter, search, to_data
from dualmem.jobs.needles import Needles
from dualmem.model.field import FieldSpec
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.settings import Settings
from dualmem.model.snapshot import Snapshot
from dualmem.model.state import Held
from dualmem.model.value import Value
from dualmem.ports import ItemKind, TurnRow
from dualmem.schema.spec import Schema
from dualmem.values.codec import to_json
from dualmem.values.mask import mask

FORMAT: Final = "export/1"
LEFT_OUT: Final = {
    "turns": "raw turns are kept for a while only, and stay in the store; --everything gives them",
    "audit": "see `dualmem audit export`; --everything gives it",
    "conversations": "what was shown and what can be undone has a meaning in this store only",
    "settings": "time zone and language of the subject are set in each store",
    "tasks": "the progress of a task belongs to the store it runs on",
    "erasures": "a forgetting under way is finished by this store",
    "tombstones": "what was forgotten is marked by keyed hashes, that another key can not read",
}


def everything(archive: Archive, schema: Schema, *, reveal: bool = False) -> dict[str, object]:
    """Give what ``export`` gives, and beside it the texts of the turns, the history and the settings.

    That is what a person may ask for who wants to know what is kept; ``import`` takes in what it takes of an export.

    Args:
        archive: The subject.
        schema: Says what is sensitive.
        reveal: Give encrypted values in clear; else they are masked, and cut out of every text.
    """
    history = list(search(archive, schema, Filter(), reveal=True))
    hidden = [row for row in history if row.field and _is_hidden(schema.find(row.field), reveal=reveal)]
    values = [value for row in hidden for value in (row.old, row.new) if value is not None]
    words = {row.provenance.words for row in hidden if row.provenance is not None and row.provenance.words}
    needles = Needles(values, words)
    rows = history if reveal else search(archive, schema, Filter())
    settings = next((one for _, one in archive.read(ItemKind.SETTINGS, Settings)), Settings())
    whole = export(archive, schema, reveal=reveal)
    beside = {
        "turns": [_turn(row, text.text, needles) for row, text in archive.turns() if text is not None],
        "history": [_cut(to_data(row), needles) for row in rows],
        "settings": {"timezone": settings.timezone, "language": settings.language},
    }
    left_out = {name: why for name, why in LEFT_OUT.items() if name not in {"turns", "audit", "settings"}}
    return {**whole, **beside, "left_out": left_out}


def _turn(row: TurnRow, text: str, needles: Needles) -> dict[str, object]:
    """Give one step with its text."""
    return {
        "turn": row.number,
        "conversation": row.conversation,
        "speaker": row.speaker,
        "channel": row.channel,
        "at": row.at,
        "text": needles.cut(text, linked=True),
    }


def _cut(data: dict[str, object], needles: Needles) -> dict[str, object]:
    """Give a row of the history whose quote repeats no hidden value."""
    quote = data.get("quote")
    return {**data, "quote": needles.cut(quote, linked=True)} if isinstance(quote, str) else data


def export(archive: Archive, schema: Schema, *, reveal: bool = False) -> dict[str, object]:
    """Give fields, waiting updates, notes and snapshots as plain JSON data.

    Args:
        archive: The subject.
        schema: Says what is sensitive, and the order of the fields.
        reveal: Give encrypted values in clear (the caller audits that); else they are masked, and marked so.
    """
    state, unreadable = archive.state()
    order = {path: index for index, path in enumerate(schema.fields)}

    def place(path: str) -> tuple[int, str]:
        spec = schema.find(path)
        return (order[spec.path] if spec is not None else len(order), path)

    paths = sorted(state.fields, key=place)
    hidden = [held.value for path, held in state.fields.items() if _is_hidden(schema.find(path), reveal=reveal)]
    hidden += [one.value for one in archive.pending() if _is_hidden(schema.find(one.field), reveal=reveal)]
    needles = Needles(hidden)
    return {
        "dualmem": FORMAT,
        "subject": archive.subject,
        "schema": {"id": schema.id, "version": schema.version},
        "fields": {path: _held(state.fields[path], schema.find(path), reveal=reveal) for path in paths},
        "pending": [_update(update, schema.find(update.field), reveal=reveal) for update in archive.pending()],
        "notes": [_note(note, needles) for note in archive.notes()],
        "snapshots": [_snapshot(one, schema, reveal=reveal) for one in archive.snapshots()],
        "unreadable": list(unreadable),
        "left_out": LEFT_OUT,
    }


def _update(update: PendingUpdate, spec: FieldSpec | None, *, reveal: bool) -> dict[str, object]:
    """Give a waiting update."""
    said = _said(update.provenance, is_hidden=_is_hidden(spec, reveal=reveal))
    return {"field": update.field, "action": update.action, **_value(update.value, spec, reveal=reveal), **said}


def _note(note: Note, needles: Needles) -> dict[str, object]:
    """Give a note; a sensitive value of a field that it repeats is cut out."""
    text = needles.cut(note.text)
    return {
        "text": text,
        **({"masked": True} if text != note.text else {}),
        "at": note.at.isoformat(),
        "tags": list(note.tags),
        "importance": note.importance,
        **_said(note.provenance, is_hidden=text != note.text),
    }


def _snapshot(one: Snapshot, schema: Schema, *, reveal: bool) -> dict[str, object]:
    """Give a snapshot with its values."""
    fields = {path: _value(held.value, schema.find(path), reveal=reveal) for path, held in sorted(one.fields.items())}
    return {"tag": one.tag, "at": one.at.isoformat(), "version": one.version, "fields": fields}


def _held(held: Held, spec: FieldSpec | None, *, reveal: bool) -> dict[str, object]:
    """Give a stored value and where it came from."""
    is_hidden = _is_hidden(spec, reveal=reveal)
    return {
        **_value(held.value, spec, reveal=reveal),
        "at": held.at.isoformat(),
        **_said(held.provenance, is_hidden=is_hidden),
    }


def _value(value: Value, spec: FieldSpec | None, *, reveal: bool) -> dict[str, object]:
    """Give the public form of a value, masked where it must be."""
    if _is_hidden(spec, reveal=reveal):
        return {"value": to_json(mask(value, spec.type if spec is not None else "text")), "masked": True}
    return {"value": to_json(value)}


def _said(said: Provenance, *, is_hidden: bool) -> dict[str, object]:
    """Give where a value came from, without words that would show it."""
    data = records.to_plain(said)
    if is_hidden:
        data = {key: word for key, word in data.items() if key not in {"quote", "words", "span"}}
    return {"from": data}


def _is_hidden(spec: FieldSpec | None, *, reveal: bool) -> bool:
    """Tell whether a field's values are masked; those of a field that the schema lost are, to be safe."""
    return not reveal and (spec is None or spec.sensitive == "encrypt")
