"""Former: values that held before (``it was 400k last year``, 去年是40万), which a turn only mentions."""

from dataclasses import replace

from dualmem.dialogue.scene import Scene
from dualmem.dialogue.tokens import Segment, Token


def without_former(scene: Scene, cut: Segment) -> Segment:
    """Give a segment whose one value held before: the shown one is denied, another than it is none.

    Beside a word of change, or a second value, the grammar of answers reads what the words say.
    """
    values = [t for t in cut.tokens if t.value is not None and t.value.reading.value is not None]
    if len(values) != 1 or any("change" in t.kinds for t in cut.tokens) or values[0].is_denied:
        return cut
    if scene.search("value.held", cut.span) is None:
        return cut
    return replace(cut, tokens=tuple(_former(t) if t is values[0] else t for t in cut.tokens))


def _former(token: Token) -> Token:
    is_shown = token.value is not None and bool(token.value.equals)
    return replace(token, is_cued=True, is_denied=True) if is_shown else Token(token.span, is_unknown=True)
