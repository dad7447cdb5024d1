"""Match: one pass of all rules over one text gives candidates, each with its mood; nothing is decided.

Of one pattern the first 500 places are read: a text with more is no statement of a person.
"""

import functools
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import re2

from dualmem.extract.clauses import MASK, cut, mask
from dualmem.extract.compile import CompiledPattern, CompiledRules, regex
from dualmem.extract.data import Data, find_data
from dualmem.extract.moods import Moods, find_moods
from dualmem.extract.place import Found, Text, read_text, running, shaped, typed
from dualmem.extract.select import select
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import FieldSpec, FieldType
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Folded, Mood, Utterance
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.schema.spec import RuleSpec
from dualmem.text import fold, hidden, language, mixed_words, suspects
from dualmem.values.parse import parse

_COPULA = r"\s*(?:应该|现在|就|是|为|叫|:|=|,|改成|改为|换成|变成|更新为|设为|设成|设置为|is|to|now|should be|changed to|set to|\s)*"
_LABEL_REACH = 12
_NEAR_LENGTH = 40
_MOST = 500
_UNCLEAN = re2.compile(r"(?i)<\s*/?\s*script|\{\{|\{%")
_MEANING = re2.compile(r"[\p{L}\p{N}]")
_GRAMMAR_TYPES: tuple[FieldType, ...] = (
    "money",
    "date",
    "datetime",
    "time",
    "duration",
    "percent",
    "number",
    "integer",
    "boolean",
    "phone",
    "email",
    "url",
    "id_card_cn",
    "bank_card",
)


def match(
    rules: CompiledRules, text: str, *, context: ReadingContext, channel: str = "user", speaker: str = "user"
) -> Extraction:
    """Give what the rules find in one text, and how it is said.

    Args:
        rules: The compiled rules.
        text: What was said.
        context: Clock, language, currency and region the grammars may use; a field's own go before.
        channel: Where it came from; what is neither the user's nor a reply is data from end to end.
        speaker: user or assistant: whose text it is, and so whose rules go first where spans meet.
    """
    folded = fold(text)
    if channel != "user" and speaker != "assistant":
        return Extraction(utterance=_foreign(folded))
    data = find_data(folded, rules.lexicon, rules.labels)
    masked = mask(folded.text, data)
    pieces = cut(masked, rules.lexicon)
    moods = find_moods(masked, pieces, rules.lexicon)
    utterance = _utterance(folded, data, moods, masked)
    readings = Readings(folded, context)
    matching = _Matching(rules, Text(folded, data, moods), utterance, readings, _damaged(folded))
    candidates = select(matching.candidates(), speaker=speaker)
    return Extraction(utterance=utterance, candidates=candidates, readings=readings)


@dataclass(slots=True)
class Readings(Mapping[FieldType, tuple[Reading, ...]]):
    """The grammars' readings of one text, each read when it is first asked for.

    Attributes:
        folded: The text.
        context: What the grammars may know.
    """

    folded: Folded
    context: ReadingContext
    _known: dict[tuple[object, ...], tuple[Reading, ...]] = field(default_factory=dict)

    def __getitem__(self, key: FieldType) -> tuple[Reading, ...]:
        """Give the readings of a type in order of place, refused ones included."""
        if key not in _GRAMMAR_TYPES:
            raise KeyError(key)
        return self._read(key, self.context)

    def __iter__(self) -> Iterator[FieldType]:
        """Give the types that have a grammar of their own."""
        return iter(_GRAMMAR_TYPES)

    def __len__(self) -> int:
        """Give the number of such types."""
        return len(_GRAMMAR_TYPES)

    def of_field(self, spec: FieldSpec, *, is_asked_for: bool) -> tuple[Reading, ...]:
        """Give the readings of a field's type under its own currency, region, choices and pattern."""
        context = replace(
            self.context,
            default_currency=spec.default_currency or self.context.default_currency,
            region=spec.region or self.context.region,
            choices=spec.choices,
            is_open=spec.is_open,
            pattern=spec.pattern,
            is_asked_for=is_asked_for,
        )
        return self._read(spec.type, context)

    def _read(self, kind: FieldType, context: ReadingContext) -> tuple[Reading, ...]:
        key = (
            kind,
            context.default_currency,
            context.region,
            context.pattern,
            id(context.choices) if kind == "choice" else 0,
            context.is_asked_for,
        )
        if key not in self._known:
            self._known[key] = tuple(parse(kind, self.folded, context))
        return self._known[key]


