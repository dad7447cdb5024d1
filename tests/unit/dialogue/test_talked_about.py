"""A value that is denied, put off, another's or only talked about is not written, whatever its type."""

import pytest

from tests.unit import samples
from tests.unit.dialogue.scene import hear

ORDER = "business_context.order_id"
ROLE = "user_profile.role"
PER_PERSON = "business_context.budget.per_person"
# Per field: the shown value, and how it and another one are said in English and in Chinese.
TYPES = {
    samples.PHONE: ("+8613800138000", ("13800138000", "13912345678"), ("13800138000", "13912345678")),
    samples.EMAIL: ("li.lei@abc.com", ("li.lei@abc.com", "anna@xyz.com"), ("li.lei@abc.com", "anna@xyz.com")),
    samples.PROJECT: ("PROJ-2024-001", ("PROJ-2024-001", "PROJ-2024-031"), ("PROJ-2024-001", "PROJ-2024-031")),
    ORDER: ("ORD-2026-A1B2C", ("ORD-2026-A1B2C", "ORD-2026-X9Y8Z"), ("ORD-2026-A1B2C", "ORD-2026-X9Y8Z")),
    samples.PHASE: ("design", ("design", "design review"), ("设计", "设计评审")),
    ROLE: ("pm", ("project manager", "engineer"), ("项目经理", "工程师")),
    PER_PERSON: (
        samples.yuan(1200, per="person"),
        ("1200 per person", "1500 per person"),
        ("每人1200元", "每人1500元"),
    ),
    samples.BUDGET: (samples.yuan(500_000), ("500k", "600k"), ("50万", "60万")),
}
ENGLISH = (
    "let me check {}",
    "I need to check {}",
    "I'll get back to you on {}",
    "let me think about {}",
    "tell me about {}",
    "thanks for {}",
    "sorry about {}",
    "hold off on {}",
    "wait with {}",
    "skip {}",
    "not now {}",
    "give me a day for {}",
    "they have {}",
    "the other team has {}",
    "there is also {}",
    "we also have {}",
    "he claims {}",
    "my colleague claims {}",
    "at first {}",
    "I was wrong about {}",
    "you made up {}",
    "there's no such thing as {}",
    "it isn't and never was {}",
    "we aren't at {} yet",
    "for example {}",
    "{} except the end",
    "{} with one change",
    "{} but check with Tom first",
    "{}, but not yet",
    "{} (draft)",
    "{} tbc",
    "{} is almost right",
    "{} is nearly right",
    "{} is not valid",
    "{} is not in use",
    "{} has nothing to do with me",
    "{} rings no bell",
    "{} is too much",
    "yeah right, {}",
    "wow {}, who said that?",
    "according to Tom {}",
    "Tom wants {}",
)
OTHER_ENGLISH = ("except {}", "apart from {}", "instead of {}", "unlike {}", "besides {}", "the other one is {}")
CHINESE = (
    "我查一下{}",
    "我得核实一下{}",
    "让我想想{}",
    "我们在考虑{}",
    "先不管{}",
    "跳过{}",
    "好奇{}",
    "谢谢{}",
    "看{}",
    "我收回{}",
    "根本不是{}",
    "压根不是{}",
    "不只{}",
    "不止是{}",
    "又是{}",
    "还{}呢",
    "明天再确认{}",
    "另一个项目是{}",
    "对方是{}",
    "你的是{}",
    "前一个是{}",
    "我们还有{}",
    "他的是{}",
    "张三：{}",
    "{}是假的",
    "{}是瞎编的",
    "{}跟我没关系",
    "{}换掉了",
    "{}早就换了",
    "{}停用了",
    "{}不存在",
    "{}拿掉",
    "{}漏了一个字",
    "{}后半部分不对",
    "{}之外还有",
    "{}基本对",
    "{}改天说",
    "{}，前提是客户签字",
    "{}，还要问老板",
)
OTHER_CHINESE = ("除了{}还有别的", "跟{}不同", "和{}一样")
LABELS = {samples.PHONE: "电话", ROLE: "角色", samples.PROJECT: "项目编号", samples.EMAIL: "邮箱"}
DENIED_LABELS = ("取消{}", "不要{}", "不同意{}", "拒绝{}", "我查一下{}", "根本不是{}")


