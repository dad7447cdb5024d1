"""Specs: the files that a memory is opened with, loaded, checked and compiled once per content."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from operator import is_
from pathlib import Path

from dualmem.errors import NotFound
from dualmem.extract.compile import CompiledRules, compile_rules
from dualmem.schema.lexicon import Lexicon, load_lexicons
from dualmem.schema.load import load_schema
from dualmem.schema.messages import Messages, load_messages
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path, shipped_names
from dualmem.schema.spec import RuleSet, Schema

_RECENT: deque[tuple[Schema, tuple[RuleSet, ...], Lexicon, CompiledRules]] = deque(maxlen=4)


@dataclass(frozen=True, slots=True)
class Specs:
    """Everything users write in YAML, compiled.

    Attributes:
        schema: The schema.
        rules: The rules files, in order.
        compiled: All rules of all files, ready to match.
        lexicon: Words of the conversation.
        messages: Words of the replies.
    """

    schema: Schema
    rules: tuple[RuleSet, ...]
    compiled: CompiledRules
    lexicon: Lexicon
    messages: Messages


def schema_file(name: str | Path) -> Path:
    """Give the path of a schema file, or of the shipped schema of that name.

    Raises:
        NotFound: Neither is there.
    """
    return _file(name, schema_path(str(name)) if str(name) in shipped_names() else None, "schema")


def rules_files(schema: str | Path, rules: Sequence[str | Path] = ()) -> tuple[Path, ...]:
    """Give the rules files that are named, else the shipped ones of a shipped schema.

    Raises:
        NotFound: A named file is not there.
    """
    if rules:
        return tuple(
            _file(name, rules_path(str(name)) if str(name) in shipped_names() else None, "rules") for name in rules
        )
    return (rules_path(str(schema)),) if str(schema) in shipped_names() else ()


def load_specs(
    schema: str | Path | Schema,
    rules: str | Path | Sequence[str | Path] | Sequence[RuleSet] = (),
    lexicons: str | Path | Sequence[str | Path] = (),
) -> Specs:
    """Load and compile a schema with its rules and words.

    Args:
        schema: A path, the name of a shipped schema, or a loaded one.
        rules: Paths, names or loaded rules, or one path or name; empty for the shipped ones of a shipped schema.
        lexicons: Folders, or one folder, with further words, and with messages of further languages.

    Raises:
        SpecError: A file has faults; all of them are named.
        NotFound: A file is not there.
    """
    rules = (rules,) if isinstance(rules, str | Path) else rules
    lexicons = (lexicons,) if isinstance(lexicons, str | Path) else lexicons
    loaded = schema if isinstance(schema, Schema) else load_schema(schema_file(schema))
    ready = tuple(one for one in rules if isinstance(one, RuleSet))
    named = tuple(one for one in rules if not isinstance(one, RuleSet))
    if not ready and (named or not isinstance(schema, Schema)):
        files = rules_files(schema if not isinstance(schema, Schema) else "", named)
        ready = tuple(load_rules(path, loaded) for path in files)
    folders = tuple(Path(folder) for folder in lexicons)
    lexicon = load_lexicons(loaded.languages, folders)
    return Specs(
        schema=loaded,
        rules=ready,
        compiled=_compiled(loaded, ready, lexicon),
        lexicon=lexicon,
        messages=load_messages(loaded.languages, folders),
    )


def _compiled(schema: Schema, rules: tuple[RuleSet, ...], lexicon: Lexicon) -> CompiledRules:
    """Give the rules, compiled; those that were compiled lately are given again, as nothing of them changes."""
    for of, ready, words, compiled in tuple(_RECENT):
        if of is schema and words is lexicon and len(ready) == len(rules) and all(map(is_, ready, rules)):
            return compiled
    compiled = compile_rules(schema, rules, lexicon)
    _RECENT.append((schema, rules, lexicon, compiled))
    return compiled


def _file(name: str | Path, shipped: Path | None, kind: str) -> Path:
    """Give the file of a name."""
    path = Path(name)
    if path.is_file():
        return path
    if shipped is not None:
        return shipped
    known = ", ".join(shipped_names())
    raise NotFound(f"there is no {kind} file {name}", next_step=f"Shipped with dualmem are: {known}.")
