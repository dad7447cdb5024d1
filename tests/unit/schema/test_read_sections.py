"""No section of the shipped lexicons is words that no code looks at."""

import ast
import re
from pathlib import Path

import dualmem
from dualmem.schema.lexicon import load_lexicons

_ROOT = Path(dualmem.__file__).parent
_FAMILY = re.compile(r"[a-z]+[_.][a-z]+\.")  # guard_voice., label.noun.: named for what stands behind it
_ANSWERS, _QUESTIONS = "act.", "ask.of."  # read as families: by the kind of the word, by the field asked for


def _strings() -> tuple[set[str], set[str]]:
    """Give the words that stand in the strings of the code, and what formatted strings and names begin with."""
    words: set[str] = set()
    heads: set[str] = set()
    for file in _ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.update(node.value.split())
                heads.update([node.value] if _FAMILY.fullmatch(node.value) else ())
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                heads.add(str(node.values[0].value))
    return words, {head for head in heads if head.endswith((".", "_")) and not head.startswith(".")}


def _is_read(section: str, words: set[str], heads: set[str]) -> bool:
    """Tell that code names a section, its kind of answer word, or the family that it is one of."""
    kind = section.removeprefix(_ANSWERS) if section.startswith(_ANSWERS) else section
    family = kind.partition(".")[0]
    is_member = "." in kind and (family in words or f"{family}." in words)
    is_named = kind in words or (kind != section and is_member)
    return is_named or section in words or any(one.startswith(head) for one in (section, kind) for head in heads)


def test_every_section_is_read_by_some_code() -> None:
    words, heads = _strings()
    sections = load_lexicons(("zh", "en")).sections
    unread = [name for name in sections if not name.startswith(_QUESTIONS) and not _is_read(name, words, heads)]
    assert unread == []


def test_a_section_that_no_code_names_is_found() -> None:
    words, heads = _strings()
    assert not _is_read("talk.of_nobody", words, heads)
    assert not _is_read("act.of_nobody", words, heads)
