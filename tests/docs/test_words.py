"""The page on one's own words does what it says: a word, and a whole small language, without code."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from dualmem.cli.rule_tests import run_lexicon_examples
from dualmem.errors import NotFound, SpecError
from dualmem.memory import Memory
from dualmem.schema.lexicon import load_lexicons
from dualmem.specs import load_specs
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
CANTONESE, GERMAN = (dedent(block) for block in re.findall(r"^ *```yaml\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL))
SCHEMA = """\
dualmem: schema/1
id: house
version: 1
languages: [en, zh, de]
fields:
  budget: {type: money, default_currency: EUR, labels: {en: [budget], de: [Kostenrahmen]}}
"""
RULES = r"""
dualmem: rules/1
for: house
rules:
  - id: budget
    field: budget
    patterns: {de: ['kostenrahmen\s*(?:ist|beträgt)?\s*(?:nicht )?{value}']}
    match: [{text: Der Kostenrahmen ist 600k, value: {amount: "600000", currency: EUR}}]
    no_match: [{text: Der Kostenrahmen ist nicht 600k}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("words/yue/words.yaml", CANTONESE), ("words/de/words.yaml", GERMAN)):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES.lstrip(), encoding="utf-8")
    return tmp_path


def opened(folder: Path) -> Memory:
    return Memory.open(None, schema=folder / "schema.yaml", rules=[folder / "rules.yaml"], lexicons=[folder / "words"])


def said(folder: Path, *texts: str) -> tuple[object, int, str]:
    with opened(folder) as memory:
        question = ""
        for text in texts:
            exchange = memory.hear("me", text, conversation="c")
            exchange.reply("")
            question = exchange.question or ""
        held = memory.state("me").fields.get("budget")
        amount = None if held is None else str(held.value.amount)  # type: ignore[union-attr]
        return amount, len(memory.pending("me")), question


PROPOSED = "Der Kostenrahmen ist 600k"


def test_the_examples_of_the_page_hold(folder: Path) -> None:
    specs = load_specs(folder / "schema.yaml", [folder / "rules.yaml"], [folder / "words"])
    outcomes = list(run_lexicon_examples(specs.lexicon))
    assert len(outcomes) > 30
    assert [outcome for outcome in outcomes if outcome.status != "passed"] == []


@pytest.mark.parametrize("yes", ["ja", "das stimmt", "passt so, danke", "好嘢", "Der Kostenrahmen ist richtig"])
def test_a_yes_of_the_added_language_writes(folder: Path, yes: str) -> None:
    assert said(folder, PROPOSED, yes)[:2] == ("600000", 0)


@pytest.mark.parametrize("no", ["nein", "das stimmt nicht", "唔制"])
def test_a_no_of_the_added_language_refuses(folder: Path, no: str) -> None:
    assert said(folder, PROPOSED, no)[:2] == (None, 0)


@pytest.mark.parametrize("text", ["vielleicht", "nicht sicher", "“ja”", "> ja"])
def test_doubts_and_quotes_of_the_added_language_write_nothing(folder: Path, text: str) -> None:
    assert said(folder, PROPOSED, text)[:2] == (None, 1)


@pytest.mark.parametrize("text", ["nein, 700k", "ändere es auf 700k", "nicht 600k, sondern 700k"])
def test_a_correction_of_the_added_language_corrects(folder: Path, text: str) -> None:
    assert said(folder, PROPOSED, text)[:2] == ("700000", 0)


def test_commands_of_the_added_language_write_and_erase(folder: Path) -> None:
    assert said(folder, "Merk dir: Kostenrahmen ist 700k")[0] == "700000"
    assert said(folder, PROPOSED, "ja", "Vergiss meinen Kostenrahmen")[0] is None


def test_a_question_of_the_added_language_proposes_nothing(folder: Path) -> None:
    assert said(folder, "Was ist der Kostenrahmen 600k")[1] == 0


def test_replies_are_in_the_added_language_where_it_has_messages(folder: Path) -> None:
    english = (ROOT / "dualmem" / "lexicons" / "en" / "messages.yaml").read_text(encoding="utf-8")
    german = english.replace("Is that correct?", "Stimmt das?")
    (folder / "words" / "de" / "messages.yaml").write_text(german, encoding="utf-8")
    assert "Stimmt das?" in said(folder, PROPOSED)[2]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        (
            "de/bad.yaml",
            "sections:\n  act.yes_bear: {patterns: [ja]}\n",
            r":3:29: error: nothing reads .* act\.yes_bare",
        ),
        ("de/bad.yaml", "sections:\n  act.no: {patterns: ['(?:ja)?']}\n", r":3:23: error: .* everywhere"),
        ("de/bad.yaml", "sections:\n  act.no: {patterns: ['a(?!b)']}\n", r":3:23: error: RE2 refuses .* look ahead"),
        ("bad.yaml", "sections: {}\n", r":1:1: error: this file is not read; put it into a folder of its language"),
        ("de/bad.yml", "sections: {}\n", r":1:1: error: this file is not read"),
    ],
)
def test_a_fault_of_a_lexicon_has_its_place_and_the_next_step(folder: Path, name: str, text: str, fault: str) -> None:
    (folder / "words" / name).write_text("dualmem: lexicon/1\n" + text, encoding="utf-8")
    with pytest.raises(SpecError, match=fault):
        load_lexicons((), (folder / "words",))


def test_a_folder_that_is_not_there_is_named(folder: Path) -> None:
    with pytest.raises(NotFound, match="there is no lexicon folder"):
        load_lexicons((), (folder / "wrods",))


def test_every_section_of_the_page_is_one_that_is_read() -> None:
    (table,) = re.findall(r"\| section \| holds \|\n(.*?)\n\n", PAGE, re.DOTALL)
    named = re.findall(r"`([a-z_]+(?:\.[a-z_0-9]+)*)`", table)
    known = load_lexicons(()).sections
    assert len(named) > 25
    assert [name for name in named if name not in known] == []


def test_the_page_names_every_section() -> None:
    named = {name.rstrip("_.") for name in re.findall(r"`([a-z_.]+?)(?:\.…|\.?<[a-z ]+>)?`", PAGE)}
    heads = {
        name: {name, name.partition(".")[0], name.rpartition(".")[0], "per" if name.startswith("per_") else name}
        for name in load_lexicons(()).sections
    }
    assert [name for name, known in heads.items() if not known & named] == []
