"""The JSON Schemas of the files themselves say what the loaders take."""

import json

import pytest

from dualmem.schema import fields, load, rules
from dualmem.schema.editor import rules_file_schema, schema_file_schema, write_file_schemas
from dualmem.schema.shipped import rules_path, schema_path, shipped_names
from dualmem.source import read, to_json


def resolve(node, document):
    if "$ref" in node:
        return resolve(document["$defs"][node["$ref"].rsplit("/", 1)[-1]], document)
    return node


def unknown_keys(data, node, document, path=""):
    """A small walk: keys of the data that the schema does not know."""
    node = resolve(node, document)
    if isinstance(data, dict):
        options = [resolve(option, document) for option in node.get("anyOf", [node])]
        found = []
        for option in options:
            known = option.get("properties", {})
            more = option.get("additionalProperties", True)
            bad = []
            for key, value in data.items():
                if key in known:
                    bad += unknown_keys(value, known[key], document, f"{path}.{key}")
                elif more is False:
                    bad.append(f"{path}.{key}")
                elif isinstance(more, dict):
                    bad += unknown_keys(value, more, document, f"{path}.{key}")
            found.append(bad)
        return min(found, key=len)
    if isinstance(data, list) and "items" in node:
        return [bad for item in data for bad in unknown_keys(item, node["items"], document, f"{path}[]")]
    return []


@pytest.mark.parametrize("name", shipped_names())
def test_the_shipped_files_use_no_key_that_the_json_schemas_lack(name):
    for path, document in ((schema_path(name), schema_file_schema()), (rules_path(name), rules_file_schema())):
        assert unknown_keys(to_json(read(path).root), document, document) == []


def test_a_wrong_key_is_seen():
    document = schema_file_schema()
    data = {"dualmem": "schema/1", "fields": {"a": {"type": "text", "lable": {}}}}
    assert unknown_keys(data, document, document) == [".fields.a.lable"]


def test_the_keys_are_those_of_the_loaders():
    document = schema_file_schema()
    assert set(document["properties"]) == set(load.SCHEMA_KEYS)
    assert set(document["$defs"]["field"]["properties"]) == set(fields.FIELD_KEYS)
    assert set(document["properties"]["tasks"]["additionalProperties"]["properties"]) == set(load.TASK_KEYS)
    assert set(document["properties"]["prompt"]["properties"]) == set(load.PROMPT_KEYS)
    document = rules_file_schema()
    assert set(document["properties"]) == set(rules.FILE_KEYS)
    rule = document["properties"]["rules"]["items"]["properties"]
    assert set(rule) == set(rules.RULE_KEYS)
    assert set(rule["match"]["items"]["properties"]) == set(rules.EXAMPLE_KEYS)


def test_they_are_json():
    for document in (schema_file_schema(), rules_file_schema()):
        assert json.loads(json.dumps(document)) == document


@pytest.mark.parametrize("name", shipped_names())
def test_they_are_written_where_the_first_line_of_a_shipped_file_points(tmp_path, name):
    (tmp_path / ".dualmem").mkdir()
    written = write_file_schemas(tmp_path / ".dualmem")
    for source, path in zip((schema_path(name), rules_path(name)), written, strict=True):
        pointer = source.read_text(encoding="utf-8").split("$schema=")[1].split("\n")[0]
        assert (tmp_path / "schemas" / pointer).resolve() == path
        assert json.loads(path.read_text(encoding="utf-8"))["title"].startswith("dualmem")
