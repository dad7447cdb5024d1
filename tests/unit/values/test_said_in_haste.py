"""Values as people type them: 三十W, 1w5, six hundred k, 两千八一平, the 21st and 23rd, Friday the 13th."""

import pytest

from tests.unit.values.reading_of import read, refused

MONDAY = "2026-11-30T09:00:00+08:00"


@pytest.mark.parametrize(
    ("text", "said", "amount"),
    [
        ("预算三十W", "三十W", "300000"),
        ("房贷三百w", "三百w", "3000000"),
        ("预算1w5", "1w5", "15000"),
        ("八十万能装修吗", "八十万", "800000"),
        ("预算100万能做吗", "100万", "1000000"),
        ("一万达到了", "一万", "10000"),
    ],
)
def test_a_unit_counts_whatever_word_it_begins_with_the_next_character(text, said, amount):
    assert read("money", text) == [(said, {"amount": amount, "currency": "CNY"})]


@pytest.mark.parametrize("text", ["万达广场", "带宽三百m", "型号A1w5"])
def test_a_name_a_length_and_an_id_are_no_money(text):
    assert read("money", text) == []


def test_number_words_may_end_in_k():
    assert read("money", "the budget is six hundred k") == [("six hundred k", {"amount": "600000", "currency": None})]


def test_grand_is_money_without_a_currency():
    assert read("money", "a hundred grand") == [("a hundred grand", {"amount": "100000", "currency": None})]


@pytest.mark.parametrize(
    ("text", "said", "amount", "per"),
    [
        ("报价两千八一平", "两千八一平", "2800", "平"),
        ("三千五一个月", "三千五一个月", "3500", "month"),
        ("报价3万一台", "3万一台", "30000", "台"),
    ],
)
def test_one_of_something_after_an_amount_is_what_it_is_for(text, said, amount, per):
    assert read("money", text) == [(said, {"amount": amount, "currency": "CNY", "per": per})]


@pytest.mark.parametrize(
    ("text", "said"), [("18:45 and ONE person.", "ONE"), ("one adult and one child", "one"), ("3 and one", None)]
)
def test_and_one_counts_where_a_noun_follows(text, said):
    assert [quote for quote, _ in read("integer", text)][-1] == (said or "3")


@pytest.mark.parametrize("text", ["Can you make it for the morning 11?", "book it for this evening 5."])
def test_an_hour_after_its_part_of_day_is_no_count(text):
    assert read("number", text) == []
    assert len(read("time", text)) == 1


def test_a_figure_that_counts_after_a_part_of_day_is_a_number():
    assert read("number", "in the morning 11 people came") == [("11", "11")]


def test_a_day_is_free_before_now():
    assert read("date", "make it the 20th now", now=MONDAY)[0] == ("the 20th", "2026-12-20")


def test_one_article_holds_for_two_days():
    found = read("date", "between the 21st and 23rd", now=MONDAY)
    assert found == [("the 21st", "2026-12-21"), ("23rd", "2026-12-23")]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Friday the 13th", "2027-08-13"),
        ("Friday the 4th", "2026-12-04"),
        ("I went back Friday the 13th", "2026-11-13"),
        ("we shipped it Friday the 13th", "2026-11-13"),
    ],
)
def test_a_weekday_with_its_number_is_the_next_to_come_unless_a_verb_looks_back(text, day):
    assert [value for _, value in read("date", text, now=MONDAY)] == [day]


@pytest.mark.parametrize(
    ("text", "day"),
    [("月底", "2026-11-30"), ("下个月月底", "2026-12-31"), ("12月的月底", "2026-12-31"), ("2月月中", "2027-02-15")],
)
def test_the_end_of_a_month_is_its_last_day_however_often_month_is_said(text, day):
    assert read("date", text, now=MONDAY) == [(text, day)]


def test_the_end_of_every_month_is_no_day():
    assert refused("date", "每月底") == [("每月底", "not_one_day")]


def test_a_time_glued_to_its_date_is_read_with_it():
    text = "2018-12-1209:03"
    assert read("datetime", text) == [(text, "2018-12-12T09:03:00+08:00")]
    assert read("date", text) == [("2018-12-12", "2018-12-12")]
    assert read("number", text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("call (021) 6230 1234", "+862162301234"),
        ("my cell is 139 1234 5678", "+8613912345678"),
        ("86-13812345678", "+8613812345678"),
        ("１３８００１３８０００", "+8613800138000"),
        ("call me at (415) 555-2671", "+14155552671"),
    ],
)
def test_a_shape_that_only_one_country_has_tells_it_in_any_text(text, number):
    assert [value for _, value in read("phone", text)] == [number]


@pytest.mark.parametrize("text", ["020 7946 0958", "0800 000 0000"])
def test_a_shape_that_several_countries_have_tells_none(text):
    assert read("phone", text) == []


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("duration", "玩1小时 - 2小时", {"min": "PT1H", "max": "PT2H"}),
        ("money", "票价100元 - 200元的", {"min": "100", "max": "200", "currency": "CNY"}),
        ("money", "票价100 - 200元", {"min": "100", "max": "200", "currency": "CNY"}),
        ("percent", "5% - 10%", {"min": "5", "max": "10"}),
    ],
)
def test_a_dash_with_air_on_both_sides_joins_two_values_with_units(kind, text, value):
    (found,) = read(kind, text)
    assert found[1] == value


def test_a_dash_that_stands_alone_before_a_number_stays_a_sign():
    assert read("percent", "growth: - 5%")[0][1] == "-5"


@pytest.mark.parametrize("text", ["星期三同一时间", "同一时刻", "一时半会"])
def test_the_words_for_time_count_no_hour(text):
    assert read("time", text) == []


def test_an_hour_of_the_clock_is_counted():
    assert read("time", "下午一时开会") == [("下午一时", "13:00")]


def test_one_counts_the_thing_behind_an_article():
    assert read("integer", "a one bed one bath flat") == [("one", 1), ("one", 1)]
    assert read("integer", "that is a one of a kind") == []
    assert read("integer", "make that one room instead") == [("one", 1)]
    assert read("integer", "take that one room") == []
