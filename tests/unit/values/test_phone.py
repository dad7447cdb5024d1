import pytest

from tests.unit.values.reading_of import read, refused


@pytest.mark.parametrize(
    ("text", "quote", "number"),
    [
        ("我的手机号是13800138000谢谢", "13800138000", "+8613800138000"),
        ("手机：１３８００１３８０００", "１３８００１３８０００", "+8613800138000"),
        ("打1380-013-8000", "1380-013-8000", "+8613800138000"),
        ("座机(010)62345678", "(010)62345678", "+861062345678"),
        ("前台010-62345678转8001", "010-62345678转8001", "+861062345678"),
        ("客服4008208820", "4008208820", "+864008208820"),
        ("幺三八零零幺三八零零零找我", "幺三八零零幺三八零零零", "+8613800138000"),
        ("打+86 138 0013 8000", "+86 138 0013 8000", "+8613800138000"),
        ("call (415) 555-2671", "(415) 555-2671", "+14155552671"),
        ("call 415-555-2671 ext. 12", "415-555-2671 ext. 12", "+14155552671"),
        ("try +65 6123 4567", "+65 6123 4567", "+6561234567"),
    ],
)
def test_a_phone_is_normalised_to_e164(text, quote, number):
    assert read("phone", text) == [(quote, number)]


def test_two_phones_side_by_side_are_two():
    assert [value for _, value in read("phone", "会所：13604779660 13604770960")] == [
        "+8613604779660",
        "+8613604770960",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "QQ12345678901",
        "订单号13800138000",
        "价格13800138000元",
        "卡号6222021602001234568",
        "身份证号110101199003077758",
        "192.168.1.1",
        "2026-12-15",
        "order 4155552671003 shipped",
        "account number 12345678",
        "3.1415926535",
        "011-12-3456 is a SSN",
        "http://a.com/stus/87057367204202896",
        "s666666666s",
    ],
)
def test_other_digits_are_no_phone(text):
    assert read("phone", text) == []


def test_a_phone_of_the_wrong_length_after_its_cue_is_refused():
    assert read("phone", "我的手机号是1380013800，少一位") == []
    assert refused("phone", "我的手机号是1380013800，少一位") == [("1380013800", "not_a_value")]


def test_the_region_decides_what_a_national_number_is():
    assert read("phone", "020 7946 0958", region="GB") == [("020 7946 0958", "+442079460958")]
