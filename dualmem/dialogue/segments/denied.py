"""Denied: values that the words around them refuse, that held before, or of which something is said.

``不要60万``, ``don't make it 600k``, ``60万不行``; ``it was 400k last year``, 去年是40万; ``500k is tentative``,
50万打八折; ``let me check 600k``, 我查一下60万.
"""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.events import is_event
from dualmem.dialogue.segments.reported import going_on, may_be_reported, reported
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import BREAK
from dualmem.dialogue.shown.targets import ValueWord
from dualmem.dialogue.shown.words import DENYING
from dualmem.model.span import Span
from dualmem.model.value import Money, Quantity

_BEFORE, _AFTER = 64, 24
_ARROWS = ("->", "→")
_NEAR_BEFORE = 24  # characters
_LEAST_CHANGE = 4  # from, old, to, new
_READ = frozenset(
    ["yes_bare", "yes_explicit", "keep", "no_change", "change", "all", "others", "except", "contrast", "hedge"]
)
_FAULTS = frozenset(["fault", "slip", "aside", "none"])
_BEHIND = ("deny.fault", "value.asked", "value.predicate", "value.reserve")
_READING = frozenset(
    {
        "deny.slip", "deny.before", "deny.equal", "deny.after", "deny.dear", "deny.refused", "label.former",
        "label.had", "value.about", "value.beside", "value.bidden", "value.bound", "value.event", "value.feasible",
        "value.former", "value.from", "value.guess", "value.start", "value.verb", "value.verb_first", *_BEHIND,
    }
)  # fmt: skip
_FIGURE = re2.compile(r"[0-9]+|[零一二两三四五六七八九十百]+")
_OPEN = frozenset({"defer"})
_PLAIN = frozenset({"filler", "copula", "approx", "only"})


def without_denied(scene: Scene, tokens: Sequence[Token], place: Span) -> list[Token]:
    """Give the tokens of one place; a value that is denied is marked so where it was shown, else unknown.

    What a rule found is weighed like any other value. One that is not the shown one and is denied corrects nothing.
    """
    if not any([token.value is not None for token in tokens]):
        return list(tokens)
    if not (scene.may_hold_any(_READING) or may_be_reported(scene)):
        return list(tokens)
    tokens = _without_starts(scene, tokens)
    weighed = [_weighed(scene, tokens, number, place) for number in range(len(tokens))]
    return _without_faults(scene, going_on(scene, weighed), place)


def _without_starts(scene: Scene, tokens: Sequence[Token]) -> Sequence[Token]:
    """Give the tokens without the values that a change sets out from (``从50万涨到55万``)."""
    if len(tokens) < _LEAST_CHANGE or not scene.may_hold("value.from"):
        return tokens
    dropped: set[int] = set()
    for number in range(1, len(tokens) - 2):
        lead, old, joint, new = tokens[number - 1 : number + 3]
        words = scene.text[lead.span.start : lead.span.end].strip()
        is_lead = old.value is not None and scene.lexicon.regex("value.from").fullmatch(words) is not None
        if is_lead and "change" in joint.kinds and new.value is not None:
            dropped |= {number - 1, number}
    return [token for number, token in enumerate(tokens) if number not in dropped]


def without_former(scene: Scene, cut: Segment) -> Segment:
    """Give a segment whose one value held before: the shown one is denied, another than it is none.

    Beside a word of change, or a second value, the grammar of answers reads what the words say.
    """
    values = [t for t in cut.tokens if t.value is not None and t.value.reading.value is not None]
    held = scene.search("value.held", cut.span) if len(values) == 1 and not values[0].is_denied else None
    if held is None or any("change" in t.kinds and not t.span.overlaps(held) for t in cut.tokens):
        return cut
    return cut._replace(tokens=tuple(_held_before(t) if t is values[0] else t for t in cut.tokens))


def _held_before(token: Token) -> Token:
    is_shown = token.value is not None and bool(token.value.equals)
    return token._replace(is_cued=True, is_denied=True) if is_shown else _unknown(token)


