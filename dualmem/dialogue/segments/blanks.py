"""Blanks: words of an answer that look like a value and are none, blanked out before the values are read."""

import re
from collections.abc import Iterable, Sequence

import re2

from dualmem.dialogue.segments.counting import is_joint_of_run
from dualmem.dialogue.shown.months import MONTH
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Day, Money, Quantity

_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz")
_MOST_LISTED = 5
_NO = "no. "
_NUMBER_OF = re2.compile(r"\bno\. (\d{1,3}) ([a-z]+)")
_GLUED = re2.compile(r"[a-z]\.[a-z]")
_HAN = re2.compile(r"\p{Han}")
_AMOUNTS = ("money", "number", "integer", "percent")
_MONTH = re2.compile(rf"\s*(?:of )?(?:(?:this|next|the) month[a-z]*|{MONTH})\b")
_MONTH_BEFORE = re2.compile(rf"\b{MONTH}\.?,? (?:the )?$")
_DAY = re2.compile(r"\s*\d")
_COMMA = re2.compile(r"[0-9],")
_GROUP = re2.compile(r"[0-9][0-9][0-9](?:[^0-9]|$)")
_LONE = re.compile(r"(?<![0-9])[1-5](?![0-9])")  # the number of an item has one figure
_LISTED = re2.compile(
    r"(?:^|[\s,;])(?:([1-5])[.)、:]|#([1-5])\s)\s*"
    r"|(?:^|[,;.\n]\s*(?:and )?|\sand )(?:(?:number|no\.?|item) )?([1-5])\s+"
)
_BEFORE_DAY = re2.compile(  # 2 dec 20: the month has its day behind it
    rf"(?:^|([a-z]+) |[,;.\n] ?)([1-5]) {MONTH} "
    r"([0-3]?[0-9])(?:st|nd|rd|th)?(?:[^0-9:a-z]|$)"
)
_BEFORE_AMOUNT = re2.compile(r"(?:^|[,;.\n] ?)([1-5]) to [$¥€£]?[0-9]{3}[0-9,]*[0-9kmw万]")  # 1 to 600k: of the first
_RUN = re2.compile(r"(?:^|[\s,;.第])([1-5])\s?([-~–]|\pL{1,7}?)\s?第?([1-5])\s?")  # 1-3都对, 1 to 3 are right
_FRACTION = re2.compile(r"[.,]?[0-9]")
_FIGURE = re.compile(r"[0-9](?:st|nd|rd|th)\Z")
_NTH = re2.compile(r"(?:^|[^0-9.])([0-9]{1,2})(?:st|nd|rd|th)\b")
_JOINT = " to "
_LEAD = 24
_COUNTED = frozenset({"integer", "number", "time", "datetime", "money", "duration"})


def masked(folded: Folded, places: Sequence[Span]) -> Folded:
    """Give a folded text with blanks at some places; all other places stay where they are."""
    if not places:
        return folded
    text = folded.text
    for place in places:
        text = text[: place.start] + " " * len(place) + text[place.end :]
    return Folded(folded.original, text, folded.offsets, folded.ends)


def parted(folded: Folded) -> Folded:
    """Give a folded text in which a Chinese comma between figures parts them (``不是45，48``)."""
    if "，" not in folded.original:
        return folded
    text = folded.text
    for found in _COMMA.finditer(text):
        place = found.end() - 1
        if folded.original[folded.offsets[place]] == "，" and _GROUP.match(text, place + 1) is None:
            text = text[:place] + ";" + text[place + 1 :]
    return Folded(folded.original, text, folded.offsets, folded.ends) if text is not folded.text else folded


def positions(scene: Scene, targets: Targets) -> list[Span]:
    """Give the ordinals that count what was shown and are no day of a month (``the 2nd and 3rd are right``).

    Behind words that lead to a day (it's the 2nd) and before a month they are a day.
    """
    shown = targets.shown
    if len(shown) < 2:
        return []
    listed = _listed(scene, shown)
    if targets.types.isdisjoint(("date", "datetime")):
        return listed
    has_latin = not _LATIN.isdisjoint(scene.text)  # only English ordinals may be days
    if listed or not has_latin or not scene.hints("act.ordinal.") or _are_days(scene.text, shown):
        return listed
    found: list[Span] = []
    for number in range(1, min(len(shown), _MOST_LISTED) + 1):
        places = scene.find(f"act.ordinal.{number}", 0, len(scene.text))
        said = (place for place in places if _is_said(scene.text, place) and not is_day(scene, place))
        found += [place for place in said if not _is_counted_for(scene, place, shown[number - 1])]
    return found


def _is_counted_for(scene: Scene, place: Span, target: Target) -> bool:
    """Tell that a count or an hour is for a figure, which is then a day (``I want three for the 2nd``).

    One that the item of this number could take (``three for the 2nd``) must be wished for.
    """
    if _FIGURE.search(scene.text[place.start : place.end]) is None:
        return False
    section = "value.day_booked" if target.spec.type in _COUNTED else "value.day_count"
    return _ends_in(scene, section, place.start)