@dataclass(frozen=True, slots=True)
class _Matching:
    rules: CompiledRules
    text: Text
    utterance: Utterance
    readings: Readings
    damaged: tuple[Span, ...]

    def candidates(self) -> Iterator[Candidate]:
        texts = [self.text.folded.text, *([self.text.unquoted()] if self.text.data.quotes else [])]
        for pattern in self.rules.hits(*texts):
            for found in itertools.islice(self._places(pattern), _MOST):
                candidate = self._candidate(found)
                if candidate is not None:
                    yield candidate

    def _places(self, pattern: CompiledPattern) -> Iterator[Found]:
        if pattern.kind == "typed":
            readings = self.readings.of_field(pattern.target, is_asked_for=not pattern.is_bare)
            yield from typed(self.text, pattern, readings)
            return
        places = running if pattern.kind == "text" else shaped
        for cue, place in places(self.text, pattern):
            yield from self._read(pattern, cue, place)

    def _read(self, pattern: CompiledPattern, cue: Span, place: Span) -> Iterator[Found]:
        target = pattern.target
        if target.type not in {"text", "map"} and not (target.type == "choice" and target.is_open):
            yield from self._read_whole(pattern, cue, place)
            return
        said = read_text(self.text, target, place, is_running=pattern.kind == "text")
        if said is not None:
            exact, value, is_quoted = said
            end = cue.end if is_quoted or (pattern.kind == "text" and pattern.after) else exact.end
            yield Found(pattern, exact, Span(min(cue.start, exact.start), end), value, None, is_quoted)

    def _read_whole(self, pattern: CompiledPattern, cue: Span, place: Span) -> Iterator[Found]:
        """Give the reading that covers a place of an own shape from end to end."""
        words = self.text.folded.text
        for reading in self.readings.of_field(pattern.target, is_asked_for=True):
            inside = place.contains(reading.folded)
            rest = words[place.start : reading.outer.start] + words[reading.outer.end : place.end] if inside else "x"
            if not rest.strip():
                yield Found(pattern, reading.folded, cue, reading.value, reading.refusal)

    def _candidate(self, found: Found) -> Candidate | None:
        rule, target = found.pattern.rule, found.pattern.target
        cue, is_bare = self._labelled(found, rule)
        cue = self._without_stops(cue, found.place)
        if not is_bare and not self._is_whole(cue, rule, found.place):
            return None
        value = _fitted(found.value, target, gives_per=not is_bare and self._says_per(cue, rule, target))
        if (value is None and found.refusal is None) or self._is_damaged(found, target):
            return None
        mood = self._mood(found, cue, rule)
        if mood is None:
            return None
        moods = self.text.moods
        index = moods.index_at(found.place.start)
        span = self.text.folded.to_original(found.place)
        shown = self.text.folded.to_original(cue)
        return Candidate(
            rule=rule.id,
            field=rule.field,
            span=span,
            folded=found.place,
            cue=cue,
            quote=self.text.folded.original[min(shown.start, span.start) : max(shown.end, span.end)].strip(),
            clause=_clause_at(self.utterance, cue.start if found.is_quoted else found.place.start),
            mood=mood,
            value=value,
            refusal=found.refusal,
            is_blocked=self._is_blocked(rule, cue, index),
            is_bare=is_bare,
            is_hedged=moods.is_hedged(index),
            speaker=rule.speaker,
            priority=rule.priority,
        )

    def _mood(self, found: Found, cue: Span, rule: RuleSpec) -> Mood | None:
        """Give the mood of a value for its rule (``stated`` where the rule listens to it), None where it is deaf."""
        at = found.place.start
        spans = self.text.data.spans
        is_data = _covers(spans, cue.start) or (_covers(spans, at) and not found.is_quoted)
        if is_data and not (found.is_quoted and not _covers(spans, cue.start)):
            return "data"
        owns = "negated" in rule.clauses and "stated" not in rule.clauses
        moods = self.text.moods
        mood = moods.of_value(moods.index_at(at), cue, found.place, owns_negator=owns)
        if owns or mood not in rule.clauses:
            return mood if owns or mood != "stated" else None
        return "stated"

    def _labelled(self, found: Found, rule: RuleSpec) -> tuple[Span, bool]:
        """Give the cue, and whether the value stands bare; a bare one takes the field's label before it as its cue."""
        pattern = self.rules.field_labels.get(rule.field, "")
        if not found.pattern.is_bare or not pattern:
            return found.cue, found.pattern.is_bare
        base = max(0, found.cue.start - 60)
        label = regex(f"(?:{pattern}){_COPULA}$").search(self.text.folded.text[base : found.cue.start])
        if label is None or not self._is_whole(Span(base + label.start(), found.cue.end), rule, found.place):
            return found.cue, True
        return Span(base + label.start(), found.cue.end), False

    def _is_whole(self, cue: Span, rule: RuleSpec, place: Span) -> bool:
        """Tell whether a cue begins and ends with whole words, and a label in it is no tail or head of a longer noun."""
        words = self.text.folded.text
        if _is_word_tail(words, cue.start):
            return False
        pattern = self.rules.field_labels.get(rule.field, "")
        if not pattern or place.start <= cue.start:
            return True
        ahead = words[cue.start : place.start + _LABEL_REACH]
        at = place.start - cue.start
        if any(label.start() < at < label.end() for label in regex(pattern).finditer(ahead)):
            return False
        label = regex(pattern).match(ahead[:at])
        return label is None or self.rules.lexicon.is_whole_noun(words, cue.start)

    def _says_per(self, cue: Span, rule: RuleSpec, target: FieldSpec) -> bool:
        """Tell whether the cue itself says per what (人均, per person), by a label of the field or by that word."""
        if target.per is None:
            return False
        words = self.text.folded.text[cue.start : cue.end]
        pattern = self.rules.field_labels.get(rule.field, "")
        if pattern and regex(pattern).search(words) is not None:
            return True
        noun = fold(target.per).text
        return self.rules.lexicon.has(f"per_{noun}", words) or f"每{noun}" in words or f"per {noun}" in words

    def _without_stops(self, cue: Span, place: Span) -> Span:
        """Give a cue without the stops and blanks it begins with."""
        words = self.text.folded.text[cue.start : max(cue.start, place.start)]
        first = _MEANING.search(words)
        start = place.start if first is None else cue.start + first.start()
        return Span(min(start, place.start), max(cue.end, place.end))

    def _is_damaged(self, found: Found, target: FieldSpec) -> bool:
        """Tell whether a value holds or touches a hidden character or a mixed word, or holds what ``clean`` refuses."""
        near = Span(max(0, found.place.start - 1), found.place.end + 1)
        if any(span.overlaps(near) for span in self.damaged):
            return True
        return isinstance(found.value, str) and target.is_clean and _UNCLEAN.search(found.value) is not None

    def _is_blocked(self, rule: RuleSpec, cue: Span, index: int) -> bool:
        """Tell whether a word of ``unless`` stands near the cue in its clause."""
        if not rule.near:
            return False
        moods = self.text.moods
        reach = rule.within + _NEAR_LENGTH
        base = max(moods.pieces[min(index, moods.index_at(cue.start))].start, cue.start - reach)
        words = self.text.folded.text[base : min(moods.pieces[index].end, cue.end + reach)]
        for near in regex(_near(rule.near)).finditer(words):
            start, end = base + near.start(), base + near.end()
            if max(cue.start - end, start - cue.end, 0) <= rule.within:
                return True
        return False


