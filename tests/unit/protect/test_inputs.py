"""What ids, texts and moments from outside must look like."""

from datetime import UTC, datetime

import pytest

from dualmem.errors import InvalidId, InvalidInput, TooLarge
from dualmem.inputs import MAX_TEXT, check_id, check_moment, check_speaker, check_text


@pytest.mark.parametrize("text", ["li.lei", "张三", "a@b:c-d_e", "7", "x" * 128])
def test_ids_of_letters_digits_and_marks_are_taken(text: str) -> None:
    assert check_id(text, "subject") == text


@pytest.mark.parametrize(
    "text", ["", ".a", "-a", "a/b", "a\\b", "a b", "..", "a..b", "x" * 129, "a\n", "a\0", "%2e", None, 7, "\ud800"]
)
def test_any_other_id_is_refused_and_its_kind_is_named(text: object) -> None:
    with pytest.raises(InvalidId, match="tenant"):
        check_id(text, "tenant")


def test_half_a_surrogate_is_refused() -> None:
    with pytest.raises(InvalidInput, match="surrogate"):
        check_text("a\ud800")


def test_a_text_over_the_cap_is_refused() -> None:
    assert check_text("x" * MAX_TEXT)
    with pytest.raises(TooLarge):
        check_text("x" * (MAX_TEXT + 1))


def test_only_a_text_is_a_message() -> None:
    with pytest.raises(InvalidInput):
        check_text(b"yes")


def test_a_moment_needs_a_zone() -> None:
    assert check_moment(datetime(2026, 1, 1, tzinfo=UTC), "sent_at")
    assert check_moment(None, "sent_at") is None
    with pytest.raises(InvalidInput):
        check_moment(datetime(2026, 1, 1), "sent_at")  # noqa: DTZ001 - the fault under test


@pytest.mark.parametrize("name", ["assistant", "System", "operator:anna", "tool", "user"])
def test_nobody_speaks_under_a_name_that_dualmem_gives(name: str) -> None:
    assert check_speaker("Wei") == "Wei"
    with pytest.raises(InvalidId):
        check_speaker(name)
