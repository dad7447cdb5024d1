"""Leading: what stands before the words of a change: a denial of it, somebody's report, or words nobody knows.

``there's no reason to raise it to 600k``, ``没批准涨到60万`` and ``he said to make it 600k`` hold the words of a
correction, but none of them is the user's own.
"""

from collections.abc import Collection, Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span

_MOST_OPENERS = 6
_BREAKING = frozenset({"contrast", "and"})
_DENYING = frozenset({"neg", "condition"})
_TO = " to "  # too early to change it
_NOT_OURS = frozenset({"report", "defer"})


def past_openers(scene: Scene, span: Span) -> int:
    """Give where a clause begins behind the words that only open it (``no, actually …``)."""
    at = span.start
    for _ in range(_MOST_OPENERS):
        at = scene.skip(at)
        found = scene.match("wish.opening", at)
        if found is None or found.end > span.end:
            break
        at = found.end
    return scene.skip(at)


def as_led(scene: Scene, cuts: Sequence[Segment], index: int, said: list[Statement]) -> list[Statement]:
    """Give statements as what leads to their changes lets them be.

    Args:
        scene: The turn.
        cuts: Its segments.
        index: The place of the one that is read.
        said: What it says.

    Returns:
        One undecided statement where a change is denied or waits for somebody's word; a value that is shown again, not
        written, where words nobody knows or a report lead to it; else ``said``.
    """
    cut = cuts[index]
    for token in filter(None, map(_changed, said)):
        if token.value is not None and _waits(scene, cuts[: index + 1], token):
            return [Statement("undecided", set(token.value.targets), segment=index, is_foreign=True)]
    changes = [(one, _lead(scene, cut, one.token)) for one in said if one.polarity == "value" and one.token is not None]
    changes = [(one, lead) for one, lead in changes if lead]
    for one, lead in changes:
        if _is_against(scene, cut, lead):
            value = one.token.value if one.token is not None else None
            return [
                Statement("undecided", set(value.targets if value is not None else ()), segment=index, is_foreign=True)
            ]
    for one, lead in changes:
        value = one.token.value if one.token is not None else None
        if one.token is not None and value is not None and _is_strange(scene, cuts[: index + 1], lead, value.targets):
            one.token = one.token._replace(value=value._replace(is_loose=True))
    return said


def _changed(said: Statement) -> Token | None:
    """Give the token of a new value that a statement asks for by a word of change, or puts off."""
    return said.token if said.polarity == "value" and (said.is_changed or said.is_deferred) else None


def _waits(scene: Scene, cuts: Sequence[Segment], value: Token) -> bool:
    """Tell that a change is not made now: it waits for somebody, or is but talked about.

    ``once finance approves make it 600k``, 等老板批了再改成60万; ``make it 600k is what Bob said``, 改成60万不现实.
    """
    cut = cuts[-1]
    if len(cuts) > 1 and not cuts[-2].is_closed and scene.has("wish.once", cuts[-2].span):
        return True
    before, behind = Span(cut.span.start, value.span.start), Span(value.span.end, cut.span.end)
    if scene.may_hold("wish.not_now") and (scene.has("wish.not_now", before) or scene.has("wish.not_now", behind)):
        return True
    return scene.has("wish.behind", behind)


def _lead(scene: Scene, cut: Segment, value: Token | None) -> Sequence[Token]:
    """Give the tokens up to the word of change before a value, from the last value or joint on; none without one."""
    before = [t for t in cut.tokens if value is not None and not value.is_cued and t.span.end <= value.span.start]
    change = next((t for t in reversed(before) if "change" in t.kinds), None)
    if change is None:
        return ()
    start = cut.span.start
    joints = scene.lexicon.find("wish.so", scene.text[start : change.span.start])  # because, so
    begin = max([start, *(start + joint.end for joint in joints)])
    lead = [t for t in before if begin <= t.span.start <= change.span.start]
    parts = (n + 1 for n in range(len(lead) - 2, -1, -1) if lead[n].value is not None or lead[n].kinds & _BREAKING)
    return lead[next(parts, 0) :]


def _is_against(scene: Scene, cut: Segment, lead: Sequence[Token]) -> bool:
    """Tell that a change is denied: right before it, or in words nobody knows (``we failed to …``)."""
    for place, token in enumerate(lead[:-1]):
        if token.kinds & _DENYING and _runs_on(scene, lead[place:]):
            return True
    before = Span(max(past_openers(scene, cut.span), lead[0].span.start), lead[-1].span.start)
    is_led = any(t.is_unknown for t in lead[:-1]) or scene.text[: before.end].endswith(_TO)
    return is_led and before.start < before.end and scene.has("wish.against", before)


def _runs_on(scene: Scene, tokens: Sequence[Token]) -> bool:
    """Tell that nothing parts tokens: no blank stands between Chinese words."""
    words = scene.text[tokens[0].span.start : tokens[-1].span.start]
    return words.isascii() or " " not in words


def _is_strange(scene: Scene, cuts: Sequence[Segment], lead: Sequence[Token], targets: Collection[str]) -> bool:
    """Tell that words nobody knows, or who said or considers it, lead to a change of what is not named.

    What the user is told to change is (老板让我改成60万), and so is what a question asks for that is one in form only.
    """
    cut = cuts[-1]
    begin = max(past_openers(scene, cut.span), lead[0].span.start)
    strange = [t for t in lead[:-1] if (t.is_unknown or t.kinds & _NOT_OURS) and t.span.end > begin]
    if not strange or any(not t.by_noun and not t.refs.isdisjoint(targets) for one in cuts for t in one.tokens):
        return False
    before = Span(strange[0].span.start, lead[-1].span.start)
    if ":" in scene.text[before.start : before.end]:
        return False  # ps: make it 600k
    return not any(scene.has(section, before) for section in ("wish.polite", "wish.told_me"))
