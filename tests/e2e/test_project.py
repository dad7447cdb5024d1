"""A project of one's own: its files, its store, its tools."""

import json
import os
import subprocess
import sys

import pytest

from dualmem.cli.main import COMMANDS
from tests.conftest import ROOT
from tests.e2e.conftest import Shell, command

TALK = [
    {"role": "user", "text": "总预算控制在五十万以内"},
    {"role": "assistant", "text": "好的。"},
    {"role": "user", "text": "确认"},
    {"role": "assistant", "text": "已记下，预算是80万。"},
    {"role": "user", "text": "预算改成60万"},
]


def test_init_makes_a_project_that_works_from_any_folder_below(dualmem: Shell) -> None:
    dualmem("init", "support_desk")
    dualmem("init", "support_desk", code=5)
    below = dualmem.folder / "a" / "b"
    below.mkdir(parents=True)
    inside = Shell(below, dualmem.folder / ".dualmem" / "memory.db")
    out = inside("doctor", DUALMEM_DB="").data
    found = {row["check"]: row["found"] for row in out}
    assert str(dualmem.folder / ".dualmem" / "memory.db") in found["store"]
    assert "support_desk" in found["schema and rules"]
    inside("hear", "My order number is ORD-20241.", DUALMEM_DB="")
    assert (dualmem.folder / ".dualmem" / "memory.db").exists()
    assert inside("rules", "test", DUALMEM_DB="").data["failed"] == 0


def test_the_projects_own_schema_is_checked_where_none_is_named(dualmem: Shell) -> None:
    dualmem("init", "support_desk")
    assert dualmem("schema", "check").data["id"] == "support_desk"
    file = dualmem.folder / "schemas" / "support_desk.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("type: money", "type: mony"), encoding="utf-8")
    assert "did you mean money?" in dualmem("schema", "check", code=2).err


def test_a_failing_example_is_named_with_its_place(dualmem: Shell) -> None:
    dualmem("init")
    file = dualmem.folder / "rules" / "project_assistant.yaml"
    text = file.read_text(encoding="utf-8")
    wanted = '{text: the budget is $600k, value: {amount: "600000", currency: USD}}'
    assert wanted in text
    file.write_text(text.replace(wanted, wanted.replace("600000", "600001")), encoding="utf-8")
    report = dualmem("rules", "test", code=1).data
    assert report["failed"] == 1
    (failed,) = report["examples"]
    assert failed["rule"] == "budget-ceiling"
    assert "project_assistant.yaml:" in failed["place"]
    assert "600000" in failed["why"]


@pytest.mark.parametrize("name", ["project_assistant", "memory_agent", "work_buddy", "support_desk"])
def test_the_shipped_rules_pass_their_examples(dualmem: Shell, name: str) -> None:
    report = dualmem("rules", "test", name).data
    assert report["failed"] == 0
    assert report["passed"] > 10


def test_a_rule_is_tried_on_a_text(dualmem: Shell) -> None:
    rows = dualmem("rules", "try", "总预算控制在五十万以内").data
    assert [(row["rule"], row["proposes"]) for row in rows if row["proposes"]] == [("budget-ceiling", True)]
    asked = dualmem("rules", "try", "预算是60万吗？").data
    assert not [row for row in asked if row["proposes"]]


def test_values_are_shown_with_place_and_refusal(dualmem: Shell) -> None:
    rows = dualmem("values", "try", "2月30日前预算50万", "--type", "money", "--type", "date").data
    assert {"amount": "500000", "currency": "CNY"} in [row["value"] for row in rows]
    assert [row["text"] for row in rows if row["refused"]]


def test_explain_says_what_would_be_written(dualmem: Shell) -> None:
    report = dualmem("explain", "对，但是改成60万", "--shown", "预算=50万").data
    (change,) = [change for event in report["events"] for change in event["changes"] or []]
    assert change["new"] == {"amount": "600000", "currency": "CNY"}
    assert report["written"] == [{"field": "business_context.budget.ceiling", "old": None, "new": change["new"]}]
    assert [row["text"] for row in report["clauses"]] == ["对，", "但是改成60万"]
    assert not dualmem.db.exists()


def test_explain_names_what_an_act_is_bound_to(dualmem: Shell) -> None:
    report = dualmem("explain", "第一个对", "--shown", "预算=50万", "--shown", "截止日期=2026-12-15").data
    assert report["acts"][0]["field"] == "business_context.budget.ceiling"
    assert report["acts"][0]["shown"] == {"amount": "500000", "currency": "CNY"}
    assert [row["no"] for row in report["shown"]] == [1, 2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("不确定", "does not decide"),
        ("“确认”", "quoted"),
        ("今天天气不错", "nothing in the message"),
        ("сonfirm", "mixed scripts"),
        ("对，60万", "which value holds"),
        ("预算-5万", "refused"),
        ("不对", "the user refused it"),
    ],
)
def test_explain_says_why_a_shown_value_is_not_written(dualmem: Shell, text: str, why: str) -> None:
    (row,) = dualmem("explain", text, "--shown", "预算=50万").data["not_written"]
    assert why in row["why"]


@pytest.mark.parametrize(
    ("text", "why"), [("预算是60万吗", "asked"), ("预算60万", "waits for a yes"), ("如果预算是60万", "supposed")]
)
def test_explain_says_why_a_value_of_the_message_is_not_written(dualmem: Shell, text: str, why: str) -> None:
    (row,) = dualmem("explain", text).data["not_written"]
    assert why in row["why"]


def test_explain_reads_days_in_the_time_zone_of_the_schema(dualmem: Shell) -> None:
    report = dualmem("explain", "明天", "--asked", "截止日期", "--now", "2026-11-29T20:00:00+00:00").data
    assert report["written"][0]["new"] == "2026-12-01"


