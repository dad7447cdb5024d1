"""The command line: a group that imports a command only when it runs, and one place where errors become exit codes."""

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

import click

from dualmem.cli.output import complain
from dualmem.errors import DualmemError

# Command to where it lies and what `dualmem --help` says of it.
COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "init": ("init:init", "Make a project here: schema, rules and dualmem.toml."),
    "demo": ("demo:demo", "See it work: a scripted conversation, each step checked."),
    "chat": ("chat:chat", "Talk to it; lines from a pipe work too."),
    "hear": ("hear:hear", "Give it one message and print the reply."),
    "state": ("state:state", "Show, set, trace, export and import what is remembered."),
    "pending": ("pending:pending", "List, confirm and reject what waits for a yes."),
    "recall": ("recall:recall", "Ask for one thing."),
    "why": ("recall:why", "Show where a value came from."),
    "forget": ("forget:forget", "Erase a field, a note or a whole subject for good."),
    "undo": ("forget:undo", "Take back what the last writing turn changed."),
    "audit": ("audit:audit", "Read, verify and export the log of every change."),
    "snapshot": ("snapshot:snapshot", "Keep, compare and bring back states."),
    "rollback": ("snapshot:rollback", "Bring back an earlier state, whole or one field."),
    "schema": ("schema:schema", "Check a schema file."),
    "rules": ("rules:rules", "Check, test and try extraction rules."),
    "values": ("values:values", "See how amounts, dates, phones, … are read."),
    "explain": ("explain:explain", "See how a message is read: clauses, acts, what is written and why not."),
    "keys": ("keys:keys", "Show, make, rotate, back up and restore the encryption keys."),
    "db": ("db:db", "Inspect, upgrade, back up and restore the store."),
    "replay": ("replay:replay", "Run recorded conversations on a throw-away store."),
    "machine": ("machine:machine", "Print the phases of a turn as a Mermaid diagram."),
    "doctor": ("doctor:doctor", "Check this installation and this project."),
    "completion": ("completion:completion", "Print the completion script of your shell."),
}


_HELP: Final = """Typed, confirmed, auditable memory for LLM agents, in Chinese and English.

\b
First steps:
  dualmem demo                         see it work
  dualmem init                         make a project here
  dualmem chat                         talk to it
  dualmem hear 总预算控制在五十万以内  one message …
  dualmem hear 确认                    … and the yes to it
  dualmem state show                   what is remembered now
"""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Give the names, in the order of a newcomer's way."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(f"dualmem.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; name the nearest where there is none."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx) from error


@click.group(
    cls=LazyGroup,
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 ok, 1 findings or failed checks, 2 usage, 3 storage, 4 not found, 5 conflict.",
)
@click.version_option(package_name="dualmem", message="%(prog)s %(version)s")
def cli() -> None:
    """Hold the commands."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    _prepare_streams()
    code = _run(sys.argv[1:] if arguments is None else list(arguments))
    _flush()
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    try:
        _refuse_broken_text(arguments)
        result = cli.main(args=arguments, prog_name="dualmem", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped; everything acknowledged so far is kept", err=True)
        return 130
    except Exception as error:  # noqa: BLE001 - the one place where errors become a line and an exit code
        return _report(error)
    return result if isinstance(result, int) else 0


def _report(error: Exception) -> int:
    """Print one clear line and give the exit code."""
    match error:
        case click.ClickException():
            error.show()
            return error.exit_code
        case DualmemError():
            complain(error.diagnostics())
            return error.exit_code
        case BrokenPipeError():
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away
            return 0
        case OSError():
            place = f": {error.filename}" if error.filename else ""
            complain(f"{error.strerror or error}{place}\nNothing was half written. Check path, rights and disk.")
            return 3
    if "sqlite3" in sys.modules and isinstance(error, sys.modules["sqlite3"].Error):
        complain(f"the database failed: {error}\nNothing was half written. Check rights, disk and its free space.")
        return 3
    if os.environ.get("DUALMEM_DEBUG"):
        raise error
    complain(
        f"a bug of dualmem: {type(error).__name__}\n"
        "Nothing was half written. DUALMEM_DEBUG=1 shows where it is; please report it."
    )
    return 1


def _refuse_broken_text(arguments: Sequence[str]) -> None:
    """Refuse bytes that are no text in the terminal's encoding, before anything is opened."""
    for argument in arguments:
        if any("\ud800" <= char <= "\udfff" for char in argument):
            raise click.UsageError("an argument is not valid text (broken UTF-8)")
        if "\0" in argument:
            raise click.UsageError("an argument holds a NUL character")


def _prepare_streams() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        reconfigure(errors="backslashreplace")
        if not stream.isatty() and (stream.encoding or "").lower().replace("-", "") != "utf8":
            reconfigure(encoding="utf-8")


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
