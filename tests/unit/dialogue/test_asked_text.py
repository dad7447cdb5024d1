"""The answer to a question for a text holds the text alone: no sound, greeting, polite word, full stop or face."""

import pytest

from tests.unit import samples
from tests.unit.dialogue.scene import hear


def named(text: str) -> object:
    held = hear(text, asked=(samples.NAME,)).state.fields.get(samples.NAME)
    return None if held is None else held.value


@pytest.mark.parametrize(
    "text",
    [
        "uh Bo Lin", "um, Bo Lin", "hello, Bo Lin", "please, Bo Lin", "excuse me, Bo Lin", "you know, Bo Lin",
        "Bo Lin.", "Bo Lin...", "Bo Lin~", "Bo Lin :)", "Bo Lin ^_^", "Bo Lin 😊", "Bo Lin, cheers", "Bo Lin lol",
    ],
)  # fmt: skip
def test_flourishes_are_no_part_of_a_name(text: str) -> None:
    assert named(text) == "Bo Lin"


@pytest.mark.parametrize(
    "text", ["嗯，李雷", "呃……李雷。", "那个，李雷", "麻烦，李雷", "不好意思，李雷", "李雷 ^_^", "李雷～"]
)
def test_flourishes_are_no_part_of_a_chinese_name(text: str) -> None:
    assert named(text) == "李雷"


@pytest.mark.parametrize("text", ["So Young", "Well Lin", "J. R. Smith Jr.", "Dr. Lee", "Acme Inc."])
def test_what_belongs_to_a_name_stays(text: str) -> None:
    assert named(text) == text


@pytest.mark.parametrize("text", ["um", "hello", "hi there", "嗯", "谢谢", "那个"])
def test_a_mere_sound_or_greeting_answers_nothing(text: str) -> None:
    assert named(text) is None
