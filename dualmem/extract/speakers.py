"""Speakers: labels of who speaks, inside of a line too (``会议纪要——财务：预算改为900万``)."""

import bisect

import re2

from dualmem.schema.lexicon import Lexicon

_BREAK = re2.compile(r"[,。;!?:]|\.\s|[—–]+|-{2,}|\s-\s")
_LONGEST, _REACH = 24, 48
_LEAST = 2


def speaker_within(line: str, lexicon: Lexicon, labels: frozenset[str]) -> int | None:
    """Give the place behind the first colon of a line whose label, behind a stop or a dash, says who speaks.

    Args:
        line: The folded line.
        lexicon: ``speakers`` and, of these, ``speakers_apart``, which are none inside of a line.
        labels: Folded labels and keys of the schema, which are no speakers.
    """
    ends = [found.end() for found in _BREAK.finditer(line)]
    colon = line.find(":")
    while colon >= 0:
        before = bisect.bisect_right(ends, colon) - 1
        start = ends[before] if before >= 0 else None
        if start is not None and _is_speaker(line[start:colon][-_REACH:].strip(), lexicon, labels):
            return colon + 1
        last = max(start or 0, line.rfind(" ", max(0, colon - _REACH), colon) + 1)  # 会议记录 财务:
        if last and not line[last:colon].isascii() and _is_speaker(line[last:colon], lexicon, labels):
            return colon + 1
        colon = line.find(":", colon + 1)
    return None


def _is_speaker(label: str, lexicon: Lexicon, labels: frozenset[str]) -> bool:
    if not _LEAST <= len(label) <= _LONGEST or label in labels or lexicon.has("speakers_apart", label):
        return False
    return lexicon.has("speakers", label)
