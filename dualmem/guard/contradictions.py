"""Contradictions: where a draft reply states another value than the state's."""

import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dualmem.guard.agreement import agrees
from dualmem.guard.asides import is_aside
from dualmem.guard.labels import all_labels, folded, labels_in, names_of
from dualmem.guard.restated import WORDS, restated
from dualmem.guard.turned import turned
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.utterance import Clause
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema

# How far a value may stand from the label it is stated for, in folded code points.
LABEL_REACH = 24
# Sections of words for the user, each named by the word that the user has for himself (guard_voice.my: your).
_VOICE = "guard_voice."
# Clauses of these moods tell nothing, whatever a rule listens to (shall I try 7 pm?).
_UNTOLD = frozenset({"asked", "hypothetical"})
# Marks that may stand between a label and its value: those of lists, tables and emphasis.
_MARKS = " :=|*_`>\"'→"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """One value of the draft that is not the state's.

    Attributes:
        field: Field path.
        stated: What the draft says.
        stored: What the state holds.
        span: Place of the value in the draft.
        sentence: Place of the sentence it stands in, in the draft.
    """

    field: str
    stated: Value
    stored: Value
    span: Span
    sentence: Span


def check(
    extraction: Extraction,
    schema: Schema,
    state: State,
    *,
    lexicon: Lexicon | None = None,
    read: Callable[[str], Extraction] | None = None,
) -> tuple[Contradiction, ...]:
    """Give the values that the draft states otherwise than the state, in order of place, one per place.

    Every rule counts, whatever its speaker; with a lexicon also a field's label followed by a value of its type
    (section ``guard_joint`` holds the words that may stand between). Asked, negated, hypothetical and quoted clauses
    state nothing; neither does what ``unless`` shuts out.

    Args:
        extraction: The draft, read with the rules of every speaker.
        schema: The schema.
        state: What is confirmed; waiting updates do not count.
        lexicon: Words of every language; None to go by the rules alone.
        read: Reads a text as ``extraction`` was read: the draft is then read in the user's own voice too (您叫小明 as
            我叫小明), since most rules listen to the user.
    """
    found: dict[Span, Contradiction] = {}
    sentences = _sentences(extraction)
    stated = [
        *_outweighed(extraction, schema, state),
        *(() if lexicon is None else _by_label(extraction, schema, state, lexicon)),
    ]
    names = all_labels(schema)
    suggested = frozenset() if lexicon is None else _suggested(extraction, lexicon)
    original = extraction.utterance.folded.original
    if read is not None and lexicon is not None:
        own = in_own_voice(original, lexicon)
        stated += _heard_in(extraction, read(own)) if own != original else ()
        stated += restated(extraction, schema, state, names=names, lexicon=lexicon, read=read)
        stated += turned(extraction, schema, state, names=names, lexicon=lexicon, read=read)
    for path, value, span, clause in stated:
        spec, stored = schema.find(path), state.value(path)
        if spec is None or stored is None or span in found or clause in suggested or agrees(spec, value, stored):
            continue
        if lexicon is not None and _is_unsaid(spec, value, lexicon):
            continue
        if lexicon is not None and _is_untold(extraction, lexicon, names, spec=spec, path=path, span=span):
            continue
        found[span] = Contradiction(field=path, stated=value, stored=stored, span=span, sentence=sentences[clause])
    return tuple(found[span] for span in sorted(found))


def _is_untold(
    extraction: Extraction,
    lexicon: Lexicon,
    names: Sequence[tuple[str, str]],
    *,
    spec: FieldSpec,
    path: str,
    span: Span,
) -> bool:
    """Tell that what stands around a value makes it something else's, or of once, or not confirmed yet."""
    if spec.type in WORDS and _is_of_itself(extraction, lexicon, span):
        return True
    return is_aside(extraction, lexicon, names, path=path, span=span)


def _sentences(extraction: Extraction) -> Mapping[int, Span]:
    """Give for each clause the place of its sentence in the original text."""
    utterance = extraction.utterance
    bounds: dict[int, Span] = {}
    for clause in utterance.clauses:
        known = bounds.get(clause.sentence, clause.span)
        bounds[clause.sentence] = Span(min(known.start, clause.span.start), max(known.end, clause.span.end))
    return {clause.index: utterance.folded.to_original(bounds[clause.sentence]) for clause in utterance.clauses}


def _suggested(extraction: Extraction, lexicon: Lexicon) -> frozenset[int]:
    """Give the clauses that suggest a change (``you could raise the budget to …``): they tell no stored value."""
    folded = extraction.utterance.folded.text
    clauses = extraction.utterance.clauses
    return frozenset(c.index for c in clauses if lexicon.has("guard_suggests", folded[c.span.start : c.span.end]))


def _is_of_itself(extraction: Extraction, lexicon: Lexicon, span: Span) -> bool:
    """Tell that the words before a text make it one of the assistant (``I'm Claude``, 我叫小智): it is no user's."""
    folded = extraction.utterance.folded
    start = folded.of_original(span).start
    return lexicon.has("guard_itself", folded.text[max(0, start - LABEL_REACH) : start])


