"""Upkeep: backups and anchors made after a commit, in a thread of their own, so that no turn waits for them or fails.

What fails is told to the log, and noted beside the store, where ``doctor`` finds it.
"""

import contextlib
import os
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import orjson

from dualmem.errors import DualmemError
from dualmem.jobs import copies, deliver
from dualmem.jobs.archive import Archive
from dualmem.model.plans import AnchorPlan, BackupPlan
from dualmem.model.snapshot import Erasure
from dualmem.ports import Clock, Store, Vault
from dualmem.schema.spec import Schema
from dualmem.storage import files, locks, rotation
from dualmem.storage.sqlite import SqliteStore

BACKUP: Final = "backup"
ANCHOR: Final = "anchor"
_LOOK: Final = timedelta(seconds=60)
_RETRY: Final = timedelta(minutes=10)
Failed = Callable[[str, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What is looked after.

    Attributes:
        store: The open store.
        vault: What opens it.
        path: The store's file.
        schema: The schema; its time zone says when a day begins.
        clock: Tells the time.
        tenant: Whose anchor has the plan's name; another tenant's has its pseudonym behind it.
        backup: When to copy; None for never.
        anchor: When to anchor; None for never.
        failed: Is told what failed, and why.
    """

    store: Store
    vault: Vault
    path: Path
    schema: Schema
    clock: Clock
    tenant: str
    backup: BackupPlan | None = None
    anchor: AnchorPlan | None = None
    failed: Failed = field(default=lambda _what, _why: None)


class Upkeep:
    """Backups and anchors of one store. Safe for threads."""

    def __init__(self, duty: Duty) -> None:
        """Keep the duty."""
        self._duty = duty
        self._zone = ZoneInfo(duty.schema.timezone)
        self._changes: Counter[str] = Counter()
        self._looked: datetime | None = None
        self._resting: dict[str, tuple[datetime, datetime]] = {}
        self._anchored_at: dict[str, datetime] = {}
        self._worker: threading.Thread | None = None
        self._lock = threading.Lock()

    @property
    def folder(self) -> Path:
        """Where the backups lie."""
        plan = self._duty.backup
        return (plan.folder if plan is not None else None) or rotation.folder_of(self._duty.path)

    def after(self, tenant: str, records: int) -> None:
        """Note a commit, and begin what is due; never waits and never fails.

        Args:
            tenant: Whose.
            records: How many audit records it made.
        """
        now = self._duty.clock().astimezone(self._zone)
        with self._lock:
            self._changes[tenant] += records
            if self._worker is not None and self._worker.is_alive():
                return
            works = [(what, work) for what, work in self._due(tenant, now) if not self._rests(what, now)]
            if works:
                self._worker = threading.Thread(target=self._run, args=(works, now), name="dualmem-upkeep", daemon=True)
                self._worker.start()

    def before(self) -> Path | None:
        """Make a backup now, before a command that changes much; None where there is no plan for any.

        Raises:
            StorageError, Conflict: It could not be made; the command must not run.
        """
        plan = self._duty.backup
        if plan is None or not plan.keep:
            return None
        now = self._duty.clock().astimezone(self._zone)
        made = rotation.rotate(self._duty.path, self.folder, self._duty.store.backup, keep=plan.keep, now=now)
        note(self._duty.path, BACKUP, None)
        return made

    def reach(self, tenant: str, subject: str, erasure: Erasure) -> None:
        """Erase in the store's own backups what was erased in the store; what can not be opened is noted."""
        duty = self._duty
        self.wait()
        with contextlib.suppress(OSError), locks.held(self.folder / ".lock", wait=True):
            for path in rotation.listed(self.folder):
                made = path.stat()
                try:
                    with contextlib.closing(SqliteStore(path, upgrade=True)) as store:
                        copy = Archive(store, duty.vault, tenant, subject)
                        for name in erasure.erased:
                            copies.forget_again(copy, name, duty.schema, erasure.at, since=erasure.at)
                        store.sweep(tenant, subject, duty.vault.key_ids(tenant, subject))
                except (DualmemError, OSError) as error:
                    self._tell(f"forget in {path.name}", error)
                os.utime(path, (made.st_atime, made.st_mtime))  # it is still of the moment of which it was

    def wait(self) -> None:
        """Wait for what was begun."""
        worker = self._worker
        if worker is not None and worker is not threading.current_thread():
            worker.join()

    def _due(self, tenant: str, now: datetime) -> list[tuple[str, Callable[[datetime], None]]]:
        """Give what is due."""
        works: list[tuple[str, Callable[[datetime], None]]] = []
        if self._is_backup_due(now):
            works.append((BACKUP, self._back_up))
        plan = self._duty.anchor
        if plan is None:
            return works
        is_fresh = timedelta() <= now - self._anchored(tenant) < plan.every  # a clock that was set back makes it due
        if self._changes[tenant] >= plan.changes or not is_fresh:
            works.append((ANCHOR, lambda _now: self._anchor(tenant)))
        return works

    def _rests(self, what: str, now: datetime) -> bool:
        """Tell whether something is not to be tried again yet; a clock that was set back ends every rest."""
        begin, end = self._resting.get(what, (now, now))
        return begin <= now < end

    def _is_backup_due(self, now: datetime) -> bool:
        plan = self._duty.backup
        if plan is None or not plan.keep:
            return False
        is_fresh = self._looked is not None and timedelta() <= now - self._looked < min(_LOOK, plan.every)
        if is_fresh and self._looked is not None and self._looked.date() == now.date():
            return False
        self._looked = now
        return rotation.is_due(self.folder, plan.every, now)

    def _back_up(self, now: datetime) -> None:
        plan = self._duty.backup
        assert plan is not None
        rotation.rotate(
            self._duty.path, self.folder, self._duty.store.backup, keep=plan.keep, now=now, every=plan.every
        )

    def _log(self, tenant: str) -> Path:
        """Give the log of a tenant; file names never come from ids."""
        plan = self._duty.anchor
        path = log_of(self._duty.path, plan or AnchorPlan())
        return path if tenant == self._duty.tenant else Path(f"{path}.{self._duty.vault.pseudonym(tenant, '')}")

    def _anchored(self, tenant: str) -> datetime:
        known = self._anchored_at.get(tenant)
        if known is None:
            path = self._log(tenant)
            known = rotation.made_at(path, self._zone) if path.exists() else datetime.fromtimestamp(0, self._zone)
            self._anchored_at[tenant] = known
        return known

    def _anchor(self, tenant: str) -> None:
        duty = self._duty
        assert duty.anchor is not None
        self._changes[tenant] = 0
        begin = duty.clock().astimezone(self._zone)
        deliver.deliver(duty.anchor, self._log(tenant), duty.store, duty.vault, tenant)
        end = duty.clock().astimezone(self._zone)
        self._anchored_at[tenant] = begin
        self._resting[ANCHOR] = (end, end + 10 * (end - begin))  # many subjects take their time: not all the time

    def _run(self, works: list[tuple[str, Callable[[datetime], None]]], now: datetime) -> None:
        for what, work in works:
            try:
                work(now)
            except Exception as error:  # noqa: BLE001 - the turn is committed; nothing here may reach it
                self._resting[what] = (now, now + _RETRY)
                self._tell(what, error)
            else:
                with contextlib.suppress(OSError):
                    note(self._duty.path, what, None)

    def _tell(self, what: str, error: Exception) -> None:
        why = str(error) if isinstance(error, DualmemError) else type(error).__name__
        with contextlib.suppress(OSError, DualmemError):
            note(self._duty.path, what, why, self._duty.clock())
        self._duty.failed(what, why)


def log_of(store: Path, plan: AnchorPlan) -> Path:
    """Give where the log of an anchor plan lies."""
    return plan.file or Path(f"{store}.heads.log")


def notes(store: str | Path) -> dict[str, str]:
    """Give what failed and was not made good since: what, and when and why."""
    path = Path(f"{store}.upkeep.json")
    try:
        found = orjson.loads(path.read_bytes()) if path.exists() else {}
    except (OSError, ValueError):
        return {}
    return {str(what): str(why) for what, why in found.items()} if isinstance(found, dict) else {}


def note(store: Path, what: str, why: str | None, at: datetime | None = None) -> None:
    """Note beside the store that something failed, or (``why`` None) that it is made good.

    Raises:
        OSError: It can not be written.
    """
    found = notes(store)
    path = Path(f"{store}.upkeep.json")
    if why is None and what not in found:
        return
    found.pop(what, None)
    if why is not None:
        found[what] = f"{at.isoformat(timespec='seconds') if at else 'unknown time'}: {why}"
    if found:
        files.replace_text(path, orjson.dumps(found, option=orjson.OPT_INDENT_2).decode() + "\n")
    else:
        path.unlink(missing_ok=True)


def overdue(store: Path, plan: BackupPlan) -> str | None:
    """Say what is wrong with the backups of a store, for people; None where nothing is.

    Args:
        store: The store's file.
        plan: When it is to be copied.
    """
    folder = plan.folder or rotation.folder_of(store)
    there = rotation.listed(folder)
    if not plan.keep or not there:
        return None
    newest = rotation.made_at(there[0], ZoneInfo("UTC"))
    changed = datetime.fromtimestamp(
        max(file.stat().st_mtime for file in (store, Path(f"{store}-wal")) if file.exists()), ZoneInfo("UTC")
    )
    if changed - newest >= plan.every + timedelta(days=1):
        return f"the newest is of {newest:%Y-%m-%d %H:%M} UTC, and the store was written since"
    return None
