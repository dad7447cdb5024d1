"""Receipts: what was forgotten, signed, and the search of any file for it by keyed marks alone.

A receipt never holds a value: for each way in which a forgotten value can stand in a text it holds the length and a
keyed mark, which only the store's own key can compare.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Final

import orjson

from dualmem import records
from dualmem.canonical import canonical
from dualmem.errors import InvalidInput, KeyMissing, StoreCorrupt, TokenUnreadable
from dualmem.jobs.archive import Archive
from dualmem.jobs.needles import Needles
from dualmem.model.receipt import Receipt
from dualmem.ports import ItemKind, SealContext, Store, Vault
from dualmem.text import fold

FORMAT: Final = "dualmem/receipt/1"
OpenStore = Callable[[Path], AbstractContextManager[Store]]
_PLACE: Final = "receipt"
_STEP: Final = "Take the file that `dualmem forget FIELD --receipt FILE` wrote, and the store that it was written for."
_MOST_MARKS: Final = 200
_MOST_BYTES: Final = 1 << 20
_DIGITS: Final = re.compile(r"[0-9](?:[ .()·-]?[0-9])*")
_SEALED: Final = re.compile(r"[A-Za-z0-9_-]{64,}")  # tokens and digests: what is in them is read by opening them
_DATABASE: Final = b"SQLite format 3\x00"


def sign(archive: Archive, receipt: Receipt, needles: Needles) -> Receipt:
    """Give the receipt with its marks and signature."""
    marks = []
    for kind, form in needles.forms()[:_MOST_MARKS]:
        marks.append(f"{kind}:{len(form)}:{archive.mark(_PLACE, f'{kind}:{form}'.encode())}")
    signer = archive.vault.signer()
    whole = replace(receipt, marks=tuple(marks), key=signer.public_key.hex(), signature="")
    return replace(whole, signature=signer.sign(_body(whole)).hex())


def dump(receipt: Receipt) -> str:
    """Give the receipt as JSON."""
    data = {"dualmem": FORMAT, **records.to_plain(receipt)}
    return orjson.dumps(data, option=orjson.OPT_INDENT_2).decode() + "\n"


def load(path: Path, vault: Vault) -> Receipt:
    """Read a receipt that this store signed.

    Raises:
        InvalidInput: It is none, was changed, or is another store's.
    """
    try:
        raw = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
        data = orjson.loads(raw)
        if data.pop("dualmem") != FORMAT:
            raise InvalidInput(f"{path} is no receipt", next_step=_STEP)
        receipt = records.from_plain(Receipt, data)
        signature = bytes.fromhex(receipt.signature)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(f"{path} is no receipt", next_step=_STEP) from error
    if not vault.signer().is_signed(_body(receipt), signature):
        raise InvalidInput(f"{path} was changed, or is another store's: its signature does not fit", next_step=_STEP)
    return receipt


def search(receipt: Receipt, path: Path, archive: Archive, open_store: OpenStore) -> tuple[str, ...]:
    """Give the places in a file where something that the receipt names stands.

    Args:
        receipt: The receipt.
        path: A store or a copy of one, an export, any other file.
        archive: The subject, for its keys.
        open_store: Opens a copy of a database.

    Raises:
        OSError: The file can not be read.
        StorageError: It is a store that this release can not read.
    """
    search_ = _Search(receipt, archive)
    raw = path.read_bytes()
    found = ["in clear"] if search_.is_in(raw.decode("utf-8", "replace")) else []
    if raw.startswith(_DATABASE):
        with contextlib.suppress(StoreCorrupt), open_store(path) as store:  # of another program: its bytes were read
            copy = replace(archive, store=store)
            with _shredded(receipt):
                found += [place for place, text in _opened(copy) if search_.is_in(text)]
    return tuple(found)


@contextlib.contextmanager
def _shredded(receipt: Receipt) -> Iterator[None]:
    """Take a key that is gone for what it is where a whole subject was forgotten: nothing sealed under it opens."""
    try:
        yield
    except KeyMissing:
        if receipt.erased:
            raise


class _Search:
    """Compares every stretch of a text with the marks of a receipt."""

    def __init__(self, receipt: Receipt, archive: Archive) -> None:
        self._archive = archive
        self._marks: dict[str, dict[int, set[str]]] = {"t": {}, "d": {}}
        for mark in receipt.marks:
            kind, length, digest = mark.split(":")
            self._marks.setdefault(kind, {}).setdefault(int(length), set()).add(digest)

    def is_in(self, text: str) -> bool:
        """Tell whether something forgotten stands in a text."""
        folded = fold(_SEALED.sub("\n", text)).text
        if any(self._has(line, "t") for line in folded.splitlines()):
            return True
        runs = ("".join(filter(str.isdigit, run)) for run in _DIGITS.findall(folded))
        return any(self._has(run, "d") for run in runs)

    def _has(self, text: str, kind: str) -> bool:
        for length, marks in self._marks[kind].items():
            for start in range(len(text) - length + 1):
                stretch = text[start : start + length]
                if self._archive.mark(_PLACE, f"{kind}:{stretch}".encode("utf-8", "replace")) in marks:
                    return True
        return False


def _opened(archive: Archive) -> Iterator[tuple[str, str]]:
    """Give everything of the subject that its keys open, with its place."""
    unseal = archive.vault.opener(archive.tenant, archive.subject)
    for place, context, token in _tokens(archive):
        try:
            yield place, unseal(context, token).decode("utf-8", "replace")
        except TokenUnreadable:
            continue


def _tokens(archive: Archive) -> Iterator[tuple[str, SealContext, str]]:
    """Give every token of the subject with its place, in words and as what it is bound to."""
    tenant, subject = archive.tenant, archive.subject
    for row in archive.store.records(tenant, subject):
        for part, token in enumerate(row.payload.split(" ") if row.payload else ()):
            yield f"record {row.sequence}", records.record_context(tenant, subject, row.sequence, part), token
    for kind in ItemKind:
        for item in archive.store.items(tenant, subject, kind):
            context = records.item_context(tenant, subject, kind, item.key, version=item.version)
            yield f"{kind.value} {item.key}", context, item.token
    for turn in archive.store.turns(tenant, subject):
        if turn.token is not None:
            yield f"turn {turn.number}", records.turn_context(tenant, subject, turn), turn.token


def _body(receipt: Receipt) -> bytes:
    """Give the bytes that are signed."""
    return canonical({"dualmem": FORMAT, **records.to_plain(replace(receipt, signature=""))})
