"""Repairs: a value that its own speaker takes back at once, and the one in its place (``20号，哦不，22号``).

What is taken back was a slip of the tongue. The text is read as if it had not been said: ``改成20号，哦不，22号`` is
``改成22号``, a command, an answer and a statement alike, while places and quotes go on covering all that was said.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import re2

from dualmem.extract.compile import CompiledRules
from dualmem.extract.readings import Readings
from dualmem.extract.respoken import respoken
from dualmem.model.field import FieldSpec
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Day, Moment, Money, Value
from dualmem.schema.lexicon import Lexicon, options
from dualmem.text import changed
from dualmem.values.parse import parse

_LONGEST = 2_000  # a slip is spoken, or typed in haste
_REACH = 60
_BEFORE = 40
_NEAR = 2
_MOST_BARE = 1_000  # 60万，不对，70: the second number takes the unit of the first
_TYPES = frozenset({"money", "date", "datetime", "time", "duration", "percent", "phone", "email", "id", "choice"})
_NAMES = frozenset({"text", "choice", "list", "map"})
_YES = ("act.yes_bare", "act.yes_explicit")
_CARDS = frozenset({"id_card_cn", "bank_card"})
_MARKS = r"[\s,;:.。!…—–~、-]"
_STOPS = re2.compile(r"[,;。!?\n]")
_RANGE = re2.compile(r"^\s*(?:到|至|-|–|—|~|to|and|or|或者?|还是|和)\s*$")
_ORDINAL = (
    r"(?:(?:twenty|thirty)[- ]?)?(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten|eleven|twelf|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|twentie|thirtie)(?:st|nd|rd|th)"
)
_FIGURE = r"(?:\d{1,2}|[一二三四五六七八九十廿卅]{1,3})"
_DAY = re2.compile(rf"^(?:{_FIGURE}(?:st|nd|rd|th|号|日)?|{_ORDINAL})$")
_OWN_DAY = re2.compile(rf"{_FIGURE}[号日]|\b\d{{1,2}}(?:st|nd|rd|th)?\b|{_ORDINAL}")
_ARTICLE = "the "
_ITEM = re2.compile(r"^(?:the )?(?:first|second|third|fourth|fifth)$")  # it may count what was shown
_MONTH = re2.compile(r"月|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")
_YEAR = re2.compile(r"^\d{4}年|(?:, ?| )\d{4}$")
_BARE = re2.compile(r"^[\d.]{1,6}$|^[零一二三四五六七八九十百两半]{1,5}$")
_COUNT = re2.compile(r"^[\d.]{1,3}$|^[零一二三四五六七八九十两半]{1,3}$")  # it may be the number of an item
_NUMBER = re2.compile(r"[\d.,]*\d|[零一二三四五六七八九十百两半]+")
_AMOUNT = re2.compile(
    r"[\d.,]*\d(?: ?(?:k|m|mn|mm|bn|w|thousand|million|billion|grand)\b|[十百千万亿]+)?|"
    r"[零一二三四五六七八九十百千万亿两半]+"
)


def repaired(folded: Folded, rules: CompiledRules, context: ReadingContext) -> Folded:
    """Give the folded text without the values that were taken back, and without the words that did so."""
    text, lexicon = folded.text, rules.lexicon
    present = lexicon.present("repair", text) if len(text) <= _LONGEST else frozenset()
    if "repair.rhetoric" in present and "?" in text and not _guarded(rules):
        return _changed(folded, dict.fromkeys(lexicon.find("repair.rhetoric", text), ""))
    return _put_right(folded, rules, context) if "repair.back" in present else folded


def _put_right(folded: Folded, rules: CompiledRules, context: ReadingContext) -> Folded:
    """Give the folded text without the values and names that other ones take the place of."""
    text, lexicon = folded.text, rules.lexicon
    changes: dict[Span, str] = {}
    readings = Readings(folded, context)
    for spec in _specs(rules):
        found = readings.of_field(spec, is_asked_for=True)
        for number in range(len(found) - 1):
            first, second = found[number : number + 2]
            gone = Span(first.folded.start, second.outer.start)
            if any(gone.overlaps(one) for one in changes) or not _is_repair(lexicon, text, found, number):
                continue
            pair = _Pair(folded, spec, context._replace(is_asked_for=True), first, second)
            changes |= pair.changes() or {}
    names = respoken(folded, rules) if not _guarded(rules) & _NAMES else ()
    changes |= {gone: "" for gone in names if not any(gone.overlaps(one) for one in changes)}
    return _changed(folded, {_to_the_left(text, place): words for place, words in changes.items()})


def _to_the_left(text: str, place: Span) -> Span:
    """Give a place that goes with the blank before it, not with the one at its end: what stays begins at its value."""
    is_blank = 0 < place.start < place.end and text[place.start - 1] == " " == text[place.end - 1]
    return Span(place.start - 1, place.end - 1) if is_blank else place


def _specs(rules: CompiledRules) -> Iterator[FieldSpec]:
    """Give a field for each way of reading values that a schema has."""
    seen: set[tuple[object, ...]] = set()
    guarded = _guarded(rules)
    for spec in rules.schema.fields.values():
        key = (spec.type, spec.default_currency, spec.region, spec.pattern, id(spec.choices) if spec.choices else 0)
        if spec.type in _TYPES - guarded and key not in seen:
            seen.add(key)
            yield spec


def _guarded(rules: CompiledRules) -> frozenset[str]:
    """Give the types of fields whose values are stored masked or hashed: what is left out could not be found for that.

    Numbers of cards are found in any text.
    """
    fields = rules.schema.fields.values()
    return frozenset(spec.type for spec in fields if spec.sensitive in ("mask", "hash")) - _CARDS


def _is_repair(lexicon: Lexicon, text: str, found: Sequence[Reading], number: int) -> bool:
    """Tell that nothing but words that take the first value back and lead to the second stands between them."""
    first, second = found[number], found[number + 1]
    start, end = first.outer.end, second.outer.start
    if not 0 < end - start <= _REACH or _between(lexicon).fullmatch(text[start:end]) is None:
        return False
    if _COUNT.match(text[first.folded.start : first.folded.end]) is not None or first.value == second.value:
        return False  # 1. 对 2. 不对 3. 对; 改成52万，噢不是52万
    if lexicon.has("repair.wrong", text[start:end]) or _is_spoken_of(lexicon, text, second):
        return False
    head = _STOPS.split(text[max(0, first.outer.start - _BEFORE) : first.outer.start])[-1]
    if any(lexicon.has(section, head) for section in ("negators", "deny.before")):
        return False  # 不是60万，不对，是70万; I don't want 500k, make it 600k
    if _ITEM.match(text[second.folded.start : second.folded.end]) is not None or _is_behind_yes(lexicon, text, first):
        return False
    return not (_is_ranged(text, found, number - 1) or _is_ranged(text, found, number + 1))


def _is_spoken_of(lexicon: Lexicon, text: str, second: Reading) -> bool:
    """Tell that the second value is not put in the first one's place: something is said of it, or what it is for.

    It is judged (1. no 2. yes), or the words behind it make a sentence or name a thing (``700k was wrong``,
    22号我请假, ``200k for design``).
    """
    if lexicon.has("repair.judged", text[second.outer.end :]):
        return True
    rest = _STOPS.split(text[second.outer.end : second.outer.end + _REACH])[0].strip()
    if not rest or lexicon.regex("repair.tail").fullmatch(rest) is not None:
        return False
    return lexicon.is_clause(rest) or lexicon.has("act.neg", rest) or lexicon.is_of_another(f" {rest}")


def _is_behind_yes(lexicon: Lexicon, text: str, first: Reading) -> bool:
    """Tell that a yes stands before the first value: it is what was shown, said again (对，50万，哦不，60万)."""
    head = text[max(0, first.outer.start - _BEFORE) : first.outer.start]
    bare = head.rstrip(" ,.!。")
    if bare == head:
        return False
    ends = {name: any(one.end == len(bare) for one in lexicon.find(name, bare)) for name in (*_YES, "act.no")}
    return any(ends[name] for name in _YES) and not ends["act.no"]  # 不对 ends like 对


def _is_ranged(text: str, found: Sequence[Reading], number: int) -> bool:
    """Tell that a value and the next one are the ends of a range (20号到25号)."""
    if number < 0 or number + 1 >= len(found):
        return False
    return _RANGE.match(text[found[number].folded.end : found[number + 1].folded.start]) is not None


def _between(lexicon: Lexicon) -> "re2._Regexp":
    """Give the RE2 of all that may stand between the two values."""
    return _joined(*(lexicon.regex(f"repair.{name}").pattern for name in ("behind", "back", "lead")))


@functools.lru_cache(maxsize=16)
def _joined(behind: str, back: str, lead: str) -> "re2._Regexp":
    return re2.compile(rf"(?:{_MARKS}|{behind})*(?:(?:{back}){_MARKS}*)+(?:(?:{lead}){_MARKS}*)*", options())


@dataclass(frozen=True, slots=True)
class _Pair:
    """A value that was taken back, and the one in its place."""

    folded: Folded
    spec: FieldSpec
    context: ReadingContext
    first: Reading
    second: Reading

    @property
    def _new(self) -> str:
        """Give the words of the second value, a day without its article."""
        return self.folded.text[self.second.folded.start : self.second.folded.end].removeprefix(_ARTICLE)

    def changes(self) -> dict[Span, str] | None:
        """Give what goes and what comes in its place; None where the second value can not stand for itself."""
        kept = self._kept()
        old = self.folded.text[self.first.folded.start : self.first.folded.end]
        if kept is None or self.first.value == self.second.value or old == f"{kept[0]}{self._new}{kept[1]}":
            return None  # 改成52万，噢不是52万，是53万: said again
        prefix, suffix = kept
        start = self.first.folded.start + len(prefix)
        end = self.second.folded.end - len(self._new) if prefix else self.second.outer.start
        if not suffix:
            return {Span(start, end): ""}
        changes = {Span(start, end): "", Span(self.second.folded.end, self.second.folded.end): suffix}
        return changes if self._is_read(_changed(self.folded, changes), prefix, suffix) else None

    def _is_read(self, changed: Folded, prefix: str, suffix: str) -> bool:
        """Tell that the text with words put in gives the value that is meant."""
        meant = parse(self.spec.type, f"{prefix}{self._new}{suffix}", self.context)[0].value
        return any(one.value == meant for one in parse(self.spec.type, changed, self.context))

    def _kept(self) -> tuple[str, str] | None:
        """Give what of the first value holds for the second too: its month, its currency, its unit."""
        old, new = self.folded.text[self.first.folded.start : self.first.folded.end], self._new
        if self.spec.type in ("date", "datetime"):
            year = _YEAR.search(old)
            if _DAY.match(new) is not None and _MONTH.search(old) is not None:
                days = list(_OWN_DAY.finditer(old))
                kept = self._around(old, new, days[-1] if days else None)
                return kept if kept is None or self._is_to_come(kept) else ("", "")
            if year is not None and _MONTH.search(new) is not None and _YEAR.search(new) is None:
                kept = (old[: year.end()], "") if not year.start() else ("", old[year.start() :])
                return kept if self._is_to_come(kept) else ("", "")
        values = self.first.value, self.second.value
        if isinstance(values[0], Money) and isinstance(values[1], Money):
            amount = values[1].amount
            if _BARE.match(new) is not None and amount is not None and amount < _MOST_BARE:
                kept = self._around(old, new, _NUMBER.search(old))
                return kept if self._is_near(kept) else ("", "") if self._is_near(("", "")) else None
            if values[0].currency != values[1].currency:
                kept = self._around(old, new, _AMOUNT.search(old))
                return ("", "") if kept is None else kept
        return "", ""

    def _is_to_come(self, kept: tuple[str, str]) -> bool:
        """Tell that the second day lies in the year of the first, and not before today, with what is kept of that."""
        read = parse(self.spec.type, f"{kept[0]}{self._new}{kept[1]}", self.context)
        old, new = _day(self.first.value), _day(read[0].value if len(read) == 1 else None)
        return old is None or new is None or (new.year == old.year and new >= min(old, self.context.now.date()))

    def _is_near(self, kept: tuple[str, str] | None) -> bool:
        """Tell that the second amount is within twice or half of the first where it takes what is kept of that."""
        read = parse(self.spec.type, f"{kept[0]}{self._new}{kept[1]}", self.context) if kept is not None else ()
        old, new = self.first.value, read[0].value if len(read) == 1 else None
        if not (isinstance(old, Money) and isinstance(new, Money)) or not old.amount or new.amount is None:
            return False
        return old.amount <= new.amount * _NEAR and new.amount <= old.amount * _NEAR

    def _around(self, old: str, new: str, part: "re2._Match | None") -> tuple[str, str] | None:
        """Give what stands around a part of the old words, where the new ones in its place are one value."""
        if part is None:
            return None
        prefix, suffix = old[: part.start()], old[part.end() :]
        words = f"{prefix}{new}{suffix}"
        read = parse(self.spec.type, words, self.context)
        is_one = len(read) == 1 and read[0].value is not None and len(read[0].folded) == len(words)
        return (prefix, suffix) if is_one else None


def _day(value: Value | None) -> date | None:
    return value.date if isinstance(value, Day) else value.at.date() if isinstance(value, Moment) else None


def _changed(folded: Folded, changes: Mapping[Span, str]) -> Folded:
    """Give folded text without some places, and with words of no length in the original at others."""
    return changed(folded, [(place.start, place.end, words) for place, words in sorted(changes.items())])
