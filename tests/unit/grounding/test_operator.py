"""Acts outside a conversation: each gives the whole decision, and refuses with an error what does not fit."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dualmem.errors import Conflict, InvalidValue, NotFound, UnknownField
from dualmem.grounding import operator
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.span import Span
from dualmem.model.value import Value
from tests.unit import samples
from tests.unit.grounding.acting import SCHEMA
from tests.unit.grounding.operating import ALONE, LATER, LIST, NEW, OLD, OTHER, SAID, WAITS, memory, superseded, wrote


def test_a_set_writes_the_field_and_supersedes_what_waits_for_it() -> None:
    decision = operator.set_field(memory({samples.BUDGET: OLD}, (WAITS, OTHER)), samples.BUDGET, NEW)
    written = wrote(EventKind.FIELD_SET, Change(field=samples.BUDGET, old=OLD, new=NEW))
    assert decision == Decision(events=(superseded(WAITS, "set"), written), queue=(OTHER,), conversation=ALONE)


def test_a_set_makes_stale_what_depends_on_the_field() -> None:
    held = {samples.BUDGET: OLD, samples.QUOTE: samples.yuan(1), samples.PHASE: "design"}
    (event,) = operator.set_field(memory(held), samples.BUDGET, NEW).events
    assert event.made_stale == (samples.QUOTE,)


def test_a_set_of_what_nothing_depends_on_makes_nothing_stale() -> None:
    held = {samples.BUDGET: OLD, samples.QUOTE: samples.yuan(1)}
    (event,) = operator.set_field(memory(held), samples.QUOTE, NEW).events
    assert event.made_stale == ()


def test_a_set_keeps_the_value_as_the_field_keeps_it() -> None:
    (event,) = operator.set_field(memory(), samples.NAME, "  李雷 ").events
    assert event.changes[0].new == "李雷"


def test_a_set_of_a_list_may_fill_it_from_nothing() -> None:
    (event,) = operator.set_field(memory(), samples.CONSTRAINTS, ("a",)).events
    assert event.changes == (Change(field=samples.CONSTRAINTS, new=("a",)),)


def test_a_value_that_the_field_refuses_is_an_error_with_its_facts() -> None:
    with pytest.raises(InvalidValue) as caught:
        operator.set_field(memory(), samples.NAME, "x" * 81)
    assert str(caught.value) == f"{samples.NAME} refuses this value: too_long (max 80, length 81)"
    assert caught.value.data == {"field": samples.NAME, "reason": "too_long"}


def test_a_value_that_is_refused_without_facts_names_the_reason_alone() -> None:
    with pytest.raises(InvalidValue) as caught:
        operator.set_field(memory(), samples.NAME, "<script>alert(1)")
    assert str(caught.value) == f"{samples.NAME} refuses this value: unclean"


def test_several_facts_of_a_refusal_are_told_one_after_the_other() -> None:
    with pytest.raises(InvalidValue) as caught:
        operator.set_field(memory({samples.PHASE: "closed"}), samples.PHASE, "design")
    assert str(caught.value) == f"{samples.PHASE} refuses this value: no_move (old closed, new design, allowed )"


def test_an_unknown_field_is_an_error() -> None:
    for act in (
        lambda: operator.set_field(memory(), "business_context.nothing", "x"),
        lambda: operator.clear_field(memory(), "business_context.nothing"),
        lambda: operator.erase_field(memory(), "business_context.nothing"),
        lambda: operator.propose(memory(), "business_context.nothing", "x"),
    ):
        with pytest.raises(UnknownField):
            act()


def test_an_open_key_is_checked_like_a_value() -> None:
    assert operator.fitting(memory(), "facts.所在城市", "北京") == "北京"
    with pytest.raises(InvalidValue) as caught:
        operator.fitting(memory(), "facts.<script>", "北京")
    assert caught.value.data["reason"] == "unclean"


@pytest.mark.parametrize("path", ["members.c.area", "notes.c"])
def test_a_new_entry_of_a_full_map_is_an_error(path: str) -> None:
    held: dict[str, Value] = {"members.a.area": "1", "members.b.area": "2", "notes.a": "1", "notes.b": "2"}
    with pytest.raises(InvalidValue) as caught:
        operator.set_field(replace(memory(held), schema=SCHEMA), path, "3")
    assert str(caught.value) == f"{path} refuses this value: full (max 2)"
    assert caught.value.data == {"field": path, "reason": "full"}


@pytest.mark.parametrize("path", ["members.b.area", "notes.b", "guests.c.area"])
def test_an_entry_that_is_there_or_has_room_is_set(path: str) -> None:
    held: dict[str, Value] = {"members.a.area": "1", "members.b.area": "2", "notes.a": "1", "notes.b": "2"}
    decision = operator.set_field(replace(memory(held), schema=SCHEMA), path, "3")
    assert decision.events[-1].changes == (Change(field=path, old=held.get(path), new="3"),)


def test_a_clear_takes_the_value_and_what_waits() -> None:
    decision = operator.clear_field(memory({samples.BUDGET: OLD}, (WAITS, OTHER)), samples.BUDGET)
    written = wrote(EventKind.FIELD_CLEARED, Change(field=samples.BUDGET, old=OLD))
    assert decision == Decision(events=(superseded(WAITS, "cleared"), written), queue=(OTHER,), conversation=ALONE)


def test_a_clear_of_an_empty_field_takes_what_waits() -> None:
    decision = operator.clear_field(memory(queue=(OTHER, WAITS)), samples.BUDGET)
    assert decision == Decision(events=(superseded(WAITS, "cleared"),), queue=(OTHER,), conversation=ALONE)


def test_a_clear_of_nothing_is_an_error() -> None:
    with pytest.raises(NotFound) as caught:
        operator.clear_field(memory(queue=(OTHER,)), samples.BUDGET)
    assert str(caught.value) == f"{samples.BUDGET} has no value"
    assert caught.value.data == {"field": samples.BUDGET}


def test_an_erasure_carries_no_value() -> None:
    decision = operator.erase_field(memory({samples.BUDGET: OLD}, (WAITS, OTHER)), samples.BUDGET)
    written = wrote(EventKind.FIELD_ERASED, Change(field=samples.BUDGET))
    assert decision == Decision(
        events=(superseded(WAITS, "erased", is_hidden=True), written),
        queue=(OTHER,),
        conversation=ALONE,
        erased=(samples.BUDGET,),
    )


def test_an_erasure_of_a_group_takes_all_below_it_and_nothing_beside_it() -> None:
    held: dict[str, Value] = {"old.a": "1", "old.b": "2", "older": "3", samples.NAME: "x"}
    decision = operator.erase_path(memory(held), "old")
    (event,) = decision.events
    assert (event.field, event.changes) == ("old", (Change(field="old.a"), Change(field="old.b")))
    assert decision.erased == ("old",)


def test_an_erasure_makes_stale_what_depends_on_the_field_even_where_it_is_empty() -> None:
    for held in ({samples.BUDGET: OLD, samples.QUOTE: NEW}, {samples.QUOTE: NEW}):
        (event,) = operator.erase_field(memory(held), samples.BUDGET).events
        assert event.made_stale == (samples.QUOTE,)


def test_a_proposal_waits_with_its_quote_and_origin() -> None:
    talk = Conversation(id="", user_turns=4)
    decision = operator.propose(memory(queue=(WAITS, OTHER), conversation=talk), samples.BUDGET, NEW, quote="60万")
    said = SAID._replace(quote="60万")
    update = PendingUpdate(
        id="9.1", field=samples.BUDGET, value=NEW, origin="api", provenance=said, user_turn=4, proposed_at=LATER
    )
    proposed = Event(
        kind=EventKind.UPDATE_PROPOSED, provenance=said, field=samples.BUDGET, update="9.1", value=NEW, reason="api"
    )
    assert decision == Decision(
        events=(superseded(WAITS, "proposed anew"), proposed), queue=(OTHER, update), conversation=talk
    )


def test_a_proposal_may_have_another_origin() -> None:
    decision = operator.propose(memory(), samples.BUDGET, NEW, origin="offer")
    assert (decision.queue[0].origin, decision.events[0].reason) == ("offer", "offer")


def test_a_proposal_of_the_stored_value_changes_nothing() -> None:
    start = memory({samples.BUDGET: OLD}, (OTHER,))
    assert operator.propose(start, samples.BUDGET, samples.yuan("500000.00")) == operator.unchanged(start)


def test_a_proposal_of_another_value_than_the_stored_one_waits() -> None:
    assert operator.propose(memory({samples.BUDGET: OLD}), samples.BUDGET, NEW).queue[0].value == NEW


def test_a_confirmation_writes_what_waits_in_its_own_words() -> None:
    words = Provenance(
        at=samples.NOW,
        actor="user",
        conversation="c",
        turn=1,
        quote="预算50万",
        words="50万",
        span=Span(2, 5),
        rule="r",
    )
    waits = replace(WAITS, provenance=words)
    decision = operator.confirm(memory(queue=(waits, OTHER)), "1.1")
    written = Event(
        kind=EventKind.UPDATE_CONFIRMED,
        provenance=SAID._replace(quote="预算50万", words="50万", span=Span(2, 5), rule="r"),
        field=samples.BUDGET,
        changes=(Change(field=samples.BUDGET, new=OLD),),
        update="1.1",
    )
    assert decision == Decision(events=(written,), queue=(OTHER,), conversation=ALONE)


@pytest.mark.parametrize(
    ("stored", "update", "expected"),
    [
        (None, LIST, ("b", "c")),
        (("a", "b"), LIST, ("a", "b", "c")),
        (("a", "b"), replace(LIST, value="c"), ("a", "b", "c")),
        (("a", "b"), replace(LIST, action="remove"), ("a",)),
        (("a", "b"), replace(LIST, action="remove", value="a"), ("b",)),
        (("b", "c"), replace(LIST, action="remove"), None),
        (None, replace(LIST, action="remove"), None),
        (("a", "b"), replace(LIST, action="set"), ("b", "c")),
    ],
    ids=["append to nothing", "append", "append one", "remove", "remove one", "remove all", "remove nothing", "set"],
)
def test_a_confirmed_list_update_adds_to_or_takes_from_what_is_stored(
    stored: Value | None, update: PendingUpdate, expected: Value | None
) -> None:
    held = {} if stored is None else {samples.CONSTRAINTS: stored}
    (event,) = operator.confirm(memory(held, (update,)), "1.3").events
    assert event.changes == (Change(field=samples.CONSTRAINTS, old=stored, new=expected),)


def test_a_confirmation_is_checked_against_what_is_stored_by_now() -> None:
    with pytest.raises(InvalidValue, match="no_move"):
        operator.confirm(memory({samples.PHASE: "closed"}, (OTHER,)), "1.2")


def test_a_rejection_writes_nothing() -> None:
    decision = operator.reject(memory(queue=(WAITS, OTHER)), "1.1")
    ended = superseded(WAITS, "rejected")._replace(kind=EventKind.UPDATE_REJECTED)
    assert decision == Decision(events=(ended,), queue=(OTHER,), conversation=ALONE)


def test_an_update_that_does_not_wait_is_an_error() -> None:
    for act in (operator.confirm, operator.reject):
        with pytest.raises(NotFound) as caught:
            act(memory(queue=(OTHER,)), "1.1")
        assert str(caught.value) == "no update 1.1 waits: it was answered, superseded or has expired"
        assert caught.value.data == {"update": "1.1"}


def test_an_update_is_good_until_its_time_is_over() -> None:
    limit = LATER - samples.SCHEMA.expire_after
    assert operator.waiting(memory(queue=(replace(WAITS, proposed_at=limit),)), "1.1").id == "1.1"
    with pytest.raises(Conflict) as caught:
        operator.waiting(memory(queue=(replace(WAITS, proposed_at=limit - timedelta(seconds=1)),)), "1.1")
    assert str(caught.value) == "the update 1.1 has expired; say or propose the value again"
    assert caught.value.data == {"update": "1.1"}


def test_a_note_is_kept_with_its_tags() -> None:
    decision = operator.add_note(memory(queue=(WAITS,)), "记一下", tags=["工作"], importance=0.5)
    note = Note(id="n9.1", text="记一下", at=LATER, provenance=SAID, tags=("工作",), importance=0.5)
    event = Event(kind=EventKind.NOTE_ADDED, provenance=SAID, item="n9.1", text="记一下")
    assert decision == Decision(events=(event,), queue=(WAITS,), conversation=ALONE, notes=(note,))


def test_a_plain_note_has_no_tags_and_no_importance() -> None:
    (note,) = operator.add_note(memory(), "x").notes
    assert (note.tags, note.importance) == ((), None)


def test_new_settings_are_recorded_by_name() -> None:
    event = Event(kind=EventKind.SUBJECT_CONFIGURED, provenance=SAID, reason="timezone")
    assert operator.configured(memory(), "timezone") == Decision(events=(event,), conversation=ALONE)


def test_an_erased_note_is_taken_away_and_scrubbed() -> None:
    event = Event(kind=EventKind.NOTE_ERASED, provenance=SAID, item="n1.1")
    assert operator.erase_note(memory(), "n1.1") == Decision(
        events=(event,), conversation=ALONE, removed_notes=("n1.1",), erased=("n1.1",)
    )


def test_each_revealed_field_is_recorded() -> None:
    paths = (samples.EMAIL, samples.PHONE)
    events = tuple(Event(kind=EventKind.VALUE_REVEALED, provenance=SAID, field=path) for path in paths)
    assert operator.revealed(memory(), paths) == Decision(events=events, conversation=ALONE)


def test_a_decision_that_changes_nothing_keeps_the_queue() -> None:
    assert operator.unchanged(memory(queue=(WAITS,))) == Decision(queue=(WAITS,), conversation=ALONE)
