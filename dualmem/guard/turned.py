"""Turned: values that a draft states before their label, or behind a question of its own (``Your name? It is Rosa``).

What is said of a text or choice is said again plainly for the rules to read, as ``restated`` does it.
"""

from collections.abc import Callable, Iterator, Sequence

from dualmem.guard.labels import labels_in
from dualmem.guard.restated import WORDS, frames_of, read_as
from dualmem.model.candidate import Extraction
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.utterance import Clause
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema

_LONGEST, _MOST_BLANKS, _LONGEST_HAN = 40, 3, 12
_MOST_OPENERS = 3
_EDGES = " ,:?!.。，：？！、*`\"'|"
Found = Iterator[tuple[str, Value, Span, int]]


def turned(
    extraction: Extraction,
    schema: Schema,
    state: State,
    *,
    names: Sequence[tuple[str, str]],
    lexicon: Lexicon,
    read: Callable[[str], Extraction],
) -> Found:
    """Give what a draft states of held fields in the other order, or as the answer to its own question.

    Args:
        extraction: The draft.
        schema: The schema.
        state: What is confirmed.
        names: Every label, folded, with its field.
        lexicon: Words of every language.
        read: Reads a text as ``extraction`` was read.
    """
    text, clauses = extraction.utterance.folded.text, extraction.utterance.clauses
    for clause in clauses:
        for path, start, end in labels_in(text, clause.span, names, lexicon):
            spec = schema.find(path)
            if spec is None or path not in state.fields:
                continue
            label, frames = Span(start, end), frames_of(text[start:end], lexicon)
            if spec.type in WORDS and clause.mood == "stated":
                said = _before(text, clause, label, lexicon)
                yield from _read(extraction, said, frames, path=path, clause=clause, read=read)
            after = clauses[clause.index + 1] if clause.index + 1 < len(clauses) else None
            if after is None or after.mood != "stated" or not _asks(text, clause, label, lexicon):
                continue
            said = _answer(text, after, lexicon)
            if spec.type in WORDS:
                yield from _read(extraction, said, frames, path=path, clause=after, read=read)
                continue
            for reading in extraction.readings.get(spec.type, ()):
                if said is not None and reading.outer.start <= said.start < reading.folded.end and reading.value:
                    yield path, reading.value, reading.span, after.index


def _before(text: str, clause: Clause, label: Span, lexicon: Lexicon) -> Span | None:
    """Give the few words that stand right before a label as what it is (``Rosa is your name``, 韩梅梅是您的姓名)."""
    head = text[clause.span.start : label.start]
    places = [at for at in range(1, len(head)) if _is_edge(head, at) and lexicon.has("guard_onto", head[at:])]
    if not places:
        return None
    start = _past(lexicon, "guard_opens", head[: places[0]])
    return _short(text, Span(clause.span.start + start, clause.span.start + places[0]), lexicon)


def _is_edge(head: str, at: int) -> bool:
    return head[at].isspace() or not head[at].isascii() or not head[at - 1].isascii()


def _asks(text: str, clause: Clause, label: Span, lexicon: Lexicon) -> bool:
    """Tell that a clause is but a label that the draft asks about itself, or comes to speak of."""
    before, behind = text[clause.span.start : label.start].strip(_EDGES), text[label.end : clause.span.end].strip()
    is_plain = not before or lexicon.regex("guard_topic").fullmatch(before) is not None
    return is_plain and (not behind or lexicon.regex("guard_topic_end").fullmatch(behind) is not None)


def _answer(text: str, clause: Clause, lexicon: Lexicon) -> Span | None:
    """Give the words of a clause that answers the question before it (``It is Rosa``, 是韩梅梅)."""
    start = _past(lexicon, "guard_answers", text[clause.span.start : clause.span.end])
    return _short(text, Span(clause.span.start + start, clause.span.end), lexicon)


def _past(lexicon: Lexicon, section: str, words: str) -> int:
    """Give the place behind the words of a section that a part begins with."""
    at = 0
    for _ in range(_MOST_OPENERS):
        at += len(words[at:]) - len(words[at:].lstrip(_EDGES))
        found = lexicon.regex(section).match(words, at)
        if found is None or found.end() <= at:
            break
        at = found.end()
    return at


def _short(text: str, place: Span, lexicon: Lexicon) -> Span | None:
    """Give a place without stops at its edges, where its words are few and point to nothing (what matters, 关键)."""
    words = text[place.start : place.end]
    start = place.start + len(words) - len(words.lstrip(_EDGES))
    place = Span(start, max(start, place.start + len(words.rstrip(_EDGES))))
    words = text[place.start : place.end]
    is_long = words.count(" ") > _MOST_BLANKS if words.isascii() else len(words) > _LONGEST_HAN
    is_none = not words or len(words) > _LONGEST or is_long
    return None if is_none or lexicon.regex("guard_points").match(words) is not None else place


def _read(
    extraction: Extraction,
    place: Span | None,
    frames: Sequence[str],
    *,
    path: str,
    clause: Clause,
    read: Callable[[str], Extraction],
) -> Found:
    if place is None:
        return
    folded = extraction.utterance.folded
    span = folded.to_original(place)
    for value in read_as(frames, folded.original[span.start : span.end], path, read):
        yield path, value, span, clause.index
