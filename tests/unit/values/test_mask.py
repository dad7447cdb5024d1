import pytest

from dualmem.model.span import Span
from dualmem.values.mask import find_card_numbers, group_digits, mask, mask_card_numbers


@pytest.mark.parametrize(
    ("value", "field_type", "masked"),
    [
        ("110101199003077758", "id_card_cn", "110101********7758"),
        ("6222021602001234568", "bank_card", "6222***********4568"),
        ("+8613800138000", "phone", "+86138****8000"),
        ("zhangsan@example.com", "email", "z***@example.com"),
        ("张三", "text", "张***"),
        ("x", "text", "****"),
        (True, "boolean", "****"),
    ],
)
def test_a_mask_shows_only_what_helps_to_recognise_the_value(value, field_type, masked):
    assert mask(value, field_type) == masked


def test_no_mask_gives_its_value_away():
    for field_type in ("phone", "bank_card", "id_card_cn", "email", "text", "id"):
        for value in ("1", "12", "1234", "12345678", "123456789012"):
            assert mask(value, field_type) != value


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("+8613800138000", "+8613 8001 3800 0"),
        ("¥500,000", "¥500,000"),
        ("2026-12-15", "2026-12-15"),
        ("12345", "1234 5"),
    ],
)
def test_long_digit_strings_stand_in_groups_of_four(text, grouped):
    assert group_digits(text) == grouped


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("我的身份证是110101199003077758。", "我的身份证是110101********7758。"),
        ("ID110101199003077758x", "ID110101********7758x"),
        ("卡号6222 0216 0200 1234 568，谢谢", "卡号6222***********4568，谢谢"),
        ("打到６２２５８８０１２３４５６７８３", "打到6225********6783"),
        ("110105194912310\u200b02X", "110105********002X"),
        ("13800138000 6225880123456783", "13800138000 6225********6783"),
        ("一张6225-8801-2345-6783一张4111111111111111", "一张6225********6783一张4111********1111"),
        ("2026-12-15 13800138000", "2026-12-15 13800138000"),
        ("+86 18911111111", "+86 18911111111"),
        ("PROJ-2024-001", "PROJ-2024-001"),
    ],
)
def test_every_valid_card_number_is_masked_wherever_it_stands(text, masked):
    assert mask_card_numbers(text) == masked


def test_a_card_number_is_given_with_its_place_in_the_original():
    [card] = find_card_numbers("\ufeff卡６２２５８８０１２３４５６７８３")
    assert card.span == Span(2, 18)
    assert card.type == "bank_card"


@pytest.mark.parametrize(
    "text",
    [
        "卡号6222021234567890128",
        "6222 0212 3456 7890 128",
        "６２２２０２１２３４５６７８９０１２８",
        "⑥②②②⓪②①②③④⑤⑥⑦⑧⑨⓪①②⑧",
        "62220212\u200b34567890128",
    ],
)
def test_a_card_number_is_found_in_any_digits(text: str) -> None:
    assert len(find_card_numbers(text)) == 1


def test_a_text_of_short_numbers_and_a_broken_character_holds_no_card() -> None:
    assert find_card_numbers("预算50万 \ud800 2026-12-15 " * 50) == ()