def test_explain_masks_sensitive_values(dualmem: Shell) -> None:
    report = dualmem("explain", "确认", "--shown", "手机=13800138000").data
    assert "13800138000" not in json.dumps(report)


def test_explain_says_the_next_step_for_a_value_it_can_not_read(dualmem: Shell) -> None:
    assert "dualmem values try" in dualmem("explain", "确认", "--shown", "预算=hello", code=2).err
    assert "FIELD=VALUE" in dualmem("explain", "确认", "--shown", "预算", code=2).err


def test_replay_counts_what_recorded_talks_do(dualmem: Shell) -> None:
    file = dualmem.folder / "talks.jsonl"
    file.write_text(json.dumps({"turns": TALK}, ensure_ascii=False) + "\n", encoding="utf-8")
    report = dualmem("replay", "talks.jsonl").data
    assert report["conversations"] == 1
    assert report["confirmed"] == 1
    assert report["contradicted"] == 1
    assert report["guarded"] == 1
    assert not dualmem.db.exists()
    loose = dualmem.folder / "loose.jsonl"
    loose.write_text("".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in TALK), encoding="utf-8")
    assert dualmem("replay", "loose.jsonl").data["confirmed"] == 1


def test_replay_names_lines_that_are_no_conversation(dualmem: Shell) -> None:
    (dualmem.folder / "bad.jsonl").write_text('{"turns": []}\nnot json\n{"a": 1}\n', encoding="utf-8")
    error = dualmem("replay", "bad.jsonl", code=2).err
    assert "bad.jsonl:2:1" in error
    assert "bad.jsonl:3:1" in error


def test_public_dialogues_replay_with_the_travel_rules(dualmem: Shell, data_dir: object) -> None:
    travel = [f"--{kind}={ROOT / 'bench' / 'replay' / f'travel.{kind}.yaml'}" for kind in ("schema", "rules")]
    for language in ("zh", "en"):
        file = f"{data_dir}/dialogues/dialogues.{language}.jsonl"
        report = dualmem("replay", file, "--limit", "10", *travel).data
        assert report["conversations"] == 10
        assert report["proposed"] > 0


def test_the_store_is_described_upgraded_and_copied(dualmem: Shell) -> None:
    dualmem("state", "set", "预算", "50万")
    status = dualmem("db", "status").data
    assert status["integrity"] == "ok"
    assert status["subjects"] == 1
    dualmem("db", "upgrade")
    dualmem("db", "backup", "copy.db")
    dualmem("db", "backup", "copy.db", code=5)
    dualmem("keys", "status")
    dualmem("keys", "backup", "key.txt")
    key = (dualmem.folder / "key.txt").read_text().strip()
    assert dualmem("state", "show", DUALMEM_KEY=key).data[0]["value"]["amount"] == "500000"


def test_doctor_finds_a_key_that_does_not_fit(dualmem: Shell) -> None:
    dualmem("state", "set", "预算", "50万")
    assert all(row["status"] == "ok" for row in dualmem("doctor").data)
    rows = dualmem("doctor", code=1, DUALMEM_KEY="22" * 32).data
    assert "memory" in {row["check"] for row in rows if row["status"] == "fault"}


def test_the_machine_is_printed_as_a_diagram(dualmem: Shell) -> None:
    assert dualmem("machine").out.startswith("stateDiagram-v2")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_command(dualmem: Shell, shell: str) -> None:
    assert "dualmem" in dualmem("completion", shell).out


def test_help_teaches_every_command(dualmem: Shell) -> None:
    out = dualmem("--help").out
    assert all(name in out for name in COMMANDS)
    assert "Examples:" in dualmem("pending", "confirm", "--help").out


def test_the_travel_rules_pass_their_examples(dualmem: Shell) -> None:
    travel = [f"--{kind}={ROOT / 'bench' / 'replay' / f'travel.{kind}.yaml'}" for kind in ("schema", "rules")]
    assert dualmem("rules", "test", *travel).data["failed"] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_terminal_gets_a_table_and_a_pipe_gets_json(dualmem: Shell) -> None:
    dualmem("state", "set", "预算", "50万")
    shown, terminal = os.openpty()
    subprocess.run(command(["state", "show"]), env=dualmem.env(), stdout=terminal, check=True)
    os.close(terminal)
    text = os.read(shown, 10_000).decode()
    os.close(shown)
    assert "¥500,000" in text
    assert "{" not in text
    assert dualmem("state", "show").out.startswith("[")


def test_a_rotated_key_opens_and_the_old_one_does_not(dualmem: Shell) -> None:
    dualmem("state", "set", "预算", "50万")
    dualmem("keys", "rotate", "next.key")
    assert "key" in dualmem("state", "show", code=3).err
    shown = dualmem("state", "show", DUALMEM_KEY_FILE=str(dualmem.folder / "next.key")).data
    assert shown[0]["value"]["amount"] == "500000"


def test_an_anchor_finds_an_old_copy_of_the_store(dualmem: Shell) -> None:
    dualmem("state", "set", "预算", "50万")
    old = {file: file.read_bytes() for file in dualmem.db.parent.iterdir() if file.is_file()}
    dualmem("state", "set", "预算", "60万")
    dualmem("audit", "anchor", "heads.log")
    dualmem("audit", "verify", "--anchor", "heads.log")
    for file in old:
        file.unlink()
    for file, data in old.items():
        file.write_bytes(data)
    dualmem("audit", "verify")
    assert dualmem("audit", "verify", "--anchor", "heads.log", code=1).code == 1