def _weighed(scene: Scene, tokens: Sequence[Token], number: int, place: Span) -> Token:
    """Give a token as the words right before and behind it in its clause leave it."""
    token = tokens[number]
    value = token.value
    if value is None and token.is_unknown and _is_figure(scene, token):
        return _small(token) if _is_miswritten(scene, tokens, number, place) else token
    if value is None or token.is_denied:
        return token
    if _is_miswritten(scene, tokens, number, place):
        return token._replace(is_denied=True) if value.equals else _small(token)
    read = _before(scene, tokens, number, place) or _behind(scene, tokens, number, place)
    if read is not token or not may_be_reported(scene):
        return read
    start = _begin(scene, tokens, number)
    head = _head(scene.text, max(0, start - _BEFORE), start)
    after = scene.skip(token.span.end)
    tail = _tail(scene.text, after, min(place.end, after + _AFTER))  # 500k, my boss said
    return reported(scene, token, head, tail)


def _is_miswritten(scene: Scene, tokens: Sequence[Token], number: int, place: Span) -> bool:
    """Tell that the words around a value call it the slip that was made (说成十八了, ``I said 18 by mistake``)."""
    if not scene.may_hold("deny.slip"):
        return False
    token, start = tokens[number], _begin(scene, tokens, number)
    head = _head(scene.text, max(place.start, start - _NEAR_BEFORE), start)
    tail = _tail(scene.text, token.span.end, min(place.end, token.span.end + _AFTER))
    return scene.lexicon.has("deny.slip", head) and scene.lexicon.has("deny.slip_end", tail)


def _before(scene: Scene, tokens: Sequence[Token], number: int, place: Span) -> Token | None:
    """Give a token as the words before it and its label leave it; None where they say nothing of it."""
    token, lexicon = tokens[number], scene.lexicon
    value = token.value
    assert value is not None
    may_be, may_be_equal = scene.may_hold("deny.before"), bool(value.equals) and scene.may_hold("deny.equal")
    start = _begin(scene, tokens, number)
    first = max(place.start, start - _BEFORE)
    head = _head(scene.text, first, start) if may_be or may_be_equal else ""
    if may_be and denies_before(scene, head):
        is_kept = bool(value.equals) and lexicon.has("deny.keep", head)  # 别改50万: it stays
        if not value.equals and lexicon.has("deny.refused", head):
            return Token(token.span, _OPEN)  # no to the 20th: it was not what was shown
        return token if is_kept else token._replace(is_denied=True) if value.equals else _unknown(token)
    if may_be_equal and lexicon.has("deny.equal", head):
        return token._replace(is_denied=True)
    if not token.is_cued and is_event(scene, value, Span(place.start, max(start, value.span.start))):
        return _unknown(token)
    if _is_talked_about(scene, token, value, Span(place.start, start)):
        is_open = bool(value.equals) or token.is_cued
        return _open(token, value) if is_open else _unknown(token)._replace(rivals=value.targets)
    return None


def _behind(scene: Scene, tokens: Sequence[Token], number: int, place: Span) -> Token:
    """Give a token as the words right behind it leave it."""
    token, lexicon, text = tokens[number], scene.lexicon, scene.text
    value = token.value
    assert value is not None
    may_be, may_be_dear = scene.may_hold("deny.after"), scene.may_hold("deny.dear")
    is_read = may_be or may_be_dear
    tail = _tail(text, token.span.end, min(place.end, token.span.end + _AFTER)) if is_read else ""
    if may_be_dear and lexicon.has("deny.dear", tail):
        return _open(token, value) if value.equals else _unknown(token)
    is_denied = denies_behind(scene, tail) or _is_of_once(scene, token, place)
    is_denied = is_denied or _is_former(scene, tokens, number)
    if is_denied and value.equals and token.is_cued:
        return token._replace(is_denied=True)
    if (is_denied and not value.equals) or _is_verb(scene, token, value):
        return _open(token, value) if value.equals else _unknown(token)
    is_open = _is_had(scene, token, place) or _is_guessed(scene, token, value, place)
    return _open(token, value) if is_open else _unbound(scene, token, value)


def _is_guessed(scene: Scene, token: Token, value: ValueWord, place: Span) -> bool:
    """Tell that the shown value is but guessed at again (应该是十五号吧): no yes."""
    if not value.equals or not scene.may_hold("value.guess"):
        return False
    tail = _tail(scene.text, token.span.end, min(place.end, token.span.end + _AFTER))
    head = _head(scene.text, max(place.start, value.span.start - _BEFORE), value.span.start)
    return scene.lexicon.has("value.guess", tail) and scene.lexicon.has("value.guess_lead", head)


