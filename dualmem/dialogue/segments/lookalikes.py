"""Lookalikes: words of a turn that only look like a value (``one more thing``, ``number 1``, ``raise it by 100k``)."""

from functools import cached_property

from dualmem.dialogue.segments.counting import is_of_a_noun
from dualmem.dialogue.shown.meanings import is_no_value, is_one_of_several_figures
from dualmem.dialogue.shown.named import UNITS, WORD
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.candidate import Candidate
from dualmem.model.span import Span
from dualmem.model.value import Day, Money, Quantity

_NEAR_BY = 24
_AMOUNTS = ("money", "number", "integer", "percent", "duration")
_COUNTS = ("integer", "number")


class Lookalikes:
    """Tells them in one turn; apart from what cuts the turn and from what its rules found, for both ask it."""

    def __init__(self, scene: Scene) -> None:
        """Prepare."""
        self.scene = scene

    def skips(self, field_type: str, place: Span) -> bool:
        """Tell that words only look like a value of a type."""
        text = self.scene.text
        words = text[place.start : place.end]
        if is_no_value(field_type, words) or any(idiom.contains(place) for idiom in self._idioms):
            return True
        is_apart = (field_type in _COUNTS and self._is_counted_apart(place)) or (
            field_type == "money" and is_of_a_noun(self.scene, place)
        )
        if is_apart or is_one_of_several_figures(field_type, text, place):
            return True
        if field_type != "date" and any(self._is_right_before(over.end, place.start) for over in self._overs):
            return True
        if field_type in ("date", "datetime") and (self._is_adverb(place) or self._is_shift(place)):
            return True
        if field_type in _AMOUNTS and self._says_difference(place):
            return True
        return field_type == "boolean" and bool(self.scene.words.kinds(words))

    @cached_property
    def _idioms(self) -> list[Span]:
        found = self.scene.find("value.none", 0, len(self.scene.text))
        return [one for one in found if not self._is_counting(one)]  # just the one ticket

    def _is_counting(self, idiom: Span) -> bool:
        """Tell that a noun of people, rooms or nights stands behind words like ``that one``: they count it."""
        word = WORD.match(self.scene.text[idiom.end :].lstrip())
        units = (self.scene.lexicon.regex(unit) for unit in UNITS)
        return word is not None and any(unit.fullmatch(word.group()) is not None for unit in units)

    @cached_property
    def _overs(self) -> list[Span]:
        scene, end = self.scene, len(self.scene.text)
        overs = scene.find("value.over", 0, end)
        caps = scene.find("value.cap", 0, end) if overs else []
        return [over for over in overs if not any(cap.contains(over) for cap in caps)]

    def _says_difference(self, place: Span) -> bool:
        """Tell that an amount says by how much something changes (``raise it by 100k``, ``100k more``)."""
        first = max(place.start - _NEAR_BY, 0)
        before = self.scene.find("value.by", first, place.start)
        is_led = any(self._is_right_before(first + hit.end, place.start) for hit in before)
        return is_led or any(hit.start <= 1 for hit in self.scene.find("value.more", place.end, place.end + _NEAR_BY))

    def _is_shift(self, place: Span) -> bool:
        """Tell that a day is counted from another one (``a week later``): beside a shown date, from which is open."""
        return self.scene.lexicon.regex("value.shift").fullmatch(self.scene.text[place.start : place.end]) is not None

    def _is_right_before(self, end: int, start: int) -> bool:
        """Tell that no more than a blank stands between a word and a value; a comma parts them."""
        return 0 <= start - end <= 1 and not self.scene.text[end:start].strip()

    def _is_adverb(self, place: Span) -> bool:
        """Tell that a day that is over says when something was (``yesterday was fun``, 昨天又改了), and is no value."""
        text, lexicon = self.scene.text, self.scene.lexicon
        if not self.scene.may_hold("value.past"):
            return False
        if lexicon.regex("value.past").fullmatch(text[place.start : place.end]) is None:
            return False
        head = text[max(place.start - _NEAR_BY, 0) : place.start].rstrip()
        is_led = any(hit.end == len(head) for name in ("act.copula", "act.change") for hit in lexicon.find(name, head))
        rest = text[place.end :].lstrip(" ")
        return not is_led and bool(rest) and not is_stop(rest[:1])

    def _is_counted_apart(self, place: Span) -> bool:
        """Tell that a number is no count by the word before it: ``number 1 is right``, ``morning 11``."""
        if any(0 <= place.start - hour.end <= 1 for hour in self._hours):
            return True
        return any(one.contains(place) and len(one) > len(place) for one in self._counting)

    @cached_property
    def _hours(self) -> list[Span]:
        return self.scene.find("value.hour", 0, len(self.scene.text))

    @cached_property
    def _counting(self) -> list[Span]:
        words = self.scene.words.find(self.scene.text, 0, len(self.scene.text))
        return [word.span for word in words if _is_ordinal(word.kinds) and not self._is_counting(word.span)]

    def is_difference(self, candidate: Candidate) -> bool:
        """Tell that what a rule found says by how much something changes, and is no value."""
        if isinstance(candidate.value, Day):
            return self._is_shift(candidate.folded)
        if isinstance(candidate.value, bool) or not isinstance(candidate.value, int | Money | Quantity):
            return False
        is_more = isinstance(candidate.value, int) and self.scene.find("value.more", *candidate.folded)  # one more
        return bool(is_more) or self._says_difference(candidate.folded)

    def is_idiom(self, candidate: Candidate) -> bool:
        """Tell that a rule took a number from words that count nothing (``the one on the 12th``)."""
        if not isinstance(candidate.value, int | Money) or isinstance(candidate.value, bool):
            return False
        return any(idiom.contains(candidate.folded) for idiom in self._idioms)


def is_stop(text: str) -> bool:
    """Tell that a text holds a stop, or is blank."""
    return any(char in ",。;!?\n." for char in text) or not text.strip()


def _is_ordinal(kinds: frozenset[str]) -> bool:
    return any(kind.startswith("ordinal.") for kind in kinds) and "deictic" not in kinds
