"""What people say to the services of the public dialogues, read by the developer's words."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bench.understanding.domain import domain_of
from dualmem.memory import Memory
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.values.codec import to_json

SLOTS = {
    slot["slot"]: {"values": (), "n": 1, **slot}
    for slot in (
        {"slot": "Inns_1.star_rating", "type": "integer", "values": ("1", "2", "3", "4", "5")},
        {"slot": "Inns_1.number_of_rooms", "type": "integer", "values": ("1", "2", "3"), "closed": True},
        {"slot": "Cabs_1.shared_ride", "type": "boolean"},
        {"slot": "Cabs_1.number_of_riders", "type": "integer", "values": ("1", "4"), "closed": True},
    )
}
CLOSED = {name: {**slot, "values_from": "sgd-schema"} for name, slot in SLOTS.items()}


def proposed(text: str, group: str) -> dict[str, object]:
    domain = domain_of(CLOSED, [group], "en", "UTC")
    clock = FixedClock(datetime(2019, 3, 1, 9, tzinfo=ZoneInfo("UTC")))
    memory = Memory.open(schema=domain.schema, rules=[domain.rules], vault=PlainVault(), clock=clock, ids=CountingIds())
    exchange = memory.hear("s", text, conversation="c")
    memory.close()
    return {one.field.rpartition(".")[2]: to_json(one.value) for one in exchange.shown}


@pytest.mark.parametrize("text", ["Is it a 4 star hotel?", "Does the hotel have 4 stars?"])
def test_what_is_asked_of_a_given_thing_is_no_wish(text):
    assert proposed(text, "Inns_1") == {}


@pytest.mark.parametrize("text", ["Can you find me a 4 star hotel?", "I want a 4 star hotel"])
def test_what_a_question_asks_to_find_is_a_wish(text):
    assert proposed(text, "Inns_1") == {"star_rating": 4}


def test_a_count_beyond_its_list_is_not_shown():
    assert proposed("a ride for 44 people", "Cabs_1") == {}


@pytest.mark.parametrize(
    "text", ["I don't mind a ride share.", "I wouldn't mind a shared ride.", "I'm fine with sharing"]
)
def test_what_nobody_minds_is_to_be(text):
    assert proposed(text, "Cabs_1") == {"shared_ride": True}


def test_what_somebody_minds_is_not():
    assert proposed("I do mind a shared ride", "Cabs_1") == {"shared_ride": False}
