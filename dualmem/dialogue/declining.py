"""Declining: a service that the model offered beside what was shown is turned down."""

from collections.abc import Sequence

from dualmem.dialogue.scene import Scene
from dualmem.dialogue.statement import Statement
from dualmem.dialogue.tokens import Segment


def declines(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that the turn only declines what the model asked beside what was shown (``现在还不用，谢谢``)."""
    said = [s for s in statements if s.polarity]
    if not scene.conversation.has_model_question or not said:
        return False
    if any(s.polarity != "no" or s.is_named or s.is_withdrawn for s in said):
        return False
    refusing = [scene.text[t.span.start : t.span.end].strip() for cut in cuts for t in cut.tokens if "no" in t.kinds]
    return bool(refusing) and all("decline" in scene.words.kinds(word) for word in refusing)
