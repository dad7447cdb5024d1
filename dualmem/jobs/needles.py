"""Needles: the ways in which a forgotten value can stand in a text, and the text without them."""

from collections.abc import Iterable, Iterator
from typing import Final

from dualmem.model.field import FieldType
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Value
from dualmem.text import fold
from dualmem.values.mask import mask
from dualmem.values.show import show

MARK: Final = "[…]"
_MASKED_AS: Final[tuple[FieldType, ...]] = ("phone", "email", "id_card_cn", "bank_card", "text")
_LEAST_DIGITS: Final = 6
_SHORTEST: Final = {True: 3, False: 2}  # of a needle of letters and digits of ASCII only, of any other
_LONG_RUN: Final = 9  # so many digits are the same number, whatever stands before or after them
_BETWEEN_DIGITS: Final = frozenset(" -.()·")


class Needles:
    """What to cut out of texts."""

    def __init__(self, values: Iterable[Value], words: Iterable[str] = ()) -> None:
        """Collect.

        Args:
            values: The forgotten values.
            words: How the user said them.
        """
        forms = {form for value in values for form in _forms(value)} | set(words)
        folded = {fold(form).text.strip() for form in forms}
        self._plain = sorted({form for form in folded if form}, key=lambda form: (-len(form), form))
        digits = {"".join(char for char in form if "0" <= char <= "9") for form in folded}
        long = {run for run in digits if len(run) >= _LEAST_DIGITS}
        self._digits = sorted(long | {run[2:] for run in long if run.startswith("86") and len(run) == 13})

    def forms(self) -> tuple[tuple[str, str], ...]:
        """Give the folded texts (``t``) and runs of digits (``d``) that a value can stand as, long enough to tell."""
        plain = [("t", form) for form in self._plain if len(form) >= _SHORTEST[form.isascii()]]
        return (*(("d", run) for run in self._digits), *plain)

    def is_in(self, text: str) -> bool:
        """Tell whether a text holds a forgotten value."""
        return any(True for _ in self._spans(text, linked=False))

    def cut(self, text: str, quotes: Iterable[str] = (), *, linked: bool = False) -> str:
        """Give a text without the values.

        Args:
            text: Any text.
            quotes: Verbatim parts of it that go as well.
            linked: The audit says that the value was said or shown in it: short forms go too.
        """
        spans = list(self._spans(text, linked=linked))
        for quote in quotes:
            start = text.find(quote) if quote else -1
            if start >= 0:
                spans.append(Span(start, start + len(quote)))
        out, end = [], 0
        for span in _merged(spans):
            out += [text[end : span.start], MARK]
            end = span.end
        return "".join([*out, text[end:]])

    def _spans(self, text: str, *, linked: bool) -> Iterator[Span]:
        """Give the places of the values in the original text."""
        folded = fold(text)
        for form in self._plain:
            if not linked and len(form) < _SHORTEST[form.isascii()]:
                continue
            start = folded.text.find(form)
            while start >= 0:
                end = start + len(form)
                if _stands_alone(folded.text, start, end):
                    yield folded.to_original(Span(start, end))
                start = folded.text.find(form, start + 1)
        for run in self._digits:
            for place in _runs(folded.text, run):
                yield folded.to_original(place)


def _forms(value: Value) -> Iterator[str]:
    """Give the texts that a value is shown as."""
    if isinstance(value, tuple):
        for item in value:
            yield from _forms(item)
    elif isinstance(value, Ambiguous):
        for reading in value.readings:
            yield from _forms(reading)
    elif isinstance(value, str):
        yield value
        masked = {mask(value, kind) for kind in _MASKED_AS}
        yield from (form for form in masked if any(char.isalnum() for char in form))
    elif not isinstance(value, bool):
        yield from {show(value, language) for language in ("zh", "en")}


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a place is no part of a longer word or number."""
    return not (_glued(text, start - 1, start) or _glued(text, end - 1, end))


def _glued(text: str, left: int, right: int) -> bool:
    """Tell whether two neighbours are letters or digits of one word."""
    if left < 0 or right >= len(text):
        return False
    pair = text[left] + text[right]
    return pair.isascii() and (pair.isdigit() or pair.isalpha())


def _runs(text: str, run: str) -> Iterator[Span]:
    """Give the places where the digits of ``run`` follow each other, with spaces or hyphens between them or none."""
    places = [index for index, char in enumerate(text) if "0" <= char <= "9"]
    digits = "".join(text[index] for index in places)
    at = digits.find(run)
    while at >= 0:
        inside = places[at : at + len(run)]
        between = set(text[inside[0] : inside[-1] + 1]) - set("0123456789")
        is_part = _glued(text, inside[0] - 1, inside[0]) or _glued(text, inside[-1], inside[-1] + 1)
        if between <= _BETWEEN_DIGITS and not (is_part and len(run) < _LONG_RUN):
            yield Span(inside[0], inside[-1] + 1)
        at = digits.find(run, at + 1)


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    """Give the spans in order, overlapping ones as one."""
    last: Span | None = None
    for span in sorted(spans):
        if last is not None and span.start <= last.end:
            last = Span(last.start, max(last.end, span.end))
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last
