"""Records: every stored object comes back equal, and an attribute added later reads as its default."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import get_args

import pytest

from dualmem import records
from dualmem.errors import InvalidInput, StoreCorrupt
from dualmem.model.conversation import Conversation, Turn, WritingTurn
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.provenance import Provenance
from dualmem.model.settings import Settings
from dualmem.model.snapshot import Erasure, RawText, Snapshot
from dualmem.model.span import Span
from dualmem.model.state import Held
from dualmem.model.value import (
    Ambiguous,
    Day,
    Duration,
    DurationRange,
    Moment,
    Money,
    Quantity,
    TimeOfDay,
    Value,
)
from dualmem.ports import ItemKind, SealContext, TurnRow

AT = datetime(2026, 11, 29, 9, 0, 0, 123456, tzinfo=timezone(timedelta(hours=8)))
SAID = Provenance(
    at=AT,
    actor="user",
    conversation="c1",
    turn=3,
    span=Span(2, 5),
    quote="预算“50万”\n",
    words="50万",
    zone="Asia/Shanghai",
)
VALUES: tuple[Value, ...] = (
    "",
    "文字\t\n",
    True,
    0,
    -7,
    2**63 - 1,
    -(10**30),
    10**30,
    (10**20, 1),
    Quantity(amount=Decimal("0.10")),
    Quantity(minimum=Decimal(20), is_approximate=True),
    Money(currency="CNY", amount=Decimal(500000), per="person"),
    Money(currency=None, minimum=Decimal(1), maximum=Decimal(2), is_approximate=True),
    Day(date(2026, 12, 4), "by"),
    TimeOfDay(time(23, 59)),
    Moment(AT),
    Duration(months=Decimal(3), days=Decimal(15)),
    Duration(seconds=Decimal(5400), is_business=False, is_approximate=True),
    DurationRange(Duration(days=Decimal(3)), Duration(days=Decimal(5))),
    Ambiguous((Day(date(2026, 3, 4)), Day(date(2026, 4, 3)))),
    ("a", "b"),
    (),
)
CHANGE = Change(field="a.b", old=None, new="x", restored_from=SAID, restored_at=AT)
THINGS = (
    Held(value="x", version=2, at=AT, provenance=SAID, stale_since=4),
    PendingUpdate(id="3.1", field="a", value=("x",), action="append", provenance=SAID, user_turn=2, proposed_at=AT),
    Note(id="n3.1", text="记一下", at=AT, provenance=SAID, tags=("工作",), importance=0.5),
    Conversation(
        id="c1",
        language="zh",
        user_turns=4,
        shown=(Shown(update="3.1", ordinal=1, field="a", value=Day(date(2026, 12, 4)), digest="ab"),),
        shown_at=AT,
        asked=("b",),
        waiting_forget=("c.d",),
        writes=(WritingTurn(turn=3, version=2, changes=(CHANGE,), notes=("n3.1",)),),
    ),
    Turn(number=1, conversation="c1", speaker="user", channel="user", text="你好", at=AT, is_cut=True),
    Event(kind=EventKind.TURN_UNDONE, provenance=SAID, changes=(CHANGE,), made_stale=("q",), erased=(1, 2)),
    Snapshot(tag="t", at=AT, version=1, fields={"a": Held(value=1, version=1, at=AT, provenance=SAID)}),
    Erasure(turn=3, at=AT, erased=("a",)),
    RawText(text="", is_cut=True),
    Settings(timezone="Asia/Tokyo"),
)


@pytest.fixture(autouse=True)
def shapes(monkeypatch: pytest.MonkeyPatch) -> dict[type, object]:
    """Let every test work out anew how classes are stored."""
    known: dict[type, object] = {}
    monkeypatch.setattr(records, "_known", known)
    return known


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
def test_an_object_comes_back_equal(thing: object) -> None:
    assert records.load(type(thing), records.dump(thing)) == thing


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_comes_back_equal_and_of_its_type(value: Value) -> None:
    held = Held(value=value, version=1, at=AT, provenance=SAID)
    back = records.load(Held, records.dump(held))
    assert back == held
    assert type(back.value) is type(value)


def test_the_samples_hold_every_type_of_value() -> None:
    kinds = {type(value) for value in VALUES}
    assert kinds == {kind for kind in get_args(Value) if isinstance(kind, type)} | {tuple}


def test_what_has_its_default_takes_no_room() -> None:
    assert records.dump(Conversation(id="c")) == b'{"id":"c"}'
    assert records.load(Conversation, b'{"id":"c"}') == Conversation(id="c")


def test_the_offset_of_a_time_is_kept() -> None:
    note = records.load(Note, records.dump(THINGS[2]))
    assert note.at.utcoffset() == timedelta(hours=8)
    assert note.at.astimezone(UTC) == AT


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b"{", b'{"id":1,"unknown":2}', b'{"shown":3}', b"\xff"])
def test_bytes_that_are_no_such_object_are_a_corrupt_store(data: bytes) -> None:
    with pytest.raises(StoreCorrupt, match="Conversation"):
        records.load(Conversation, data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Old:
    a: int


@dataclass(frozen=True, slots=True, kw_only=True)
class New:
    a: int
    b: tuple[str, ...] = ("later",)


def test_an_attribute_added_later_reads_as_its_default() -> None:
    assert records.load(New, records.dump(Old(a=1))) == New(a=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One attribute of each kind that an object may have."""

    needed: str | None
    number: int = 0
    texts: tuple[str, ...] = field(default_factory=tuple)
    times: tuple[datetime, ...] = ()
    kind: ItemKind = ItemKind.FIELD
    plain: Mapping[str, int] = field(default_factory=dict)
    packed: Mapping[str, datetime] = field(default_factory=dict)
    inner: Old | None = None


