"""What a field keeps of a value, and why it refuses one."""

from datetime import date
from decimal import Decimal
from types import MappingProxyType

import pytest

from dualmem.model.field import Choice, FieldSpec
from dualmem.model.reading import Refusal
from dualmem.model.value import Ambiguous, Day, Money, Quantity
from dualmem.values.validate import validate


def spec(type_, **more):
    return FieldSpec(path="f", type=type_, **more)


def reason(field, value, **more):
    found = validate(field, value, **more)
    return found.reason if isinstance(found, Refusal) else None


BUDGET = spec("money", default_currency="CNY", minimum=Decimal(0), maximum=Decimal(10**9))
PER_PERSON = spec("money", per="person", default_currency="CNY")
PHASE = spec(
    "choice",
    choices=MappingProxyType(
        {
            "design": Choice(key="design", labels={"zh": ("设计",), "en": ("design",)}),
            "build": Choice(key="build", labels={"zh": ("开发",)}, synonyms=("实施",)),
            "closed": Choice(key="closed", labels={"zh": ("结项",)}),
        }
    ),
    moves={"design": ("build",), "build": ("closed", "design")},
)
ROLE = spec("choice", is_open=True, choices={"pm": Choice(key="pm", labels={"zh": ("项目经理",)}, synonyms=("PM",))})
LIST = spec("list", item=spec("text"), max_items=2)


def cny(amount=None, **more):
    return Money(currency="CNY", amount=None if amount is None else Decimal(amount), **more)


def test_an_amount_in_bounds_is_kept_and_takes_the_default_currency():
    assert validate(BUDGET, cny(5)) == cny(5)
    assert validate(BUDGET, Money(currency=None, amount=Decimal(5))) == cny(5)


def test_a_range_is_judged_by_its_ends():
    assert reason(BUDGET, cny(minimum=Decimal(-5), maximum=Decimal(5))) == "too_small"
    assert reason(BUDGET, cny(minimum=Decimal(5), maximum=Decimal(10**10))) == "too_large"
    assert reason(BUDGET, cny(minimum=Decimal(5), maximum=Decimal(6))) is None
    assert reason(BUDGET, cny(minimum=Decimal(-5), is_approximate=True)) == "too_small"
    assert reason(BUDGET, cny(-1, is_approximate=True)) == "too_small"


def test_an_amount_per_something_fits_only_a_field_with_it():
    assert reason(BUDGET, cny(5, per="person")) == "wrong_per"
    assert reason(PER_PERSON, cny(5)) == "wrong_per"
    assert reason(PER_PERSON, cny(5, per="month")) == "wrong_per"
    assert reason(PER_PERSON, cny(5, per="person")) is None


@pytest.mark.parametrize("amount", [Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity"), Decimal("sNaN")])
def test_what_is_not_finite_is_refused(amount):
    assert reason(spec("number"), Quantity(amount=amount)) == "not_finite"
    assert reason(spec("integer"), Quantity(amount=amount)) == "not_finite"


def test_a_number_far_out_is_too_large():
    assert reason(spec("number"), Quantity(amount=Decimal(10) ** 40)) == "too_large"


def test_a_whole_number_becomes_an_integer_and_no_other():
    assert validate(spec("integer"), Quantity(amount=Decimal("10.0"))) == 10
    assert reason(spec("integer"), Quantity(amount=Decimal("10.5"))) == "not_a_value"
    assert reason(spec("integer"), Quantity(amount=Decimal(10), is_approximate=True)) == "not_a_value"
    assert reason(spec("integer"), True) == "not_a_value"
    assert reason(spec("integer", minimum=Decimal(18)), 10) == "too_small"
    assert validate(spec("number"), 10) == Quantity(amount=Decimal(10))


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("text", 5),
        ("money", Quantity(amount=Decimal(5))),
        ("number", "5"),
        ("date", "2026-12-15"),
        ("boolean", 1),
        ("duration", Day(date(2026, 1, 1))),
        ("phone", "not a phone"),
        ("email", "a@"),
        ("url", "no url here"),
        ("map", "x"),
        ("choice", "x"),
        ("text", ""),
        ("text", " \n "),
    ],
)
def test_a_value_of_another_type_is_refused(type_, value):
    assert reason(spec(type_), value) == "not_a_value"


