"""``dualmem pending``: what waits for a yes."""

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.views import PENDING_COLUMNS


@click.group()
def pending() -> None:
    """List, confirm and reject what waits for a yes."""


@pending.command("list", epilog=examples("dualmem pending list", "dualmem pending list --json"))
@click.option("--language", metavar="CODE", help="zh or en (default: the subject's).")
@with_app
def list_pending(app: App, *, language: str | None) -> None:
    """List what waits, oldest first, each with the exact words and the single-use token that confirms them."""
    from dualmem.cli.exchange import pending_row
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        rows = [pending_row(update) for update in memory.pending(app.subject, language=language)]
    app.out.rows(rows, PENDING_COLUMNS, empty="nothing waits")


@pending.command(
    epilog=examples("dualmem pending confirm 3.1-9f86d081884c7d65…      the token that `pending list` printed")
)
@click.argument("tokens", nargs=-1, required=True, metavar="TOKEN…")
@with_app
def confirm(app: App, *, tokens: tuple[str, ...]) -> None:
    """Write what waits, by its TOKEN: it binds the exact words that were shown, once.

    Exits with 5 where a token was used, or what it was shown for has changed.
    """
    _answer(app, tokens, is_yes=True)


@pending.command(epilog=examples("dualmem pending reject 3.1-9f86d081884c7d65…"))
@click.argument("tokens", nargs=-1, required=True, metavar="TOKEN…")
@with_app
def reject(app: App, *, tokens: tuple[str, ...]) -> None:
    """Refuse what waits, by its TOKEN; nothing is written to the state."""
    _answer(app, tokens, is_yes=False)


def _answer(app: App, tokens: tuple[str, ...], *, is_yes: bool) -> None:
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import event_row

    rows = []
    with open_memory(app.config) as memory:
        act = memory.confirm if is_yes else memory.reject
        for token in tokens:
            rows += [event_row(memory.schema, event) for event in act(app.subject, token, channel="cli")]
    app.out.rows(rows, {"event": "event", "field": "field", "update": "update"}, empty="nothing to do")