def _is_verb(scene: Scene, token: Token, value: ValueWord) -> bool:
    """Tell that the word of a closed list is what is to be done (``quote me a price``, ``build it``, 帮我报价)."""
    if token.is_cued or not isinstance(value.reading.value, str):
        return False
    text, span = scene.text, token.span
    head, tail = _head(text, max(0, span.start - _BEFORE), span.start), _tail(text, span.end, span.end + _AFTER)
    sides = [("value.bidden", head), ("value.verb", tail)]
    lead = head.strip()
    if " " not in text[span.start : span.end] and (not lead or scene.lexicon.regex("cmd.prefix").fullmatch(lead)):
        sides.append(("value.verb_first", tail))
    return any(scene.may_hold(name) and scene.lexicon.has(name, words) for name, words in sides)


def _begin(scene: Scene, tokens: Sequence[Token], number: int) -> int:
    """Give where a value begins with the label right before it (电话 13800138000, ``my role engineer``)."""
    token, before = tokens[number], tokens[number - 1]
    is_label = number > 0 and not token.is_cued and bool(before.refs) and not before.by_noun and before.value is None
    if not is_label:
        return token.span.start
    lead = tokens[number - 2] if number > 1 else before
    words = scene.text[lead.span.start : lead.span.end].strip()
    return lead.span.start if scene.lexicon.regex("cmd.my").fullmatch(words) is not None else before.span.start


def _is_talked_about(scene: Scene, token: Token, value: ValueWord, before: Span) -> bool:
    """Tell that words right before a value make it a thing that is talked about (``let me check 600k``, 我查一下60万).

    ``before`` is what stands before it and its label.

    Another value than the shown one is none where words leave it out or set it beside something (``except 600k``).
    """
    if isinstance(value.reading.value, bool):
        return False  # I also have extra luggage
    names = ["value.about", *(() if value.equals or token.is_cued else ("value.beside",))]
    names += ["value.start"] if isinstance(value.reading.value, Money | Quantity) else []
    names += ["value.feasible"] if isinstance(value.reading.value, Money) else []
    names = [name for name in names if scene.may_hold(name)]
    is_bare = not token.is_cued and before.end == token.span.start
    at = value.span.start if is_bare else before.end  # about is a part of what leads to it
    head = _head(scene.text, max(before.start, at - _BEFORE), at) if names else ""
    return any(scene.lexicon.has(name, head) for name in names)


def _unbound(scene: Scene, token: Token, value: ValueWord) -> Token:
    """Give a token; the shown value said as a bound (``500k or more``) is not it, another one is shown again first."""
    words = scene.text[token.span.start : token.span.end]
    if not scene.may_hold("value.bound") or not scene.lexicon.has("value.bound", words):
        return token
    return _unknown(token) if value.equals else token._replace(value=value._replace(is_loose=True))


def _without_faults(scene: Scene, tokens: list[Token], place: Span) -> list[Token]:
    """Give the tokens; a value is denied by words behind it that it is not to stay so, and they say no more.

    ``500k is a typo``, ``500k must change``, 50万需要改; another than the shown one corrects nothing. What else is said
    of a value (``500k is tentative``, 50万打八折) leaves the shown one open; one that a rule found is shown again.
    """
    if not any(scene.may_hold(name) for name in _BEHIND):
        return tokens
    out: list[Token] = []
    end = place.start
    for number, token in enumerate(tokens):
        if token.span.start < end:
            continue
        value = token.value
        is_read = value is not None and not token.is_denied and BREAK.match(scene.text, token.span.end - 1) is None
        tail = _tail(scene.text, token.span.end, place.end) if is_read else ""
        if value is None or not tail:
            out.append(token)
        elif scene.lexicon.has("deny.fault", tail):
            end = token.span.end + len(tail)
            out.append(token._replace(is_denied=True) if value.equals else _unknown(token))
        elif scene.lexicon.has("value.asked", tail) and not (number and "copula" in tokens[number - 1].kinds):
            out.append(_open(token, value) if value.equals else _unknown(token))  # 工程师呢
        elif scene.lexicon.has("value.reserve", tail):
            end = token.span.end + len(tail)
            out.append(_open(token, value) if value.equals or token.is_cued else _unknown(token))
        elif (value.equals or token.is_cued) and scene.lexicon.has("value.predicate", tail):
            behind = [t for t in tokens[number + 1 :] if t.span.start < token.span.end + len(tail)]
            out.append(_open(token, value) if _is_said_of(behind, is_cued=token.is_cued) else token)
        else:
            out.append(token)
    return out


