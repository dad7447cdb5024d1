"""Copies: what was forgotten in the store is forgotten in a copy of it too: a backup, or one that is to be restored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from dualmem import audit, records
from dualmem.grounding import operator
from dualmem.jobs import forget
from dualmem.jobs.archive import Archive
from dualmem.jobs.verify import Report, verify
from dualmem.ledger import Ledger, Step
from dualmem.model.conversation import TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import EventKind
from dualmem.model.provenance import Provenance
from dualmem.model.receipt import Receipt
from dualmem.model.snapshot import Tombstone
from dualmem.ports import ItemKind, Scrub, Store, Vault
from dualmem.schema.spec import Schema

CHANNEL = "restore"
_A_FEW = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What a copy lost again, and what it does not have.

    Attributes:
        fields: Tenant, subject and field path (or id of a note) of what was erased again.
        subjects: Tenant and subject of those that were erased as a whole.
        behind: How many audit records the store has beyond the copy.
    """

    fields: tuple[tuple[str, str, str], ...] = ()
    subjects: tuple[tuple[str, str], ...] = ()
    behind: int = 0


def everyone(store: Store) -> Iterator[tuple[str, str]]:
    """Stream tenant and subject of all."""
    for tenant in store.tenants():
        for subject in store.subjects(tenant):
            yield tenant, subject


def forget_again(copy: Archive, name: str, schema: Schema, now: datetime, *, since: datetime | None = None) -> bool:
    """Erase a field or a note in a copy; False where it is not there, or was erased there already.

    Args:
        copy: One subject in the copy.
        name: Field path, or id of a note.
        schema: The schema.
        now: The time, aware.
        since: When it was erased in the store; an erasure in the copy that is as young is this one.
    """
    if copy.head().revision == 0:
        return False
    at = copy.forgotten().get(name)
    is_there = (at is not None and since is not None and at >= since) or not _mentions(copy, name)
    if not is_there:
        _act(copy, name, schema, now)
    forget.finish(copy.store, copy.vault, copy.tenant, copy.subject)
    return not is_there


def is_shredded(archive: Archive) -> bool:
    """Tell whether the key of all that is stored of a subject is gone: the subject was forgotten."""
    tokens = [item.token for kind in ItemKind for item in archive.store.items(archive.tenant, archive.subject, kind)]
    rows = islice(archive.store.records(archive.tenant, archive.subject), _A_FEW)
    tokens += [part for row in rows if row.payload for part in row.payload.split(" ") if not part.startswith("!")]
    used = {token.split(".")[1] for token in tokens if token.count(".") >= 2}
    return bool(used) and not used & set(archive.vault.key_ids(archive.tenant, archive.subject))


def shredded_keys(store: Store, vault: Vault, tenant: str, subject: str) -> bool:
    """Tell whether a subject was erased as a whole, and has no token, and yet a key: one that was destroyed once."""
    archive = Archive(store, vault, tenant, subject)
    head = archive.head()
    last = next(store.records(tenant, subject, after=head.sequence - 1, limit=1), None)
    is_erased = last is not None and audit.read_header(last).kind is EventKind.SUBJECT_ERASED
    return is_erased and bool(vault.key_ids(tenant, subject))


def erase_rows(copy: Archive, now: datetime) -> None:
    """Erase everything of a subject in a copy; its keys are not touched."""
    operation = f"{CHANNEL}-{copy.head().revision}"
    forget.erase_rows(copy, Provenance(at=now, actor="system", channel=CHANNEL, operation=operation))


def carry(present: Store | None, fresh: Store, vault: Vault, schema: Schema, now: datetime) -> Carried:
    """Forget in a copy that is to be restored what was forgotten in the store since.

    Args:
        present: The store; None where there is none that can be read: then only the keys tell who was forgotten.
        fresh: The copy; it is written.
        vault: Opens both.
        schema: The schema.
        now: The time, aware.
    """
    fields: list[tuple[str, str, str]] = []
    gone: list[tuple[str, str]] = []
    for tenant, subject in list(everyone(fresh)):
        copy = Archive(fresh, vault, tenant, subject)
        here = None if present is None else Archive(present, vault, tenant, subject)
        if _was_erased(copy, here) or is_shredded(copy):
            erase_rows(copy, now)
            gone.append((tenant, subject))
        elif here is not None:
            fields += [(tenant, subject, name) for name in _fields(copy, here, schema, now)]
    return Carried(fields=tuple(fields), subjects=tuple(gone), behind=_behind(present, fresh))


