"""Stops: the signs at which sentences, clauses and pieces of a turn end.

Each pattern is a character or two and repeats nothing: ``re`` reads it in linear time, at a tenth of what a call of RE2
costs, and every word of a turn asks for them.
"""

import re
from collections.abc import Iterator

_DOT = r"\.(?:[ \t\n\f\r]|\Z)"  # no point inside a number or an address
END = re.compile(rf"[。;!?\n]|{_DOT}")
STOP = re.compile(rf"[,。;!?\n、:]|{_DOT}")
BREAK = re.compile(rf"[,。;!?\n…]|{_DOT}")
CUT = re.compile(rf"[,。;!?\n…]|{_DOT}|(?:-[ \t\n\f\r]|[ \t\n\f\r]-|——?)")


def stops_in(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Give the stops between two places; what follows the last one still tells whether a dot is one."""
    for found in pattern.finditer(text, start, end + 1):
        if found.end() > end:
            return
        yield found
