"""The store contract: what every backend must do. Subclass it, give a ``store`` fixture, and pytest runs it."""

from dataclasses import replace

import pytest

from dualmem.errors import Conflict, InvalidInput
from dualmem.ports import Commit, Head, Item, ItemKind, RecordRow, Scrub, Store, TurnRow

TENANT = "acme"
SUBJECT = "wei"
AT = "2026-11-29T09:00:00+08:00"


def turn_row(number: int, speaker: str = "user", conversation: str = "c1", *, sealed: str = "t") -> TurnRow:
    """Give a turn row; an empty ``sealed`` stores no text."""
    return TurnRow(
        number=number,
        conversation=conversation,
        speaker=speaker,
        channel=speaker,
        at=AT,
        token=f"{sealed}{number}" if sealed else None,
    )


def record_row(sequence: int) -> RecordRow:
    """Give an audit record."""
    return RecordRow(
        sequence=sequence,
        header=f'{{"field":"预算","seq":{sequence}}}'.encode(),
        digest=bytes([sequence % 256]) * 32,
        payload=f"p{sequence}",
    )


def field(key: str, sealed: str = "v", version: int = 1) -> Item:
    """Give a field item."""
    return Item(kind=ItemKind.FIELD, key=key, version=version, token=sealed)


def other(kind: ItemKind, key: str, sealed: str) -> Item:
    """Give an item that is no field."""
    return Item(kind=kind, key=key, version=1, token=sealed)


def commit_of(revision: int, **changes: object) -> Commit:
    """Give the commit that makes ``revision`` out of the one before."""
    plain = Commit(
        tenant=TENANT,
        subject=SUBJECT,
        expected_revision=revision - 1,
        head=Head(
            version=revision, revision=revision, turn=revision, sequence=revision, chain=bytes([revision % 256]) * 32
        ),
        turn=turn_row(revision),
        operation_id=f"op-{revision}",
        records=(record_row(revision),),
    )
    return replace(plain, **changes)  # type: ignore[arg-type] # a test helper: the caller names real attributes