def _is_unsaid(spec: FieldSpec, value: Value, lexicon: Lexicon) -> bool:
    """Tell that what a rule took for a free text only says what it is like (``your role is important``)."""
    is_free = spec.type in WORDS and isinstance(value, str) and value not in spec.choices
    return is_free and lexicon.regex("guard_unsaid").fullmatch(folded(str(value))) is not None


def _by_rule(extraction: Extraction) -> Iterator[tuple[str, Value, Span, int]]:
    for candidate in _stated(extraction):
        if candidate.value is not None:
            yield candidate.field, candidate.value, candidate.span, candidate.clause


def _stated(extraction: Extraction) -> Iterator[Candidate]:
    """Give what the rules found in clauses that state; a rule may listen to questions, which tell nothing here."""
    clauses = extraction.utterance.clauses
    for candidate in extraction.candidates:
        is_told = candidate.mood == "stated" and not candidate.is_blocked and candidate.value is not None
        if is_told and clauses[candidate.clause].mood not in _UNTOLD:
            yield candidate


def in_own_voice(text: str, lexicon: Lexicon) -> str:
    """Give a draft as the user would say it of himself, every character in its place (your name: ``  my name``)."""
    for section in lexicon.sections:
        if section.startswith(_VOICE):
            own = section.removeprefix(_VOICE)
            text = str(lexicon.regex(section).sub(lambda match, own=own: own.rjust(len(match.group())), text))
    return text


def _heard_in(extraction: Extraction, own: Extraction) -> Iterator[tuple[str, Value, Span, int]]:
    """Give what the draft states in the user's own voice, in the clauses of the draft itself."""
    clauses = extraction.utterance.clauses
    for path, value, span, _ in _by_rule(own):
        for clause in clauses:
            place = extraction.utterance.folded.to_original(clause.span)
            if clause.mood == "stated" and place.contains(span):
                yield path, value, span, clause.index


def _outweighed(extraction: Extraction, schema: Schema, state: State) -> Iterator[tuple[str, Value, Span, int]]:
    """Give what the rules found, without a value that no label names where its sentence states the stored one too.

    ``12月1日提交初稿，截止日期12月15日`` states one deadline, not two.
    """
    text = extraction.utterance.folded.text
    sentences = {clause.index: clause.sentence for clause in extraction.utterance.clauses}
    agreeing: set[tuple[str, int]] = set()
    for path, value, _, clause in _by_rule(extraction):
        spec, stored = schema.find(path), state.value(path)
        if spec is not None and stored is not None and agrees(spec, value, stored):
            agreeing.add((path, sentences[clause]))
    for candidate in _stated(extraction):
        if candidate.value is None:
            continue
        spec = schema.find(candidate.field)
        cue = text[candidate.cue.start : candidate.cue.end]
        is_named = spec is not None and any(folded(label) in cue for label in names_of(spec))
        if is_named or (candidate.field, sentences[candidate.clause]) not in agreeing:
            yield candidate.field, candidate.value, candidate.span, candidate.clause


def _by_label(
    extraction: Extraction, schema: Schema, state: State, lexicon: Lexicon
) -> Iterator[tuple[str, Value, Span, int]]:
    """Give the value of its type that a label of a held field is followed by, in the same stated clause."""
    utterance = extraction.utterance
    joint, names = lexicon.regex("guard_joint"), all_labels(schema)
    for clause in utterance.clauses:
        if clause.mood != "stated":
            continue
        for path, start, end in labels_in(utterance.folded.text, clause.span, names, lexicon):
            spec = schema.find(path)
            head = utterance.folded.text[max(clause.span.start, start - LABEL_REACH) : start]
            if spec is None or path not in state.fields or lexicon.has("label.former", head):
                continue
            readings = extraction.readings.get(spec.type, ())
            first = list(_said_before(utterance.folded.text, clause, readings, path=path, start=start, lexicon=lexicon))
            yield from first
            after = bisect.bisect_left(readings, end, key=lambda reading: reading.folded.start)
            for reading in readings[after : after + 1]:
                gap = utterance.folded.text[end : reading.outer.start]
                is_near = len(gap) <= LABEL_REACH and reading.folded.end <= clause.span.end
                is_apart = bool(first) and "," in gap  # 50万是您的预算，60万超了
                if is_near and not is_apart and reading.value is not None and not joint.sub("", gap).strip(_MARKS):
                    yield path, reading.value, reading.span, clause.index


def _said_before(
    text: str, clause: Clause, readings: Sequence[Reading], *, path: str, start: int, lexicon: Lexicon
) -> Iterator[tuple[str, Value, Span, int]]:
    """Give the value that stands right before a label as what it is (``600k is your budget``, ``your 600k budget``)."""
    before = bisect.bisect_left(readings, start, key=lambda reading: reading.folded.start) - 1
    reading = readings[before] if before >= 0 else None
    if reading is None or reading.value is None or reading.folded.start < clause.span.start:
        return
    gap = text[reading.folded.end : start]
    is_owned = not gap.strip() and lexicon.has("guard_owner", text[clause.span.start : reading.outer.start])
    if is_owned or (len(gap) <= LABEL_REACH and lexicon.has("guard_onto", gap)):
        yield path, reading.value, reading.span, clause.index
