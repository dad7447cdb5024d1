"""What the assistant of a public dialogue offers or reads back is held by the user's own yes."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bench.understanding.domain import domain_of
from dualmem.memory import Memory
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.values.codec import to_json


def _slot(name: str, kind: str, *values: str) -> dict[str, object]:
    return {"slot": name, "type": kind, "values": values, "n": 1}


SLOTS = {
    str(slot["slot"]): slot
    for slot in (
        _slot("Coaches_7.departure_time", "time"),
        _slot("Coaches_7.departure_date", "date"),
        _slot("Coaches_7.to_city", "text"),
        _slot("Coaches_7.num_passengers", "integer"),
        _slot("Lodges_7.property_name", "text"),
        _slot("Lodges_7.visit_date", "date"),
        _slot("Lodges_7.area", "text"),
        _slot("RentalCars_7.car_type", "choice", "Compact", "SUV"),
        _slot("RentalCars_7.dropoff_date", "date"),
        _slot("Events_1.category", "choice", "Music", "Sports"),
        _slot("Events_1.event_name", "text"),
    )
}


def talked(group: str, *turns: str) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held after a talk (the user's turns, and between them replies), and what is shown then."""
    domain = domain_of(SLOTS, [group], "en", "UTC")
    clock = FixedClock(datetime(2019, 3, 1, 9, tzinfo=ZoneInfo("UTC")))
    memory = Memory.open(schema=domain.schema, rules=[domain.rules], vault=PlainVault(), clock=clock, ids=CountingIds())
    exchange = memory.hear("s", turns[0], conversation="c")
    for reply, said in zip(turns[1::2], turns[2::2], strict=True):
        exchange.reply(reply)
        exchange = memory.hear("s", said, conversation="c")
    held = {path: to_json(one.value) for path, one in memory.state("s", reveal=True).fields.items()}
    memory.close()
    shown = {one.field: to_json(one.value) for one in exchange.shown}
    return (
        {path.partition(".")[2]: one for path, one in held.items()},
        {path.partition(".")[2]: one for path, one in shown.items()},
    )


@pytest.mark.parametrize(
    "reply",
    [
        "Please confirm: 3 tickets to Fresno, leaving March 8th at 7:40 am.",
        "You want 3 tickets to Fresno leaving March 8th at 7:40 am, is that correct?",
        "3 tickets to Fresno, leaving March 8th at 7:40 am. Is this right?",
    ],
)
def test_what_is_read_back_is_held_by_a_yes(reply):
    held, _ = talked("Coaches_7", "I need a coach", reply, "Yes, that is correct.")
    assert held["to_city"] == "Fresno"
    assert held["departure_date"] == {"date": "2019-03-08"} or held["departure_date"] == "2019-03-08"
    assert held["departure_time"] == "07:40"


def test_what_is_only_told_is_not_held_by_a_yes():
    held, _ = talked("Coaches_7", "I need a coach", "The coach to Fresno takes 3 hours.", "Yes, good.")
    assert held == {}


def test_another_time_that_is_offered_is_taken_up():
    held, _ = talked(
        "Coaches_7",
        "set departure time to 6:30 pm",
        "I could not book it. There is a coach leaving at 7 pm if you want to try that.",
        "Okay, let's try that.",
    )
    assert held["departure_time"] == "19:00"


def test_a_day_read_back_with_a_bound_is_the_day_that_is_held():
    held, _ = talked(
        "Coaches_7", "set departure date to March 8th", "Please confirm: leaving by March 8th, right?", "yes"
    )
    assert held["departure_date"] == "2019-03-08"


def test_a_day_that_answers_is_no_name():
    held, _ = talked("Lodges_7", "I want to visit Avalon Apartments", "", "No, I want it for this Saturday.")
    assert held == {}


def test_to_drop_off_denies_nothing():
    _, shown = talked("RentalCars_7", "Find me a small car with the drop off date as March 13th.")
    assert shown == {"car_type": "Compact", "dropoff_date": "2019-03-13"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I want to find a match.", {"category": "Sports"}),
        ("I want to see Music events", {"category": "Music"}),
        ("I've heard Vertical Horizon is worth seeing", {"event_name": "Vertical Horizon"}),
        ("i want to go to dodgers vs padres", {"event_name": "dodgers vs padres"}),
    ],
)
def test_a_word_of_a_list_is_no_name(text, wanted):
    _, shown = talked("Events_1", text)
    assert shown == wanted


@pytest.mark.parametrize("said", ["I want it in Sebastopol", "no, it should be in Sebastopol"])
def test_a_town_beside_a_shown_house_is_no_other_name_of_it(said: str) -> None:
    held, shown = talked("Lodges_7", "I want to see the Lake Tahoe Apartments", "Which one?", said)
    assert (held, shown["area"]) == ({}, "Sebastopol")
