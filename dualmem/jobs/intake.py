"""Intake: JSON of an export, or of a simple memory agent, as values that fit the schema, and what does not."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from dualmem import records
from dualmem.errors import InvalidInput, InvalidValue, TooLarge
from dualmem.forgotten import WHY, Forgotten
from dualmem.jobs import export
from dualmem.jobs.archive import is_forgotten
from dualmem.model.field import FieldSpec
from dualmem.model.provenance import Provenance
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.text import fold
from dualmem.values.codec import from_json
from dualmem.values.parse import parse

NOTHING_FORGOTTEN: Final[Mapping[str, datetime]] = MappingProxyType({})
_NOTE_WORDS: Final = ("content", "text", "note", "value", "memory")
_TIMES: Final = ("at", "ts", "timestamp", "created_at", "time", "date")
_LIKE_TEXT: Final = frozenset({"text", "id", "phone", "id_card_cn", "bank_card"})
_NORMALISED: Final = frozenset({"phone", "email", "url", "id_card_cn", "bank_card"})  # many ways to write one value
_MASKED: Final = "it was masked in the export; export with --reveal to take it along"
_LONGEST_NOTE: Final = 4000
MOST_PIECES: Final = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One value that came in.

    Attributes:
        field: Field path.
        value: The value, not validated.
        at: When it was first written; None where the file does not say.
        provenance: Where it came from; None where the file does not say.
        is_pending: It waited in the store it came from: it waits here too.
        action: ``set``, ``append`` or ``remove`` of a waiting update.
        is_sealed: Only a masked form that stands for a value that was never stored in clear.
    """

    field: str
    value: Value
    at: datetime | None = None
    provenance: Provenance | None = None
    is_pending: bool = False
    action: str = "set"
    is_sealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteArrival:
    """One note that came in.

    Attributes:
        text: The text.
        at: When it was made, aware; None where the file does not say.
        tags: Its tags.
        importance: 0..1; None where the file does not say.
    """

    text: str
    at: datetime | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None


@dataclass(slots=True)
class Intake:
    """What a file holds.

    Attributes:
        arrivals: Values, in file order.
        notes: Notes, in file order.
        left_out: What can not be taken, and why.
    """

    arrivals: list[Arrival] = field(default_factory=list)
    notes: list[NoteArrival] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)


def read(
    data: object, schema: Schema, now: datetime, *, forgotten: Mapping[str, datetime] = NOTHING_FORGOTTEN
) -> Intake:
    """Give what JSON data holds, in one of the forms that are known.

    Args:
        data: An export; ``{facts, notes}``; a list of ``{content, tags, importance, ts}``; or a nested state document.
        schema: Where the values shall go.
        now: Reference time of values that are written as words, aware.
        forgotten: Erased field paths, with the time: an older value of them in an export stays out.

    Raises:
        InvalidInput: It is none of these.
        TooLarge: It holds too much for one act.
    """
    reader = _Reader(schema, now, forgotten)
    if isinstance(data, list):
        reader.notes(data, "")
    elif isinstance(data, dict) and data.get("dualmem") == export.FORMAT:
        reader.export(data)
    elif isinstance(data, dict) and data and "dualmem" not in data:
        reader.document(data, "")
    else:
        raise InvalidInput(
            "this is no export, and no memory of an agent: an object or a list of notes is expected",
            next_step="`dualmem state import --help` names the forms.",
        )
    found = len(reader.intake.arrivals) + len(reader.intake.notes)
    if found > MOST_PIECES:
        raise TooLarge(
            f"a file has at most {MOST_PIECES:,} values and notes, this one has {found:,}",
            next_step="Nothing was taken. Split the file.",
        )
    return reader.intake


def without(intake: Intake, forgotten: Forgotten) -> Intake:
    """Give an intake without the values that were forgotten; the report names their fields."""
    gone = [one for one in intake.arrivals if forgotten.holds(one.field, one.value)]
    return replace(
        intake,
        arrivals=[one for one in intake.arrivals if one not in gone],
        left_out=[*intake.left_out, *((one.field, WHY) for one in gone)],
    )