def _are_days(text: str, shown: Sequence[Target]) -> bool:
    """Tell that one figure is the day of a shown date and another counts nothing shown (``not the 5th, the 6th``)."""
    figures = {int(found) for found in _NTH.findall(text)}
    days = {target.value.date.day for target in shown if isinstance(target.value, Day)}
    return len(figures) > 1 and bool(figures & days) and max(figures) > len(shown)


def _listed(scene: Scene, shown: Sequence[Target]) -> list[Span]:
    """Give the numbers of the items of a list (``1. 550k 2. Dec 20``, ``1 yes, 2 dec 20``): ``2 Dec`` is no day.

    Args:
        scene: The turn; ``2 dec 26`` alone gives this year or the next in short.
        shown: The updates that were shown; beside one that no amount may be for, the amount is blanked too.
    """
    text, year = scene.text, scene.context.now.year
    if ("1" not in text and "2" not in text) or _LONE.search(text) is None:
        return []
    most = len(shown)
    amounts = [n for n, target in enumerate(shown, start=1) if target.spec.type in _AMOUNTS]
    marks = [(m.group(m.lastindex), m.start(m.lastindex), m.end()) for m in _LISTED.finditer(text) if m.lastindex]
    is_list = 1 < len(marks) <= most and [mark for mark, *_ in marks] == [str(n) for n in range(1, len(marks) + 1)]
    if is_list and not any(_is_counted(scene, end) for _, _, end in marks):
        return [Span(start, max(start + 1, end - (text[end - 1] == " "))) for _, start, end in marks]
    years = (str(year)[2:], str(year + 1)[2:])
    alone = [m for m in _BEFORE_DAY.finditer(text) if int(m.group(2)) <= most and m.group(3) not in years]
    alone = [m for m in alone if not (m.group(1) and scene.words.holds("value.onto_day", m.group(1)))]
    onto = [m for m in _BEFORE_AMOUNT.finditer(text) if int(m.group(1)) <= most]
    runs = [m for m in _RUN.finditer(text) if int(m.group(1)) < int(m.group(3)) and _is_run(scene, m)]
    return [
        *(Span(m.start(2), m.end(2)) for m in alone),
        *(Span(m.start(1), m.end(1) if int(m.group(1)) in amounts else m.end()) for m in onto),
        *(Span(m.start(1), m.end(3)) for m in runs),
    ]


def _is_run(scene: Scene, found: "re2._Match") -> bool:
    """Tell that two figures are the first and the last item of a run, and a judgement stands behind them."""
    joint, behind = found.group(2), scene.text[found.end() :]
    return is_joint_of_run(scene.words, joint) and scene.lexicon.has("count.judged", behind[:_LEAD])


def _is_counted(scene: Scene, end: int) -> bool:
    """Tell that a figure before a place counts or measures something, or is a day of the month behind it."""
    month = _MONTH.match(scene.text, end)
    if month is not None:
        return _DAY.match(scene.text, month.end()) is None
    return scene.lexicon.has("value.measured", scene.text[end : end + _LEAD])


def _is_said(text: str, place: Span) -> bool:
    """Tell that an English ordinal is said, not a mere figure (``4 people``, 4个人)."""
    words = text[place.start : place.end]
    is_number = _FRACTION.match(text, place.end) is not None  # the 1.2M one
    return words.isascii() and not words.strip(" .#").isdigit() and not is_number


def is_day(scene: Scene, place: Span) -> bool:
    """Tell that an ordinal is a day of a month: a month follows, or words that lead to a day stand before it."""
    month = _MONTH.match(scene.text[place.end :])
    if month is not None:
        return _DAY.match(scene.text[place.end + month.end() :]) is None
    if _MONTH_BEFORE.search(scene.text[max(place.start - _LEAD, 0) : place.start]) is not None:
        return True
    is_doubt = _ends_in(scene, "act.hedge", place.start)  # not sure on the second
    is_doubt = is_doubt or _ends_in(scene, "act.defer", place.start, tail=" on")  # I'll get back to you on the second
    is_doubt = is_doubt or _ends_in(scene, "value.ordinal_lead", place.start)  # no on the 2nd
    words = scene.text[place.start : place.end]
    is_figure = _FIGURE.search(words) is not None and _is_wished(scene, place)
    return not is_doubt and (is_figure or _ends_in(scene, "value.day_lead", place.start))


def _is_wished(scene: Scene, place: Span) -> bool:
    """Tell that a figure is wished for, or suits (``do the 2nd``; ``no, the 2nd works``)."""
    rest = scene.text[place.end :].lstrip()
    is_judged = any(hit.start == 0 for hit in scene.lexicon.find("value.ordinal_tail", rest[:_LEAD]))
    return _is_suiting(scene, place.end) or (not is_judged and _ends_in(scene, "value.day_wish", place.start))


