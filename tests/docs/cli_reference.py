"""Writes docs/cli.md from the commands themselves: ``python -m tests.docs.cli_reference > docs/cli.md``."""

from collections.abc import Iterator

import click

from dualmem.cli.main import cli

HEAD = """\
# The commands

Written by `make docs` from the commands themselves, and checked by a test. Every command prints a table on a terminal
and JSON when piped or with `--json` (`DUALMEM_OUTPUT=table` or `json` sets it for all).

Exit codes: 0 ok, 1 findings or failed checks, 2 usage or bad input, 3 storage or key, 4 not found, 5 conflict.

The store is, first one that is named: `--db`, `DUALMEM_DB`, `store` in the project's `dualmem.toml` (relative to that
file), the user's data folder. `dualmem doctor` prints which.
"""


def commands(command: click.Command, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    yield command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, click.Context(below, info_name=name, parent=context))


def reference() -> str:
    root = click.Context(cli, info_name="dualmem", terminal_width=100, **cli.context_settings)
    parts = [HEAD]
    for command, context in commands(cli, root):
        depth = len(context.command_path.split())
        title = "#" * min(depth + 1, 4)
        body = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
        parts.append(f"{title} {context.command_path}\n\n```text\n{body.strip()}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(reference(), end="")