class _Reader:
    """Sorts data into an intake."""

    def __init__(self, schema: Schema, now: datetime, forgotten: Mapping[str, datetime]) -> None:
        self.intake = Intake()
        self._forgotten = forgotten
        self._schema = schema
        self._now = now
        self._names = dict(_names(schema))

    def export(self, data: Mapping[str, object]) -> None:
        """Take an export of dualmem."""
        for path, entry in _entries(data.get("fields")):
            self._exported(path, entry)
        for entry in _list(data.get("pending")):
            if isinstance(entry, dict) and isinstance(entry.get("field"), str):
                self._exported(entry["field"], entry, is_pending=True)
        self.notes(_list(data.get("notes")), "notes")
        self.intake.left_out += [
            (f"snapshot {one['tag']}", "snapshots belong to the store they were taken in")
            for one in _list(data.get("snapshots"))
            if isinstance(one, dict) and "tag" in one
        ]

    def _exported(self, path: str, entry: object, *, is_pending: bool = False) -> None:
        if not isinstance(entry, dict) or "value" not in entry:
            self.intake.left_out.append((path, "it has no value"))
            return
        if entry.get("masked"):
            self.intake.left_out.append((path, _MASKED))
            return
        at, said = _moment(entry.get("at")), _provenance(entry.get("from"))
        written = at or (said.at if said is not None else None)
        if written is not None and is_forgotten(path, written, self._forgotten):
            self.intake.left_out.append((path, "it was forgotten since"))
            return
        spec = self._schema.find(path)
        is_sealed = spec is not None and spec.sensitive in {"mask", "hash"}
        if spec is not None and spec.sensitive == "hash":
            self.intake.left_out.append((path, "a hash has a meaning in the store it was made in only"))
            return
        found = self._value(path, entry["value"])
        if found is None:
            return
        self.intake.arrivals.append(
            Arrival(
                field=path,
                value=found,
                at=at,
                provenance=said,
                is_pending=is_pending,
                action=str(entry.get("action", "set")),
                is_sealed=is_sealed,
            )
        )

    def document(self, data: Mapping[str, object], prefix: str) -> None:
        """Take a nested document; every key is a field, a group, a map or a name of a field."""
        for key, value in data.items():
            path = f"{prefix}.{key}" if prefix else key
            if key == "notes" and not prefix and isinstance(value, list):
                self.notes(value, "notes")
            elif key == "facts" and isinstance(value, list):
                self.notes(value, "facts")
            elif self._schema.find(path) is not None:
                self._take(path, value)
            elif isinstance(value, dict) and (path in self._schema.groups or self._is_inside(path)):
                self.document(value, path)
            elif isinstance(value, dict) and any(name in self._schema.groups for name in value):
                self.document(value, "")
            else:
                self._named(key, path, value, prefix)

    def _named(self, key: str, path: str, value: object, prefix: str) -> None:
        """Take a value whose key is no path: a field's name in some language, else a fact."""
        named = self._names.get(fold(key).text.strip())
        fact = f"facts.{key}"
        if named is not None and prefix in ("", "facts"):
            self._take(named, value)
        elif not prefix and not isinstance(value, dict | list) and self._schema.find(fact) is not None:
            self._take(fact, value)
        else:
            near = self._schema.nearest(path)
            self.intake.left_out.append((path, f"there is no such field{f'; did you mean {near}?' if near else ''}"))

    def _is_inside(self, path: str) -> bool:
        """Tell whether a path is an entry of a map of records."""
        return any(self._schema.find(f"{path}.{name.rsplit('.', 1)[-1]}") is not None for name in self._schema.fields)

    def _take(self, path: str, value: object) -> None:
        named = self._names.get(fold(path.removeprefix("facts.")).text.strip()) if path.startswith("facts.") else None
        path = named or path
        if isinstance(value, dict) and set(value) >= {"value"} and self._looks_wrapped(path, value):
            value = value["value"]
        if value is None or value in ("", [], {}):
            return
        found = self._value(path, value)
        if found is not None:
            self.intake.arrivals.append(Arrival(field=path, value=found))

    def _looks_wrapped(self, path: str, value: Mapping[str, object]) -> bool:
        """Tell whether an agent keeps the value beside its own marks (``{"value": …, "updated_at": …}``)."""
        spec = self._schema.find(path)
        return spec is not None and spec.type != "map" and "value" in value

    def _value(self, path: str, data: object) -> Value | None:
        """Give the value of a field from JSON or from words; what is none is left out."""
        spec = self._schema.find(path)
        if spec is None:
            near = self._schema.nearest(path)
            self.intake.left_out.append((path, f"there is no such field{f'; did you mean {near}?' if near else ''}"))
            return None
        try:
            return read_value(spec, data, self._now)
        except InvalidValue as error:
            self.intake.left_out.append((path, str(error)))
            return None

    def notes(self, data: Iterable[object], where: str) -> None:
        """Take a list of notes: texts, or objects with a text."""
        for index, one in enumerate(data):
            note = _note(one)
            if isinstance(one, dict) and one.get("masked") is True:
                self.intake.left_out.append((f"{where}[{index}]", _MASKED))
            elif note is None:
                self.intake.left_out.append((f"{where}[{index}]", "it has no text"))
            elif len(note.text) > _LONGEST_NOTE:
                self.intake.left_out.append((f"{where}[{index}]", f"it is longer than {_LONGEST_NOTE} characters"))
            else:
                self.intake.notes.append(note)


