"""English counts of time: ``3``, ``twenty-two``, ``half an``, ``a couple of``, years in words, lengths in a row."""

from dualmem.values.timetokens import Tokens
from dualmem.values.timewords import SHORT_UNITS

_MOST_PARTS = 4


def read_count(tokens: Tokens, index: int) -> tuple[float, int] | None:  # noqa: PLR0911  # one line a form
    """Give a count and the next token, or None."""
    kind = tokens.kinds[index]
    if kind == "num":
        return _figures(tokens, index)
    if kind == "n":
        return _words(tokens, index)
    if kind != "w":
        return None
    word = tokens.values[index]
    if word in {"a", "an", "one"}:
        if tokens.word(index + 1) in {"couple", "few"} and tokens.word(index + 1) == "couple":
            return 2, index + 2 + (tokens.word(index + 2) == "of")
        return 1, index + 1
    if word == "half":
        return 0.5, index + 1 + (tokens.word(index + 1) in {"a", "an"})
    return None


def _figures(tokens: Tokens, index: int) -> tuple[float, int] | None:
    kinds = tokens.kinds
    if (
        kinds[index + 1] == "."
        and kinds[index + 2] == "num"
        and tokens.is_glued(index + 1)
        and tokens.is_glued(index + 2)
    ):
        return float(f"{tokens.word(index)}.{tokens.word(index + 2)}"), index + 3
    if (
        kinds[index + 1] == "/"
        and kinds[index + 2] == "num"
        and tokens.is_glued(index + 1)
        and tokens.number(index + 2)
    ):
        return tokens.number(index) / tokens.number(index + 2), index + 3
    return tokens.number(index), index + 1


def _words(tokens: Tokens, index: int) -> tuple[float, int]:
    total = tokens.number(index)
    at = index + 1
    if total >= 20:
        after = at + (tokens.kinds[at] == "-")
        if tokens.kinds[after] == "n" and 1 <= tokens.number(after) <= 9:
            return total + tokens.number(after), after + 1
    hyphen = at + (tokens.kinds[at] == "-")
    if total <= 3 and tokens.word(hyphen) in {"quarters", "quarter"}:
        after = hyphen + 1 + (tokens.word(hyphen + 1) == "of")
        return total / 4, after + (tokens.word(after) in {"a", "an"})
    return total, at


def read_unit(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Give the code of a unit of time and the next token, or None."""
    kind = tokens.kinds[index]
    if kind == "unit" and tokens.text[tokens.starts[index]] < "\x7f":
        return str(tokens.values[index]), index + 1
    word = tokens.word(index)
    if (
        word in {"business", "working", "work"}
        and tokens.kinds[index + 1] == "unit"
        and tokens.values[index + 1] == "d"
    ):
        return "b", index + 2
    if word == "second":
        return "s", index + 1
    if kind == "w" and word in SHORT_UNITS and tokens.kinds[index - 1] == "num":
        return SHORT_UNITS[word], index + 1
    if kind == "'" and tokens.kinds[index - 1] == "num" and tokens.is_glued(index):
        return "n", index + 1
    return None


def read_durations(tokens: Tokens, index: int) -> tuple[tuple[tuple[float, str], ...], int] | None:
    """Give counts with units that stand in a row, and the next token: ``1 month and 21 days``, ``an hour``."""
    parts: list[tuple[float, str]] = []
    at = index
    while len(parts) < _MOST_PARTS:
        start = at
        if parts:
            start += tokens.kinds[start] == ","
            start += tokens.word(start) == "and"
        count = read_count(tokens, start)
        unit = count and read_unit(tokens, count[1])
        if not count or not unit:
            break
        parts.append((count[0], unit[0]))
        at = unit[1]
    if len(parts) == 1 and tokens.word(at) == "and" and tokens.word(at + 1) == "a" and tokens.word(at + 2) == "half":
        count_0, unit_0 = parts[0]
        return ((count_0 + 0.5, unit_0),), at + 3
    return (tuple(parts), at) if parts else None


def read_year(tokens: Tokens, index: int) -> tuple[int, int] | None:  # noqa: PLR0911  # one line a form
    """Give a year in words and the next token: ``nineteen eighty six``, ``two thousand (and thirty two)``."""
    if tokens.kinds[index] != "n":
        return None
    first, at = tokens.number(index), index + 1
    if first < 10 and tokens.kinds[at] == "scale" and tokens.number(at) == 1000:
        rest = _words(tokens, at + 1 + (tokens.word(at + 1) == "and")) if _is_number(tokens, at + 1) else None
        return (first * 1000 + int(rest[0]), rest[1]) if rest else (first * 1000, at + 1)
    if not 13 <= first <= 20:
        return None
    if tokens.kinds[at] == "scale" and tokens.number(at) == 100:
        rest = _words(tokens, at + 1 + (tokens.word(at + 1) == "and")) if _is_number(tokens, at + 1) else None
        return (first * 100 + int(rest[0]), rest[1]) if rest else (first * 100, at + 1)
    at += tokens.kinds[at] == "-"
    if tokens.kinds[at] == "n" and tokens.number(at) >= 10:
        two = _words(tokens, at)
        return first * 100 + int(two[0]), two[1]
    if tokens.word(at) in {"oh", "o"} and tokens.kinds[at + 1] == "n":
        return first * 100 + tokens.number(at + 1), at + 2
    return None


def _is_number(tokens: Tokens, index: int) -> bool:
    return tokens.kinds[index + (tokens.word(index) == "and")] == "n"
