"""Respoken: a name that its own speaker takes back at once, and the one in its place (``Anna, no wait, Anne``).

Names have no grammar. Both stand between words that are no part of one: what leads to a name before the first (``my
name is``, 改成), what takes it back, a stop or a particle behind the second; and both are written alike.
"""

from collections.abc import Iterator

import re2

from dualmem.extract.compile import CompiledRules, regex
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.schema.lexicon import Lexicon

_BEFORE = 48
_HAN_APART = 2  # characters by which two Chinese names may differ: 物流, 新能源
_MOST_HAN = 8
_WORD = r"\p{Latin}[\p{Latin}\d.'&-]*"
_STOPS = ",.。;!?\n"
_HAN_STOPS = _STOPS + " "
_NAME = re2.compile(rf"\p{{Han}}{{2,{_MOST_HAN}}}|{_WORD}(?: {_WORD}){{0,3}}")
_OPENING = ("talk.opener", "act.filler", "value.tail")  # 打扰了, 刚到
_KNOWN = ("act.yes_bare", "act.yes_explicit", "act.no", "act.defer", "act.hedge", "act.filler", "act.no_change")


def respoken(folded: Folded, rules: CompiledRules) -> Iterator[Span]:
    """Give the places of the names that were taken back, with the words that did so."""
    text, lexicon = folded.text, rules.lexicon
    for slip in lexicon.find("repair.slip", text):
        first = _first(text, slip.start, rules)
        if first is None:
            continue
        lead = lexicon.regex("replacing_lead").match(text[slip.end :])
        start = slip.end + (lead.end() if lead is not None else 0)
        second = _second(text, start, text[first.start : first.end], rules)
        is_sure = lexicon.has("repair.sure", text[slip.start : slip.end])
        if second is not None and _is_alike(folded, first, second, is_sure=is_sure):
            yield Span(first.start, start)


def _first(text: str, end: int, rules: CompiledRules) -> Span | None:
    """Give the name that ends at a place: all that stands behind the last words that lead to one."""
    base = max(0, end - _BEFORE)
    head = text[base:end]
    cues = [cue.end for cue in rules.lexicon.find("repair.named", head)]
    cues += [label.end() for label in regex(rules.heads).finditer(head)] if rules.heads else []
    for at in sorted(cues, reverse=True):
        words = head[at:].lstrip(" ")
        if _NAME.fullmatch(words) is not None and not _is_known(rules.lexicon, words):
            return Span(end - len(words), end)
    return None


def _second(text: str, start: int, old: str, rules: CompiledRules) -> Span | None:
    """Give the name that begins at a place: as long as the one before it, or nearly, and nothing goes on behind it."""
    rest = text[start : start + _BEFORE]
    found = _NAME.match(rest)
    if found is None:
        return None
    for length in _lengths(rest[: found.end()], old):
        words, behind = rest[:length], rest[length:]
        is_end = not behind.strip(_STOPS) or behind[0] in (_STOPS if words.isascii() else _HAN_STOPS)
        is_end = is_end or rules.lexicon.has("repair.particle", behind)
        is_end = is_end or (bool(rules.heads) and regex(rules.heads).match(behind) is not None)
        if is_end and not _is_known(rules.lexicon, words):
            return Span(start, start + length)
    return None


def _lengths(words: str, old: str) -> Iterator[int]:
    """Give how long the second name may be, the likeliest first."""
    if words.isascii() != old.isascii():
        return
    if words.isascii():
        count = len(old.split())
        parts = words.split(" ")
        yield from (len(" ".join(parts[:count])),) if len(parts) >= count else ()
        return
    for length in sorted(range(2, len(words) + 1), key=lambda one: abs(one - len(old))):
        if abs(length - len(old)) <= _HAN_APART:
            yield length


def _is_alike(folded: Folded, first: Span, second: Span, *, is_sure: bool) -> bool:
    """Tell that both begin with a capital, or neither: then with one letter, or behind a sure slip (no sorry, typo)."""
    places = (folded.to_original(one) for one in (first, second))
    old, new = (folded.original[place.start : place.end] for place in places)
    is_small = new.isascii() and not new[:1].isupper() and old[:1] != new[:1] and not is_sure
    return not is_small and old[:1].isupper() == new[:1].isupper() and old != new


def _is_known(lexicon: Lexicon, words: str) -> bool:
    """Tell that words answer, put off, are polite or make a sentence: they are no name."""
    if any(lexicon.regex(name).fullmatch(words) is not None for name in _KNOWN) or lexicon.is_clause(words):
        return True
    return not words.isascii() and any(lexicon.regex(name).match(words) is not None for name in _OPENING)
