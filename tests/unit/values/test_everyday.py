"""Everyday phrases of every type: per words, choices left open, glued text, and what only looks like a value."""

import pytest

from tests.unit.values.reading_of import read


@pytest.mark.parametrize(
    ("text", "said", "per"),
    [
        ("股息每股0.35元", "每股0.35元", "股"),
        ("出价98美元/股", "98美元/股", "股"),
        ("an offer of $98 a share", "$98 a share", "share"),
        ("petrol at $4 a gallon", "$4 a gallon", "gallon"),
        ("苹果12块一斤", "12块一斤", "斤"),
        ("报价3万一台", "3万一台", "台"),
        ("cheese at €5/kg", "€5/kg", "kg"),
    ],
)
def test_what_an_amount_is_for_belongs_to_it(text, said, per):
    assert [(quote, value["per"]) for quote, value in read("money", text)] == [(said, per)]


@pytest.mark.parametrize("text", ["I paid $20 a week ago", "we spent $20 a month earlier"])
def test_a_time_ago_is_not_what_an_amount_is_for(text):
    assert read("money", text) == [("$20", {"amount": "20", "currency": "USD"})]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("it's a few hundred dollars", "200", "999"),
        ("several thousand dollars", "2000", "9000"),
        ("a few million dollars", "2000000", "9000000"),
    ],
)
def test_a_few_of_a_unit_is_two_to_nine_of_it(text, low, high):
    assert [value for _, value in read("money", text)] == [{"min": low, "max": high, "currency": "USD"}]


@pytest.mark.parametrize(
    ("field_type", "text", "said", "value"),
    [
        ("money", "三、四百块", "三、四百块", {"min": "300", "max": "400", "currency": "CNY"}),
        ("money", "大概三、四万", "三、四万", {"min": "30000", "max": "40000", "currency": "CNY", "approximate": True}),
        ("number", "来三、四个人", "三、四", {"min": "3", "max": "4"}),
        ("duration", "再等三、四天", "三、四天", {"min": "P3D", "max": "P4D"}),
        ("duration", "give me 3 or 4 days", "3 or 4 days", {"min": "P3D", "max": "P4D"}),
        ("duration", "back in a week or two", "a week or two", {"min": "P7D", "max": "P14D"}),
    ],
)
def test_two_neighbours_that_leave_it_open_are_a_range(field_type, text, said, value):
    assert read(field_type, text) == [(said, value)]


def test_items_of_a_list_are_no_range():
    assert [quote for quote, _ in read("number", "选项3、4")] == ["3", "4"]


@pytest.mark.parametrize("text", ["预算50万60万", "预算五十万六十万"])
def test_amounts_that_touch_are_two(text):
    assert [value["amount"] for _, value in read("money", text)] == ["500000", "600000"]


def test_a_point_before_many_hundred_millions():
    assert read("money", "三点五个亿") == [("三点五个亿", {"amount": "350000000", "currency": "CNY"})]


def test_degrees_below_zero_are_negative():
    assert read("number", "零下五度") == [("零下五", "-5")]


@pytest.mark.parametrize(
    ("field_type", "text"),
    [
        ("number", "打九五折"),
        ("money", "10万+阅读"),
        ("date", "版本12.15.1"),
        ("date", "version 1.12.10"),
        ("boolean", "see you on Friday"),
        ("boolean", "I am not sure"),
        ("boolean", "right now"),
    ],
)
def test_what_only_looks_like_a_value_is_none(field_type, text):
    assert read(field_type, text) == []


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("not before Dec 1", "not before Dec 1", {"date": "2026-12-01", "bound": "since"}),
        ("no earlier than Dec 1", "no earlier than Dec 1", {"date": "2026-12-01", "bound": "since"}),
        ("不早于12月1日", "不早于12月1日", {"date": "2026-12-01", "bound": "since"}),
        ("约在Friday吧", "Friday", "2026-12-04"),
    ],
)
def test_a_bound_that_looks_forward_is_kept(text, said, value):
    assert read("date", text) == [(said, value)]


@pytest.mark.parametrize(
    ("text", "said"),
    [("下周二15点开会", "下周二15点"), ("周一15点", "周一15点"), ("周五15:00", "周五15:00")],
)
def test_an_hour_after_a_weekday_is_no_day_of_the_month(text, said):
    assert [quote for quote, _ in read("datetime", text)] == [said]


def test_two_phones_with_a_slash_between_are_two():
    assert [value for _, value in read("phone", "电话13812345678/13912345678")] == ["+8613812345678", "+8613912345678"]


@pytest.mark.parametrize(("text", "value"), [("please yes", True), ("turn it on", True), ("keep it off please", False)])
def test_yes_and_no_are_read_wherever_they_stand(text, value):
    assert [found for _, found in read("boolean", text)] == [value]


@pytest.mark.parametrize(
    ("text", "said", "value"),
    [
        ("下个月的15号交", "下个月的15号", "2026-12-15"),
        ("12月的15号", "12月的15号", "2026-12-15"),
        ("in 10 business days", "in 10 business days", "2026-12-11"),
        ("5个工作日后", "5个工作日后", "2026-12-04"),
        ("一百天后", "一百天后", "2027-03-09"),
    ],
)
def test_a_day_counted_from_now_or_within_a_month_is_read(text, said, value):
    assert read("date", text) == [(said, value)]


@pytest.mark.parametrize(("field_type", "text"), [("date", "两三天后"), ("datetime", "两三小时后"), ("time", "两三点")])
def test_two_or_three_days_on_is_not_one_day(field_type, text):
    assert read(field_type, text) == []


def test_ten_thousand_without_a_digit_counts_after_a_hedge():
    assert read("number", "上万人") == [("上万", {"min": "10000", "approximate": True})]
    assert read("number", "近万人") == [("万", {"number": "10000", "approximate": True})]
    assert read("number", "早上万里无云") == []


def test_a_zone_may_stand_after_a_space():
    assert read("datetime", "2026-12-15 15:00 +0900") == [("2026-12-15 15:00 +0900", "2026-12-15T14:00:00+08:00")]


def test_no_value_is_made_of_a_piece_of_a_character():
    assert read("date", "月½月½月½") == []
