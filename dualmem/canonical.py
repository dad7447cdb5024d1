"""Canonical JSON: one byte string per datum (the RFC 8785 subset without floating-point numbers), and its digest."""

import hashlib
from collections.abc import Mapping

import orjson

from dualmem.errors import InvalidValue

_MAX_WHOLE = 2**53 - 1
_HIGH = "\ud7ff"


def canonical(data: object) -> bytes:
    """Give the canonical bytes of JSON data: no blanks, keys in order of their UTF-16 code units, UTF-8.

    Args:
        data: Text, whole numbers up to 2^53 - 1, booleans, None, lists, tuples and mappings with text keys.

    Raises:
        InvalidValue: Floating-point numbers (their text form is what differs between makers), larger numbers,
            lone surrogates, other types.
    """
    try:
        return orjson.dumps(_ready(data), option=orjson.OPT_SORT_KEYS) if _is_plain(data) else _join(data)
    except (orjson.JSONEncodeError, UnicodeEncodeError) as error:
        raise InvalidValue(f"no canonical JSON: {error}") from error


def canonical_flat(data: Mapping[str, object]) -> bytes:
    """Give the same bytes as ``canonical``, faster, for what the caller made itself.

    Args:
        data: A dict with ASCII keys; values are texts, whole numbers up to 2^53 - 1, and lists of these.
    """
    try:
        return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError as error:
        raise InvalidValue(f"no canonical JSON: {error}") from error


def digest(data: object) -> str:
    """Give the SHA-256 of the canonical bytes, 64 hex digits."""
    return hashlib.sha256(canonical(data)).hexdigest()


def _is_plain(data: object) -> bool:
    """Tell whether code point order and UTF-16 order of all keys agree; refuse what has no canonical form."""
    if isinstance(data, str) or data is None or isinstance(data, bool):
        return True
    if isinstance(data, int):
        if abs(data) > _MAX_WHOLE:
            raise InvalidValue(f"no canonical JSON: {data} is beyond 2^53 - 1; write it as text")
        return True
    if isinstance(data, Mapping):
        is_plain = True
        for key, value in data.items():
            if not isinstance(key, str):
                raise InvalidValue(f"no canonical JSON: the key {key!r} is no text")
            is_plain &= (not key or max(key) <= _HIGH) & _is_plain(value)
        return is_plain
    if isinstance(data, list | tuple):
        return all([_is_plain(item) for item in data])  # noqa: C419  # every item is checked, none skipped
    raise InvalidValue(f"no canonical JSON: {type(data).__name__}")


def _ready(data: object) -> object:
    """Give the data with plain dicts, which is all that orjson takes."""
    if isinstance(data, Mapping):
        return {key: _ready(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_ready(item) for item in data]
    return data


def _join(data: object) -> bytes:
    """Give canonical bytes where some key has characters above the surrogates' place."""
    if isinstance(data, Mapping):
        keys = sorted(data, key=lambda key: key.encode("utf-16-be"))
        return b"{" + b",".join(orjson.dumps(key) + b":" + _join(data[key]) for key in keys) + b"}"
    if isinstance(data, list | tuple):
        return b"[" + b",".join(map(_join, data)) + b"]"
    return orjson.dumps(data)
