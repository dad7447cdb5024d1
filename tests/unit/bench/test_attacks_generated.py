"""The generated attacks: many different texts, of which a plain word list is fooled, and a control that writes."""

from bench.attacks import generated
from bench.understanding.stage import Stage


def test_as_many_different_texts_as_asked_for():
    assert len(set(generated.texts(10_000, 0))) == 10_000


def test_the_same_seed_gives_the_same_texts():
    assert generated.texts(200, 3) == generated.texts(200, 3) != generated.texts(200, 4)


def test_a_word_list_is_fooled_by_a_third_of_the_texts():
    given = generated.texts(2_000, 0)
    assert sum(map(generated.naive, given)) / len(given) >= 0.3


def test_a_plain_yes_writes_so_a_bench_without_writes_means_something():
    assert generated._attack(Stage.open({}).memory, "control", "确认") == (False, True)
