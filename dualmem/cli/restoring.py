"""Restoring: a backup verified, what was forgotten since forgotten in it too, and put in the place of the store."""

import contextlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from dualmem.cli.app import App
from dualmem.cli.output import Row
from dualmem.errors import AuditError, DualmemError, KeyMissing
from dualmem.ports import Store, Vault
from dualmem.schema.spec import Schema


def folder_of(app: App) -> Path:
    """Give where the backups of the config's store lie."""
    from dualmem.storage import rotation

    return app.config.plans.backup.folder or rotation.folder_of(app.config.store)


def back_up(app: App) -> Path | None:
    """Make a new ``backup_1``, and give it; None where no backup is kept.

    Raises:
        StorageError, Conflict: It can not be made.
    """
    from dualmem.jobs.upkeep import BACKUP, note
    from dualmem.storage import rotation
    from dualmem.storage.backups import backup

    keep = app.config.plans.backup.keep
    if not keep:
        return None
    store = app.config.store
    made = rotation.rotate(
        store, folder_of(app), lambda target: backup(store, target), keep=keep, now=datetime.now(UTC)
    )
    note(store, BACKUP, None)
    return made


def copies(app: App) -> list[Row]:
    """List the backups and the stores that were set aside."""
    from dualmem.storage import rotation
    from dualmem.storage.backups import set_aside_of

    rows: list[Row] = []
    for file in (*rotation.listed(folder_of(app)), *set_aside_of(app.config.store)):
        at = rotation.made_at(file, ZoneInfo("UTC")).isoformat(timespec="seconds")
        name = file.stem if file.name.startswith("backup_") else "set aside"
        rows.append({"name": name, "at": at, "size_bytes": file.stat().st_size, "file": str(file)})
    return rows


def _refuse(backup: Path, bad: Sequence[str]) -> None:
    """Refuse a backup of which something does not verify.

    Raises:
        AuditError: Something does not.
    """
    if bad:
        raise AuditError(
            f"{backup} does not verify: {'; '.join(bad[:4])}",
            next_step="Take an older backup, or bring back what verifies of a copy: `dualmem db recover FILE`.",
        )


def restore(app: App, source: str, actor: str, receipts: tuple[Path, ...] = ()) -> dict[str, object]:
    """Restore a backup, and say what was done; the store's own chain has a record of it.

    Raises:
        NotFound: There is no such backup.
        KeyMissing: The file of keys is not there.
        StoreCorrupt, StoreBusy: The backup is damaged, or the store is in use; nothing was changed.
        AuditError: A subject of the backup does not verify; nothing was changed.
    """
    from dualmem.jobs.copies import carry, faults, follow
    from dualmem.jobs.receipts import load
    from dualmem.jobs.storelog import DONE, Said, log
    from dualmem.model.event import EventKind
    from dualmem.storage.backups import find, keys_of, put_in_place, staged
    from dualmem.storage.sqlite import SqliteStore

    path, backup = app.config.store, find(source, folder_of(app))
    if not keys_of(path).exists():
        raise KeyMissing(
            f"the file of keys {keys_of(path)} is missing: without it a backup says nothing",
            next_step="Put a copy of it back first: `dualmem keys restore FILE`.",
        )
    now = datetime.now(UTC)
    with staged(backup, path) as fresh:
        with (
            _vault(app) as vault,
            contextlib.closing(SqliteStore(fresh, upgrade=True)) as copy,
            _present(path) as present,
        ):
            known = [load(file, vault) for file in receipts]
            carried = carry(present, copy, vault, _schema(app), now)
            more = follow(known, copy, vault, tenant=app.config.tenant, schema=_schema(app), now=now)
            _refuse(backup, [line for report in faults(copy, vault) for line in report.lines()])
            has_present = present is not None
            said = Said(at=now, actor=actor, channel="cli")
            told = f"{DONE} from {backup.name}, {carried.behind} records are left behind"
            log(copy, vault, app.config.tenant, EventKind.STORE_RESTORED, told, said=said)
        aside = put_in_place(fresh, path, now)
    return {
        "restored": str(backup),
        "store": str(path),
        "set_aside": "nothing was there" if aside is None else str(aside),
        "left_behind_records": carried.behind,
        "forgotten_again": [f"{name} of {subject}" for _, subject, name in (*carried.fields, *more.fields)]
        + [f"everything of {subject}" for _, subject in (*carried.subjects, *more.subjects)],
        "note": "ok" if has_present or receipts else _UNKNOWN,
    }


def restore_keys(app: App, file: str, actor: str) -> dict[str, object]:
    """Put a copy of the file of keys in its place, and say what was done; the store's own chain has a record of it.

    Raises:
        KeyMissing: The master key does not open it, or it is another store's.
        StoreCorrupt, StoreBusy: It is damaged, or the store is in use; nothing was changed.
    """
    from dualmem.jobs.copies import everyone, faults, shredded_keys
    from dualmem.jobs.storelog import DONE, Said, log
    from dualmem.model.event import EventKind
    from dualmem.storage.backups import keys_of, put_in_place, staged
    from dualmem.storage.layout import KEYS
    from dualmem.storage.sqlite import SqliteStore

    path, now = app.config.store, datetime.now(UTC)
    with staged(file, keys_of(path), layout=KEYS) as fresh:
        gone: list[str] = []
        if path.exists():
            with _vault(app, fresh) as vault, contextlib.closing(SqliteStore(path)) as store:
                for tenant, subject in list(everyone(store)):
                    if shredded_keys(store, vault, tenant, subject):
                        vault.forget(tenant, subject)
                        gone.append(subject)
                bad = [line for report in faults(store, vault) for line in report.lines()]
                if not bad:
                    told = f"{DONE} keys from a copy, {len(gone)} subjects stay forgotten"
                    said = Said(at=now, actor=actor, channel="cli")
                    log(store, vault, app.config.tenant, EventKind.STORE_RESTORED, told, said=said)
        else:
            with _vault(app, fresh):
                bad = []
        if bad:
            raise KeyMissing(
                f"{file} does not open this store: {'; '.join(bad[:4])}",
                next_step="It is another store's, or older than a subject of this one. Take a newer copy.",
            )
        aside = put_in_place(fresh, keys_of(path), now)
    return {
        "restored": file,
        "set_aside": "nothing was there" if aside is None else str(aside),
        "stay_forgotten": gone,
    }


_UNKNOWN = (
    "the store that was there could not be read: fields that were forgotten after this backup may be back;"
    " restore it again with your receipts (`--receipt FILE`), which have them forgotten"
)


def _schema(app: App) -> Schema:
    from dualmem.specs import load_specs

    return load_specs(app.config.schema, app.config.rules, app.config.lexicons).schema


@contextlib.contextmanager
def _present(path: Path) -> Iterator[Store | None]:
    """Open the store that is to be replaced; None where there is none that can be read."""
    from dualmem.storage.backups import opened_copy

    with contextlib.ExitStack() as stack:
        store: Store | None = None
        if path.exists():
            with contextlib.suppress(DualmemError):  # a copy: an older layout is brought to the newest, to be compared
                found = stack.enter_context(opened_copy(path))
                store = found if found.status()["integrity"] == "ok" else None
        yield store


@contextlib.contextmanager
def _vault(app: App, file: Path | None = None) -> Iterator[Vault]:
    """Open the vault of the config's store, or one over another file of keys."""
    from dualmem.memory import open_vault

    plans = app.config.plans
    vault = open_vault(app.config.store, plans.key_command or app.config.key, plans.suite, file=file)
    try:
        yield vault
    finally:
        vault.close()
