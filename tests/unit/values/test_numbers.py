"""Numbers, Chinese, English and in digits: what is read, and what is none."""

from datetime import UTC, datetime

import pytest

from dualmem.model.reading import ReadingContext
from dualmem.text import fold
from dualmem.values import number
from dualmem.values.codec import to_json
from dualmem.values.numerals import to_decimal

CONTEXT = ReadingContext(now=datetime(2026, 11, 29, 9, tzinfo=UTC))


def read(text):
    return [
        (
            text[reading.span.start : reading.span.end],
            to_json(reading.value) if reading.value is not None else reading.refusal.reason,
        )
        for reading in number.find(fold(text), CONTEXT)
    ]


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("要印一千零一份", "一千零一", "1001"),
        ("户数一百零一万", "一百零一万", "1010000"),
        ("三百二十万零五千册", "三百二十万零五千", "3205000"),
        ("共1百20万条", "1百20万", "1200000"),
        ("7 萬5 千4 百", "7 萬5 千4 百", "75400"),
        ("五十五兆一十二亿四万五千二", "五十五兆一十二亿四万五千二", "55001200045200"),
        ("一千三", "一千三", "1300"),
        ("三点一四", "三点一四", "3.14"),
        ("一点五亿次", "一点五亿", "150000000"),
        ("廿三人", "廿三", "23"),
        ("幺八九", "幺八九", "189"),
        ("伍佰參拾肆", "伍佰參拾肆", "534"),
        ("四分之三的用户", "四分之三", "0.75"),
        ("3又一千分之23", "3又一千分之23", "3.023"),
        ("五十打", "五十打", "600"),
        ("就来了俩人", "俩", "2"),
        ("一半", "一半", "0.5"),
        ("偏差是-5", "-5", "-5"),
        ("温差−12.5", "−12.5", "-12.5"),
        ("负四十五亿零四百零四万", "负四十五亿零四百零四万", "-4504040000"),
        ("１２，３４５", "１２，３４５", "12345"),
        ("下载量50w", "50w", "500000"),
        ("two hundred and fifty rows", "two hundred and fifty", "250"),
        ("4 thousand 3 hundred and 21", "4 thousand 3 hundred and 21", "4321"),
        ("five and a half million", "five and a half million", "5500000"),
        ("one billion and three quarters million", "one billion and three quarters million", "1000750000"),
        ("minus three million two hundred thousand", "minus three million two hundred thousand", "-3200000"),
        ("twenty-three fifths", "twenty-three fifths", "4.6"),
        ("two hundred point zero three", "two hundred point zero three", "200.03"),
        ("three lakh crore", "three lakh crore", "3000000000000"),
        ("half a dozen", "half a dozen", "6"),
        ("2.5bn rows", "2.5bn", "2500000000"),
        ("I can give you 10M.", "10M", "10000000"),
        ("2½ cups", "2½", "2.5"),
        ("1 234 567.89", "1 234 567.89", "1234567.89"),
        ("12,34,567.89", "12,34,567.89", "1234567.89"),
        ("6.23x10^-4", "6.23x10^-4", "0.000623"),
        ("2^-1", "2^-1", "0.5"),
    ],
)
def test_a_number_is_read_with_its_exact_place(text, said, value):
    assert read(text) == [(said, value)]


