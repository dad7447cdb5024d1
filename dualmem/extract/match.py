"""Match: one pass of all rules over one text gives candidates, each with its mood; nothing is decided.

Of a text of more than 20,000 characters the first 16,000 and the last 4,000 are read; what lies between is data.
"""

from collections.abc import Iterator, Sequence

from dualmem.extract.carry import carried
from dualmem.extract.clauses import MASK, cut, mask, plainly, unread
from dualmem.extract.compile import CompiledRules, regex
from dualmem.extract.data import Data, find_data
from dualmem.extract.matching import Matching
from dualmem.extract.moods import Moods, find_moods
from dualmem.extract.place import Text
from dualmem.extract.readings import Readings
from dualmem.extract.select import Talk, select
from dualmem.model.candidate import Extraction
from dualmem.model.reading import ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Folded, Mood, Utterance
from dualmem.text import fold, hidden, language, mixed_words, suspects

_SAMPLE = 2_000


def match(
    rules: CompiledRules,
    text: str,
    *,
    context: ReadingContext,
    channel: str = "user",
    speaker: str = "user",
    focus: Sequence[str] = (),
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
    """
    folded = fold(text)
    if channel != "user" and speaker != "assistant":
        return Extraction(utterance=_foreign(folded))
    plain = plainly(folded)
    data = find_data(plain, rules.lexicon, rules.labels, unread=unread(folded.text))
    masked = mask(plain.text, data)
    pieces = cut(masked, rules.lexicon)
    moods = find_moods(masked, pieces, rules.lexicon)
    utterance = _utterance(folded, data, moods, masked)
    readings = Readings(plain, context)
    talk = Talk(tuple(focus), tuple(rules.groups_in(plain.text)))
    matching = Matching(rules, Text(plain, data, moods), utterance, readings, _damaged(folded), talk.spoken)
    candidates = select(carried(matching, tuple(matching.candidates())), speaker=speaker, talk=talk)
    asks = _asks(matching, talk) if speaker == "assistant" else ()
    return Extraction(utterance=utterance, candidates=candidates, asks=asks, topics=talk.topics, readings=readings)


def _asks(matching: Matching, talk: Talk) -> tuple[str, ...]:
    """Give the fields that a reply asks for: those of the group last spoken of first, then in order of place."""
    found: dict[str, tuple[int, int]] = {}
    text = matching.text.folded.text
    groups = tuple(dict.fromkeys((*reversed(talk.topics), *talk.focus)))
    for pattern in matching.rules.hits(text):
        if not (pattern.rule.asks and pattern.whole and matching.is_about(pattern.rule)):
            continue
        hit = regex(pattern.whole).search(text)
        if hit is not None:
            path = pattern.rule.field
            near = next((at for at, group in enumerate(groups) if path.startswith(f"{group}.")), len(groups))
            found[path] = min(found.get(path, (near, hit.start())), (near, hit.start()))
    return tuple(sorted(found, key=lambda path: found[path]))


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
