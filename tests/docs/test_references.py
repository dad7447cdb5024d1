"""The references name every key, and their files load."""

import re
from pathlib import Path

import pytest

from dualmem.cli.rule_tests import run_examples
from dualmem.cli.times import moment
from dualmem.errors import DualmemError
from dualmem.model.field import FieldType
from dualmem.schema import fields, lexicon, load, rules
from dualmem.schema.lexicon import check_lexicons
from dualmem.specs import load_specs
from tests.conftest import ROOT


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def yaml_of(name: str) -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```", text_of(name), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("schema.md", (*load.SCHEMA_KEYS, *load.TASK_KEYS, *load.PENDING_KEYS, *load.WINDOW_KEYS)),
        ("schema.md", (*load.PROMPT_KEYS, *load.RETENTION_KEYS, *fields.FIELD_KEYS, *fields.GROUP_KEYS)),
        ("schema.md", FieldType.__args__),
        ("rules.md", (*rules.FILE_KEYS, *rules.RULE_KEYS, *rules.EXAMPLE_KEYS)),
    ],
)
def test_a_reference_names_every_key(name: str, keys: tuple[str, ...]) -> None:
    text = text_of(name)
    assert [key for key in keys if f"`{key}`" not in text and f"`{key}:" not in text] == []


def test_the_example_files_load_and_their_examples_pass(tmp_path: Path) -> None:
    (schema,) = yaml_of("schema.md")
    example, words = yaml_of("rules.md")
    (tmp_path / "schema.yaml").write_text(schema, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(example, encoding="utf-8")
    (tmp_path / "words" / "zh").mkdir(parents=True)
    (tmp_path / "words" / "zh" / "mine.yaml").write_text(words, encoding="utf-8")
    specs = load_specs(tmp_path / "schema.yaml", [tmp_path / "rules.yaml"], [tmp_path / "words"])
    outcomes = list(run_examples(specs, moment(None)))
    assert [outcome for outcome in outcomes if outcome.status != "passed"] == []
    assert check_lexicons(extra_dirs=(tmp_path / "words",)) == ()


def test_every_error_says_its_exit_code_in_the_tree() -> None:
    documented = {0, 1, 2, 3, 4, 5}
    kinds = [DualmemError]
    for kind in kinds:
        kinds += kind.__subclasses__()
        assert kind.exit_code in documented, kind
    assert lexicon.SECTION_KEYS == ("patterns", "match", "no_match")
