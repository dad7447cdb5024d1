"""Timeline: the dates and times of a text, joined where they belong together; date, time and datetime read from it."""

from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from dualmem.model.value import Bound
from dualmem.values import clock, counts_en, dates_en, dates_zh
from dualmem.values.clock import DAY_S, ClockHit
from dualmem.values.dates import DayHit, day_hit, numeric
from dualmem.values.days import make, week_day
from dualmem.values.timewords import Tokens, lex

_NEAR_PAST_DAYS = 45
_MOST_PARTS = 6


class Stretch(NamedTuple):
    """A date, a time, or both, at one place of a text.

    Attributes:
        start: Where it begins in the folded text, bound word included.
        end: Where it ends, bound word included.
        day: The date; None for a time alone.
        day_start: Where the date begins.
        day_end: Where the date ends.
        bound: Bound of the date or moment; None for none.
        times: Seconds from the beginning of the day; empty for a date alone; several where ambiguous.
        time_start: Where the time begins, part of day included.
        time_end: Where the time ends.
        zone: Offset from UTC said with the time, in minutes; None for none.
        at: The moment itself (in 2 hours, now); None otherwise.
        clock: The time as said; None for none.
        part: Part of day that holds for it; None for none.
    """

    start: int
    end: int
    day: DayHit | None = None
    day_start: int = 0
    day_end: int = 0
    bound: Bound | None = None
    times: tuple[int, ...] = ()
    time_start: int = 0
    time_end: int = 0
    zone: int | None = None
    at: datetime | None = None
    clock: ClockHit | None = None
    part: str | None = None


def scan(text: str, now: datetime, *, is_asked_for: bool = False) -> tuple[Stretch, ...]:
    """Give the dates and times of a folded text in order of place."""
    tokens = lex(text)
    return _scan(text, now, is_asked_for) if tokens else ()


@lru_cache(maxsize=8)
def _scan(text: str, now: datetime, is_asked_for: bool) -> tuple[Stretch, ...]:  # noqa: FBT001  # a cache key
    tokens = lex(text)
    if tokens is None:
        return ()
    reader = _Reader(tokens, now, is_asked_for=is_asked_for)
    stretches = []
    index = 0
    while index < tokens.count:
        hit = reader.read(index) if tokens.kinds[index] in _STARTS else None
        if hit:
            before = stretches[-1] if stretches else None
            stretches.append(_continued(text, before, hit[0]) if before else hit[0])
            index = max(hit[1], index + 1)
        else:
            index += 1
    return tuple(stretches)


_JOINTS = frozenset("到 至 - ~ — – 、 和 及 或 与 , and or to".split())


_TO = frozenset("到 至 - ~ — – to".split())


def _continued(text: str, before: Stretch, stretch: Stretch) -> Stretch:
    """Give a stretch with what it takes from the one before it: the month of a day, the day and part of day of a time."""
    gap = text[before.end : stretch.start].strip()
    if gap not in _JOINTS:
        return stretch
    if stretch.clock and before.clock and stretch.day is None and gap in _TO:
        part = stretch.clock.part or stretch.part or before.part
        times = clock.seconds(stretch.clock, part)
        return stretch._replace(day=before.day, day_start=stretch.start, day_end=stretch.start, times=times, part=part)
    return _same_month(before, stretch)


def _same_month(before: Stretch, stretch: Stretch) -> Stretch:
    """Give a bare day that follows a date in its month: ``12月1日到5日``."""
    day, other = stretch.day, before.day
    if day is None or other is None or day.kind != "day" or other.kind not in {"full", "yearless"} or len(other.days) != 1:
        return stretch
    if not day.days:
        return stretch
    there = make(other.days[0].year, other.days[0].month, day.days[0].day)
    return stretch._replace(day=day_hit(day.end, there, "full"))


_STARTS = frozenset(
    "num cn ord n on mon wd day unit w yr rel jin yue nian ji di every lunar republic holiday weekend ban part clock tonight now".split()
)
_BOUND_WORDS: dict[str, Bound] = {"by": "by", "before": "by", "after": "after", "since": "since"}
_LEADS = frozenset({"at", "around", "about", "for", "on", "of", "by", "approximately", "the", "early", "late", "in", "的", "t"})
_BOUND_BEFORE = ("不晚于", "不迟于", "最晚", "最迟")


