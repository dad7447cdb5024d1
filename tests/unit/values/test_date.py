import pytest

from tests.unit.values.reading_of import SUNDAY, WEDNESDAY, read, refused


@pytest.mark.parametrize(
    ("text", "quote", "day"),
    [
        ("2026年12月15日交付", "2026年12月15日", "2026-12-15"),
        ("２０２６年１２月１５日", "２０２６年１２月１５日", "2026-12-15"),
        ("二〇二六年十二月十五日", "二〇二六年十二月十五日", "2026-12-15"),
        ("驗收日：2026.12.15", "2026.12.15", "2026-12-15"),
        ("2026 年 12 月 15 日", "2026 年 12 月 15 日", "2026-12-15"),
        ("due December 15th, 2026", "December 15th, 2026", "2026-12-15"),
        ("the 15th of December 2026", "the 15th of December 2026", "2026-12-15"),
        ("due 15-Dec-2026", "15-Dec-2026", "2026-12-15"),
        ("on 2026/dec/15", "2026/dec/15", "2026-12-15"),
        ("born twenty five January nineteen eighty six", "twenty five January nineteen eighty six", "1986-01-25"),
    ],
)
def test_a_whole_date_is_read_in_any_script_and_width(text, quote, day):
    assert read("date", text) == [(quote, day)]


@pytest.mark.parametrize(
    ("text", "now", "day"),
    [
        ("11月28日", SUNDAY, "2027-11-28"),
        ("11月29日", SUNDAY, "2026-11-29"),
        ("2月29日", SUNDAY, "2028-02-29"),
        ("29号", SUNDAY, "2026-11-29"),
        ("31号", "2027-02-10T10:00:00+08:00", "2027-03-31"),
        ("周日", SUNDAY, "2026-11-29"),
        ("下周日", WEDNESDAY, "2026-12-13"),
        ("下下周一", WEDNESDAY, "2026-12-14"),
        ("上周五", WEDNESDAY, "2026-11-27"),
        ("this Friday", WEDNESDAY, "2026-12-04"),
        ("next Friday", WEDNESDAY, "2026-12-11"),
        ("last Friday", WEDNESDAY, "2026-11-27"),
        ("月底", SUNDAY, "2026-11-30"),
        ("下月底", WEDNESDAY, "2027-01-31"),
        ("月中", SUNDAY, "2026-12-15"),
        ("年底", SUNDAY, "2026-12-31"),
        ("季度末", SUNDAY, "2026-12-31"),
        ("3天后", SUNDAY, "2026-12-02"),
        ("in a month", "2027-01-31T10:00:00+08:00", "2027-02-28"),
        ("two weeks from tomorrow", SUNDAY, "2026-12-14"),
        ("the end of February", SUNDAY, "2027-02-28"),
        ("third Monday of January", SUNDAY, "2027-01-18"),
        ("EOD", SUNDAY, "2026-11-29"),
        ("COB Friday", SUNDAY, "2026-12-04"),
        ("十月的第一个星期一", SUNDAY, "2027-10-04"),
        ("元月5日", SUNDAY, "2027-01-05"),
        ("第三季度末", SUNDAY, "2027-09-30"),
        ("beginning of the month", SUNDAY, "2026-12-01"),
        ("Dec 15 next year", SUNDAY, "2027-12-15"),
        ("2026 Dec 15", SUNDAY, "2026-12-15"),
        ("18th", SUNDAY, "2026-12-18"),
    ],
)
def test_a_relative_date_is_the_next_one_to_come(text, now, day):
    assert read("date", text, now) == [(text, day)]


@pytest.mark.parametrize(
    ("text", "quote", "day", "bound"),
    [
        ("周五前给我", "周五前", "2026-12-04", "by"),
        ("12月15日之前", "12月15日之前", "2026-12-15", "by"),
        ("12月15日之后", "12月15日之后", "2026-12-15", "after"),
        ("2026年12月1日起生效", "2026年12月1日起", "2026-12-01", "since"),
        ("EOD前", "EOD前", "2026-11-29", "by"),
        ("by the end of the month", "by the end of the month", "2026-11-30", "by"),
        ("no later than Dec 15", "no later than Dec 15", "2026-12-15", "by"),
        ("after Dec 15", "after Dec 15", "2026-12-15", "after"),
        ("since March 1", "since March 1", "2026-03-01", "since"),
    ],
)
def test_a_bound_word_belongs_to_the_date(text, quote, day, bound):
    assert read("date", text) == [(quote, {"date": day, "bound": bound})]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("03/04/2026", ["2026-03-04", "2026-04-03"]),
        ("due 03/04", ["2027-03-04", "2027-04-03"]),
        ("04.03.2026", ["2026-03-04", "2026-04-03"]),
        ("12月15日（周一）", ["2026-12-15", "2026-12-14"]),
        ("Thursday, Dec 4", ["2026-12-04", "2026-12-03"]),
    ],
)
def test_two_possible_days_stay_two(text, days):
    [(_, value)] = read("date", text)
    assert value == {"ambiguous": days}


def test_a_slash_in_chinese_text_is_month_and_day():
    assert read("date", "3/4交付") == [("3/4", "2027-03-04")]


def test_a_point_between_month_and_day_needs_a_rule_that_asks():
    assert read("date", "12.15上线") == []
    assert read("date", "12.15上线", is_asked_for=True) == [("12.15", "2026-12-15")]


@pytest.mark.parametrize(
    "text", ["2月30日交付", "2027年2月29日", "2026-02-29", "12月32日", "13月5日", "Feb 30", "2026-13-01"]
)
def test_a_day_that_does_not_exist_is_refused_whole(text):
    assert read("date", text) == []
    assert [reason for _, reason in refused("date", text)] == ["no_such_day"]


@pytest.mark.parametrize(
    "text",
    [
        "下周",
        "周六日",
        "Mon-Fri",
        "Dec 2026",
        "black friday",
        "3月",
        "明年",
        "Q3",
        "这周末",
        "国庆节",
        "每周五",
        "每月5号",
        "next month",
        "June 2027",
        "every Friday",
    ],
)
def test_a_period_is_not_one_day(text):
    assert read("date", text) == []
    assert [reason for _, reason in refused("date", text)] == ["not_one_day"]


def test_a_day_of_the_lunar_calendar_is_refused():
    assert refused("date", "农历八月十五") == [("农历八月十五", "not_a_value")]


@pytest.mark.parametrize(
    "text",
    [
        "12号楼302室",
        "去3号会议室",
        "单号A20261215-001",
        "预算12.15万",
        "12-15人",
        "第3号",
        "截止日期前三天提醒我",
        "march on, team",
        "may 2 people come",
        "12-15日",
        "you may email me",
        "we sat in the sun",
        "our office is on 5th Avenue",
        "you are the 15th customer",
        "runs on 12/24 volts",
        "we use the tomorrow.io API",
        "3 days before the deadline",
        "133-03-03-2020",
        "a ratio of 30/4.85",
    ],
)
def test_other_numbers_and_words_are_no_dates(text):
    assert read("date", text) == []


def test_a_day_after_a_date_takes_its_month():
    assert read("date", "3月1日到5日") == [("3月1日", "2027-03-01"), ("5日", "2027-03-05")]


def test_a_bound_word_that_begins_another_word_is_none():
    assert read("date", "12月15日前台值班") == [("12月15日", "2026-12-15")]


def test_the_local_date_counts():
    assert read("date", "明天", "2026-11-29T23:50:00+08:00") == [("明天", "2026-11-30")]
    assert read("date", "tomorrow", "2026-11-29T23:50:00-08:00") == [("tomorrow", "2026-11-30")]
