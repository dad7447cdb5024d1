"""A bare number where a length of time was shown, and the value behind a field that is called wrong."""

from pathlib import Path

import pytest

from tests.unit.dialogue.test_wishes import said


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("no, 4", "P4D"),
        ("不对，是4", "P4D"),
        ("make it five instead", "P5D"),
        ("stay length is wrong, it is 4", "P4D"),
        ("天数不对，是4", "P4D"),
        ("不是3，是5", "P5D"),
    ],
)
def test_a_bare_number_is_in_the_unit_of_the_length_that_was_shown(text: str, held: str, tmp_path: Path) -> None:
    assert said(text, tmp_path, {"stay": "P3D"}) == {"stay": held}


@pytest.mark.parametrize(
    "text",
    [
        "no, 4 rooms",
        "不对，是4号",
        "no, the 4th",
        "no, at 4",
        "we are 4",
        "we have 4",
        "there will be 4",
        "book 4",
        "我们是4",
        "我们一共4",
        "人数4",
    ],
)
def test_a_number_of_something_else_is_no_length(text: str, tmp_path: Path) -> None:
    assert said(text, tmp_path, {"stay": "P3D"}) == {}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("the first is right, stay length is wrong, it is 4", {"people": 2, "stay": "P4D"}),
        ("第一个对。天数不对，是4。", {"people": 2, "stay": "P4D"}),
        ("no, 4", {"people": 4}),
        ("不对，是4", {"people": 4}),
    ],
)
def test_beside_a_count_a_bare_number_is_a_length_only_where_that_is_named(
    text: str, held: dict[str, object], tmp_path: Path
) -> None:
    assert said(text, tmp_path, {"people": 2, "stay": "P3D"}) == held


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("check in date is wrong, it is 4", {}),
        ("the first is right, the check in date is wrong, it is 4", {"people": 2}),
        ("入住日期不对，是4", {}),
    ],
)
def test_what_follows_a_field_that_is_called_wrong_is_no_value_of_another_one(
    text: str, held: dict[str, object], tmp_path: Path
) -> None:
    assert said(text, tmp_path, {"people": 2, "start": "2026-12-05"}) == held


def test_a_count_with_its_noun_is_that_of_the_other_field_all_the_same(tmp_path: Path) -> None:
    text = "the check in date is wrong, and I need it for 4 people"
    assert said(text, tmp_path, {"people": 2, "start": "2026-12-05"}) == {"people": 4}
