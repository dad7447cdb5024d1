"""Match: one pass of all rules over one text gives candidates, each with its mood; nothing is decided.

Of a text of more than 20,000 characters the first 16,000 and the last 4,000 are read; what lies between is data.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from dualmem.extract.carry import carried
from dualmem.extract.clauses import MASK, Piece, cut, mask, plainly, unpictured, unread
from dualmem.extract.compile import CompiledPattern, CompiledRules, regex
from dualmem.extract.data import Data, find_data
from dualmem.extract.matching import Matching
from dualmem.extract.moods import Moods, find_moods
from dualmem.extract.place import Found, Text
from dualmem.extract.readings import Readings
from dualmem.extract.refer import References
from dualmem.extract.repairs import repaired
from dualmem.extract.seams import seamed
from dualmem.extract.select import Talk, select
from dualmem.extract.turned import turned
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Folded, Mood, Utterance
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.text import fold, hidden, language, mixed_words, suspects
from dualmem.values.compare import equal

_SAMPLE = 2_000
_SHORTEST_NAME = 3
_READ_BACK = frozenset({"date", "time", "datetime"})
_TOLD = frozenset({"date", "time", "datetime", "duration", "money", "choice"})
_MEASURED = frozenset({"date", "duration"})
NOTHING: Mapping[str, Value] = MappingProxyType({})


def match(
    rules: CompiledRules,
    text: str,
    *,
    context: ReadingContext,
    channel: str = "user",
    speaker: str = "user",
    focus: Sequence[str] = (),
    held: Mapping[str, Value] = NOTHING,
) -> Extraction:
    """Give what the rules find in one text, and how it is said.

    Args:
        rules: The compiled rules.
        text: What was said.
        context: Clock, language, currency and region the grammars may use; a field's own go before.
        channel: Where it came from; what is neither the user's nor a reply is data from end to end.
        speaker: user or assistant: whose text it is, and so whose rules go first where spans meet.
        focus: Fields and groups that the conversation is about, nearest first: they part equal candidates, and open
            the rules that read answers to questions for these fields.
        held: Field path to stored value, the groups last written first: what words like 当天 point to; of equal
            candidates these fields come first where the text asks for another value.
    """
    folded = fold(text)
    if channel != "user" and speaker != "assistant":
        return Extraction(utterance=_foreign(folded))
    folded = seamed(repaired(folded, rules, context) if speaker == "user" else folded, rules)
    plain = plainly(folded)
    data = find_data(plain, rules.lexicon, rules.labels, unread=unread(folded.text))
    masked = mask(plain.text, data)
    pieces = cut(masked, rules.lexicon)
    moods = find_moods(masked, pieces, rules.lexicon)
    utterance = _utterance(unpictured(folded), data, moods, masked)
    own = rules.lexicon.spoken(masked[:_SAMPLE])
    utterance = utterance if own is None else replace(utterance, language=own)
    readings = Readings(plain, context)
    talk = _talk(rules, plain.text, focus, _changed(rules, masked, held, readings), pieces)
    matching = Matching(rules, Text(plain, data, moods), utterance, readings, _damaged(folded), talk.spoken, speaker)
    found, full = _found(matching, talk)
    if rules.has_references and held:
        found = (*found, *References(replace(matching, focus=full.spoken), full, held).candidates())
    inside = _stored_names(rules.schema, plain.text, held)
    found = tuple(one for one in found if not _is_part(one[0], rules.schema, inside)) if inside else found
    found = _without_measures(_without_listed(found, rules.schema, focus), rules.schema)
    found = tuple(turned(matching, _without_descriptions(found, rules)))
    candidates = select(carried(matching, found), speaker=speaker, talk=full)
    asks = _asks(matching, talk) if speaker == "assistant" else ()
    return Extraction(utterance=utterance, candidates=candidates, asks=asks, topics=talk.topics, readings=readings)


def _stored_names(schema: Schema, text: str, held: Mapping[str, Value]) -> list[Span]:
    """Give the places of stored texts: a word inside such a name says nothing of its own (圣三一教堂 is no wish)."""
    spans: list[Span] = []
    for path, value in held.items():
        if not isinstance(value, str) or schema.field(path).type != "text":
            continue
        name = fold(value).text
        at = text.find(name) if len(name) >= _SHORTEST_NAME else -1
        spans += [Span(at, at + len(name))] if at >= 0 else []
    return spans


def _is_part(candidate: Candidate, schema: Schema, names: Sequence[Span]) -> bool:
    """Tell that a value with a grammar is but a part of a stored name."""
    place = candidate.folded
    if schema.field(candidate.field).type == "text":
        return False
    return any(name.contains(place) and len(name) > len(place) for name in names)


def _without_listed(
    found: tuple[tuple[Candidate, Found], ...], schema: Schema, asked: Sequence[str]
) -> tuple[tuple[Candidate, Found], ...]:
    """Give the candidates without free texts that are the value of a list that was asked for too.

    ``Baseball`` behind ``what kind of event?`` is no name of an event.
    """
    lists = [path for path in asked if (spec := schema.find(path)) is not None and spec.type == "choice"]
    if not lists:
        return found
    closed = {one.folded for one, _ in found if one.field in lists}
    return tuple(
        (one, place)
        for one, place in found
        if not (place.pattern.rule.is_answer and schema.field(one.field).type == "text" and one.folded in closed)
    )


def _without_measures(
    found: tuple[tuple[Candidate, Found], ...], schema: Schema
) -> tuple[tuple[Candidate, Found], ...]:
    """Give the candidates without bare days and lengths that end in the very name of a closed value (see it in 3d)."""
    named = {
        one.folded
        for one, _ in found
        if schema.field(one.field).type == "choice" and fold(str(one.value)).text == fold(one.quote).text
    }
    if not named:
        return found
    return tuple(
        (one, place)
        for one, place in found
        if not (one.is_bare and schema.field(one.field).type in _MEASURED)
        or not any(one.folded.contains(name) and one.folded.end == name.end for name in named)
    )


def _without_descriptions(
    found: tuple[tuple[Candidate, Found], ...], rules: CompiledRules
) -> tuple[tuple[Candidate, Found], ...]:
    """Give the candidates without names that only say a closed value and what the group is (印度餐厅, cheap hotel).

    A closed value of its own group is no name either (``change it to Spanish``), unless a name was asked for.
    """
    closed = [one for one, _ in found if rules.schema.field(one.field).choices] if rules.group_labels else []
    if not closed:
        return found
    return tuple(
        one
        for one in found
        if not any(_describes(one[0], other, rules) or _is_listed(one, other, rules.schema) for other in closed)
    )


def _is_listed(one: tuple[Candidate, Found], other: Candidate, schema: Schema) -> bool:
    name, place = one
    is_text = schema.field(name.field).type == "text" and not place.pattern.rule.is_answer
    return (
        is_text
        and other.folded.contains(name.folded)
        and name.field.rpartition(".")[0] == other.field.rpartition(".")[0]
    )


def _describes(name: Candidate, other: Candidate, rules: CompiledRules) -> bool:
    """Tell that a name is a closed value of its own group and a word for that group."""
    group, place, said = name.field.rpartition(".")[0], name.folded, other.folded
    if rules.schema.field(name.field).type != "text" or not isinstance(name.value, str):
        return False
    if said.start != place.start or said.end >= place.end or other.field.rpartition(".")[0] != group:
        return False
    rest = name.value[len(said) :]
    is_titled = any(char.isupper() for char in rest)  # the Orinda Theatre
    return not is_titled and group in rules.group_labels.get(fold(rest).text.strip(" 的"), ())


def _talk(
    rules: CompiledRules, text: str, focus: Sequence[str], changed: Mapping[str, Value], pieces: Sequence[Piece]
) -> Talk:
    named = tuple(rules.groups_in(text))
    if len({path for _, path in named}) < 2:
        return Talk(tuple(focus), named, changed)
    starts = {piece.sentence: piece.start for piece in reversed(pieces)}
    clauses = tuple(piece.start for piece in pieces)
    sentences = tuple(sorted(starts.values()))
    return Talk(tuple(focus), named, changed, rules.asides_in(text), sentences, clauses, rules.texts)


def _changed(rules: CompiledRules, text: str, held: Mapping[str, Value], readings: Readings) -> Mapping[str, Value]:
    """Give the fields that hold a value, where the text asks for another one (``what about Tuesday?``), else none.

    Where it says what one of them holds (把星期五改成星期六), these alone.
    """
    if not held or not rules.lexicon.has("another", text):
        return NOTHING
    named = {path: value for path, value in held.items() if _is_said(rules.schema.field(path), value, readings)}
    return named or held


def _is_said(spec: FieldSpec, value: Value, readings: Readings) -> bool:
    """Tell that a text says a value, in words of its own: of a type with a grammar, and of more than one character."""
    if spec.type not in _TOLD:
        return False
    found = readings.of_field(spec, is_asked_for=False)
    return any(len(one.folded) > 1 and one.value is not None and equal(one.value, value) for one in found)


def _found(matching: Matching, talk: Talk) -> tuple[tuple[tuple[Candidate, Found], ...], Talk]:
    """Give the candidates with their places, and the talk with the groups that words of one field alone name.

    Such words (四星级, a park) belong to one field, so that the rules of its group may read what stands beside them.
    """
    if not matching.rules.has_topics:
        return tuple(matching.candidates()), talk
    own = tuple(matching.candidates(needs_topic=False))
    full = talk.also(_named_by(own, talk, matching.rules.schema))
    rest = replace(matching, focus=full.spoken).candidates(needs_topic=True)
    return (*own, *rest), full


def _named_by(found: Sequence[tuple[Candidate, Found]], talk: Talk, schema: Schema) -> list[tuple[int, str]]:
    """Give the groups of values that fields of one group alone could take, with their places, in order of place.

    What also answers a question is no such value where another group was asked for its like.
    """
    groups: dict[int, set[str]] = {}
    asked: dict[int, set[str]] = {}
    heard = {(one.field, one.folded) for one, _ in found if one.mood == "stated" and not one.is_blocked}
    for candidate, place in found:
        group = candidate.field.rpartition(".")[0]
        is_said = (candidate.field, candidate.folded) in heard  # by this rule, or by another one of the field
        is_answer = place.pattern.rule.is_answer
        names = _asked_groups(candidate, talk, schema) if is_answer else {group if is_said else ""}
        for at in range(candidate.folded.start, candidate.folded.end) if group else ():
            (asked if is_answer else groups).setdefault(at, set()).update(names)
    return [
        (at, next(iter(names)))
        for at, names in sorted(groups.items())
        if len(names) == 1 and "" not in names and asked.get(at, set()) <= names
    ]


def _asked_groups(answer: Candidate, talk: Talk, schema: Schema) -> set[str]:
    """Give the groups of the fields asked for that are of the type, or of the name, of an answer's field."""
    fields = [spec for path in talk.focus if (spec := schema.find(path)) is not None]
    group, _, name = answer.field.rpartition(".")
    kind = schema.field(answer.field).type
    like = [spec.path.rpartition(".") for spec in fields if spec.type == kind or spec.path.endswith(f".{name}")]
    return {group, *(other for other, _, _ in like)}


