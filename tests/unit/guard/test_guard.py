"""Guard: what contradicts the state, the sentence that replaces it, and the releaser."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dualmem import guard
from dualmem.guard.agreement import agrees
from dualmem.model.value import Ambiguous, Duration, DurationRange, Money, Quantity
from dualmem.schema.lexicon import load_lexicons
from tests.unit.guard.fake_reader import read
from tests.unit.samples import (
    BUDGET,
    CONSTRAINTS,
    DEADLINE,
    ID_CARD,
    MESSAGES,
    NAME,
    PHASE,
    PHONE,
    SCHEMA,
    day,
    state,
    yuan,
)

LEXICON = load_lexicons(("zh", "en"))
HELD = state({BUDGET: yuan(500000)})
FACT = "根据已确认的记录，预算是¥500,000。"


def check(text: str, held=HELD, *, labels: bool = False):
    return guard.check(read(text), SCHEMA, held, lexicon=LEXICON if labels else None)


def sentence(found) -> str:
    return guard.facts(found, SCHEMA, MESSAGES, "zh")


def stream(pieces, held=HELD) -> list[str]:
    releaser = guard.Releaser(read, lambda extraction: guard.check(extraction, SCHEMA, held, lexicon=LEXICON), sentence)
    return [*(releaser.feed(piece) for piece in pieces), releaser.finish()]


def test_another_value_than_the_states_is_a_contradiction() -> None:
    (found,) = check("好的，预算是80万。")
    assert (found.field, found.stated, found.stored) == (BUDGET, yuan(800000), yuan(500000))
    assert "好的，预算是80万。"[found.span.start : found.span.end] == "80万"


@pytest.mark.parametrize(
    "text",
    [
        "预算是50万。",
        "预算是80万吗？",
        "预算不是80万。",
        "如果预算是80万，可以加人。",
        "您说过“预算是80万”。",
        "总共80万。",
    ],
)
def test_the_states_value_questions_negations_and_quotes_are_none(text) -> None:
    assert check(text, labels=True) == ()


def test_the_queue_and_unset_fields_do_not_count() -> None:
    assert check("预算是80万。", state()) == ()


@pytest.mark.parametrize("text", ["预算目前是80万。", "预算80万。", "您的预算：80万。", "项目预算上限仍是80万。"])
def test_a_label_followed_by_another_value_is_a_contradiction(text) -> None:
    assert [found.stated for found in check(text.replace("项目", "该"), labels=True)] == [yuan(800000)]


@pytest.mark.parametrize("text", ["会议预算 80万。", "预算比去年的80万少。", "人均预算80万。", "预算够，交通费80万。"])
def test_a_part_of_a_longer_noun_or_a_value_of_something_else_is_none(text) -> None:
    assert check(text, labels=True) == ()


@pytest.mark.parametrize(
    ("path", "stated", "stored", "is_same"),
    [
        (BUDGET, yuan(500000), yuan(500000, is_approximate=True), True),
        (BUDGET, yuan(500000, is_approximate=True), yuan(500000), True),
        (BUDGET, yuan(480000, is_approximate=True), yuan(500000), False),
        (BUDGET, Money(currency="USD", amount=Decimal(500000)), yuan(500000), False),
        (BUDGET, Money(currency=None, amount=Decimal(500000)), yuan(500000), True),
        (BUDGET, yuan(1200, per="person"), yuan(500000), True),
        (BUDGET, Money(currency="CNY", minimum=Decimal(400000), maximum=Decimal(600000)), yuan(500000), True),
        (BUDGET, Money(currency="CNY", minimum=Decimal(600000), maximum=Decimal(700000)), yuan(500000), False),
        (BUDGET, Money(currency="CNY", minimum=Decimal(400000)), yuan(500000), True),
        (DEADLINE, day("2026-12-15", "by"), day("2026-12-15"), True),
        (DEADLINE, day("2026-12-16"), day("2026-12-15"), False),
        (DEADLINE, Ambiguous((day("2026-03-04"), day("2026-04-03"))), day("2026-04-03"), True),
        (DEADLINE, Ambiguous((day("2026-03-04"), day("2026-04-03"))), day("2026-05-03"), False),
        (PHASE, "build", "design", False),
        (NAME, "张工，", "张工", True),
        (NAME, "张", "张工", True),
        (NAME, "小明", "张工", False),
        (CONSTRAINTS, ("必须兼容IE11",), ("需通过等保三级",), True),
        (PHONE, "+8613700137000", "+8613800138000", False),
        (ID_CARD, "110101199001011237", "110101********1237", True),
        (ID_CARD, "110101199001011237", "110101********9999", False),
        (BUDGET, Quantity(amount=Decimal(3)), yuan(3), True),
    ],
)
def test_agreement_is_typed(path, stated, stored, is_same) -> None:
    assert agrees(SCHEMA.field(path), stated, stored) is is_same


def test_a_range_of_days_agrees_with_its_ends() -> None:
    three, five = Duration(days=Decimal(3)), Duration(days=Decimal(5))
    assert agrees(SCHEMA.field(BUDGET), DurationRange(three, five), three)


def test_the_sentence_that_contradicts_is_replaced_and_the_rest_stays() -> None:
    draft = "方案可以做。预算是80万，够用。周五给您。"
    fixed = guard.corrected(draft, check(draft), sentence)
    assert fixed == f"方案可以做。{FACT}周五给您。"
    assert check(fixed) == ()


def test_two_contradictions_of_one_sentence_are_replaced_once() -> None:
    draft = "预算是80万，也就是预算80万。"
    assert guard.corrected(draft, check(draft), sentence) == FACT


def test_the_sentence_from_the_state_masks_a_sensitive_value() -> None:
    found = guard.Contradiction(
        field=PHONE,
        stated="+8613700137000",
        stored="+8613800138000",
        span=check("预算是80万")[0].span,
        sentence=check("预算是80万")[0].sentence,
    )
    assert "1380013" not in guard.facts([found], SCHEMA, MESSAGES, "zh").replace(" ", "")


def test_a_stream_character_by_character_never_releases_a_contradiction() -> None:
    released = "".join(stream("您好，预算是80万"))
    assert "80" not in released
    assert released == f"您好，{FACT}"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_true_draft_is_released_whole_whatever_the_pieces(size) -> None:
    draft = "您好，预算是50万，够用。下面是清单：\n1. 设计，2人；\n2. 开发？好。The end, v1.2 at 3.5, ok."
    pieces = [draft[at : at + size] for at in range(0, len(draft), size)]
    assert "".join(stream(pieces)) == draft


def test_clauses_go_out_before_the_draft_ends() -> None:
    out = stream("您好，预算是50万。")
    assert "".join(out[:5]).startswith("您好，")
    assert "".join(out[:-1]) == "您好，预算是50万。"


def test_a_number_with_a_comma_or_a_point_is_never_split() -> None:
    for text in ("费用1,200,000元", "版本3.14没问题", "时间是Dec 20, 2026，可以", "时间是Dec. 20 可以", "价格1，200元"):
        out = [piece for piece in stream(text) if piece]
        assert not any(piece.rstrip()[-1:].isdigit() for piece in out[:-1]), text
        assert not any(piece.lstrip()[:1].isdigit() for piece in out[1:]), text


def test_a_question_over_two_clauses_is_released() -> None:
    assert "".join(stream("您是说预算是80万，对吗？好的。")) == "您是说预算是80万，对吗？好的。"


def test_a_quote_over_several_sentences_is_released() -> None:
    draft = "您说：“先这样。预算是80万。”我记下了。"
    assert "".join(stream(draft)) == draft


def test_a_contradiction_at_the_end_of_a_line_is_replaced_and_the_line_end_stays() -> None:
    assert "".join(stream("预算是80万\n下一步。")) == f"{FACT}\n下一步。"


def test_the_context_of_an_earlier_clause_counts() -> None:
    assert "80万" not in "".join(stream("预算80万，没问题。"))


def test_what_was_replaced_is_told() -> None:
    releaser = guard.Releaser(read, lambda extraction: guard.check(extraction, SCHEMA, HELD), sentence)
    releaser.feed("预算是80万。")
    assert [found.stated for found in releaser.found] == [yuan(800000)]
    assert releaser.draft == "预算是80万。"


@given(
    st.lists(
        st.sampled_from(["预算", "是", "80", "万", "50万", "，", "。", "吗？", "“", "”", "\n", "好", " ", "Dec. "]),
        max_size=30,
    )
)
def test_however_it_is_cut_nothing_is_lost_but_what_contradicts(pieces) -> None:
    draft = "".join(pieces)
    by_piece, by_char = "".join(stream(pieces)), "".join(stream(draft))
    assert by_piece == by_char
    if not guard.check(read(draft), SCHEMA, HELD, lexicon=LEXICON) and FACT not in by_char:
        assert by_char == draft


def test_the_own_voice_keeps_every_character_in_its_place() -> None:
    for text in ("您叫小明，你好", "Your name is Wei and you're fine", "You are Wei"):
        own = guard.contradictions.in_own_voice(text, LEXICON)
        assert len(own) == len(text)
        assert "您" not in own
        assert "your" not in own.lower()
