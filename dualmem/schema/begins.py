"""Begins: where in a text a word of some patterns may begin, told by the first signs that the patterns allow.

A search for thousands of words takes up each of them anew at every sign, so that RE2 makes new states for nearly every
new text. Asked only where a word may begin, and only what begins just there, it needs a few that all texts share.
"""

import re
import string
from collections.abc import Sequence

_CLASS = r"\[\^?\]?(?:\\.|[^\]\\])*\]"
_PIECE = re.compile(rf"\\[pP](?:\{{\^?\w+\}}|\w)|\\x\{{[0-9a-fA-F]+\}}|\\.|{_CLASS}|\(\?[^:)>]*[:)>]|.", re.DOTALL)
_REPEAT = re.compile(r"(?:[?*+]|\{\d+(?:,\d*)?\})\??")
_MAY_BE_LEFT_OUT = ("?", "*", "{0")
_ENDS = re.compile(rf"(?:[^\\\[()|]|\\.|{_CLASS})*")  # up to the next bracket or bar
_EDGES = frozenset([r"\b", r"\B", r"\A", r"\z", "^", "$"])
_LISTED = re.compile(r"\[[^\^\[\\-][^\[\\-]*\]")  # a class that names each of its signs
_OF_ESCAPES = {r"\d": frozenset(string.digits), r"\w": frozenset(f"{string.ascii_letters}{string.digits}_")}
_OF_WORDS = frozenset(string.ascii_letters + string.digits)
_LETTER, _DIGIT, _OTHER = r"(?<![A-Za-z])[{}]", r"(?<![0-9])[{}]", "[{}]"
_ANY = re.compile("|".join([_LETTER.format("A-Za-z"), _DIGIT.format("0-9"), _OTHER.format("^A-Za-z0-9")]))

Signs = frozenset[str] | None  # None: any
_NO_SIGNS: frozenset[str] = frozenset()


def begins(patterns: Sequence[str]) -> re.Pattern[str]:
    """Give what finds each place of a folded text where a match of a pattern may begin.

    Inside a Latin word or a number none begins.
    """
    found = [first_signs(pattern) for pattern in patterns]
    signs = sorted({sign.lower() for one in found if one is not None for sign in one})
    if None in found or not signs:
        return _ANY
    letters = "".join([sign for sign in signs if sign.isascii() and sign.isalpha()])
    digits = "".join([sign for sign in signs if sign in string.digits])
    others = re.escape("".join([sign for sign in signs if sign not in letters + digits]))
    classes = ((_LETTER, letters), (_DIGIT, digits), (_OTHER, others))
    return re.compile("|".join([frame.format(some) for frame, some in classes if some]))


def first_signs(pattern: str) -> Signs:
    """Give the signs with which what a pattern matches may begin; None where it may be any."""
    signs, may_be_empty = _Reader(pattern).alternatives()
    return None if may_be_empty else signs


def begins_apart(pattern: str) -> bool:
    """Tell that each match of a pattern begins with a sign that it names, none with a blank or inside a Latin word."""
    reader = _Reader(pattern)
    signs, may_be_empty = reader.alternatives()
    return signs is not None and " " not in signs and not (may_be_empty or reader.may_begin_inside)


class _Reader:
    """Reads one pattern from left to right.

    Attributes:
        may_begin_inside: A match may begin with a letter or a digit that another one stands before.
    """

    def __init__(self, pattern: str) -> None:
        self.may_begin_inside = False
        self._pattern = pattern
        self._at = 0
        self._is_bounded = False

    def alternatives(self) -> tuple[Signs, bool]:
        """Give the first signs of what stands up to the end of a group, and whether it may match nothing."""
        signs, may_be_empty = self._sequence()
        while self._pattern[self._at : self._at + 1] == "|":
            self._at += 1
            others, is_empty = self._sequence()
            signs, may_be_empty = _either(signs, others), may_be_empty or is_empty
        return signs, may_be_empty

    def _sequence(self) -> tuple[Signs, bool]:
        signs: Signs = _NO_SIGNS
        may_be_empty, was_bounded = True, self._is_bounded
        while may_be_empty and self._pattern[self._at : self._at + 1] not in ("", "|", ")"):
            first, may_be_empty = self._piece()
            signs = _either(signs, first)
        self._is_bounded = was_bounded
        if not may_be_empty:
            self._skip()
        return signs, may_be_empty

    def _skip(self) -> None:
        """Go on to the end of an alternative: what stands behind its first signs is of no account."""
        depth = 0
        while True:
            found = _ENDS.match(self._pattern, self._at)
            self._at = found.end() if found is not None else self._at
            sign = self._pattern[self._at : self._at + 1]
            if not sign or (not depth and sign in "|)"):
                return
            depth += (sign == "(") - (sign == ")")
            self._at += 1

    def _piece(self) -> tuple[Signs, bool]:
        found = _PIECE.match(self._pattern, self._at)
        assert found is not None
        piece, self._at = found.group(), found.end()
        signs: Signs = _NO_SIGNS
        may_be_empty = True
        if piece in _EDGES or (piece.startswith("(?") and piece.endswith(")")):
            self._is_bounded |= piece == r"\b"
        elif piece.startswith("("):
            signs, may_be_empty = self.alternatives()
            self._at += 1
        else:
            signs, may_be_empty = _signs_of(piece), False
            self.may_begin_inside |= not self._is_bounded and not _OF_WORDS.isdisjoint(signs or ())
        repeat = _REPEAT.match(self._pattern, self._at)
        if repeat is not None:
            self._at = repeat.end()
            may_be_empty |= repeat.group().startswith(_MAY_BE_LEFT_OUT)
        return signs, may_be_empty


def _either(one: Signs, two: Signs) -> Signs:
    return one | two if one is not None and two is not None else None


def _signs_of(piece: str) -> Signs:
    if _LISTED.fullmatch(piece) is not None:
        return frozenset(piece[1:-1])
    if len(piece) == 1 and piece != ".":
        return frozenset(piece)
    if piece[0] == "\\" and len(piece) == 2 and not piece[1].isalnum():
        return frozenset(piece[1])
    return _OF_ESCAPES[piece] if piece in _OF_ESCAPES else _signs_in_range(piece)


def _signs_in_range(piece: str) -> Signs:
    """Give the signs of a class that names single signs and ranges of Latin letters and digits."""
    inner = piece[1:-1] if piece[0] == "[" and not piece.startswith(("[^", "[]")) else ""
    if not inner or "\\" in inner or "[" in inner:
        return None
    return frozenset(chr(n) for first, last in _ranges(inner) for n in range(ord(first), ord(last) + 1))


def _ranges(inner: str) -> list[tuple[str, str]]:
    found = re.findall(r"(.)-(.)|(.)", inner)
    return [(first, last) if first else (one, one) for first, last, one in found]
