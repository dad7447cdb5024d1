"""Keyring: the keys of the whole store, behind ``memory.keys``."""

import contextlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from dualmem.errors import StoreBusy
from dualmem.groups import Desk
from dualmem.inputs import check_id
from dualmem.jobs import copies, storelog
from dualmem.jobs import reseal as resealing
from dualmem.jobs.archive import Archive
from dualmem.model.event import EventKind
from dualmem.ports import Clock, Scrub


class Keys:
    """The keys of the whole store."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        """Keep the desk and the clock."""
        self._desk = desk
        self._clock = clock
        self._vault = desk.vault

    def status(self) -> Mapping[str, object]:
        """Give the suite, ids of the keys, the public key that signs anchors, and how many subjects have a key."""
        return {**self._vault.status(), "public_key": self._vault.signer().public_key.hex()}

    def rotate(
        self, key_file: Path, *, is_open: bool = False, actor: str = "operator:api", channel: str = "api"
    ) -> int:
        """Wrap every data key with the master key of a file (made where there is none), and give how many.

        Programs that have the store open go on. From then on it opens with that key only: ``key=key_file``. After a
        crash in the middle, open it with the old one and call this again. Begin and end stand in the store's own chain
        (``audit.list("_store")``).

        Args:
            key_file: The file.
            is_open: Let the old key open the store as well, until this is called without it.
            actor: Who acts, for the audit.
            channel: Through what.

        Raises:
            KeyMissing: The file holds no key.
        """
        from dualmem.vault import master  # noqa: PLC0415 - cryptography is loaded by use

        new = master.find({}, key_file, is_new=True)
        old = self._vault.status()["master"]
        self._log(EventKind.KEYS_ROTATED, f"{storelog.BEGUN} from {old}", actor, channel)
        count = self._vault.rewrap(new, is_open=is_open)
        told = f"{storelog.DONE} from {old} to {self._vault.status()['master']}, {count} keys"
        self._log(EventKind.KEYS_ROTATED, told + (", the old one opens too" if is_open else ""), actor, channel)
        return count

    def reencrypt(
        self, *, is_fresh: bool = False, actor: str = "operator:api", channel: str = "api"
    ) -> resealing.Resealed:
        """Seal anew what is stored under an older key or suite, of every subject of every tenant, while in use.

        May be repeated after a crash: it goes on where it was. Payloads of the audit keep their key for as long as they
        are kept, because the chain is made of their tokens.

        Args:
            is_fresh: Give every subject a new data key first.
            actor: Who acts, for the audit.
            channel: Through what.
        """
        desk, what = self._desk, "with fresh keys" if is_fresh else "with the newest keys"
        kind = EventKind.TOKENS_RESEALED
        begun = storelog.unfinished(desk.store, desk.vault, desk.tenant, kind, what)
        if begun is None:
            begun = self._clock().replace(microsecond=0)
            self._log(kind, f"{storelog.BEGUN} {what}", actor, channel, at=begun)
        total = resealing.Resealed()
        for tenant, subject in list(copies.everyone(desk.store)):
            archive = Archive(desk.store, desk.vault, tenant, subject)
            total = total.plus(resealing.reseal(archive, since=begun if is_fresh else None))
        with contextlib.suppress(StoreBusy):  # a reader holds the log: the next checkpoint lets go of it
            desk.store.scrub(Scrub(tenant=desk.tenant, subject=storelog.STORE))
        self._log(kind, f"{storelog.DONE} {what}, {total.tokens} tokens", actor, channel)
        return total

    def _log(self, kind: EventKind, reason: str, actor: str, channel: str, *, at: datetime | None = None) -> None:
        said = storelog.Said(
            at=at or self._clock(), actor=check_id(actor, "actor"), channel=check_id(channel, "channel")
        )
        storelog.log(self._desk.store, self._vault, self._desk.tenant, kind, reason, said=said)
