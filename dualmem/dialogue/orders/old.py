"""Old: the old value that a command names beside the new one (``把预算从50万改成60万``)."""

from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span


def without_old(scene: Scene, name: Span) -> Span:
    """Give the label alone where the old value stands behind it (``把预算从50万改成60万``)."""
    label = scene.labels.at(scene.text, name.start)
    old = scene.match("value.from", scene.skip(label.span.end)) if label is not None else None
    return label.span if label is not None and old is not None and old.end < name.end else name


def behind_old(scene: Scene, at: int, end: int) -> Span | None:
    """Give the joint behind the old value that a command names too (``change the budget from 500k to 600k``)."""
    old = scene.match("value.from", scene.skip(at))
    if old is None:
        return None
    return next((joint for joint in joints(scene, Span(old.end, end)) if joint.start > old.end), None)


def joints(scene: Scene, span: Span) -> list[Span]:
    """Give the words in a place that may stand between a label and its new value."""
    at, found = span.start, []
    while at < span.end:
        hit = scene.search("cmd.set_joint", Span(at, span.end))
        if hit is None:
            break
        found.append(hit)
        at = hit.end
    return found
