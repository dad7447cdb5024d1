"""Named: what the labels of a field tell apart: their words, the things they count, the roles they play."""

import functools
from dataclasses import dataclass

import re2

from dualmem.model.field import FieldSpec
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import GroupSpec, Schema
from dualmem.text import fold

WORD = re2.compile(r"[a-z][a-z'-]*|\p{Han}+")
UNITS = ("unit.people", "unit.rooms", "unit.nights", "unit.bags", "unit.beds", "unit.stars")
ROLES = ("role.start", "role.end")
KIND = "kind."
_SHORT_LABEL = 3
_MOST_KNOWN = 4096


@dataclass(frozen=True, slots=True)
class Named:
    """The names of one field, all folded.

    Attributes:
        words: The words of its labels, key and group.
        own: The same without those of its group.
        nouns: The same without a plural s.
        units: The ``unit.`` sections that a name holds a word of.
        roles: The ``role.`` sections that a name holds a word of.
        parts: Words and halves of its labels that may stand for it (报价 of 报价总额, quote of quote total).
        kinds: What its own words say it is: the ``kind.`` sections, without the prefix.
    """

    words: frozenset[str]
    own: frozenset[str]
    nouns: frozenset[str]
    units: frozenset[str]
    roles: frozenset[str]
    parts: tuple[str, ...]
    kinds: frozenset[str]


@functools.lru_cache(maxsize=1024)
def folded(value: str) -> str:
    """Give a shown text folded: it is asked for at every answer to what was shown."""
    return fold(value).text


def named(spec: FieldSpec, schema: Schema, lexicon: Lexicon) -> Named:
    """Give the names of a field, once per field and lexicon."""
    key = (id(spec), id(schema), id(lexicon))
    known = _KNOWN.get(key)
    if known is None or known[0] is not spec or known[1] is not schema or known[2] is not lexicon:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        group = schema.groups.get(spec.path.rpartition(".")[0])
        known = _KNOWN[key] = (spec, schema, lexicon, _named(spec, group, lexicon))
    return known[3]


def _named(spec: FieldSpec, group: GroupSpec | None, lexicon: Lexicon) -> Named:
    labels = [fold(name).text for words in spec.labels.values() for name in words]
    names = [*labels, fold(spec.path.rpartition(".")[2].replace("_", " ")).text]
    own = frozenset(word for name in names for word in WORD.findall(name))
    if group is not None:
        names += [fold(name).text for words in group.labels.values() for name in words]
    words = frozenset(word for name in names for word in WORD.findall(name))
    return Named(
        words=words,
        own=own,
        nouns=frozenset(word.removesuffix("s") for word in words),
        units=frozenset(unit for unit in UNITS if any(lexicon.has(unit, name) for name in names)),
        roles=frozenset(role for role in ROLES if any(lexicon.has(role, name) for name in names)),
        parts=tuple(dict.fromkeys(part for label in labels for part in _parts(label))),
        kinds=frozenset(
            section.removeprefix(KIND)
            for section in lexicon.sections
            if section.startswith(KIND) and any(_is_of(lexicon, section, word) for word in own)
        ),
    )


def _is_of(lexicon: Lexicon, section: str, word: str) -> bool:
    """Tell that a word is one of a section; a Chinese one may hold it."""
    regex = lexicon.regex(section)
    return (regex.fullmatch if word.isascii() else regex.search)(word) is not None


def _parts(label: str) -> list[str]:
    parts = label.split() if label.isascii() else [label[:2], label[-2:]] if len(label) > _SHORT_LABEL else []
    if len(parts) <= 1:
        return []
    return [part for part in parts if len(part) > 1 and (not part.isascii() or len(part) > _SHORT_LABEL)]


_KNOWN: dict[tuple[int, int, int], tuple[FieldSpec, Schema, Lexicon, Named]] = {}