@pytest.mark.parametrize(
    "text",
    [
        "万一不行",
        "收拾一下",
        "十分感谢",
        "大陆地区",
        "你看一下",
        "一点问题都没有",
        "跟原版一模一样",
        "二手设备",
        "下一步怎么走",
        "零售和零件都做",
        "老幺最听话",
        "我家在四川",
        "两两",
        "第3个",
        "第一期",
        "三年级",
        "周三",
        "三月",
        "2月30日下午3点",
        "二〇二六年十二月十五日开会",
        "due on 2026-12-15",
        "at 12:30",
        "5 pm",
        "June 5",
        "in 2026",
        "12-15",
        "the 90s",
        "PROJ-2024-001",
        "v2.3.1",
        "升级到2.3.1",
        "10.0.0.12",
        "GPT-4",
        "Python3",
        "report_v2_final3.docx",
        "commit 3f2a9c1",
        "COVID-19",
        "13800138000",
        "415-555-2671",
        "快递单号SF1380013800012",
        "订单20260315001",
        "6222 0216 0200 1234 568",
        "花了50万元",
        "$20 43",
        "百分之五",
        "5个百分点",
        "三成",
        "3天",
        "an hour and a half",
        "29km Road",
        "5G手机",
        "4K屏",
        "The one you mentioned",
        "which one",
        "on second thoughts",
        "she is on cloud nine",
        "the whole nine yards",
        "often the weight",
        "twenty-first century",
        "八折",
        "10²",
    ],
)
def test_what_belongs_to_another_type_or_to_a_word_is_no_number(text):
    assert read(text) == []


@pytest.mark.parametrize("text", ["三分之一", "one third of the users", "三百五又三分之一", "two thirds of a million"])
def test_a_fraction_in_words_without_a_finite_decimal_is_refused(text):
    assert [reason for _, reason in read(text)] == ["not_finite"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十来个人", {"number": "10", "approximate": True}),
        ("三十来桌客人", {"number": "30", "approximate": True}),
        ("二十来箱", {"number": "20", "approximate": True}),
        ("折合约36件", {"number": "36", "approximate": True}),
        ("合约20份", "20"),
        ("dozens of users", {"number": "24", "approximate": True}),
        ("大概20个", {"number": "20", "approximate": True}),
        ("30人左右", {"number": "30", "approximate": True}),
        ("不到10个", {"number": "10", "approximate": True}),
        ("最多5个", "5"),
        ("up to 10 users", "10"),
        ("一百多个", {"min": "100", "approximate": True}),
        ("上百个", {"min": "100", "approximate": True}),
        ("三十几个", {"min": "31", "max": "39"}),
        ("十几万人", {"min": "110000", "max": "190000"}),
        ("几个问题", {"min": "2", "max": "9"}),
        ("几十人", {"min": "20", "max": "99"}),
        ("几百人", {"min": "200", "max": "999"}),
        ("两三个", {"min": "2", "max": "3"}),
        ("20-30人", {"min": "20", "max": "30"}),
        ("between 5 and 10 users", {"min": "5", "max": "10"}),
        ("20k-30k rows", {"min": "20000", "max": "30000"}),
    ],
)
def test_what_is_about_or_a_range_stays_so(text, value):
    assert [found for _, found in read(text)] == [value]


def test_the_outer_place_holds_the_hedges():
    text = "预算大概20个左右"
    (reading,) = number.find(fold(text), CONTEXT)
    assert text[reading.outer.start : reading.outer.end] == "大概20"
    text = "about 20 or so"
    (reading,) = number.find(fold(text), CONTEXT)
    assert (reading.outer.start, reading.outer.end) == (0, len(text))


def test_a_list_of_numbers_is_read_one_by_one():
    assert read("Exercises nrs. 22,24,26,31.") == [("22", "22"), ("24", "24"), ("26", "26"), ("31", "31")]


def test_only_a_plain_whole_number_is_an_integer():
    values = [reading.value for reading in number.find_integers(fold("今年10岁"), CONTEXT)]
    assert values == [10]
    for text in ("3.5倍", "大概20个", "20-30人"):
        (reading,) = number.find_integers(fold(text), CONTEXT)
        assert reading.value is None
        assert reading.refusal.reason == "not_a_value"


@pytest.mark.parametrize(
    ("text", "value"), [("二十三", 23), ("二〇二六", 2026), ("twenty-one", 21), ("1,234", 1234), ("两万五", 25000)]
)
def test_a_whole_text_that_is_a_number_gives_its_decimal(text, value):
    assert to_decimal(text) == value


@pytest.mark.parametrize("text", ["", "三点二十", "a word", "十几", "3 apples"])
def test_a_text_that_is_no_single_number_gives_none(text):
    assert to_decimal(text) is None