def turns() -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = []
    for path, (_, english, chinese) in TYPES.items():
        made += [(path, form.format(value)) for form in ENGLISH for value in english]
        made += [(path, form.format(value)) for form in CHINESE for value in chinese]
        made += [(path, form.format(english[1])) for form in OTHER_ENGLISH]
        made += [(path, form.format(chinese[1])) for form in OTHER_CHINESE]
    for path, label in LABELS.items():
        made += [(path, form.format(label + value)) for form in DENIED_LABELS for value in TYPES[path][2]]
    return made


@pytest.mark.parametrize(("path", "text"), turns())
def test_what_is_only_talked_about_is_not_written(path: str, text: str) -> None:
    shown = samples.update(path, TYPES[path][0], "1.1")
    assert not hear(text, shown=(shown,)).state.fields


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (path, form.format(value))
        for path, (_, english, _) in TYPES.items()
        for form in (
            "{}",
            "it's {}",
            "no, {}",
            "{} is right",
            "sorry, {}",
            "wait, {}",
            "就是{}",
            "不对，是{}",
            "改成{}",
        )
        for value in english
    ],
)
def test_what_is_said_of_the_field_is_written(path: str, text: str) -> None:
    shown = samples.update(path, TYPES[path][0], "1.1")
    assert path in hear(text, shown=(shown,)).state.fields


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (samples.NAME, "yes, Rosa Lind"),
        (samples.NAME, "对，韩梅梅"),
        ("user_profile.industry", "yes, pharma"),
        ("user_profile.industry", "对，医药"),
        (ROLE, "对，财务总监"),
        (ROLE, "engineer, you must be joking"),
        (samples.NAME, "no, you must be joking"),
        (samples.BUDGET, "I want to change 500k"),
        (samples.BUDGET, "想改50万"),
        (samples.BUDGET, "I need 600 dollars for the trip"),
        (samples.BUDGET, "I confirm that I got your mail"),
        (samples.BUDGET, "我确认收到了"),
        (samples.BUDGET, "the budget is 600k, really?"),
        (samples.BUDGET, "预算60万，真的吗"),
        (samples.PHONE, "13912345678呢"),
        (samples.PHONE, "let me check 一下 13912345678"),
        (samples.PHASE, "设计阶段结束了"),
        (samples.PHASE, "design is done"),
        (samples.PHASE, "设计评审还早"),
        (ROLE, "工程师呢"),
    ],
)
def test_a_turn_that_confirms_nothing_writes_nothing(path: str, text: str) -> None:
    values = {samples.NAME: "Anna Schmidt", "user_profile.industry": "logistics"}
    value = values[path] if path in values else TYPES[path][0]
    assert not hear(text, shown=(samples.update(path, value, "1.1"),)).state.fields


@pytest.mark.parametrize("text", ["yes, boss", "对，老板", "对，王总", "yes, thanks", "yes, brilliant"])
def test_whom_one_speaks_to_is_no_other_name(text: str) -> None:
    assert hear(text, shown=(samples.update(samples.NAME, "Anna Schmidt", "1.1"),)).state.fields


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (samples.BUDGET, "不是60万"),
        (samples.BUDGET, "let me check 600k"),
        (samples.BUDGET, "600k is too much"),
        (samples.BUDGET, "600k was last year's"),
        (samples.PHONE, "不是13912345678"),
        (samples.PHONE, "13912345678 is wrong"),
        (samples.PHONE, "13912345678 is almost right"),
        (samples.DEADLINE, "12月20日不行"),
        (samples.PHASE, "不是设计"),
        (samples.PROJECT, "PROJ-2024-031 was last year's"),
        (samples.NAME, "not Anna"),
        (samples.NAME, "call Anna"),
        (samples.NAME, "找李雷"),
        ("user_profile.industry", "not pharma"),
        ("user_profile.industry", "医药不行"),
        ("user_profile.industry", "my boss knows"),
    ],
)
def test_an_answer_that_denies_its_value_is_none(path: str, text: str) -> None:
    assert not hear(text, asked=(path,)).state.fields


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (samples.BUDGET, "no, 600k"),
        (samples.BUDGET, "不对，60万"),
        (samples.PHONE, "13912345678"),
        ("user_profile.industry", "不锈钢"),
        ("user_profile.industry", "无人机"),
        (samples.NAME, "Anna"),
    ],
)
def test_an_answer_that_gives_its_value_is_one(path: str, text: str) -> None:
    assert path in hear(text, asked=(path,)).state.fields