def test_an_ambiguous_value_keeps_the_readings_that_fit():
    two = Ambiguous((cny(-3), cny(3)))
    assert validate(BUDGET, two) == cny(3)
    assert reason(BUDGET, Ambiguous((cny(-3), cny(-4)))) == "too_small"
    both = Ambiguous((cny(3), cny(4)))
    assert validate(BUDGET, both) == both


def test_a_choice_is_kept_as_its_key():
    for said in ("build", "开发", "实施", "BUILD "):
        assert validate(PHASE, said) == "build"
    assert reason(PHASE, "planning") == "not_a_value"


def test_an_open_choice_keeps_other_short_words_as_said():
    assert validate(ROLE, "pm") == "pm"
    assert validate(ROLE, "财务总监") == "财务总监"
    assert reason(ROLE, "很" * 81) == "too_long"


def test_a_move_that_is_not_allowed_is_refused_with_both_ends():
    assert validate(PHASE, "closed", stored=None) == "closed"
    assert validate(PHASE, "build", stored="design") == "build"
    assert validate(PHASE, "design", stored="design") == "design"
    found = validate(PHASE, "closed", stored="design")
    assert isinstance(found, Refusal)
    assert found.reason == "no_move"
    assert found.details["old"] == "design"
    assert found.details["new"] == "closed"
    assert reason(PHASE, "design", stored="closed") == "no_move"


def test_what_is_written_once_is_not_replaced():
    once = spec("text", is_write_once=True)
    assert reason(once, "b", stored="a") == "write_once"
    assert validate(once, "A", stored="a") == "A"
    assert validate(once, "a") == "a"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a\u200bb", "invisible"),
        ("a\u202eb", "invisible"),
        ("a\U000e0041b", "invisible"),
        ("a\0b", "invisible"),
        ("a\ud800b", "invisible"),
        ("<script>alert(1)</script>", "unclean"),
        ("＜script＞", "unclean"),
        ("{{ x }}", "unclean"),
        ("{% x %}", "unclean"),
        ("\x1b[31mred", "unclean"),
        ("bell\x07", "unclean"),
        ("p\u0430ypal", "mixed_scripts"),
    ],
)
def test_hostile_text_is_refused(text, why):
    assert reason(spec("text"), text) == why


def test_text_is_tidied_and_ordinary_text_is_kept():
    assert validate(spec("text"), "\ufeff a\r\nb\tc ") == "a\nb\tc"
    assert validate(spec("text"), "ok\ufe0f") == "ok"
    for text in ("budget对", "5µm", "北京 Beijing", "{single}", "a < b", "カタカナABC"):
        assert validate(spec("text"), text) == text


def test_a_field_that_is_not_clean_takes_markup_but_nothing_invisible():
    raw = spec("text", is_clean=False)
    assert validate(raw, "{{ x }}") == "{{ x }}"
    assert reason(raw, "a\u200bb") == "invisible"


def test_a_text_has_at_most_its_length():
    assert validate(spec("text", max_length=3), "三个字") == "三个字"
    assert reason(spec("text", max_length=3), "四个字吧") == "too_long"


def test_an_id_matches_its_pattern_as_a_whole():
    project = spec("id", pattern=r"PROJ-\d{4}-\d{3}")
    assert validate(project, "PROJ-2024-001") == "PROJ-2024-001"
    assert validate(project, "ＰＲＯＪ-2024-001") == "PROJ-2024-001"
    assert reason(project, "PROJ-2024-0012") == "not_a_value"
    assert reason(project, "xPROJ-2024-001") == "not_a_value"


def test_card_numbers_are_kept_as_digits_and_checked():
    card = spec("id_card_cn")
    assert validate(card, "11010519491231002x") == "11010519491231002X"
    assert reason(card, "110105194912310021") == "checksum"
    assert reason(card, "130503670401001") == "fifteen_digits"
    bank = spec("bank_card")
    assert validate(bank, "4111 1111 1111 1111") == "4111111111111111"
    assert reason(bank, "4111 1111 1111 1112") == "checksum"


def test_a_list_checks_its_items_and_holds_none_twice():
    assert validate(LIST, ("IE11", "ie11 ", "等保三级")) == ("IE11", "等保三级")
    assert validate(LIST, "IE11") == ("IE11",)
    assert reason(LIST, ("a", "b", "c")) == "full"
    assert reason(LIST, ("a", "b\u200b")) == "invisible"
    assert reason(LIST, ()) == "not_a_value"
    archive = spec("list", item=spec("text"), max_items=2, overflow="archive")
    assert validate(archive, ("a", "b", "c")) == ("a", "b", "c")
