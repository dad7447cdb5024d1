"""Surfaces: how a hostile input of each kind reaches dualmem, and what came of it."""

import io
import json
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from bench.understanding.stage import CONVERSATION, SUBJECT, Stage
from dualmem.errors import DualmemError, InvalidInput, NotFound, StoreCorrupt, TooLarge
from dualmem.schema.load import load_schema
from dualmem.values.codec import from_json

Row = dict[str, Any]
_CHANNELS = {"tool_result": "tool", "document": "document", "image_ocr": "document", "url_prefill": "document"}


@dataclass(slots=True)
class Outcome:
    """What came of an attack.

    Attributes:
        state: The state after it, in JSON form.
        pending: What waits, as (field, value).
        error: None, invalid, denied, too_large, not_found, corrupt or crash.
        message: Of the error.
        outputs: Name of an output to its text.
        has_memory: There was a memory whose state counts.
        setup_s: Processor time before the input was given.
    """

    state: dict[str, Any] = field(default_factory=dict)
    pending: list[tuple[str, Any]] = field(default_factory=list)
    error: str | None = None
    message: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    has_memory: bool = True
    setup_s: float = 0.0


def built(given: Any) -> Any:
    """Give the input that a compact form stands for."""
    if not isinstance(given, dict):
        return given
    if "repeat" in given:
        tail = given["then_repeat"] * given["then_times"] if "then_repeat" in given else given.get("then", "")
        return given["repeat"] * given["times"] + tail
    if "nest" in given:
        return given["nest"] * given["times"] + "1" + "}" * given["times"]
    return given


def kind_of(error: Exception) -> str:
    """Give the word of an expectation for an error."""
    if isinstance(error, TooLarge):
        return "too_large"
    if isinstance(error, InvalidInput):
        return "invalid"
    if isinstance(error, NotFound):
        return "not_found"
    if isinstance(error, StoreCorrupt):
        return "corrupt"
    return "refused" if isinstance(error, DualmemError) else "crash"


def conversation(row: Row) -> Outcome:
    """Say it in a conversation: as the user, as the assistant, or as a text from outside."""
    started = time.process_time()
    stage = Stage.open({"now": "2026-11-29T09:00:00+08:00", **row.get("given", {})})
    outcome = Outcome()
    before = row.get("before")
    for turn in [before] if isinstance(before, dict) else before or []:
        for _ in range(turn.get("times", 1)):
            _say(stage, turn)
    outcome.setup_s = time.process_time() - started
    try:
        _say(stage, row)
        for turn in row.get("then", ()):
            _say(stage, turn)
        stage.settle()
    except Exception as error:  # noqa: BLE001 - a crash is a result
        outcome.error, outcome.message = kind_of(error), str(error)[:200]
    with suppress(Exception):
        stage.settle()
    _look(stage, outcome)
    outcome.outputs["terminal"] = "\n".join(stage.replies)
    outcome.outputs["prompt"] = _prompt(stage)
    return outcome


def _say(stage: Stage, turn: Mapping[str, Any]) -> None:
    """Say the input of a row, or of a turn before or after it, where it comes from; the user's own where it is silent."""
    channel = turn.get("channel", "user")
    speaker = "assistant" if channel == "assistant" else "user"
    stage.say(built(turn["input"]), channel=_CHANNELS.get(channel, "user"), speaker=speaker)


def _prompt(stage: Stage) -> str:
    exchange = stage.memory.hear(SUBJECT, "hello", conversation=CONVERSATION)
    return "\n".join(message.content for message in exchange.messages() if message.role == "system")


def _look(stage: Stage, outcome: Outcome) -> None:
    outcome.state, outcome.pending = stage.state(), stage.pending()


def subject_id(row: Row) -> Outcome:
    """Use it as a subject id."""
    outcome = Outcome(has_memory=False)
    try:
        stage = Stage.open({})
        stage.memory.hear(built(row["input"]), "hello", conversation=CONVERSATION)
    except Exception as error:  # noqa: BLE001
        outcome.error, outcome.message = kind_of(error), str(error)[:200]
    return outcome


def field_path(row: Row) -> Outcome:
    """Set the value 1 at it."""
    stage = Stage.open(row.get("given", {}))
    outcome = Outcome()
    try:
        stage.memory.set(SUBJECT, built(row["input"]), "1")
    except Exception as error:  # noqa: BLE001
        outcome.error, outcome.message = kind_of(error), str(error)[:200]
    _look(stage, outcome)
    return outcome


