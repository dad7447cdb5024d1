"""Asking: the value that a question of the assistant offers, and what makes its words no offer."""

from collections.abc import Sequence

from dualmem.grounding.workbench import Workbench
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.provenance import Provenance
from dualmem.model.reading import ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Clause
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon
from dualmem.text import fold
from dualmem.values.compare import equal, is_ambiguous_or_range
from dualmem.values.parse import parse

_MARKS = " \t\n,.。!?:;~'\"“”‘’「」*_()…"


def asked_value(
    bench: Workbench, spec: FieldSpec, clause: Clause, extraction: Extraction, lexicon: Lexicon
) -> tuple[Value, Provenance] | None:
    """Give the one valid value of which a question of the assistant asks whether the field is it.

    A question of something else about the value (``shall I explain the design phase?``), one that denies it, and a
    further question that names another value (``设计吗？还是开发？``) offer nothing.
    """
    if clause.mood != "asked":
        return None
    label = _label(spec, clause.span, extraction)
    values = _values(bench, spec, clause.span, extraction)
    if label is None or len(values) != 1 or is_ambiguous_or_range(values[0][0]):
        return None
    value, place = values[0]
    if _is_of_else(extraction, clause.span, (label, place), lexicon):
        return None
    asked = [one.span for one in extraction.utterance.clauses if one.mood == "asked"]
    others = [other for span in asked for other, _ in _values(bench, spec, span, extraction)]
    if any(not equal(value, other) for other in others):
        return None
    folded = extraction.utterance.folded
    whole = folded.to_original(clause.span)
    quote = folded.original[whole.start : whole.end].strip()
    return value, bench.provenance()._replace(span=folded.to_original(place), quote=quote)


def _label(spec: FieldSpec, span: Span, extraction: Extraction) -> Span | None:
    text = extraction.utterance.folded.text[span.start : span.end]
    names = sorted({fold(name).text for names in spec.labels.values() for name in names}, key=len, reverse=True)
    at = next(((text.index(name), name) for name in names if name in text), None)
    return Span(span.start + at[0], span.start + at[0] + len(at[1])) if at is not None else None


def _values(bench: Workbench, spec: FieldSpec, span: Span, extraction: Extraction) -> list[tuple[Value, Span]]:
    """Give the different values of a field in a part of the text, with their places in the folded text."""
    context = ReadingContext(
        now=bench.context.now,
        default_currency=spec.default_currency,
        region=spec.region,
        choices=spec.choices,
        pattern=spec.pattern,
        is_asked_for=True,
    )
    piece = extraction.utterance.folded.text[span.start : span.end]
    found: list[tuple[Value, Span]] = []
    for reading in parse(spec.type, piece, context):
        if reading.value is not None and not any(equal(reading.value, one) for one, _ in found):
            place = Span(span.start + reading.span.start, span.start + reading.span.end)
            found.append((reading.value, place))
    return found


def _is_of_else(extraction: Extraction, span: Span, known: Sequence[Span], lexicon: Lexicon) -> bool:
    """Tell that a question denies the value, or is about a service, another's field or a former one.

    The words that only ask whether the field is the value (``是不是``, ``should i set``) are none of these.
    """
    text = extraction.utterance.folded.text
    words = list(text[span.start : span.end])
    for place in known:
        words[place.start - span.start : place.end - span.start] = " " * len(place)
    for place in lexicon.find("offered.whether", "".join(words)):
        words[place.start : place.end] = " " * len(place)
    rest = "".join(words)
    return any(lexicon.has(name, rest) for name in ("act.neg", "offered.none"))


def is_denied_or_anothers(extraction: Extraction, candidate: Candidate, lexicon: Lexicon) -> bool:
    """Tell that a tag asks for a denied value (``it is not 850k, right?``), or one is of somebody else (for him)."""
    clause = next((c for c in extraction.utterance.clauses if c.index == candidate.clause), None)
    if clause is None:
        return False
    text = extraction.utterance.folded.text
    is_denied = candidate.mood == "asked" and lexicon.has("act.neg", text[clause.span.start : clause.span.end])
    behind = text[candidate.folded.end : clause.span.end].strip(_MARKS)
    return is_denied or lexicon.has("owner.behind", behind)