@functools.lru_cache(maxsize=1_024)
def _near(words: tuple[str, ...]) -> str:
    """Give an RE2 of the words of ``unless``, whole words where they are Latin."""
    parts: list[str] = []
    for word in words:
        plain = fold(word).text
        bound = r"\b" if plain.isascii() else ""
        left = bound if plain[:1].isalnum() else ""
        right = bound if plain[-1:].isalnum() else ""
        parts.append(f"{left}{re2.escape(plain)}{right}")
    return "|".join(parts)


def _is_word_tail(text: str, start: int) -> bool:
    """Tell whether a Latin word at a place goes on from what stands before it (``mail`` in ``e-mail``)."""
    if not start or not (text[start].isascii() and text[start].isalnum()):
        return False
    before = text[start - 1]
    if before in "-'’" and start > 1:
        before = text[start - 2]
    return before.isascii() and before.isalnum()


def _fitted(value: Value | None, spec: FieldSpec, *, gives_per: bool) -> Value | None:
    """Give an amount as its field takes it: ``per`` from the cue or the label; None where it does not fit."""
    if isinstance(value, Ambiguous):
        fitted = tuple(_fitted(reading, spec, gives_per=gives_per) for reading in value.readings)
        kept = tuple(reading for reading in fitted if reading is not None)
        return Ambiguous(kept) if len(kept) == len(fitted) else None
    if not isinstance(value, Money) or value.per == spec.per:
        return value
    if value.per is None and gives_per:
        return replace(value, per=spec.per)
    return None


