"""Recall: answers from the state and the queue: what is held, who said it and when, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from dualmem.ask.words import Words
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.state import Held, State
from dualmem.model.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """All that an answer can be given from.

    Attributes:
        words: How this reply says things.
        state: After the turn.
        queue: After the turn, oldest first.
        marks: Field path to finding kind, of expired and stale values.
        has_notes: Notes are listed behind the values.
    """

    words: Words
    state: State
    queue: Sequence[PendingUpdate] = ()
    marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    has_notes: bool = False

    def waiting(self, path: str) -> tuple[PendingUpdate, ...]:
        """Give the updates of a field that wait."""
        return tuple(update for update in self.queue if update.field == path)


def recall(known: Known, paths: Sequence[str], name: str) -> list[str]:
    """Give value, who said it and when of each field; a waiting value as unconfirmed; or that nothing is known."""
    lines = [line for path in dict.fromkeys(paths) for line in _recall_field(known, path)]
    if lines:
        return lines
    return [known.words.text("recall_unknown", name=name or known.words.labels(paths))]


def _recall_field(known: Known, path: str) -> Iterator[str]:
    words, held = known.words, known.state.fields.get(path)
    if held is not None:
        yield words.text(
            "recall",
            label=words.label(path),
            value=words.value(path, held.value),
            source=_source(words, path, held),
            mark=_mark(known, path),
        )
    for update in known.waiting(path):
        value = words.value(path, update.value)
        if held is not None:
            yield words.text("recall_also", label=words.label(path), value=value)
        else:
            source = _waiting_source(words, update)
            yield words.text("recall_waiting", label=words.label(path), value=value, source=source)


def listing(known: Known) -> list[str]:
    """Give everything that is held, in the order of the schema, what waits, and the head of the notes."""
    words = known.words
    paths = sorted(known.state.fields, key=lambda path: _place(words, path))
    held = [_listed(words, path, known.state.fields[path].value, mark=_mark(known, path)) for path in paths]
    waiting = [_listed(words, update.field, update.value) for update in known.queue]
    nothing = [] if known.has_notes else [words.text("listing_empty")]
    lines = [words.text("listing_head"), *held] if held else nothing
    lines += [words.text("listing_waiting"), *waiting] if waiting else []
    return [*lines, words.text("listing_notes")] if known.has_notes else lines


def _listed(words: Words, path: str, value: Value, *, mark: str = "") -> str:
    text = words.text("recall", label=words.label(path), value=words.value(path, value), mark=mark)
    return words.text("listing_line", text=text)


def why(known: Known, path: str, name: str) -> list[str]:
    """Give quote, turn, rule and who confirmed of a held value, else of a waiting one."""
    words, held = known.words, known.state.fields.get(path)
    if held is not None:
        return [_why_held(words, path, held)]
    lines = [_why_waiting(words, update) for update in known.waiting(path)]
    return lines or [words.text("recall_unknown", name=name or words.label(path))]


def _why_held(words: Words, path: str, held: Held) -> str:
    origin = held.provenance
    quote, who = words.quote(path, origin), words.who(origin)
    confirmed = words.text("why_confirmed" if origin.rule else "why_command", who=who)
    if not quote or origin.turn is None:
        confirmed = confirmed if origin.rule else ""
        return words.text("why_plain", **_why_words(words, path, held), confirmed=confirmed)
    return words.text("why", **_why_words(words, path, held), quote=quote, turn=str(origin.turn), confirmed=confirmed)


def _why_words(words: Words, path: str, held: Held) -> dict[str, str]:
    origin = held.provenance
    return {
        "label": words.label(path),
        "value": words.value(path, held.value),
        "who": words.who(origin),
        "at": words.at(held.at),
        "rule": words.text("why_rule", rule=origin.rule) if origin.rule else "",
    }


def _why_waiting(words: Words, update: PendingUpdate) -> str:
    origin = update.provenance
    return words.text(
        "why_waiting",
        label=words.label(update.field),
        value=words.value(update.field, update.value),
        who=words.who(origin),
        turn=str(origin.turn if origin.turn is not None else "-"),
        at=words.at(origin.at),
        quote=words.quote(update.field, origin),
        rule=words.text("why_rule", rule=origin.rule) if origin.rule else "",
    )


def _source(words: Words, path: str, held: Held) -> str:
    return _said(words, path, held.provenance, at=words.at(held.at))


def _said(words: Words, path: str, origin: Provenance, *, at: str) -> str:
    quote = words.quote(path, origin)
    if quote:
        return words.text("source", who=words.who(origin), at=at, quote=quote)
    return words.text("source_plain", who=words.who(origin), at=at)


def _waiting_source(words: Words, update: PendingUpdate) -> str:
    quote = words.quote(update.field, update.provenance)
    if not quote:
        return ""
    at = words.at(update.provenance.at)
    return words.text("waiting_source", who=words.who(update.provenance), at=at, quote=quote)


def _mark(known: Known, path: str) -> str:
    kind = known.marks.get(path)
    return known.words.text(f"mark_{kind}") if kind in {"expired", "stale"} else ""


def _place(words: Words, path: str) -> tuple[int, str]:
    spec = words.schema.find(path)
    return (spec.order if spec is not None else len(words.schema.fields), path)
