"""Matching: candidates of one text, from the places that the patterns of the rules find in it.

Of one pattern the first 200 places are read: a text with more is no statement of a person.
"""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import re2

from dualmem.extract.agreed import agreed
from dualmem.extract.compile import CompiledPattern, CompiledRules, regex
from dualmem.extract.ends import TIMED, is_other_end, only_closes
from dualmem.extract.named import named
from dualmem.extract.place import Found, Text, View, is_word_tail, read_text, running, shaped, typed
from dualmem.extract.readings import Readings
from dualmem.model.candidate import Candidate
from dualmem.model.field import FieldSpec
from dualmem.model.span import Span
from dualmem.model.utterance import Mood, Utterance
from dualmem.model.value import Ambiguous, Day, Money, Value
from dualmem.schema.spec import RuleSpec
from dualmem.text import fold

_LABEL_REACH = 12
_FORMER = 24  # before a label: what makes it that of another time or thing (上一版的截止日期)
_NEAR_LENGTH = 40
_MOST = 200
_DEEP = 3  # cues inside the place of a cue that holds no name
_TIMED = re2.compile(r"[\d点分半刻钟号日天一二三四五六七八九十]\s*$")
_UNCLEAN = re2.compile(r"(?i)<\s*/?\s*script|\{\{|\{%")
_MEANING = re2.compile(r"[\p{L}\p{N}]")


