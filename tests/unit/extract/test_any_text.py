"""What holds for every text, however odd."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.extract.samples import proposed, read

WORDS = [
    *[
        "预算",
        "是",
        "不是",
        "60万",
        "50万",
        ",",
        "。",
        "?",
        "吗",
        "如果",
        "“",
        "”",
        "'",
        "`",
        "```",
        ">",
        "甲方：",
        "user:",
        "翻译",
        "总结一下",
        "我叫",
        "张三",
        "名字",
        "的话",
        "截止日期",
    ],
    *[
        "12月20日",
        "必须",
        "兼容IE11",
        "不要用",
        "PHP",
        "budget",
        "is",
        "not",
        "600k",
        "the",
        "my",
        "name",
        "Anna",
        "it's",
        "but",
        "if",
        "suppose",
        "１２",
        "總預算",
        "没说",
    ],
    *[
        "PROJ-2024-001",
        "138",
        "0013",
        "8000",
        "a@b.com",
        "（",
        "）",
        "[",
        "]",
        "{{",
        "<script",
        "说：",
        "对吗",
        "right?",
        "no",
        "wait",
        "😀",
        "а",
        "é",
    ],
    *(" ", "\n", "\u200b", "\ufeff", "\ufe0f", "\x00", '"'),
]
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=24).map("".join))


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_every_text_is_read_and_every_place_lies_in_it(text: str) -> None:
    extraction = read(text)
    folded = extraction.utterance.folded
    for candidate in extraction.candidates:
        assert 0 <= candidate.span.start < candidate.span.end <= len(text)
        assert candidate.quote in text
        assert candidate.cue.contains(candidate.folded)
        assert candidate.clause < len(extraction.utterance.clauses)
        assert (candidate.value is None) != (candidate.refusal is None)
    ends = [0]
    for clause in extraction.utterance.clauses:
        assert ends[-1] <= clause.span.start < clause.span.end <= len(folded.text)
        assert not folded.text[ends[-1] : clause.span.start].strip()
        ends.append(clause.span.end)
    assert not folded.text[ends[-1] :].strip()


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_of_what_may_propose_no_two_share_a_place(text: str) -> None:
    spans = sorted(candidate.folded for candidate in read(text).proposals())
    assert all(first.end <= second.start for first, second in itertools.pairwise(spans))


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_a_quoted_line_below_proposes_nothing_more(text: str) -> None:
    if "```" in text or '"""' in text or any(mark in text for mark in "“‘「『«‹„〝﹁翻总润译"):
        return
    assert proposed(f"{text}\n> 预算是77万\n> 确认") == proposed(text)
