"""Residue: what a database file holds in its bytes, freed places included."""

import mmap
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

_HEAD: Final = r"\.([A-Za-z0-9_-]{16})"  # the first 12 bytes of what is sealed: the nonce, another one in every token


def tokens(path: Path, marks: Sequence[str]) -> set[bytes]:
    """Give the heads of all tokens in a file that hold one of the marks.

    Args:
        path: The file.
        marks: Ids of data keys, hex digits.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
        return tokens_of(raw, marks)


def tokens_of(raw: bytes | mmap.mmap, marks: Sequence[str]) -> set[bytes]:
    """Give the heads of all tokens in some bytes that hold one of the marks."""
    pattern = "(?:" + "|".join(map(re.escape, marks)) + ")" + _HEAD
    return {found.group(1) for found in re.finditer(pattern.encode(), raw)}


def holds(path: Path, needles: Iterable[bytes]) -> bool:
    """Tell whether a file holds one of some byte strings, or the first half of one, anywhere."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
        return any(raw.find(needle[: len(needle) // 2]) >= 0 for needle in needles)
