"""No log line holds a sensitive value."""

import json
import logging

import pytest

from dualmem import logs


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


def test_a_silent_program_formats_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loud:
        def __str__(self) -> str:
            raise AssertionError

    logs.get("quiet").debug("turn.heard", why=Loud())