def test_what_has_no_default_is_stored_even_as_nothing() -> None:
    assert records.dump(Sample(needed=None)) == b'{"needed":null}'
    assert records.load(Sample, b'{"needed":null}') == Sample(needed=None)


def test_a_default_that_is_made_anew_each_time_takes_no_room() -> None:
    assert records.to_plain(Sample(needed="x", plain={}, texts=())) == {"needed": "x"}


def test_every_kind_of_attribute_has_its_json_form() -> None:
    full = Sample(
        needed="x",
        number=7,
        texts=("a", "b"),
        times=(AT,),
        kind=ItemKind.PENDING,
        plain={"a": 1},
        packed={"b": AT},
        inner=Old(a=2),
    )
    plain = {
        "needed": "x",
        "number": 7,
        "texts": ("a", "b"),
        "times": [AT.isoformat()],
        "kind": ItemKind.PENDING.value,
        "plain": {"a": 1},
        "packed": {"b": AT.isoformat()},
        "inner": {"a": 2},
    }
    assert {key: tuple(value) if key == "texts" else value for key, value in records.to_plain(full).items()} == plain
    assert records.load(Sample, records.dump(full)) == full


def test_what_is_read_has_tuples_and_mappings_that_nobody_can_change() -> None:
    read = records.from_plain(Sample, {"needed": None, "texts": ["a"], "plain": {"a": 1}, "packed": {"b": str(AT)}})
    assert isinstance(read.texts, tuple)
    for mapping in (read.plain, read.packed):
        with pytest.raises(TypeError):
            mapping["c"] = 1  # type: ignore[index]


def test_a_mapping_that_is_read_does_not_change_with_the_json_it_came_from() -> None:
    data = {"needed": None, "plain": {"a": 1}}
    read = records.from_plain(Sample, data)
    data["plain"] = data["plain"] | {"b": 2}  # type: ignore[operator]
    assert read.plain == {"a": 1}


def test_the_shape_of_a_class_is_worked_out_once(shapes: dict[type, object]) -> None:
    records.dump(Old(a=1))
    first = shapes[Old]
    records.dump(Old(a=2))
    assert shapes[Old] is first


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 2**64 - 1])
def test_a_number_that_fits_stays_a_number(number: int) -> None:
    assert records.dump(Old(a=number)) == b'{"a":%d}' % number


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1])
def test_only_numbers_beyond_64_bits_become_text(number: int) -> None:
    @dataclass(frozen=True)
    class Numbers:
        of: tuple[int, ...]

    given = (number, 2**63 - 1, -(2**63), 2**63, 1)
    assert records.dump(Numbers(given)) == f'{{"of":["{number}",{2**63 - 1},{-(2**63)},"{2**63}",1]}}'.encode()


def test_half_a_surrogate_pair_is_refused_as_input() -> None:
    with pytest.raises(InvalidInput, match=r"^a text holds half a surrogate pair$"):
        records.dump(Note(id="n1", text="\ud800", at=AT, provenance=SAID))


def test_bytes_of_another_object_name_what_they_should_have_been() -> None:
    with pytest.raises(StoreCorrupt, match=r"^a stored Old can not be read$") as caught:
        records.load(Old, b'{"b":1}')
    assert caught.value.data == {"kind": "Old"}


def test_a_token_of_an_item_is_bound_to_its_kind_key_and_version() -> None:
    found = records.item_context("acme", "wei", ItemKind.PENDING, "3.1", version=4)
    assert found == SealContext("acme", "wei", "pending", "3.1", 4)


def test_a_token_of_a_turn_is_bound_to_all_that_its_row_says_in_clear() -> None:
    row = TurnRow(
        number=7, conversation="c1", speaker="user", channel="tool", at="2026-11-29T09:00:00+00:00", token="t"
    )
    found = records.turn_context("acme", "wei", row)
    assert found == SealContext("acme", "wei", "turn", "user\ntool\nc1\n2026-11-29T09:00:00+00:00", 7)


def test_a_token_of_an_audit_payload_is_bound_to_its_record_and_part() -> None:
    assert records.record_context("acme", "wei", 9) == SealContext("acme", "wei", "record", "0", 9)
    assert records.record_context("acme", "wei", 9, 2) == SealContext("acme", "wei", "record", "2", 9)


def test_a_token_of_a_stored_result_is_bound_to_its_operation() -> None:
    assert records.result_context("acme", "wei", "op-1") == SealContext("acme", "wei", "result", "op-1", 0)
