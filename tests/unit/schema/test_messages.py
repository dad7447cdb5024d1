"""Messages: every language says everything, and nothing that is said can break out of its line."""

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dualmem.errors import SpecError
from dualmem.schema.messages import SHIPPED, escape, load_messages, words_of

SHIPPED_LANGUAGES = sorted(path.parent.name for path in SHIPPED.glob("*/messages.yaml"))


def write(folder: Path, language: str, text: str) -> Path:
    (folder / language).mkdir()
    (folder / language / "messages.yaml").write_text(text, encoding="utf-8")
    return folder


def test_chinese_and_english_are_shipped() -> None:
    assert {"zh", "en"} <= set(SHIPPED_LANGUAGES)


def test_every_shipped_language_has_every_key_with_the_same_words() -> None:
    messages = load_messages(("zh", "en"))
    for key, template in messages.templates["en"].items():
        assert words_of(messages.templates["zh"][key]) <= words_of(template), key
    assert set(messages.templates["zh"]) == set(messages.templates["en"])


def test_the_first_language_is_the_fallback() -> None:
    assert load_messages(("en", "zh")).language("fr") == "en"
    assert load_messages(("zh", "en")).language(None) == "zh"


def test_a_user_adds_a_language(tmp_path: Path) -> None:
    english = (SHIPPED / "en" / "messages.yaml").read_text(encoding="utf-8")
    folder = write(tmp_path, "fr", english.replace("There is nothing to undo.", "Rien à annuler."))
    messages = load_messages(("en",), (folder,))
    assert messages.text("undo_nothing", "fr") == "Rien à annuler."


def test_a_user_replaces_one_message(tmp_path: Path) -> None:
    folder = write(tmp_path, "zh", "dualmem: messages/1\nmessages:\n  undo_nothing: 无可撤销。\n")
    messages = load_messages(("zh",), (folder,))
    assert messages.text("undo_nothing", "zh") == "无可撤销。"
    assert messages.text("off_record", "zh")


def test_a_language_that_lacks_a_message_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, "fr", "dualmem: messages/1\nmessages:\n  undo_nothing: Rien.\n")
    with pytest.raises(SpecError, match="'written' is missing"):
        load_messages(("en",), (folder,))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("writen: x", "did you mean written"),
        ("'written': '{labl}'", "has no word {labl}"),
        ("written: '{label'", "has a fault"),
        ("written:", "must be a text"),
    ],
)
def test_faults_are_named_with_their_place(tmp_path: Path, line: str, says: str) -> None:
    folder = write(tmp_path, "zh", f"dualmem: messages/1\nmessages:\n  {line}\n")
    with pytest.raises(SpecError) as caught:
        load_messages(("zh",), (folder,))
    assert says in str(caught.value)
    assert ":3:" in str(caught.value)


@given(st.text())
def test_escaped_text_is_one_printable_line_or_unchanged(text: str) -> None:
    escaped = escape(text)
    assert "\n" not in escaped
    assert all(char not in escaped for char in "\r\t\x00\x1b\u202e\u2066\u200b\ufeff\u2028\u2029")
    if text.isprintable():
        assert escaped == text


def test_words_are_escaped_and_braces_in_them_are_plain() -> None:
    messages = load_messages(("en",))
    said = messages.text("note_added", "en", text="a{label}\nb\u202e" + string.punctuation)
    assert said == "Noted down: a{label}\\nb\\u202e" + string.punctuation
