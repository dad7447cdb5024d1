"""Binding: which shown update a value of a sentence is about: by label, unit noun, role word, else by its type."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.named import ROLES, UNITS, WORD, Named, Together, named, together
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets, ValueWord
from dualmem.model.span import Span
from dualmem.model.value import Money

_NEXT_NOUNS = 3
_UNIT = 8  # characters behind a number in which a unit of several words ends
_BEHIND = 24
_RIGHT_BEHIND = 3
_BEFORE = 40
_COUNTS = ("integer", "number")


@dataclass(frozen=True, slots=True)
class Bound:
    """A value with the updates that it may be about; several where nothing tells them apart."""

    word: ValueWord
    refs: frozenset[str]


class Binder:
    """Finds the updates that the values of one turn are about."""

    def __init__(self, scene: Scene, targets: Targets, words: Sequence[ValueWord]) -> None:
        """Prepare; ``words``: every reading of every value of the turn."""
        self.scene = scene
        self.shown = targets.shown
        self.by_id = targets.shown_by_id
        self.words = words

    @cached_property
    def _names(self) -> dict[str, Named]:
        return {target.id: named(target.spec, self.scene.schema, self.scene.lexicon) for target in self.shown}

    @cached_property
    def _together(self) -> Together:
        return together([target.spec for target in self.shown], self.scene.schema, self.scene.lexicon)

    def bind(self, token: Token, cut: Segment, denied: frozenset[str] = frozenset()) -> Bound | None:
        """Give what the value of a token is about, or None where no shown update takes it.

        Args:
            token: The token.
            cut: Its segment.
            denied: What the words right before call wrong by name.
        """
        if token.value is None:
            return None
        if token.is_cued:
            refs = frozenset(ref for ref in token.value.targets if ref in self.by_id)
            return Bound(token.value, refs) if refs else None
        found: list[Bound] = []
        for word in self._readings(token):
            refs = frozenset(ref for ref in word.targets if ref in self.by_id and self._fits(ref, word, cut))
            found += [Bound(word, refs)] if refs else []
        found = self._by_label(found, token, cut)
        found = self._by_cue(self._by_denied(found, token, cut, denied), cut)
        if not found:
            return None
        if len(found) == 1:
            return self._by_role(found[0], cut)
        refs = frozenset(ref for one in found for ref in one.refs)
        return Bound(found[0].word, refs)

    def is_misfit(self, token: Token, cut: Segment) -> bool:
        """Tell that a value is a count of something that no shown field counts."""
        if token.value is None or token.is_cued:
            return False
        counted = [ref for ref in token.value.targets if ref in self.by_id]
        if not counted or any(self.by_id[ref].spec.type not in _COUNTS for ref in counted):
            return False
        nouns = self._nouns(token.value, cut)
        is_counted = any(self.scene.words.holds(unit, noun) for unit in UNITS for noun in nouns)
        return is_counted and not any(self.is_unit(ref, noun) for ref in counted for noun in nouns)

    def _readings(self, token: Token) -> list[ValueWord]:
        """Give the readings of the place of a value: a bare number may be a count, an amount or an hour."""
        assert token.value is not None
        place = token.value.span
        same = [word for word in self.words if word.span == place and word.reading.value is not None]
        is_read_anew = not any(word.targets & token.value.targets for word in same)
        return [token.value] if is_read_anew else same

    # -- what tells fields apart -----------------------------------------------------------------------------------
    def _by_label(self, found: list[Bound], token: Token, cut: Segment) -> list[Bound]:
        """Keep what the nearest label before the value names, or the one right behind it."""
        refs: frozenset[str] = frozenset()
        for one in cut.tokens:
            if one.span.start >= token.span.start:
                break
            if one.value is not None:
                refs = frozenset()
            elif one.refs and not one.by_noun:
                refs = one.refs
        named = [replace(one, refs=one.refs & refs) for one in found if one.refs & refs]
        mine = refs & self.by_id.keys()
        if named or (mine and all(isinstance(one.word.reading.value, Money) for one in found)):
            return named  # 日期改成20: no amount
        is_day = any(self.by_id[ref].spec.type == "date" for ref in mine)
        return [one for one in found if not (is_day and one.word.may_be_day)]  # the date for 20

    def _by_denied(self, found: list[Bound], token: Token, cut: Segment, denied: frozenset[str]) -> list[Bound]:
        """Keep what was called wrong right before, where nothing here names anything (``… is wrong, it is 4``)."""
        is_named = any(t.refs and not t.by_noun for t in cut.tokens)
        is_named |= any(self._nouns(one.word, cut) for one in found) or bool(self._said_role(token.span, cut))
        if is_named or not denied:
            return found
        return [replace(one, refs=one.refs & denied) for one in found if one.refs & denied]

    def _by_cue(self, found: list[Bound], cut: Segment) -> list[Bound]:
        """Keep the readings that have a cue of their own: a unit noun behind a count, a word of time before an hour."""
        if len(found) < 2:
            return found
        cued = [one for one in found if any(self._is_counted(ref, one.word, cut) for ref in one.refs)]
        if cued:
            return cued
        return found

    def _by_role(self, bound: Bound, cut: Segment) -> Bound | None:
        """Keep the fields that begin or end where the words before the value say so (arrive on, until)."""
        said = self._said_role(bound.word.span, cut)
        if not said:
            return bound
        fitting = frozenset(ref for ref in bound.refs if said & self._roles(ref))
        if fitting:
            return replace(bound, refs=fitting)
        if said == {"role.end"} and all("role.start" in self._roles(ref) for ref in bound.refs):
            return None
        return bound

    def _said_role(self, place: Span, cut: Segment) -> set[str]:
        said = self._last_role(self.scene.text[max(cut.span.start, place.start - _BEFORE) : place.start])
        if not said:
            behind = self.scene.text[place.end : place.end + _RIGHT_BEHIND].lstrip()
            said = self._last_role(behind) if not behind.isascii() else said  # 12月6号入住
        return said

    def _last_role(self, before: str) -> set[str]:
        last, said = -1, set[str]()
        for role in ROLES:
            for place in self.scene.lexicon.find(role, before) if self.scene.may_hold(role) else ():
                if place.start > last:
                    last, said = place.start, {role}
                elif place.start == last:
                    said.add(role)
        return said

    def _roles(self, ref: str) -> frozenset[str]:
        return self._names[ref].roles

    # -- counts ----------------------------------------------------------------------------------------------------
    def _fits(self, ref: str, word: ValueWord, cut: Segment) -> bool:
        """Tell that the noun behind a count does not name something else than the field counts."""
        if self.by_id[ref].spec.type not in _COUNTS:
            return True
        nouns = self._nouns(word, cut)
        if not nouns:
            return not self._is_of_another(word.span)
        return any(self.is_unit(ref, noun) for noun in nouns)

    def _is_of_another(self, span: Span) -> bool:
        """Tell that a rule reads the place as a value of a field that was not shown (``for the morning 11``)."""
        shown = {target.spec.path for target in self.shown}
        return any(
            one.folded.overlaps(span) and one.field not in shown and one.speaker == "user" and one.value is not None
            for one in self.scene.extraction.candidates
        )

    def _is_counted(self, ref: str, word: ValueWord, cut: Segment) -> bool:
        if self.by_id[ref].spec.type not in _COUNTS:
            return False
        return any(self.is_unit(ref, noun) for noun in self._nouns(word, cut))

    def _nouns(self, word: ValueWord, cut: Segment) -> list[str]:
        """Give the words right behind a number that no lexicon of answers knows."""
        text = self.scene.text[word.span.end : min(word.span.end + _BEHIND, cut.span.end)]
        nouns: list[str] = []
        for match in WORD.finditer(text):
            place = Span(word.span.end + match.start(), word.span.end + match.end())
            if len(nouns) >= _NEXT_NOUNS or self._is_small(match.group()) or self.overlaps(place):
                break
            nouns.append(match.group())
        unit = next(iter(self.scene.lexicon.find("unit.people", text[:_UNIT])), None)
        words = text[unit.start : unit.end] if unit is not None and unit.start <= 1 else ""
        return [words] if " " in words else nouns  # 3 of us

    def _is_small(self, word: str) -> bool:
        kinds = self.scene.words.kinds(word)
        return bool(kinds) and not any(kind.startswith("noun.") for kind in kinds)

    def is_unit(self, ref: str, noun: str) -> bool:
        """Tell that a noun is what a field counts: a word of its labels, or of the same kind (seats, people)."""
        names = self._names[ref]
        return noun.removesuffix("s") in names.nouns or self._counts(noun, names.units)

    def _counts(self, noun: str, units: frozenset[str]) -> bool:
        return any(unit in units and self.scene.words.holds(unit, noun) for unit in UNITS)

    # -- familiar words --------------------------------------------------------------------------------------------
    def is_familiar(self, text: str) -> bool:
        """Tell that folded words speak of what was shown: a word of a label, a unit of it, or a shown value."""
        found = WORD.findall(text)
        joined = {one + two for one, two in itertools.pairwise(found) if text.isascii()}  # pick up, pickup
        known = self._together
        words = ({word.removesuffix("s") for word in found} | joined) - known.light
        if any(known.is_kin(word) for word in words):
            return True
        return any(word.removesuffix("s") in known.nouns or self._counts(word, known.units) for word in words)

    def overlaps(self, span: Span) -> bool:
        """Tell that some value stands at a place."""
        return any(word.span.overlaps(span) for word in self.words)
