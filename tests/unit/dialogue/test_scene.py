"""What a scene remembers of its text gives what asking the text again would give."""

import pytest

from dualmem.dialogue.shown.labels import labels_of
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import words_of
from dualmem.extract.match import match
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.reading import ReadingContext
from dualmem.model.span import Span
from dualmem.text import fold
from tests.unit import samples
from tests.unit.dialogue.scene import ZONE_NAME, lexicon, rules

TEXTS = (
    "please forget my budget, and remember that the deadline is note 5 no not nope",
    "麻烦把预算改成60万，别的都不用改，再帮我记一下：周五 ok",
    "no, I want to change it to 600k or change 500k to 600k",
    "",
)


def scene(text: str) -> Scene:
    context = TurnContext(now=samples.NOW, zone=ZONE_NAME, turn=1, conversation="c")
    extraction = match(rules(), text, context=ReadingContext(now=samples.NOW))
    words, labels = words_of(lexicon()).of_turn(fold(text).text), labels_of(samples.SCHEMA, lexicon())
    before = Conversation(id="c")
    return Scene(extraction, samples.SCHEMA, lexicon(), words, labels, before, (), samples.state({}), context)


def is_inside_a_word(text: str, at: int) -> bool:
    pair = text[at - 1 : at + 1]
    return 0 < at < len(text) and pair.isascii() and pair[0].isalnum() and pair[1].isalnum()


@pytest.mark.parametrize("text", TEXTS)
def test_a_word_of_a_section_is_found_where_the_section_itself_finds_it(text):
    turn = scene(text)
    for section in lexicon().sections:
        for at in range(len(turn.text) + 1):
            hit = lexicon().regex(section).match(turn.text, at)
            is_word = hit is not None and hit.end() > at and not is_inside_a_word(turn.text, hit.end())
            assert turn.match(section, at) == (Span(at, hit.end()) if is_word else None), (section, at)


@pytest.mark.parametrize("text", TEXTS)
def test_the_first_word_inside_a_place_is_the_one_the_section_finds_there(text):
    turn = scene(text)
    places = [Span(at, min(at + 17, len(turn.text))) for at in range(0, len(turn.text) + 1, 5)]
    for section in lexicon().sections:
        for place in places:
            hits = lexicon().regex(section).finditer(turn.text, place.start, place.end)
            whole = (
                Span(hit.start(), hit.end())
                for hit in hits
                if hit.end() > hit.start()
                and not is_inside_a_word(turn.text, hit.start())
                and not is_inside_a_word(turn.text, hit.end())
            )
            assert turn.search(section, place) == next(whole, None), (section, place)


def test_the_labels_of_another_place_are_not_those_of_the_last_one():
    labels = labels_of(samples.SCHEMA, lexicon())
    text = "预算和截止日期"
    whole = labels.find(text)
    assert len(labels.find(text, 0, 2)) < len(whole)
    assert labels.find(text) == whole
