"""Messages: what dualmem itself says, per language, as YAML that users may extend by a language.

A message file is ``<lang>/messages.yaml``::

    dualmem: messages/1
    messages:
      written: 已记录：{label} {value}。

Every key of the shipped English file must stand in every language, and a message may use only the ``{words}`` that the
English one uses. Words are escaped on their way in, so that no value can bring a line break, a control or a bidi
character into an answer.
"""

import difflib
import functools
import string
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dualmem.errors import Fault, SpecError
from dualmem.source import Node, Source, Table, Text, describe, read

SHIPPED = Path(__file__).resolve().parent.parent / "lexicons"
HEADER = "messages/1"
REFERENCE = "en"

Template = tuple[tuple[str, str | None], ...]

_SHORT_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Messages:
    """What dualmem says in every loaded language.

    Attributes:
        languages: Loaded languages; the first is the fallback.
        templates: Language to key to template.
    """

    languages: tuple[str, ...]
    templates: Mapping[str, Mapping[str, Template]] = field(default_factory=lambda: MappingProxyType({}))

    def language(self, wanted: str | None) -> str:
        """Give the language that is spoken where ``wanted`` is: itself where it is loaded, else the fallback."""
        return wanted if wanted is not None and wanted in self.templates else self.languages[0]

    def has(self, key: str) -> bool:
        """Tell whether there is a message of this key."""
        return key in self.templates[self.languages[0]]

    def text(self, key: str, language: str, /, **words: str) -> str:
        """Give one message with its words, escaped; a word that is not given is left out.

        Raises:
            KeyError: No language has the key (a fault of the program).
        """
        template = self.templates[self.language(language)][key]
        return "".join(text + (escape(words.get(name, "")) if name else "") for text, name in template)


def escape(text: str) -> str:
    r"""Give the text with every control, format, bidi and line-breaking character written out (``\n``, ``\u202e``)."""
    if text.isprintable():
        return text
    return "".join(_escape_char(char) for char in text)


def _escape_char(char: str) -> str:
    if unicodedata.category(char) not in _ESCAPED_CATEGORIES:
        return char
    code = ord(char)
    return _SHORT_ESCAPES.get(char) or (f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}")


@functools.lru_cache(maxsize=32)
def load_messages(languages: tuple[str, ...] = (), extra_dirs: tuple[Path, ...] = ()) -> Messages:
    """Give the messages of the languages.

    Args:
        languages: Languages to load, the fallback first; empty for all shipped ones.
        extra_dirs: Folders of ``<lang>/messages.yaml`` that add a language or replace messages of one.

    Raises:
        SpecError: With every fault of every file.
    """
    faults: list[Fault] = []
    reference = _read_file(SHIPPED / REFERENCE / "messages.yaml", faults)
    found: dict[str, dict[str, Template]] = {}
    files: dict[str, Path] = {}
    for file, language in _files(languages, extra_dirs):
        found.setdefault(language, {}).update(_read_file(file, faults, reference))
        files[language] = file
    for language, templates in found.items():
        faults += (_missing(files[language], key) for key in reference if key not in templates)
    if faults:
        raise SpecError(tuple(faults))
    order = (*(name for name in languages if name in found), *(name for name in found if name not in languages))
    if not order:
        order, found = (REFERENCE,), {REFERENCE: dict(reference)}
    return Messages(order, MappingProxyType({name: MappingProxyType(found[name]) for name in order}))


def words_of(template: Template) -> frozenset[str]:
    """Give the names of the words that a template takes."""
    return frozenset(name for _, name in template if name)


def _files(languages: tuple[str, ...], extra_dirs: tuple[Path, ...]) -> Iterator[tuple[Path, str]]:
    for root in (SHIPPED, *extra_dirs):
        for file in sorted(root.glob("*/messages.yaml")):
            if root is not SHIPPED or not languages or file.parent.name in languages:
                yield file, file.parent.name


def _missing(file: Path, key: str) -> Fault:
    return Fault(str(file), 1, 1, f"the message {key!r} is missing", "every language has every message")


def _read_file(file: Path, faults: list[Fault], reference: Mapping[str, Template] | None = None) -> dict[str, Template]:
    source = read(file)
    entries = dict(_entries(source))
    templates: dict[str, Template] = {}
    for key, node in entries.items():
        template = _template(source, key, node)
        if template is None:
            continue
        templates[key] = template
        if reference is not None:
            _compare(source, node, key, template, reference)
    faults += source.faults
    return templates


def _entries(source: Source) -> Iterator[tuple[str, Node]]:
    root = source.root
    if not isinstance(root, Table):
        if not source.faults:
            source.fault(root, "keys were expected", f"begin with `dualmem: {HEADER}`")
        return
    for key, value in root.entries:
        if key.value == "dualmem":
            if not isinstance(value, Text) or value.value != HEADER:
                source.fault(value, f"{describe(value)} was read, {HEADER} is expected")
        elif key.value != "messages":
            source.fault(key, f"unknown key {key.value!r}", "the keys are dualmem and messages")
        elif isinstance(value, Table):
            yield from ((name.value, text) for name, text in value.entries)
        else:
            source.fault(value, f"{describe(value)} was read, keys are expected")


def _template(source: Source, key: str, node: Node) -> Template | None:
    if not isinstance(node, Text) or node.is_empty:
        source.fault(node, f"the message {key!r} must be a text, and {describe(node)} was read")
        return None
    try:
        pieces = tuple((text, name) for text, name, _, _ in string.Formatter().parse(node.value))
    except ValueError as error:
        source.fault(node, f"the message {key!r} has a fault: {error}", "write {{ and }} for braces")
        return None
    return pieces


def _compare(source: Source, node: Node, key: str, template: Template, reference: Mapping[str, Template]) -> None:
    if key not in reference:
        near = difflib.get_close_matches(key, reference, n=1)
        source.fault(node, f"unknown message {key!r}", f"did you mean {near[0]}?" if near else "")
        return
    known = words_of(reference[key])
    for name in sorted(words_of(template) - known):
        hint = f"it may use {', '.join(sorted(known))}" if known else "it takes no words"
        source.fault(node, f"the message {key!r} has no word {{{name}}}", hint)
