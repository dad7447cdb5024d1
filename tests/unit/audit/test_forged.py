"""Chains that were forged with care: every digest fits, and still they are found."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime

import orjson
import pytest

from dualmem import audit, records
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.provenance import Provenance
from dualmem.ports import Head, RecordRow
from dualmem.testing.fakes import PlainVault

VAULT = PlainVault()
START = audit.Link(tenant="acme", subject="wei", pseudonym=VAULT.pseudonym("acme", "wei"))
SAID = Provenance(at=datetime(2026, 11, 29, 9, tzinfo=UTC), actor="user", conversation="c1", turn=1)


def event_of(*paths: str, kind: EventKind = EventKind.FIELD_SET, item: str | None = None) -> Event:
    field = paths[0] if len(paths) == 1 else None
    changes = tuple(Change(field=path, new=f"value of {path}") for path in paths)
    return Event(kind=kind, provenance=SAID, field=field, item=item, changes=changes)


def erasure_of(field: str | None, *, sequences: tuple[int, ...] = ()) -> Event:
    return Event(kind=EventKind.FIELD_ERASED, provenance=SAID, field=field, erased=sequences)


def chain_of(*events: Event, link: audit.Link = START) -> tuple[list[RecordRow], audit.Link]:
    rows = []
    for event in events:
        row, link = audit.record(event, link, VAULT.seal)
        rows.append(row)
    return rows, link


def head_of(link: audit.Link) -> Head:
    return Head(version=link.version, sequence=link.sequence, chain=link.digest)


def fault_of(rows: list[RecordRow], head: Head | None = None, link: audit.Link = START) -> tuple[int, str, str] | None:
    fault = audit.verify(rows, link=link, head=head).fault
    return None if fault is None else (fault.sequence, fault.why, fault.message)


def forged(row: RecordRow, before: bytes, /, **changes: object) -> RecordRow:
    """Change the header, and make the digest fit again."""
    header = orjson.dumps({**orjson.loads(row.header), **changes}, option=orjson.OPT_SORT_KEYS)
    return replace(row, header=header, digest=audit.chain(before, header))


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_does_not_follow_is_found(version: int) -> None:
    rows, _ = chain_of(event_of("a"), event_of("b"))
    rows[1] = forged(rows[1], rows[0].digest, version=version)
    assert fault_of(rows) == (2, "order", "record 2: its numbers do not follow the record before")


@pytest.mark.parametrize("version", [1, 2])
def test_a_version_that_stays_or_grows_by_one_follows(version: int) -> None:
    rows, _ = chain_of(event_of("a"), event_of("b"))
    rows[1] = forged(rows[1], rows[0].digest, version=version)
    assert fault_of(rows) is None


def test_a_header_with_another_number_than_its_row_is_found() -> None:
    rows, _ = chain_of(event_of("a"))
    rows[0] = forged(rows[0], START.digest, seq=2)
    assert fault_of(rows) == (1, "order", "record 1: its numbers do not follow the record before")


def test_a_header_that_names_another_record_before_is_found_though_its_digest_fits() -> None:
    rows, _ = chain_of(event_of("a"))
    rows[0] = forged(rows[0], START.digest, previous="11" * 32)
    assert fault_of(rows) == (1, "chain", "record 1: its header or its digest was changed")


def test_a_digest_that_does_not_fit_its_header_is_found() -> None:
    rows, _ = chain_of(event_of("a"))
    rows[0] = replace(rows[0], digest=bytes(32))
    assert fault_of(rows) == (1, "chain", "record 1: its header or its digest was changed")


def test_the_record_of_another_subject_is_found() -> None:
    rows, _ = chain_of(event_of("a"))
    rows[0] = forged(rows[0], START.digest, subject="0" * 32)
    assert fault_of(rows) == (1, "subject", "record 1: it belongs to another subject")


def test_an_exchanged_payload_is_found() -> None:
    rows, _ = chain_of(event_of("a"), event_of("b"))
    rows[1] = replace(rows[1], payload=rows[0].payload)
    assert fault_of(rows) == (2, "payload", "record 2: its payload is not the one that was written")


def test_a_gap_names_the_first_missing_record() -> None:
    rows, _ = chain_of(event_of("a"), event_of("b"), event_of("c"))
    assert fault_of([rows[0], rows[2]]) == (2, "gap", "record 2 is missing")


def test_a_record_without_a_header_is_named() -> None:
    rows, _ = chain_of(event_of("a"))
    assert fault_of([replace(rows[0], header=b"")]) == (1, "header", "record 1 has no readable header")


def test_a_cut_tail_names_the_missing_records() -> None:
    rows, link = chain_of(event_of("a"), event_of("b"), event_of("c"))
    assert fault_of(rows[:1], head_of(link)) == (2, "tail", "the last 2 records (2 to 3) are missing")


def test_records_behind_the_last_commit_are_named_by_the_first_of_them() -> None:
    rows, _ = chain_of(event_of("a"), event_of("b"), event_of("c"))
    _, link = chain_of(event_of("a"))
    expected = (2, "head", "record 2 and later are not part of the subject's last commit")
    assert fault_of(rows, head_of(link)) == expected


@pytest.mark.parametrize("change", [{"version": 9}, {"chain": bytes(32)}], ids=["version", "digest"])
def test_an_end_that_is_not_the_one_last_committed_is_named(change: dict[str, object]) -> None:
    rows, link = chain_of(event_of("a"), event_of("b"))
    head = replace(head_of(link), **change)  # type: ignore[arg-type]
    assert fault_of(rows, head) == (2, "head", "record 2 is not the one last committed")


def test_reading_may_begin_behind_a_record_that_is_trusted() -> None:
    _, middle = chain_of(event_of("a"), event_of("b"))
    later, link = chain_of(event_of("c"), event_of("d"), link=middle)
    verdict = audit.verify(later, link=middle, head=head_of(link))
    assert verdict == audit.Verdict(records=2)


def test_reading_stops_at_the_first_fault() -> None:
    rows, _ = chain_of(event_of("a"), event_of("b"), event_of("c"))
    rows[1] = replace(rows[1], digest=bytes(32))
    verdict = audit.verify(iter(rows), link=START)
    assert (verdict.records, verdict.fault is not None and verdict.fault.sequence) == (1, 2)


def test_a_reader_gives_the_header_of_a_good_record_and_stands_behind_it() -> None:
    rows, link = chain_of(event_of("a"))
    reader = audit.Reader(START)
    assert reader.read(rows[0]) == audit.read_header(rows[0])
    assert reader.link == link
    assert reader.fault is None


def test_a_reader_stays_where_it_is_at_a_bad_record() -> None:
    rows, _ = chain_of(event_of("a"))
    for bad in (replace(rows[0], sequence=2), replace(rows[0], header=b""), replace(rows[0], digest=bytes(32))):
        reader = audit.Reader(START)
        assert reader.read(bad) is None
        assert reader.link == START


def test_a_fault_in_the_chain_comes_before_what_its_end_lacks() -> None:
    rows, link = chain_of(event_of("a"), event_of("b"))
    rows[0] = replace(rows[0], digest=bytes(32))
    assert fault_of(rows[:1], head_of(link)) == (1, "chain", "record 1: its header or its digest was changed")


def test_a_cut_tail_comes_before_a_payload_that_nothing_explains() -> None:
    rows, link = chain_of(event_of("a"), event_of("b"))
    assert fault_of([replace(rows[0], payload=None)], head_of(link)) == (
        *(2, "tail"),
        "the last 1 records (2 to 2) are missing",
    )


def test_a_payload_that_was_put_out_by_its_digest_must_be_explained_as_well() -> None:
    rows, _ = chain_of(event_of("a"), erasure_of("b"))
    rows[0] = replace(rows[0], payload=f"!{hashlib.sha256((rows[0].payload or '').encode()).hexdigest()}")
    message = "record 1: its payload is gone, and no later erasure says why"
    assert fault_of(rows) == (1, "erased", message)
    assert audit.read_event(rows[0], START, VAULT.open) is None


def test_a_payload_that_was_put_out_by_its_digest_is_explained_by_its_field() -> None:
    rows, _ = chain_of(event_of("a"), erasure_of("a"))
    rows[0] = replace(rows[0], payload=f"!{hashlib.sha256((rows[0].payload or '').encode()).hexdigest()}")
    assert fault_of(rows) is None


def test_a_digest_of_another_token_does_not_pass_for_the_erased_one() -> None:
    rows, _ = chain_of(event_of("a"), erasure_of("a"))
    rows[0] = replace(rows[0], payload=f"!{'0' * 64}")
    assert fault_of(rows) == (1, "payload", "record 1: its payload is not the one that was written")


def test_a_whole_payload_of_several_fields_is_gone_only_under_an_erasure_of_one_of_them() -> None:
    for field, expected in (("b", None), ("c", "erased")):
        rows, _ = chain_of(event_of("a", "b"), erasure_of(field))
        fault = fault_of([replace(rows[0], payload=None), rows[1]])
        assert (fault and fault[1]) == expected


def test_a_field_that_was_cut_out_is_explained_by_its_own_erasure_only() -> None:
    for field, expected in (("a", None), ("b", "erased")):
        rows, _ = chain_of(event_of("a", "b"), erasure_of(field))
        fault = fault_of([replace(rows[0], payload=audit.cut(rows[0], frozenset({"a"}))), rows[1]])
        assert (fault and fault[1]) == expected


def test_an_erasure_may_erase_its_own_record() -> None:
    rows, _ = chain_of(erasure_of("a"))
    assert fault_of([replace(rows[0], payload=None)]) is None


def test_a_note_that_is_gone_is_explained_by_the_erasure_of_that_note_only() -> None:
    for item, expected in (("n1", None), ("n2", "erased")):
        gone = Event(kind=EventKind.NOTE_ERASED, provenance=SAID, item=item)
        rows, _ = chain_of(event_of(kind=EventKind.NOTE_ADDED, item="n1"), gone)
        fault = fault_of([replace(rows[0], payload=None), rows[1]])
        assert (fault and fault[1]) == expected


def test_the_erasure_of_a_note_explains_no_field() -> None:
    gone = erasure_of("a")._replace(kind=EventKind.NOTE_ERASED, item="n1")
    rows, _ = chain_of(event_of("a"), gone)
    fault = fault_of([replace(rows[0], payload=None), rows[1]])
    assert fault is not None
    assert fault[1] == "erased"


def test_an_event_without_a_field_is_explained_only_by_its_number() -> None:
    for sequences, expected in (((1,), None), ((2,), "erased")):
        rows, _ = chain_of(event_of(), erasure_of(None, sequences=sequences))
        fault = fault_of([replace(rows[0], payload=None), rows[1]])
        assert (fault and fault[1]) == expected


def test_the_verdict_counts_erased_payloads_and_names_the_erasures() -> None:
    rows, link = chain_of(event_of("a", "b"), event_of("a"), event_of("c"), erasure_of("a"), erasure_of("a"))
    rows[0] = replace(rows[0], payload=audit.cut(rows[0], frozenset({"a"})))
    rows[1] = replace(rows[1], payload=None)
    verdict = audit.verify(rows, link=START, head=head_of(link))
    assert verdict == audit.Verdict(records=5, erased=2, erasures=(4, 5))


def test_a_payload_of_several_fields_has_a_part_for_the_event_and_for_each_field() -> None:
    event = event_of("a", "b")
    assert audit.payload(event) == (
        records.dump(event._replace(changes=())),
        *(records.dump(change) for change in event.changes),
    )


def test_a_payload_of_one_field_is_the_whole_event() -> None:
    assert audit.payload(event_of("a")) == (records.dump(event_of("a")),)


def test_each_part_of_a_payload_is_sealed_for_its_own_place() -> None:
    rows, _ = chain_of(event_of("a", "b"))
    tokens = (rows[0].payload or "").split(" ")
    for part, token in enumerate(tokens):
        assert VAULT.open(records.record_context("acme", "wei", 1, part), token)
    assert len(tokens) == 3


def test_the_digest_of_several_tokens_is_that_of_their_digests() -> None:
    rows, _ = chain_of(event_of("a", "b"))
    digests = "".join(hashlib.sha256(token.encode()).hexdigest() for token in (rows[0].payload or "").split(" "))
    assert audit.read_header(rows[0]).payload_sha256 == hashlib.sha256(digests.encode()).hexdigest()


def test_the_digest_of_one_token_is_its_own() -> None:
    rows, _ = chain_of(event_of("a"))
    wanted = hashlib.sha256((rows[0].payload or "").encode()).hexdigest()
    assert audit.read_header(rows[0]).payload_sha256 == wanted


def test_a_field_is_cut_once_and_stays_cut() -> None:
    rows, _ = chain_of(event_of("a", "b"))
    once = replace(rows[0], payload=audit.cut(rows[0], frozenset({"a"})))
    assert audit.cut(once, frozenset({"a"})) == once.payload
    both = replace(rows[0], payload=audit.cut(once, frozenset({"b"})))
    event = audit.read_event(both, START, VAULT.open)
    assert event is not None
    assert event == event_of()


def test_cutting_nothing_leaves_the_payload() -> None:
    rows, _ = chain_of(event_of("a", "b"))
    assert audit.cut(rows[0], frozenset({"c"})) == rows[0].payload


def test_an_event_of_several_fields_comes_back_with_those_that_are_left() -> None:
    rows, _ = chain_of(event_of("a", "b", "c"))
    left = replace(rows[0], payload=audit.cut(rows[0], frozenset({"b"})))
    event = audit.read_event(left, START, VAULT.open)
    assert event is not None
    assert [change.field for change in event.changes] == ["a", "c"]
    assert event == event_of("a", "b", "c")._replace(changes=event.changes)


@pytest.mark.parametrize(
    ("path", "erased", "is_covered"),
    [
        ("a", "a", True),
        ("a.b", "a", True),
        ("ab", "a", False),
        ("a", "a.b", False),
        (None, "a", False),
        ("a", None, False),
        (None, None, False),
    ],
)
def test_an_erasure_covers_its_path_and_what_is_below(
    path: str | None, erased: str | None, *, is_covered: bool
) -> None:
    assert audit.is_under(path, erased) is is_covered
