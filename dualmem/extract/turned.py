"""Turned: a label behind its value is done with it; the value behind the next comma is another label's.

``500k for the budget, 600k for the quote``, 50万是预算，60万是报价: the rules read ``budget, 600k``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dualmem.extract.matching import Matching
from dualmem.extract.place import Found
from dualmem.model.candidate import Candidate
from dualmem.model.reading import Reading
from dualmem.model.span import Span

_OF = " 的"


def turned(matching: Matching, found: Sequence[tuple[Candidate, Found]]) -> Iterator[tuple[Candidate, Found]]:
    """Give the candidates; one whose label stands right behind a value, and before a comma, takes that value."""
    text = matching.text.folded.text
    for candidate, place in found:
        comma = text.find(",", candidate.cue.start, candidate.folded.start) if not candidate.is_bare else -1
        before = _before(matching, candidate, place) if comma > 0 and place.pattern.kind == "typed" else None
        if before is None:
            yield candidate, place
            continue
        cue = Span(before.folded.start, comma)
        own = replace(place, place=before.folded, cue=cue, value=before.value, refusal=before.refusal)
        first = matching.candidate(own)
        if first is not None:
            yield first, own


def _before(matching: Matching, candidate: Candidate, place: Found) -> Reading | None:
    """Give the value that stands right before a label, or is joined to it by words that say what it is for."""
    text, lexicon = matching.text.folded.text, matching.rules.lexicon
    start = candidate.cue.start
    for reading in matching.readings.of_field(place.pattern.target, is_asked_for=False):
        if reading.folded.end > candidate.cue.start:
            break
        joint = text[reading.folded.end : start]
        if not joint.strip(_OF) or lexicon.regex("value.onto").fullmatch(joint) is not None:
            return reading
    return None