def _asks(matching: Matching, talk: Talk) -> tuple[str, ...]:
    """Give the fields that a reply asks for: those of the group last spoken of first, then in order of place."""
    found: dict[str, tuple[int, int]] = {}
    text = matching.text.folded.text
    groups = tuple(dict.fromkeys((*reversed(talk.topics), *talk.focus)))
    for pattern in matching.rules.hits(text):
        if not (pattern.rule.asks and pattern.whole and matching.is_about(pattern.rule)):
            continue
        hit = regex(pattern.whole).search(text)
        if hit is not None and not _is_read_back(matching, pattern, hit.start()):
            path = pattern.rule.field
            near = next((at for at, group in enumerate(groups) if path.startswith(f"{group}.")), len(groups))
            found[path] = min(found.get(path, (near, hit.start())), (near, hit.start()))
    named = _named_asks(matching, found) if len(found) > 1 else frozenset()
    return tuple(sorted(found, key=lambda path: (found[path][0], path not in named, found[path][1])))


def _named_asks(matching: Matching, paths: Iterable[str]) -> frozenset[str]:
    """Give the asked fields that a word of their own names: of two dates the ``return`` date (which day to return?)."""
    text, schema = matching.text.folded.text, matching.rules.schema
    parts = {path: frozenset(_parts(schema.field(path))) for path in paths}
    return frozenset(
        path
        for path, own in parts.items()
        if any(part in text and not any(part in other for at, other in parts.items() if at != path) for part in own)
    )


