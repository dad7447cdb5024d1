"""Behind: what the words behind a no say of it: that it is of the day, or that it is but supposed.

``不行，那天客户放假``, ``no, that day is a holiday``; 日期不对我就改.
"""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets
from dualmem.dialogue.shown.words import DENYING, YES

_DAYS = ("date", "datetime")
_MERE = 4  # characters: 不行, nope
_WHOLE = frozenset(("no_refuse", "all", "others", "judged"))
_JUDGING = YES | DENYING | {"change", "defer"}
_MARKS = " ,.。!~"


def of_the_day(scene: Scene, cuts: Sequence[Segment], statements: list[Statement], targets: Targets) -> None:
    """Let a mere no be about the one shown day where the next words say what day that is; they are changed in place."""
    days = [target.id for target in targets.shown if target.spec.type in _DAYS]
    if len(days) != 1 or not scene.may_hold("value.that_day"):
        return
    for said in [s for s in statements if s.polarity == "no" and not s.is_named and s.token is None]:
        place = said.segment + 1
        is_mere = all(len(t.span) <= _MERE and not t.kinds & _WHOLE for t in cuts[said.segment].tokens)  # not: 都不对
        if is_mere and place < len(cuts) and _tells_of_day(scene, cuts[place], days[0]):
            said.refs = {days[0]}
            statements[:] = [s for s in statements if s.segment != place]


def _tells_of_day(scene: Scene, cut: Segment, day: str) -> bool:
    """Tell that a segment begins with words for that day, and gives no other one."""
    if cut.is_asked or scene.match("value.that_day", scene.skip(cut.span.start)) is None:
        return False
    is_given = any(t.value is not None and t.value.reading.value is not None for t in cut.tokens)
    is_other = any(ref != day for t in cut.tokens for ref in t.refs)  # 那天的预算不够
    judging = (t.kinds for t in cut.tokens if "copula" not in t.kinds)
    return not (is_given or is_other) and not any(kinds & _JUDGING for kinds in judging)


def only_supposed(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Leave open what is called wrong where the rest says what is done in that case; they are changed in place."""
    if not scene.may_hold("run_on.then"):
        return
    for said in statements:
        cut = cuts[said.segment]
        judged = next((t for t in cut.tokens if "no" in t.kinds), None)
        if said.polarity != "no" or said.token is not None or judged is None:
            continue
        rest = scene.text[judged.span.end : cut.span.end].strip(_MARKS)
        if scene.lexicon.regex("run_on.then").fullmatch(rest) is not None:
            said.polarity = "undecided"
