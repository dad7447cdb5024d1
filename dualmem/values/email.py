"""E-mail addresses: found between Chinese, brackets and stops; case kept, host in lower case."""

import re
import unicodedata
from collections.abc import Iterator

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.found import found

# Both are anchored and meet at most 64 characters, or 9 labels of 63: they are linear.
_MOST_LOCAL = 64
_LOCAL = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}\Z")
_HOST = re.compile(r"\[[0-9]{1,3}(?:\.[0-9]{1,3}){3}\]|[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62}){1,8}")
_LOCAL_JUNK = "!#$%&'*/=?^`{|}~.-"
_FILE_ENDINGS = frozenset(
    [
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "webp",
        "bmp",
        "ico",
        "pdf",
        "doc",
        "docx",
        "xls",
        "xlsx",
        "ppt",
        "pptx",
        "zip",
        "rar",
        "gz",
        "tar",
        "txt",
        "csv",
        "md",
        "json",
        "yaml",
        "yml",
        "xml",
        "html",
        "htm",
        "js",
        "ts",
        "css",
        "py",
        "java",
        "exe",
        "dmg",
        "apk",
        "mp3",
        "mp4",
        "wav",
        "mov",
        "psd",
        "sketch",
    ]
)


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the e-mail addresses of a text."""
    del context
    if "@" not in folded.text:
        return []
    readings = []
    for start, end in _addresses(folded.text):
        place = _trim(folded.text, start, end)
        if place:
            readings.append(found(folded, place[0], place[1], value=_value(folded, *place)))
    return readings


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    """Give the places with an @ between a local part and a host, from left to right."""
    floor, at = 0, text.find("@")
    while at >= 0:
        local = _LOCAL.search(text[max(floor, at - _MOST_LOCAL) : at])
        host = _HOST.match(text, at + 1) if local is not None else None
        if local is not None and host is not None:
            floor = host.end()
            yield at - len(local[0]), floor
        at = text.find("@", at + 1)


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    at = text.index("@", start, end)
    local = text[start:at]
    cut = max(local.rfind(mark) for mark in "/='`\"")  # a list by slashes, a key=value, an opening quote
    start += cut + 1
    while start < at and text[start] in _LOCAL_JUNK:
        start += 1
    if start == at or ".." in text[start:at] or text[at - 1] == ".":
        return None
    if text[end - 1] == "]":
        return start, end
    while text[end - 1] in "-.":
        end -= 1
    return (start, end) if _is_host(text[at + 1 : end]) and text[end : end + 1] != "@" else None


def _is_host(host: str) -> bool:
    labels = host.split(".")
    top = labels[-1]
    if len(labels) < 2 or not (top.isascii() and top.isalpha() and 2 <= len(top) <= 24):
        return False
    if any(label.startswith("-") or label.endswith("-") for label in labels):
        return False
    return not (top in _FILE_ENDINGS and len(labels) == 2)  # icon@2x.png


def _value(folded: Folded, start: int, end: int) -> str:
    place = slice(folded.offsets[start], folded.ends[end - 1])
    local, _, host = unicodedata.normalize("NFKC", folded.original[place]).partition("@")
    return f"{local}@{host.lower()}"
