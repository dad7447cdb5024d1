"""``dualmem replay``: recorded conversations on a throw-away store."""

import sys
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.errors import NotFound


@click.command(
    epilog=examples(
        "dualmem replay talks.jsonl",
        "dualmem replay talks.jsonl --schema schemas/travel.yaml --rules rules/travel.yaml",
        "dualmem replay talks.jsonl --limit 20 --show       what each turn did",
    )
)
@click.argument("file")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N conversations.")
@click.option("--show", is_flag=True, help="Print what each turn did (on the standard error).")
@with_app
def replay(app: App, *, file: str, limit: int | None, show: bool) -> None:
    """Run the conversations of FILE through the schema and rules, and report what happened.

    FILE holds one JSON object a line: {"turns": [{"role": "user", "text": "…"}, …]}, or one message a line:
    {"role": "user", "text": "…", "conversation": "…"}. Recorded answers of the assistant are the drafts of the replies.
    Nothing is kept; your own store is not touched.
    """
    from dualmem.cli.replay_run import Tally, read_talks, run_talk
    from dualmem.memory import Memory

    if not Path(file).is_file():
        raise NotFound(f"there is no file {file}")
    talks = read_talks(Path(file))[:limit]
    tally = Tally()
    config = app.config
    with (
        Memory.open(None, schema=config.schema, rules=config.rules, lexicons=config.lexicons) as memory,
        click.progressbar(talks, label="replaying", file=sys.stderr, hidden=show or not sys.stderr.isatty()) as bar,
    ):
        for number, talk in enumerate(bar, 1):
            for line in run_talk(memory, f"talk-{number}", talk, tally):
                if show:
                    click.echo(line, err=True)
    app.out.record(tally.report(), titles=Tally.titles())
