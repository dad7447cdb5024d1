"""No log line holds a sensitive value."""

import json
import logging

import pytest

from dualmem import logs
from dualmem.memory import Memory
from dualmem.testing.fakes import PlainVault


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, logger="dualmem")
    return caplog


def test_an_event_is_one_json_line_with_its_facts(lines: pytest.LogCaptureFixture) -> None:
    logs.get("turn").info("update.confirmed", field="business_context.budget.ceiling", version=3)
    data = json.loads(lines.messages[0])
    assert data["event"] == "update.confirmed"
    assert data["version"] == 3
    assert "timestamp" in data


@pytest.mark.parametrize("key", ["value", "old", "new", "quote", "text", "token", "api_key"])
def test_content_is_removed_whatever_it_is(lines: pytest.LogCaptureFixture, key: str) -> None:
    logs.get("turn").info("turn.heard", **{key: "五十万"})
    assert "五十万" not in lines.text


SECRETS = ("dev@abc.com", "13800138000", "+86 138 0013 8000", "11010519491231002X", "6222 0212 3456 7890")


@pytest.mark.parametrize("secret", [*SECRETS, "sk-abcdefghijkl1234"])
@pytest.mark.parametrize("wrap", [str, lambda s: [s], lambda s: {"a": {"b": s}}, lambda s: ValueError(f"bad {s}")])
def test_numbers_addresses_and_keys_are_cut_out_anywhere(
    lines: pytest.LogCaptureFixture, secret: str, wrap: object
) -> None:
    logs.get("store").warning("row.refused", why=wrap(secret))  # type: ignore[operator]
    assert secret not in lines.text
    assert lines.text


def test_a_time_and_an_id_stay_readable(lines: pytest.LogCaptureFixture) -> None:
    logs.get("turn").info("turn.heard", at="2026-11-29T09:00:00+08:00", operation="20261129090000")
    assert "2026-11-29T09:00:00+08:00" in lines.text
    assert "20261129090000" in lines.text


def test_a_silent_program_formats_nothing(caplog: pytest.LogCaptureFixture) -> None:
    class Loud:
        def __str__(self) -> str:
            raise AssertionError

    caplog.set_level(logging.WARNING, logger="dualmem")
    logs.get("quiet").debug("turn.heard", why=Loud())
    assert caplog.text == ""


def test_every_commit_is_logged_without_values(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="dualmem"), Memory.open(vault=PlainVault()) as memory:
        memory.hear("u", "我的手机号是13800138000", conversation="c").reply()
        memory.hear("u", "确认", conversation="c").reply()
    names = [json.loads(record.getMessage())["event"] for record in caplog.records]
    assert "update.proposed" in names
    assert "update.confirmed" in names
    assert "13800138000" not in caplog.text
    assert "138 0013 8000" not in caplog.text


def test_a_callback_that_fails_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    with caplog.at_level(logging.ERROR, logger="dualmem"), Memory.open(vault=PlainVault(), on_event=broken) as memory:
        memory.set("u", "facts.city", "Berlin")
        assert memory.state("u").value("facts.city") == "Berlin"
    assert "callback.failed" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("kind", "name"), [("UpdateConfirmed", "update.confirmed"), ("StateRolledBack", "state.rolled_back")]
)
def test_a_log_name_is_noun_and_past_tense(kind: str, name: str) -> None:
    assert logs.name_of(kind) == name
