import pytest

from dualmem.text import fold
from dualmem.values.parse import parse
from tests.unit.values.reading_of import context, read, refused


@pytest.mark.parametrize(
    ("field_type", "text"),
    [
        ("date", "deadline是2\u200b026-12-15"),
        ("date", "12月15日\u202e前"),
        ("phone", "13800138000\u2066"),
        ("email", "a\u200b@b.com"),
        ("percent", "利润率1\u200b2%"),
    ],
)
def test_a_value_with_an_invisible_character_is_not_read_and_no_part_of_it(field_type, text):
    assert read(field_type, text) == []


def test_the_reason_of_an_invisible_character_is_given():
    assert ("12月15日", "invisible") in refused("date", "12月15日\u200b")


def test_text_list_and_map_have_no_grammar():
    assert [parse(field_type, "12月15日", context()) for field_type in ("text", "list", "map")] == [[], [], []]


def test_a_folded_text_reads_like_the_text():
    text = "預算５０萬，１２月１５日"
    assert parse("date", fold(text), context()) == parse("date", text, context())


def test_spans_count_a_leading_byte_order_mark():
    [reading] = parse("date", "\ufeff12月15日", context())
    assert (reading.span.start, reading.span.end) == (1, 7)


def test_hedges_stand_in_the_outer_place_only():
    [reading] = parse("date", "大概12月15日左右", context())
    assert (reading.folded.start, reading.folded.end) == (2, 8)
    assert (reading.outer.start, reading.outer.end) == (0, 10)
