"""Rivals: values that a turn would rather have, beside a bare yes to another value of the same field."""

from collections.abc import Sequence

from dualmem.dialogue.scene import Scene
from dualmem.dialogue.tokens import Segment, Token
from dualmem.dialogue.verdict import Verdict


def hold_back(scene: Scene, verdict: Verdict, cuts: Sequence[Segment]) -> None:
    """Leave undecided what only a bare yes affirms while a clause with unread words tries another value of it.

    ``是的，请尝试13:15`` beside a shown 14:15 is no yes to 14:15.
    """
    for cut in cuts:
        if cut.is_known and not cut.is_asked:
            continue
        if not scene.has("talk.instead", cut.span):
            continue
        for target in {target for token in cut.tokens for target in _rivalled(token)}:
            if verdict.yes.get(target) is False:
                verdict.yes.pop(target)
                verdict.undecided.add(target)


def _rivalled(token: Token) -> frozenset[str]:
    """Give the ids of updates of which a token is another value than the shown one."""
    value = token.value
    if value is None or value.equals or token.is_denied or value.reading.value is None:
        return frozenset()
    return value.targets
