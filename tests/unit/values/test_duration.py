"""Lengths of time in both languages, and calendar words that are none."""

from datetime import UTC, datetime

import pytest

from dualmem.model.reading import ReadingContext
from dualmem.text import fold
from dualmem.values import duration
from dualmem.values.codec import parse_iso_duration, to_json
from tests.unit.values import reading_of

CONTEXT = ReadingContext(now=datetime(2026, 11, 29, 9, tzinfo=UTC))


def read(text):
    return [
        (text[reading.span.start : reading.span.end], to_json(reading.value))
        for reading in duration.find(fold(text), CONTEXT)
    ]


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("工期三个半月", "三个半月", "P3M15D"),
        ("再给半个月", "半个月", "P15D"),
        ("培训两个半小时", "两个半小时", "PT2H30M"),
        ("质保半年", "半年", "P6M"),
        ("三年半过去了", "三年半", "P3Y6M"),
        ("服务期2年零3个月", "2年零3个月", "P2Y3M"),
        ("一小时30分", "一小时30分", "PT1H30M"),
        ("还剩8天20时", "8天20时", "P8DT20H"),
        ("两天又一个月", "两天又一个月", "P1M2D"),
        ("三刻钟", "三刻钟", "PT45M"),
        ("两周", "两周", "P14D"),
        ("响应时间48h", "48h", "PT48H"),
        ("1h30m", "1h30m", "PT1H30M"),
        ("an hour and a half", "an hour and a half", "PT1H30M"),
        ("takes two and a half years", "two and a half years", "P2Y6M"),
        ("two hours and 15 minutes", "two hours and 15 minutes", "PT2H15M"),
        ("three quarters of an hour", "three quarters of an hour", "PT45M"),
        ("half a year", "half a year", "P6M"),
        ("a ½ hour call", "½ hour", "PT30M"),
        ("one year and a quarter", "one year and a quarter", "P1Y3M"),
        ("I'll leave for 10D", "10D", "P10D"),
        ("120 seconds", "120 seconds", "PT2M"),
    ],
)
def test_a_length_is_read_with_its_exact_place(text, said, value):
    assert [(said, to_json(duration_of(value)))] == [(found, to_json(duration_of(got))) for found, got in read(text)]


def duration_of(iso):
    return parse_iso_duration(iso)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("大概要两三天", {"min": "P2D", "max": "P3D"}),
        ("3-5天出结果", {"min": "P3D", "max": "P5D"}),
        ("两到三周交付", {"min": "P14D", "max": "P21D"}),
        ("3天到5天", {"min": "P3D", "max": "P5D"}),
        ("几个月", {"min": "P2M", "max": "P9M"}),
        ("two to three weeks", {"min": "P14D", "max": "P21D"}),
        ("需要10个工作日", {"duration": "P10D", "business": True}),
        ("3 to 5 business days", {"min": "P3D", "max": "P5D", "business": True}),
        ("3天左右", {"duration": "P3D", "approximate": True}),
        ("十来天", {"duration": "P10D", "approximate": True}),
        ("3个多月", {"duration": "P3M", "approximate": True}),
    ],
)
def test_ranges_working_days_and_hedges_are_kept(text, value):
    assert [found for _, found in read(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "三月见",
        "3月",
        "第三天出问题",
        "他上三年级",
        "2026年",
        "98年",
        "每周三",
        "三天后",
        "3天前",
        "3 days ago",
        "三天两头出问题",
        "分分钟搞定",
        "we're open 24/7",
        "meet me at 5",
        "music from the 90s",
        "90s music",
        "a 5m cable",
        "buy it second-hand",
        "50w",
    ],
)
def test_calendar_words_idioms_and_other_units_are_no_lengths(text):
    assert read(text) == []


def test_two_lengths_stay_two():
    assert [found for found, _ in read("it ran for 45 mins and then 20 secs")] == ["45 mins", "20 secs"]
    assert [found for found, _ in read("合同有效期三年，质保期12个月")] == ["三年", "12个月"]


@pytest.mark.parametrize("text", ["24小时热水", "二十四小时营业", "a 24-hour front desk"])
def test_what_never_closes_takes_no_day(text):
    assert reading_of.read("duration", text) == []


def test_a_day_of_hours_is_a_duration():
    assert [quote for quote, _ in reading_of.read("duration", "24小时内回复")] == ["24小时"]
