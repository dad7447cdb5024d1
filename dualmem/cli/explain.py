"""``dualmem explain``: how a message is read."""

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.output import dumps
from dualmem.cli.times import moment


@click.command(
    epilog=examples(
        "dualmem explain 总预算控制在五十万以内",
        "dualmem explain '对，但是改成60万' --shown business_context.budget.ceiling=50万",
        "dualmem explain 预算改成60万 --stored business_context.budget.ceiling=50万",
        "dualmem explain 下周五 --asked business_context.deadline",
    )
)
@click.argument("text")
@click.option("--shown", multiple=True, metavar="FIELD=VALUE", help="What the last reply showed, in order; repeatable.")
@click.option("--stored", multiple=True, metavar="FIELD=VALUE", help="What the state holds; repeatable.")
@click.option("--asked", multiple=True, metavar="FIELD", help="What the last reply asked for; repeatable.")
@click.option("--now", help="The moment of the message (default: now).")
@with_app
def explain(
    app: App, *, text: str, shown: tuple[str, ...], stored: tuple[str, ...], asked: tuple[str, ...], now: str | None
) -> None:
    """Show how TEXT is read as an answer to what was shown: clauses, values, acts, what is written and why not.

    A field is named by its path or label, a value as people write it or as JSON. Nothing is stored.
    """
    from dualmem.cli.explanation import explain_text

    report = explain_text(app.config, text, shown=shown, stored=stored, asked=asked, now=moment(now))
    if app.out.is_json:
        app.out.data(report)
        return
    for title, rows in report.items():
        click.echo(click.style(title.replace("_", " "), bold=True))
        for row in rows:
            told = ((key, value) for key, value in row.items() if value not in (None, "", ()))
            app.out.line("  " + "  ".join(f"{key.replace('_', ' ')}: {_cell(value)}" for key, value in told))
        if not rows:
            app.out.line("  none", is_dim=True)


def _cell(value: object) -> str:
    """Give a value for people: text as it is, the rest as JSON on one line."""
    return value if isinstance(value, str) else dumps(value, indent=None)
