"""Carry: a cue reaches on from a value that is denied or taken back to the one that replaces it.

预算不是60万，是50万 · the budget is not 600k, it's 500k · 预算60万，哦不，50万
"""

import bisect
from collections.abc import Iterator, Sequence
from dataclasses import replace

import re2

from dualmem.extract.clauses import MASK
from dualmem.extract.matching import Matching
from dualmem.extract.moods import masked
from dualmem.extract.place import Found, Text, read_text
from dualmem.model.candidate import Candidate
from dualmem.model.span import Span
from dualmem.model.value import Value

_REACH = 40
_REST = re2.compile(r"^[\s,;:.。!—\-" + MASK + "]*$")


def carried(matching: Matching, found: Sequence[tuple[Candidate, Found]]) -> Iterator[Candidate]:
    """Give the candidates, and those that a cue makes by reaching on; one that was taken back is negated."""
    known = {(candidate.rule, candidate.folded.start) for candidate, _ in found if not candidate.is_bare}
    for candidate, place in found:
        further = _further(matching, candidate, place)
        if further is None or (candidate.rule, further.folded.start) in known:
            yield candidate
            continue
        is_taken_back = candidate.mood == "stated" and further.mood == "stated"
        yield replace(candidate, mood="negated") if is_taken_back else candidate
        yield further


def _further(matching: Matching, candidate: Candidate, place: Found) -> Candidate | None:
    """Give the candidate of the value that replaces another one, or None."""
    if candidate.is_bare or candidate.mood not in {"negated", "stated"} or candidate.value is None:
        return None
    replacing = next(_replacing(matching, candidate, place), None)
    if replacing is None:
        return None
    further = matching.candidate(replace(replacing, cue=replacing.place))
    return None if further is None else _with_cue(matching, further, candidate)


def _with_cue(matching: Matching, further: Candidate, first: Candidate) -> Candidate:
    cue = Span(first.cue.start, max(further.cue.end, further.folded.end))
    shown = matching.text.folded.to_original(cue)
    quote = matching.text.folded.original[shown.start : shown.end].strip()
    return replace(further, cue=cue, quote=quote, is_bare=False, is_blocked=first.is_blocked or further.is_blocked)


def _replacing(matching: Matching, candidate: Candidate, place: Found) -> Iterator[Found]:
    """Give the next value after a denied one, where only words of replacement stand between."""
    text = matching.text
    end = max(candidate.folded.end, candidate.cue.end if candidate.mood == "negated" else 0)
    if place.pattern.kind == "typed":
        readings = matching.readings.of_field(place.pattern.target, is_asked_for=True)
        number = bisect.bisect_left(readings, end, key=lambda reading: reading.folded.start)
        if number == len(readings) or readings[number].folded.start > end + _REACH:
            return
        reading = readings[number]
        if any(_is_replacement(matching, candidate, end, at) for at in (reading.outer.start, reading.folded.start)):
            yield Found(place.pattern, reading.folded, reading.outer, reading.value, reading.refusal)
    elif place.pattern.target.type == "text":
        start = _behind_denied(text, end) if candidate.mood == "negated" else _behind_taken_back(text, end)
        if start is None:
            return
        said = read_text(text, place.pattern.target, Span(start, text.clause_end(start)), is_running=True)
        if said is not None and (candidate.mood == "negated" or _is_like(text, said[0], candidate.value)):
            yield Found(place.pattern, said[0], said[0], said[1], None, said[2])


def _behind_denied(text: Text, end: int) -> int | None:
    lead = text.moods.lexicon.regex("replacing_lead").search(text.moods.text[end : end + _REACH])
    return end + lead.end() if lead is not None and lead.start() == 0 else None


def _behind_taken_back(text: Text, end: int) -> int | None:
    """Give where the words begin that replace a text (``我叫李雷，不对，李磊``), or None."""
    tail = text.moods.text[end : end + _REACH]
    back = next(iter(text.moods.lexicon.find("taking_back", tail)), None)
    if back is None or _REST.search(tail[: back.start]) is None:
        return None
    lead = text.moods.lexicon.regex("replacing_lead").search(tail[back.end :])
    if lead is None and text.moods.lexicon.has("act.interrupt", tail[back.start : back.end]):
        return None  # 等等，明天见
    at = back.end + (lead.end() if lead is not None and lead.start() == 0 else 0)
    return end + at + len(tail[at:]) - len(tail[at:].lstrip(" ,;:.。!"))


def _is_like(text: Text, place: Span, old: Value | None) -> bool:
    """Tell that a text can stand for the one before it: all of its clause, and put like it."""
    tail = text.folded.text[place.end : text.clause_end(place.start)]
    is_whole = not str(text.moods.lexicon.regex("seam.particles").sub("", tail.strip(" ,;:.。!?"))).strip(" ,;:.。!?")
    if not is_whole or not isinstance(old, str):
        return False
    shown = text.folded.to_original(place)
    words = text.folded.original[shown.start : shown.end]
    if words.isascii() and old.isascii():
        return words[:1].isupper() and old[:1].isupper() and len(words.split()) == len(old.split())
    return not words.isascii() and not old.isascii() and abs(len(words) - len(old)) <= 1


def _is_replacement(matching: Matching, candidate: Candidate, start: int, end: int) -> bool:
    moods = matching.text.moods
    between = moods.text[start:end]
    if candidate.mood == "stated" and not moods.lexicon.has("taking_back", between):
        return False
    rest = masked(masked(between, moods.lexicon, "taking_back"), moods.lexicon, "replacing")
    return (rest != between or bool(between.strip(" "))) and _REST.search(rest) is not None
