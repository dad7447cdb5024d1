"""Carry: ``预算不是60万，是50万`` states 50万 for the field that the denial names."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import TEXT_TYPES
from dualmem.model.candidate import Candidate
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.values.parse import parse

_SMALL = frozenset({"filler", "copula", "change", "contrast", "yes_bare", "deictic", "slip", "no"})


def carried(scene: Scene, taken: Sequence[Span]) -> list[Candidate]:
    """Give the statements that follow a denied value: its field, the value behind it.

    Args:
        scene: The turn.
        taken: Places of values that are used already.
    """
    found: list[Candidate] = []
    for denied in scene.extraction.candidates:
        spec = scene.schema.find(denied.field)
        if denied.mood != "negated" or denied.is_blocked or denied.speaker != "user" or denied.is_bare or spec is None:
            continue
        if spec.type in TEXT_TYPES:
            continue
        context = ReadingContext(
            now=scene.context.now,
            default_currency=spec.default_currency,
            region=spec.region,
            choices=spec.choices,
            pattern=spec.pattern,
            is_asked_for=True,
        )
        end = scene.sentence_end(denied.folded.end)
        readings = [r for r in parse(spec.type, scene.extraction.utterance.folded, context) if r.value is not None]
        follow = [r for r in readings if denied.folded.end <= r.folded.start and r.folded.end <= end]
        if (
            follow
            and not any(follow[0].folded.overlaps(place) for place in taken)
            and _is_joint(scene, denied, follow[0])
        ):
            found.append(_candidate(scene, denied, follow[0]))
    return found


def _is_joint(scene: Scene, denied: Candidate, reading: Reading) -> bool:
    gap = Span(denied.folded.end, reading.folded.start)
    text = scene.text[gap.start : gap.end]
    covered = sum(len(w.span) for w in scene.words.find(scene.text, gap.start, gap.end) if w.kinds & _SMALL)
    return covered >= sum(1 for char in text if char.isalnum() or char == "'") and scene.mood_at(
        reading.folded.start
    ) in ("stated", "negated")


def _candidate(scene: Scene, denied: Candidate, reading: Reading) -> Candidate:
    whole = scene.extraction.utterance.folded.to_original(Span(denied.cue.start, reading.folded.end))
    return replace(
        denied,
        value=reading.value,
        refusal=None,
        mood="stated",
        span=reading.span,
        folded=reading.folded,
        cue=Span(denied.cue.start, reading.folded.end),
        quote=scene.original[whole.start : whole.end],
    )
