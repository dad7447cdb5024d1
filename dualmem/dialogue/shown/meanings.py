"""Meanings: the words of a turn that mean values of the updates an answer may be about."""

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import re2

from dualmem.dialogue.shown.lengths import counted
from dualmem.dialogue.shown.months import MONTH
from dualmem.dialogue.shown.moving import moved
from dualmem.dialogue.shown.named import folded as folded_words
from dualmem.dialogue.shown.stated import is_dialable
from dualmem.dialogue.shown.targets import TEXT_TYPES, Target, Targets, ValueWord, money_currency, reading_context
from dualmem.model.conversation import TurnContext
from dualmem.model.reading import Reading, ReadingContext, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Ambiguous, Day, Moment, Money, Value
from dualmem.schema.lexicon import Lexicon
from dualmem.text import fold
from dualmem.values.parse import parse

_COUNTED = frozenset({"integer", "number", "money", "percent"})


def value_words(
    targets: Targets,
    folded: Folded,
    context: TurnContext,
    *,
    lexicon: Lexicon,
    skips: Callable[[str, Span], bool],
) -> list[ValueWord]:
    """Give the values in the turn by the grammars of the targets' types.

    Args:
        targets: What they may be about.
        folded: The turn.
        context: Clock.
        lexicon: Words of every language.
        skips: Tells by type and place that the words only look like a value (``one more thing``, a yes).
    """
    found: dict[tuple[Span, str], ValueWord] = {}
    cache: dict[tuple[object, ...], list[Reading]] = {}
    has_day = any([isinstance(target.value, Day) for target in targets.shown])
    has_count = not _COUNTED.isdisjoint(targets.types)
    for target in targets:
        spec = target.spec
        kind = spec.type
        if kind in TEXT_TYPES:
            continue
        currency = money_currency(spec, target.value) if kind == "money" else spec.default_currency
        key = (kind, currency, spec.region, spec.pattern, id(spec.choices) if spec.choices else 0)
        items = cache.get(key)
        if items is None:
            read = parse(kind, folded, reading_context(spec, context, target.value))
            items = cache[key] = [one for one in read if not skips(kind, one.folded)] if read else read
        alone = counted(target, folded, context, lexicon) if not has_count and target.ordinal else ()
        days = _days_alone(target, folded, context, items) if isinstance(target.value, Moment) else ()
        if not (items or days or alone):
            continue
        for item in (*items, *days, *alone):
            word = _word(target, item, folded, lexicon)
            if has_day and kind == "money" and is_day_figure(folded.text[item.folded.start : item.folded.end]):
                word = word._replace(may_be_day=True)
            _join(found, item.folded, word)
    return list(found.values())


def _join(found: dict[tuple[Span, str], ValueWord], place: Span, word: ValueWord) -> None:
    """Add a value at its place, with the targets that the same one had there."""
    slot = (place, repr(word.reading.value))
    old = found.get(slot, word)
    found[slot] = word._replace(targets=word.targets | old.targets, equals=word.equals | old.equals)


def _undashed(item: Reading, folded: Folded) -> Reading:
    """Give a reading without the dash before it that stands between words (``nope - 600k``) or begins a line."""
    value, start = item.value, item.folded.start
    if not isinstance(value, Money) or value.amount is None:
        return item
    words = folded.text[max(start - 2, 0) : max(start - 2, 0) + 4]
    is_bullet = folded.text[start : start + 2] == "- " and (not start or folded.text[start - 1] == "\n")
    if not is_bullet and (_DASHES.isdisjoint(words) or _DASHED.match(words) is None):
        return item
    at = start + 2
    return replace(
        item,
        value=replace(value, amount=abs(value.amount)),
        folded=Span(at, item.folded.end),
        outer=Span(at, max(at, item.outer.end)),
        span=Span(folded.offsets[at], item.span.end),
    )


