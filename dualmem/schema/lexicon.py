"""Lexicons: the words of a language as YAML, in sections of RE2 patterns with examples that are tests.

A lexicon file is ``<lang>/<any>.yaml``::

    dualmem: lexicon/1
    sections:
      hedges:
        patterns: [好像, 可能, 'i (?:think|guess)']
        match: [好像是吧]
        no_match: [可能性很大]

Patterns are RE2 over folded text (``dualmem.text.fold``): case, width and script do not matter. A pattern all in ASCII
is bounded at a letter or digit it begins or ends with (``no`` is not found in ``note``). Files and languages merge section by section;
every language applies to every text. Of several patterns that match at one place the longest wins.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import re2
import yaml

from dualmem.errors import Fault, SpecError
from dualmem.model.span import Span
from dualmem.text import fold, fold_pattern

SHIPPED = Path(__file__).resolve().parent.parent / "lexicons"
HEADER = "lexicon/1"


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

    def section(self, name: str) -> tuple[str, ...]:
        """Give the patterns of a section, folded and bounded; empty for a section that no file has."""
        known = self.sections.get(name)
        return tuple(bounded(entry.text) for entry in known.patterns) if known is not None else ()

    def regex(self, name: str) -> "re2._Regexp":
        """Give one RE2 (leftmost, longest) that finds any pattern of a section in folded text."""
        return union(self.section(name))

    def find(self, name: str, text: str) -> Iterator[Span]:
        """Give the places of a section's words in folded text, in order, without overlap."""
        for match in self.regex(name).finditer(text):
            if match.end() > match.start():
                yield Span(match.start(), match.end())

    def has(self, name: str, text: str) -> bool:
        """Tell whether folded text holds a word of the section."""
        return self.regex(name).search(text) is not None


def bounded(pattern: str) -> str:
    """Give a pattern for folded text, bounded by words where it is all ASCII and begins or ends with a letter."""
    folded = fold_pattern(pattern)
    if not folded.isascii():
        return f"(?:{folded})"
    start = r"\b" if folded[:1].isalnum() else ""
    is_escape = folded[-2:-1] == "\\"
    end = r"\b" if folded[-1:].isalnum() and not is_escape else ""
    return f"{start}(?:{folded}){end}"


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
    for file, language in _files(languages, extra_dirs):
        if language not in loaded:
            loaded.append(language)
        for section in _read(file, faults):
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


def check_lexicons(languages: tuple[str, ...] = (), extra_dirs: tuple[Path, ...] = ()) -> tuple[Fault, ...]:
    """Run every example of every section; give the faults, load faults too."""
    try:
        lexicon = load_lexicons(languages, extra_dirs)
    except SpecError as error:
        return error.faults
    faults: list[Fault] = []
    for name, section in lexicon.sections.items():
        regex = lexicon.regex(name)
        for entry in section.match:
            if regex.search(fold(entry.text).text) is None:
                faults.append(_fault(entry, f"section {name} must match {entry.text!r}"))
        for entry in section.no_match:
            found = regex.search(fold(entry.text).text)
            if found is not None:
                faults.append(_fault(entry, f"section {name} must not match {entry.text!r}, finds {found.group()!r}"))
    return tuple(faults)


def _fault(entry: Entry, message: str, hint: str = "") -> Fault:
    return Fault(entry.file, entry.line, entry.column, message, hint)


def _files(languages: Sequence[str], extra_dirs: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    for root in (SHIPPED, *extra_dirs):
        for folder in sorted(path for path in root.iterdir() if path.is_dir()):
            if root is SHIPPED and languages and folder.name not in languages:
                continue
            for file in sorted(folder.glob("*.yaml")):
                if file.name != "messages.yaml":
                    yield file, folder.name


def _read(file: Path, faults: list[Fault]) -> Iterator[Section]:
    node = yaml.compose(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for key, value in node.value:
        if key.value != "sections":
            continue
        for name, body in value.value:
            parts = {part.value: _entries(items, file) for part, items in body.value}
            patterns = tuple(entry for entry in parts.get("patterns", ()) if _is_valid(entry, faults))
            yield Section(name.value, patterns, parts.get("match", ()), parts.get("no_match", ()))


def _entries(node: yaml.Node, file: Path) -> tuple[Entry, ...]:
    return tuple(
        Entry(item.value, str(file), item.start_mark.line + 1, item.start_mark.column + 1) for item in node.value
    )


def _is_valid(entry: Entry, faults: list[Fault]) -> bool:
    try:
        re2.compile(bounded(entry.text), options())
    except re2.error as error:
        faults.append(_fault(entry, f"RE2 refuses the pattern {entry.text!r}: {error.args[0]}"))
        return False
    return True
