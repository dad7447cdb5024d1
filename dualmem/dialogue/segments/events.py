"""Events: days and hours of a meeting or a talk, which are no day of what was shown (``let's talk on the 20th``)."""

from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import BREAK
from dualmem.dialogue.shown.targets import Target, ValueWord
from dualmem.model.span import Span
from dualmem.model.value import Day, Moment, TimeOfDay

_REACH = 64  # characters


def is_event(scene: Scene, value: ValueWord, before: Span) -> bool:
    """Tell that a day is said to be that of a meeting, and no field that could take it is one of a meeting.

    Args:
        scene: The turn.
        value: The day or hour.
        before: What stands before it in its place.
    """
    if not isinstance(value.reading.value, Day | TimeOfDay | Moment) or not scene.may_hold("value.event"):
        return False
    head = scene.text[max(before.start, before.end - _REACH) : before.end]
    stops = list(BREAK.finditer(head))
    head = head[stops[-1].end() :] if stops else head
    if not scene.lexicon.has("value.event", head):
        return False
    return not any(_is_of_events(scene, target) for target in scene.targets if target.id in value.targets)


def _is_of_events(scene: Scene, target: Target) -> bool:
    labels = [name for names in target.spec.labels.values() for name in names]
    return any(scene.lexicon.has("value.event_field", name) for name in (target.spec.path, *labels))
