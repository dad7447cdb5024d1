"""Drafted: what the model's own words say beside what a reply shows, so that a yes may be meant for them."""

from collections.abc import Iterator, Sequence

from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.pending import Shown
from dualmem.model.state import State
from dualmem.model.value import Ambiguous, Value
from dualmem.text import fold
from dualmem.values.compare import equal

_SAID = frozenset({"stated", "asked"})


def contradicted(extraction: Extraction, shown: Sequence[Shown], state: State) -> frozenset[str]:
    """Give the updates of which the draft says another value: a yes to the reply could mean either.

    ``A table for 2 at six`` above the question whether it is 6 seats. The stored value contradicts nothing.

    Args:
        extraction: Of the draft.
        shown: What the question shows.
        state: Now.
    """
    said = list(_said(extraction)) if shown else []
    found: set[str] = set()
    for item in shown:
        values = [value for one, value in said if one.field == item.field]
        stored = state.value(item.field)
        known = (item.value,) if stored is None else (item.value, stored)
        if values and not any(_is_alike(value, one) for value in values for one in known):
            found.add(item.update)
    return frozenset(found)


def puts_more(extraction: Extraction, shown: Sequence[Shown], state: State) -> bool:
    """Tell that the draft says values of its own for other fields of a group of what is shown, and not what is shown.

    Praise is then meant for them as well as for what is shown (``There is a game on March 13th.`` ``Sounds great.``).
    """
    groups = {item.field.rpartition(".")[0] for item in shown}
    fields = {item.field for item in shown}
    is_new = False
    for one, value in _said(extraction) if shown else ():
        if any(_is_alike(value, item.value) for item in shown):
            return False
        stored = state.value(one.field)
        is_known = stored is not None and _is_alike(value, stored)
        is_new |= one.field not in fields and one.field.rpartition(".")[0] in groups and not is_known
    return is_new


def _said(extraction: Extraction) -> Iterator[tuple[Candidate, Value]]:
    """Give the values that the draft states or asks about, whoever its rules listen to."""
    for one in extraction.candidates:
        if one.mood in _SAID and not one.is_blocked and one.value is not None and not isinstance(one.value, Ambiguous):
            yield one, one.value


def _is_alike(one: Value, other: Value) -> bool:
    """Tell that two values are the same, or one text a part of the other."""
    if isinstance(one, str) and isinstance(other, str):
        said, held = fold(one).text, fold(other).text
        return said in held or held in said
    if isinstance(other, tuple) and not isinstance(one, tuple):
        return any(equal(one, item) for item in other)
    return equal(one, other)
