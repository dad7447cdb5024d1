import pytest

from dualmem.model.field import Choice
from dualmem.values.choice import read as read_choice
from tests.unit.values.reading_of import read

PHASES = {
    "design": Choice(key="design", labels={"zh": ("设计",), "en": ("design",)}),
    "design_review": Choice(key="design_review", labels={"zh": ("设计评审",), "en": ("design review",)}),
    "build": Choice(key="build", labels={"zh": ("开发",), "en": ("build",)}, synonyms=("实施", "PM")),
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("项目阶段是设计评审", [("设计评审", "design_review")]),
        ("項目階段是設計評審", [("設計評審", "design_review")]),
        ("进入实施阶段", [("实施", "build")]),
        ("phase: Design Review", [("Design Review", "design_review")]),
        ("design_review then build", [("design_review", "design_review"), ("build", "build")]),
        ("我是pm", [("pm", "build")]),
        ("rebuilding npm", []),
    ],
)
def test_the_longest_words_name_the_choice(text, found):
    assert read("choice", text, choices=PHASES) == found


def test_a_whole_text_is_a_choice_or_none():
    assert read_choice(" 設計評審 ", PHASES) == "design_review"
    assert read_choice("设计评审阶段", PHASES) is None
