"""Fence: keeps every value inside its own line of the block, so that none can pose as an instruction."""

import re2

from dualmem.schema.messages import escape

OPEN, CLOSE = "<memory>", "</memory>"
# What could close the fence, open a code block, fake a heading or a chat template's role mark.
_DELIMITERS = re2.compile(r"```|~~~|<[/|!?A-Za-z]|\|>|【|】|\[/?INST\]")


def fenced(text: str) -> str:
    """Give a value for the block: on one line, controls written out, delimiters broken by a backslash."""
    return str(_DELIMITERS.sub(lambda match: _broken(match.group()), escape(text)))


def _broken(delimiter: str) -> str:
    if delimiter[0] in "`~":
        return "".join(f"\\{char}" for char in delimiter)
    return f"\\{delimiter}" if len(delimiter) == 1 else f"{delimiter[0]}\\{delimiter[1:]}"


def clipped(text: str, limit: int) -> str:
    """Give at most ``limit`` code points of a text; what is cut is marked."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
