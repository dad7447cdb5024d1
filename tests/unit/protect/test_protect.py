"""What must not be stored in clear is masked or hashed before anything is stored."""

from datetime import UTC, datetime

import pytest

from dualmem.model.candidate import Extraction
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision, Say
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.provenance import Provenance
from dualmem.model.utterance import Utterance
from dualmem.protect import HASH_MARK, Protector, mask_cards, veil
from dualmem.schema.load import load_schema
from dualmem.text import fold

SCHEMA = """
dualmem: schema/1
id: s
version: 1
languages: [zh]
timezone: Asia/Shanghai
fields:
  id_card: {type: id_card_cn, sensitive: mask}
  badge: {type: text, sensitive: hash}
  name: {type: text}
"""
CARD = "11010519491231002X"
SAID = Provenance(at=datetime(2026, 11, 29, tzinfo=UTC), turn=1)


def protector() -> Protector:
    return Protector(load_schema(SCHEMA), lambda field, text: f"<{field}:{len(text)}>")


def decision(*events: Event, **more: object) -> Decision:
    return Decision(events=events, conversation=Conversation(id="c"), **more)  # type: ignore[arg-type]


def written(field: str, value: str, quote: str) -> Event:
    said = Provenance(at=SAID.at, turn=1, quote=quote, words=value)
    return Event(kind=EventKind.FIELD_SET, provenance=said, field=field, changes=(Change(field=field, new=value),))


def test_a_masked_field_keeps_only_the_masked_form() -> None:
    said = f"我的身份证号是{CARD}"
    stored = mask_cards(said)
    [event] = protector().decision(decision(written("id_card", CARD, said)), said, stored).events
    assert event.changes[0].new == "110105********002X"
    assert CARD not in repr(event)


def test_a_hashed_field_keeps_only_the_keyed_hash() -> None:
    said = "我的工牌是A-77301"
    [event] = protector().decision(decision(written("badge", "A-77301", said)), said, said).events
    assert event.changes[0].new == f"{HASH_MARK}<badge:7>"
    assert "77301" not in str(event.provenance.words)


def test_what_is_protected_already_stays() -> None:
    guard = protector()
    assert guard.value("badge", guard.value("badge", "A-77301")) == guard.value("badge", "A-77301")
    assert guard.value("id_card", "110105********002X") == "110105********002X"


@pytest.mark.parametrize("field", ["name", "facts.x", ""])
def test_a_card_number_in_any_text_is_masked(field: str) -> None:
    assert CARD not in str(protector().value(field, f"记住 {CARD}"))


def test_a_mask_keeps_the_length_so_that_spans_stay_true() -> None:
    text = f"卡号 6222 0212 3456 7894，身份证{CARD}。"
    masked = mask_cards(text)
    assert len(masked) == len(text)
    assert masked.startswith("卡号 ")
    assert masked.endswith("。")


def test_short_words_are_starred_whole() -> None:
    assert veil("A77") == "***"
    assert veil("A-77301") == "*-*****"


def test_a_quote_is_the_same_place_of_the_stored_text() -> None:
    said = f"身份证号是{CARD}，谢谢"
    stored = mask_cards(said)
    [event] = protector().decision(decision(written("id_card", CARD, said[:-3])), said, stored).events
    assert event.provenance.quote == stored[:-3]
    assert event.provenance.quote in stored


def test_notes_and_answers_are_masked_too() -> None:
    note = Note(id="n1.1", text=f"卡 {CARD}", at=SAID.at, provenance=SAID)
    made = protector().decision(
        decision(notes=(note,), says=(Say(key="note_added", details={"text": f"卡 {CARD}"}),)), "", ""
    )
    assert CARD not in repr(made)


def test_the_turn_text_loses_the_number_whatever_was_decided() -> None:
    extraction = Extraction(utterance=Utterance(folded=fold(CARD), clauses=()))
    assert protector().text(f"给你{CARD}", extraction, decision()) == f"给你{mask_cards(CARD)}"
