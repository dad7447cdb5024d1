"""Counting: which of the shown updates an ordinal or a count means, and figures that count something else."""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target
from dualmem.dialogue.shown.words import JUDGING, Words
from dualmem.model.span import Span

_ORDINALS = ("ordinal.1", "ordinal.2", "ordinal.3", "ordinal.4", "ordinal.5")
_TWO, _THREE = 2, 3
_NOUN_REACH = 12  # characters
_HAN = re2.compile(r"\p{Han}")
_NONE: frozenset[str] = frozenset()
_NUMERALS, _FIGURES = "一二三四五", "12345"
_DASHES = ("-", "–", "~")
_SECOND = re2.compile(r"(?:^|[^a-z0-9])(?:two|2)(?:$|[^a-z0-9])")
_IS = ("'s", "’s")
_COUNTED = ("one", "two", "three", "four", "five")


def counted(kinds: frozenset[str], shown: Sequence[Target]) -> frozenset[str] | None:
    """Give the ids of the updates that ordinals mean; None where nothing shown has such a number.

    The items of the one shown list are counted by it, and an ordinal beyond what was shown counts something else.
    """
    if len(shown) == 1 and isinstance(shown[0].value, tuple) and len(shown[0].value) > 1 and counts(kinds):
        return None
    if len(shown) < 2:
        is_named = bool(kinds & {"ordinal.1", "ordinal.last"}) and not kinds & {"deictic", "filler"}
        if shown and kinds & set(_ORDINALS[1:]) and not kinds & {"deictic", "filler"}:
            return None
        return frozenset(t.id for t in shown) if is_named else _NONE
    picked: list[Target] = []
    for number, name in enumerate(_ORDINALS, start=1):
        if name in kinds:
            picked += [t for t in shown if t.ordinal == number]
    if "ordinal.last" in kinds:
        picked = [shown[-1]]
    if "ordinal.middle" in kinds and len(shown) % 2:
        picked = [shown[len(shown) // 2]]
    for count in (2, 3):
        if f"first.{count}" in kinds:
            picked = list(shown[:count])
        if f"last.{count}" in kinds:
            picked = list(shown[-count:])
    is_open = bool(kinds & {"first.rest", "last.rest"})  # the first few, the latter: how many is not said
    if "last.rest" in kinds and len(shown) == _TWO:
        picked, is_open = [shown[-1]], False
    is_beyond = is_open or bool(kinds & set(_ORDINALS[len(shown) :])) or ("first.3" in kinds and len(shown) < _THREE)
    return None if is_beyond else frozenset(t.id for t in picked)


def counts_all(kinds: frozenset[str], shown: Sequence[Target]) -> bool:
    """Tell that a count is that of all that was shown."""
    return any(f"count.{count}" in kinds and len(shown) == count for count in (2, 3, 4))


def counts(kinds: frozenset[str]) -> bool:
    """Tell that a word counts what was shown (the second, the last two)."""
    return any(kind.startswith(("ordinal.", "first.", "last.")) for kind in kinds)


def numbered(tokens: Sequence[Token], text: str, shown: int) -> list[Token]:
    """Give the tokens; numerals that stand alone among answer words count what was shown (一对，二错; 12都对)."""
    read = list(tokens)
    if shown > 1 and _is_any_one(tokens, text) and not _is_counting(tokens, text):
        return [Token(tokens[0].span, frozenset({"partly"})), *tokens[1:]]
    for place, token in enumerate(tokens):
        words = text[token.span.start : token.span.end]
        figures = _NUMERALS if token.is_unknown else _FIGURES if not place and _is_judged(tokens, place) else ""
        places = [figures.find(char) + 1 for char in words] if figures and len(words) <= shown else []
        places = [_COUNTED.index(words) + 1] if words in _COUNTED and _is_counting(tokens, text) else places
        if places and shown > 1 and min(places) > 0 and max(places) <= shown and len(set(places)) == len(places):
            read[place] = Token(token.span, frozenset(f"ordinal.{number}" for number in places))
    return list(tokens) if any([token.is_unknown for token in read]) else read


def spanned(tokens: Sequence[Token], text: str, words: Words) -> Sequence[Token]:
    """Give the tokens; two numbers of items with a to between them count all from the one to the other (1-3都对)."""
    if not any([t.kinds & JUDGING for t in tokens]):
        return tokens
    for place, first in enumerate(tokens[:-1]):
        if not _number(first, text):
            continue
        after = tokens[place + 1]
        joint = text[first.span.end : after.span.start].strip() or text[after.span.start : after.span.end]
        last = after if text[first.span.end : after.span.start].strip() else next(iter(tokens[place + 2 :]), None)
        run = (
            _run(_number(first, text), _number(last, text))
            if last is not None and is_joint_of_run(words, joint)
            else ()
        )
        if run and last is not None:
            token = Token(Span(first.span.start, last.span.end), frozenset(f"ordinal.{number}" for number in run))
            return [*tokens[:place], token, *(t for t in tokens[place + 1 :] if t.span.start >= last.span.end)]
    return tokens


def _run(first: int, last: int) -> range:
    return range(first, last + 1) if 0 < first < last else range(0)


def _number(token: Token, text: str) -> int:
    """Give the number of an item that a token is: a figure, an ordinal, a count behind a to (第1到3条); else 0."""
    if token.value is not None:
        return 0
    words = text[token.span.start : token.span.end]
    if words in _FIGURES and len(words) == 1:
        return int(words)
    counts = [kind for kind in token.kinds if kind in _ORDINALS or (kind.startswith("count.") and kind[6:].isdigit())]
    return int(counts[0][-1]) if len(counts) == 1 else 0


def is_joint_of_run(words: Words, joint: str) -> bool:
    """Tell that folded words join the first and the last of several (1到3, 1 to 3, 1-3)."""
    return joint in _DASHES or words.holds("count.to", joint)


def ranged(tokens: Sequence[Token], text: str, words: Words) -> Sequence[Token]:
    """Give the tokens; figures that a to joins count nothing that was shown (``give me 1 to 2 days``).

    Behind a word of change the first one does (``change 1 to 2 days``).
    """
    figures = [token for token in tokens if token.value is None and _is_figure(token, text)]
    for place in range(len(tokens) - 2) if len(figures) > 1 else ():
        first, joint, second = tokens[place : place + 3]
        is_range = _is_figure(first, text) and _is_figure(second, text)
        if not is_range or not is_joint_of_run(words, text[joint.span.start : joint.span.end]):
            continue
        kept = [first] if any("change" in t.kinds for t in tokens[:place]) else [_unread(first)]
        return [*tokens[:place], *kept, joint, _unread(second), *tokens[place + 3 :]]
    return tokens


def _is_figure(token: Token, text: str) -> bool:
    return text[token.span.start : token.span.end].isdigit() and token.value is None


def _unread(token: Token) -> Token:
    return Token(token.span, is_unknown=True)


def _is_judged(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a number of several figures opens a segment and is called right or wrong by the next word."""
    token, after = tokens[place], tokens[place + 1] if place + 1 < len(tokens) else None
    is_number = token.value is not None and not token.is_cued and len(token.span) > 1 and not place
    return is_number and after is not None and bool(after.kinds & {"yes_explicit", "yes_bare", "no", "all"})


def _is_counting(tokens: Sequence[Token], text: str) -> bool:
    """Tell that an English segment counts: number words, then a verdict (``one is right, two is wrong``).

    ``one is wrong`` and ``one of them`` do not say which.
    """
    words = [text[token.span.start : token.span.end] for token in tokens]
    heads = [word for word in words if word not in ("and", "&")]
    counted = [word for word in heads if word in _COUNTED]
    behind = heads[len(counted)] if len(heads) > len(counted) else ""
    if not counted or heads[: len(counted)] != counted or (len(counted) == 1 and behind.startswith("are")):
        return False
    is_judged = any(t.kinds & JUDGING for t in tokens)
    is_sure = counted != ["one"] or _SECOND.search(text) is not None
    return is_judged and is_sure and " of " not in text[tokens[0].span.start : tokens[-1].span.end]


def is_of_a_noun(scene: Scene, figure: Span) -> bool:
    """Tell that a bare figure is a part of a noun, or counts what is behind it (抹零, 换到五楼, 5 floors)."""
    text, start = scene.text, figure.start
    if len(figure) == 1 and start and _HAN.match(text, start) and _HAN.match(text, start - 1):
        known = scene.words.find(text, max(0, start - _NOUN_REACH), start)
        if not any(word.span.end == start for word in known):
            return True
    behind = text[figure.end : figure.end + _NOUN_REACH]
    return scene.may_hold("value.counted") and scene.lexicon.regex("value.counted").match(behind) is not None


def _is_any_one(tokens: Sequence[Token], text: str) -> bool:
    """Tell that a segment calls one of several right or wrong, and does not say which (``one is wrong``)."""
    if not tokens or text[tokens[0].span.start : tokens[0].span.end] != _COUNTED[0]:
        return False
    after = [t for t in tokens[1:] if text[t.span.start : t.span.end] not in _IS]
    is_led = bool(after) and bool(after[0].kinds & {"copula", *JUDGING})
    return is_led and any(t.kinds & JUDGING for t in tokens) and not any(t.value or t.refs for t in tokens)
