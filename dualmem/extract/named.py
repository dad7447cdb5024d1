"""Named: names that no cue leads to, where a rule of a free text with a ``pattern`` is nothing but ``{value}``.

In the middle of a sentence a capital tells a name from the words around it; at its beginning it tells nothing, and
neither does it in a text of capitals.
"""

from collections.abc import Iterator

import re2

from dualmem.extract.compile import CompiledPattern
from dualmem.extract.place import Text
from dualmem.model.span import Span

_CAPITAL = re2.compile(r"(?:^|[^\p{L}\p{N}'’&.-])(\p{Lu})")
_BEFORE = re2.compile(r"[\p{L}\p{N}] $")  # behind a comma one capital may open a clause: ok, It's fine
_SHORTEST = 3  # letters: a state or the like is none (Portland, OR)
_MEANING = re2.compile(r"[\p{L}\p{N}]")


def named(text: Text, pattern: CompiledPattern, labels: frozenset[str]) -> Iterator[tuple[Span, Span]]:
    """Give cue and place, which are one, of each run of words that begins with a capital and fits the pattern.

    Args:
        text: The text.
        pattern: The pattern, whose field has a shape.
        labels: What fields and groups are called: a Therapist is none by name.
    """
    folded, shape = text.folded, pattern.target.pattern
    if shape is None or folded.original.isupper():
        return
    starts = _sentences(text)
    end = 0
    for found in _CAPITAL.finditer(folded.original):
        start = found.start(1)
        if start < end:
            continue
        run = re2.match(shape, folded.original[start:])
        end = start + run.end() if run is not None else start
        place = folded.of_original(Span(start, end))
        if run is None or not len(place) or _begins_sentence(text, place.start, starts):
            continue
        place = Span(place.start, min(place.end, text.clause_end(place.start)))
        words = folded.text[slice(*place)].strip()
        is_led = " " in words or _BEFORE.search(folded.text[: place.start]) is not None
        if is_led and len(words) >= _SHORTEST and words not in labels:
            yield place, place


def _sentences(text: Text) -> dict[int, int]:
    """Give where each sentence begins."""
    return {piece.sentence: piece.start for piece in reversed(text.moods.pieces)}


def _begins_sentence(text: Text, at: int, starts: dict[int, int]) -> bool:
    if not text.moods.pieces:
        return True
    start = starts[text.moods.pieces[text.moods.index_at(at)].sentence]
    return _MEANING.search(text.folded.text[start:at]) is None
