"""Forgetting: what is cleared, erased and shown before it is."""

import pytest

from dualmem.model.act import Forget, ForgetAnswer
from dualmem.model.decision import Say
from dualmem.model.event import Change, Event, EventKind
from tests.unit import samples
from tests.unit.grounding.acting import SAID, ended, turn, written
from tests.unit.grounding.houses import FEE, NAME, QUOTED_LIST, SECRET, WAITS

SUPERSEDED = EventKind.UPDATE_SUPERSEDED


# -- forgetting --------------------------------------------------------------------------------------------------------
def forgetting(*fields: str, name: str = "it", **more: object) -> Forget:
    return Forget(fields=fields, name=name, **more)  # type: ignore[arg-type]


def test_a_forgotten_field_is_cleared() -> None:
    done = turn(forgetting(NAME), held={NAME: "Hut"}, queue=(WAITS, QUOTED_LIST))
    assert done.decision.events == (
        ended(WAITS, SUPERSEDED, "cleared"),
        written(EventKind.FIELD_CLEARED, NAME, "Hut", None),
    )
    assert done.says == (Say(key="cleared", field=NAME, fields=(NAME,)),)
    assert (done.decision.queue, done.decision.erased) == ((QUOTED_LIST,), ())


def test_a_field_that_only_waits_is_forgotten_by_ending_it() -> None:
    done = turn(forgetting(NAME), queue=(WAITS,))
    assert done.decision.events == (ended(WAITS, SUPERSEDED, "cleared"),)
    assert done.says[0].key == "cleared"


@pytest.mark.parametrize(
    ("path", "is_erase"), [(NAME, True), (SECRET, False)], ids=["where it is said", "where it is sensitive"]
)
def test_a_field_is_erased(path: str, *, is_erase: bool) -> None:
    waits = samples.update(path, "b", "1.1")
    done = turn(forgetting(path, is_erase=is_erase), held={path: "a"}, queue=(waits,))
    assert done.decision.events == (
        ended(waits, SUPERSEDED, "erased", is_hidden=True),
        Event(kind=EventKind.FIELD_ERASED, provenance=SAID, field=path, changes=(Change(field=path),)),
    )
    assert done.says == (Say(key="erased", field=path, fields=(path,)),)
    assert done.decision.erased == (path,)


def test_an_erased_field_that_only_waits_is_erased_without_a_change() -> None:
    done = turn(forgetting(NAME, is_erase=True), queue=(WAITS,))
    assert done.decision.events[1] == Event(kind=EventKind.FIELD_ERASED, provenance=SAID, field=NAME)
    assert done.decision.erased == (NAME,)


def test_several_fields_are_told_together() -> None:
    done = turn(forgetting(NAME, FEE, SECRET), held={SECRET: "s", FEE: samples.yuan(1), NAME: "Hut"})
    assert done.says == (
        Say(key="cleared", fields=(NAME, FEE)),
        Say(key="erased", field=SECRET, fields=(SECRET,)),
    )


def test_several_erased_fields_are_told_together() -> None:
    done = turn(forgetting(NAME, FEE, is_erase=True), held={NAME: "Hut", FEE: samples.yuan(1)})
    assert done.says == (Say(key="erased", fields=(NAME, FEE)),)


def test_what_is_not_held_can_not_be_forgotten() -> None:
    done = turn(forgetting(NAME, name="the name"), held={FEE: samples.yuan(1)})
    assert done.says == (Say(key="nothing_to_forget", field=NAME, details={"name": "the name"}),)


@pytest.mark.parametrize("fields", [(NAME, FEE), ("notes.*",)], ids=["several", "a map"])
def test_several_fields_that_are_not_held_are_told_by_name(fields: tuple[str, ...]) -> None:
    assert turn(forgetting(*fields)).says == (Say(key="nothing_to_forget", details={"name": "it"}),)


def test_a_map_is_forgotten_with_all_its_entries() -> None:
    done = turn(forgetting("notes.*"), held={"notes.a": "1", NAME: "x", "notes.b": "2"})
    assert set(done.state.fields) == {NAME}
    assert done.says[0].fields == ("notes.a", "notes.b")


def test_a_path_that_the_schema_does_not_have_stays() -> None:
    done = turn(forgetting("old.field"), held={"old.other": "1"})
    assert done.says[0].key == "nothing_to_forget"


def test_a_field_that_is_held_and_waits_is_forgotten_once() -> None:
    done = turn(forgetting(NAME), held={NAME: "Hut"}, queue=(WAITS,))
    assert done.says[0].fields == (NAME,)


def test_a_group_is_shown_before_it_is_forgotten() -> None:
    done = turn(forgetting(FEE, NAME, group="house"), held={FEE: samples.yuan(1), NAME: "Hut"})
    assert done.decision.events == ()
    assert done.says == (Say(key="forget_group", field="house", fields=(NAME, FEE), details={"how": "clear"}),)
    assert done.decision.conversation.waiting_forget == (NAME, FEE)
    assert done.decision.conversation.waiting_forget_is_erase is False


def test_a_group_that_is_to_be_erased_is_shown_as_that() -> None:
    done = turn(forgetting(NAME, group="", is_erase=True), held={NAME: "Hut"})
    assert done.says == (Say(key="forget_group", fields=(NAME,), details={"how": "erase"}),)
    assert done.decision.conversation.waiting_forget_is_erase is True


def test_a_yes_to_a_shown_group_forgets_it() -> None:
    done = turn(ForgetAnswer(is_yes=True), held={NAME: "Hut", FEE: samples.yuan(1)}, waiting_forget=(NAME, FEE))
    assert done.state.fields == {}
    assert done.says == (Say(key="cleared", fields=(NAME, FEE)),)
    assert done.decision.conversation.waiting_forget == ()


def test_a_yes_to_a_group_that_was_shown_to_be_erased_erases_it() -> None:
    done = turn(ForgetAnswer(is_yes=True), held={NAME: "Hut"}, waiting_forget=(NAME,), waiting_forget_is_erase=True)
    assert done.decision.erased == (NAME,)


def test_a_no_to_a_shown_group_keeps_it() -> None:
    done = turn(ForgetAnswer(is_yes=False), held={NAME: "Hut"}, waiting_forget=(NAME,))
    assert (done.decision.events, done.says) == ((), (Say(key="forget_kept"),))
    assert done.decision.conversation.waiting_forget == ()


def test_of_a_shown_group_only_what_is_still_there_is_forgotten() -> None:
    done = turn(ForgetAnswer(is_yes=True), held={NAME: "Hut"}, waiting_forget=(NAME, FEE))
    assert done.says == (Say(key="cleared", field=NAME, fields=(NAME,)),)


def test_forgetting_in_between_asks_no_more() -> None:
    done = turn(forgetting(NAME), queue=(WAITS,), waiting_forget=(FEE,))
    assert done.decision.conversation.waiting_forget == ()