def _word(target: Target, item: Reading, folded: Folded, lexicon: Lexicon) -> ValueWord:
    item = _undashed(item, folded)
    value = fitted(target, _signed(item, folded))
    if target.spec.type == "phone" and isinstance(value, str) and not is_dialable(value):
        value, item = None, replace(item, value=None, refusal=Refusal(reason="not_a_value"))
    mine = frozenset((target.id,))
    value = moved(target, item, in_month_of(target, item, value, folded), folded, lexicon)
    is_equal = value is not None and (
        is_reading_of(target, value) or is_reading_of(target, scaled(target, item, folded) or value)
    )
    fitting = item if value is None or value is item.value else replace(item, value=value)
    return ValueWord(fitting, mine, mine if is_equal else frozenset())


def in_month_of(target: Target, item: Reading, value: Value | None, folded: Folded) -> Value | None:
    """Give a day without its month (18号) in the month that was shown, an hour alone on its day, where that is later.

    月底 and its like count from now, as everywhere; where they may also say again the day that was shown, it is asked.
    """
    shown = target.value
    if isinstance(value, Moment):
        return _on_day_of(shown, item, value, folded)
    if not isinstance(value, Day) or not isinstance(shown, Day) or shown.date <= value.date:
        return value
    said = _DAY_ALONE.fullmatch(folded.text[item.folded.start : item.folded.end])
    if said is None:
        return value
    last = monthrange(shown.date.year, shown.date.month)[1]
    day = last if said.group("end") else value.date.day
    if day > last or (said.group("word") and day != shown.date.day):
        return value
    there = replace(value, date=shown.date.replace(day=day))
    return Ambiguous((value, there)) if said.group("word") else there


def _on_day_of(shown: Value, item: Reading, value: Moment, folded: Folded) -> Value:
    """Give an hour that is said alone on the day that was shown, where that is later than the next such hour."""
    days = {
        one.at.date()
        for one in (shown.readings if isinstance(shown, Ambiguous) else (shown,))
        if isinstance(one, Moment)
    }
    words = fold(folded.text[item.folded.start : item.folded.end])
    hours = parse("time", words, ReadingContext(now=value.at, is_asked_for=True)) if len(days) == 1 else []
    is_alone = any(len(hour.folded) == len(words.text) for hour in hours)
    there = datetime.combine(days.pop(), value.at.timetz()) if is_alone else value.at
    return replace(value, at=max(there, value.at))


def _days_alone(target: Target, folded: Folded, context: TurnContext, items: Sequence[Reading]) -> list[Reading]:
    """Give the days said without an hour, beside a shown point in time, at its hour (``move it to Friday``)."""
    shown = target.value
    if not isinstance(shown, Moment):
        return []
    days = parse("date", folded, reading_context(target.spec, context))
    return [
        replace(day, value=Moment(datetime.combine(day.value.date, shown.at.timetz())))
        for day in days
        if isinstance(day.value, Day) and day.value.bound is None
        if not any(day.folded.overlaps(item.folded) for item in items)
    ]


def is_day_figure(words: str) -> bool:
    """Tell that words are but a figure that may count the days of a month (``16`` beside a budget and a date, 二十)."""
    return (words.isdigit() and 0 < int(words) <= _MOST_DAYS) or _HAN_DAYS.fullmatch(words) is not None


_MOST_DAYS = 31
_HAN_DAYS = re2.compile(r"[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九]")


def is_no_value(field_type: str, words: str) -> bool:
    """Tell that folded words are too little to be a value in an answer (the december one; 一 for an amount)."""
    found = _ONE.search(words) if "one" in words else None
    is_one_of = found is not None and found.group(1) not in _COUNTING
    return is_one_of or (field_type == "date" and words in _COUNT) or (field_type == "money" and words in _FEW)


