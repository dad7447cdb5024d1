"""Named: what the labels of a field tell apart: their words, the things they count, the roles they play."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import re2

from dualmem.model.field import FieldSpec
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import GroupSpec, Schema
from dualmem.text import fold

_START = re2.compile(r"\p{Lu}|#?\d+[\p{L}/-]*$|&$")
WORD = re2.compile(r"[a-z][a-z'-]*|\p{Han}+")
UNITS = ("unit.people", "unit.rooms", "unit.nights", "unit.bags", "unit.beds", "unit.stars")
ROLES = ("role.start", "role.end")
WAYS = ("start", "end")
KIND = "kind."
_SHORT_LABEL = 3
_MOST_KNOWN = 4096
_MOST_TOGETHER = 256
_LONGEST_ENDING = 4


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
        kinds: What the heads of its own names say it is: the ``kind.`` sections, without the prefix.
        ways: The ``value.way_`` ends that a word of its own names: start, end.
    """

    words: frozenset[str]
    own: frozenset[str]
    nouns: frozenset[str]
    units: frozenset[str]
    roles: frozenset[str]
    parts: tuple[str, ...]
    kinds: frozenset[str]
    ways: frozenset[str]


@dataclass(frozen=True, slots=True)
class Together:
    """The names of several fields, taken together.

    Attributes:
        specs: The fields.
        parts: Parts of labels that mean exactly one of the fields, with its place among them.
        nouns: Words of labels without a plural s.
        units: The ``unit.`` sections that a name holds a word of.
        stems: Beginnings of Latin words of labels, of which others are forms (visit, visiting).
        han: Chinese words of labels.
        light: Words of labels that name nothing by themselves (name, number).
    """

    specs: tuple[FieldSpec, ...]
    parts: tuple[tuple[str, int], ...]
    nouns: frozenset[str]
    units: frozenset[str]
    stems: frozenset[str]
    han: tuple[str, ...]
    light: frozenset[str]

    def is_kin(self, word: str) -> bool:
        """Tell that a word is a form of one of a label (visit, visiting; leave, leaving), or holds a Chinese one."""
        if word.isascii():
            ends = range(max(len(word) - _LONGEST_ENDING, 0), len(word) + 1)
            return not self.stems.isdisjoint([word[:end] for end in ends])
        return any([own in word or word in own for own in self.han])


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


def together(specs: Sequence[FieldSpec], schema: Schema, lexicon: Lexicon) -> Together:
    """Give the names of several fields, once for the same ones: what is shown is shown again, and asked about often."""
    key = (id(schema), id(lexicon), *map(id, specs))
    known = _TOGETHER.get(key)
    if known is None or known.specs != tuple(specs):
        if len(_TOGETHER) >= _MOST_TOGETHER:
            _TOGETHER.clear()
        known = _TOGETHER[key] = _together(specs, schema, lexicon)
    return known


def _together(specs: Sequence[FieldSpec], schema: Schema, lexicon: Lexicon) -> Together:
    names = [named(spec, schema, lexicon) for spec in specs]
    owners: dict[str, list[int]] = {}
    for place, one in enumerate(names):
        for part in one.parts:
            owners.setdefault(part, []).append(place)
    light = frozenset(lexicon.words("label.light"))
    words = frozenset(word for one in names for word in one.words) - light
    stems = (word.removesuffix("s").removesuffix("ing").removesuffix("e") for word in words if word.isascii())
    return Together(
        specs=tuple(specs),
        parts=tuple((part, places[0]) for part, places in owners.items() if len(places) == 1),
        nouns=frozenset(noun for one in names for noun in one.nouns),
        units=frozenset(
            unit for spec, one in zip(specs, names, strict=True) if spec.type != "money" for unit in one.units
        ),  # an amount per person counts no people
        stems=frozenset(stem for stem in stems if len(stem) > 2),
        han=tuple(word for word in words if not word.isascii()),
        light=light,
    )


def _named(spec: FieldSpec, group: GroupSpec | None, lexicon: Lexicon) -> Named:
    labels = [fold(name).text for words in spec.labels.values() for name in words]
    names = [*labels, fold(spec.path.rpartition(".")[2].replace("_", " ")).text]
    own = frozenset(word for name in names for word in WORD.findall(name))
    heads = frozenset(word for name in names for word in WORD.findall(_head(name, lexicon)))
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
            if section.startswith(KIND) and any(_is_of(lexicon, section, word) for word in heads)
        ),
        ways=frozenset(
            end for end in WAYS if any(lexicon.regex(f"value.way_{end}").fullmatch(word) is not None for word in own)
        ),
    )


def _head(name: str, lexicon: Lexicon) -> str:
    """Give the words of a name that say what it is: a city of an event is a city, the name of an event an event's."""
    head, joint, _ = name.partition(" of ")
    return head if joint and head not in lexicon.words("label.plain") else name


def _is_of(lexicon: Lexicon, section: str, word: str) -> bool:
    """Tell that a word is one of a section; a Chinese one may hold it."""
    regex = lexicon.regex(section)
    return (regex.fullmatch if word.isascii() else regex.search)(word) is not None


def _parts(label: str) -> list[str]:
    parts = label.split() if label.isascii() else [label[:2], label[-2:]] if len(label) > _SHORT_LABEL else []
    if len(parts) <= 1:
        return []
    _, joint, tail = label.partition(" per ")
    parts += [f"per {tail}", f"per-{tail}"] if joint else []
    return [part for part in parts if len(part) > 1 and (not part.isascii() or len(part) > _SHORT_LABEL)]


_TOGETHER: dict[tuple[int, ...], Together] = {}
_KNOWN: dict[tuple[int, int, int], tuple[FieldSpec, Schema, Lexicon, Named]] = {}


def may_start(word: str) -> bool:
    """Tell that a word as it was said begins like one of a name: with a capital, a figure, a sign of one."""
    first = word[:1]
    if "A" <= first <= "Z":
        return True
    return (first.isupper() or first in "#&" or first.isdigit()) and _START.match(word) is not None
