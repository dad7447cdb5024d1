"""Labels: which fields and groups the words of a text name."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import re2

from dualmem.dialogue.shown.scan import MOST_SHORT, Scan, comes_again, is_whole
from dualmem.model.field import FieldSpec, Labels
from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon, is_unspaced
from dualmem.schema.spec import Schema
from dualmem.text import fold

_NOUN = "label.noun."


class Label(NamedTuple):
    """One label in a text.

    Attributes:
        span: Place in the folded text.
        fields: Paths of the fields it names.
        groups: Paths of the groups it names.
    """

    span: Span
    fields: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


class LabelIndex:
    """All labels of a schema, longest first."""

    def __init__(self, schema: Schema, lexicon: Lexicon) -> None:
        """Collect the labels of fields and groups, with the paths and keys as names too."""
        self.schema = schema
        self.lexicon = lexicon
        fields: dict[str, list[str]] = {}
        groups: dict[str, list[str]] = {}
        for path, spec in schema.fields.items():
            _collect(fields, path, spec.labels)
        for path, spec in schema.fields.items():
            _widen(fields, path, spec, lexicon)
        for path, group in schema.groups.items():
            _collect(groups, path, group.labels)
        self.fields: Mapping[str, tuple[str, ...]] = MappingProxyType({k: _plain(v) for k, v in fields.items()})
        self.groups: Mapping[str, tuple[str, ...]] = MappingProxyType({k: tuple(v) for k, v in groups.items()})
        names = sorted({*fields, *groups}, key=len, reverse=True)
        options = re2.Options()
        options.longest_match = True
        options.max_mem = 64 << 20
        self._turns: dict[str, LabelIndex] = {}
        self._text: str | None = None
        self._scan: Scan[Label] | None = None
        self._longest = max(map(len, names), default=0) + 1
        plural = [_spelled(name) + ("s?" if name[-1:].isascii() and name[-1:].isalpha() else "") for name in names]
        self._regex = re2.compile("|".join(plural) if names else r"[^\x00-\x{10FFFF}]", options)

    def of_turn(self, text: str) -> "LabelIndex":
        """Give the same labels for one turn: its text is read once, whatever part of it is asked for."""
        known = self._turns.get(text)
        if known is None:
            known = object.__new__(LabelIndex)
            known.__dict__.update(self.__dict__)
            known._text, known._scan = text, None
            if comes_again(text):
                if len(self._turns) >= MOST_SHORT:
                    self._turns.clear()
                self._turns[text] = known
        return known

    def find(self, text: str, start: int = 0, end: int | None = None) -> list[Label]:
        """Give the labels in folded text, in order, without overlap; the longest wins."""
        end = len(text) if end is None else end
        scan = self._scan_of(text)
        known = scan.within(start, end) if scan is not None else None
        return known if known is not None else [label for _, label in self._find(text, start, end) if label is not None]

    def at(self, text: str, start: int) -> Label | None:
        """Give the longest label that begins at a place."""
        scan = self._scan_of(text)
        known = scan.starting(start) if scan is not None else None
        if known is not None:
            return known[0]
        match = self._regex.match(text[start : start + self._longest])
        if match is None:
            return None
        span = Span(start, start + match.end())
        return self._label(span, match.group()) if is_whole(text, span) else None

    def _scan_of(self, text: str) -> Scan[Label] | None:
        if self._text is None or text != self._text:
            return None
        if self._scan is None:
            self._scan = Scan(self._find(text, 0, len(text)))
        return self._scan

    def _find(self, text: str, start: int, end: int) -> Iterator[tuple[Span, Label | None]]:
        for match in self._regex.finditer(text[start:end]):  # a part, not from a place: RE2 encodes all it is given
            first, last = match.span()
            span = Span(start + first, start + last)
            yield span, self._label(span, match.group()) if is_whole(text, span) else None

    def exact(self, name: str) -> Label | None:
        """Give what a whole folded text names: a label, a path or the last key of a path."""
        key = name.strip()
        if key in self.fields or key in self.groups:
            return self._label(Span(0, len(key)), key)
        plain = key.replace(" ", "_")
        for path in (*self.schema.fields, *self.schema.groups):
            if "*" not in path and plain in (path, path.rsplit(".", 1)[-1]):
                is_group = path in self.schema.groups
                return Label(Span(0, len(key)), () if is_group else (path,), (path,) if is_group else ())
        return None

    def _label(self, span: Span, word: str) -> Label:
        plain = word.replace("-", " ")
        forms = (word, word.removesuffix("s"), plain, plain.removesuffix("s"))
        name = next((form for form in forms if form in self.fields or form in self.groups), word)
        return Label(span, self.fields.get(name, ()), self.groups.get(name, ()))


def _spelled(name: str) -> str:
    """Give a label as a pattern: a blank of it may be a hyphen (check in date, check-in date)."""
    return "[ -]".join(re2.escape(part) for part in name.split(" ")) if name.isascii() else str(re2.escape(name))


def _plain(paths: list[str]) -> tuple[str, ...]:
    """Give the paths that a label names by itself: one of a map needs its key said too."""
    return tuple(path for path in paths if "*" not in path) or tuple(paths)


def _collect(into: dict[str, list[str]], path: str, labels: Labels) -> None:
    for names in labels.values():
        for name in names:
            for form in _forms(fold(name).text.strip()):
                paths = into.setdefault(form, [])
                if path not in paths:
                    paths.append(path)


def _widen(into: dict[str, list[str]], path: str, spec: FieldSpec, lexicon: Lexicon) -> None:
    """Add the labels with the noun of their type behind them (phone number, 邮箱地址), if nothing else is called so."""
    for names in spec.labels.values():
        for name in names:
            plain = fold(name).text.strip()
            for noun in lexicon.words(_NOUN + spec.type):
                is_apart = is_unspaced(plain) == is_unspaced(noun) and not plain.endswith(noun)
                longer = plain + noun if is_unspaced(noun) else f"{plain} {noun}"
                if is_apart and longer not in into:
                    into[longer] = [path]


def _forms(name: str) -> tuple[str, ...]:
    """Give a label with its other order: the budget per person is the per person budget too."""
    head, joint, tail = name.partition(" per ")
    return (name, f"per {tail} {head}") if joint else (name,)


_CACHE: dict[tuple[int, int], LabelIndex] = {}


def labels_of(schema: Schema, lexicon: Lexicon) -> LabelIndex:
    """Give the compiled labels of a schema, once per schema and lexicon."""
    key = (id(schema), id(lexicon))
    known = _CACHE.get(key)
    if known is None or known.schema is not schema or known.lexicon is not lexicon:
        if len(_CACHE) > 16:
            _CACHE.clear()
        known = _CACHE[key] = LabelIndex(schema, lexicon)
    return known
