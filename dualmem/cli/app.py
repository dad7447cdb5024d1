"""What the commands share: the options that say which store and whose memory, and what is opened with them."""

import functools
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import click

from dualmem.cli.output import Printer, is_terminal
from dualmem.config import Config, load
from dualmem.errors import InvalidInput, NotFound, TooLarge

MAX_INPUT_BYTES = 8 * 1024 * 1024
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class App:
    """One run of a command.

    Attributes:
        config: Where the store, the schema and the rules are.
        out: Prints the result.
    """

    config: Config
    out: Printer

    @property
    def subject(self) -> str:
        """Whose memory."""
        return self.config.subject


def examples(*lines: str) -> str:
    """Give the epilog of a command: examples, one a line."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def with_app(function: Callable[Concatenate[App, P], R]) -> Callable[P, R]:
    """Give a command the options of a store (``--db --subject --tenant --schema --rules --json``) and an App."""

    @click.option("--db", metavar="FILE", help="The store. Default: DUALMEM_DB, the project's, your data folder.")
    @click.option("--subject", "-s", metavar="ID", help="Whose memory (default: the project's, else me).")
    @click.option("--tenant", metavar="ID", help="Which tenant (default: the project's, else default).")
    @click.option("--schema", metavar="FILE", help="Schema file, or the name of a shipped one.")
    @click.option("--rules", metavar="FILE", multiple=True, help="Rules file, or a shipped name; repeatable.")
    @_output_options
    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in ("db", "subject", "tenant"):
            if kwargs.get(name) == "":  # an unset variable of a script must not mean somebody else's memory
                raise click.UsageError(f"--{name} is empty: it names nobody, and the default is somebody")
        config = load(_word(kwargs.pop("db")))
        schema = _word(kwargs.pop("schema"))
        rules = kwargs.pop("rules")
        assert isinstance(rules, tuple)
        if schema:
            config = replace(config, schema=schema, rules=())
        config = replace(
            config,
            subject=_word(kwargs.pop("subject")) or config.subject,
            tenant=_word(kwargs.pop("tenant")) or config.tenant,
            rules=rules or config.rules,
        )
        return function(App(config, _printer(kwargs)), *args, **kwargs)

    return run


def with_printer(function: Callable[Concatenate[Printer, P], R]) -> Callable[P, R]:
    """Give a command that needs no store the options of its output, and a Printer."""

    @_output_options
    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(_printer(kwargs), *args, **kwargs)

    return run


def _output_options(function: Callable[P, R]) -> Callable[P, R]:
    for option in (
        click.option("--ascii", "is_ascii", is_flag=True, help="Escape every other character in JSON."),
        click.option("--json/--table", "is_json", default=None, help="JSON or a table (default: JSON when piped)."),
    ):
        function = option(function)
    return function


def _printer(kwargs: dict[str, object]) -> Printer:
    wanted = kwargs.pop("is_json")
    is_ascii = bool(kwargs.pop("is_ascii"))
    if wanted is None:
        named = os.environ.get("DUALMEM_OUTPUT")
        wanted = named == "json" if named in {"json", "table"} else not is_terminal()
    return Printer(is_json=bool(wanted), is_ascii=is_ascii)


def _word(value: object) -> str | None:
    return value if isinstance(value, str) else None


def read_input(file: str) -> str:
    """Give the text of a file, or of the standard input for ``-``.

    Raises:
        NotFound: There is no such file.
        TooLarge: Larger than 8 MB.
        InvalidInput: Not UTF-8 text.
    """
    if file == "-":
        data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    else:
        path = Path(file)
        if not path.is_file():
            raise NotFound(f"there is no file {file}", next_step="Check the path; - reads the standard input.")
        if path.stat().st_size > MAX_INPUT_BYTES:
            raise TooLarge(f"{file} is larger than {MAX_INPUT_BYTES // 2**20} MB")
        data = path.read_bytes()
    if len(data) > MAX_INPUT_BYTES:
        raise TooLarge(f"the input is larger than {MAX_INPUT_BYTES // 2**20} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = "the input" if file == "-" else file
        raise InvalidInput(f"{place} is not UTF-8 text (byte {error.start})") from error
