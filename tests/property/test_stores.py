"""Both stores, driven by the same random commits and scrubs, hold the same."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from dualmem.errors import Conflict
from dualmem.ports import Commit, Head, Item, ItemKind, RecordRow, Scrub, Store, TurnRow
from dualmem.storage.memory_store import MemoryStore
from dualmem.storage.sqlite import SqliteStore

TENANT = "acme"
SUBJECTS = st.sampled_from(("wei", "lan"))
KINDS = st.sampled_from(tuple(ItemKind))
KEYS = st.sampled_from(("a", "b", "预算", "c1"))
TOKENS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=8)
CONVERSATIONS = st.sampled_from(("c1", "c2"))


class Stores(RuleBasedStateMachine):
    """Two stores side by side."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="dualmem-stores-"))
        self.sqlite: Store = SqliteStore(self.folder / "memory.db")
        self.memory: Store = MemoryStore()
        self.operations = 0

    def teardown(self) -> None:
        self.sqlite.close()
        shutil.rmtree(self.folder)

    def both(self, act: Callable[[Store], None]) -> bool:
        """Do the same to both; they must agree on whether it is a conflict."""
        outcomes = []
        for store in (self.memory, self.sqlite):
            try:
                act(store)
                outcomes.append(True)
            except Conflict:
                outcomes.append(False)
        assert outcomes[0] == outcomes[1]
        return outcomes[0]

    def commit_of(self, subject: str, data: st.DataObject, *, lag: int) -> Commit:
        head = self.memory.head(TENANT, subject)
        self.operations += 1
        number = head.turn + data.draw(st.integers(0, 1))
        count = data.draw(st.integers(0, 3))
        records = tuple(
            RecordRow(
                sequence=head.sequence + n, header=b'{"n":"\xe9\xa2\x84"}', digest=bytes([n]) * 32, payload=f"p{n}"
            )
            for n in range(1, count + 1)
        )
        items = data.draw(st.lists(st.tuples(KINDS, KEYS, TOKENS), max_size=4, unique_by=lambda one: one[:2]))
        return Commit(
            tenant=TENANT,
            subject=subject,
            expected_revision=max(head.revision - lag, 0),
            head=Head(
                version=head.version + count,
                revision=head.revision + 1,
                turn=number,
                sequence=head.sequence + count,
                chain=bytes([count]) * 32,
            ),
            turn=TurnRow(
                number=number,
                conversation=data.draw(CONVERSATIONS),
                speaker=data.draw(st.sampled_from(("user", "assistant"))),
                channel="user",
                at="2026-11-29T09:00:00+08:00",
                token=data.draw(st.none() | TOKENS),
                in_window=data.draw(st.booleans()),
            ),
            operation_id=f"op-{self.operations - data.draw(st.integers(0, 5)) // 5}",
            result=data.draw(st.none() | TOKENS),
            records=records,
            put=tuple(Item(kind=kind, key=key, version=head.version, token=token) for kind, key, token in items),
            remove=tuple(data.draw(st.lists(st.tuples(KINDS, KEYS), max_size=3, unique=True))),
        )

    @rule(subject=SUBJECTS, data=st.data(), lag=st.sampled_from((0, 0, 0, 1)))
    def commit(self, subject: str, data: st.DataObject, lag: int) -> None:
        commit = self.commit_of(subject, data, lag=lag)
        self.both(lambda store: store.commit(commit))

    @rule(subject=SUBJECTS, data=st.data())
    def erase(self, subject: str, data: st.DataObject) -> None:
        keep = self.commit_of(subject, data, lag=0)
        self.both(lambda store: store.erase_subject(TENANT, subject, keep))

    @rule(subject=SUBJECTS, data=st.data(), lag=st.sampled_from((None, 0, 1)))
    def scrub(self, subject: str, data: st.DataObject, lag: int | None) -> None:
        head = self.memory.head(TENANT, subject)
        if head.revision == 0:  # there is nothing to scrub
            return
        numbers = st.integers(0, 6)
        scrub = Scrub(
            tenant=TENANT,
            subject=subject,
            payloads=tuple(data.draw(st.lists(numbers, max_size=3, unique=True))),
            turns=data.draw(
                st.dictionaries(
                    st.tuples(numbers, st.sampled_from(("user", "assistant"))), st.none() | TOKENS, max_size=3
                )
            ),
            results=tuple(data.draw(st.lists(numbers, max_size=3, unique=True))),
            put=(Item(kind=data.draw(KINDS), key=data.draw(KEYS), version=1, token=data.draw(TOKENS)),),
            remove=tuple(data.draw(st.lists(st.tuples(KINDS, KEYS), max_size=2, unique=True))),
            expected_revision=None if lag is None else max(head.revision - lag, 0),
        )
        self.both(lambda store: store.scrub(scrub))

    @rule()
    def reopen(self) -> None:
        self.sqlite.close()
        self.sqlite = SqliteStore(self.folder / "memory.db")

    @invariant()
    def they_hold_the_same(self) -> None:
        assert list(self.memory.subjects(TENANT)) == list(self.sqlite.subjects(TENANT))
        for subject in ("wei", "lan"):
            assert self.memory.head(TENANT, subject) == self.sqlite.head(TENANT, subject)
            assert list(self.memory.records(TENANT, subject)) == list(self.sqlite.records(TENANT, subject))
            assert list(self.memory.turns(TENANT, subject)) == list(self.sqlite.turns(TENANT, subject))
            for kind in ItemKind:
                assert self.memory.items(TENANT, subject, kind) == self.sqlite.items(TENANT, subject, kind)
            for conversation in ("c1", "c2"):
                loaded = [
                    store.load(TENANT, subject, conversation, window=3, operation_id=f"op-{self.operations}")
                    for store in (self.memory, self.sqlite)
                ]
                assert loaded[0].window == loaded[1].window
                assert set(loaded[0].items) == set(loaded[1].items)
                assert (loaded[0].result, loaded[0].was_committed) == (loaded[1].result, loaded[1].was_committed)


TestStores = Stores.TestCase
TestStores.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
