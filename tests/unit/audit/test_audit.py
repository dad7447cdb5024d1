"""The audit chain: whole it verifies, and every change to it is named at its place."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import orjson
import pytest

from dualmem import audit
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.provenance import Provenance
from dualmem.ports import Head, RecordRow
from dualmem.testing.fakes import PlainVault

VAULT = PlainVault()
START = audit.Link(tenant="acme", subject="wei", pseudonym=VAULT.pseudonym("acme", "wei"))
SAID = Provenance(
    at=datetime(2026, 11, 29, 9, tzinfo=UTC), actor="user", conversation="c1", turn=1, quote="电话13800138000"
)
SECRET = "13800138000"


def set_event(path: str, value: str) -> Event:
    return Event(kind=EventKind.FIELD_SET, provenance=SAID, field=path, changes=(Change(field=path, new=value),))


EVENTS = (
    set_event("phone", SECRET),
    Event(kind=EventKind.UPDATE_PROPOSED, provenance=SAID, field="name", update="1.1", value="小明"),
    Event(
        kind=EventKind.STATE_ROLLED_BACK,
        provenance=SAID._replace(quote="撤销"),
        changes=(Change(field="phone", old=SECRET), Change(field="name", new="小明")),
        made_stale=("quote",),
    ),
    set_event("name", "小红"),
)


def chain_of(*events: Event) -> tuple[list[RecordRow], Head]:
    rows, link = [], START
    for event in events:
        row, link = audit.record(event, link, VAULT.seal)
        rows.append(row)
    return rows, Head(version=link.version, sequence=link.sequence, chain=link.digest)


def fault_of(rows: list[RecordRow], head: Head | None = None) -> tuple[int, str] | None:
    fault = audit.verify(rows, link=START, head=head).fault
    return None if fault is None else (fault.sequence, fault.why)


def test_a_chain_as_it_was_written_verifies() -> None:
    rows, head = chain_of(*EVENTS)
    verdict = audit.verify(rows, link=START, head=head)
    assert verdict.fault is None
    assert (verdict.records, verdict.erased) == (4, 0)
    assert head.version == 3


def test_every_event_comes_back_equal() -> None:
    rows, _ = chain_of(*EVENTS)
    assert tuple(audit.read_event(row, START, VAULT.open) for row in rows) == EVENTS


def test_a_header_says_who_when_and_where_and_never_what() -> None:
    rows, _ = chain_of(*EVENTS)
    header = audit.read_header(rows[0])
    assert (header.kind, header.field, header.actor, header.turn) == (EventKind.FIELD_SET, "phone", "user", 1)
    assert header.subject == START.pseudonym
    text = b"".join(row.header for row in rows).decode()
    for secret in (SECRET, "小明", "电话", "wei"):
        assert secret not in text


def test_the_same_events_make_the_same_bytes() -> None:
    assert chain_of(*EVENTS) == chain_of(*EVENTS)


def changed_header(row: RecordRow, **changes: object) -> RecordRow:
    return replace(row, header=orjson.dumps({**orjson.loads(row.header), **changes}, option=orjson.OPT_SORT_KEYS))


TAMPERED: dict[str, tuple[Callable[[list[RecordRow]], list[RecordRow]], tuple[int, str]]] = {
    "a record is gone": (lambda rows: [rows[0], *rows[2:]], (2, "gap")),
    "the first record is gone": (lambda rows: rows[1:], (1, "gap")),
    "two records changed places": (lambda rows: [rows[1], rows[0], *rows[2:]], (1, "gap")),
    "a record stands twice": (lambda rows: [rows[0], rows[0], *rows[1:]], (2, "gap")),
    "an actor was changed": (lambda rows: [rows[0], changed_header(rows[1], actor="system"), *rows[2:]], (2, "chain")),
    "a time was changed": (
        lambda rows: [changed_header(rows[0], at="2026-01-01T00:00:00+00:00"), *rows[1:]],
        (1, "chain"),
    ),
    "a digest was changed": (lambda rows: [*rows[:3], replace(rows[3], digest=bytes(32))], (4, "chain")),
    "a payload was exchanged": (lambda rows: [replace(rows[0], payload=rows[1].payload), *rows[1:]], (1, "payload")),
    "a payload was damaged": (
        lambda rows: [*rows[:3], replace(rows[3], payload=f"{rows[3].payload}0")],
        (4, "payload"),
    ),
    "a payload is gone": (lambda rows: [rows[0], replace(rows[1], payload=None), *rows[2:]], (2, "erased")),
    "a part of a payload is gone": (
        lambda rows: [*rows[:2], replace(rows[2], payload=audit.cut(rows[2], frozenset({"name"}))), rows[3]],
        (3, "erased"),
    ),
    "a header is no header": (lambda rows: [replace(rows[0], header=b"[]"), *rows[1:]], (1, "header")),
    "the end is gone": (lambda rows: rows[:2], (3, "tail")),
    "everything is gone": (lambda _rows: [], (1, "tail")),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_changed_is_named_at_its_place(what: str) -> None:
    change, expected = TAMPERED[what]
    rows, head = chain_of(*EVENTS)
    assert fault_of(change(rows), head) == expected


def test_records_behind_the_last_commit_are_named() -> None:
    rows, _ = chain_of(*EVENTS)
    _, head = chain_of(*EVENTS[:2])
    assert fault_of(rows, head) == (3, "head")


def test_a_chain_written_anew_is_not_the_one_that_was_committed() -> None:
    _, head = chain_of(*EVENTS)
    forged, _ = chain_of(*EVENTS[:3], set_event("name", "another"))
    assert fault_of(forged, head) == (4, "head")


def test_the_chain_of_another_subject_is_refused() -> None:
    rows, head = chain_of(*EVENTS)
    link = replace(START, subject="lan", pseudonym=VAULT.pseudonym("acme", "lan"))
    fault = audit.verify(rows, link=link, head=head).fault
    assert fault is not None
    assert fault.why == "subject"


ERASED = Event(kind=EventKind.FIELD_ERASED, provenance=SAID, field="phone")


def test_an_erased_payload_is_valid_under_a_later_erasure_of_its_field_only() -> None:
    rows, head = chain_of(*EVENTS, ERASED)
    gone = [replace(rows[0], payload=None), *rows[1:]]
    verdict = audit.verify(gone, link=START, head=head)
    assert (verdict.fault, verdict.erased, verdict.erasures) == (None, 1, (5,))
    assert fault_of([*rows[:1], replace(rows[1], payload=None), *rows[2:]], head) == (2, "erased")


def test_an_erasure_of_a_group_covers_the_fields_below_it() -> None:
    rows, head = chain_of(set_event("contact.phone", "1"), ERASED._replace(field="contact"))
    assert fault_of([replace(rows[0], payload=None), rows[1]], head) is None
    rows, head = chain_of(set_event("contacts.phone", "1"), ERASED._replace(field="contact"))
    assert fault_of([replace(rows[0], payload=None), rows[1]], head) == (1, "erased")


def test_an_erasure_covers_further_records_that_it_names() -> None:
    rows, head = chain_of(*EVENTS, ERASED._replace(field=None, erased=(2,)))
    assert fault_of([rows[0], replace(rows[1], payload=None), *rows[2:]], head) is None


def test_an_erased_subject_explains_everything_before() -> None:
    rows, head = chain_of(*EVENTS, Event(kind=EventKind.SUBJECT_ERASED, provenance=SAID))
    assert fault_of([replace(row, payload=None) for row in rows], head) is None


def test_an_erasure_does_not_cover_what_came_after_it() -> None:
    rows, head = chain_of(ERASED, EVENTS[0])
    assert fault_of([rows[0], replace(rows[1], payload=None)], head) == (2, "erased")


def test_one_field_is_cut_out_of_a_payload_of_several() -> None:
    rows, head = chain_of(*EVENTS, ERASED)
    left = audit.cut(rows[2], frozenset({"phone"}))
    assert left is not None
    assert SECRET.encode().hex() not in left
    cut = [*rows[:2], replace(rows[2], payload=left), *rows[3:]]
    assert fault_of(cut, head) is None
    event = audit.read_event(cut[2], START, VAULT.open)
    assert event is not None
    assert event.changes == EVENTS[2].changes[1:]


def test_a_payload_of_one_field_is_cut_as_a_whole() -> None:
    rows, _ = chain_of(*EVENTS)
    assert audit.cut(rows[0], frozenset({"phone"})) is None
    assert audit.read_event(replace(rows[0], payload=None), START, VAULT.open) is None


@pytest.mark.parametrize("change", [lambda payload: payload + " x", lambda payload: payload.rpartition(" ")[0]])
def test_nothing_is_kept_of_a_payload_whose_parts_are_not_those_of_its_header(change: Callable[[str], str]) -> None:
    rows, _ = chain_of(*EVENTS)
    assert rows[2].payload is not None
    tampered = replace(rows[2], payload=change(rows[2].payload))
    assert audit.cut(tampered, frozenset({"phone"})) is None