def _open(token: Token, value: ValueWord) -> Token:
    """Give a token that only names the update whose value it is; another value is shown again first."""
    if value.equals:
        return Token(token.span, refs=value.equals, is_unknown=True)
    return token._replace(value=value._replace(is_loose=True))


def _is_said_of(behind: Sequence[Token], *, is_cued: bool) -> bool:
    """Tell that tokens behind the shown value are words about it that judge nothing, or that cannot be read."""
    said = [t for t in behind if "copula" not in t.kinds]
    reading = _READ if is_cued else _READ | DENYING
    if any(t.value is not None or t.refs or t.kinds & reading for t in said):
        return False
    return any(t.is_unknown or t.kinds & _FAULTS for t in said)


def _is_of_once(scene: Scene, token: Token, place: Span) -> bool:
    """Tell that a value held at another time (``originally it was 600k``, ``600k last year``); ``to`` leads to now."""
    if not scene.may_hold("value.former"):
        return False
    head = _head(scene.text, max(place.start, token.span.start - _BEFORE), token.span.start)
    tail = _tail(scene.text, token.span.end, min(place.end, token.span.end + _AFTER))
    if head.rstrip().endswith(_ARROWS) or scene.lexicon.has("value.to_now", head):
        return False
    behind = next(iter(scene.lexicon.find("value.former", tail)), None)
    return scene.lexicon.has("value.former", head) or (behind is not None and behind.start <= 1)


def _is_former(scene: Scene, tokens: Sequence[Token], number: int) -> bool:
    """Tell that a value is that of a former or another thing of the same name (``last year's budget was 600k``)."""
    if not scene.may_hold("label.former"):
        return False
    before = list(tokens[:number])
    while before and before[-1].kinds and before[-1].kinds <= _PLAIN:
        before.pop()
    if not before or not before[-1].refs or before[-1].by_noun:
        return False
    label = before[-1].span
    return scene.lexicon.has("label.former", _head(scene.text, max(0, label.start - _AFTER), label.start))


def _is_had(scene: Scene, token: Token, place: Span) -> bool:
    """Tell that a rule found the value of what somebody else has (``the neighbours have a budget of 2M``)."""
    if not token.is_cued or not scene.may_hold("label.had"):
        return False
    head = _head(scene.text, max(place.start, token.span.start - _BEFORE), token.span.start)
    return scene.lexicon.has("label.had", head) and not scene.lexicon.has("label.ours", head)


def _is_figure(scene: Scene, token: Token) -> bool:
    return _FIGURE.fullmatch(scene.text[token.span.start : token.span.end]) is not None


def _small(token: Token) -> Token:
    """Give a token that says nothing more."""
    return Token(token.span, frozenset({"filler"}))


def _unknown(token: Token) -> Token:
    return Token(token.span, is_unknown=True)


def denies_before(scene: Scene, head: str) -> bool:
    """Tell that the words before a value deny it (``don't make it``, 不要); 能不能改成 asks and denies nothing."""
    if not scene.may_hold("deny.before"):
        return False
    return scene.lexicon.has("deny.before", str(scene.lexicon.regex("deny.not").sub(" ", head)))


def denies_behind(scene: Scene, tail: str) -> bool:
    """Tell that the words behind a value deny it (``is wrong``, 不行)."""
    return scene.may_hold("deny.after") and scene.lexicon.has("deny.after", tail)


def _head(text: str, start: int, end: int) -> str:
    """Give the words before a place, back to the last stop."""
    words = text[start:end]
    stops = list(BREAK.finditer(words))
    return words[stops[-1].end() :] if stops else words


def _tail(text: str, start: int, end: int) -> str:
    """Give the words behind a place, up to the next stop."""
    words = text[start:end]
    stop = BREAK.search(words)
    return words[: stop.start()] if stop is not None else words


def is_denied_or_asked(scene: Scene, start: int) -> bool:
    """Tell that a not stands right before a place, or that its clause asks or supposes something."""
    if scene.mood_at(start) in ("asked", "hypothetical", "data"):
        return True
    before = scene.text[max(0, start - _NEAR_BEFORE) : start]
    words = scene.words.find(before, 0, len(before))
    last = words[-1] if words else None
    is_near = last is not None and not before[last.span.end :].strip()
    return is_near and last is not None and bool(last.kinds & {"no", "neg", "ask", "ask_more"})
