import pytest

from dualmem.values.ids import check_bank_card, check_id_card
from tests.unit.values.reading_of import read, refused

PROJECT = r"PROJ-\d{4}-\d{3}"


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("项目编号是PROJ-2024-001。", "PROJ-2024-001", "PROJ-2024-001"),
        ("把PROJ-2024-001的合同发我", "PROJ-2024-001", "PROJ-2024-001"),
        ("proj-2024-001 please", "proj-2024-001", "PROJ-2024-001"),
        ("ＰＲＯＪ－２０２４－００１", "ＰＲＯＪ－２０２４－００１", "PROJ-2024-001"),
    ],
)
def test_an_id_is_found_by_its_pattern_in_any_case_and_width(text, quote, value):
    assert read("id", text, pattern=PROJECT) == [(quote, value)]


def test_an_id_keeps_the_case_that_its_pattern_allows():
    assert read("id", "order ABC-2024-xY12z", pattern=r"[A-Z]{3}-\d{4}-[A-Za-z0-9]{5,6}")[0][1] == "ABC-2024-xY12z"


@pytest.mark.parametrize("text", ["XPROJ-2024-001", "PROJ-2024-0012", "PROJ-2024-001-7", "SUB-PROJ-2024-001"])
def test_a_part_of_a_longer_id_is_none(text):
    assert read("id", text, pattern=PROJECT) == []


def test_neighbouring_ids_are_all_found():
    found = read("id", "PROJ-2024-001,PROJ-2024-002 PROJ-2024-003", pattern=PROJECT)
    assert [value for _, value in found] == ["PROJ-2024-001", "PROJ-2024-002", "PROJ-2024-003"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("身份证号是１１０１０１１９９００３０７７７５８", "110101199003077758"),
        ("ID card是440305198811204637", "440305198811204637"),
        ("11010519491231002x号", "11010519491231002X"),
        ("110101 19900307 7758", "110101199003077758"),
    ],
)
def test_a_valid_id_card_is_read_without_spaces_and_with_a_capital_x(text, value):
    assert [found for _, found in read("id_card_cn", text)] == [value]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("110101199003077759", "checksum"),
        ("110101199002307750", "birth_date"),
        ("110101209003077757", "birth_date"),
        ("110101900307775", "fifteen_digits"),
    ],
)
def test_a_wrong_id_card_is_refused_with_the_reason(text, reason):
    assert read("id_card_cn", text) == []
    assert refused("id_card_cn", text) == [(text, reason)]


def test_a_card_inside_a_longer_digit_string_is_none():
    assert read("id_card_cn", "订单11010119900307775899") == []
    assert read("bank_card", "622202160200123456812") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("银行卡：6225 8801 2345 6783", "6225880123456783"),
        ("卡号6222-0216-0200-1234-568", "6222021602001234568"),
        ("打到６２２５８８０１２３４５６７８３", "6225880123456783"),
    ],
)
def test_a_bank_card_is_read_without_its_separators(text, value):
    assert [found for _, found in read("bank_card", text)] == [value]


def test_a_bank_card_whose_check_digit_is_wrong_is_refused():
    assert refused("bank_card", "卡号6225 8801 2345 6787") == [("6225 8801 2345 6787", "checksum")]


def test_a_phone_with_its_country_code_is_no_bank_card():
    assert read("bank_card", "+86 18911111111") == []


def test_checksums_tell_why():
    assert check_id_card("110101199003077758") is None
    assert check_id_card("1" * 17) == "not_a_value"
    assert check_bank_card("6225880123456783") is None
    assert check_bank_card("0" * 16) == "checksum"
    assert check_bank_card("123") == "not_a_value"
