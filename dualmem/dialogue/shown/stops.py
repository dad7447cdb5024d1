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

_NEAR = 64  # characters; most clauses are shorter
_WIDER = 8


def stops_in(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Give the stops between two places; what follows the last one still tells whether a dot is one."""
    for found in pattern.finditer(text, start, end + 1):
        if found.end() > end:
            return
        yield found


def behind_last(pattern: re.Pattern[str], text: str, end: int) -> int:
    """Give the place behind the last stop before a place, 0 for none; looked for from the near side."""
    width = _NEAR
    while True:
        begin = max(end - width, 0)
        last = max((found.end() for found in pattern.finditer(text, begin, end)), default=0)
        if last or not begin:
            return last
        width *= _WIDER
