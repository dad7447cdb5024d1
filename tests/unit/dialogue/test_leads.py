"""What leads to a change: where it is denied, refused, somebody's or only thought of, nothing is written."""

from collections.abc import Iterator
from zlib import crc32

import pytest

from dualmem.memory import Memory
from dualmem.testing.seed import Start, seed

BUDGET = "business_context.budget.ceiling"
SHOWN = {"field": BUDGET, "value": {"amount": "500000", "currency": "CNY"}, "quote": "预算50万"}
ENGLISH_LEADS = (
    "don't {}", "no need to {}", "we decided not to {}", "there's no reason to {}", "it would be a mistake to {}",
    "we failed to {}", "it's too early to {}", "nobody asked us to {}", "rather than {}", "in no way {}",
    "unless we {}", "he said to {}", "the client asked to {}", "last year we had to {}", "I doubt we'll {}",
    "we almost had to {}",
)  # fmt: skip
ENGLISH_CHANGES = ("make it 600k", "raise it to 600k", "change it to 600k", "bump it up to 600k", "cut it to 400k")
CHINESE_LEADS = (
    "别{}", "不要{}", "没必要{}", "不可能{}", "没批准{}", "不得{}", "坚决不{}", "免得{}", "没有人说要{}", "不让{}",
    "差点{}", "老板打算{}", "客户要求{}", "要不要{}", "如果{}就好了", "{}，没门", "{}，客户不干", "申请{}没批下来",
)  # fmt: skip
CHINESE_CHANGES = ("改成60万", "涨到60万", "提高到60万", "加到60万", "压到40万")
FIRM = (
    *[("", change) for change in (*ENGLISH_CHANGES, *CHINESE_CHANGES)],
    ("no, ", "make it 600k"), ("please ", "raise it to 600k"), ("we would like to ", "raise it to 600k"),
    ("after talking to the team, ", "make it 600k"), ("不对，", "改成60万"),
    ("不够，", "加到60万"), ("不行，得", "涨到60万"),
)  # fmt: skip


@pytest.fixture(scope="module", name="memory")
def _memory() -> Iterator[Memory]:
    with Memory.open(schema="project_assistant") as memory:
        yield memory


def written(memory: Memory, text: str) -> object:
    """Give the budget that a turn writes; every text is a subject of its own."""
    subject = f"s{crc32(text.encode())}"
    seed(memory, subject, "main", Start(shown=[SHOWN]))
    memory.hear(subject, text, conversation="main")
    return memory.state(subject, reveal=True).fields.get(BUDGET)


@pytest.mark.parametrize("change", ENGLISH_CHANGES)
@pytest.mark.parametrize("lead", ENGLISH_LEADS)
def test_an_english_change_that_is_not_the_users_own_is_not_written(memory, lead: str, change: str) -> None:
    assert written(memory, lead.format(change)) is None


@pytest.mark.parametrize("change", CHINESE_CHANGES)
@pytest.mark.parametrize("lead", CHINESE_LEADS)
def test_a_chinese_change_that_is_not_the_users_own_is_not_written(memory, lead: str, change: str) -> None:
    assert written(memory, lead.format(change)) is None


@pytest.mark.parametrize(("lead", "change"), FIRM)
def test_a_firm_change_is_written(memory, lead: str, change: str) -> None:
    assert written(memory, lead + change) is not None
