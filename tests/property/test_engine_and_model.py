"""The engine and a plain reading of its rules agree, whatever is done in whatever order."""

import pytest

from bench.faults import stateful
from bench.faults.stateful import BUDGET, CITY, Engine
from dualmem.values.codec import to_json


@pytest.mark.slow
def test_engine_and_plain_model_agree_on_any_history() -> None:
    result = stateful.run(20, 30, seed_=7)
    assert result["bad"] == 0, "\n".join(map(str, result["examples"]))
    assert int(str(result["steps"])) > 200


@pytest.fixture
def engine() -> Engine:
    stateful.specs()
    engine = Engine()
    engine.begin()
    return engine


def test_a_forgotten_value_leaves_a_snapshot_that_was_made_by_a_clock_that_ran_ahead(engine: Engine) -> None:
    engine.set((CITY, "北京"))
    engine.clock_jumps(30)
    engine.snapshot(1)
    engine.clock_jumps(-30)
    engine.forget(CITY)
    engine.agree()
    engine.teardown()
    assert CITY not in engine.memory.snapshots.list("wei")[-2].fields


def test_what_a_program_proposes_in_a_long_conversation_waits(engine: Engine) -> None:
    for _ in range(12):
        engine.chat("c1")
    engine.propose((CITY, "北京"))
    engine.chat("c1")
    engine.agree()
    assert [(one.field, one.value) for one in engine.memory.pending("wei")] == [(CITY, "北京")]


def test_proposing_what_is_stored_gives_no_token_of_another_update(engine: Engine) -> None:
    engine.set((BUDGET, stateful.yuan(500_000)))
    assert engine.memory.propose("wei", BUDGET, stateful.yuan(600_000)) is not None
    assert engine.memory.propose("wei", BUDGET, stateful.yuan(500_000)) is None
    value = engine.memory.state("wei").value(BUDGET)
    assert value is not None
    assert to_json(value) == stateful.yuan(500_000)


def test_a_message_after_a_refused_fact_is_taken(engine: Engine) -> None:
    engine.propose((CITY, "北京"))
    engine.chat("c1")
    engine.say_no("c1")
    engine.chat("c1")
    engine.agree()
    assert engine.memory.state("wei").value(CITY) is None


def test_the_comparison_finds_a_difference(engine: Engine) -> None:
    engine.set((CITY, "北京"))
    engine.plain.fields[CITY] = "上海"
    with pytest.raises(AssertionError, match="北京"):
        engine.agree()
