"""Reported: values that somebody else is said to have said (``my boss said 600k``, 老板说60万), and what things cost.

They are no answer of the user's own: they are shown again, the shown one as well as another.
"""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.named import named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import END
from dualmem.dialogue.shown.targets import ValueWord
from dualmem.dialogue.shown.words import DENYING, YES
from dualmem.model.span import Span
from dualmem.model.value import Money

_SAYS = "value.says"
_TWO = 2
_ANSWERS = YES | DENYING | {"deictic"}
_LINKS = frozenset({"and", "filler", "copula", "also", "approx"})
_SPELLED = frozenset({"typo_words"})
_MARKS = " \t[]()<>*#@,"
_SPEAKER = re2.compile(
    r"^[\s\[<*#@-]*((?:(?:hi|hey|hello|from),? )?(?:[a-z][a-z'’.-]+(?: [a-z][a-z'’.-]+)?|\p{Han}{2,4}))"
    r"\s*(?:\([^)]{1,24}\))?[\]>*]*\s*:(?:[^/\d]|$)"
)


def may_be_reported(scene: Scene) -> bool:
    """Tell, at a glance, that the turn may say whose value it gives, or what a thing costs."""
    return ":" in scene.text or scene.may_hold(_SAYS) or scene.may_hold("value.priced")


def reported(scene: Scene, token: Token, head: str, tail: str) -> Token:
    """Give a value, marked so where it is somebody else's or a price.

    Args:
        scene: The turn.
        token: The value.
        head: The words of its clause before it and its label.
        tail: The words behind it.
    """
    value = token.value
    assert value is not None
    if isinstance(value.reading.value, bool) or scene.mood_at(token.span.start) == "asked":
        return token
    may_be = scene.may_hold(_SAYS)
    is_said = may_be and any(_is_report(scene, words) for words in (head, tail, _behind_label(scene, token, head)))
    is_said = is_said or _is_spoken(scene, token)
    if not is_said and not (scene.may_hold("value.priced") and _is_price(scene, value, head)):
        return token
    return _marked(token, is_sure=is_said)


def going_on(scene: Scene, tokens: Sequence[Token]) -> list[Token]:
    """Give the tokens; what an and joins to a reported value is reported too (``he said 600k and December 20``)."""
    out: list[Token] = []
    last: Token | None = None
    for token in tokens:
        value = token.value
        if value is None:
            is_link = bool(token.refs) or bool(token.kinds and token.kinds <= _LINKS)
            last = last if is_link else None
        elif value.is_reported:
            last = token
        elif token.is_changed:
            last = None  # 财务说只能批42万，所以预算改成42万
        elif last is not None and END.search(scene.text[last.span.end : token.span.start]) is None:
            token = last = _marked(token, is_sure=True)  # noqa: PLW2901
        out.append(token)
    return out


def _marked(token: Token, *, is_sure: bool) -> Token:
    value = token.value
    assert value is not None
    is_cued = token.is_cued or (is_sure and len(value.targets) == 1)
    return token._replace(value=value._replace(is_loose=True, is_reported=True), is_cued=is_cued)


def going_on_behind(scene: Scene, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments; a value behind somebody else's yes or no is his (``my boss says yes, 500k``).

    An answer of the user's own between them makes it the user's (``my boss says yes, and yes, 500k``).
    """
    if len(cuts) < _TWO or not scene.may_hold(_SAYS):
        return list(cuts)
    out: list[Segment] = []
    is_theirs = False
    for cut in cuts:
        values = [n for n, t in enumerate(cut.tokens) if t.value is not None]
        if is_theirs and values and not _is_own(scene, cut):
            tokens = (_marked(t, is_sure=True) if t.value is not None else t for t in cut.tokens)
            cut = cut._replace(tokens=tuple(tokens))  # noqa: PLW2901
        else:
            is_theirs = not values and _is_answer_of_another(scene, cut)
        out.append(cut)
    return out


def _is_answer_of_another(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment is what somebody else answers (``my boss says yes``, 老板说行)."""
    if any("report" in t.kinds for t in cut.tokens):
        return True
    answers = [t for t in cut.tokens if t.kinds & _ANSWERS]
    last = cut.tokens[-1].span.end
    return any(_is_report(scene, scene.text[cut.span.start : t.span.start]) for t in answers) or (
        bool(answers) and scene.has("said.answer", Span(cut.span.start, last))
    )


def _is_own(scene: Scene, cut: Segment) -> bool:
    head = cut.tokens[0]
    return bool(head.kinds & (YES | {"no", "contrast"})) or scene.has("said.me", Span(cut.span.start, cut.span.end))


def _behind_label(scene: Scene, token: Token, head: str) -> str:
    """Give the words between the last label and a value (预算老板说最多给到46万), whatever stands before the label."""
    assert token.value is not None
    start, end = token.span.start - len(head), token.value.span.start
    labels = scene.labels.find(scene.text, start, end)
    return scene.text[labels[-1].span.end : end] if labels else ""


def _is_report(scene: Scene, words: str) -> bool:
    """Tell that words say who said it; some only look so (确切说, ``all told``)."""
    return scene.lexicon.has("said.by", words) and not scene.lexicon.has("said.own", words)


def _is_spoken(scene: Scene, token: Token) -> bool:
    return ":" in scene.text and opens_with_speaker(scene, token.span.start)


def opens_with_speaker(scene: Scene, at: int) -> bool:
    """Tell that a name and a colon open the line of a place (``Tom: …``, ``emily: …``, 张三：…), or the line before it.

    A word that a lexicon or the schema knows is no name (``update: …``, 更正：…).
    """
    start = scene.text.rfind("\n", 0, at) + 1
    head, before = scene.text[start:at], scene.text[:start].rstrip()
    line = before.rpartition("\n")[2]
    found = _SPEAKER.match(head) or (_SPEAKER.match(line) if line.endswith(":") else None)
    name = found.group(1).strip(_MARKS) if found is not None else ""
    if not name or scene.lexicon.regex("said.heading").fullmatch(name) is not None or scene.labels.find(name):
        return False
    greeting = next(iter(scene.lexicon.find("said.greeting", name)), None)
    name = name[greeting.end :].strip(_MARKS) if greeting is not None and not greeting.start else name
    is_known = any(word.kinds - _SPELLED for word in scene.words.find(name, 0, len(name)))
    return bool(name) and not is_known and not scene.lexicon.is_clause(name)


def _is_price(scene: Scene, value: ValueWord, head: str) -> bool:
    """Tell that an amount is what something costs (``it costs 600k``, 花了60万), and no shown field is a price."""
    if not isinstance(value.reading.value, Money) or not scene.lexicon.has("value.priced", head):
        return False
    words = (w for t in scene.targets if t.id in value.targets for w in named(t.spec, scene.schema, scene.lexicon).own)
    return not any(scene.lexicon.has("kind.price", word) for word in words)