def number(row: Row) -> Outcome:
    """Set the budget to what the JSON body holds."""
    stage = Stage.open(row.get("given", {}))
    outcome = Outcome()
    path = "business_context.budget.ceiling"
    try:
        body = json.loads(row["input"], parse_float=_finite, parse_constant=_finite)
        value = from_json(stage.memory.schema.field(path), {"amount": str(body["value"]), "currency": "CNY"})
        stage.memory.set(SUBJECT, path, value)
    except (ValueError, TypeError, KeyError) as error:
        outcome.error, outcome.message = "invalid", str(error)[:200]
    except Exception as error:  # noqa: BLE001
        outcome.error, outcome.message = kind_of(error), str(error)[:200]
    _look(stage, outcome)
    return outcome


def _finite(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise ValueError(text) from error
    if not value.is_finite():
        raise ValueError(text)
    return value


def sql_filter(row: Row) -> Outcome:
    """Use it as the filter of the audit list."""
    from dualmem.jobs.history import Filter  # noqa: PLC0415

    stage = Stage.open({})
    outcome = Outcome(has_memory=False)
    try:
        list(stage.memory.audit.list(SUBJECT, Filter(**built(row["input"]))))
    except TypeError as error:
        outcome.error, outcome.message = "invalid", str(error)[:200]
    except Exception as error:  # noqa: BLE001
        outcome.error, outcome.message = kind_of(error), str(error)[:200]
    return outcome


def search(row: Row) -> Outcome:
    """Use it as the words of a recall."""
    stage = Stage.open(row.get("given", {}))
    outcome = Outcome()
    try:
        stage.memory.recall(SUBJECT, row["input"]["search"] if isinstance(row["input"], dict) else row["input"])
    except Exception as error:  # noqa: BLE001
        outcome.error, outcome.message = kind_of(error), str(error)[:200]
    _look(stage, outcome)
    return outcome


def schema_file(row: Row) -> Outcome:
    """Load it as a schema."""
    outcome = Outcome(has_memory=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "schema.yaml"
        path.write_text(built(row["input"]), encoding="utf-8")
        try:
            load_schema(path)
        except Exception as error:  # noqa: BLE001
            outcome.error, outcome.message = kind_of(error), str(error)[:200]
    return outcome


def rules_file(row: Row) -> Outcome:
    """Load a rule with the pattern, then say the text."""
    given = row["input"]
    outcome = Outcome(has_memory=False)
    rule = {
        "id": "attack", "field": "user_profile.name", "patterns": {"any": [given["pattern"] + "{value}"]},
        "match": [{"text": "x", "value": "x", "todo": True}], "no_match": [{"text": "y"}],
    }  # fmt: skip
    body = json.dumps({"dualmem": "rules/1", "for": "project_assistant", "rules": [rule]})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.yaml"
        path.write_text(body, encoding="utf-8")
        started = time.process_time()
        try:
            stage = Stage.open({}, rules=[path])
            outcome.setup_s = time.process_time() - started
            stage.say(given["text"])
        except Exception as error:  # noqa: BLE001
            outcome.setup_s = outcome.setup_s or time.process_time() - started
            outcome.error, outcome.message = kind_of(error), str(error)[:200]
    return outcome


def command_line(row: Row) -> Outcome:
    """Run it as a command."""
    from dualmem.cli.main import main  # noqa: PLC0415

    outcome = Outcome(has_memory=False)
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as err:
        words = str(row["input"]).split()[1:]
        code: object = 0
        try:
            main(["--db", str(Path(folder) / "m.db"), *words])
        except SystemExit as error:
            code = error.code
        except Exception as error:  # noqa: BLE001
            code = f"crash {error}"
        outcome.error = {0: None, 2: "invalid", 4: "not_found"}.get(code, "crash") if isinstance(code, int) else "crash"
        outcome.message = f"exit {code} {err.getvalue()[:200]}"
    return outcome


SURFACES: dict[str, Callable[[Row], Outcome]] = {
    "user": conversation,
    "user_paste": conversation,
    "assistant": conversation,
    "tool_result": conversation,
    "document": conversation,
    "image_ocr": conversation,
    "url_prefill": conversation,
    "subject-id": subject_id,
    "field-path": field_path,
    "number": number,
    "sql-filter": sql_filter,
    "fts-syntax": search,
    "schema_file": schema_file,
    "rules_file": rules_file,
    "cli": command_line,
}