def is_one_of_several_figures(field_type: str, text: str, place: Span) -> bool:
    """Tell that a bare figure stands beside another one, so that neither is a value of the field (10-4, 10 4, 3-5)."""
    if field_type not in ("money", "number", "integer", "percent"):
        return False
    words = text[place.start : place.end]
    if field_type == "money" and not _DASHES.isdisjoint(words) and _FIGURES.fullmatch(words) is not None:
        return True
    if not words.removeprefix("-") or words.removeprefix("-").strip("0123456789."):
        return False
    if len(words) == 2 and _DAY_BEFORE.search(text[max(place.start - _DATED, 0) : place.start]) is not None:
        return True  # 2 dec 26
    before, after = text[max(place.start - 3, 0) : place.start], text[place.end : place.end + 3]
    return _FIGURE_BEFORE.search(before) is not None or _FIGURE_AFTER.match(after) is not None


def _signed(reading: Reading, folded: Folded) -> Value | None:
    """Give a value with the minus sign before it that is no dash of a range (``改成-3万``)."""
    start, value = reading.folded.start, reading.value
    has_sign = start > 0 and folded.text[start - 1] in "-−" and not folded.text[max(start - 2, 0)].isdigit()
    if has_sign and isinstance(value, Money) and value.amount is not None and value.amount > 0:
        return replace(value, amount=-value.amount)
    return value


def is_reading_of(target: Target, value: Value) -> bool:
    """Tell that a value is the shown one (never true for an ambiguous one, of which it picks a reading)."""
    return not isinstance(target.value, Ambiguous) and target.equals(value)


def fitted(target: Target, value: Value | None) -> Value | None:
    """Give a value as the target's field takes it: ``per`` of the field, the unit of what it corrects."""
    if not isinstance(value, Money):
        return value
    if target.spec.per is not None and value.per is None:
        value = replace(value, per=target.spec.per)
    return value


def has_per(value: Value | None) -> bool:
    """Tell that an amount is one for each person, month, or the like."""
    return isinstance(value, Money) and value.per is not None


def scaled(target: Target, reading: Reading, folded: Folded) -> Value | None:
    """Give a bare number in the unit of the value it corrects (``改成60`` beside 50万)."""
    value, shown = reading.value, target.value
    words = folded.text[reading.folded.start : reading.folded.end]
    if not isinstance(value, Money) or not isinstance(shown, Money) or value.amount is None or shown.amount is None:
        return value
    if not is_figure(words):
        return value
    said = target.update.provenance.words or target.update.provenance.quote or ""
    unit = _unit(said, shown.amount)
    unit = _usual_unit(value, shown.amount, folded.text + said) if unit == 1 else unit
    small = abs(value.amount) * _MUCH_LESS < abs(shown.amount) <= abs(value.amount) * unit * _MUCH_LESS
    return replace(value, amount=value.amount * unit) if small else value


_DAY_ALONE = re2.compile(
    r"(?:(?:by|before|after|no later than|on) )?(?:(?:the )?[0-9一二三四五六七八九十]+(?:号|日|st|nd|rd|th)"
    r"|(?P<word>月(?:初|中)|(?:the )?(?:start|beginning|middle) of the month|mid[- ]month"
    r"|(?P<end>月(?:底|末|尾)|(?:the )?(?:end|close) of (?:the )?month|(?:the )?month[- ]end)))"
    r"(?:之?前|以前|之?后|以后)?"
)
_DATED = 24
_DOTTED = re2.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")
_DAY_BEFORE = re2.compile(rf"{MONTH}\.?(?: [0-3]?[0-9](?:st|nd|rd|th)?)?,? '?$")
_FIGURES = re2.compile(r"[0-9.]+ ?[-~–] ?[0-9.]+")
_FIGURE_BEFORE, _FIGURE_AFTER = re.compile(r"[0-9] ?[-~–]? ?\Z"), re.compile(r" ?[-~–]? ?[0-9]")
_BEFORE_COUNT = ("", "the ", "these ", "those ")
_COUNT = frozenset(head + word for head in _BEFORE_COUNT for word in ("one", "two", "three", "four", "five"))
_FEW = _COUNT | {head + word for head in _BEFORE_COUNT for word in ("first", "second", *"一二两三俩123456789")}
_DASHES = frozenset("-–~")
_DASHED = re2.compile(r"(?:[a-z]|[a-z.,!] )[-–] ")
_ONE = re2.compile(r"([a-z]+)\s+ones?$")  # the december one
_COUNTING = frozenset(["for", "just", "only", "of"])
_SPOKEN = "one|two|three|four|five|six|seven|eight|nine|ten|[a-z]+teen|eleven|twelve|[a-z]+ty|hundred|and|a"
_BARE = re2.compile(rf"-?[\d.,]+|[一二两三四五六七八九十百]+|(?:{_SPOKEN})(?:[ -](?:{_SPOKEN}))*")
_UNITS = {
    "亿": Decimal(10**8),
    "万": Decimal(10**4),
    "w": Decimal(10**4),
    "k": Decimal(10**3),
    "million": Decimal(10**6),
    "m": Decimal(10**6),
    "千": Decimal(10**3),
    "billion": Decimal(10**9),
}


