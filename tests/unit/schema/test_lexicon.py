"""Lexicons load, merge, and their examples are tests."""

from pathlib import Path

import pytest

from dualmem.errors import SpecError
from dualmem.schema.lexicon import bounded, check_lexicons, load_lexicons, union
from dualmem.text import fold


def _write(root: Path, language: str, body: str) -> Path:
    folder = root / language
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "own.yaml").write_text(body, encoding="utf-8")
    return root


def test_every_shipped_example_holds() -> None:
    assert check_lexicons() == ()


def test_a_users_file_adds_words_to_a_shipped_section(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "zh",
        "dualmem: lexicon/1\nsections:\n  talk.sound: {patterns: [你好], match: [你好呀], no_match: [再见]}\n",
    )
    _write(
        tmp_path,
        "de",
        "dualmem: lexicon/1\nsections:\n  talk.sound: {patterns: [hallo], match: [Hallo], no_match: [xhallo]}\n",
    )
    lexicon = load_lexicons(("zh", "en"), (tmp_path,))
    assert "de" in lexicon.languages
    assert lexicon.has("talk.sound", fold("你好").text)
    assert lexicon.has("talk.sound", fold("HALLO!").text)


def test_an_ascii_pattern_is_no_part_of_a_longer_word(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "en",
        "dualmem: lexicon/1\nsections:\n  talk.sound: {patterns: ['no'], match: [no], no_match: [note]}\n",
    )
    lexicon = load_lexicons(("en",), (tmp_path,))
    assert not lexicon.has("talk.sound", "note")
    assert lexicon.has("talk.sound", "no对")


@pytest.mark.parametrize(
    ("pattern", "found", "missed"),
    [
        ("and|&", "a & b", "band"),
        ("is|=", "a = b", "island"),
        ("(?:ok){2,}|u[hm]+", "uhm", "umbrella"),
        (r"\w+n't|not", "isn't it", "nothing"),
        ("no(?: (?:one|more))?|[a|b] c", "no one", "none"),
        (r"ends with \w{1,4}|x", "ends with four", "ends with fourteen"),
        ("[a-z]ly$", "quickly", "lying"),
    ],
)
def test_each_alternative_of_a_pattern_has_edges_of_its_own(pattern: str, found: str, missed: str) -> None:
    regex = union((bounded(pattern),))
    assert regex.search(found) is not None
    assert regex.search(missed) is None


def test_every_shipped_section_has_examples_of_both_kinds() -> None:
    sections = load_lexicons(("zh", "en")).sections.values()
    bare = [section.name for section in sections if not (section.match and section.no_match)]
    assert bare == ["guard_frame"]  # a frame with gaps, no pattern


def test_traditional_and_full_width_words_are_found(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "zh",
        "dualmem: lexicon/1\nsections:\n  talk.sound: {patterns: [確認（好）], match: ['确认(好)'], no_match: [好]}\n",
    )
    assert load_lexicons(("zh",), (tmp_path,)).has("talk.sound", fold("確認（好）").text)


def test_a_pattern_that_re2_refuses_is_a_fault_with_its_place(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "en",
        "dualmem: lexicon/1\nsections:\n  talk.sound:\n    patterns: ['a(']\n    match: []\n    no_match: []\n",
    )
    with pytest.raises(SpecError, match=r"own\.yaml:4:16: error: RE2 refuses"):
        load_lexicons(("en",), (tmp_path,))


def test_an_example_that_does_not_hold_is_a_fault(tmp_path: Path) -> None:
    _write(
        tmp_path,
        "en",
        "dualmem: lexicon/1\nsections:\n  talk.sound: {patterns: [nope], match: [yes], no_match: [nope]}\n",
    )
    faults = check_lexicons(("en",), (tmp_path,))
    assert [fault.line for fault in faults if fault.file.endswith("own.yaml")] == [3, 3]