def _covers(spans: tuple[Span, ...], place: int) -> bool:
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle].end <= place:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low].start <= place


def _damaged(folded: Folded) -> tuple[Span, ...]:
    """Give the hidden characters and mixed words of a text, in places of the folded text."""
    bad = (*hidden(folded.original), *mixed_words(folded.original))
    if not bad:
        return ()
    places = [index for index, start in enumerate(folded.offsets[:-1]) if any(s.start <= start < s.end for s in bad)]
    return tuple(Span(place, place + 1) for place in places)


def _foreign(folded: Folded) -> Utterance:
    whole = Span(0, len(folded.text))
    clauses = (Clause(index=0, span=whole, mood="data", sentence=0),) if folded.text.strip() else ()
    return Utterance(
        folded=folded,
        clauses=clauses,
        data=(whole,) if clauses else (),
        language=language(folded.original),
        is_suspect=bool(suspects(folded.original)),
    )


def _utterance(folded: Folded, data: Data, moods: Moods, masked: str) -> Utterance:
    return Utterance(
        folded=folded,
        clauses=tuple(_clauses(data, moods, masked)),
        data=data.spans,
        language=language(masked.replace(MASK, " ")) or language(folded.original),
        is_suspect=bool(suspects(folded.original)),
    )


def _clauses(data: Data, moods: Moods, masked: str) -> Iterator[Clause]:
    """Give the clauses, data parts cut out as clauses of their own, in order."""
    index = 0
    spans = iter([*data.spans, Span(len(masked) + 1, len(masked) + 1)])
    span = next(spans)
    for number, piece in enumerate(moods.pieces):
        mood = moods.of_clause(number)
        is_hedged = moods.is_hedged(number)
        at = piece.start
        while at < piece.end:
            while span.end <= at:
                span = next(spans)
            inside = span.start <= at
            end = min(piece.end, span.end if inside else span.start)
            place = _stripped(masked, Span(at, end))
            if len(place):
                kind: Mood = "data" if inside else mood
                yield Clause(
                    index=index, span=place, mood=kind, sentence=piece.sentence, is_hedged=is_hedged and not inside
                )
                index += 1
            at = end


def _stripped(text: str, span: Span) -> Span:
    words = text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, start + len(words.strip()))


def _clause_at(utterance: Utterance, place: int) -> int:
    """Give the index of the clause at a place: the last that begins at or before it."""
    low, high = 0, len(utterance.clauses) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if utterance.clauses[middle].span.start <= place:
            low = middle
        else:
            high = middle - 1
    return low