class StoreContract:
    """Tests that every Store passes."""

    def test_an_unknown_subject_is_empty(self, store: Store) -> None:
        """Nothing is known of nobody."""
        loaded = store.load(TENANT, "nobody", "c1", window=10)
        assert loaded.head == Head()
        assert (loaded.items, loaded.window, loaded.result, loaded.was_committed) == ((), (), None, False)
        assert store.head(TENANT, "nobody") == Head()
        assert list(store.records(TENANT, "nobody")) == []
        assert list(store.turns(TENANT, "nobody")) == []
        assert store.item(TENANT, "nobody", ItemKind.FIELD, "a") is None

    def test_what_was_committed_is_loaded(self, store: Store) -> None:
        """One commit comes back whole."""
        commit = commit_of(1, put=(field("预算"), other(ItemKind.CONVERSATION, "c1", "c")))
        store.commit(commit)
        loaded = store.load(TENANT, SUBJECT, "c1", window=10)
        assert loaded.head == commit.head
        assert set(loaded.items) == set(commit.put)
        assert loaded.window == (commit.turn,)
        assert list(store.records(TENANT, SUBJECT)) == list(commit.records)
        assert list(store.turns(TENANT, SUBJECT)) == [commit.turn]

    def test_a_commit_on_an_outdated_revision_is_a_conflict_and_writes_nothing(self, store: Store) -> None:
        """Compare and swap is the only lock."""
        store.commit(commit_of(1, put=(field("a", "one"),)))
        for expected in (0, 2):
            wrong = commit_of(2, expected_revision=expected, put=(field("a", "two"), field("b")))
            with pytest.raises(Conflict):
                store.commit(wrong)
        assert store.items(TENANT, SUBJECT, ItemKind.FIELD) == (field("a", "one"),)
        assert store.head(TENANT, SUBJECT).revision == 1
        assert len(list(store.turns(TENANT, SUBJECT))) == 1
        assert len(list(store.records(TENANT, SUBJECT))) == 1

    def test_a_first_commit_that_expects_a_revision_is_a_conflict(self, store: Store) -> None:
        """A subject that went away does not come back by itself."""
        with pytest.raises(Conflict):
            store.commit(commit_of(5))
        assert list(store.subjects(TENANT)) == []

    def test_a_repeated_operation_gives_the_stored_result(self, store: Store) -> None:
        """Every write carries an operation id."""
        store.commit(commit_of(1, result="the result"))
        store.commit(commit_of(2))
        first = store.load(TENANT, SUBJECT, "c9", window=1, operation_id="op-1")
        second = store.load(TENANT, SUBJECT, "c9", window=1, operation_id="op-2")
        third = store.load(TENANT, SUBJECT, "c9", window=1, operation_id="op-3")
        assert (first.result, first.was_committed) == ("the result", True)
        assert (second.result, second.was_committed) == (None, True)
        assert (third.result, third.was_committed) == (None, False)

    def test_a_repeated_operation_is_not_committed_twice(self, store: Store) -> None:
        """Neither at the right revision."""
        store.commit(commit_of(1))
        with pytest.raises(Conflict):
            store.commit(commit_of(2, operation_id="op-1", put=(field("a"),)))
        assert store.head(TENANT, SUBJECT).revision == 1
        assert store.items(TENANT, SUBJECT, ItemKind.FIELD) == ()

    def test_one_operation_id_may_serve_two_subjects(self, store: Store) -> None:
        """Operation ids are unique per subject."""
        store.commit(commit_of(1))
        store.commit(commit_of(1, subject="lan"))
        assert list(store.subjects(TENANT)) == ["lan", "wei"]

    def test_items_are_replaced_and_removed(self, store: Store) -> None:
        """Kind and key name an item."""
        store.commit(commit_of(1, put=(field("a"), field("b"), field("c"))))
        store.commit(commit_of(2, put=(field("a", "new", 2),), remove=((ItemKind.FIELD, "b"), (ItemKind.NOTE, "c"))))
        assert store.items(TENANT, SUBJECT, ItemKind.FIELD) == (field("a", "new", 2), field("c"))
        assert store.item(TENANT, SUBJECT, ItemKind.FIELD, "a") == field("a", "new", 2)
        assert store.item(TENANT, SUBJECT, ItemKind.FIELD, "b") is None

    def test_what_is_removed_and_put_in_one_commit_is_there(self, store: Store) -> None:
        """Removals come first."""
        store.commit(commit_of(1, put=(field("a", "new"),), remove=((ItemKind.FIELD, "a"),)))
        assert store.item(TENANT, SUBJECT, ItemKind.FIELD, "a") == field("a", "new")

    def test_a_turn_does_not_load_notes_snapshots_or_other_conversations(self, store: Store) -> None:
        """What a turn loads does not grow with history."""
        kinds = [other(kind, "k", kind.value) for kind in ItemKind]
        store.commit(commit_of(1, put=(*kinds, other(ItemKind.CONVERSATION, "c1", "mine"))))
        loaded = store.load(TENANT, SUBJECT, "c1", window=0)
        kept = {(one.kind, one.key) for one in loaded.items}
        assert kept == {
            (ItemKind.FIELD, "k"),
            (ItemKind.PENDING, "k"),
            (ItemKind.TASK, "k"),
            (ItemKind.SETTINGS, "k"),
            (ItemKind.ERASURE, "k"),
            (ItemKind.TOMBSTONE, "k"),
            (ItemKind.CONVERSATION, "c1"),
        }
        assert loaded.window == ()

    def test_the_window_holds_the_last_turns_of_the_conversation_oldest_first(self, store: Store) -> None:
        """A reply comes after what it answers; rows outside the window do not count."""
        store.commit(commit_of(1))
        store.commit(commit_of(2, turn=turn_row(2, conversation="c2")))
        store.commit(commit_of(3, turn=turn_row(3)))
        store.commit(commit_of(4, turn=turn_row(3, "assistant")))
        store.commit(commit_of(5, turn=replace(turn_row(4), in_window=False, token=None)))
        loaded = store.load(TENANT, SUBJECT, "c1", window=2)
        assert [(row.number, row.speaker) for row in loaded.window] == [(3, "user"), (3, "assistant")]
        assert len(store.load(TENANT, SUBJECT, "c1", window=9).window) == 3

    def test_records_and_turns_are_streamed_in_order(self, store: Store) -> None:
        """Also over many pages."""
        for revision in range(1, 601):
            store.commit(commit_of(revision))
        assert [one.sequence for one in store.records(TENANT, SUBJECT)] == list(range(1, 601))
        assert [one.sequence for one in store.records(TENANT, SUBJECT, after=590, limit=3)] == [591, 592, 593]
        assert [one.sequence for one in store.records(TENANT, SUBJECT, limit=300)] == list(range(1, 301))
        assert [one.number for one in store.turns(TENANT, SUBJECT, after=300)] == list(range(301, 601))

    def test_subjects_and_tenants_are_listed_in_order_and_apart(self, store: Store) -> None:
        """A tenant sees its own."""
        for tenant, subject in (("b", "2"), ("a", "张三"), ("b", "1")):
            store.commit(commit_of(1, tenant=tenant, subject=subject))
        assert list(store.tenants()) == ["a", "b"]
        assert list(store.subjects("a")) == ["张三"]
        assert list(store.subjects("b")) == ["1", "2"]
        assert list(store.subjects("c")) == []
        for tenant in "abc":
            found = [(subject, store.head(tenant, subject)) for subject in store.subjects(tenant)]
            assert list(store.heads(tenant)) == found

    def test_a_subject_sees_nothing_of_another(self, store: Store) -> None:
        """Same names, other subject."""
        store.commit(commit_of(1, put=(field("a", "of wei"),), result="of wei"))
        for tenant, subject in ((TENANT, "lan"), ("other", SUBJECT)):
            store.commit(commit_of(1, tenant=tenant, subject=subject, turn=turn_row(1, sealed="of lan")))
            loaded = store.load(tenant, subject, "c1", window=9, operation_id="op-1")
            assert loaded.items == ()
            assert loaded.result is None
            assert [row.token for row in loaded.window] == ["of lan1"]

    def test_a_scrub_overwrites_what_it_names_and_nothing_else(self, store: Store) -> None:
        """Payloads, texts, results and items; headers and digests stay."""
        for revision in (1, 2, 3):
            store.commit(commit_of(revision, result=f"r{revision}", put=(field(f"f{revision}"),)))
        store.scrub(
            Scrub(
                tenant=TENANT,
                subject=SUBJECT,
                payloads=(1, 3),
                turns={(1, "user"): None, (2, "user"): "cut", (3, "assistant"): "no such row"},
                results=(2,),
                put=(field("f1", "cleaned"),),
                remove=((ItemKind.FIELD, "f2"),),
            )
        )
        kept = list(store.records(TENANT, SUBJECT))
        assert [one.payload for one in kept] == [None, "p2", None]
        assert [replace(one, payload=None) for one in kept] == [replace(record_row(n), payload=None) for n in (1, 2, 3)]
        assert [row.token for row in store.turns(TENANT, SUBJECT)] == [None, "cut", "t3"]
        results = [
            store.load(TENANT, SUBJECT, "c1", window=0, operation_id=f"op-{number}").result for number in (1, 2, 3)
        ]
        assert results == ["r1", None, "r3"]
        assert store.items(TENANT, SUBJECT, ItemKind.FIELD) == (field("f1", "cleaned"), field("f3"))
        assert store.head(TENANT, SUBJECT).revision == 3

    def test_a_scrub_may_name_many(self, store: Store) -> None:
        """More than one statement takes."""
        for revision in range(1, 251):
            store.commit(commit_of(revision))
        turns = {(number, "user"): f"new{number}" for number in range(1, 251)}
        parts = {sequence: f"part{sequence}" for sequence in range(1, 251)}
        store.scrub(Scrub(tenant=TENANT, subject=SUBJECT, turns=turns, cut_payloads=parts))
        assert [row.token for row in store.turns(TENANT, SUBJECT)] == list(turns.values())
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == list(parts.values())

    def test_a_scrub_can_leave_a_part_of_a_payload(self, store: Store) -> None:
        """One field of several."""
        store.commit(commit_of(1))
        store.commit(commit_of(2))
        store.scrub(Scrub(tenant=TENANT, subject=SUBJECT, cut_payloads={2: "part"}))
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == ["p1", "part"]

    def test_a_scrub_on_an_outdated_revision_is_a_conflict(self, store: Store) -> None:
        """What it puts was made from what was read."""
        store.commit(commit_of(1))
        store.commit(commit_of(2))
        with pytest.raises(Conflict):
            store.scrub(Scrub(tenant=TENANT, subject=SUBJECT, payloads=(1,), expected_revision=1))
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == ["p1", "p2"]
        store.scrub(Scrub(tenant=TENANT, subject=SUBJECT, payloads=(1,), expected_revision=2))
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == [None, "p2"]

    def test_a_scrub_leaves_other_subjects_alone(self, store: Store) -> None:
        """It names one subject."""
        store.commit(commit_of(1))
        store.commit(commit_of(1, subject="lan"))
        store.scrub(Scrub(tenant=TENANT, subject="lan", payloads=(1,), turns={(1, "user"): None}))
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == ["p1"]
        assert [row.token for row in store.turns(TENANT, SUBJECT)] == ["t1"]

    def test_an_erased_subject_keeps_its_headers_and_the_last_commit(self, store: Store) -> None:
        """The chain still verifies, and nothing else is left."""
        for revision in (1, 2):
            store.commit(commit_of(revision, put=(field("a", version=revision),), result="r"))
        receipt = other(ItemKind.ERASURE, "receipt", "receipt")
        keep = commit_of(3, turn=turn_row(3, "system", "", sealed=""), put=(receipt,))
        store.erase_subject(TENANT, SUBJECT, keep)
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == [None, None, "p3"]
        assert list(store.turns(TENANT, SUBJECT)) == [keep.turn]
        assert store.items(TENANT, SUBJECT, ItemKind.FIELD) == ()
        assert store.load(TENANT, SUBJECT, "c1", window=9).items == (receipt,)
        assert store.head(TENANT, SUBJECT) == keep.head

    def test_an_erasure_on_an_outdated_revision_erases_nothing(self, store: Store) -> None:
        """All or nothing."""
        store.commit(commit_of(1, put=(field("a"),)))
        with pytest.raises(Conflict):
            store.erase_subject(TENANT, SUBJECT, commit_of(3))
        assert store.items(TENANT, SUBJECT, ItemKind.FIELD) == (field("a"),)
        assert [one.payload for one in store.records(TENANT, SUBJECT)] == ["p1"]

    def test_text_of_any_script_survives(self, store: Store) -> None:
        """Quotes, wildcards, emoji and line feeds are text."""
        strange = "预算'\";--%_[]\n\t𠮷🙂"
        store.commit(commit_of(1, put=(field(strange, strange),), result=strange))
        assert store.item(TENANT, SUBJECT, ItemKind.FIELD, strange) == field(strange, strange)
        assert store.load(TENANT, SUBJECT, "c1", window=0, operation_id="op-1").result == strange

    def test_a_key_with_nul_is_refused_and_nothing_is_stored(self, store: Store) -> None:
        """Some databases end a text there, and two keys would become one."""
        with pytest.raises(InvalidInput):
            store.commit(commit_of(1, put=(field("a\0b"),)))
        assert store.head(TENANT, SUBJECT).revision == 0
        store.commit(commit_of(1, put=(field("a\\u0000b"),)))
        assert store.item(TENANT, SUBJECT, ItemKind.FIELD, "a\\u0000b") is not None

    def test_status_says_where_and_how_much(self, store: Store) -> None:
        """For people."""
        store.commit(commit_of(1, put=(field("a"),)))
        status = store.status()
        assert status["integrity"] == "ok"
        assert [status[name] for name in ("subjects", "turns", "records", "items")] == [1, 1, 1, 1]

    def test_closing_twice_is_safe(self, store: Store) -> None:
        """A context manager may close what was closed."""
        store.close()
        store.close()
