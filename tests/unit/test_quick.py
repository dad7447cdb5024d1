"""Quick: a record made through its slots is the record that dataclasses makes."""

import inspect
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from dualmem.model.event import Change, Event, EventKind
from dualmem.model.provenance import Provenance
from dualmem.model.quick import quick
from tests.unit import samples


@quick
@dataclass(frozen=True, slots=True)
class Place:
    start: int
    end: int = 7
    marks: list[str] = field(default_factory=list)
    name: str = field(default="", kw_only=True)


def test_arguments_are_taken_by_place_by_name_and_from_their_defaults() -> None:
    assert (Place(1, 2, ["a"]).marks, Place(1, end=3).end, Place(1).end, Place(1, name="n").name) == (["a"], 3, 7, "n")


def test_each_record_has_a_default_of_its_own() -> None:
    assert Place(1).marks is not Place(1).marks


def test_a_field_by_name_alone_is_refused_by_place() -> None:
    with pytest.raises(TypeError):
        Place(1, 2, [], "n")  # type: ignore[misc]


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(TypeError):
        Place()  # type: ignore[call-arg]


def test_a_record_stays_frozen_and_equal_and_can_be_replaced() -> None:
    place = Place(1, 2)
    with pytest.raises(FrozenInstanceError):
        place.end = 5  # type: ignore[misc]
    assert replace(place, end=5) == Place(1, 5)


def test_the_signature_is_that_of_the_fields() -> None:
    assert list(inspect.signature(Event).parameters)[:3] == ["kind", "provenance", "field"]


def test_an_event_keeps_what_it_is_given() -> None:
    change = Change(field="a", new=1)
    event = Event(kind=EventKind.FIELD_SET, provenance=Provenance(at=samples.NOW), changes=(change,))
    assert (event.kind, event.changes, event.update, event.made_stale) == (EventKind.FIELD_SET, (change,), None, ())


def test_a_class_that_does_more_than_keep_its_arguments_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Doubled:
        one: int
        two: int = field(init=False)

    with pytest.raises(TypeError):
        quick(Doubled)
