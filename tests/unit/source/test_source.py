"""Source: nodes with positions, and nothing that hides."""

import pytest

from dualmem.source import MAX_BYTES, Items, Table, Text, describe, read, to_json, to_text


def faults(given):
    return [str(fault) for fault in read(given, name="f.yaml").faults]


def value(text):
    source = read(text, name="f.yaml")
    assert source.faults == []
    return to_json(source.root)


def test_no_and_other_words_stay_text():
    assert value("a: no\nb: on\nc: yes\nd: 1.10\ne: 010\nf: 12:30:45\n") == {
        "a": "no",
        "b": "on",
        "c": "yes",
        "d": "1.10",
        "e": "010",
        "f": "12:30:45",
    }


def test_plain_true_whole_numbers_and_nothing_are_typed_as_json():
    assert value("a: true\nb: 42\nc:\nd: '42'\ne: -7\nf: \"true\"\n") == {
        "a": True,
        "b": 42,
        "c": None,
        "d": "42",
        "e": -7,
        "f": "true",
    }


def test_text_form_keeps_every_scalar_as_written():
    assert to_text(read("a: 42\nb: [true, x]\n").root) == {"a": "42", "b": ["true", "x"]}


def test_every_key_and_value_knows_its_line_and_column():
    root = read("# first\n预算: {键: 值}\nlist:\n  - x\n").root
    assert isinstance(root, Table)
    (budget, inner), (_, items) = root.entries
    assert (budget.line, budget.column) == (2, 1)
    assert isinstance(inner, Table)
    assert (inner.entries[0][1].line, inner.entries[0][1].column) == (2, 9)
    assert isinstance(items, Items)
    assert (items.items[0].line, items.items[0].column) == (4, 5)


def test_a_byte_order_mark_is_dropped_and_columns_stay():
    for given in ("\ufeffa: [\n", "\ufeffa: [\n".encode()):
        assert read(given).faults[0].line == 2
    assert value("\ufeffa: x\n") == {"a": "x"}


def test_faults_of_the_form_are_collected_together():
    text = "a: &x 1\nb: *x\na: 2\nc: !!python/object/apply:os.system [ls]\n? [k]\n: v\n"
    found = faults(text)
    assert [line.split(": error: ")[0] for line in found] == [
        "f.yaml:1:4",
        "f.yaml:2:4",
        "f.yaml:3:1",
        "f.yaml:4:4",
        "f.yaml:5:3",
    ]
    assert "anchors" in found[0]
    assert "aliases" in found[1]
    assert "stands twice" in found[2]
    assert "tags" in found[3]
    assert "key must be a text" in found[4]


BROKEN = {
    "unclosed flow list": ("a: [1\n", 2),
    "unclosed flow table": ("a: {b: 1\n", 2),
    "unclosed single quote": ("a: 'x\n", 2),
    "unclosed double quote": ('a: "x\n', 2),
    "tab as indent": ("a:\n\tb: 1\n", 2),
    "no blank after the dash": ("a:\n  - {t: 1}\n  -{t: 2}\n", 3),
    "two colons in a line": ("a: b: c\n", 1),
    "bad indent": ("a:\n    b: 1\n  c: 2\n", 3),
    "list beside keys": ("a: 1\n- b\n", 2),
    "no blank after the colon": ("a: 1\nb:2\n", 3),
    "full-width colon": ("a: 1\nb：2\n", 3),
    "second document": ("a: 1\n---\nb: 2\n", 2),
    "bad escape": ('a: "\\q"\n', 1),
    "unknown alias": ("a: *b\n", 1),
    "unknown tag handle": ("a: !x!y z\n", 1),
    "reserved at sign": ("a: @x\n", 1),
    "reserved backtick": ("a: `x`\n", 1),
    "percent directive": ("%FOO bar\n--- {}\n", 1),
    "stray bracket": ("a: ]\n", 1),
    "comma in front": ("a: [,]\n", 1),
    "NUL": ("a: 1\nb: x\x00y\n", 2),
    "escape character": ("a: \x1b[31m\n", 1),
    "lone surrogate": ("a: 1\nb: '\ud800'\n", 2),
    "UTF-16": ("a: 1\n".encode("utf-16"), 1),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00", 1),
    "latin-1": ("a: 1\nb: \xe9\n".encode("latin-1"), 2),
    "deep nesting": ("[" * 100_000 + "\n", 1),
    "deep block nesting": ("".join(f"{' ' * i}a:\n" for i in range(200)), 33),
    "too large": ("a: " + "x" * (10 * 1024 * 1024), 1),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_yaml_gives_one_line_with_its_place(kind):
    given, line = BROKEN[kind]
    data = given.encode("utf-8") if kind == "too large" else given
    found = faults(data)
    assert len(found) == 1
    assert "\n" not in found[0]
    assert found[0].startswith(f"f.yaml:{line}:"), found[0]
    assert len(found[0]) < 300


def test_a_missing_blank_after_a_dash_is_named():
    assert "write a blank after '-'" in faults(BROKEN["no blank after the dash"][0])[0]


def test_what_was_read_before_a_fault_of_the_syntax_is_reported_too():
    assert len(faults("a: 1\na: 2\nb: [\n")) == 2


def test_a_missing_file_is_a_fault_and_no_traceback(tmp_path):
    found = read(tmp_path / "none.yaml").faults
    assert "can not be read" in found[0].message


def test_a_folder_is_a_fault(tmp_path):
    assert "can not be read" in read(tmp_path).faults[0].message


def test_a_path_as_text_is_read_as_a_file(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("a: 1\n", encoding="utf-8")
    assert to_json(read(str(path)).root) == {"a": 1}


def test_an_empty_text_has_no_root():
    for given in ("", "\n", "# only a comment\n", b""):
        assert read(given).root is None


def test_a_file_just_under_the_cap_is_read():
    text = "a: |\n" + "  x\n" * ((MAX_BYTES - 5) // 4)
    assert read(text).faults == []


def test_describe_says_what_was_read():
    assert describe(Text("x", 1, 1)) == "the text 'x'"
    assert describe(Text("", 1, 1)) == "nothing"
    assert "list of 1" in describe(read("- a\n").root)
    assert "'k'" in describe(read("k: a\n").root)
