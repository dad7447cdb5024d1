"""Labels: where a draft names a field, as a noun of its own."""

import functools
from collections.abc import Iterator, Sequence

from dualmem.model.field import FieldSpec
from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema
from dualmem.text import fold


def labels_in(
    text: str, within: Span, names: Sequence[tuple[str, str]], lexicon: Lexicon
) -> Iterator[tuple[str, int, int]]:
    """Give field, start and end of each label in a part of a folded text; of labels that overlap the longest.

    A label counts as a whole noun only.
    """
    taken: list[Span] = []
    for label, path in names:
        at = text.find(label, within.start, within.end)
        while at >= 0:
            place = Span(at, at + len(label))
            if _is_whole(text, place, lexicon) and not any(place.overlaps(other) for other in taken):
                taken.append(place)
                yield path, place.start, place.end
            at = text.find(label, at + len(label), within.end)


def all_labels(schema: Schema) -> list[tuple[str, str]]:
    """Give every label, folded, with its field, longest first."""
    labels = {folded(label): path for path, spec in schema.fields.items() for label in names_of(spec)}
    return sorted(labels.items(), key=lambda item: (-len(item[0]), item))


@functools.lru_cache(maxsize=4096)
def folded(label: str) -> str:
    """Give a label folded."""
    return fold(label).text


def names_of(spec: FieldSpec) -> Iterator[str]:
    """Give the labels of a field, of every language."""
    for names in spec.labels.values():
        yield from names


def _is_whole(text: str, place: Span, lexicon: Lexicon) -> bool:
    """Tell whether a label is a noun of its own, not a part of a longer one (会议日期 is not 日期)."""
    before, after = text[place.start - 1 : place.start], text[place.end : place.end + 1]
    is_glued = before.isalpha() and (before.isascii() or not text[place.start].isascii())
    if is_glued and not lexicon.has("guard_before_label", before):
        return False
    return not (text[place.end - 1].isascii() and after.isascii() and after.isalnum())
