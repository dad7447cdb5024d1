"""The header of an audit record: what it says of each event, byte for byte, and what is no header."""

from dataclasses import replace
from datetime import UTC, datetime

import orjson
import pytest

from dualmem import audit
from dualmem.canonical import canonical
from dualmem.errors import InvalidInput
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.provenance import Provenance
from dualmem.ports import RecordRow
from dualmem.testing.fakes import PlainVault

VAULT = PlainVault()
LINK = audit.Link(tenant="acme", subject="wei", pseudonym="ab" * 16, sequence=6, version=4, digest=b"\x07" * 32)
SAID = Provenance(
    at=datetime(2026, 11, 29, 9, tzinfo=UTC),
    actor="operator:li",
    channel="cli",
    conversation="c1",
    turn=5,
    operation="op-1",
    quote="电话",
)
FULL = Event(
    kind=EventKind.STATE_ROLLED_BACK,
    provenance=SAID,
    field="a",
    update="3.1",
    item="n2.1",
    changes=(Change(field="phone", new="1"), Change(field="name", new="小明")),
    made_stale=("quote", "total"),
    erased=(2, 3),
)
SHORT = Event(kind=EventKind.FIELD_SET, provenance=Provenance(at=SAID.at, actor="user"), field="a")


def recorded(event: Event) -> RecordRow:
    return audit.record(event, LINK, VAULT.seal)[0]


def test_a_header_says_all_of_an_event_but_its_values() -> None:
    row = recorded(FULL)
    assert orjson.loads(row.header) == {
        "v": 1,
        "seq": 7,
        "kind": "StateRolledBack",
        "at": "2026-11-29T09:00:00+00:00",
        "actor": "operator:li",
        "channel": "cli",
        "version": 5,
        "subject": "ab" * 16,
        "payload_sha256": orjson.loads(row.header)["payload_sha256"],
        "previous": "07" * 32,
        "field": "a",
        "changes": ["phone", "name"],
        "stale": ["quote", "total"],
        "erased": [2, 3],
        "update": "3.1",
        "item": "n2.1",
        "conversation": "c1",
        "turn": 5,
        "operation": "op-1",
    }


def test_a_header_names_nothing_that_the_event_does_not_have() -> None:
    assert set(orjson.loads(recorded(SHORT).header)) == {
        *("v", "seq", "kind", "at", "actor", "channel", "version", "subject", "payload_sha256", "previous", "field")
    }


def test_a_header_is_canonical_json() -> None:
    for event in (FULL, SHORT):
        header = recorded(event).header
        assert header == canonical(orjson.loads(header))


def test_a_header_comes_back_as_it_was_written() -> None:
    header = audit.read_header(recorded(FULL))
    assert header == audit.Header(
        sequence=7,
        kind=EventKind.STATE_ROLLED_BACK,
        at="2026-11-29T09:00:00+00:00",
        actor="operator:li",
        channel="cli",
        version=5,
        subject="ab" * 16,
        payload_sha256=header.payload_sha256,
        previous="07" * 32,
        field="a",
        changes=("phone", "name"),
        stale=("quote", "total"),
        erased=(2, 3),
        update="3.1",
        item="n2.1",
        conversation="c1",
        turn=5,
        operation="op-1",
    )


def test_a_short_header_reads_as_having_nothing_else() -> None:
    header = audit.read_header(recorded(SHORT))
    assert (header.changes, header.stale, header.erased, header.operation, header.turn) == ((), (), (), None, None)


def test_an_event_without_a_change_leaves_the_version() -> None:
    row, link = audit.record(SHORT, LINK, VAULT.seal)
    assert audit.read_header(row).version == link.version == 4


def test_the_link_behind_a_record_is_where_the_next_one_begins() -> None:
    row, link = audit.record(FULL, LINK, VAULT.seal)
    assert link == replace(LINK, sequence=7, version=5, digest=row.digest)
    assert row.sequence == 7


def test_a_digest_covers_the_record_before_and_the_header() -> None:
    row = recorded(FULL)
    assert row.digest == audit.chain(LINK.digest, row.header)
    assert audit.chain(b"ab", b"c") == audit.chain(b"a", b"bc") != audit.chain(b"a", b"b")


BROKEN = {
    "an array": b"[]",
    "no JSON": b"{",
    "nothing": b"{}",
    "null": b"null",
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_header_is_refused_by_number(what: str) -> None:
    with pytest.raises(InvalidInput, match=r"^record 7 has no readable header$"):
        audit.read_header(replace(recorded(FULL), header=BROKEN[what]))


@pytest.mark.parametrize(
    "changes",
    [
        {"at": "yesterday"},
        {"at": 5},
        {"kind": "NothingKnown"},
        {"changes": 5},
        {"stale": 5},
        {"erased": 5},
        {"unknown": 1},
        {"seq": ...},
        {"kind": ...},
        {"at": ...},
        {"v": ...},
        {"actor": ...},
    ],
    ids=str,
)
def test_a_header_with_a_wrong_part_is_refused(changes: dict[str, object]) -> None:
    data = {**orjson.loads(recorded(FULL).header), **changes}
    header = orjson.dumps({key: value for key, value in data.items() if value is not ...})
    with pytest.raises(InvalidInput, match=r"^record 7 has no readable header$"):
        audit.read_header(replace(recorded(FULL), header=header))


def test_a_header_of_a_later_format_is_refused_as_that() -> None:
    header = orjson.dumps({**orjson.loads(recorded(FULL).header), "v": 2})
    with pytest.raises(InvalidInput, match=r"^record 7 has an unknown format$"):
        audit.read_header(replace(recorded(FULL), header=header))
