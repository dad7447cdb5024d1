"""``dualmem demo``: a scripted conversation on a throw-away store, each step checked."""

import shutil
import tempfile
from pathlib import Path

import click

from dualmem.cli.app import examples
from dualmem.cli.demo_steps import Demo, load_script, script_names
from dualmem.cli.output import safe
from dualmem.errors import NotFound


@click.command(
    epilog=examples(
        "dualmem demo                    a project assistant: Chinese, then English",
        "dualmem demo support_desk       English first",
        "dualmem demo --keep /tmp/look   keep the store, to look at it with the other commands",
    )
)
@click.argument("name", default="project_assistant")
@click.option("--keep", type=click.Path(file_okay=False), help="Keep the store in this folder.")
@click.option("--list", "is_list", is_flag=True, help="List the demos.")
def demo(*, name: str, keep: str | None, is_list: bool) -> None:
    """See it work: a scripted conversation; each step says what must hold, and is checked.

    Exits with 1 where any step differs.
    """
    if is_list:
        click.echo("\n".join(script_names()))
        return
    if name not in script_names():
        raise NotFound(f"there is no demo {name}", next_step=f"There are: {', '.join(script_names())}.")
    folder = Path(keep) if keep else Path(tempfile.mkdtemp(prefix="dualmem-demo-"))
    if keep and folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty")
    try:
        failed = _play(name, folder)
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
    if failed:
        raise click.exceptions.Exit(1)


def _play(name: str, folder: Path) -> int:
    script = load_script(name)
    click.echo(f"demo {name}: {len(script.steps)} steps on a new store in {folder}")
    number = checks = failed = 0
    with Demo(script, folder) as demo_run:
        for step in script.steps:
            if step.title:
                number += 1
                click.echo()
                click.echo(click.style(f"{number}. {step.title}", bold=True))
            outcome = demo_run.run(step)
            for who, text in outcome.lines:
                lead = click.style(f"{who:>9}  ", dim=True)
                click.echo(lead + safe(text, keep_lines=True).replace("\n", "\n" + " " * 11))
            for check in outcome.checks:
                checks += 1
                failed += not check.is_right
                mark = click.style("ok", fg="green") if check.is_right else click.style("DIFFERS", fg="red", bold=True)
                click.echo(f"{'':11}{mark} {safe(check.text)}")
    click.echo()
    verdict = f"{checks} checks, {failed} differ" if failed else f"{checks} checks, all as they should be"
    click.echo(click.style(verdict, fg="red" if failed else "green", bold=True))
    return failed
