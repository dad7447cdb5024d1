"""What the bench of confirmations takes an outcome for."""

import pytest

from bench.understanding.confirm import fate
from dualmem.model.event import Event, EventKind
from tests.unit import samples

PROPOSED = Event(kind=EventKind.UPDATE_PROPOSED, provenance=samples.origin(), field="a.b", update="2.1", value="x")
REFUSED = Event(kind=EventKind.UPDATE_REJECTED, provenance=samples.origin(), field="a.c", update="1.1", value="y")
AFFIRMED = REFUSED._replace(kind=EventKind.UPDATE_CONFIRMED)


@pytest.mark.parametrize(
    ("events", "has_values", "said"),
    [
        ((), True, "other"),
        ((PROPOSED,), True, "correct"),
        ((PROPOSED,), False, "other"),
        ((REFUSED, PROPOSED), False, "correct"),
        ((REFUSED,), True, "negate"),
        ((AFFIRMED, PROPOSED), True, "affirm"),
        ((AFFIRMED, REFUSED), True, "negate"),
    ],
)
def test_a_further_value_corrects_what_was_shown_unless_that_was_affirmed(events, has_values, said) -> None:
    assert fate(events, {"1.1"}, has_values=has_values) == said
