"""``dualmem recall`` and ``dualmem why``."""

import click

from dualmem.cli.app import App, examples, with_app


@click.command(
    epilog=examples("dualmem recall 预算", "dualmem recall 'project id'", "dualmem recall            everything")
)
@click.argument("words", nargs=-1)
@click.option("--language", metavar="CODE", help="zh or en (default: the subject's).")
@with_app
def recall(app: App, *, words: tuple[str, ...], language: str | None) -> None:
    """Answer from the state what WORDS (a field's name, or part of a note) is; with none, list everything.

    Writes nothing; what waits is given as unconfirmed.
    """
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        text = memory.recall(app.subject, " ".join(words), language=language)
    if app.out.is_json:
        app.out.data({"answer": text})
    else:
        app.out.line(text)


@click.command(epilog=examples("dualmem why business_context.budget.ceiling", "dualmem why 预算"))
@click.argument("field")
@with_app
def why(app: App, *, field: str) -> None:
    """Show where the value of FIELD (a path, or its name) came from: quote, turn, rule, who confirmed.

    Exits with 4 where the field has no value.
    """
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import field_path, why_row

    with open_memory(app.config) as memory:
        path = field_path(memory.schema, field)
        row = why_row(memory.schema, path, memory.why(app.subject, path))
    app.out.record(row)
