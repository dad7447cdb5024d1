"""Lexicons: the words of a language as YAML, in sections of RE2 patterns with examples that are tests.

A lexicon file is ``<lang>/<any>.yaml``::

    dualmem: lexicon/1
    sections:
      hedges:
        patterns: [好像, 可能, 'i (?:think|guess)']
        match: [好像是吧]
        no_match: [可能性很大]

Patterns are RE2 over folded text (``dualmem.text.fold``): case, width and script do not matter. A pattern without Han,
kana or hangul is bounded at an ASCII letter or digit it begins or ends with (``no`` is not found in ``note``), each of
its alternatives by itself (``and|&``). Files and languages merge section by section; every language applies to every
text. Of several patterns that match at one place the longest wins. A section ``language.<code>`` holds words that only
that language has: a text with one is answered in it, where there are messages of it.
"""

import difflib
import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import get_args

import re2

from dualmem.errors import Fault, NotFound, SpecError
from dualmem.model.field import FieldType
from dualmem.model.span import Span
from dualmem.schema.firstlook import FirstLook, Together
from dualmem.source import Items, Node, Source, Table, Text, describe, read
from dualmem.text import fold, fold_pattern

SHIPPED = Path(__file__).resolve().parent.parent / "lexicons"
HEADER = "lexicon/1"
SECTION_KEYS = ("patterns", "match", "no_match")
LANGUAGE = "language."
_NAMED = (LANGUAGE, "ask.of.", "guard_voice.", "per_")  # what stands behind: a code, a label, an own word, a unit
_TYPED = ("act.noun.", "label.noun.")  # a type of field
_PLURAL_OWNERS = ("s'", "s’")  # the neighbours' budget
_UNSPACED = re2.compile(r"\p{Han}|\p{Hiragana}|\p{Katakana}|\p{Hangul}")
_PLAIN_TEXTS = ("", "a", " a ")
_PARTS = re2.compile(r"\\.|\[\^?\]?[^\]]*\]|[()|]")  # what is escaped, a class, a bracket, the bar between alternatives
_HEAD = re2.compile(r"(?:\((?:\?:)?)*(?:[a-z0-9]|\\[dw])")  # begins with a sign of a word
_SIGNS = r"(?:\\[dw]|\\pL|\[(?:[a-z0-9-]|\\[dw]|\\pL)+\])\)*(?:\+|\{\d+,?\d*\})"  # several of a class
_TAIL = re2.compile(rf"(?:(?:^|[^\\])[a-z0-9]|{_SIGNS})(?:[)?*+]|\{{\d+,?\d*\}})*$")  # ends with one


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern or example of a section, with its place in its file."""

    text: str
    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Section:
    """One section, merged over files and languages.

    Attributes:
        name: Its key.
        patterns: As written.
        match: Texts in which a pattern must be found.
        no_match: Texts in which none may be found.
    """

    name: str
    patterns: tuple[Entry, ...] = ()
    match: tuple[Entry, ...] = ()
    no_match: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words of all loaded languages.

    Attributes:
        languages: Loaded languages, in order.
        sections: Section name to section.
    """

    languages: tuple[str, ...] = ()
    sections: Mapping[str, Section] = field(default_factory=lambda: MappingProxyType({}))
    _compiled: dict[str, "re2._Regexp"] = field(default_factory=dict, init=False, repr=False, compare=False)
    _looks: dict[str, Together] = field(default_factory=dict, init=False, repr=False, compare=False)
    _first_look: list[FirstLook] = field(default_factory=list, init=False, repr=False, compare=False)
    _added: tuple[str, ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note the codes of the languages that have words of their own (``language.<code>``)."""
        names = (name for name in self.sections if name.startswith(LANGUAGE))
        object.__setattr__(self, "_added", tuple(name.removeprefix(LANGUAGE) for name in names))

    def section(self, name: str) -> tuple[str, ...]:
        """Give the patterns of a section, folded and bounded; empty for a section that no file has."""
        known = self.sections.get(name)
        return tuple(bounded(entry.text) for entry in known.patterns) if known is not None else ()

    def words(self, name: str) -> tuple[str, ...]:
        """Give the entries of a section that holds plain words, no patterns; empty for a section that no file has."""
        known = self.sections.get(name)
        return tuple(entry.text for entry in known.patterns) if known is not None else ()

    def regex(self, name: str) -> "re2._Regexp":
        """Give one RE2 (leftmost, longest) that finds any pattern of a section in folded text."""
        found = self._compiled.get(name)
        if found is None:
            found = self._compiled[name] = union(self.section(name))
        return found

    def present(self, family: str, text: str) -> frozenset[str]:
        """Give the sections of a family (``wish``: wish.turn, …) that folded text, or a part of it, may hold."""
        look = self._looks.get(family)
        if look is None:
            names = [name for name in self.sections if f"{name}.".startswith(f"{family}.")]
            look = self._looks[family] = Together({name: self.section(name) for name in names}, options())
        return look.at(text)

    def first_look(self) -> FirstLook:
        """Give what tells of every section whether a text may hold a word of it."""
        if not self._first_look:
            self._first_look.append(FirstLook({name: self.section(name) for name in self.sections}, options()))
        return self._first_look[0]

    def find(self, name: str, text: str) -> Iterator[Span]:
        """Give the places of a section's words in folded text, in order, without overlap."""
        for match in self.regex(name).finditer(text):
            start, end = match.span()
            if end > start:
                yield Span(start, end)

    def has(self, name: str, text: str) -> bool:
        """Tell whether folded text holds a word of the section."""
        return self.regex(name).search(text) is not None

    def spoken(self, text: str) -> str | None:
        """Give the added language whose own words (``language.<code>``) folded text holds most of; None for none."""
        counts = {code: sum(1 for _ in self.find(f"{LANGUAGE}{code}", text)) for code in self._added}
        best = max(counts, key=lambda name: counts[name], default=None)
        return best if best is not None and counts[best] else None

    def is_whole_noun(self, text: str, start: int) -> bool:
        """Tell whether a label at ``start`` of folded text is the whole noun (会议日期, travel budget are longer)."""
        before = text[max(0, start - 24) : start]
        bare = before.rstrip(" ")
        is_apart = not bare or not bare[-1].isalnum() or bare[-1].isascii() != text[start].isascii()
        is_apart = is_apart and not (bare != before and bare.endswith(_PLURAL_OWNERS))
        is_spaced = bare != before and not text[start].isascii()  # 那个 预算: blanks between Chinese words
        if is_apart or self.has("before_label", before):
            return True
        return is_spaced and (self.has("before_label", bare) or self.has("before_blank", bare))

    def is_clause(self, text: str) -> bool:
        """Tell whether folded text is a sentence and no noun: 能 is a verb, but not inside 新能源."""
        verbs = tuple(self.find("talk.clause", text))
        nouns = tuple(self.find("talk.noun", text)) if verbs else ()
        return any(not any(noun.contains(verb) for noun in nouns) for verb in verbs)

    def is_of_another(self, behind: str) -> bool:
        """Tell whether the folded words behind a label say whose or what for, and not ours (for the tax return)."""
        return self.has("complement", behind) and not self.has("own_complement", behind)


@functools.lru_cache(maxsize=8192)
def bounded(pattern: str) -> str:
    """Give a pattern for folded text: each of its alternatives is bounded by words where it begins or ends with one.

    Only patterns in a script that sets blanks between words are bounded.
    """
    folded = fold_pattern(pattern)
    if not folded.isascii() and not _is_spaced(folded):
        return f"(?:{folded})"
    return f"(?:{'|'.join(map(_edged, _alternatives(folded)))})"


def _alternatives(pattern: str) -> Iterator[str]:
    """Give what a pattern parts by ``|`` outside of brackets."""
    depth, begin = 0, 0
    for token in _PARTS.finditer(pattern):
        sign = token.group()
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            yield pattern[begin : token.start()]
            begin = token.end()
    yield pattern[begin:]


def _edged(alternative: str) -> str:
    """Give one alternative bounded where its first or last sign is of a word."""
    start = r"\b" if _HEAD.match(alternative) else ""
    end = r"\b" if _TAIL.search(alternative) else ""
    return f"{start}(?:{alternative}){end}" if start or end else alternative


def is_unspaced(text: str) -> bool:
    """Tell that a text holds signs of a script that sets no blanks between words (Han, kana, hangul)."""
    return _UNSPACED.search(text) is not None


def _is_spaced(folded: str) -> bool:
    """Tell that a pattern is one of words with accents (``nö``), in a script that parts its words by blanks."""
    return not is_unspaced(folded) and any(char.isalpha() and not char.isascii() for char in folded)


@functools.lru_cache(maxsize=1024)
def union(patterns: tuple[str, ...]) -> "re2._Regexp":
    """Compile patterns into one (leftmost, longest); no pattern matches nothing."""
    return re2.compile("|".join(patterns) if patterns else r"[^\x00-\x{10FFFF}]", options())


def options() -> "re2.Options":
    """Give the options that lexicon patterns are compiled with."""
    chosen = re2.Options()
    chosen.case_sensitive = False
    chosen.longest_match = True
    chosen.log_errors = False
    return chosen


@functools.lru_cache(maxsize=32)
def load_lexicons(languages: tuple[str, ...], extra_dirs: tuple[Path, ...] = ()) -> Lexicon:
    """Give the merged lexicon.

    Args:
        languages: Languages to load; empty for all.
        extra_dirs: Folders of ``<lang>/*.yaml`` whose words are added, and whose languages are loaded too.

    Raises:
        SpecError: With every fault of every file.
    """
    faults: list[Fault] = []
    merged: dict[str, Section] = {}
    loaded: list[str] = []
    faults += _misplaced(extra_dirs)
    for file, language in _files(languages, extra_dirs):
        if language not in loaded:
            loaded.append(language)
        for section in _read(file, faults):
            if SHIPPED not in file.parents:  # the shipped ones are checked by a test, not at every start
                faults.extend(filter(None, map(_pattern_fault, section.patterns)))
                faults.extend(filter(None, [_unknown(section)]))
            old = merged.get(section.name, Section(section.name))
            merged[section.name] = Section(
                section.name,
                old.patterns + section.patterns,
                old.match + section.match,
                old.no_match + section.no_match,
            )
    if faults:
        raise SpecError(tuple(faults))
    return Lexicon(tuple(loaded), MappingProxyType(merged))


def is_own(entry: Entry) -> bool:
    """Tell that an entry stands in a file of the user's, not in a shipped one."""
    return SHIPPED not in Path(entry.file).parents


def _unknown(section: Section) -> Fault | None:
    """Give the fault of a section that nothing reads."""
    known = tuple(load_lexicons(()).sections)
    if section.name in known or not section.patterns or _is_named_for(section.name):
        return None
    near = difflib.get_close_matches(section.name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "`dualmem rules words` lists the sections"
    return _fault(section.patterns[0], f"nothing reads the section {section.name!r}", hint)


def _is_named_for(name: str) -> bool:
    """Tell that a section is one of a family, each named for what it is read for."""
    kind = next((name.removeprefix(head) for head in _TYPED if name.startswith(head)), None)
    return name.startswith(_NAMED) or kind in get_args(FieldType)


def check_lexicons(languages: tuple[str, ...] = (), extra_dirs: tuple[Path, ...] = ()) -> tuple[Fault, ...]:
    """Run every example of every section; give the faults, load faults too."""
    try:
        lexicon = load_lexicons(languages, extra_dirs)
    except SpecError as error:
        return error.faults
    faults: list[Fault] = []
    for name, section in lexicon.sections.items():
        broken = list(filter(None, map(_pattern_fault, section.patterns)))
        if broken:
            faults.extend(broken)
            continue
        regex = lexicon.regex(name)
        faults.extend(
            _fault(entry, f"section {name} must match {entry.text!r}")
            for entry in section.match
            if regex.search(fold(entry.text).text) is None
        )
        for entry in section.no_match:
            found = regex.search(fold(entry.text).text)
            if found is not None:
                faults.append(_fault(entry, f"section {name} must not match {entry.text!r}, finds {found.group()!r}"))
    return tuple(faults)


def _fault(entry: Entry, message: str, hint: str = "") -> Fault:
    return Fault(entry.file, entry.line, entry.column, message, hint)


def _files(languages: Sequence[str], extra_dirs: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    for root in (SHIPPED, *extra_dirs):
        if not root.is_dir():
            step = "lexicons in dualmem.toml names folders, relative to that file, that hold <language>/<any>.yaml."
            raise NotFound(f"there is no lexicon folder {root}", next_step=step)
        for folder in sorted(path for path in root.iterdir() if path.is_dir()):
            if root is SHIPPED and languages and folder.name not in languages:
                continue
            for file in sorted(folder.glob("*.yaml")):
                if file.name != "messages.yaml":
                    yield file, folder.name


def _misplaced(extra_dirs: Sequence[Path]) -> Iterator[Fault]:
    """Give the files that would never be read: beside the folders of the languages, or with another ending."""
    for root in extra_dirs:
        files = [*root.glob("*.y*ml"), *root.glob("*/*.yml")] if root.is_dir() else []
        for file in sorted(files):
            hint = f"put it into a folder of its language, like {root.name}/de/words.yaml"
            yield Fault(str(file), 1, 1, "this file is not read", hint)


def _read(file: Path, faults: list[Fault]) -> Iterator[Section]:
    source = read(file)
    root = _table(source, source.root, "a lexicon file", ("dualmem", "sections"))
    header = root.get("dualmem")
    if root and (not isinstance(header, Text) or header.value != HEADER):
        hint = "the words of replies stand in <language>/messages.yaml" if "messages" in root else ""
        source.fault(source.root, f"the first key must be 'dualmem: {HEADER}'", hint)
    sections = root.get("sections")
    if root and sections is None:
        source.fault(source.root, "the key sections is missing")
    for name, body in sections.entries if isinstance(sections, Table) else ():
        parts = _table(source, body, f"section {name.value}", SECTION_KEYS)
        if parts and "patterns" not in parts:
            source.fault(name, f"section {name.value} has no patterns")
        lists = {key: _entries(source, node) for key, node in parts.items()}
        yield Section(name.value, lists.get("patterns", ()), lists.get("match", ()), lists.get("no_match", ()))
    faults.extend(source.faults)


def _table(source: Source, node: Node | None, what: str, keys: Sequence[str]) -> dict[str, Node]:
    """Give the entries of a table; fault anything else, and unknown keys with the nearest one."""
    if not isinstance(node, Table):
        if not source.faults:
            read_as = describe(node) if node is not None else "nothing"
            source.fault(node, f"{what} must have the keys {', '.join(keys)}, and {read_as} was read")
        return {}
    for key, _ in node.entries:
        if key.value not in keys:
            near = difflib.get_close_matches(key.value, keys, n=1)
            source.fault(key, f"unknown key {key.value!r} in {what}", f"did you mean {near[0]}?" if near else "")
    return {key.value: value for key, value in node.entries}


def _entries(source: Source, node: Node) -> tuple[Entry, ...]:
    if not isinstance(node, Items):
        source.fault(node, f"a list of texts was expected, and {describe(node)} was read")
        return ()
    entries: list[Entry] = []
    for item in node.items:
        if isinstance(item, Text) and not item.is_empty:
            entries.append(Entry(item.value, source.name, item.line, item.column))
        else:
            source.fault(item, f"a text was expected, and {describe(item)} was read")
    return tuple(entries)


def _pattern_fault(entry: Entry) -> Fault | None:
    try:
        found = re2.compile(bounded(entry.text), options())
    except re2.error as error:
        reason = error.args[0].decode() if isinstance(error.args[0], bytes) else error.args[0]
        hint = "RE2 can not look ahead or behind; name what must not match in no_match" if "(?" in reason else ""
        return _fault(entry, f"RE2 refuses the pattern {entry.text!r}: {reason}", hint)
    if any(match.start() == match.end() for text in _PLAIN_TEXTS for match in found.finditer(text)):
        return _fault(entry, f"the pattern {entry.text!r} matches nothing at all, that is everywhere")
    return None
