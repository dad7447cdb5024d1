"""Rollback and undo by an operator: what comes back, what is left out, and what is refused."""

from datetime import datetime

import pytest

from dualmem.errors import Conflict, NotFound
from dualmem.grounding import operator
from dualmem.model.conversation import Conversation, WritingTurn
from dualmem.model.decision import Decision
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.state import Held
from dualmem.model.value import Value
from tests.unit import samples
from tests.unit.grounding.operating import ALONE, LATER, NEW, OLD, OTHER, SAID, WAITS, memory


def held(value: Value, at: datetime = samples.NOW) -> Held:
    return samples.held(value, at=at, provenance=samples.origin(f"quote of {value}"))


def restored(path: str, now: Held | None, then: Held | None) -> Change:
    return Change(
        field=path,
        old=now.value if now else None,
        new=then.value if then else None,
        restored_from=then.provenance if then else None,
        restored_at=then.at if then else None,
    )


NOW_HELD = {samples.NAME: held("李雷"), samples.BUDGET: held(NEW), samples.PHASE: held("build")}
THEN_HELD = {samples.NAME: held("李雷", LATER), samples.BUDGET: held(OLD), samples.TASK: held("quote")}


def test_a_rollback_brings_back_what_is_different_and_no_more() -> None:
    decision = operator.roll_back(memory(NOW_HELD, (WAITS,)), THEN_HELD, name="v1")
    changes = (
        restored(samples.BUDGET, NOW_HELD[samples.BUDGET], THEN_HELD[samples.BUDGET]),
        restored(samples.PHASE, NOW_HELD[samples.PHASE], None),
        restored(samples.TASK, None, THEN_HELD[samples.TASK]),
    )
    event = Event(kind=EventKind.STATE_ROLLED_BACK, provenance=SAID, changes=changes, reason="v1")
    assert decision == Decision(events=(event,), queue=(WAITS,), conversation=ALONE)


def test_a_rollback_of_one_field_names_it() -> None:
    decision = operator.roll_back(memory(NOW_HELD), THEN_HELD, name="v1", fields=(samples.BUDGET,))
    assert decision.events[0].field == samples.BUDGET
    assert [change.field for change in decision.events[0].changes] == [samples.BUDGET]


def test_a_rollback_of_several_fields_leaves_the_others() -> None:
    decision = operator.roll_back(memory(NOW_HELD), THEN_HELD, name="v1", fields=(samples.PHASE, samples.TASK))
    assert decision.events[0].field is None
    assert [change.field for change in decision.events[0].changes] == [samples.PHASE, samples.TASK]


def test_a_rollback_makes_stale_what_depends_on_a_changed_field() -> None:
    now = {**NOW_HELD, samples.QUOTE: held(OLD)}
    (event,) = operator.roll_back(memory(now), {**now, samples.BUDGET: held(OLD)}, name="v1").events
    assert event.made_stale == (samples.QUOTE,)


def test_a_rollback_to_what_is_there_changes_nothing() -> None:
    start = memory(NOW_HELD)
    assert operator.roll_back(start, NOW_HELD, name="v1") == operator.unchanged(start)


FORGOTTEN = (samples.NAME, samples.EMAIL)


def left_out(path: str) -> Event:
    return Event(kind=EventKind.UPDATE_REJECTED, provenance=SAID, field=path, reason="forgotten")


def test_a_rollback_says_what_was_forgotten_since_without_its_value() -> None:
    decision = operator.roll_back(memory(NOW_HELD), THEN_HELD, name="v1", left_out=FORGOTTEN)
    assert [event for event in decision.events if event.reason == "forgotten"] == [left_out(path) for path in FORGOTTEN]
    assert EventKind.STATE_ROLLED_BACK in [event.kind for event in decision.events]


def test_a_rollback_of_one_field_says_nothing_of_others_that_were_forgotten() -> None:
    only = (samples.NAME,)
    decision = operator.roll_back(memory(NOW_HELD), THEN_HELD, name="v1", fields=only, left_out=FORGOTTEN)
    assert decision.events == (left_out(samples.NAME),)


def test_a_rollback_in_a_conversation_can_be_undone_there() -> None:
    earlier = WritingTurn(turn=2, version=1)
    talk = Conversation(id="c", writes=(earlier,))
    decision = operator.roll_back(memory(NOW_HELD, conversation=talk), THEN_HELD, name="v1")
    kept = tuple(
        change._replace(
            restored_from=NOW_HELD[change.field].provenance if change.field in NOW_HELD else None,
            restored_at=NOW_HELD[change.field].at if change.field in NOW_HELD else None,
        )
        for change in decision.events[0].changes
    )
    assert decision.conversation.writes == (earlier, WritingTurn(turn=9, version=4, changes=kept))


def test_a_conversation_remembers_its_last_20_writes() -> None:
    talk = Conversation(id="c", writes=tuple(WritingTurn(turn=n, version=n) for n in range(1, 21)))
    writes = operator.roll_back(memory(NOW_HELD, conversation=talk), {}, name="v1").conversation.writes
    assert [turn.turn for turn in writes] == [*range(2, 21), 9]


def wrote_in_c(*changes: Change, **more: object) -> Conversation:
    return Conversation(id="c", writes=(WritingTurn(turn=3, version=1, changes=changes, **more),))  # type: ignore[arg-type]


def test_an_undo_takes_the_last_write_of_its_conversation_back() -> None:
    talk = wrote_in_c(Change(field=samples.BUDGET, old=OLD, new=NEW))
    decision = operator.undo(memory({samples.BUDGET: NEW}, (OTHER,), talk))
    assert decision.events[0].kind is EventKind.TURN_UNDONE
    assert decision.events[0].changes == (Change(field=samples.BUDGET, old=NEW, new=OLD),)
    assert decision.conversation.writes == ()
    assert decision.queue == (OTHER,)


def test_an_undo_without_a_write_is_an_error() -> None:
    with pytest.raises(NotFound, match=r"^this conversation changed nothing that can be taken back$"):
        operator.undo(memory(conversation=Conversation(id="c")))


def test_an_undo_of_what_was_changed_elsewhere_since_is_an_error() -> None:
    talk = wrote_in_c(Change(field=samples.BUDGET, old=OLD, new=NEW))
    with pytest.raises(Conflict) as caught:
        operator.undo(memory({samples.BUDGET: samples.yuan(1)}, conversation=talk))
    assert str(caught.value) == f"{samples.BUDGET} was changed elsewhere since"
    assert caught.value.data == {"field": samples.BUDGET}
