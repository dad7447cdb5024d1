"""Scan: look for a text in the files of a store, byte by byte."""

from pathlib import Path
from typing import Final

_ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be")


def holds(folder: Path, text: str) -> str:
    """Give the name of the first file below a folder that holds a text in any common encoding, or an empty text."""
    needles = [text.encode(encoding) for encoding in _ENCODINGS]
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            if any(needle in data for needle in needles):
                return file.relative_to(folder).as_posix()
    return ""
