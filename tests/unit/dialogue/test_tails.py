"""What stands behind an answer or a command: what takes it back leaves it unwritten, what goes on does not."""

from collections.abc import Iterator
from zlib import crc32

import pytest

from dualmem.memory import Memory
from dualmem.testing.seed import Start, seed

BUDGET = "business_context.budget.ceiling"
SHOWN = {"field": BUDGET, "value": {"amount": "500000", "currency": "CNY"}, "quote": "预算50万"}
ENGLISH = ("correct", "600k", "make it 600k", "no, 600k", "set the budget to 600k")
CHINESE = ("没错", "60万", "改成60万", "不对，是60万", "把预算设为60万")
ENGLISH_BACK = (
    "that was last year", "it used to be", "but that's changing", "might change", "just guessing", "don't quote me",
    "tentatively", "for reference only", "there's a problem", "the client disagrees", "for the other project",
    "not mine", "allegedly", "pending approval", "finance still has to approve", "not sure though", "but don't save",
)  # fmt: skip
CHINESE_BACK = (
    "之前是", "但现在变了", "可能会变", "我猜的", "我蒙的", "仅供参考", "暂定", "问题很大", "客户不同意", "是B项目的",
    "是我朋友的", "不是我们的", "待审批", "还要老板批准", "不确定", "但是别保存",
)  # fmt: skip
ENGLISH_ON = (
    "thanks",
    "great work",
    "that's all",
    "the boss agreed",
    "nice weather",
    "as I said",
    "gotta go",
    "no problem",
)
CHINESE_ON = ("谢谢", "就这样", "老板同意了", "天气不错", "我先下班了", "没问题", "辛苦了", "没别的了")


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


@pytest.mark.parametrize("tail", ENGLISH_BACK)
@pytest.mark.parametrize("answer", ENGLISH)
def test_an_english_answer_that_is_taken_back_is_not_written(memory, answer: str, tail: str) -> None:
    assert written(memory, f"{answer}, {tail}") is None


@pytest.mark.parametrize("tail", CHINESE_BACK)
@pytest.mark.parametrize("answer", CHINESE)
def test_a_chinese_answer_that_is_taken_back_is_not_written(memory, answer: str, tail: str) -> None:
    assert written(memory, f"{answer}，{tail}") is None


@pytest.mark.parametrize("tail", ENGLISH_ON)
@pytest.mark.parametrize("answer", ["correct", "make it 600k", "set the budget to 600k"])
def test_an_english_answer_that_goes_on_is_written(memory, answer: str, tail: str) -> None:
    assert written(memory, f"{answer}, {tail}") is not None


@pytest.mark.parametrize("tail", CHINESE_ON)
@pytest.mark.parametrize("answer", ["没错", "改成60万", "把预算设为60万"])
def test_a_chinese_answer_that_goes_on_is_written(memory, answer: str, tail: str) -> None:
    assert written(memory, f"{answer}，{tail}") is not None
