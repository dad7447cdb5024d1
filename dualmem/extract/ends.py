"""Ends: days and times without a cue that belong to nothing a field could mean.

``I'll be checking out on March 14th`` gives no check-in date, and ``that will be all for today`` none at all.
"""

import re2

from dualmem.model.field import FieldSpec
from dualmem.schema.lexicon import Lexicon
from dualmem.text import fold

TIMED = frozenset({"date", "time", "datetime"})
_ROLES = ("role.start", "role.end")
_REACH = 28
_NEXT = re2.compile(r"^[a-z' ]{0,14}$")


def is_other_end(before: str, spec: FieldSpec, lexicon: Lexicon) -> bool:
    """Tell that the words right before a bare value name the other end than the field's labels do.

    Args:
        before: The folded words of the clause that stand before the value.
        spec: The field, of a type in ``TIMED``.
        lexicon: The words: ``role.start``, ``role.end``.
    """
    said = _said(before[-_REACH:], lexicon)
    if not said:
        return False
    labels = [fold(name).text for names in spec.labels.values() for name in names]
    own = {role for role in _ROLES if any(lexicon.has(role, label) for label in labels)}
    return bool(own) and said.isdisjoint(own)


def only_closes(rest: str, lexicon: Lexicon) -> bool:
    """Tell that a clause without its day says that all is done (``I'm okay for today``, 今天就这些)."""
    words = rest.strip(" ,.!?。")
    return any(lexicon.has(name, words) for name in ("offered.close", "offered.finished", "offered.nothing"))


def _said(before: str, lexicon: Lexicon) -> frozenset[str]:
    """Give the ends that the last such word before a value names, where only small words stand between."""
    places = [(place.start, place.end, role) for role in _ROLES for place in lexicon.find(role, before)]
    last = max((start for start, _, _ in places), default=-1)
    return frozenset(role for start, end, role in places if start == last and _NEXT.match(before[end:]) is not None)
