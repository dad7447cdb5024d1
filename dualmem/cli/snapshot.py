"""``dualmem snapshot`` and ``dualmem rollback``: states kept, compared and brought back."""

from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.hear import CONVERSATION
from dualmem.cli.who import actor_option

_CHANGES = {"field": "field", "old": "was", "new": "is"}


@click.group()
def snapshot() -> None:
    """Keep, compare and bring back states."""


@snapshot.command(epilog=examples("dualmem snapshot create before-review"))
@click.argument("tag")
@actor_option
@with_app
def create(app: App, *, tag: str, actor: str) -> None:
    """Keep the state as it is now under TAG. Exits with 5 where the tag is taken."""
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        kept = memory.snapshots.create(app.subject, tag, actor=actor, channel="cli")
    app.out.record({"tag": kept.tag, "version": kept.version, "fields": len(kept.fields)})


@snapshot.command("list", epilog=examples("dualmem snapshot list"))
@with_app
def list_snapshots(app: App) -> None:
    """List the snapshots; `daily-…` and `pre_…` ones are taken by themselves."""
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        rows = [
            {"tag": s.tag, "at": s.at.isoformat(timespec="seconds"), "version": s.version, "fields": len(s.fields)}
            for s in memory.snapshots.list(app.subject)
        ]
    app.out.rows(rows, {"tag": "tag", "at": "when", "version": "version", "fields": "fields"}, empty="no snapshot")


@snapshot.command(epilog=examples("dualmem snapshot diff kickoff", "dualmem snapshot diff kickoff before-review"))
@click.argument("old")
@click.argument("new", required=False)
@with_app
def diff(app: App, *, old: str, new: str | None) -> None:
    """Show what differs between OLD and NEW (tags or versions; default: now). Exits with 1 where something does."""
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import change_row

    with open_memory(app.config) as memory:
        rows = [change_row(memory.schema, one) for one in memory.snapshots.diff(app.subject, old, new)]
    app.out.rows(rows, _CHANGES, empty="no difference")
    if rows:
        raise click.exceptions.Exit(1)


@snapshot.command(epilog=examples("dualmem snapshot save kickoff kickoff.json"))
@click.argument("tag")
@click.argument("file", type=click.Path(path_type=Path))
@with_app
def save(app: App, *, tag: str, file: Path) -> None:
    """Keep the snapshot TAG as a new FILE, sealed: it opens in this store only. Exits with 5 where FILE is there."""
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        memory.snapshots.save(app.subject, tag, file)
    app.out.record({"tag": tag, "file": str(file)})


@snapshot.command(epilog=examples("dualmem snapshot restore kickoff", "dualmem snapshot restore --file kickoff.json"))
@click.argument("tag", required=False)
@click.option("--file", type=click.Path(path_type=Path), help="A file that `snapshot save` wrote, in the place of TAG.")
@actor_option
@with_app
def restore(app: App, *, tag: str | None, file: Path | None, actor: str) -> None:
    """Bring back the whole state of TAG. The same as `rollback TAG`; `undo` and another rollback take it back."""
    if (tag is None) == (file is None):
        raise click.UsageError("Name a TAG, or a file with --file.")
    _bring_back(app, file or tag or "", field=None, actor=actor)


@click.command(
    epilog=examples(
        "dualmem rollback kickoff",
        "dualmem rollback 12                                     to a version",
        "dualmem rollback 2026-11-29T18:00                       to a time",
        "dualmem rollback kickoff --field business_context.phase",
    )
)
@click.argument("to")
@click.option("--field", help="Only this field.")
@actor_option
@with_app
def rollback(app: App, *, to: str, field: str | None, actor: str) -> None:
    """Bring back the state TO a tag, a version or a time, whole or one field.

    A rollback is itself a change with its record: `undo` takes it back. What was forgotten stays forgotten, and is
    named.
    """
    _bring_back(app, to, field=field, actor=actor)


def _bring_back(app: App, to: str | Path, *, field: str | None, actor: str) -> None:
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import change_rows, field_path
    from dualmem.forgotten import WHY

    with open_memory(app.config) as memory:
        path = None if field is None else field_path(memory.schema, field)
        events = memory.snapshots.restore(
            app.subject, to, field=path, actor=actor, channel="cli", conversation=CONVERSATION
        )
        rows = change_rows(memory.schema, events)
    left_out = [event.field for event in events if event.reason == "forgotten"]
    if app.out.is_json:
        rows += [{"field": one, "old": None, "new": None, "left_out": WHY} for one in left_out]
    app.out.rows(rows, _CHANGES, empty="nothing differs")
    for one in left_out:
        app.out.line(f"left out: {one}: {WHY}")
