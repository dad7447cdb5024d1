"""Aftermath: what follows a commit: a line in the log, backups and anchors by themselves, the caller's own code."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from dualmem import logs
from dualmem.model.event import Event
from dualmem.model.plans import AnchorPlan, BackupPlan
from dualmem.ports import Clock, Store, Vault
from dualmem.schema.spec import Schema

if TYPE_CHECKING:  # imported only where something is planned: a turn needs none
    from dualmem.jobs.upkeep import Upkeep

OnEvent = Callable[[str, str, tuple[Event, ...]], None]


def open_upkeep(
    path: str | Path | None,
    backup: BackupPlan | None,
    anchor: AnchorPlan | None,
    *,
    store: Store,
    vault: Vault,
    schema: Schema,
    clock: Clock,
    tenant: str,
) -> "Upkeep | None":
    """Give what backs up and anchors by itself; None where nothing is planned and no backup is there to forget."""
    has_backups = path is not None and Path(f"{path}.backups").is_dir()  # of another opening: they forget as well
    if path is None or (backup is None and anchor is None and not has_backups):
        return None
    from dualmem.jobs.upkeep import Duty, Upkeep  # noqa: PLC0415 - only where something is planned

    return Upkeep(
        Duty(
            store=store,
            vault=vault,
            path=Path(path),
            schema=schema,
            clock=clock,
            tenant=tenant,
            backup=backup,
            anchor=anchor,
            failed=_failed,
        )
    )


def _failed(what: str, why: str) -> None:
    logs.get("upkeep").error("upkeep.failed", what=what, error=why)


def notifier(on_event: OnEvent | None, upkeep: "Upkeep | None") -> OnEvent:
    """Give what is told of every commit: the log, the upkeep, then the caller, whose failure undoes nothing."""
    log = logs.get("turn")

    def notify(tenant: str, subject: str, events: tuple[Event, ...]) -> None:
        for event in events:
            said = event.provenance
            log.info(
                logs.name_of(event.kind.value),
                tenant=tenant,
                subject=subject,
                field=event.field,
                update=event.update,
                conversation=said.conversation,
                turn=said.turn,
                actor=said.actor,
                channel=said.channel,
            )
        if upkeep is not None:
            upkeep.after(tenant, len(events))
        if on_event is None or not events:
            return
        try:
            on_event(tenant, subject, events)
        except Exception as error:  # noqa: BLE001 - a stranger's code; the turn is committed already
            log.error("callback.failed", error=type(error).__name__)  # noqa: TRY400 - its text may hold values

    return notify
