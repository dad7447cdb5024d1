"""``dualmem machine``: the phases of a turn as a picture."""

import click

from dualmem.cli.app import examples


@click.command(epilog=examples("dualmem machine > turn.mmd"))
def machine() -> None:
    """Print the phases of a turn as a Mermaid state diagram, drawn from the table that runs them."""
    from dualmem.turn.phases import mermaid

    click.echo(mermaid())