def _parts(spec: FieldSpec) -> Iterator[str]:
    """Give the words of a field's labels, of Chinese ones each two characters that stand side by side."""
    for label in (fold(name).text for names in spec.labels.values() for name in names):
        yield from label.replace("_", " ").split() if label.isascii() else map("".join, itertools.pairwise(label))


def _is_read_back(matching: Matching, pattern: CompiledPattern, at: int) -> bool:
    """Tell that the sentence of a question for a day or time says one: it reads one back (``until March 10th?``)."""
    if pattern.target.type not in _READ_BACK:
        return False
    pieces, moods = matching.text.moods.pieces, matching.text.moods
    if not pieces:
        return False
    sentence = pieces[moods.index_at(at)].sentence
    readings = matching.readings.of_field(pattern.target, is_asked_for=False)
    return any(pieces[moods.index_at(one.folded.start)].sentence == sentence for one in readings)


def _damaged(folded: Folded) -> tuple[Span, ...]:
    """Give the hidden characters and mixed words of a text, in places of the folded text."""
    bad = (*hidden(folded.original), *mixed_words(folded.original))
    if not bad:
        return ()
    damaged = {index for span in bad for index in range(span.start, span.end)}
    places = [index for index, start in enumerate(folded.offsets[:-1]) if start in damaged]
    return tuple(Span(place, place + 1) for place in places)


def _foreign(folded: Folded) -> Utterance:
    whole = Span(0, len(folded.text))
    clauses = (Clause(index=0, span=whole, mood="data", sentence=0),) if folded.text.strip() else ()
    return Utterance(
        folded=folded,
        clauses=clauses,
        data=(whole,) if clauses else (),
        language=language(folded.original[:_SAMPLE]),
        is_suspect=bool(suspects(folded.original)),
    )


def _utterance(folded: Folded, data: Data, moods: Moods, masked: str) -> Utterance:
    return Utterance(
        folded=folded,
        clauses=tuple(_clauses(data, moods, masked)),
        data=data.spans,
        language=language(masked[:_SAMPLE].replace(MASK, " ")) or language(folded.original[:_SAMPLE]),
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
