"""Characters: what each folds to for matching, worked out when it is first met."""

import re
import unicodedata
from pathlib import Path
from typing import Final

import re2

_PAIRS = Path(__file__).with_name("simplified.txt").read_text(encoding="utf-8").splitlines()[-2:]
_SIMPLIFIED = dict(zip(_PAIRS[0], _PAIRS[1], strict=True))
_MAX_PIECES = 20_000
SELECTOR: Final = re2.compile(r"[\x{180B}-\x{180D}\x{180F}\x{FE00}-\x{FE0F}\x{E0100}-\x{E01EF}]")
_MARKED = re.compile("LATIN SMALL LETTER ([A-Z]) WITH .*")


def accented(text: str) -> str:
    """Give the letters of a text that lose their accents in folding: what tells ``José`` from ``Jose``."""
    if text.isascii():
        return ""
    return "".join(char for char in unicodedata.normalize("NFKC", text).lower() if _marked(char) is not None)


class _Pieces(dict[int, str]):
    """What each character folds to, empty for a dropped one, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if is_surrogate(char):
            piece = "\ufffd"
        elif SELECTOR.search(char) is not None:
            piece = ""
        else:
            piece = "".join(map(_plain, unicodedata.normalize("NFKC", char).lower()))
        if len(piece) != 1:
            UNEVEN.add(char)
        if len(self) < _MAX_PIECES:
            self[code] = piece
        return piece


def _plain(char: str) -> str:
    """Give a lower-case character without what is written over it (``ễ``: ``e``), a Chinese one as simplified."""
    letter = _marked(char)
    return letter.lower() if letter is not None else _SIMPLIFIED.get(char, char)


def _marked(char: str) -> str | None:
    """Give the letter below the marks of a small Latin one, None where it has none."""
    letter = _MARKED.fullmatch(unicodedata.name(char, "")) if not char.isascii() else None
    return letter.group(1) if letter is not None else None


FOLDED = _Pieces()
UNEVEN: set[str] = set()  # the characters met so far that fold to none or several: Unicode has some thousands


def piece_of(char: str) -> str:
    """Give what one character folds to: none, one or several."""
    return FOLDED[ord(char)]


def is_surrogate(char: str) -> bool:
    """Tell that a character is half of a pair, which no encoding takes."""
    return "\ud800" <= char <= "\udfff"
