"""What a terminal gets."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dualmem.cli.output import Printer, columns_of, dumps, safe, table

BAD = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(st.characters()))
def test_no_text_reaches_the_terminal_with_a_character_it_would_obey(text: str) -> None:
    assert not [char for char in safe(text) if unicodedata.category(char) in BAD]


@given(st.dictionaries(st.text(), st.text()))
def test_json_escapes_what_is_invisible_and_reads_back_the_same(data: dict[str, str]) -> None:
    text = dumps(data)
    assert not [char for char in text if char != "\n" and unicodedata.category(char) in BAD]
    assert json.loads(text) == data


def test_lone_surrogates_are_escaped() -> None:
    assert safe("a\ud800b") == "a\\ud800b"
    assert json.loads(dumps({"a": "\ud800"})) == {"a": "\ud800"}


def test_ascii_json_is_ascii() -> None:
    assert dumps({"预算": "五十万"}, is_ascii=True).isascii()


@pytest.mark.parametrize(("text", "columns"), [("预算", 4), ("budget", 6), ("¥500,000", 8), ("é", 1), ("ｗ", 2)])
def test_a_han_character_takes_two_columns(text: str, columns: int) -> None:
    assert columns_of(text) == columns


def test_a_table_lines_up_whatever_the_script() -> None:
    lines = table([["field", "value"], ["预算", "1"], ["a", "2"]]).splitlines()
    assert lines[1].index("1") - len("预算") + 4 == lines[2].index("2") - len("a") + 1


def test_an_empty_list_says_so_to_people_and_is_a_list_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    Printer(is_json=False).rows([], {"a": "a"}, empty="nothing waits")
    Printer(is_json=True).rows([], {"a": "a"})
    assert capsys.readouterr().out == "nothing waits\n[]\n"
