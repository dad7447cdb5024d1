"""Beside: the value that was asked for, in a clause of its own beside clauses that say other things.

``60万，截止日期是12月20日`` answers the question for the budget and states a date. What stands near the value may
weaken it: then it is shown instead of written; what asks about it leaves it unsaid.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dualmem.dialogue.asking.asked import answer_in, is_doubted
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import asking
from dualmem.dialogue.shown.tails import DOUBTING, is_hearsay, undoes, withholds
from dualmem.dialogue.shown.words import DENYING, Word
from dualmem.model.act import Answer
from dualmem.model.candidate import Candidate
from dualmem.model.field import FieldSpec
from dualmem.model.span import Span
from dualmem.model.utterance import Clause
from dualmem.values.parse import parse

_OPEN = ("text", "list", "map")
_CALENDAR = ("date", "time", "datetime", "duration")
_JOINING = frozenset({"and", "contrast", "hedge"})
_DOUBTING = frozenset({"hedge", "defer", "condition"})
_SOFT = frozenset({"approx", "hedge_soft", "filler"})
_SHORT_HAN, _SHORT_WORDS = 5, 4


@dataclass(frozen=True, slots=True)
class _Own:
    """A clause that holds only the value, and the place of its words."""

    clause: Clause
    answer: Answer
    place: Span


def answer_beside(scene: Scene, path: str, taken: Sequence[Span]) -> tuple[Answer, Span] | None:
    """Give the answer for the asked field that stands in a clause of its own, with its place in the folded text.

    Args:
        scene: The turn.
        path: The one field that was asked for.
        taken: Places that commands and questions to memory took.
    """
    spec = scene.schema.find(path)
    if spec is None or spec.type in _OPEN:
        return None
    found = [own for clause in scene.extraction.utterance.clauses for own in _own(scene, spec, clause, taken)]
    own = _last(scene, found)
    if own is None or _is_all(scene, spec, own):
        return None
    before, after = _near(scene, spec, own, taken)
    if any(_asks_about(scene, spec, clause) for clause in (*before[-1:], *after[:1])) or _is_named_else(
        scene, spec, before
    ):
        return None
    known = [*taken, *(one.place for one in found)]
    is_weak = _is_vague(scene, own) or _is_weakened(scene, spec, own, before, after)
    return replace(own.answer, field=path, is_open=is_weak or _has_rival(scene, spec, own, known)), own.place


def _is_all(scene: Scene, spec: FieldSpec, own: _Own) -> bool:
    """Tell that the turn is nothing but the value, though a comma cuts it (``January 20, 2027``): nothing is beside it.

    It is read as a whole then, and what is about right is an answer too.
    """
    readings = parse(spec.type, scene.extraction.utterance.folded, asking(spec, scene.context))
    cut = [one.outer for one in readings if one.outer.overlaps(own.place)]
    start = min([own.place.start, *(span.start for span in cut)])
    end = max([own.place.end, *(span.end for span in cut)])
    return not any(map(str.isalnum, scene.text[:start] + scene.text[end:]))


def _last(scene: Scene, found: Sequence[_Own]) -> _Own | None:
    """Give the one value, said once or again, or the one that replaces another (``60万，不对，65万``)."""
    if not found:
        return None
    last = found[-1]
    others = [one for one in found if one.answer.stated.value != last.answer.stated.value]
    if not others:
        return last
    between = scene.extraction.utterance.clauses[others[-1].clause.index + 1 : last.clause.index]
    kinds = [word.kinds for clause in between for word in _words(scene, clause)]
    is_taken_back = any(one & {"no", "slip"} for one in kinds) and not any(_says_more(scene, one) for one in between)
    return last if is_taken_back else None


def _own(scene: Scene, spec: FieldSpec, clause: Clause, taken: Sequence[Span]) -> list[_Own]:
    """Give the answers of a clause, without the words by which rules found values of other fields."""
    if clause.mood != "stated" or any(data.overlaps(clause.span) for data in scene.extraction.utterance.data):
        return []
    others = [c.cue for c in scene.extraction.candidates if c.field != spec.path and not c.is_bare]
    found = []
    for place in _without(clause.span, [*taken, *others, *_glued(scene, spec, clause)]):
        rule = next((c for c in _mine(scene, spec) if place.contains(c.folded)), None)
        hit = answer_in(scene, spec, place, rule, _JOINING)
        if hit is None or (spec.is_open and hit[0].stated.value not in spec.choices):
            continue
        found.append(_Own(clause, hit[0], place))
    return found


def _glued(scene: Scene, spec: FieldSpec, clause: Clause) -> list[Span]:
    """Give the request that follows in the same clause (``60万帮我写报告``); a day there says when."""
    found = None if spec.type in _CALENDAR else scene.search("talk.request", clause.span)
    return [Span(found.start, clause.span.end)] if found is not None and found.start > clause.span.start else []


def _mine(scene: Scene, spec: FieldSpec) -> list[Candidate]:
    found = scene.extraction.candidates
    return [c for c in found if c.field == spec.path and c.speaker == "user" and c.mood == "stated"]


def _without(place: Span, taken: Sequence[Span]) -> list[Span]:
    """Give what is left of a place."""
    places = [place]
    for span in taken:
        left: list[Span] = []
        for one in places:
            if not one.overlaps(span):
                left.append(one)
                continue
            left += [Span(one.start, span.start)] if one.start < span.start else []
            left += [Span(span.end, one.end)] if span.end < one.end else []
        places = left
    return places


def _near(scene: Scene, spec: FieldSpec, own: _Own, taken: Sequence[Span]) -> tuple[list[Clause], list[Clause]]:
    """Give the clauses before and after the value, up to the next one that speaks of other things."""
    clauses = scene.extraction.utterance.clauses
    before: list[Clause] = []
    after: list[Clause] = []
    for clause in reversed(clauses[: own.clause.index]):
        if _is_elsewhere(scene, spec, clause, taken):
            break
        before.insert(0, clause)
    for clause in clauses[own.clause.index + 1 :]:
        if not _takes_back(scene, clause) and _is_elsewhere(scene, spec, clause, taken):
            break
        after.append(clause)
    return before, after


def _is_elsewhere(scene: Scene, spec: FieldSpec, clause: Clause, taken: Sequence[Span]) -> bool:
    """Tell that a clause is a request, a command, data, or about a field that could not take the value."""
    if clause.mood == "data" or any(span.overlaps(clause.span) for span in taken):
        return True
    if any(c.field != spec.path and clause.span.contains(c.folded) for c in scene.extraction.candidates):
        return True
    if scene.search("talk.work", clause.span) is not None:
        return True
    named = _named(scene, clause)
    return bool(named) and not any(_is_kin(scene, spec, path) for path in named)


def _named(scene: Scene, clause: Clause) -> list[str]:
    found = scene.labels.find(scene.text, clause.span.start, clause.span.end)
    return [path for label in found for path in label.fields]


def _is_kin(scene: Scene, spec: FieldSpec, path: str) -> bool:
    """Tell that a field could take the same value."""
    other = scene.schema.find(path)
    return other is not None and other.type == spec.type


def _asks_about(scene: Scene, spec: FieldSpec, clause: Clause) -> bool:
    """Tell that a near clause asks about the value: it is short, or points at it."""
    if clause.mood != "asked":
        return False
    text = scene.text[clause.span.start : clause.span.end]
    words = _words(scene, clause)
    if any(word.kinds & {"deictic", f"noun.{spec.type}"} for word in words) or _named(scene, clause):
        return True
    return len(text.split()) <= _SHORT_WORDS if text.isascii() else sum(map(str.isalnum, text)) <= _SHORT_HAN


def _is_named_else(scene: Scene, spec: FieldSpec, before: Sequence[Clause]) -> bool:
    """Tell that the clause before names another field that could take the value (``报价总额，60万``)."""
    named = _named(scene, before[-1]) if before else []
    return bool(named) and spec.path not in named


def _is_vague(scene: Scene, own: _Own) -> bool:
    """Tell that the value is doubted, a range, or about right."""
    value = own.answer.stated.value
    is_range = getattr(value, "minimum", None) is not None or getattr(value, "maximum", None) is not None
    return is_range or bool(getattr(value, "is_approximate", False)) or is_doubted(scene, own.place)


def _is_weakened(scene: Scene, spec: FieldSpec, own: _Own, before: Sequence[Clause], after: Sequence[Clause]) -> bool:
    """Tell that a near clause doubts or denies, puts it off, asks, or may be what the value belongs to."""
    for clause in (*before, *after):
        kinds = [word.kinds for word in _words(scene, clause)]
        is_behind = clause.index > own.clause.index
        wanted = _DOUBTING | DENYING if is_behind else _DOUBTING
        if is_behind and _takes_back(scene, clause):
            return True
        if any(one & wanted and not one & _SOFT for one in kinds) or clause.mood == "hypothetical":
            return True
        if any(path != spec.path for path in _named(scene, clause)):
            return True
        if clause.mood == "asked" and clause.sentence == own.clause.sentence:
            return True
        if is_behind and spec.type in _CALENDAR and _says_more(scene, clause):
            return True
    return False


def _takes_back(scene: Scene, clause: Clause) -> bool:
    """Tell that all of a clause behind the value takes it back, doubts it, or puts it off (``just guessing``)."""
    words = scene.text[clause.span.start : clause.span.end]
    return undoes(scene, words) or is_hearsay(scene, words) or withholds(scene, words, DOUBTING)


def _says_more(scene: Scene, clause: Clause) -> bool:
    """Tell that a clause is more than answer words: a day before it may only say when (``今天，天气不错``)."""
    covered = sum(len(word.span) for word in _words(scene, clause) if "small_talk" not in word.kinds)
    return covered < sum(map(str.isalnum, scene.text[clause.span.start : clause.span.end]))


def _has_rival(scene: Scene, spec: FieldSpec, own: _Own, taken: Sequence[Span]) -> bool:
    """Tell that the turn holds another value of the type that nothing else explains."""
    if own.answer.stated.refusal is not None:
        return False
    known = [own.place, *taken, *scene.extraction.utterance.data]
    known += [c.cue for c in scene.extraction.candidates if c.field != spec.path]
    known += [c.span for c in scene.extraction.utterance.clauses if c.mood == "negated"]
    readings = parse(spec.type, scene.extraction.utterance.folded, asking(spec, scene.context))
    return any(not any(span.overlaps(one.folded) for span in known) for one in readings)


def _words(scene: Scene, clause: Clause) -> list[Word]:
    return scene.words.find(scene.text, clause.span.start, clause.span.end)