def _is_suiting(scene: Scene, end: int) -> bool:
    rest = scene.text[end:].lstrip()
    return any(hit.start == 0 for hit in scene.lexicon.find("value.day_tail", rest[:_LEAD]))


def may_count(scene: Scene, word: ValueWord, shown: int) -> bool:
    """Tell that a day of the month may as well be the number of an item (``I meant the 2nd``, ``no, the 1st``)."""
    found = _NTH.search(scene.text, word.span.start, word.span.end) if isinstance(word.reading.value, Day) else None
    if found is None or shown < 2 or not 0 < int(found.group(1)) <= shown:
        return False
    if _is_suiting(scene, word.span.end) or _MONTH.match(scene.text[found.end() :]) is not None:
        return False
    named = {path for label in scene.labels.find(scene.text, 0, word.span.start) for path in label.fields}
    if any(target.spec.path in named for target in scene.targets if target.id in word.targets):
        return False  # the date is wrong, I meant the 2nd
    is_led = any(_ends_in(scene, "value.day_lead", at) for at in (word.span.start, found.start(1)))
    return not is_led and _ends_in(scene, "value.day_wish", word.span.start)


def replaced_values(scene: Scene, targets: Sequence[Target], words: Iterable[ValueWord]) -> list[Span]:
    """Give the old values of ``change 500k to 600k`` with their joint: no range, the new value counts."""
    found: list[Span] = []
    for word in words:
        value = word.reading.value
        joint = scene.text.rfind(_JOINT, word.span.start, word.span.end)
        if not isinstance(value, Money | Quantity) or value.minimum is None or joint < 0:
            continue
        start = word.reading.outer.start
        is_changed = _ends_in(scene, "value.replaced", start)
        if is_changed or (_ends_in(scene, "value.from", word.span.start) and _is_known(targets, word)):
            found.append(Span(word.span.start, joint + len(_JOINT)))
    return found


def closed_values(words: Sequence[ValueWord], targets: Sequence[Target]) -> list[Span]:
    """Give the places of values of closed lists."""
    choices = {target.id for target in targets if target.spec.type == "choice"} if words else set()
    return [word.span for word in words if word.targets <= choices] if choices else []


def is_led_to(closed: Sequence[Span], place: Span, scene: Scene) -> bool:
    """Tell that a place is but a small word more than a value of a closed list (``in 3d`` is no day)."""
    return any(
        one.end == place.end
        and one.start > place.start
        and scene.words.holds("value.small_lead", scene.text[place.start : one.start])
        for one in closed
    )


def _is_known(targets: Iterable[Target], word: ValueWord) -> bool:
    """Tell that a range begins with a shown or a stored value."""
    value = word.reading.value
    first = value.minimum if isinstance(value, Money | Quantity) else None
    known = [v for t in targets if t.id in word.targets for v in (t.value, t.stored) if v is not None]
    return first is not None and any(isinstance(v, Money | Quantity) and v.amount == first for v in known)


def _ends_in(scene: Scene, section: str, end: int, *, tail: str = "") -> bool:
    """Tell that the words before a place end in a word of a section, with a tail behind it if one is given."""
    if not scene.may_hold(section):
        return False
    head = scene.text[max(end - _LEAD, 0) : end].rstrip(" ,")
    if not head.endswith(tail):
        return False
    head = head.removesuffix(tail)
    return any(hit.end == len(head) for hit in scene.lexicon.find(section, head))


def stopped(scene: Scene) -> str:
    """Give the folded text with a full stop where one lacks its blank (``Sounds good.Tell me``), and none in ``no. 2``.

    A comma stands for a blank between Chinese clauses (``预算没问题 日期改到…``).
    """
    utterance = scene.extraction.utterance
    folded = parted(utterance.folded)
    text = folded.text
    ends = [c.span.end for c in utterance.clauses if text[c.span.end : c.span.end + 1] == " "]
    ends = [end for end in ends if _HAN.match(text, end - 1) and _HAN.match(text, end + 1)]
    if "." not in text and not ends:
        return text
    chars = list(text)
    for end in ends:
        chars[end] = ","
    for match in _GLUED.finditer(text):
        place = match.start() + 1
        if scene.original[folded.offsets[place + 1] : folded.ends[place + 1]].isupper():
            chars[place] = "。"
    for match in _NUMBER_OF.finditer(text):
        if _counts(scene, int(match.group(1)), match.group(2)):
            place = match.start()
            chars[place : place + len(_NO)] = " no."
    return "".join(chars)


def _counts(scene: Scene, number: int, behind: str) -> bool:
    """Tell that ``no.`` is short for number: of one of several things shown, or of what follows (``No. 7 bus``)."""
    shown = len(scene.targets.shown)
    return 1 < shown >= number or not scene.words.kinds(behind)
