"""Strict JSON: text from outside as plain data; what two programs could read differently is refused."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from typing import Final, NoReturn

from dualmem.errors import InvalidInput, TooLarge

MOST_CHARACTERS: Final = 64_000_000
_DEEPEST: Final = 60
_STEP: Final = "Mend the file; nothing of it was taken."


def read(text: str, name: str = "the file") -> object:
    """Give the data of a JSON text.

    Args:
        text: JSON; a leading byte-order mark is dropped.
        name: What to call it in messages.

    Raises:
        TooLarge: It has more than 64 million characters.
        InvalidInput: It is no JSON, has a key twice, NaN, Infinity, a number beyond range, half a surrogate pair, or is
            nested more than 60 deep.
    """
    if len(text) > MOST_CHARACTERS:
        raise TooLarge(f"{name} has more than {MOST_CHARACTERS:,} characters")
    try:
        data = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_whole,
        )
        _check(data, 0)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"{name}:{error.lineno}:{error.colno}: error: no JSON: {error.msg}", next_step=_STEP
        ) from error
    except RecursionError as error:
        raise InvalidInput(f"{name} is nested too deep", next_step=_STEP) from error
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error}", next_step=_STEP) from error
    return data


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Give an object each of whose keys stands once."""
    out = dict(pairs)
    if len(out) != len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise InvalidInput(f"the key {twice!a} stands twice")
    return out


def _no_constant(text: str) -> NoReturn:
    raise InvalidInput(f"{text} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise InvalidInput(f"the number {text[:40]} is out of range")
    return number


def _whole(text: str) -> int:
    if len(text) > 400:
        raise InvalidInput(f"the number {text[:40]}… is out of range")
    return int(text)


def _check(data: object, depth: int) -> None:
    """Refuse half surrogate pairs and deep nests."""
    if depth > _DEEPEST:
        raise InvalidInput(f"it is nested more than {_DEEPEST} deep")
    if isinstance(data, str):
        try:
            data.encode()
        except UnicodeEncodeError as error:
            raise InvalidInput("it holds half a surrogate pair") from error
    elif isinstance(data, dict):
        for key, value in data.items():
            _check(key, depth)
            _check(value, depth + 1)
    elif isinstance(data, list):
        for value in data:
            _check(value, depth + 1)
