"""Led words: what stands behind the label of a shown text and a word of change; which parts of a turn may name it."""

from collections.abc import Iterable, Sequence

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target
from dualmem.dialogue.weighing.wholewords import without_thanks
from dualmem.model.span import Span

_LONGEST = 60
_BEFORE = frozenset(["change", "copula", "filler", "deictic", "contrast", "and", "yes_bare", "slip", "also"])
_SAYING = frozenset(
    ["no", "neg", "hedge", "defer", "ask", "ask_more", "condition", "contrast", "except", "yes_explicit"]
)


def led(scene: Scene, cut: Segment, target: Target, denied: Iterable[str]) -> Span | None:
    """Give the words that a label and a word of change lead to (``the scope should be mobile app only``).

    Words that nobody would give as a value, as what is only to be done with it (``should be discussed``), are none.

    Args:
        scene: The turn.
        cut: The segment.
        target: The update of the text.
        denied: Updates called wrong before: what should be then needs no label.
    """
    tokens = without_thanks(scene, cut).tokens
    joint = next((n for n, t in enumerate(tokens) if _leads(scene, tokens[:n], t)), None)
    if joint is None or cut.is_asked or any(not (t.refs or t.kinds & _BEFORE) or t.is_unknown for t in tokens[:joint]):
        return None
    named = {ref for t in tokens[:joint] for ref in t.refs}
    rest = tokens[joint + 1 :]
    is_named = named == {target.id} if named else target.id in denied
    is_said = any(t.is_unknown for t in rest) and not any(_is_open(t) for t in rest)
    if not is_named or not is_said:
        return None
    words = scene.text[rest[0].span.start : rest[-1].span.end]
    lead = len(words) - len(words.lstrip(" ,:\"'"))
    start = rest[0].span.start + lead
    span = Span(start, start + len(words[lead:].rstrip(" ,.。!\"'")))
    said = scene.text[span.start : span.end]
    is_unsaid = not said or len(said) > _LONGEST or scene.lexicon.regex("value.unsaid").fullmatch(said) is not None
    return None if is_unsaid else span


def _leads(scene: Scene, before: Sequence[Token], token: Token) -> bool:
    """Tell that a word of change leads to what is to be (should be, ``change`` … ``to``), and does not stand alone."""
    if "change" not in token.kinds and not ("filler" in token.kinds and any("change" in t.kinds for t in before)):
        return False
    return scene.lexicon.has("change.onto", scene.text[token.span.start : token.span.end])


def _is_open(token: Token) -> bool:
    return token.value is not None or (bool(token.kinds & _SAYING) and "filler" not in token.kinds)


def may_name(scene: Scene, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments that may give a name: what follows another field that is called wrong is that one's.

    角色不对，是张三峰 names nobody; 是童年的童 only tells a character of a name.
    """
    own = [c for n, c in enumerate(cuts) if not any(map(_denies_other, cuts[max(0, n - 1) : n + 1]))]
    return [cut for cut in own if not _is_spelling(scene, cut)]


def _is_spelling(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment only tells a character by a word that holds it (是童年的童): no name."""
    found = scene.search("name.spelled", cut.span) if scene.may_hold("name.spelled") else None
    words = scene.text[found.start : found.end] if found is not None else ""
    is_last = found is not None and not scene.text[found.end : cut.span.end].strip()
    return is_last and words[-1:] in words[:-1]


def _denies_other(cut: Segment) -> bool:
    """Tell that a segment calls a field wrong that was not shown."""
    return any(t.is_other_field for t in cut.tokens) and any("no" in t.kinds for t in cut.tokens)