@dataclass(frozen=True, slots=True)
class Matching:
    """One text against all rules.

    Attributes:
        rules: The rules.
        text: The text with its data parts and moods.
        utterance: The same, as the steps above get it.
        readings: The grammars' readings.
        damaged: Hidden characters and mixed words, in the folded text.
        focus: Fields and groups that the conversation is about.
        speaker: user or assistant: a reply is full of names that nobody said of a field.
    """

    rules: CompiledRules
    text: Text
    utterance: Utterance
    readings: Readings
    damaged: tuple[Span, ...]
    focus: frozenset[str] = frozenset()
    speaker: str = "user"

    def candidates(self, *, needs_topic: bool | None = None) -> Iterator[tuple[Candidate, Found]]:
        """Give every candidate with the place it was found in, in order of rule, or those of such rules only."""
        seen: set[tuple[str, int]] = set()
        for view in self.text.views():
            earlier = frozenset(seen)
            for pattern in self.rules.hits(view.text):
                if not self._listens(pattern.rule) or needs_topic not in (None, pattern.rule.needs_topic):
                    continue
                if view.is_undenied and (pattern.is_bare or "stated" not in pattern.rule.clauses):
                    continue
                for found in itertools.islice(self._places(pattern, view), _MOST):
                    candidate = self.candidate(found)
                    if candidate is None or (view.is_undenied and _place(candidate) in seen):
                        continue
                    if isinstance(candidate.value, str) and not view.is_unquoted and _place(candidate) in earlier:
                        continue  # without its small words a text runs on
                    if view.is_undenied and candidate.mood == "stated":
                        candidate = replace(candidate, mood="negated")
                    seen.add(_place(candidate))
                    yield candidate, found

    def _listens(self, rule: RuleSpec) -> bool:
        """Tell whether a rule reads values now: what it asks for, answers or is about is spoken of."""
        if rule.asks or rule.refers or (rule.is_answer and rule.field not in self.focus):
            return False
        return self.is_about(rule)

    def is_about(self, rule: RuleSpec) -> bool:
        """Tell whether the group of a rule's field is spoken of, where the rule needs that."""
        return not rule.needs_topic or any(f"{rule.field}.".startswith(f"{path}.") for path in self.focus)

    def _places(self, pattern: CompiledPattern, view: View) -> Iterator[Found]:
        if pattern.kind == "typed":
            readings = self.readings.of_field(pattern.target, is_asked_for=not pattern.is_bare)
            if pattern.rule.is_answer and pattern.target.type == "boolean" and not readings:
                readings = agreed(self.text, self.rules.lexicon)
            yield from typed(self.text, pattern, readings, view)
            return
        for cue, place in self._written(pattern, view):
            found = tuple(self._read(pattern, cue, place))
            yield from found or self._inner(pattern, view, place)

    def _written(self, pattern: CompiledPattern, view: View) -> Iterator[tuple[Span, Span]]:
        if pattern.kind == "named":
            return named(self.text, pattern, self.rules.labels) if self.speaker == "user" else iter(())
        return (running if pattern.kind == "text" else shaped)(self.text, pattern, view)

    def _inner(self, pattern: CompiledPattern, view: View, place: Span) -> Iterator[Found]:
        """Give what a cue inside a place that holds no name leads to (tickets to go **watch Hamlet**)."""
        if pattern.kind != "shape" or pattern.target.type != "text":
            return
        for _ in range(_DEEP):
            hit = next(shaped(self.text, pattern, view, place), None)
            if hit is None:
                return
            found = tuple(self._read(pattern, *hit))
            yield from found
            if found:
                return
            place = hit[1]

    def _read(self, pattern: CompiledPattern, cue: Span, place: Span) -> Iterator[Found]:
        target = pattern.target
        if target.type not in {"text", "map"} and not (target.type == "choice" and target.is_open):
            yield from self._read_whole(pattern, cue, place)
            return
        said = read_text(self.text, target, place, is_running=pattern.kind == "text")
        if said is not None and (target.type != "text" or self._may_be_called(cue, said[0])):
            exact, value, is_quoted = said
            whole = self.text.folded.text[place.start : place.end].strip()
            if pattern.rule.is_answer and not is_quoted and len(exact) < len(whole):
                return  # an answer is the whole of it: Book a table at Joe's names no Book
            end = cue.end if is_quoted or (pattern.kind == "text" and pattern.after) else exact.end
            yield Found(pattern, exact, Span(min(cue.start, exact.start), end), value, None, is_quoted)

    def _may_be_called(self, cue: Span, place: Span) -> bool:
        """Tell whether words behind ``I'm`` are written like a name: each with a capital, and none that says what."""
        words, lexicon = self.text.folded.text, self.rules.lexicon
        if not lexicon.has("introducing", words[cue.start : place.start]):
            return True
        at = self.text.folded.to_original(place)
        said = self.text.folded.original[at.start : at.end].split()
        is_shouted = self.text.folded.original.isupper()
        is_known = any(lexicon.regex("no_name").fullmatch(fold(word).text) is not None for word in said)
        return not is_shouted and not is_known and all(word[:1].isupper() for word in said)

    def _read_whole(self, pattern: CompiledPattern, cue: Span, place: Span) -> Iterator[Found]:
        """Give the reading that covers a place of an own shape from end to end."""
        words = self.text.folded.text
        for reading in self.readings.of_field(pattern.target, is_asked_for=True):
            inside = place.contains(reading.folded)
            rest = words[place.start : reading.outer.start] + words[reading.outer.end : place.end] if inside else "x"
            if not rest.strip():
                yield Found(pattern, reading.folded, cue, reading.value, reading.refusal)

    def candidate(self, found: Found) -> Candidate | None:
        """Give the candidate that a place makes, or None where its words are no such value."""
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
            is_blocked=self._is_blocked(rule, cue, index)
            or (self._is_no_ones(found, index) if is_bare else self._is_part_of_noun(cue, rule, found.place)),
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
            is_lone = found.pattern.rule.is_answer and found.pattern.target.type == "text"
            return found.cue, found.pattern.is_bare or is_lone
        base = max(0, found.cue.start - 60)
        joint = self.rules.lexicon.regex("label_joint").pattern
        label = regex(rf"(?:{pattern})(?:[\s:=,]|{joint})*$").search(self.text.folded.text[base : found.cue.start])
        cue = Span(base + label.start(), found.cue.end) if label is not None else found.cue
        if label is None or not self._is_whole(cue, rule, found.place) or self._is_part_of_noun(cue, rule, found.place):
            return found.cue, True
        return cue, False

    def _is_whole(self, cue: Span, rule: RuleSpec, place: Span) -> bool:
        """Tell whether a cue begins and ends with whole words, and no label reaches into the value."""
        words = self.text.folded.text
        if is_word_tail(words, cue.start):
            return False
        pattern = self.rules.field_labels.get(rule.field, "")
        if not pattern or place.start <= cue.start:
            return True
        ahead = words[cue.start : place.start + _LABEL_REACH]
        at = place.start - cue.start
        return not any(label.start() < at < label.end() for label in regex(pattern).finditer(ahead))

    def _is_part_of_noun(self, cue: Span, rule: RuleSpec, place: Span) -> bool:
        """Tell whether a cue begins with a label that is a part of a longer noun.

        ``last year's budget``, ``the deadline for the tax return``.
        """
        pattern = self.rules.field_labels.get(rule.field, "")
        if not pattern or place.start <= cue.start:
            return False
        words = self.text.folded.text
        found = regex(pattern).search(words[cue.start : place.start])  # behind a word of the rule's own: 的总成本
        start = cue.start + (found.start() if found is not None else 0)
        if self._is_former(words[max(0, start - _FORMER) : start]):
            return True
        label = regex(pattern).match(words[cue.start : place.start])
        if label is None or self.rules.lexicon.is_of_another(words[cue.start + label.end() : place.start]):
            return label is not None
        if self.rules.lexicon.is_whole_noun(words, cue.start):
            return False
        return not self._follows_own_group(words[: cue.start], rule.field)

    def _is_former(self, before: str) -> bool:
        """Tell whether words end in one of another time or thing; behind a time they bound it (12:45之前到达…)."""
        former = self.rules.lexicon.regex("label.former").search(before)
        if former is None:
            return False
        return (
            not self.rules.lexicon.has("label.bound", former.group()) or _TIMED.search(before[: former.start()]) is None
        )

    def _follows_own_group(self, before: str, field: str) -> bool:
        """Tell whether a label stands right behind the name of its own group (餐馆人均消费, the hotel price)."""
        group = field.rpartition(".")[0]
        bare = before.rstrip(" ")
        return any(group in paths and bare.endswith(word) for word, paths in self.rules.group_labels.items())

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

    def _is_no_ones(self, found: Found, index: int) -> bool:
        """Tell whether the words beside a bare day or time say that it is none of the field's (check out on …)."""
        target, start = found.pattern.target, found.place.start
        if target.type not in TIMED or found.pattern.rule.is_answer:
            return False
        piece, words = self.text.moods.pieces[index], self.text.folded.text
        if is_other_end(words[piece.start : start], target, self.rules.lexicon):
            return True
        is_today = isinstance(found.value, Day) and found.value.date == self.readings.context.now.date()
        rest = f"{words[piece.start : start]} {words[found.place.end : piece.end]}" if is_today else ""
        return is_today and only_closes(rest, self.rules.lexicon)

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


def _place(candidate: Candidate) -> tuple[str, int]:
    """Give the rule of a candidate, and where its value begins."""
    return candidate.rule, candidate.folded.start


def _covers(spans: tuple[Span, ...], place: int) -> bool:
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle].end <= place:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low].start <= place


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
