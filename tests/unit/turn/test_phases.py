"""The phases of a turn."""

import pytest
from transitions import MachineError

from dualmem.errors import IllegalPhase
from dualmem.turn.phases import TABLE, Phase, TurnPhases, machine, mermaid

HEARING = ["read", "match", "parse", "decide", "check", "ask", "seal", "commit"]
REPLYING = ["draft", "guard", "decide_reply", "seal_reply", "commit_reply"]


def test_a_turn_goes_from_ready_to_replied() -> None:
    phases = TurnPhases()
    for trigger in [*HEARING, *REPLYING]:
        phases.step(trigger)
    assert phases.phase is Phase.REPLIED


@pytest.mark.parametrize("trigger", [name for name, sources, _ in TABLE if Phase.READY not in sources])
def test_a_step_out_of_order_is_an_error(trigger: str) -> None:
    phases = TurnPhases()
    with pytest.raises(IllegalPhase):
        phases.step(trigger)
    assert phases.phase is Phase.READY


def test_nothing_follows_a_committed_reply() -> None:
    phases = TurnPhases(Phase.REPLIED)
    for trigger, _, _ in TABLE:
        with pytest.raises(IllegalPhase):
            phases.step(trigger)


def test_an_unknown_step_is_an_error() -> None:
    with pytest.raises(IllegalPhase):
        TurnPhases().step("jump")


def test_a_conflict_decides_anew_from_the_start() -> None:
    phases = TurnPhases()
    for trigger in [*HEARING[:-1], "retry", *HEARING]:
        phases.step(trigger)
    assert phases.phase is Phase.HEARD


def test_the_picture_has_an_arrow_for_every_move() -> None:
    picture = mermaid()
    moves = sum(len(sources) for _, sources, _ in TABLE)
    assert picture.startswith("stateDiagram-v2")
    assert picture.count("-->") == moves + 2
    assert "sealed --> heard: commit" in picture


@pytest.mark.parametrize("phase", list(Phase))
def test_the_compiled_table_and_the_state_machine_agree(phase: Phase) -> None:
    made = machine()
    for trigger in {name for name, _, _ in TABLE}:
        ours, theirs = TurnPhases(phase), TurnPhases(phase)
        try:
            made.events[trigger].trigger(theirs)
        except MachineError:
            with pytest.raises(IllegalPhase):
                ours.step(trigger)
        else:
            ours.step(trigger)
        assert ours.phase is theirs.phase
