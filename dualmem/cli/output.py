"""Output: tables for people, JSON for programs, and no character that a terminal would obey."""

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import click

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
Row = Mapping[str, object]


def safe(text: str, *, keep_lines: bool = False) -> str:
    """Give the text with control, bidi, ANSI and other invisible characters escaped.

    Args:
        text: Any text, lone surrogates too.
        keep_lines: Line feeds stay, for texts of several lines.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if (keep_lines and char == "\n") or unicodedata.category(char) not in _INVISIBLE else _escaped(char)
        for char in text
    )


def _escaped(char: str) -> str:
    code = ord(char)
    return _SHORT.get(char) or (f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def dumps(data: object, *, indent: int | None = 2, is_ascii: bool = False) -> str:
    """Give JSON text in which invisible and bidi characters are escaped."""
    text = json.dumps(data, ensure_ascii=is_ascii, indent=indent, default=str)
    if text.isascii():
        return text
    return "".join(
        char if char == "\n" or unicodedata.category(char) not in _INVISIBLE else _json_escape(char) for char in text
    )


def _json_escape(char: str) -> str:
    return json.dumps(char)[1:-1]


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints the results of commands.

    Attributes:
        is_json: JSON instead of tables and sentences.
        is_ascii: JSON with every other character escaped.
    """

    is_json: bool
    is_ascii: bool = False

    def data(self, data: object) -> None:
        """Print one JSON document."""
        click.echo(dumps(data, is_ascii=self.is_ascii))

    def line(self, text: str, *, is_dim: bool = False) -> None:
        """Print a sentence for people; nothing in JSON."""
        if not self.is_json:
            shown = safe(text, keep_lines=True)
            click.echo(click.style(shown, dim=True) if is_dim else shown)

    def rows(self, rows: Iterable[Row], columns: Mapping[str, str], *, empty: str = "nothing") -> None:
        """Print a table of some keys of the rows, or all keys as JSON.

        Args:
            rows: One mapping a row.
            columns: Key to heading, in order.
            empty: What a person reads where there is no row.
        """
        if self.is_json:
            self.data([dict(row) for row in rows])
            return
        lines = [[safe(_cell(row.get(key))) for key in columns] for row in rows]
        click.echo(table([list(columns.values()), *lines]) if lines else empty)

    def record(self, record: Row, *, titles: Mapping[str, str] | None = None) -> None:
        """Print one mapping: key and value on a line each, or JSON."""
        if self.is_json:
            self.data(dict(record))
            return
        names = {key: (titles or {}).get(key, key.replace("_", " ")) for key in record}
        width = max((columns_of(name) for name in names.values()), default=0)
        for key, value in record.items():
            pad = " " * (width - columns_of(names[key]))
            click.echo(f"{names[key]}{pad}  {safe(_cell(value), keep_lines=True)}")


def table(lines: Sequence[Sequence[str]]) -> str:
    """Give lines of cells under a heading, aligned by what a terminal draws (a Han character is two columns)."""
    widths = [max(columns_of(line[n]) for line in lines) for n in range(len(lines[0]))]
    out = []
    for number, line in enumerate(lines):
        cells = [cell + " " * (width - columns_of(cell)) for cell, width in zip(line, widths, strict=True)]
        text = "  ".join(cells).rstrip()
        out.append(click.style(text, bold=True) if number == 0 else text)
    return "\n".join(out)


def columns_of(text: str) -> int:
    """Give how many columns a terminal needs for a text."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def is_terminal() -> bool:
    """Tell whether a person sits at the output."""
    return sys.stdout.isatty()


def complain(message: str) -> None:
    """Print an error: the first line in red, the next step below it."""
    first, _, rest = message.partition("\n")
    click.echo(click.style("error: ", fg="red", bold=True) + safe(first), err=True)
    for line in rest.splitlines():
        click.echo(safe(line), err=True)
