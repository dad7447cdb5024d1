"""Broken off: a yes whose turn ends before its reserve (``对，但是``), or with who said it (``yes, he said``)."""

from collections.abc import Sequence

from dualmem.dialogue.shown.scene import Scene
from dualmem.model.act import Act, Affirm, Undecided

_MARKS = " \t\n,.。!~…-—"


def is_broken_off(scene: Scene) -> bool:
    """Tell that the turn ends in words that leave open what stands before them."""
    places = scene.places()
    words = scene.text[places[-1].start : places[-1].end].rstrip(_MARKS) if places else ""
    return scene.lexicon.has("answer.broken", words)


def unless_broken_off(scene: Scene, answers: Sequence[Act]) -> list[Act]:
    """Give the answers; a yes that is broken off leaves what it would confirm undecided."""
    if not any(isinstance(act, Affirm) for act in answers) or not is_broken_off(scene):
        return list(answers)
    return [Undecided(updates=(act.update,)) if isinstance(act, Affirm) else act for act in answers]
