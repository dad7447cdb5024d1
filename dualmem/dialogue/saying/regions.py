"""Regions: a name behind a comma that only says where the place before it lies (``Paris, France``)."""

from collections.abc import Mapping, Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.named import named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target

_TWO = 2  # a place and its region


def without_regions(
    scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement], by_id: Mapping[str, Target]
) -> list[Statement]:
    """Give the statements without the regions of places; a place that had one is shown again.

    Args:
        scene: The turn.
        cuts: Its segments.
        statements: What they say.
        by_id: The updates that may be answered.
    """
    if sum([s.polarity == "value" for s in statements]) < _TWO:
        return list(statements)
    kept: list[Statement] = []
    for said in statements:
        place = next((s for s in reversed(kept) if s.segment == said.segment - 1 and _is_name(s)), None)
        if place is None or not _is_name(said) or not _is_region(scene, cuts, place, said):
            kept.append(said)
            continue
        owner = by_id.get(next(iter(said.refs)))
        if owner is None or "place" not in named(owner.spec, scene.schema, scene.lexicon).kinds:
            kept.append(said)
        elif place.token is not None and place.token.value is not None:
            place.token = place.token._replace(value=place.token.value._replace(is_loose=True))
    return kept


def _is_name(said: Statement) -> bool:
    token = said.token
    is_text = token is not None and token.value is not None and isinstance(token.value.reading.value, str)
    return said.polarity == "value" and len(said.refs) == 1 and is_text


def _is_region(scene: Scene, cuts: Sequence[Segment], place: Statement, said: Statement) -> bool:
    """Tell that a name is all of its segment, and only a comma parts it from the one for the same field before it."""
    first, second = place.token, said.token
    if first is None or second is None or place.refs != said.refs:
        return False
    rest = [t for t in cuts[said.segment].tokens if not t.span.overlaps(second.span)]
    is_alone = all(t.kinds & {"filler", "change"} and t.span.start >= second.span.end for t in rest)
    is_address = any(char.isdigit() for char in scene.text[first.span.start : first.span.end])
    return is_alone and not is_address and scene.text[first.span.end : second.span.start].strip() == ","
