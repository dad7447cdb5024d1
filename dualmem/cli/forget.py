"""``dualmem forget`` and ``dualmem undo``."""

import dataclasses

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.hear import CONVERSATION
from dualmem.cli.who import actor_option


@click.command(
    epilog=examples(
        "dualmem forget user_profile.contact.email",
        "dualmem forget --note n12.1",
        "dualmem forget --everything --subject li.lei      the whole subject",
    )
)
@click.argument("field", required=False)
@click.option("--note", metavar="ID", help="Erase one note.")
@click.option("--everything", is_flag=True, help="Erase the whole subject.")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@actor_option
@with_app
def forget(app: App, *, field: str | None, note: str | None, everything: bool, is_sure: bool, actor: str) -> None:
    """Erase a FIELD, a note or a whole subject for good, and print the receipt.

    The value leaves state, queue, turns, notes, snapshots, audit payloads and disk pages; the audit chain still
    verifies. There is no undo.
    """
    if sum((field is not None, note is not None, everything)) != 1:
        raise click.UsageError("name one of: FIELD, --note ID, --everything")
    from dualmem.cli.opening import open_memory

    target = field or (f"note {note}" if note else f"everything about {app.subject}")
    if not is_sure:
        click.confirm(f"Erase {target} for good?", abort=True, err=True)
    with open_memory(app.config) as memory:
        if field is not None:
            memory.schema.field(field)
        receipt = memory.forget(app.subject, field, note=note, actor=actor, channel="cli")
    app.out.record({"erased": target, **dataclasses.asdict(receipt)})


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
