"""Words for yes and no as values."""

from datetime import UTC, datetime

import pytest

from dualmem.model.reading import ReadingContext
from dualmem.text import fold
from dualmem.values import boolean

CONTEXT = ReadingContext(now=datetime(2026, 11, 29, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("需要发票：是", True),
        ("不需要", False),
        ("notifications are off", False),
        ("auto renew: yes", True),
        ("自动续费：关闭", False),
        ("enabled", True),
    ],
)
def test_a_word_for_yes_or_no_is_read(text, value):
    assert [reading.value for reading in boolean.find(fold(text), CONTEXT)] == [value]


@pytest.mark.parametrize("text", ["是非曲直", "有问题", "nobody knows", "off-site", "turnoff", "行业"])
def test_a_piece_of_a_longer_word_is_none(text):
    assert boolean.find(fold(text), CONTEXT) == []
