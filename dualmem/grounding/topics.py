"""Topics: the groups of fields that a conversation spoke of last."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from dualmem.model.candidate import Extraction
from dualmem.model.conversation import Conversation
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.state import State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.compare import equal
from dualmem.values.parse import parse

MOST = 4
_TELLING = frozenset({"date", "time", "datetime", "duration", "money", "choice"})  # whose values stand for their field
_MOST_READ = 2_000  # characters of a reply


def topics_after(conversation: Conversation, groups: Sequence[str]) -> tuple[str, ...]:
    """Give the groups last spoken of, the last first, after these were spoken of in order."""
    return tuple(dict.fromkeys([*filter(None, reversed(groups)), *conversation.topics]))[:MOST]


def stored_values(state: State, schema: Schema) -> dict[str, Value]:
    """Give what is stored, the last written first, without the fields that are sensitive."""
    held = sorted(state.fields.items(), key=lambda item: item[1].version, reverse=True)
    return {path: one.value for path, one in held if (spec := schema.find(path)) is not None and spec.sensitive is None}


def stored_topics(state: State) -> tuple[str, ...]:
    """Give the groups that something is stored of, the last written first: they count as spoken of."""
    held = sorted(state.fields.items(), key=lambda item: item[1].version, reverse=True)
    return tuple(dict.fromkeys(group for path, _ in held if (group := _group(path))))


def recalled_topics(extraction: Extraction, state: State, schema: Schema, now: datetime) -> tuple[str, ...]:
    """Give the groups whose stored values a reply names (``there is no train on Friday`` beside a stored Friday).

    What two groups hold tells nothing, nor what an empty field of another group may take: it may be offered for that,
    unless the reply says that it can not be.
    """
    held = stored_values(state, schema)
    folded = extraction.utterance.folded
    if len({_group(path) for path in held}) < 2 or len(folded.text) > _MOST_READ:
        return ()
    found: dict[int, set[str]] = {}
    for path, value in held.items():
        spec = schema.field(path)
        if spec.type not in _TELLING:
            continue
        may_be_new = _may_be_new(value, spec, held, schema)
        context = ReadingContext(
            now=now, default_currency=spec.default_currency, choices=spec.choices, pattern=spec.pattern
        )
        for reading in parse(spec.type, folded, context):
            is_it = len(reading.folded) > 1 and reading.value is not None and equal(reading.value, value)
            if is_it and not (may_be_new and not _is_denied(extraction, reading.folded.start)):
                found.setdefault(reading.folded.start, set()).add(_group(path))
    return tuple(next(iter(groups)) for _, groups in sorted(found.items()) if len(groups) == 1)


def _is_denied(extraction: Extraction, place: int) -> bool:
    """Tell that the clause at a place of a reply denies something (北边没有合适的)."""
    clause = next((one for one in extraction.utterance.clauses if one.span.start <= place < one.span.end), None)
    return clause is not None and clause.mood == "negated"


def _may_be_new(value: Value, spec: FieldSpec, held: Mapping[str, Value], schema: Schema) -> bool:
    """Tell whether a field of another group that holds nothing takes a value."""
    return any(
        path not in held and other.type == spec.type and (spec.type != "choice" or value in other.choices)
        for path, other in schema.fields.items()
        if _group(path) != _group(spec.path)
    )


def _group(path: str) -> str:
    return path.rpartition(".")[0]
