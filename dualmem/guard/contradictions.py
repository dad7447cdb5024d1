"""Contradictions: where a draft reply states another value than the state's."""

import bisect
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import re2

from dualmem.guard.agreement import agrees
from dualmem.model.candidate import Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.utterance import Clause
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema
from dualmem.text import fold

# How far a value may stand from the label it is stated for, in folded code points.
_WORDS = ("text", "choice")
LABEL_REACH = 24
_FIRST_PERSON = {"您": "我", "你": "我", "your": "  my", "you are": "   i am", "you're": "   i'm"}
_SECOND_PERSON = re2.compile(r"(?i)您|你|\b(?:your|you are|you're)\b")
# Marks that may stand between a label and its value: those of lists, tables and emphasis.
_MARKS = " :=|*_`>\"'→"
# Chinese words that may stand right before a label, where another character would make it a part of a longer noun.
_BEFORE_A_NOUN = frozenset("的是把将您你我他们该此本其新总与和及为在而对按以说到了吧啊呢故则")


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
    suggested = frozenset() if lexicon is None else _suggested(extraction, lexicon)
    original = extraction.utterance.folded.original
    if read is not None and (own := in_own_voice(original)) != original:
        stated += _heard_in(extraction, read(own))
    for path, value, span, clause in stated:
        spec, stored = schema.find(path), state.value(path)
        if spec is None or stored is None or span in found or clause in suggested or agrees(spec, value, stored):
            continue
        if lexicon is not None and spec.type in _WORDS and _is_of_itself(extraction, lexicon, span):
            continue
        found[span] = Contradiction(field=path, stated=value, stored=stored, span=span, sentence=sentences[clause])
    return tuple(found[span] for span in sorted(found))


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
    place = next((at for at, offset in enumerate(folded.offsets) if offset >= span.start), len(folded.text))
    return lexicon.has("guard_itself", folded.text[max(0, place - LABEL_REACH) : place])


def _by_rule(extraction: Extraction) -> Iterator[tuple[str, Value, Span, int]]:
    for candidate in extraction.candidates:
        if candidate.mood == "stated" and not candidate.is_blocked and candidate.value is not None:
            yield candidate.field, candidate.value, candidate.span, candidate.clause


def in_own_voice(text: str) -> str:
    """Give a draft as the user would say it of himself, every character in its place (your name: ``  my name``)."""
    return str(_SECOND_PERSON.sub(lambda match: _FIRST_PERSON[match.group().lower()], text))


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
    for candidate in extraction.candidates:
        if candidate.mood != "stated" or candidate.is_blocked or candidate.value is None:
            continue
        spec = schema.find(candidate.field)
        cue = text[candidate.cue.start : candidate.cue.end]
        is_named = spec is not None and any(_folded(label) in cue for label in _names(spec))
        if is_named or (candidate.field, sentences[candidate.clause]) not in agreeing:
            yield candidate.field, candidate.value, candidate.span, candidate.clause


def _by_label(
    extraction: Extraction, schema: Schema, state: State, lexicon: Lexicon
) -> Iterator[tuple[str, Value, Span, int]]:
    """Give the value of its type that a label of a held field is followed by, in the same stated clause."""
    utterance = extraction.utterance
    joint, names = lexicon.regex("guard_joint"), _all_labels(schema)
    for clause in utterance.clauses:
        if clause.mood != "stated":
            continue
        for path, start, end in _labels(utterance.folded.text, clause, names):
            spec = schema.find(path)
            head = utterance.folded.text[max(clause.span.start, start - LABEL_REACH) : start]
            if spec is None or path not in state.fields or lexicon.has("label.former", head):
                continue
            readings = extraction.readings.get(spec.type, ())
            after = bisect.bisect_left(readings, end, key=lambda reading: reading.folded.start)
            for reading in readings[after : after + 1]:
                gap = utterance.folded.text[end : reading.outer.start]
                is_near = len(gap) <= LABEL_REACH and reading.folded.end <= clause.span.end
                if is_near and reading.value is not None and not joint.sub("", gap).strip(_MARKS):
                    yield path, reading.value, reading.span, clause.index


def _labels(text: str, clause: Clause, names: Sequence[tuple[str, str]]) -> Iterator[tuple[str, int, int]]:
    """Give field, start and end of each label in a clause; of labels that overlap the longest, as whole nouns only."""
    taken: list[Span] = []
    for label, path in names:
        at = text.find(label, clause.span.start, clause.span.end)
        while at >= 0:
            place = Span(at, at + len(label))
            if _is_whole(text, place) and not any(place.overlaps(other) for other in taken):
                taken.append(place)
                yield path, place.start, place.end
            at = text.find(label, at + len(label), clause.span.end)


def _all_labels(schema: Schema) -> list[tuple[str, str]]:
    """Give every label, folded, with its field, longest first."""
    labels = {_folded(label): path for path, spec in schema.fields.items() for label in _names(spec)}
    return sorted(labels.items(), key=lambda item: (-len(item[0]), item))


@functools.lru_cache(maxsize=4096)
def _folded(label: str) -> str:
    return fold(label).text


def _names(spec: FieldSpec) -> Iterator[str]:
    for names in spec.labels.values():
        yield from names


def _is_whole(text: str, place: Span) -> bool:
    """Tell whether a label is a noun of its own, not a part of a longer one (会议日期 is not 日期)."""
    before, after = text[place.start - 1 : place.start], text[place.end : place.end + 1]
    if before.isalpha() and before not in _BEFORE_A_NOUN and (before.isascii() or not text[place.start].isascii()):
        return False
    return not (text[place.end - 1].isascii() and after.isascii() and after.isalnum())
