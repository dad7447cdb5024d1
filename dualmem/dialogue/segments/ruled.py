"""Ruled: the values that rules of the schema found in a turn, as tokens of the answer grammar."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from dualmem.dialogue.segments.blanks import positions
from dualmem.dialogue.segments.lookalikes import Lookalikes
from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.meanings import in_month_of
from dualmem.dialogue.shown.moving import moved
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import TEXT_TYPES, Target, Targets, ValueWord, reading_context, same
from dualmem.dialogue.shown.words import JUDGING
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.value import Money, Value
from dualmem.values.parse import parse

_LONGEST_CHANGE = 24
_POINTS = frozenset({"date", "time", "datetime"})
_LEADING = frozenset({"filler", "contrast"})
_HEADS = ("ordinal.", "noun.", "first.", "last.", "of_two", "count.")
_BETWEEN = frozenset({"filler", "copula", "change", "ought", "approx"})


class Ruled:
    """Makes tokens of what the rules found.

    Attributes:
        found: Place of a value and id of its update to the candidate a rule made of it.
    """

    def __init__(self, scene: Scene, targets: Targets, lookalikes: Lookalikes) -> None:
        """Prepare to read.

        Args:
            scene: The turn.
            targets: Updates that may be answered.
            lookalikes: Tells that the words a rule took are an idiom, or say by how much something changes.
        """
        self.lookalikes = lookalikes
        self.scene = scene
        self.targets = targets
        self.by_id = targets.by_id
        self.found: dict[tuple[Span, str], Candidate] = {}

    def token(self, candidate: Candidate) -> Token | None:
        """Give the token of a value that a rule found, or None where the words of it are an answer."""
        targets = frozenset(t.id for t in self.targets if t.spec.path == candidate.field and t.spec.type != "list")
        cue = candidate.folded if candidate.is_bare else candidate.cue
        if not targets:
            return self._of_another(candidate)
        if (
            self.scene.says_only_answers(candidate)
            or self.lookalikes.is_idiom(candidate)
            or self._counts_shown(candidate)
            or self._is_typed(candidate)
        ):
            return None
        if candidate.mood == "asked" and not candidate.is_blocked:
            return None
        if candidate.is_blocked and self._follows_verdict(candidate):
            return None  # 预算没问题日期改成20号: the name is whole, and the words are read one by one
        is_unread = candidate.mood in ("hypothetical", "data") or candidate.is_blocked
        if is_unread or self.lookalikes.is_difference(candidate):
            return Token(candidate.folded, is_unknown=True)
        value = candidate.value
        if len(targets) == 1 and value is not None:
            value = self._in_month(next(iter(targets)), candidate, value)
            value = self._in_currency(next(iter(targets)), candidate, value)
        self.found.update({(candidate.folded, target): candidate for target in targets})
        if value is not None and (candidate.is_bare or self._is_changed_to(candidate)):
            targets |= self._akin(targets, value)
        equals = frozenset(t for t in targets if value is not None and same(self.by_id[t].value, value))
        reading = Reading(
            span=candidate.span, folded=candidate.folded, outer=candidate.folded, value=value, refusal=candidate.refusal
        )
        words = self.scene.words.find(self.scene.text, candidate.cue.start, candidate.cue.end)
        return Token(
            cue,
            value=ValueWord(reading, targets, equals, is_loose=self._swallows(candidate)),
            is_cued=self._has_cue(candidate),
            is_denied=candidate.mood == "negated",
            is_changed=any("change" in word.kinds for word in words),
            is_hedged=candidate.is_hedged and self._is_doubted(candidate),
        )

    def _follows_verdict(self, candidate: Candidate) -> bool:
        """Tell that a judgement ends right before the words that a rule took."""
        at = candidate.cue.start
        words = self.scene.words.find(self.scene.text, max(0, at - _LONGEST_CHANGE), candidate.folded.start)
        is_changed = any(word.span.start >= at and "change" in word.kinds for word in words)
        return is_changed and any(word.span.end == at and word.kinds & JUDGING for word in words)

    def _of_another(self, candidate: Candidate) -> Token | None:
        """Give the token of a value of a field that was not shown, or None where its words are read themselves."""
        is_typed = self.scene.schema.field(candidate.field).type not in TEXT_TYPES
        is_typed = is_typed or any(t.spec.type not in TEXT_TYPES for t in self.targets)
        is_own = candidate.is_blocked or self._is_doubt(candidate)  # it has to be approved by finance
        is_own = is_own or self.scene.is_to_alter(candidate.folded)
        is_other = is_typed and not candidate.is_bare and not is_own
        is_other = is_other and not says_of_shown(self.scene, candidate)
        return Token(candidate.cue, is_other_field=True) if is_other else None

    def _is_doubt(self, candidate: Candidate) -> bool:
        """Tell that all the words a rule took are a doubt or put something off (``I'm not sure``)."""
        place = candidate.cue
        words = self.scene.words.find(self.scene.text, place.start, place.end)
        return any(word.span == place and word.kinds & {"hedge", "defer"} for word in words)

    def _has_cue(self, candidate: Candidate) -> bool:
        """Tell that words of a rule lead to its value; a per that is a part of the amount (每人1500元) does not."""
        if candidate.is_bare:
            return False
        cue = candidate.cue
        return cue != candidate.folded or bool(self.scene.labels.find(self.scene.text, cue.start, cue.end))

    def _is_typed(self, candidate: Candidate) -> bool:
        """Tell that the words a rule took for a name are a day or an hour (two tickets for **March 14**)."""
        if not isinstance(candidate.value, str) or not any(map(str.isdigit, candidate.value)):
            return False
        specs = [t.spec for t in self.targets.shown if t.spec.type in _POINTS]
        folded, place = self.scene.extraction.utterance.folded, candidate.folded
        return any(
            reading.value is not None and place in (reading.folded, reading.outer)
            for spec in specs
            for reading in parse(spec.type, folded, reading_context(spec, self.scene.context))
        )

    def _counts_shown(self, candidate: Candidate) -> bool:
        """Tell that words that a rule took for a day count what was shown (``the 2nd is wrong``)."""
        return candidate.is_bare and any(candidate.folded.overlaps(one) for one in self._positions)

    @cached_property
    def _positions(self) -> list[Span]:
        return positions(self.scene, self.targets)

    def _akin(self, targets: frozenset[str], value: Value) -> frozenset[str]:
        """Give the shown updates that take a value, which no word of a rule leads to, as well as those of its field."""
        own = next(iter(targets))
        spec = self.by_id[own].spec
        return frozenset(
            t.id
            for t in self.targets.shown
            if t.spec.type == spec.type
            and t.spec.type not in TEXT_TYPES
            and (t.spec.per, t.spec.default_currency, t.spec.pattern) == (spec.per, spec.default_currency, spec.pattern)
            and (t.spec.type != "choice" or value in t.spec.choices)
        )

    def _is_changed_to(self, candidate: Candidate) -> bool:
        """Tell that the words before a value are those of a change (``change that to``), though a rule knows them."""
        start = max(candidate.cue.start - _LONGEST_CHANGE, 0)
        head = self.scene.text[start : candidate.folded.start].rstrip()
        return any(
            hit.end == len(head) and start + hit.start < candidate.cue.start
            for hit in self.scene.lexicon.find("act.change", head)
        )

    def _in_month(self, target: str, candidate: Candidate, value: Value) -> Value:
        """Give a day that was said without its month (``对，8号交付``) in the month that was shown."""
        reading = Reading(span=candidate.span, folded=candidate.folded, outer=candidate.folded, value=value)
        folded = self.scene.extraction.utterance.folded
        one = self.by_id[target]
        return moved(one, reading, in_month_of(one, reading, value, folded), folded, self.scene.lexicon) or value

    def _in_currency(self, target: str, candidate: Candidate, value: Value) -> Value:
        """Give an amount that names no currency in the one that was shown (``the budget is 600k`` beside $500k)."""
        one = self.by_id[target]
        shown = one.value
        if not isinstance(value, Money) or not isinstance(shown, Money):
            return value
        if shown.currency in (None, value.currency):
            return value
        folded = self.scene.extraction.utterance.folded
        readings = parse(one.spec.type, folded, reading_context(one.spec, self.scene.context, shown))
        same_place = (r.value for r in readings if r.folded == candidate.folded and isinstance(r.value, Money))
        said = next(same_place, None)
        is_same = said is not None and replace(said, currency=value.currency) == value
        return said if is_same and said is not None else value

    def _swallows(self, candidate: Candidate) -> bool:
        """Tell that the words a rule took for a text hold what another rule found for another shown field."""
        if not isinstance(candidate.value, str):
            return False
        shown = {target.spec.path for target in self.targets.shown} - {candidate.field}
        others = [one for one in self.scene.extraction.candidates if one.field in shown and not one.is_bare]
        return any(candidate.folded.contains(one.folded) and one.value is not None for one in others)

    def _is_doubted(self, candidate: Candidate) -> bool:
        """Tell that a word of doubt stands in the clause; a mere 吧 or an approximation is none."""
        clause = self.scene.extraction.utterance.clauses[candidate.clause].span
        words = self.scene.words.find(self.scene.text, clause.start, clause.end)
        return any("hedge" in word.kinds and not word.kinds & {"hedge_soft", "approx"} for word in words)


def says_of_shown(scene: Scene, candidate: Candidate) -> bool:
    """Tell that the clause which a rule took for a text says what a shown field is to be.

    Beside a shown date, ``the deadline must be December 22``, ``the first one must be December 22`` and
    ``截止日期必须是12月22日`` correct it: they are no requirement of their own.
    """
    shown = {t.spec.path: t for t in scene.targets.shown if t.spec.type not in TEXT_TYPES}
    if not isinstance(candidate.value, str) or candidate.field in shown or not shown:
        return False
    place, text = candidate.folded, scene.text
    label = next(iter(scene.labels.find(text, place.start, place.end)), None)
    if label is None:
        return _says_of_one(scene, place, list(shown.values()))
    if _past(scene, place.start, label.span.start, _LEADING) != label.span.start:
        return False
    named = [shown[path] for path in label.fields if path in shown]
    if len(named) == 1 and scene.match("label.fronted", scene.skip(label.span.end)) is not None:
        return True  # the budget I have to run past legal
    at = _past(scene, label.span.end, place.end, _BETWEEN)
    return len(named) == 1 and _is_all_value(scene, named[0], at, place.end)


def _says_of_one(scene: Scene, place: Span, shown: Sequence[Target]) -> bool:
    """Tell the same of a clause without a label: it points at what was shown, or counts it (``the first must be``)."""
    words = scene.words.find(scene.text, place.start, place.end)
    heads = {kind for word in words for kind in word.kinds if kind.startswith(_HEADS)}
    at = _past(scene, place.start, place.end, _BETWEEN | {"deictic"} | heads)
    if len(shown) != 1 and not heads:
        return False
    return any(_is_all_value(scene, one, at, place.end) for one in shown)


def _is_all_value(scene: Scene, target: Target, at: int, end: int) -> bool:
    """Tell that a value a shown field could take reaches from a place to the end of a clause."""
    readings = parse(target.spec.type, scene.extraction.utterance.folded, reading_context(target.spec, scene.context))
    return any(one.outer.start <= at <= one.folded.start and end in (one.folded.end, one.outer.end) for one in readings)


def _past(scene: Scene, start: int, end: int, kinds: frozenset[str]) -> int:
    """Give the place behind words of some kinds that stand right behind each other."""
    at = start
    for word in scene.words.find(scene.text, start, end):
        if scene.text[at : word.span.start].strip() or not word.kinds & kinds:
            break
        at = word.span.end
    return at + len(scene.text[at:end]) - len(scene.text[at:end].lstrip())


def narrowed(token: Token, found: Sequence[Token]) -> Token:
    """Give a token whose cue ends where another value stands in it (``a table for four at the Green Elephant``)."""
    if token.value is None or not token.is_cued:
        return token
    own = token.value.span
    inner = [
        other.span.end
        for other in found
        if other.value is not None
        and token.span.start <= other.value.span.start
        and other.span.end <= own.start
        and not other.value.targets & token.value.targets
    ]
    return token._replace(span=Span(max(inner), token.span.end)) if inner else token


def disjoint(found: Sequence[Token]) -> list[Token]:
    """Give the tokens, of which no cue begins in the words of the value before it (``two seats not one``)."""
    cued = sorted((t for t in found if t.value is not None and t.is_cued), key=lambda t: t.span)
    cut: dict[int, Token] = {}
    for before, token in itertools.pairwise(cued):
        assert token.value is not None
        if token.span.start < before.span.end <= token.value.span.start:
            cut[id(token)] = token._replace(span=Span(before.span.end, token.span.end))
    return [cut.get(id(token), token) for token in found]


def open_candidates(extraction: Extraction) -> list[Candidate]:
    """Give what rules found in the user's words, without what ``unless`` shuts out around another's value.

    ``The deadline must be January 22`` is no constraint: that rule is shut out, and the date in it counts.
    """
    said = [one for one in extraction.candidates if one.speaker == "user"]
    counted = [one for one in said if not one.is_blocked]
    return [
        one for one in said if not one.is_blocked or not any(one.folded.contains(other.folded) for other in counted)
    ]
