"""Slots that nobody wrote cues for are read by what their names say."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bench.understanding.domain import domain_of
from dualmem.memory import Memory
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.values.codec import to_json


def _slot(name: str, kind: str, **more: object) -> dict[str, object]:
    return {"slot": name, "type": kind, "values": (), "n": 1, **more}


EN = [
    _slot("Canteens_7.diners", "integer"),
    _slot("Canteens_7.number_of_tables", "integer"),
    _slot("Canteens_7.has_terrace", "boolean"),
    _slot("Canteens_7.origin_town", "text", examples=["Oakland", "Fremont", "Berkeley"]),
]
ZH = [
    _slot("客店.房间数", "integer"),
    _slot("客店.是否接机", "boolean"),
    _slot("客店.出发地", "text", examples=["北京", "上海", "广州"]),
]


def proposed(slots: list[dict[str, object]], language: str, text: str) -> dict[str, object]:
    groups = sorted({str(slot["slot"]).rsplit(".", 1)[0] for slot in slots})
    domain = domain_of({str(slot["slot"]): slot for slot in slots}, groups, language, "UTC")
    clock = FixedClock(datetime(2019, 3, 1, 9, tzinfo=ZoneInfo("UTC")))
    memory = Memory.open(schema=domain.schema, rules=[domain.rules], vault=PlainVault(), clock=clock, ids=CountingIds())
    exchange = memory.hear("s", text, conversation="c")
    memory.close()
    return {one.field.rpartition(".")[2]: to_json(one.value) for one in exchange.shown}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a table for six please", {"diners": 6}),
        ("I need three tables", {"number_of_tables": 3}),
        ("I want a terrace", {"has_terrace": True}),
        ("no terrace please", {"has_terrace": False}),
        ("we leave from Oakland", {"origin_town": "Oakland"}),
    ],
)
def test_an_english_slot_without_cues_is_read_by_its_name(text, wanted):
    assert proposed(EN, "en", text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("要两个房间", {"房间数": 2}),
        ("需要接机", {"是否接机": True}),
        ("不需要接机", {"是否接机": False}),
        ("从上海出发", {"出发地": "上海"}),
    ],
)
def test_a_chinese_slot_without_cues_is_read_by_its_name(text, wanted):
    assert proposed(ZH, "zh", text) == wanted


def test_a_service_without_any_slot_proposes_nothing():
    assert proposed([], "en", "a table for six please") == {}


def test_a_name_of_small_words_only_gives_no_words():
    assert proposed([_slot("X_1.is_available", "boolean")], "en", "it is available") == {}
