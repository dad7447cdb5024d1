"""Ids: by the field's pattern; ID cards of the PRC (GB 11643-1999) and bank cards (ISO/IEC 7812), with checksums."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

import re2

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.found import found, refused

# Linear in ``re``: after a digit comes a mark or a digit, never either, so nothing is tried twice.
_LONG_RUN = re.compile(r"[0-9](?:[ -]?[0-9]){12}")
_RUN = re.compile(r"[0-9](?:[ -]?[0-9])*(?: ?x)?")
_MOBILE = re2.compile(r"^(?:00)?861[3-9]\d{9}$")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECK_DIGITS = "10X98765432"
_PROVINCES = frozenset(
    [
        "11",
        "12",
        "13",
        "14",
        "15",
        "21",
        "22",
        "23",
        "31",
        "32",
        "33",
        "34",
        "35",
        "36",
        "37",
        "41",
        "42",
        "43",
        "44",
        "45",
        "46",
        "50",
        "51",
        "52",
        "53",
        "54",
        "61",
        "62",
        "63",
        "64",
        "65",
        "71",
        "81",
        "82",
        "83",
    ]
)
_OLDEST = 1880


def find_ids(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the texts that match the field's pattern, in any case and width, and are no part of a longer word."""
    if not context.pattern:
        return []
    text, readings, at = folded.text, [], 0
    search, exact = _compiled(context.pattern)
    while at <= len(text) and (match := search.search(text, max(0, at - 1) if at else 0)):
        start, end = match.span(1)
        if start == end:
            at = end + 2
            continue
        if start >= at and not _is_joined(text, start, end):
            readings.append(found(folded, start, end, value=_cased(_said(folded, start, end), exact)))
        at = max(end, at + 1)
    return readings


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> "tuple[re2._Regexp[str], re2._Regexp[str]]":  # the package names its class so
    core = pattern.removeprefix("^").removesuffix("$")
    return re2.compile(rf"(?i)(?:^|[^0-9a-z])({core})(?:$|[^0-9a-z])"), re2.compile(core)


def _is_joined(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return (len(before) == 2 and before[1] in "-_" and before[0].isascii() and before[0].isalnum()) or (
        len(after) == 2 and after[0] in "-_" and after[1].isascii() and after[1].isalnum()
    )


def _said(folded: Folded, start: int, end: int) -> str:
    return unicodedata.normalize("NFKC", folded.original[folded.offsets[start] : folded.ends[end - 1]])


def _cased(said: str, exact: "re2._Regexp[str]") -> str:
    for form in (said, said.upper(), said.lower()):
        if exact.fullmatch(form):
            return form
    return said


def find_id_cards(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the ID card numbers of a text; wrong ones are refused with the reason."""
    readings = []
    for start, end, digits in _runs(folded.text):
        if len(digits) == 18:
            reason = check_id_card(digits, today=context.now.date())
            readings.append(
                refused(folded, start, end, reason=reason) if reason else found(folded, start, end, value=digits)
            )
        elif len(digits) == 15 and digits.isdigit() and digits[:2] in _PROVINCES and _birth("19" + digits[6:12]):
            readings.append(refused(folded, start, end, reason="fifteen_digits"))
    return readings


def check_id_card(digits: str, *, today: date | None = None) -> str | None:
    """Tell why an ID card number is none.

    Args:
        digits: 18 characters, the last may be x.
        today: Birth dates after it are refused; None checks the calendar only.

    Returns:
        ``fifteen_digits``, ``not_a_value``, ``birth_date`` or ``checksum``; None for a valid number (GB 11643-1999).
    """
    if len(digits) == 15 and digits.isdigit():
        return "fifteen_digits"
    if len(digits) != 18 or not (digits.isascii() and digits[:17].isdigit() and digits[17] in "0123456789xX"):
        return "not_a_value"
    birth = _birth(digits[6:14])
    if birth is None or birth.year < _OLDEST or (today is not None and birth > today):
        return "birth_date"
    total = sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, digits[:17], strict=True))
    return None if _CHECK_DIGITS[total % 11] == digits[17].upper() else "checksum"


def _birth(digits: str) -> date | None:
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
    except ValueError:
        return None


def find_bank_cards(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the bank card numbers of a text; those whose check digit is wrong are refused."""
    readings = []
    for start, end, digits in _runs(folded.text):
        if not digits.isdigit() or not 13 <= len(digits) <= 19:
            continue
        if check_id_card(digits, today=context.now.date()) is None or is_phone(folded.text[:start], digits):
            continue
        reason = check_bank_card(digits)
        readings.append(
            refused(folded, start, end, reason=reason) if reason else found(folded, start, end, value=digits)
        )
    return readings


def check_bank_card(digits: str) -> str | None:
    """Tell why a bank card number is none: ``not_a_value`` or ``checksum`` (Luhn); None for a valid one."""
    if not (digits.isascii() and digits.isdigit() and 13 <= len(digits) <= 19):
        return "not_a_value"
    total = sum(int(digit) for digit in digits[-1::-2])
    total += sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return None if total % 10 == 0 and digits.strip("0") else "checksum"


def is_phone(before: str, digits: str) -> bool:
    """Tell whether a digit string is a phone number with its country code (+86 138…), given the text before it."""
    return before.endswith(("+", "+ ", "(+")) or bool(_MOBILE.match(digits))


@lru_cache(maxsize=16)
def _runs(text: str) -> tuple[tuple[int, int, str], ...]:
    """Give start, end and digits of the digit strings: whole runs, or each group that could be a card itself."""
    return tuple(_long_runs(text)) if _LONG_RUN.search(text) else ()


def _long_runs(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _RUN.finditer(text):
        start, end = match.span()
        if _touches_word(text, start, end):
            if text[end - 1] != "x" or _touches_word(text, start, end - 1):
                continue
            end = len(text[:end].removesuffix("x").rstrip())
        said = text[start:end]
        digits = said.replace(" ", "").replace("-", "").upper()
        if len(digits) <= 19:
            yield start, end, digits
        else:
            yield from _groups(said, start)


def _groups(said: str, start: int) -> Iterator[tuple[int, int, str]]:
    at = start
    for group in said.replace("-", " ").split(" "):
        if 15 <= len(group) <= 19:
            yield at, at + len(group), group.upper()
        at += len(group) + 1


def _touches_word(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return ((before.isascii() and (before.isalnum() or before in "_.")) and bool(before)) or bool(
        after and after.isascii() and (after.isalnum() or after == "_")
    )
