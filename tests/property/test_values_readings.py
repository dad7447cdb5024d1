"""Properties of the value grammars: no exception, spans that quote, what is shown reads back."""

from datetime import date, datetime, time, timedelta, timezone
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from dualmem.model.field import Choice, FieldType
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Day, Moment, TimeOfDay
from dualmem.values.parse import parse
from dualmem.values.show import show

CONTEXT = ReadingContext(
    now=datetime(2026, 11, 29, 9, tzinfo=timezone(timedelta(hours=8))),
    choices={"design": Choice(key="design", labels={"zh": ("设计",)})},
    pattern=r"[A-Z]{3}-\d{4}",
)
WORDS = (
    "2026 12 15 3 30 年 月 日 号 周五 下 上 前 后 点 半 下午 明天 底 初 : . - / , ( ) ￥ 万 三 十 〇 零 廿"
    " Dec may Friday next the of in ago at noon pm a half days two past to 15th @ a.com + % 每 第 个 天 小时"
    " \u200b \ufeff \u202e x X ９ Ⅻ ㋀ ﬁ İ 臺"
)
PIECES = st.sampled_from(WORDS.split(" "))
SENTENCES = st.lists(st.one_of(PIECES, st.just(" "), st.characters()), max_size=24).map("".join)
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
LANGUAGES = st.sampled_from(["zh", "en"])


@settings(max_examples=300, deadline=None)
@given(text=SENTENCES, field_type=st.sampled_from(get_args(FieldType)))
def test_any_text_is_read_without_exception_and_every_span_quotes_it(text, field_type):
    end = 0
    for reading in parse(field_type, text, CONTEXT):
        assert 0 <= reading.span.start < reading.span.end <= len(text)
        assert reading.span.start >= end, "readings overlap"
        assert reading.outer.contains(reading.folded)
        assert (reading.value is None) != (reading.refusal is None)
        end = reading.span.end


@given(day=DAYS, bound=st.sampled_from([None, "by", "after", "since"]), language=LANGUAGES)
def test_a_shown_date_reads_back(day, bound, language):
    value = Day(day, bound)
    text = show(value, language)
    assert [reading.value for reading in parse("date", text, CONTEXT)] == [value]


@given(at=st.times().map(lambda at: time(at.hour, at.minute)), language=LANGUAGES)
def test_a_shown_time_reads_back(at, language):
    value = TimeOfDay(at)
    assert [reading.value for reading in parse("time", show(value, language), CONTEXT)] == [value]


@given(day=DAYS, at=st.times().map(lambda at: time(at.hour, at.minute, at.second)), language=LANGUAGES)
def test_a_shown_moment_reads_back(day, at, language):
    value = Moment(datetime.combine(day, at, tzinfo=CONTEXT.now.tzinfo))
    assert [reading.value for reading in parse("datetime", show(value, language), CONTEXT)] == [value]


@given(text=SENTENCES)
def test_reading_a_text_twice_gives_the_same(text):
    assert parse("date", text, CONTEXT) == parse("date", text, CONTEXT)
