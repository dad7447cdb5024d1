"""Item words: what stands behind a word of change, or behind a no, in place of the one item of a shown list."""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets, ValueWord
from dualmem.dialogue.weighing.alike import is_kin
from dualmem.dialogue.weighing.verdict import Verdict
from dualmem.dialogue.weighing.wholewords import trimmed
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.text import fold

_LONGEST = 60
_OPENING = frozenset(["no", "neg", "deictic", "contrast", "yes_bare", "slip", "noun.list"])


class ItemWords:
    """Adds to a verdict the words that take the place of a shown item."""

    def __init__(self, scene: Scene, targets: Targets, verdict: Verdict) -> None:
        """Prepare."""
        self.scene = scene
        self.targets = targets
        self.verdict = verdict

    def take(self, cuts: Sequence[Segment], all_cuts: Sequence[Segment], *, has_no: bool) -> None:
        """Read the segments; the verdict is changed in place.

        Args:
            cuts: Those that are not asked.
            all_cuts: All of the turn.
            has_no: A segment denies.
        """
        lists = [t for t in self.targets.shown if t.spec.type == "list" and t.update.action == "append"]
        value = lists[0].value if len(lists) == 1 else None
        if not isinstance(value, tuple) or len(value) != 1 or lists[0].id in self.verdict.values:
            return
        has_no = has_no or any(_is_denial(cut) for cut in all_cuts)
        shown = value[0]
        stated = [c.folded for c in self.scene.extraction.proposals() if c.field == lists[0].spec.path]
        spans = [self._behind_joint(c, has_no=has_no, shown=shown if isinstance(shown, str) else "") for c in cuts]
        said = [*spans, *(stated if has_no and len(stated) == 1 else ())]
        place = next((span for span in said if span is not None), None)
        if place is not None:
            self._give(lists[0].id, place)

    def _give(self, target: str, span: Span) -> None:
        """Take words as the item that was meant."""
        place = self.scene.extraction.utterance.folded.to_original(span)
        reading = Reading(span=place, folded=span, outer=span, value=(self.scene.original[place.start : place.end],))
        self.verdict.is_answer = True
        self.verdict.values[target] = ValueWord(reading, frozenset((target,)), frozenset())
        self.verdict.yes.pop(target, None)
        self.verdict.no.pop(target, None)

    def _behind_joint(self, cut: Segment, *, has_no: bool, shown: str) -> Span | None:
        """Give the words behind the joint of ``改成…``, ``不对，是…``, ``it should be …`` that may be an item."""
        words = [self.scene.text[t.span.start : t.span.end] for t in cut.tokens]
        joints = [
            n
            for n, t in enumerate(cut.tokens)
            if t.kinds & {"change", "copula"} and not self.scene.words.holds("item.no_joint", words[n])
        ]
        joint = joints[0] if joints else None
        if joint is None or not all(t.kinds & _OPENING for t in cut.tokens[:joint] if not t.refs or t.kinds):
            return None
        rest = cut.tokens[joint + 1 :]
        is_open = any(t.kinds & {"hedge", "defer", "ask", "condition"} or t.value is not None for t in rest)
        if not rest or is_open or not (has_no or "change" in cut.tokens[joint].kinds):
            return None
        span = trimmed(self.scene, Span(rest[0].span.start, cut.span.end))
        said = self.scene.text[span.start : span.end]
        is_clause = self.scene.lexicon.is_clause(said) and not is_kin(said, fold(shown).text)
        return None if is_clause or len(said) > _LONGEST or not said or fold(shown).text == said else span


def _is_denial(cut: Segment) -> bool:
    """Tell that a segment denies what was shown and says no more (``不是React Native``)."""
    return any(t.kinds & {"no", "neg"} for t in cut.tokens) and not any(t.is_unknown for t in cut.tokens)