class _Reader:
    """Reads one stretch at a time."""

    def __init__(self, tokens: Tokens, now: datetime, *, is_asked_for: bool) -> None:
        self.tokens = tokens
        self.now = now.replace(microsecond=0)
        self.today = now.date()
        self.is_asked_for = is_asked_for
        self.is_zh = any("\u4e00" <= char <= "\u9fff" for char in tokens.text)

    def read(self, index: int) -> tuple[Stretch, int] | None:
        """Give the stretch that begins at a token and the next token, or None."""
        led = self._bound_words(index)
        if led:
            bound, at = led
            inner = self._join(at)
            if inner and (inner[0].day or inner[0].times):
                stretch = inner[0]._replace(start=self.tokens.starts[index], bound=bound)
                return self._since(stretch), inner[1]
            return inner
        moment = self._relative(index)
        joined = self._join(index)
        if moment and (joined is None or moment[1] >= joined[1]):
            return moment
        return joined

    def _bound_words(self, index: int) -> tuple[Bound, int] | None:
        tokens = self.tokens
        if tokens.kinds[index] != "w":
            return None
        word = str(tokens.values[index])
        if word in {"no", "not"} and tokens.word(index + 1) == "later" and tokens.word(index + 2) == "than":
            return "by", index + 3
        if word == "on" and tokens.word(index + 1) == "or" and tokens.word(index + 2) == "before":
            return "by", index + 3
        if word in _BOUND_WORDS:
            return _BOUND_WORDS[word], index + 1
        return None

    def _since(self, stretch: Stretch) -> Stretch:
        """Look back for since."""
        day = stretch.day
        if stretch.bound == "since" and day and day.past and day.days:
            return stretch._replace(day=day._replace(days=(day.past,)))
        return stretch

    def _date(self, index: int) -> DayHit | None:
        """Give the longest date at a token, joined with its weekday."""
        hit = self._plain_date(index)
        if hit is None:
            return None
        tokens = self.tokens
        if hit.kind == "weekday" and len(hit.days) == 1:
            at = hit.end
            while at < hit.end + 2 and tokens.kinds[at] in {",", ".", "("}:
                at += 1
            if tokens.word(at) == "the" and tokens.kinds[at + 1] in {"num", "ord", "on", "n"}:
                at += 1
            other = self._date_after_weekday(at, tokens.number(index) if tokens.kinds[index] == "wd" else hit.days[0].weekday())
            if other:
                closed = tokens.kinds[other.end] == ")" and tokens.kinds[hit.end] == "("
                return self._agree(other, hit.days[0].weekday(), other.end + closed)
            if tokens.kinds[hit.end] == "w" and tokens.values[hit.end] in {"eod", "cob", "eob"}:
                return hit._replace(end=hit.end + 1)
            return hit
        at = hit.end
        if hit.days and tokens.kinds[at] == "w" and tokens.values[at] in {"eod", "cob", "eob"}:
            return hit._replace(end=at + 1)
        is_open = tokens.kinds[at] == "("
        if tokens.kinds[at + is_open] == "wd" and hit.days:
            end = at + is_open + 1
            end += tokens.kinds[end] == "." and is_open
            if not is_open or tokens.kinds[end] == ")":
                return self._agree(hit, tokens.number(at + is_open), end + is_open)
        return hit

    def _plain_date(self, index: int) -> DayHit | None:
        tokens, today = self.tokens, self.today
        best = dates_zh.read(tokens, index, today)
        for hit in (
            dates_en.read(tokens, index, today),
            numeric(tokens, index, today, is_zh=self.is_zh, is_asked_for=self.is_asked_for),
        ):
            if hit and (best is None or hit.end > best.end or (hit.end == best.end and hit.days and not best.days)):
                best = hit
        return best

    def _date_after_weekday(self, index: int, weekday: int) -> DayHit | None:
        """Give the date after a weekday: ``Monday 21``, ``Friday 7.6``, ``tues the 4th``, ``Mon, Dec 7``."""
        del weekday
        tokens, today = self.tokens, self.today
        if tokens.kinds[index] not in {"num", "ord", "mon", "n", "on", "cn"}:
            return None
        hit = numeric(tokens, index, today, is_zh=self.is_zh, is_asked_for=True)
        other = self._plain_date(index)
        hit = other if other and (hit is None or other.end > hit.end) else hit
        if hit and hit.days and hit.kind in {"full", "yearless", "day"}:
            return hit
        return dates_en.day_of_month(tokens, index, today, has_weekday=True) if tokens.kinds[index] != "cn" else None

    def _agree(self, hit: DayHit, weekday: int, end: int) -> DayHit:
        """Hold a date against its weekday: both, where they contradict each other."""
        agreeing = tuple(day for day in hit.days if day.weekday() == weekday)
        if agreeing:
            return hit._replace(end=end, days=agreeing)
        past = hit.past
        if past and past.weekday() == weekday and (self.today - past).days <= _NEAR_PAST_DAYS:
            return hit._replace(end=end, days=(past,))
        other = week_day(hit.days[0], weekday)
        return hit._replace(end=end, days=(hit.days[0], other) if other else hit.days)

    def _join(self, index: int) -> tuple[Stretch, int] | None:
        """Join date, part of day and time that follow each other."""
        tokens = self.tokens
        day: DayHit | None = None
        day_at = (0, 0)
        time: ClockHit | None = None
        time_at = (0, 0)
        part: str | None = None
        at, end = index, index
        for _ in range(_MOST_PARTS):
            for start in (at,) if at == index else self._places(at):
                is_led = day is not None or part is not None or self._is_led(start)
                found_time = clock.read(tokens, start, is_led=is_led) if time is None else None
                found_day = self._date(start) if day is None else None
                if found_time and found_day and (found_day.end > found_time.end or (found_day.end == found_time.end and found_time.style == "bare")):
                    found_time = None
                if found_time:
                    time, time_at = found_time, (start, found_time.end)
                    at = end = found_time.end
                    break
                if found_day and not (found_day.kind == "jin" and part):
                    day, day_at = found_day, (start, found_day.end)
                    at = end = found_day.end
                    break
                said = self._part(start) if part is None else None
                if said:
                    part, at, implied = said
                    if implied is not None and day is None:
                        day, day_at = implied, (start, at)
                    if time_at == (0, 0):
                        time_at = (start, at)
                    end = at
                    break
            else:
                break
        return self._finish(end, day, day_at, time, time_at, part)

    def _is_led(self, index: int) -> bool:
        return index > 0 and self.tokens.word(index - 1) in {"at", "around", "about", "@"}

    def _is_at_hour(self, time: ClockHit, index: int) -> bool:
        """Tell whether a bare number is an hour because ``at`` stands before it."""
        return index > 0 and self.tokens.word(index - 1) == "at" and (0 < time.hour <= 12 or bool(time.minute))  # noqa: PLR2004

    def _places(self, index: int) -> tuple[int, ...]:
        """Give the tokens where a further part may begin: here, or after up to three joining words."""
        tokens = self.tokens
        places = [index]
        for at in range(index, index + 3):
            if tokens.kinds[at] in {",", "-", "@"} or tokens.word(at) in _LEADS:
                places.append(at + 1)
            else:
                break
        return tuple(places)

    def _part(self, index: int) -> tuple[str, int, DayHit | None] | None:
        """Give a part of day, the next token and the day it implies: ``morning``, ``tonight``, ``last night``."""
        tokens = self.tokens
        if tokens.kinds[index] == "tonight":
            return "eve", index + 1, DayHit(index + 1, (self.today,), kind="part")
        if tokens.kinds[index] == "part":
            is_this = index > 0 and tokens.word(index - 1) == "this"
            part = clock.english_part(tokens, index)
            if tokens.text[tokens.starts[index]] > "\x7f":
                return part, index + 1, None
            return part, index + 1, DayHit(index + 1, (self.today,), kind="part") if is_this else None
        if tokens.word(index) == "this" and tokens.kinds[index + 1] == "part":
            return clock.english_part(tokens, index + 1), index + 2, DayHit(index + 2, (self.today,), kind="part")
        if tokens.word(index) == "last" and tokens.word(index + 1) == "night":
            return "eve", index + 2, DayHit(index + 2, (self.today - timedelta(days=1),), kind="part")
        return None

    def _finish(  # noqa: PLR0913, PLR0917  # the parts of one stretch
        self,
        end: int,
        day: DayHit | None,
        day_at: tuple[int, int],
        time: ClockHit | None,
        time_at: tuple[int, int],
        part: str | None,
    ) -> tuple[Stretch, int] | None:
        tokens = self.tokens
        if time is None:
            if day is None:
                return None
            if day.kind in {"part", "jin"}:
                day, day_at = day._replace(end=end), (day_at[0], end)
            place = tokens.starts[day_at[0]], tokens.ends[day.end - 1]
            return self._bounded(Stretch(*place, day, *place), day.end)
        if time.style == "bare" and day is None and part is None and not self._is_at_hour(time, time_at[0]):
            return None
        if time.part is not None and time.part.islower() and part is None and day is not None and day.kind == "jin":
            part = time.part
        if day is not None and day.kind == "jin":
            day_at = (day_at[0], day_at[1] + 1)
        last = end
        year = self._late_year(last, day)
        if year:
            day, last = year
        zone = self._zone(time_at[1]) if time_at[1] == last else None
        if zone:
            last = zone[1]
        time_start = tokens.starts[time_at[0]]
        start = min([time_start, *([tokens.starts[day_at[0]]] if day else [])])
        stretch = Stretch(
            start,
            tokens.ends[last - 1],
            day,
            tokens.starts[day_at[0]] if day else 0,
            tokens.ends[day_at[1] - 1] if day else 0,
            None,
            clock.seconds(time, part),
            time_start,
            tokens.ends[time_at[1] - 1],
            zone[0] if zone else None,
            None,
            time,
            time.part or part,
        )
        return self._bounded(stretch, last)

    def _late_year(self, index: int, day: DayHit | None) -> tuple[DayHit, int] | None:
        """Read the year in ``Wed Oct 26 15:50:06 2016``."""
        tokens = self.tokens
        if day is None or day.kind != "yearless" or not day.days or tokens.kinds[index] != "num" or tokens.width(index) != 4:  # noqa: PLR2004
            return None
        year = tokens.number(index)
        if not 1900 <= year <= 2099:  # noqa: PLR2004
            return None
        try:
            return day._replace(days=(day.days[0].replace(year=year),), kind="full"), index + 1
        except ValueError:
            return None

    def _zone(self, index: int) -> tuple[int, int] | None:
        """Give the offset in minutes and the next token of ``Z``, ``GMT``, ``UTC+8``, ``+08:00``."""
        tokens = self.tokens
        at = index
        is_named = tokens.word(at) in {"z", "gmt", "utc"}
        if tokens.word(at) == "z" and not tokens.is_glued(at):
            return None
        if is_named:
            at += 1
        sign = tokens.kinds[at]
        if sign in {"+", "-"} and tokens.is_glued(at) and tokens.kinds[at + 1] == "num" and tokens.is_glued(at + 1):
            width, number = tokens.width(at + 1), tokens.number(at + 1)
            minutes, end = (number * 60, at + 2) if width <= 2 else (number // 100 * 60 + number % 100, at + 2)  # noqa: PLR2004
            if width <= 2 and tokens.kinds[end] == ":" and tokens.kinds[end + 1] == "num" and tokens.width(end + 1) == 2:  # noqa: PLR2004
                minutes, end = minutes + tokens.number(end + 1), end + 2
            if (is_named or end > at + 2 or width == 4) and minutes <= 14 * 60:  # noqa: PLR2004
                return (minutes if sign == "+" else -minutes), end
        return (0, at) if is_named else None

    def _bounded(self, stretch: Stretch, index: int) -> tuple[Stretch, int]:
        """Add the bound word that follows, or leads in Chinese."""
        tokens = self.tokens
        if tokens.kinds[index] == "bound" and not dates_zh.is_other_word(tokens, index) and not self._is_both(index):
            bound: Bound = {"by": "by", "after": "after", "since": "since"}[str(tokens.values[index])]  # type: ignore[assignment]
            stretch = stretch._replace(end=tokens.ends[index], bound=bound)
            if tokens.word(index) == "以来":
                stretch = self._since(stretch)
            index += 1
        before = tokens.text[max(0, stretch.start - 3) : stretch.start]
        lead = next((word for word in _BOUND_BEFORE if before.endswith(word)), None)
        if lead and stretch.bound is None:
            stretch = stretch._replace(start=stretch.start - len(lead), bound="by")
        return stretch, index

    def _is_both(self, index: int) -> bool:
        return self.tokens.word(index) == "前" and self.tokens.word(index + 1) == "后"

    def _relative(self, index: int) -> tuple[Stretch, int] | None:
        """Read ``in 2 hours``, ``30 min later``, ``两小时后``, ``now``."""
        tokens = self.tokens
        kind = tokens.kinds[index]
        start = tokens.starts[index]
        if kind == "now":
            return Stretch(start, tokens.ends[index], at=self.now), index + 1
        if kind == "w":
            now_end = self._now_words(index)
            if now_end:
                return Stretch(start, tokens.ends[now_end - 1], at=self.now), now_end
        hit = self._english_offset(index) or self._chinese_offset(index)
        if not hit:
            return None
        amount, end = hit
        at = self._shifted(amount)
        return (Stretch(start, tokens.ends[end - 1], at=at), end) if at else None

    def _shifted(self, amount: timedelta) -> datetime | None:
        try:
            return self.now + amount
        except OverflowError:
            return None

    def _now_words(self, index: int) -> int | None:
        tokens = self.tokens
        word = tokens.values[index]
        if word == "now":
            return index + 1
        if word == "right" and tokens.word(index + 1) == "now":
            return index + 2
        if word == "at" and (tokens.word(index + 1), tokens.word(index + 2)) in {("the", "moment"), ("this", "time"), ("this", "moment")}:
            return index + 3
        return None

    def _english_offset(self, index: int) -> tuple[timedelta, int] | None:
        tokens = self.tokens
        is_in = tokens.word(index) == "in" and tokens.kinds[index] == "w"
        if not is_in and tokens.is_glued(index) and tokens.text[tokens.starts[index] - 1].isascii() and tokens.text[tokens.starts[index] - 1].isalnum():
            return None
        read = counts_en.read_durations(tokens, index + is_in)
        if not read:
            return None
        parts, at = read
        if not any(unit in "hns" for _, unit in parts) or any(unit in "myqb" for _, unit in parts):
            return None
        sizes = {"w": 604_800, "f": 1_209_600, "d": DAY_S, "h": 3600, "n": 60, "s": 1}
        amount = sum(count * sizes[unit] for count, unit in parts)
        if amount > 1e10:  # noqa: PLR2004
            return None
        if tokens.word(at) == "from" and tokens.word(at + 1) == "now":
            return timedelta(seconds=amount), at + 2
        if tokens.word(at) in {"later", "hence"}:
            return timedelta(seconds=amount), at + 1
        if tokens.word(at) in {"ago", "back"}:
            return timedelta(seconds=-amount), at + 1
        return (timedelta(seconds=amount), at) if is_in else None

    def _chinese_offset(self, index: int) -> tuple[timedelta, int] | None:
        tokens = self.tokens
        if tokens.kinds[index] not in {"num", "cn", "ban"}:
            return None
        read = dates_zh.count_unit(tokens, index)
        amount, at = 0.0, index
        for _ in range(3):
            if not read or read[1] not in "hnsd":
                break
            amount += read[0] * {"h": 3600, "n": 60, "s": 1, "d": DAY_S}[read[1]]
            at = read[2]
            last = read[1]
            read = dates_zh.count_unit(tokens, at)
        if at == index or last == "d" or amount > 1e10:  # noqa: PLR2004
            return None
        if tokens.kinds[at] != "bound" or tokens.values[at] == "since" or dates_zh.is_other_word(tokens, at):
            return None
        return timedelta(seconds=amount if tokens.values[at] == "after" else -amount), at + 1


def days_of(stretch: Stretch) -> tuple[date, ...]:
    """Give the days of a stretch; none where it is refused or has no date."""
    return stretch.day.days if stretch.day else ()
