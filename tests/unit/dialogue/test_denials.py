"""A value that is denied, doubted, asked about or talked about is never written, however it is put."""

import pytest

from tests.unit import samples
from tests.unit.dialogue.scene import hear

BUDGET = samples.update(samples.BUDGET, samples.yuan(500_000), "1.1", quote="预算50万", words="50万")
DATE = samples.update(samples.DEADLINE, samples.day("2026-12-15"), "1.2")
BEFORE_EN = (  # noqa: SIM905 - a list would take a line for each
    "not|it's not|it is not|that's not|this is not|this isn't|that isn't|it wasn't|they aren't|never|I never said|"
    "I didn't say|I did not mean|don't put|do not use|don't make it|definitely not|certainly not|absolutely not|"
    "by no means|in no way|it can't be|it cannot be|it shouldn't be|must not be|it won't be|we don't want|I don't want|"
    "nobody said|no one said|it's hardly|far from|no longer|not exactly|not quite|not really|it's no|there is no|"
    "we do not have|reject|I refuse|I can't accept|I can not agree to|I don't agree with|I disagree with|"
    "I'm not happy with|stop saying|it used to be|originally|last year it was|I doubt it's|maybe|is it|if it's|"
    "suppose it's|unless it's|please don't save|do not save|cancel|undo|scrap"
).split("|")
BEHIND_EN = (  # noqa: SIM905 - a list would take a line for each
    "is wrong|isn't right|is not it|no longer|is too much|is too high|won't work|is a typo|has one zero too many|"
    "was last year's|is not what I said|can't be right|is impossible|is out of the question|is obsolete|is history|"
    "is nonsense|is a joke|isn't mine|is pending|is under discussion|needs approval|must change|has changed|changed|"
    "will change|is subject to change|is just an example|is a placeholder|is not final|is tentative|depends"
).split("|")
BEFORE_ZH = (  # noqa: SIM905 - a list would take a line for each
    "不是|这不是|并不是|并非|绝不是|才不是|不可能是|不会是|不应该是|不要|不用|别写|别记|没说|我没说|谁说|哪来的|哪有|怎么会是|"
    "难道是|去年是|本来是|要是|如果是|除非是|可能是|好像是|未必是|不确定是|是不是|取消|删掉|撤销|作废|不同意|不接受|反对|拒绝|"
    "不想要|没有|不再是|早就不是|已经不是|不等于"
).split("|")
BEHIND_ZH = (  # noqa: SIM905 - a list would take a line for each
    "不对|不行|错了|有误|记错了|不是我说的|没说过|吗|？|太高了|太少了|过时了|作废了|不算数|是老数据|是别人的|还没定|没批|没通过|"
    "再说|要改|需要改|变了|会变|不一定|少了个零|打八折|的一半|翻倍|只是举例|才怪"
).split("|")
ENGLISH = [f"{head} {{}}" for head in BEFORE_EN] + [f"{{}} {tail}" for tail in BEHIND_EN]
CHINESE = [f"{head}{{}}" for head in BEFORE_ZH] + [f"{{}}{tail}" for tail in BEHIND_ZH]
CASES = [(form, value) for form in ENGLISH for value in ("500k", "600k", "December 15", "December 20")]
CASES += [(form, value) for form in CHINESE for value in ("50万", "60万", "12月15日", "12月20日")]
LABELLED = [(f"{{}} {tail}", "the budget of 500k") for tail in BEHIND_EN]
LABELLED += [(f"{{}}{tail}", "预算50万") for tail in BEHIND_ZH]


@pytest.mark.parametrize(("form", "value"), [*CASES, *LABELLED])
def test_what_is_denied_or_talked_about_writes_nothing(form: str, value: str) -> None:
    assert not hear(form.format(value), shown=(BUDGET, DATE)).state.fields


@pytest.mark.parametrize(
    "text", ["500k", "it's 500k", "yes, 500k", "500k is right", "就是50万", "50万没错", "预算50万，对"]
)
def test_what_is_said_again_is_written(text: str) -> None:
    assert samples.BUDGET in hear(text, shown=(BUDGET, DATE)).state.fields
