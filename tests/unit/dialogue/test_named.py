"""What the names of a field tell apart."""

import pytest

from dualmem.dialogue.shown.named import named
from dualmem.model.field import FieldSpec
from dualmem.schema.lexicon import load_lexicons
from dualmem.schema.load import load_schema
from dualmem.schema.shipped import schema_path
from dualmem.schema.spec import Schema


@pytest.fixture(scope="module")
def lexicon():
    return load_lexicons(("zh", "en"))


@pytest.fixture(scope="module")
def schema():
    return load_schema(schema_path("project_assistant"))


def test_half_of_a_long_label_is_a_part_of_it(schema, lexicon):
    parts = named(schema.field("business_context.quote_total"), schema, lexicon).parts
    assert "quote" in parts
    assert "报价" in parts


def test_a_label_of_one_word_has_no_parts(schema, lexicon):
    assert named(schema.field("user_profile.name"), schema, lexicon).parts == ()


def test_the_names_of_a_field_are_read_once(schema, lexicon):
    spec = schema.field("user_profile.name")
    assert named(spec, schema, lexicon) is named(spec, schema, lexicon)


def test_another_schema_has_names_of_its_own(schema, lexicon):
    other = load_schema(schema_path("project_assistant"))
    path = "user_profile.name"
    assert named(schema.field(path), schema, lexicon) is not named(other.field(path), other, lexicon)


@pytest.mark.parametrize(("label", "kinds"), [("city of event", {"place"}), ("name of event", {"work", "named"})])
def test_a_field_is_of_the_kind_that_the_head_of_its_name_says(label, kinds, lexicon):
    spec = FieldSpec(path="booking.x", type="text", labels={"en": (label,)})
    owner = Schema(id="s", version=1, languages=("en",), timezone="UTC", fields={"booking.x": spec})
    assert named(spec, owner, lexicon).kinds == kinds
