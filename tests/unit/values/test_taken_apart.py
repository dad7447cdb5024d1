"""What belongs to one type only: a figure inside a time, a phone, a date or a fraction is no value of another type."""

import pytest

from tests.unit.values.reading_of import read, refused

TYPES = ("number", "money", "percent", "date", "time", "duration", "phone")


def read_as(text):
    """Give the types as which anything in a text is read."""
    return [field_type for field_type in TYPES if read(field_type, text)]


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("eleven am", ["time"]),
        ("ten thirty p.m.", ["time"]),
        ("two days ago", ["date"]),
        ("我5天前到的", ["date"]),
        ("电话010 8888 6666转8", ["phone"]),
        ("座机(010)62345678", ["phone"]),
        ("幺三八零零幺三八零零零", ["phone"]),
        ("1h30m", ["duration"]),
        ("每月3000块", ["money"]),
        ("腊月二十三", []),
        ("Q4 2026", []),
        ("一千分之一", ["number"]),
    ],
)
def test_a_value_is_read_as_its_own_type_only(text, types):
    assert read_as(text) == types


@pytest.mark.parametrize("text", ["九几年的房子", "周三晚上见", "the one I like", "that's the one"])
def test_what_only_looks_like_a_value_is_none(text):
    assert read("duration", text) == []
    assert [quote for quote, _ in read("date", text)] == (["周三"] if "周三" in text else [])


def test_a_choice_beside_a_day_is_no_day():
    assert [quote for quote, _ in read("date", "take the one on the 12th")] == ["the 12th"]


def test_an_hour_in_the_morning_is_no_day_of_the_month():
    assert read("date", "the 11 in the morning") == []
    assert read("time", "the 11 in the morning") == [("11 in the morning", "11:00")]


@pytest.mark.parametrize(
    ("text", "types"), [("3/4的用户", ["number"]), ("3/4的会议", ["date"]), ("1/2的努力", ["number"])]
)
def test_a_slash_before_de_is_a_fraction_unless_it_is_of_something_that_happens(text, types):
    assert read_as(text) == types


def test_a_year_the_calendar_does_not_have_refuses_the_whole_date():
    assert refused("date", "10000年1月1日") == [("10000年1月1日", "no_such_day")]
    assert read_as("10000年1月1日") == []


@pytest.mark.parametrize(
    ("text", "said", "day"),
    [
        ("Tuesday week works", "Tuesday week", "2026-12-08"),
        ("let's say Friday fortnight", "Friday fortnight", "2026-12-18"),
        ("Friday week from now on", "Friday", "2026-12-04"),
    ],
)
def test_a_weekday_and_week_is_a_week_after_the_coming_one(text, said, day):
    assert read("date", text) == [(said, day)]


@pytest.mark.parametrize(
    ("text", "length"), [("it takes two quarters", "P6M"), ("over 4 quarters", "P1Y"), ("a quarter past", None)]
)
def test_an_even_number_of_quarters_is_a_length_of_time(text, length):
    assert [value for _, value in read("duration", text)] == ([length] if length else [])


def test_three_quarters_are_a_fraction():
    assert read("number", "three quarters of the team") == [("three quarters", "0.75")]


@pytest.mark.parametrize(
    ("text", "amount"), [("1千2", "1200"), ("预算三千二", "3200"), ("3千", "3000"), ("两千零二十六", None)]
)
def test_thousands_with_the_hundreds_after_them_are_money(text, amount):
    assert [value["amount"] for _, value in read("money", text)] == ([amount] if amount else [])
