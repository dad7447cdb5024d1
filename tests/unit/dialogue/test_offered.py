"""A shown text that is itself a question: answered by its verb, by taking it up, by turning it down, or not at all."""

import pytest

from dualmem.dialogue.shown.glued import unglued
from dualmem.dialogue.shown.words import words_of
from tests.unit import samples
from tests.unit.dialogue.scene import hear, lexicon

OFFER, BOOK = "为您推荐和平饭店，您看可以吗？", "需要我为您预订座位吗？"
MORE, RATHER, VALUE = "还有什么可以帮您的吗？", "您对价位有要求吗？", "您能告诉我几点出发吗？"
YES, NO, NOTHING = "affirm", "negate", ""


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("The booking has failed, sorry. Is there anything else?", "Please try again, from March 5th", NOTHING),
        ("I could not book that table. Anything else I can do?", "Try it again, for 7 pm", NOTHING),
        ("Shall I try another bank?", "Please try it", YES),
        ("I found one at 9:50. Would that suit you?", "That will have to do", YES),
        (OFFER, "行啊，能告诉我评分吗？", YES),
        (OFFER, "那就去这家吧", YES),
        (OFFER, "聽起來不錯。電話是多少？", YES),
        (OFFER, "勉强可以吧", YES),
        (OFFER, "好吧，那周边有什么景点吗", YES),
        (OFFER, "行啊能告诉我评分吗", YES),
        (OFFER, "可以😊", YES),
        (OFFER, "可以告诉我评分吗", NOTHING),
        (OFFER, "这家的评分是多少？", NOTHING),
        (OFFER, "只要便宜就行", NOTHING),
        (OFFER, "对了，周边有景点吗？", NOTHING),
        (OFFER, "不太喜欢，换一家", NO),
        (OFFER, "他说「可以」", NOTHING),
        (BOOK, "预订吧，周六晚上", YES),
        (BOOK, "帮我订5张票吧", YES),
        (BOOK, "我不急着预订，能给我电话吗？", NO),
        (BOOK, "感觉很不错。但是我今天不需要预订", NO),
        (BOOK, "先不用了，谢谢", NO),
        (BOOK, "请让我考虑一下", NOTHING),
        (BOOK, "可以，不过我还没确定", NOTHING),
        (BOOK, "请帮我推荐一些景点", NOTHING),
        ("是要为您预订一张票吗？", "请帮我订两张", NOTHING),
        (MORE, "没有了，再见", NO),
        (MORE, "谢谢，目前就这些", NO),
        (MORE, "我的问题都解决了", NO),
        (MORE, "好的，谢谢。这些就可以了", NO),
        (MORE, "没什么了", NO),
        (MORE, "有的，我还想找一家餐厅", YES),
        (MORE, "再帮我找一家餐厅", NOTHING),
        (MORE, "好的，编号是A1，谢谢", NOTHING),
        (MORE, "可以帮我叫辆车吗？", NOTHING),
        (RATHER, "我对价位没有特殊的要求，但要有停车场", NO),
        (RATHER, "没有，任何一家都行", NO),
        (RATHER, "我想住在北边", NOTHING),
        (VALUE, "好的，九点出发", NOTHING),
        ("Shall I book a table?", "Yes, book it for two", YES),
        ("Shall I book a table?", "Please book it", YES),
        ("Shall I book a table?", "That works for me. What is the address?", YES),
        ("Shall I book a table?", "No, not right now. Find me a house first", NO),
        ("Shall I book a table?", "Yes, but not yet", NO),
        ("Shall I book a table?", "I'm all set", NO),
        ("Shall I book a table?", "What is the rating?", NOTHING),
        ("Anything else?", "Nothing else, thank you", NO),
        ("Anything else?", "That's all I need", NO),
        ("Anything else?", "Yes, I need a car", YES),
        ("Anything else?", "I need a car", NOTHING),
        ("Which city should I look in?", "Look in Oakland", NOTHING),
        ("Shall I book a table?", "Please can you book it for two?", YES),
        ("Shall I book a table?", "okay Robin", YES),
        ("Shall I book a table?", "thats good drew", YES),
        ("Shall I book a table?", "good morning", NOTHING),
        ("Shall I book a table?", "ok I wait for your call", YES),
        ("Shall I book a table?", "ok wait a minute", NOTHING),
        ("Shall I book a table?", "nothanks", NO),
        ("Shall I book a table?", "No I don't want to rent a room but find me a song", NO),
        ("Shall I book a table?", "no I don't need to eat there", NO),
        ("Shall I book a table?", "no can you find me a car instead", NO),
        ("Shall I book a table?", "no problem can you tell me the price", YES),
        ("Anything else?", "thats itthanks a lot", NO),
        ("Anything else?", "noenough for me", NO),
        ("Anything else?", "It's not working", NOTHING),
        ("Anything else?", "It's not right", NO),
        ("Anything else?", "thanks, have a great day", NOTHING),
        ("Anything else?", "bye", NO),
    ],
)
def test_an_answer_to_a_shown_question_is_read_by_what_was_asked(question: str, answer: str, said: str) -> None:
    shown = [samples.update(samples.NAME, question, "1.1", quote=question)]
    turned = hear(answer, shown=shown)
    kinds = {type(act).__name__.lower() for act in turned.acts}
    assert (kinds & {YES, NO} or {NOTHING}) == {said}


@pytest.mark.parametrize(
    ("answer", "said"), [("Yes, that works", NOTHING), ("Yes, the address is correct and I would like a taxi", YES)]
)
def test_beside_a_question_of_the_model_only_a_firm_yes_takes_an_offer_up(answer: str, said: str) -> None:
    question = "Are you going to 12 High Street?"
    turned = hear(answer, shown=[samples.update(samples.NAME, question, "1.1")], has_model_question=True)
    kinds = {type(act).__name__.lower() for act in turned.acts}
    assert (kinds & {YES, NO} or {NOTHING}) == {said}


@pytest.mark.parametrize("shown", ["Is that right?", "Please look at the park."])
def test_no_words_take_the_place_of_a_shown_question_or_sentence(shown: str) -> None:
    turned = hear("no, it must be under 300", shown=[samples.update(samples.NAME, shown, "1.1")])
    assert not turned.state.fields


@pytest.mark.parametrize("word", ["nowhere", "invalid", "nonstop", "goodness", "yesterday", "nobody"])
def test_an_ordinary_word_is_never_cut_in_two(word: str) -> None:
    assert unglued(word, words_of(lexicon())) == word


@pytest.mark.parametrize("answer", ["预订吧", "就去这家吧", "帮我订一张"])
def test_a_shown_value_that_is_no_question_is_not_taken_up_by_its_words(answer: str) -> None:
    turned = hear(answer, shown=[samples.update(samples.NAME, "预订座位", "1.1", quote="预订座位")])
    assert not turned.state.fields
