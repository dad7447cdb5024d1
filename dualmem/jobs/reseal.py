"""Reseal: what is stored under an older key or suite is sealed anew, while programs read and write.

Payloads of the audit stay as they are: the chain is made of the digests of their tokens, so a payload keeps its key for
as long as it is kept (``retention.audit_payloads``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dualmem import records
from dualmem.errors import TokenUnreadable
from dualmem.jobs.archive import Archive
from dualmem.ports import ItemKind, SealContext, Swap

_A_STEP: Final = 200  # tokens in one transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Resealed:
    """What was sealed anew.

    Attributes:
        subjects: Number of subjects that were looked at.
        fresh_keys: How many of them got a new data key.
        tokens: Number of tokens that were sealed anew.
        unreadable: Number of tokens that do not open; they stay as they are, and ``audit verify`` names them.
        kept_payloads: Number of payloads of the audit that stay under an older key or suite.
    """

    subjects: int = 0
    fresh_keys: int = 0
    tokens: int = 0
    unreadable: int = 0
    kept_payloads: int = 0

    def plus(self, other: "Resealed") -> "Resealed":
        """Give the sum."""
        return Resealed(
            subjects=self.subjects + other.subjects,
            fresh_keys=self.fresh_keys + other.fresh_keys,
            tokens=self.tokens + other.tokens,
            unreadable=self.unreadable + other.unreadable,
            kept_payloads=self.kept_payloads + other.kept_payloads,
        )


def reseal(archive: Archive, *, since: datetime | None = None) -> Resealed:
    """Seal anew everything of a subject that is not under the newest key and suite; safe to repeat after a crash.

    A token that somebody writes or erases meanwhile stays as they made it.

    Args:
        archive: The subject.
        since: Make a new data key first, unless the newest was made at this time or later; None for no new key.
    """
    has_key = since is not None and archive.vault.renew(archive.tenant, archive.subject, since)
    if not archive.vault.key_ids(archive.tenant, archive.subject):
        return Resealed(subjects=1)
    work = _Work(archive)
    for kind in ItemKind:
        for item in archive.store.items(archive.tenant, archive.subject, kind):
            place = records.item_context(archive.tenant, archive.subject, kind, item.key, version=item.version)
            work.items += [(kind, item.key, item.token, new) for new in work.anew(place, item.token)]
    for row in archive.store.turns(archive.tenant, archive.subject):
        if row.token is not None:
            place = records.turn_context(archive.tenant, archive.subject, row)
            work.turns += [(row.number, row.speaker, row.token, new) for new in work.anew(place, row.token)]
    for operation, token in archive.store.results(archive.tenant, archive.subject):
        place = records.result_context(archive.tenant, archive.subject, operation)
        work.results += [(operation, token, new) for new in work.anew(place, token)]
    work.write()
    return Resealed(
        subjects=1,
        fresh_keys=int(has_key),
        tokens=work.count,
        unreadable=work.unreadable,
        kept_payloads=sum(1 for _ in _kept(archive)),
    )


class _Work:
    """Collects new tokens and writes them in steps."""

    def __init__(self, archive: Archive) -> None:
        self.items: list[tuple[ItemKind, str, str, str]] = []
        self.turns: list[tuple[int, str, str, str]] = []
        self.results: list[tuple[str, str, str]] = []
        self.count = 0
        self.unreadable = 0
        self._archive = archive

    def anew(self, place: SealContext, token: str) -> tuple[str, ...]:
        """Give the new token, none where the old one is right or does not open; writes what was collected before."""
        if len(self.items) + len(self.turns) + len(self.results) >= _A_STEP:
            self.write()
        try:
            new = self._archive.vault.reseal(place, token)
        except TokenUnreadable:
            self.unreadable += 1
            return ()
        return () if new is None else (new,)

    def write(self) -> None:
        """Write what was collected."""
        if not (self.items or self.turns or self.results):
            return
        swap = Swap(
            tenant=self._archive.tenant,
            subject=self._archive.subject,
            items=tuple(self.items),
            turns=tuple(self.turns),
            results=tuple(self.results),
        )
        self.count += self._archive.store.swap(swap)
        self.items, self.turns, self.results = [], [], []


def _kept(archive: Archive) -> Iterator[int]:
    """Give the records whose payload is not under the newest key."""
    newest = archive.vault.key_ids(archive.tenant, archive.subject)[-1]
    for row in archive.store.records(archive.tenant, archive.subject):
        tokens = [part for part in (row.payload or "").split(" ") if part and not part.startswith("!")]
        if any(token.split(".")[1:2] != [newest] for token in tokens):
            yield row.sequence
