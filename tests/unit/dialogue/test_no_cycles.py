"""What one turn makes is gone when it ends: a collector that had to find it would cost every turn its time."""

import gc

import pytest

from tests.unit import samples
from tests.unit.dialogue.scene import hear

SHOWN = (samples.update("business_context.deadline", samples.day("2026-12-15")),)


@pytest.mark.parametrize("text", ["对", "不对，改成开发中", "no, the budget is 600k", "第一个对，12月20日交付"])
def test_a_turn_leaves_nothing_that_refers_to_itself(text: str) -> None:
    hear(text, shown=SHOWN)  # what is compiled and remembered once
    gc.collect()
    gc.disable()
    try:
        hear(text, shown=SHOWN)
        left = gc.collect()
    finally:
        gc.enable()
    assert left == 0
