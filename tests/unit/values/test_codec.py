"""Values in JSON: the public forms, and the stored form that describes itself."""

from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest

from dualmem.errors import InvalidValue
from dualmem.model.field import FieldSpec
from dualmem.model.value import Ambiguous, Day, Duration, DurationRange, Moment, Money, Quantity, TimeOfDay
from dualmem.values.codec import from_json, pack, to_json, unpack

CASES = [
    ("text", "张工", "张工"),
    ("integer", 10, 10),
    ("boolean", True, True),
    ("number", Quantity(amount=Decimal("12.50")), "12.5"),
    ("number", Quantity(amount=Decimal(10), is_approximate=True), {"number": "10", "approximate": True}),
    ("number", Quantity(minimum=Decimal(20), maximum=Decimal(30)), {"min": "20", "max": "30"}),
    ("percent", Quantity(amount=Decimal("0.3")), "0.3"),
    ("money", Money(currency="CNY", amount=Decimal(500000)), {"amount": "500000", "currency": "CNY"}),
    ("money", Money(currency=None, amount=Decimal(5)), {"amount": "5", "currency": None}),
    (
        "money",
        Money(currency="CNY", amount=Decimal(500000), is_approximate=True, per="person"),
        {"amount": "500000", "currency": "CNY", "approximate": True, "per": "person"},
    ),
    (
        "money",
        Money(currency="CNY", minimum=Decimal(310000), maximum=Decimal(390000)),
        {"min": "310000", "max": "390000", "currency": "CNY"},
    ),
    (
        "money",
        Money(currency="CNY", minimum=Decimal(10**7), is_approximate=True),
        {"min": "10000000", "currency": "CNY", "approximate": True},
    ),
    ("date", Day(date(2026, 12, 4)), "2026-12-04"),
    ("date", Day(date(2026, 12, 4), "by"), {"date": "2026-12-04", "bound": "by"}),
    ("time", TimeOfDay(time(14, 30)), "14:30"),
    ("datetime", Moment(datetime(2026, 12, 4, 9, tzinfo=UTC)), "2026-12-04T09:00:00+00:00"),
    ("duration", Duration(months=Decimal(18)), "P1Y6M"),
    ("duration", Duration(days=Decimal(10), is_business=True), {"duration": "P10D", "business": True}),
    ("duration", DurationRange(Duration(days=Decimal(3)), Duration(days=Decimal(5))), {"min": "P3D", "max": "P5D"}),
    (
        "money",
        Ambiguous((Money(currency="EUR", amount=Decimal(3)), Money(currency="EUR", amount=Decimal(4)))),
        {"ambiguous": [{"amount": "3", "currency": "EUR"}, {"amount": "4", "currency": "EUR"}]},
    ),
]


@pytest.mark.parametrize(("type_", "value", "data"), CASES)
def test_a_value_has_its_public_form_and_comes_back_from_it(type_, value, data):
    assert to_json(value) == data
    assert from_json(FieldSpec(path="f", type=type_), data) == value


@pytest.mark.parametrize(("type_", "value", "data"), CASES)
def test_the_stored_form_gives_the_value_back_without_its_field(type_, value, data):
    assert unpack(pack(value)) == value


def test_a_list_is_read_item_by_item():
    spec = FieldSpec(path="f", type="list", item=FieldSpec(path="f", type="text"))
    assert from_json(spec, ["a", "b"]) == ("a", "b")
    assert to_json(("a", "b")) == ["a", "b"]
    assert unpack(pack(("a", "b"))) == ("a", "b")


def test_a_plain_amount_takes_the_currency_and_the_per_of_its_field():
    spec = FieldSpec(path="f", type="money", default_currency="CNY", per="person")
    assert from_json(spec, "500") == Money(currency="CNY", amount=Decimal(500), per="person")
    assert from_json(spec, {"amount": 500}) == Money(currency="CNY", amount=Decimal(500))


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("text", 5),
        ("integer", "1.5"),
        ("integer", True),
        ("boolean", "yes"),
        ("number", "NaN"),
        ("number", "Infinity"),
        ("number", True),
        ("number", {"min": None}),
        ("number", {"number": "1", "colour": "red"}),
        ("number", "1e999"),
        ("money", {"amount": "5", "currency": "yuan"}),
        ("money", {"currency": "CNY"}),
        ("money", []),
        ("date", "2026-02-30"),
        ("date", {"date": "2026-01-01", "bound": "near"}),
        ("time", "25:00"),
        ("time", "9:00"),
        ("datetime", "2026-01-01T09:00:00"),
        ("duration", "P"),
        ("duration", "three days"),
        ("duration", {"min": "P1D"}),
        ("list", "x"),
        ("money", {"ambiguous": []}),
        ("phone", None),
    ],
)
def test_data_of_another_form_is_refused(type_, data):
    with pytest.raises(InvalidValue):
        from_json(FieldSpec(path="f", type=type_, item=FieldSpec(path="f", type="text")), data)


@pytest.mark.parametrize(
    "data", [None, 5, {}, {"colour": "red"}, {"money": 1, "text": "a"}, {"money": {"amount": "x"}}]
)
def test_stored_data_that_pack_did_not_make_is_refused(data):
    with pytest.raises(InvalidValue):
        unpack(data)


@pytest.mark.parametrize("said", ["13800138000", "138 0013 8000", "+86 138-0013-8000", "+8613800138000"])
def test_a_phone_from_a_program_becomes_the_form_that_a_users_words_give(said: str) -> None:
    assert from_json(FieldSpec(path="f", type="phone", region="CN"), said) == "+8613800138000"


@pytest.mark.parametrize("said", ["123", "12", "abc", "13800138000 or 13900139000", ""])
def test_what_is_no_one_phone_is_refused(said: str) -> None:
    with pytest.raises(InvalidValue):
        from_json(FieldSpec(path="f", type="phone", region="CN"), said)


def test_an_address_from_a_program_has_its_host_in_lower_case() -> None:
    assert from_json(FieldSpec(path="f", type="email"), "Zhang.San@Example.COM") == "Zhang.San@example.com"