def follow(
    receipts: Iterable[Receipt], fresh: Store, vault: Vault, *, tenant: str, schema: Schema, now: datetime
) -> Carried:
    """Forget in a copy what receipts say was forgotten.

    Args:
        receipts: Signed by this store.
        fresh: The copy; it is written.
        vault: Opens it.
        tenant: Whose subjects the receipts name.
        schema: The schema.
        now: The time, aware.
    """
    fields: list[tuple[str, str, str]] = []
    gone: list[tuple[str, str]] = []
    for receipt in receipts:
        copy = Archive(fresh, vault, tenant, receipt.subject)
        if receipt.erased:
            names = [name for name in receipt.erased if forget_again(copy, name, schema, now, since=receipt.at)]
            fields += [(tenant, receipt.subject, name) for name in names]
        elif copy.head().revision and _is_older(copy, receipt.at):
            erase_rows(copy, now)
            gone.append((tenant, receipt.subject))
    return Carried(fields=tuple(fields), subjects=tuple(gone))


def faults(store: Store, vault: Vault) -> Iterator[Report]:
    """Verify every subject of every tenant, and give the reports that are not right."""
    for tenant, subject in everyone(store):
        report = verify(Archive(store, vault, tenant, subject))
        if not report.is_ok:
            yield report


def _fields(copy: Archive, here: Archive, schema: Schema, now: datetime) -> Iterator[str]:
    """Erase in a copy the fields and notes that were erased in the store since, and give their names."""
    for name, at in here.forgotten().items():
        if forget_again(copy, name, schema, now, since=at):
            yield name
    known = {item.key: old.marks for item, old in copy.read(ItemKind.TOMBSTONE, Tombstone)}
    put = []
    for item, tombstone in here.read(ItemKind.TOMBSTONE, Tombstone):
        marks = tuple(dict.fromkeys((*known.get(item.key, ()), *tombstone.marks)))
        if marks != known.get(item.key, ()):
            put.append(copy.sealed(item, records.dump(replace(tombstone, marks=marks))))
    if put:
        copy.store.scrub(Scrub(tenant=copy.tenant, subject=copy.subject, put=tuple(put)))


def _was_erased(copy: Archive, here: Archive | None) -> bool:
    """Tell whether the store erased the whole subject after the moment of the copy."""
    if here is None:
        return False
    rows = here.store.records(here.tenant, here.subject, after=copy.head().sequence)
    return any(audit.read_header(row).kind is EventKind.SUBJECT_ERASED for row in rows)


def _is_older(copy: Archive, at: datetime) -> bool:
    """Tell whether the copy of a subject is of before a moment at which all of it was erased."""
    first = next(copy.store.records(copy.tenant, copy.subject, limit=1), None)
    headers = map(audit.read_header, copy.store.records(copy.tenant, copy.subject))
    is_erased = any(one.kind is EventKind.SUBJECT_ERASED and datetime.fromisoformat(one.at) >= at for one in headers)
    return first is not None and datetime.fromisoformat(audit.read_header(first).at) <= at and not is_erased


def _behind(present: Store | None, fresh: Store) -> int:
    if present is None:
        return 0
    total = 0
    for tenant, subject in everyone(present):
        total += max(present.head(tenant, subject).sequence - fresh.head(tenant, subject).sequence, 0)
    return total


def _mentions(copy: Archive, name: str) -> bool:
    """Tell whether some record is about a field or note, or what lies below it."""
    for header in map(audit.read_header, copy.store.records(copy.tenant, copy.subject)):
        if any(audit.is_under(one, name) for one in (header.field, header.item, *header.changes)):
            return True
    return False


def _act(copy: Archive, name: str, schema: Schema, now: datetime) -> None:
    """Commit the erasure of one name in a copy."""
    ledger = Ledger(copy.vault)
    opened = ledger.open(copy.tenant, copy.subject, "", copy.store.load(copy.tenant, copy.subject, "", window=0))
    context = TurnContext(
        now=now,
        zone=schema.timezone,
        turn=opened.head.turn + 1,
        conversation="",
        actor="system",
        channel=CHANNEL,
        operation=f"{CHANNEL}-{opened.head.revision}",
    )
    memory = operator.Memory(
        schema=schema, state=opened.state, queue=opened.queue, conversation=opened.conversation, context=context
    )
    is_note = any(note.id == name for note in copy.notes())
    decision: Decision = operator.erase_note(memory, name) if is_note else operator.erase_path(memory, name)
    step = Step(opened=opened, decision=decision, context=context, speaker="system", in_window=False)
    copy.store.commit(ledger.seal(step).commit)
