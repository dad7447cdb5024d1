"""Opening: the schema and the rules that a config names."""

from pathlib import Path

from dualmem.config import Config
from dualmem.errors import NotFound
from dualmem.schema.lexicon import Lexicon, load_lexicons
from dualmem.schema.load import load_schema
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path, shipped_names
from dualmem.schema.spec import RuleSet, Schema


def schema_file(name: str) -> Path:
    """Give the path of a schema file, or of the shipped schema of that name.

    Raises:
        NotFound: Neither is there.
    """
    return _file(name, schema_path(name) if name in shipped_names() else None, "schema")


def rules_files(config: Config) -> tuple[Path, ...]:
    """Give the rules files of a config: those it names, else the shipped ones of a shipped schema.

    Raises:
        NotFound: A named file is not there.
    """
    if config.rules:
        return tuple(
            _file(name, rules_path(name) if name in shipped_names() else None, "rules") for name in config.rules
        )
    return (rules_path(config.schema),) if config.schema in shipped_names() else ()


def load_project(config: Config) -> tuple[Schema, tuple[RuleSet, ...]]:
    """Load the schema and the rules of a config.

    Raises:
        SpecError: A file has faults.
        NotFound: A file is not there.
    """
    schema = load_schema(schema_file(config.schema))
    return schema, tuple(load_rules(path, schema) for path in rules_files(config))


def load_words(config: Config, schema: Schema) -> Lexicon:
    """Load the lexicons of every language, with the config's own folders."""
    return load_lexicons(schema.languages, tuple(Path(folder) for folder in config.lexicons))


def _file(name: str, shipped: Path | None, kind: str) -> Path:
    path = Path(name)
    if path.is_file():
        return path
    if shipped is not None:
        return shipped
    raise NotFound(
        f"there is no {kind} file {name}", next_step=f"Shipped with dualmem are: {', '.join(shipped_names())}."
    )
