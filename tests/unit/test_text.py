"""Folding, hidden and mixed characters, language, bigrams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dualmem.characters import accented
from dualmem.model.span import Span
from dualmem.text import bigrams, fold, fold_pattern, hidden, language, mixed_words, suspects


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("總預算５０萬，確認", "总预算50万,确认"),
        ("\ufeff确\ufe0f认", "确认"),
        ("A\r\nB", "a\nb"),
        ("①½", "11⁄2"),
        ("\ud800x", "\ufffdx"),
        ("ＹＥＳ！", "yes!"),
        ("Nguyễn, Łukasz, Søren", "nguyen, lukasz, soren"),
    ],
)
def test_folding_takes_width_case_script_and_what_is_dropped(text: str, folded: str) -> None:
    assert fold(text).text == folded


@pytest.mark.parametrize(("one", "two"), [("José", "JOSÉ"), ("張三", "张三"), ("Ｊosé", "José"), ("Ann", "Anna")])
def test_case_script_and_width_are_no_accents(one: str, two: str) -> None:
    assert accented(one) == accented(two)


def test_an_accent_tells_apart_what_folding_makes_one() -> None:
    assert fold("José").text == fold("Jose").text
    assert accented("José") != accented("Jose")


@given(st.text(max_size=60))
def test_every_place_of_a_folded_text_leads_back_to_the_original(text: str) -> None:
    folded = fold(text)
    assert len(folded.offsets) == len(folded.text) + 1
    for index in range(len(folded.text)):
        place = folded.to_original(Span(index, index + 1))
        assert 0 <= place.start < place.end <= len(text)
    assert list(folded.offsets) == sorted(folded.offsets)


@given(st.text(max_size=40))
def test_readers_of_any_text_point_into_it(text: str) -> None:
    assert all(
        0 <= span.start < span.end <= len(text) for reader in (hidden, mixed_words, suspects) for span in reader(text)
    )
    assert language(text) in ("zh", "en", None)
    assert all(pair for pair in bigrams(text))


def test_a_folded_pattern_keeps_its_operators() -> None:
    assert fold_pattern(r"總（.*）？\S") == r"总\(.*\)\?\S"


def test_words_of_several_alphabets_are_mixed_and_scripts_side_by_side_are_not() -> None:
    assert mixed_words("p\u0430ypal \u03b1bc") == (Span(0, 6), Span(7, 10))
    assert mixed_words("budget对 ｙｅｓ 5µm привет 東京tokyo") == ()


def test_joiners_between_pictographs_are_not_hidden() -> None:
    assert hidden("👨\u200d👩\u200d👧 ok") == ()
    assert hidden("o\u200dk") == (Span(1, 2),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("budget是60万", "zh"),
        ("the budget is 70万", "en"),
        ("set 预算 to 60万", "en"),
        ("/remember 城市 杭州", "zh"),
        ("dev@abc.com", None),
        ("ok", None),
        ("yes", "en"),
        ("2026-01-01", None),
    ],
)
def test_the_language_of_a_text(text: str, expected: str | None) -> None:
    assert language(text) == expected


def test_bigrams_are_words_and_pairs_of_han() -> None:
    assert bigrams("预算编号 the Budget，对") == ("预算", "算编", "编号", "the", "budget", "对")
