"""``dualmem forget`` and ``dualmem undo``."""

import dataclasses
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.hear import CONVERSATION
from dualmem.cli.who import actor_option
from dualmem.errors import DualmemError, NotFound


class _ForgetGroup(click.Group):
    """A group whose first word may as well be a field: ``forget user_profile.name`` is ``forget now …``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command in front where none is named."""
        if not args or (args[0] not in self.commands and args[0] not in {"-h", "--help"}):
            args = ["now", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_ForgetGroup)
def forget() -> None:
    """Erase a field, a note or a whole subject for good: `dualmem forget FIELD`; and check a receipt of it."""


@forget.command(
    epilog=examples(
        "dualmem forget user_profile.contact.email",
        "dualmem forget user_profile.contact.email --receipt receipt.json",
        "dualmem forget --note n12.1",
        "dualmem forget --everything --subject li.lei      the whole subject",
    )
)
@click.argument("field", required=False)
@click.option("--note", metavar="ID", help="Erase one note.")
@click.option("--everything", is_flag=True, help="Erase the whole subject.")
@click.option("--receipt", "receipt_file", metavar="FILE", help="Write the signed receipt to a new FILE.")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@actor_option
@with_app
def now(
    app: App,
    /,
    *,
    field: str | None,
    note: str | None,
    everything: bool,
    receipt_file: str | None,
    is_sure: bool,
    actor: str,
) -> None:
    """Erase a FIELD, a note or a whole subject for good, and print the receipt.

    The value leaves state, queue, turns, notes, snapshots, audit payloads and disk pages; the audit chain still
    verifies. There is no undo. The receipt holds no value.
    """
    if sum((field is not None, note is not None, everything)) != 1:
        raise click.UsageError("name one of: FIELD, --note ID, --everything")
    from dualmem.cli.files import check_new, write_new
    from dualmem.cli.opening import open_existing

    if receipt_file is not None:
        check_new(Path(receipt_file))  # before anything is gone: the receipt can not be made again
    target = field or (f"note {note}" if note else f"everything about {app.subject}")
    if not is_sure:
        click.confirm(f"Erase {target} for good?", abort=True, err=True)
    with open_existing(app.config) as memory:
        if field is not None:
            memory.schema.field(field)
        receipt = memory.forget(app.subject, field, note=note, actor=actor, channel="cli")
        if receipt_file is not None:
            text = memory.receipts.dump(receipt)
            try:
                write_new(Path(receipt_file), text)
            except DualmemError:
                click.echo(text, nl=False, err=True)
                raise
    shown = dataclasses.asdict(receipt)
    app.out.record({"erased": target, **{key: shown[key] for key in shown if key not in {"marks", "key", "signature"}}})


@forget.command(
    epilog=examples(
        "dualmem forget verify receipt.json                          the store and all its backups",
        "dualmem forget verify receipt.json /disk/memory.db export.json",
    )
)
@click.argument("receipt")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_app
def verify(app: App, *, receipt: str, files: tuple[Path, ...]) -> None:
    """Search FILES for what RECEIPT says was forgotten: stores, backups, exports, any file.

    Without FILES: the store, the backups that are made by themselves, and stores that a restore set aside.
    The receipt holds keyed marks only; the store's key compares them. Exits with 1 where something is found, with 2
    for a receipt that was changed or is another store's.
    """
    from dualmem.cli.opening import open_existing
    from dualmem.cli.restoring import copies
    from dualmem.storage.backups import opened_copy

    if not Path(receipt).exists():
        raise NotFound(f"there is no file {receipt}", next_step="`dualmem forget FIELD --receipt FILE` writes one.")
    with open_existing(app.config) as memory:
        chosen = files or (app.config.store, *(Path(str(row["file"])) for row in copies(app)))
        found = list(memory.receipts.verify(Path(receipt), chosen, opened_copy))
    rows = [{"file": str(file), "found": ", ".join(places) or "nothing"} for file, places in found]
    app.out.rows(rows, {"file": "file", "found": "found"}, empty="no file")
    if any(places for _, places in found):
        raise click.exceptions.Exit(1)


@click.command(epilog=examples("dualmem undo", "dualmem undo -c monday"))
@click.option("--conversation", "-c", default=CONVERSATION, show_default=True, help="Whose last writing turn.")
@click.option("--actor", default="user", show_default=True, help="Who acts, for the audit.")
@with_app
def undo(app: App, *, conversation: str, actor: str) -> None:
    """Take back what the last writing turn of a conversation changed; said again, the turn before.

    Exits with 4 where there is nothing to take back, 5 where it was changed elsewhere since.
    """
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import change_rows

    with open_memory(app.config) as memory:
        events = memory.undo(app.subject, conversation, actor=actor, channel="cli")
        rows = change_rows(memory.schema, events)
    app.out.rows(rows, {"field": "field", "old": "was", "new": "is"}, empty="nothing to take back")
