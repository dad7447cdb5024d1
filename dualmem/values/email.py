"""E-mail addresses: found between Chinese, brackets and stops; case kept, host in lower case."""

import unicodedata

import re2

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.found import found

_ADDRESS = re2.compile(
    r"(?:[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64})@"
    r"(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62}){1,8})"
)
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
    for match in _ADDRESS.finditer(folded.text):
        place = _trim(folded.text, match.start(), match.end())
        if place:
            readings.append(found(folded, place[0], place[1], value=_value(folded, *place)))
    return readings


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
