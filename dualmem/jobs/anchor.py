"""Anchor: signed heads of every subject's chain in a log outside the database.

The log is a text of JSON lines that only grows: a line for each head that changed, then a signed checkpoint over all
heads so far. Who keeps a copy of it elsewhere finds records that were cut off, subjects that were removed, and a whole
database that was rolled back: nothing inside the database can show these.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

import orjson

from dualmem import merkle
from dualmem.canonical import canonical_flat
from dualmem.errors import InvalidInput, StorageError
from dualmem.jobs.archive import Archive
from dualmem.jobs.tip import Mark, Tip, mark
from dualmem.jobs.verify import Report, digest_of, verify, verify_since
from dualmem.ports import Head, ItemKind, Signer, Store, Vault

ORIGIN: Final = "dualmem/heads/1"
NAME: Final = "dualmem"
_MOST_BYTES: Final = 1 << 30
_TAIL: Final = 1 << 16
_STEP: Final = "Take an untouched copy of it, or begin a new log: `dualmem audit anchor NEW`."


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One head in the log.

    Attributes:
        subject: Pseudonym, as in audit headers.
        version: State version.
        sequence: Number of the last audit record.
        chain: Digest of that record, 64 hex digits.
        fields: Digest of which fields had a value, and from which version, 64 hex digits; empty in logs of before.
    """

    subject: str
    version: int
    sequence: int
    chain: str
    fields: str = ""

    @property
    def mark(self) -> Mark:
        """What tells it from every other head."""
        return self.version, self.sequence, self.chain

    def data(self) -> bytes:
        """Give the canonical bytes that are hashed."""
        named = {"chain": self.chain, "sequence": self.sequence, "subject": self.subject, "version": self.version}
        return canonical_flat({**named, "fields": self.fields} if self.fields else named)


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read and checked.

    Attributes:
        leaves: In order; those after the last checkpoint are a crash's, and count only once the next one covers them.
        checked: How many of them the last checkpoint covers.
        tree: The tree over all of them.
    """

    leaves: tuple[Leaf, ...] = ()
    checked: int = 0
    tree: merkle.Tree = field(default_factory=merkle.Tree, compare=False)

    def tip(self) -> Tip:
        """Give what appending must know."""
        heads = {leaf.subject: leaf.mark for leaf in self.leaves}
        return Tip(tree=self.tree, heads=heads, is_covered=self.checked == len(self.leaves))

    def newest(self) -> dict[str, Leaf]:
        """Give the last covered head of each pseudonym."""
        return {leaf.subject: leaf for leaf in self.leaves[: self.checked]}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorReport:
    """What comparing a store with an anchor gave.

    Attributes:
        reports: One for each subject that the store has.
        missing: Pseudonyms of the log that the store does not have any more.
        heads: How many heads the log holds.
    """

    reports: tuple[Report, ...]
    missing: tuple[str, ...]
    heads: int

    @property
    def is_ok(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.missing and all(report.is_ok for report in self.reports)

    def lines(self) -> tuple[str, ...]:
        """Give what was found, for people."""
        gone = [f"{name}: was anchored, and is not in the store any more" for name in self.missing]
        return (*gone, *(line for report in self.reports for line in report.lines()))


def lines(store: Store, vault: Vault, signer: Signer, tenant: str, known: Tip) -> tuple[tuple[str, ...], Tip]:
    """Give the lines to append, heads that changed and a checkpoint, and the tip then; none where nothing changed."""
    fresh = list(_heads(store, vault, tenant, known))
    if not fresh and known.is_covered:
        return (), known
    tree = merkle.Tree(known.tree.peaks)
    found = []
    for leaf in fresh:
        found.append(orjson.dumps({"leaf": orjson.Fragment(leaf.data())}).decode())
        tree.add(merkle.leaf_hash(leaf.data()))
    checkpoint = merkle.Checkpoint(origin=origin_of(vault, tenant), size=tree.size, root=tree.root())
    signature = signer.sign(checkpoint.body().encode())
    found.append(orjson.dumps({"checkpoint": merkle.note(checkpoint, NAME, signer.public_key, signature)}).decode())
    heads = {**known.heads, **{leaf.subject: leaf.mark for leaf in fresh}}
    return tuple(found), Tip(tree=tree, heads=heads)


def read(text: Iterable[str], signer: Signer, vault: Vault, tenant: str, *, is_last_only: bool = False) -> Log:
    """Read a log and check every checkpoint in it.

    Args:
        text: Its lines.
        signer: Whose checkpoints they are.
        vault: Gives the pseudonyms.
        tenant: Whose log.
        is_last_only: Check the signature of the last checkpoint alone, which covers all before it: enough to append.

    Raises:
        InvalidInput: A line is none, a checkpoint is not signed by this store's key, or does not fit the heads before
            it.
    """
    leaves: list[Leaf] = []
    tree = merkle.Tree()
    origin = origin_of(vault, tenant)
    unsigned: tuple[int, bytes, bytes] | None = None
    checked = 0
    for number, line in enumerate(_once(text), start=1):
        if not line.strip():
            continue
        try:
            data = orjson.loads(line)
            if "leaf" in data:
                leaf = Leaf(**data["leaf"])
                leaves.append(leaf)
                tree.add(merkle.leaf_hash(leaf.data()))
                continue
            note = str(data["checkpoint"])
        except (ValueError, TypeError, KeyError) as error:
            raise InvalidInput(f"line {number} of the anchor is damaged", next_step=_STEP) from error
        checkpoint, signature = merkle.parse_note(note, NAME, signer.public_key)
        fits = checkpoint.origin == origin and checkpoint.size == tree.size
        if not fits or checkpoint.root != tree.root():
            raise InvalidInput(
                f"line {number} of the anchor: the checkpoint does not fit the heads before it", next_step=_STEP
            )
        unsigned = (number, checkpoint.body().encode(), signature)
        if not is_last_only:
            _check_signature(signer, unsigned)
        checked = tree.size
    if unsigned is not None and is_last_only:
        _check_signature(signer, unsigned)
    return Log(tuple(leaves), checked, tree)


def _check_signature(signer: Signer, signed: tuple[int, bytes, bytes]) -> None:
    number, body, signature = signed
    if not signer.is_signed(body, signature):
        raise InvalidInput(f"line {number} of the anchor: the signature is not this store's", next_step=_STEP)


def _once(text: Iterable[str]) -> Iterator[str]:
    """Give the lines without blocks (up to a checkpoint) that stand twice in a row: a delivery that was repeated."""
    seen: set[str] = set()
    block: list[str] = []
    for line in text:
        block.append(line)
        if line.startswith('{"checkpoint"'):
            if line not in seen:  # a checkpoint covers all before it: the same one again is the same block again
                yield from block
            seen.add(line)
            block = []
    yield from block


def read_file(path: Path, signer: Signer, vault: Vault, tenant: str, *, is_last_only: bool = False) -> Log:
    """Read a log from a file; an empty log where there is none yet.

    Raises:
        InvalidInput: It is no log of this store and tenant, or was changed.
    """
    if not path.exists():
        return Log()
    if path.stat().st_size > _MOST_BYTES:
        raise InvalidInput(f"{path} is too large for an anchor")
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            whole = (line for line in file if line.endswith("\n"))  # a crash may have torn the last one
            return read(whole, signer, vault, tenant, is_last_only=is_last_only)
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is no anchor: it is not text", next_step=_STEP) from error
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}", next_step=_STEP) from error


def append(path: Path, fresh: Iterable[str]) -> int:
    """Append lines to a log file (0600), durable on return; give how many.

    Raises:
        StorageError: It can not be written.
    """
    text = "".join(f"{line}\n" for line in fresh)
    if not text:
        return 0
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+b") as file:
            file.truncate(_whole(file))
            file.seek(0, os.SEEK_END)
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(f"can not write the anchor {path}: {error.strerror}", path=str(path)) from error
    return text.count("\n")


def _whole(file: BinaryIO) -> int:
    """Give where the last whole line ends: a crash may have torn the one after it."""
    end = file.seek(0, os.SEEK_END)
    while end:
        begin = max(end - _TAIL, 0)
        file.seek(begin)
        found = file.read(end - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def check(store: Store, vault: Vault, tenant: str, log: Log, *, is_since: bool = False) -> AnchorReport:
    """Check every subject's chain, and that it still contains what was anchored of it.

    Args:
        store: Where it is kept.
        vault: What opens it.
        tenant: Whose subjects.
        log: The anchor.
        is_since: Read only what came after the anchored heads.
    """
    newest = log.newest()
    reports = []
    for subject in store.subjects(tenant):
        leaf = newest.pop(vault.pseudonym(tenant, subject), None)
        anchor = None if leaf is None else _head(leaf)
        archive = Archive(store, vault, tenant, subject)
        if is_since and leaf is not None and anchor is not None:
            reports.append(verify_since(archive, anchor, fields=leaf.fields))
        else:
            reports.append(verify(archive, anchor=anchor))
    return AnchorReport(reports=tuple(reports), missing=tuple(sorted(newest)), heads=log.checked)


def _heads(store: Store, vault: Vault, tenant: str, known: Tip) -> Iterator[Leaf]:
    """Give the head of every subject that is not the known one."""
    same = set(known.heads.values())
    for subject, seen in store.heads(tenant):
        if seen.sequence and mark(seen) in same:  # the digest of a chain holds whose it is; no record has none
            continue
        name = vault.pseudonym(tenant, subject)
        if known.heads.get(name) == mark(seen):
            continue
        head, fields = _with_fields(store, tenant, subject, seen)
        yield Leaf(subject=name, version=head.version, sequence=head.sequence, chain=head.chain.hex(), fields=fields)


def _with_fields(store: Store, tenant: str, subject: str, head: Head) -> tuple[Head, str]:
    """Give a subject's head and the digest of its fields at that head."""
    while True:
        fields = digest_of({item.key: item.version for item in store.items(tenant, subject, ItemKind.FIELD)})
        again = store.head(tenant, subject)
        if again == head:
            return head, fields
        head = again  # somebody wrote in between


def _head(leaf: Leaf) -> Head:
    return Head(version=leaf.version, sequence=leaf.sequence, chain=bytes.fromhex(leaf.chain))


def origin_of(vault: Vault, tenant: str) -> str:
    """Give the name of a tenant's log; the tenant stands as a pseudonym."""
    return f"{ORIGIN}/{vault.pseudonym(tenant, '')}"
