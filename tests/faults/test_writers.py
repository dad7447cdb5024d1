"""Many writers at once: nobody fails, nothing is lost, and changes of different fields are all kept."""

import os
import threading
from pathlib import Path

import pytest

from bench.faults import race, writers
from bench.faults.history import Seen, violations
from bench.faults.talk import open_memory
from dualmem.errors import Conflict
from dualmem.grounding import operator
from dualmem.model.decision import Decision

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
COUNTER = "facts.counter"


@pytest.mark.slow
@needs_fork
@pytest.mark.parametrize("is_shared", [False, True], ids=["own subjects", "one subject"])
def test_sixty_four_writers_of_four_processes_are_never_told_busy(*, is_shared: bool) -> None:
    result = writers.run(64, 4, 1.0, is_shared=is_shared)
    assert result["errors"] == {}
    assert (result["lost"], result["torn"], result["chain_bad"]) == (0, 0, 0), result["examples"]
    assert result["runs"]


@pytest.mark.slow
@needs_fork
def test_racing_processes_lose_no_update_and_read_nothing_stale() -> None:
    result = race.run(400, seed=3)
    assert (result["bad"], result["failed"]) == (0, 0), result["examples"]
    assert result["runs"] == 400


def test_changes_of_different_fields_on_the_same_revision_are_both_kept(tmp_path: Path) -> None:
    with open_memory(tmp_path) as one, open_memory(tmp_path) as other:
        tries: list[int] = []

        def decide(now: operator.Memory) -> Decision:
            tries.append(now.state.version)
            if len(tries) == 1:  # another process writes between this one's reading and its commit
                other.set("wei", "facts.city", "北京")
            return operator.set_field(now, "facts.pet", "猫")

        one.act("wei", decide)
        held = {path: field.value for path, field in one.state("wei").fields.items()}
        assert held == {"facts.city": "北京", "facts.pet": "猫"}
        assert tries == [0, 1]
        assert one.audit.verify("wei").is_ok


def test_a_confirmation_is_not_written_over_another_change_of_its_field(tmp_path: Path) -> None:
    budget = "business_context.budget.ceiling"
    with open_memory(tmp_path) as one, open_memory(tmp_path) as other:
        waits = one.propose("wei", budget, {"amount": "500000", "currency": "CNY"})
        assert waits is not None
        other.set("wei", budget, {"amount": "1", "currency": "CNY"})
        with pytest.raises(Conflict):
            one.confirm("wei", waits.token)
        value = one.state("wei").value(budget)
        assert str(getattr(value, "amount", None)) == "1"


def test_threads_that_change_one_subject_lose_nothing(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory:

        def more(now: operator.Memory) -> Decision:
            return operator.set_field(now, COUNTER, str(int(str(now.state.value(COUNTER) or 0)) + 1))

        def run() -> None:
            for _ in range(5):
                memory.act("wei", more)

        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert memory.state("wei").value(COUNTER) == "40"


def seen(kind: str, version: int, at: int, **values: str) -> Seen:
    return Seen("wei", kind, at, at + 1, version, {f"facts.{name}": value for name, value in values.items()})  # type: ignore[arg-type]


WHOLE = (
    seen("add", 1, 10, counter="1"),
    seen("write", 2, 20, a="x"),
    seen("read", 2, 30, counter="1", a="x"),
    seen("add", 3, 40, counter="2"),
)


@pytest.mark.parametrize(
    ("history", "what"),
    [
        (WHOLE, ""),
        ((*WHOLE, seen("read", 2, 50, counter="1", a="x")), "stale"),
        ((*WHOLE[:2], seen("read", 2, 30, counter="1", a="y"), WHOLE[3]), "saw"),
        ((*WHOLE[:3], seen("add", 3, 40, counter="1")), "lost"),
        ((*WHOLE[:3], seen("add", 2, 40, counter="2")), "the same version"),
        (WHOLE[:3], "nobody's"),
        ((*WHOLE, seen("write", 4, 60, a="z")), "does not have"),
        ((seen("add", 1, 25, counter="1"), *WHOLE[1:]), "stale"),
        ((*WHOLE[:2], seen("read", 3, 30, counter="2", a="x"), WHOLE[3]), "early"),
    ],
)
def test_the_history_is_checked(tmp_path: Path, history: tuple[Seen, ...], what: str) -> None:
    with open_memory(tmp_path) as memory:
        for field, value in ((COUNTER, "1"), ("facts.a", "x"), (COUNTER, "2")):
            memory.set("wei", field, value)
        found = list(violations(memory._desk.archive("wei"), history, COUNTER))
    assert any(what in one for one in found) if what else found == []
