"""Golden dialogues: every row, bullet and policy reading of the conversation, zh and en."""

from collections import Counter

import pytest

from tests.dialogues.runner import Dialogue, Run, load

DIALOGUES = list(load())


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: f"{dialogue.file}:{dialogue.id}")
def test_the_dialogue_goes_as_written(dialogue: Dialogue) -> None:
    faults = list(Run(dialogue).faults())
    assert not faults, "\n".join(faults)


def test_every_id_is_unique() -> None:
    assert [name for name, count in Counter(one.id for one in DIALOGUES).items() if count > 1] == []
