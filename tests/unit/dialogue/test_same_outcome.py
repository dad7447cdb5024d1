"""What must not change an outcome: politeness, marks, width, script, fillers, pictures; and what must never confirm."""

from collections.abc import Callable

import pytest

from tests.unit import samples
from tests.unit.dialogue.scene import Turned, hear

BUDGET = samples.update(samples.BUDGET, samples.yuan(500_000), "1.1", quote="预算50万", words="50万")
DATE = samples.update(samples.DEADLINE, samples.day("2026-12-15"), "1.2")
BASES = (
    "确认", "没错", "是的", "不对", "都不对", "第一个对", "预算没错", "日期对，预算不对", "除了日期都对",
    "不对，是60万", "改成60万",
    "对，但是日期改成12月20日", "不确定", "先等等", "yes", "no", "confirm", "the budget is right", "no, 600k",
    "yes, but make it Dec 20", "not sure", "the date is right but the budget is not", "除了日期其他都不对", "都不对",
    "forget it", "please delete both", "that is my budget", "make it 1.1M", "不要50万", "I don't want 500k",
    "translate: yes, the budget is 600k", "翻译：都对", "预算是60万吗", "若预算是60万，能否做", "is it 600k?",
    "set the budget to 600k", "记住预算60万", "忘掉预算", "delete the budget",
)  # fmt: skip
COMMANDS = ("预算设为60万", "把预算改成60万", "记住我的名字是李雷", "忘掉预算", "把角色改成首席架构师")
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
TRADITIONAL = str.maketrans("对没错预算确认万这个说记时间应该设为项单", "對沒錯預算確認萬這個說記時間應該設為項單")
CHANGES: dict[str, Callable[[str], str]] = {
    "thanks": lambda text: f"{text}，谢谢" if not text.isascii() else f"{text}, thanks",
    "please": lambda text: f"{text} please" if text.isascii() else f"{text}哈",
    "full stop": lambda text: f"{text}。" if not text.isascii() else f"{text}.",
    "marks": lambda text: f"{text}!!",
    "blanks": lambda text: f"  {text}  \n",
    "picture": lambda text: f"{text} 👍",
    "upper case": str.upper,
    "width": lambda text: text.translate(WIDE),
    "script": lambda text: text.translate(TRADITIONAL),
    "filler": lambda text: f"嗯…{text}" if not text.isascii() else f"um, {text}",
    "sound": lambda text: f"呃，{text}" if not text.isascii() else f"uh {text}",
    "phrase": lambda text: f"那个，{text}" if not text.isascii() else f"you know, {text}",
    "request": lambda text: f"麻烦，{text}" if not text.isascii() else f"excuse me, {text}",
    "greeting": lambda text: f"你好，{text}" if not text.isascii() else f"hey there, {text}",
    "particle": lambda text: f"{text}啦" if not text.isascii() else f"{text} lol",
    "wave": lambda text: f"{text}～" if not text.isascii() else f"{text}~",
    "dots": lambda text: f"{text}……" if not text.isascii() else f"{text}...",
    "face": lambda text: f"{text} ^_^",
    "wide blanks": lambda text: text.replace(" ", "  "),
    "hard blanks": lambda text: text.replace(" ", "\u00a0"),
    "set apart": lambda text: " ".join(text) if not text.isascii() else text,
    "lower case": str.lower,
}
QUOTES = (
    "uh translate: {}", "嗯，帮我把“{}”翻译成英文", "you know, proofread this: {}", "那个，润色一下：{}",
    "“{}”", "他说“{}”", "> {}", "```\n{}\n```", "翻译：{}", "客户：{}", "translate: {}", '"{}" he said',
)  # fmt: skip


def outcome(text: str) -> tuple[object, ...]:
    turned = hear(text, shown=(BUDGET, DATE))
    fields = {path: held.value for path, held in turned.state.fields.items()}
    return fields, sorted(one.id for one in turned.decision.queue)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_the_outcome_stays(base: str, change: str) -> None:
    assert outcome(CHANGES[change](base)) == outcome(base)


@pytest.mark.parametrize("around", ["{}😊", "😊{}", "{}～", "{}哦", "那个，{}", "{}🙏🙏！"])
@pytest.mark.parametrize(
    "base", ["预算设为60万", "把预算改成60万", "记住我的名字是李雷", "忘掉预算", "把角色改成首席架构师"]
)
def test_a_command_stays_among_flourishes(base: str, around: str) -> None:
    assert outcome(around.format(base)) == outcome(base)


def wrote(turned: Turned) -> bool:
    return bool(turned.state.fields)


@pytest.mark.parametrize("quote", QUOTES)
@pytest.mark.parametrize(
    "base", ["确认", "都对", "yes", "confirm all", "改成60万", "记住我叫李雷", "set the budget to 1"]
)
def test_a_quoted_word_never_writes(base: str, quote: str) -> None:
    assert not wrote(hear(quote.format(base), shown=(BUDGET, DATE)))


@pytest.mark.parametrize("base", ["确认", "改成60万", "yes", "no, 600k", "记住我叫李雷"])
def test_a_supposed_word_never_writes(base: str) -> None:
    condition = "if my boss agrees, " if base.isascii() else "如果老板同意，"
    assert not wrote(hear(condition + base, shown=(BUDGET, DATE)))


@pytest.mark.parametrize("text", ["海鸥飞过堤岸", "gulls drift past", "。。。", "🙂🙂", "\n\n", "xyzzy", "灯笼、风筝"])
def test_a_text_of_no_known_word_changes_nothing(text: str) -> None:
    turned = hear(text, shown=(BUDGET, DATE))
    assert turned.decision.events == ()
    assert len(turned.decision.queue) == 2
