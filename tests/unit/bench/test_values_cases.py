import json

import pytest

from bench.values.__main__ import disagreements, main
from bench.values.cases import data_folder, is_right, read_cases, same_json
from dualmem.values.parse import parse


def _one(tmp_path, row):
    path = tmp_path / "date.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    [case] = read_cases(path)
    return is_right(case, parse(case.type, case.text, case.context))


SUITE = {
    "id": "date.en.1",
    "text": "go back on May 29",
    "reference_time": "2016-11-07T00:00:00",
    "expected": [{"start": 11, "end": 17, "text": "May 29", "value": "2017-05-29", "values": ["2016-05-29"]}],
    "source": "recognizers-text:x",
    "span_exact": True,
}


def test_a_suite_case_is_right_with_the_value_and_the_span(tmp_path):
    assert _one(tmp_path, SUITE)


def test_a_leading_preposition_may_be_in_the_span(tmp_path):
    wanted = SUITE["expected"][0] | {"start": 8, "text": "on May 29"}
    assert _one(tmp_path, SUITE | {"expected": [wanted]})


def test_a_case_is_wrong_where_more_is_found(tmp_path):
    assert not _one(tmp_path, SUITE | {"text": "go back on May 29 or June 1"})


def test_a_case_is_wrong_with_another_span(tmp_path):
    wanted = SUITE["expected"][0] | {"end": 14}
    assert not _one(tmp_path, SUITE | {"expected": [wanted]})


@pytest.mark.parametrize(
    ("field_type", "ours", "wanted", "same"),
    [
        ("money", {"amount": "3.50", "currency": "CNY"}, {"amount": "3.5", "currency": "CNY"}, True),
        (
            "money",
            {"amount": "3.5", "currency": "CNY", "approximate": True},
            {"amount": "3.5", "currency": "CNY"},
            False,
        ),
        ("duration", "PT1H30M", "PT90M", True),
        ("duration", "P14D", "P2W", True),
        ("duration", "P18M", "P1Y6M", True),
        ("duration", "P30D", "P1M", False),
        ("datetime", "2026-12-15T09:00:00+00:00", "2026-12-15T17:00:00+08:00", True),
        ("date", {"ambiguous": ["a", "b"]}, {"ambiguous": ["b", "a"]}, True),
        ("date", "2026-12-15", {"date": "2026-12-15", "bound": "by"}, False),
    ],
)
def test_values_are_the_same_by_what_they_mean(field_type, ours, wanted, same):
    assert same_json(field_type, ours, wanted) is same


def test_the_score_is_json_on_the_last_line(tmp_path, capsys):
    path = tmp_path / "date.en.jsonl"
    path.write_text(json.dumps(SUITE), encoding="utf-8")
    assert main(["score", str(path), "--json", "--no-reference"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["files"]["date.en.jsonl"]["suite_right"] == 1


def test_the_list_of_disagreements_names_only_cases_that_exist():
    folder = data_folder() / "values"
    if not folder.is_dir():
        pytest.skip("no development data: set DUALMEM_DATA")
    ids = {case.id for path in folder.glob("*.jsonl") for case in read_cases(path)}
    assert disagreements() <= ids