_FEWEST, _MUCH_LESS = 1000, 20
_HAN_UNITS = (Decimal(10**4), Decimal(10**8))
_LATIN_UNITS = (Decimal(10**3), Decimal(10**6), Decimal(10**9))
_SCALED = re2.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?) ?(亿|万|w|k|million|m|千|billion)")


def is_figure(words: str) -> bool:
    """Tell that the words of an amount are figures alone."""
    figures = words.removeprefix("-")
    is_written = bool(figures) and not figures.strip("0123456789.,")
    return is_written or (words[:1].isalpha() and _BARE.fullmatch(words) is not None)


def unsure(target: Target, reading: Reading, folded: Folded) -> tuple[Value, ...]:
    """Give what a bare figure may mean that is too small for the amount it corrects, which has no unit to lend it.

    ``600`` beside 500000元 is 600 or 6,000,000; nothing where the figure needs no unit.
    """
    value, shown = reading.value, target.value
    words = folded.text[reading.folded.start : reading.folded.end]
    if not isinstance(value, Money) or not isinstance(shown, Money) or value.amount is None or shown.amount is None:
        return ()
    if _DOTTED.fullmatch(words) is not None:
        return (value, replace(value, amount=value.amount * 1000))  # 500.000: a comma or a point
    said = target.update.provenance.words or target.update.provenance.quote or ""
    if not is_figure(words) or not is_far_less(value, shown) or _unit(said, shown.amount) != 1:
        return ()
    if _usual_unit(value, shown.amount, folded.text + said) != 1:
        return ()
    units = _units_of(folded.text + said)
    fitting = (value.amount * unit for unit in units)
    amount = next((one for one in fitting if shown.amount < one * _MUCH_LESS < shown.amount * _MUCH_LESS**2), None)
    return (value, replace(value, amount=amount)) if amount is not None else (value,)


def _units_of(text: str) -> tuple[Decimal, ...]:
    return _LATIN_UNITS if text.isascii() else _HAN_UNITS


def _usual_unit(value: Money, shown: Decimal, text: str) -> Decimal:
    """Give the unit people leave out of a round amount, where the figure then comes near it (55 beside 500000)."""
    if value.amount is None or not 0 < value.amount < _FEWEST:
        return Decimal(1)
    near = (unit for unit in _units_of(text) if not shown % unit and shown <= value.amount * unit * 2 <= shown * 4)
    return next(near, Decimal(1))


def is_far_less(value: Money, known: Value) -> bool:
    """Tell that an amount of three figures at most is far less than a known one: its unit may be missing."""
    if not isinstance(known, Money) or value.amount is None or known.amount is None:
        return False
    return 0 < value.amount < _FEWEST and value.amount * _MUCH_LESS < known.amount


def _unit(words: str, amount: Decimal) -> Decimal:
    text = folded_words(words)
    for figure, word in _SCALED.findall(text):
        if Decimal(figure.replace(",", "")) * _UNITS[word] == amount:
            return _UNITS[word]
    for word, unit in _UNITS.items():
        if word in text and amount % unit == 0:
            return unit
    return Decimal(1)
