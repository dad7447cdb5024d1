"""A long chain: how fast it is built, verified as a whole, and verified behind an anchor; in how much memory."""

import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dualmem import audit, records
from dualmem.jobs.archive import Archive
from dualmem.jobs.verify import verify, verify_since
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.provenance import Provenance
from dualmem.model.state import State, fold
from dualmem.ports import Commit, Head, Item, ItemKind, RecordRow, TurnRow
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore
from dualmem.vault.keyed import KeyedVault

_TENANT, _SUBJECT = "acme", "wei"
_FIELDS = 20
_A_COMMIT = 1000
_TAIL = 1000  # records behind the anchor
_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def run(count: int) -> dict[str, object]:
    """Build a chain of so many records in a store, and verify it.

    Returns:
        Keys runs, bad, chain_s (headers, digests and sealed payloads), chain_alone_s (headers and digests), store_s,
        full_s, incremental_s (each also as CPU seconds), memory_mb, is_ok.
    """
    folder = Path(tempfile.mkdtemp(prefix="dualmem-verify-"))
    store, vault = SqliteStore(folder / "memory.db"), KeyedVault(SqliteKeys(folder / "memory.db.keys"), bytes(32))
    archive = Archive(store, vault, _TENANT, _SUBJECT)
    try:
        found = _build(archive, count)
        before = _peak_mb()
        noted = next(store.records(_TENANT, _SUBJECT, after=count - _TAIL - 1, limit=1))
        version = audit.read_header(noted).version
        anchor = Head(version=version, sequence=noted.sequence, chain=noted.digest)
        with _timed(found, "full"):
            whole = verify(archive)
        with _timed(found, "incremental"):
            tail = verify_since(archive, anchor)
        found["memory_mb"] = round(_peak_mb(), 1)
        found["memory_of_verify_mb"] = round(_peak_mb() - before, 1)
    finally:
        store.close()
        vault.close()
        shutil.rmtree(folder, ignore_errors=True)
    is_ok = whole.is_ok and tail.is_ok and whole.chain.records == count and tail.chain.records == min(_TAIL, count)
    return {"runs": count, "bad": int(not is_ok), "is_ok": is_ok, **found}


class _timed:  # noqa: N801 - reads as a word of the with statement
    """Notes wall and CPU seconds of a block, added up."""

    def __init__(self, found: dict[str, object], name: str) -> None:
        self._found, self._name = found, name

    def __enter__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        for name, spent in (
            (f"{self._name}_s", time.perf_counter() - self._wall),
            (f"{self._name}_cpu_s", time.process_time() - self._cpu),
        ):
            self._found[name] = round(float(str(self._found.get(name, 0))) + spent, 4)


def _build(archive: Archive, count: int) -> dict[str, object]:
    """Fill the store; give the times."""
    found: dict[str, object] = {}
    link, head, state = archive.link(), Head(), State()
    for start in range(0, count, _A_COMMIT):
        events = list(_events(start, min(_A_COMMIT, count - start)))
        rows: list[RecordRow] = []
        with _timed(found, "chain"):
            for event in events:
                row, link = audit.record(event, link, archive.vault.seal)
                rows.append(row)
        with _timed(found, "chain_alone"):
            digest = head.chain
            for row in rows:
                digest = audit.chain(digest, row.header)
        state = fold(state, events)
        head = replace(
            head,
            version=link.version,
            sequence=link.sequence,
            chain=link.digest,
            revision=head.revision + 1,
            turn=head.turn + 1,
        )
        with _timed(found, "store"):
            archive.store.commit(_commit(archive, head, tuple(rows), state))
    return found


def _events(start: int, count: int) -> Iterator[Event]:
    """Give changes of some fields by turns."""
    for number in range(start, start + count):
        said = Provenance(
            at=_BEGIN + timedelta(seconds=number),
            actor="user",
            channel="user",
            conversation="c1",
            turn=number // _A_COMMIT + 1,
            quote=f"城市改成城市{number}",
        )
        path = f"facts.k{number % _FIELDS}"
        old = f"城市{number - _FIELDS}" if number >= _FIELDS else None
        change = Change(field=path, old=old, new=f"城市{number}")
        yield Event(kind=EventKind.FIELD_SET, provenance=said, field=path, changes=(change,))


def _commit(archive: Archive, head: Head, rows: tuple[RecordRow, ...], state: State) -> Commit:
    """Give the commit of many records, with the fields as they stand after them."""
    items = []
    for path, held in state.fields.items():
        context = records.item_context(_TENANT, _SUBJECT, ItemKind.FIELD, path, version=held.version)
        token = archive.vault.seal(context, records.dump(held))
        items.append(Item(kind=ItemKind.FIELD, key=path, version=held.version, token=token))
    return Commit(
        tenant=_TENANT,
        subject=_SUBJECT,
        expected_revision=head.revision - 1,
        head=head,
        turn=TurnRow(number=head.turn, conversation="c1", speaker="user", channel="user", at=_BEGIN.isoformat()),
        operation_id=f"op-{head.revision}",
        records=rows,
        put=tuple(items),
    )


def _peak_mb() -> float:
    """Give the greatest memory of this process so far, in MB (ru_maxrss is kB on Linux, bytes on macOS)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024
