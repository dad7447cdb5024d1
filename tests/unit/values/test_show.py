"""What a person reads in a confirmation."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from types import MappingProxyType

import pytest

from dualmem.model.field import Choice, FieldSpec
from dualmem.model.value import Ambiguous, Day, Duration, DurationRange, Moment, Money, Quantity, TimeOfDay
from dualmem.values.show import show

PERCENT = FieldSpec(path="p", type="percent")
PHASE = FieldSpec(
    path="phase",
    type="choice",
    choices=MappingProxyType(
        {"design_review": Choice(key="design_review", labels={"zh": ("设计评审",), "en": ("design review",)})}
    ),
)


@pytest.mark.parametrize(
    ("value", "zh", "en"),
    [
        (Money(currency="CNY", amount=Decimal(500000)), "¥500,000", "¥500,000"),
        (Money(currency="USD", amount=Decimal("1200000.50")), "$1,200,000.50", "$1,200,000.50"),
        (Money(currency="CHF", amount=Decimal(3000)), "CHF 3,000", "CHF 3,000"),
        (Money(currency="USD", amount=Decimal(-500)), "-$500", "-$500"),
        (Money(currency="CNY", amount=Decimal(800000), is_approximate=True), "约¥800,000", "about ¥800,000"),
        (
            Money(currency="CNY", minimum=Decimal(310000), maximum=Decimal(390000)),
            "¥310,000–¥390,000",
            "¥310,000–¥390,000",
        ),
        (Money(currency="CNY", minimum=Decimal(10**7), is_approximate=True), "¥10,000,000多", "¥10,000,000+"),
        (Money(currency="CNY", amount=Decimal(1200), per="person"), "¥1,200/人", "¥1,200 per person"),
        (Money(currency=None, amount=Decimal(600000)), "600,000（币种？）", "600,000 (which currency?)"),
        (Quantity(amount=Decimal("1234.50")), "1,234.5", "1,234.5"),
        (Quantity(minimum=Decimal(20), maximum=Decimal(30), is_approximate=True), "约20–30", "about 20–30"),
        (42, "42", "42"),
        (True, "是", "yes"),
        (False, "否", "no"),
        (Day(date(2026, 12, 15)), "2026-12-15", "2026-12-15"),
        (Day(date(2026, 12, 15), "by"), "2026-12-15前", "by 2026-12-15"),
        (Day(date(2026, 12, 15), "since"), "2026-12-15起", "since 2026-12-15"),
        (TimeOfDay(time(14, 30)), "14:30", "14:30"),
        (Moment(datetime(2026, 12, 15, 9, 5, tzinfo=UTC)), "2026-12-15 09:05", "2026-12-15 09:05"),
        (Duration(months=Decimal(3), days=Decimal(15)), "3个月15天", "3 months 15 days"),
        (Duration(days=Decimal(10), is_business=True), "10个工作日", "10 business days"),
        (DurationRange(Duration(days=Decimal(2)), Duration(days=Decimal(3))), "2天到3天", "2 days to 3 days"),
        (Ambiguous((Quantity(amount=Decimal(3)), Quantity(amount=Decimal(15)))), "3 还是 15", "3 or 15"),
        (("IE11", "等保三级"), "IE11、等保三级", "IE11, 等保三级"),
        ("line\nfeed\there", "line\\nfeed\\there", "line\\nfeed\\there"),
    ],
)
def test_a_value_is_shown_in_both_languages(value, zh, en):
    assert show(value, "zh") == zh
    assert show(value, "en") == en


def test_a_field_says_percent_and_gives_the_label_of_a_choice():
    assert show(Quantity(amount=Decimal("12.5")), "zh", PERCENT) == "12.5%"
    assert show("design_review", "zh", PHASE) == "设计评审"
    assert show("design_review", "en", PHASE) == "design review"
    assert show("something else", "en", PHASE) == "something else"


def test_cents_are_two_figures() -> None:
    assert show(Money(currency="USD", amount=Decimal("49.90")), "en") == "$49.90"
    assert show(Money(currency="USD", amount=Decimal("49.5")), "en") == "$49.50"
    assert show(Money(currency="USD", amount=Decimal(49)), "en") == "$49"