def read_value(spec: FieldSpec, data: object, now: datetime) -> Value:
    """Give a value from its JSON form, or from words that say nothing but the value.

    Raises:
        InvalidValue: It is none of the field's type.
    """
    if spec.type in _LIKE_TEXT and isinstance(data, int | float) and not isinstance(data, bool):
        data = str(data)
    if spec.type == "list" and not isinstance(data, list):
        data = [data]
    if spec.type in _NORMALISED and isinstance(data, str) and (said := _said(spec, data, now)) is not None:
        return said
    try:
        return from_json(spec, data)
    except InvalidValue:
        if not isinstance(data, str):
            raise
        read = _said(spec, data, now)
        if read is None:
            raise
        return read


def _said(spec: FieldSpec, text: str, now: datetime) -> Value | None:
    """Give the one value that a whole text says, or None."""
    context = ReadingContext(
        now=now,
        default_currency=spec.default_currency,
        region=spec.region,
        choices=spec.choices,
        is_open=spec.is_open,
        pattern=spec.pattern,
        is_asked_for=True,
    )
    stripped = text.strip()
    readings = [one for one in parse(spec.type, stripped, context) if one.value is not None]
    if len(readings) != 1 or readings[0].outer.start > 0 or readings[0].outer.end < len(fold(stripped).text):
        return None
    return readings[0].value


def _names(schema: Schema) -> Iterator[tuple[str, str]]:
    """Give every name of a field, folded, with its path; a name of two fields names neither."""
    seen: dict[str, str | None] = {}
    for path, spec in schema.fields.items():
        if "*" in path:
            continue
        names = {path.rsplit(".", 1)[-1], *(label for labels in spec.labels.values() for label in labels)}
        for name in {fold(one).text.strip() for one in names}:
            seen[name] = None if name in seen else path
    yield from ((name, path) for name, path in seen.items() if path is not None)


def _note(data: object) -> NoteArrival | None:
    """Give a note of a list."""
    if isinstance(data, str):
        return NoteArrival(text=data) if data.strip() else None
    if not isinstance(data, dict):
        return None
    text = next((data[word] for word in _NOTE_WORDS if isinstance(data.get(word), str) and data[word].strip()), None)
    if text is None:
        return None
    importance = data.get("importance")
    is_number = isinstance(importance, int | float) and not isinstance(importance, bool)
    return NoteArrival(
        text=text,
        at=next((at for name in _TIMES if (at := _moment(data.get(name))) is not None), None),
        tags=tuple(tag for tag in _list(data.get("tags")) if isinstance(tag, str)),
        importance=_share(float(importance)) if is_number and importance is not None else None,
    )


def _share(number: float) -> float:
    """Give an importance as a share: agents write 0..1, 1..5 or 1..10."""
    if number <= 1:
        return max(number, 0.0)
    return min(number / (5 if number <= 5 else 10), 1.0)


def _moment(data: object) -> datetime | None:
    """Give a moment from ISO 8601 or from seconds since 1970; None for anything else."""
    try:
        if isinstance(data, str):
            at = datetime.fromisoformat(data)
            return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
        if isinstance(data, int | float) and not isinstance(data, bool):
            return datetime.fromtimestamp(data / 1000 if data > 1e11 else data, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def _provenance(data: object) -> Provenance | None:
    """Give the provenance of an export; None where it does not fit."""
    try:
        said = records.from_plain(Provenance, data)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    texts = (
        said.actor,
        said.channel,
        said.conversation,
        said.speaker,
        said.operation,
        said.quote,
        said.words,
        said.rule,
    )
    is_sound = all(text is None or isinstance(text, str) for text in (*texts, said.zone))
    return said if is_sound and said.at.tzinfo is not None and isinstance(said.turn, int | None) else None


def _entries(data: object) -> Iterable[tuple[str, object]]:
    return data.items() if isinstance(data, dict) else ()


def _list(data: object) -> list[object]:
    return data if isinstance(data, list) else []
