"""The small words of a further language are read from its sections, without code."""

from pathlib import Path

import pytest

from dualmem.dialogue.shown.labels import labels_of
from dualmem.errors import SpecError
from dualmem.guard.contradictions import in_own_voice
from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon, load_lexicons
from dualmem.specs import load_specs
from dualmem.text import fold

WORDS = """\
dualmem: lexicon/1
sections:
  label.noun.phone: {patterns: [nummer]}
  act.noun.url: {patterns: [webseite], match: [webseite], no_match: [web]}
  ask.of.phone: {patterns: ['wie erreichst du mich'], match: [wie erreichst du mich], no_match: [wie]}
  guard_voice.mein: {patterns: [dein], match: [dein name], no_match: [deine]}
"""
SCHEMA = """\
dualmem: schema/1
id: house
version: 1
languages: [en, de]
fields:
  phone: {type: phone, labels: {en: [phone], de: [Telefon]}}
"""


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    file = tmp_path / "words" / "de" / "words.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(WORDS, encoding="utf-8")
    return load_lexicons((), (tmp_path / "words",))


def test_a_noun_may_stand_behind_a_label(lexicon: Lexicon, tmp_path: Path) -> None:
    (tmp_path / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    labels = labels_of(load_specs(tmp_path / "schema.yaml").schema, lexicon)
    known = [name for name in ("telefon nummer", "phone number", "telefon xyz") if labels.exact(name) is not None]
    assert known == ["telefon nummer", "phone number"]


def test_the_guard_reads_a_draft_in_the_voice_of_the_user(lexicon: Lexicon) -> None:
    assert in_own_voice("Dein Name ist Rosa", lexicon) == "mein Name ist Rosa"


def test_a_place_of_the_original_is_found_in_the_folded_text() -> None:
    folded = fold("ＡＢ 預算是½万")
    original = folded.to_original(Span(3, 5))
    assert folded.of_original(original) == Span(3, 5)


@pytest.mark.parametrize("name", ["label.noun.fone", "act.noun.monney", "guard_voices.mein"])
def test_a_section_for_what_there_is_not_is_a_fault(name: str, tmp_path: Path) -> None:
    file = tmp_path / "de" / "words.yaml"
    file.parent.mkdir()
    file.write_text(f"dualmem: lexicon/1\nsections:\n  {name}: {{patterns: [nummer]}}\n", encoding="utf-8")
    with pytest.raises(SpecError, match="nothing reads the section"):
        load_lexicons((), (tmp_path,))
