"""Percentages in both languages, and what is none."""

from datetime import UTC, datetime

import pytest

from dualmem.model.reading import ReadingContext
from dualmem.text import fold
from dualmem.values import percent
from dualmem.values.codec import to_json

CONTEXT = ReadingContext(now=datetime(2026, 11, 29, 9, tzinfo=UTC))


def read(text):
    return [
        (text[reading.span.start : reading.span.end], to_json(reading.value))
        for reading in percent.find(fold(text), CONTEXT)
    ]


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("费率30%", "30%", "30"),
        ("利润率１２．５％", "１２．５％", "12.5"),
        ("增速负百分之五", "负百分之五", "-5"),
        ("达成率百分之一百二十", "百分之一百二十", "120"),
        ("百 分 之 一 百二 十点 五", "百 分 之 一 百二 十点 五", "120.5"),
        ("百分之15Ｋ", "百分之15Ｋ", "15000"),
        ("百分之百", "百分之百", "100"),
        ("千分之三", "千分之三", "0.3"),
        ("万分之五", "万分之五", "0.05"),
        ("3‰", "3‰", "0.3"),
        ("三成", "三成", "30"),
        ("七成 六", "七成 六", "76"),
        ("三成半", "三成半", "35"),
        ("半成", "半成", "5"),
        ("5个点", "5个点", "5"),
        ("12k个百分点", "12k个百分点", "12000"),
        ("half a percent", "half a percent", "0.5"),
        ("two and a half percent", "two and a half percent", "2.5"),
        ("get 20% off", "20%", "20"),
        ("50 bps", "50 bps", "0.5"),
        ("percent of 10", "percent of 10", "10"),
    ],
)
def test_a_percentage_is_read_with_its_exact_place(text, said, value):
    assert read(text) == [(said, value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5%-8%", {"min": "5", "max": "8"}),
        ("5-20%", {"min": "5", "max": "20"}),
        ("百分之三到五", {"min": "3", "max": "5"}),
        ("七八成", {"min": "70", "max": "80"}),
        ("five to ten percent", {"min": "5", "max": "10"}),
        ("大约两成", {"number": "20", "approximate": True}),
        ("不超过5%", "5"),
        ("20多%", {"min": "20", "approximate": True}),
    ],
)
def test_hedges_and_ranges_are_kept(text, value):
    assert [found for _, found in read(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "打八折",
        "对折",
        "75折",
        "五百分之2.2",
        "一成不变",
        "两成为一",
        "https://a.example/?q=30%25%2020%",
        "1/3",
        "abc5%",
    ],
)
def test_discounts_fractions_and_addresses_are_no_percentages(text):
    assert read(text) == []


def test_several_percentages_are_read_in_order():
    assert read("首付30%，尾款70%") == [("30%", "30"), ("70%", "70")]
