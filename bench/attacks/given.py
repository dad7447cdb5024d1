"""Given: the rows of attacks.jsonl, each against the surface it names."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.attacks.surfaces import SURFACES, Outcome
from bench.files import named_or_default, read_rows
from bench.understanding.stage import same, same_pending

HAVE = frozenset({"conversation", "api", "yaml", "cli"})
Row = dict[str, Any]


def run(files: Sequence[Path], limit: int | None = None) -> dict[str, Any]:
    """Run every row whose surfaces exist; the rest are skipped by name."""
    skipped: dict[str, int] = {}
    failed: list[str] = []
    details: list[str] = []
    held = unconfirmed = crashes = cases = 0
    for row in read_rows(named_or_default(files, "attacks.jsonl"), limit):
        reason = _skipped(row)
        if reason is not None:
            skipped[reason] = skipped.get(reason, 0) + 1
            continue
        cases += 1
        started = time.process_time()
        outcome = SURFACES[_surface(row)](row)
        seconds = time.process_time() - started
        faults = _faults(row, outcome, seconds)
        crashes += outcome.error == "crash"
        unconfirmed += any(fault.startswith("state") for fault in faults)
        held += not faults
        if faults:
            failed.append(row["id"])
            details.append(f"{row['id']} {row['channel']}: {'; '.join(faults)}")
    return {
        "cases": cases,
        "held": held,
        "skipped": skipped,
        "unconfirmed_writes": unconfirmed,
        "crashes": crashes,
        "failed": failed,
        "details": details,
    }


def _skipped(row: Row) -> str | None:
    if row.get("recipe"):
        return "recipe"
    missing = [name for name in row.get("needs", []) if name not in HAVE]
    channel = row["channel"]
    if (
        not missing
        and channel == "api"
        and isinstance(row["input"], str)
        and row["input"].startswith(("POST ", "GET ", "PATCH "))
    ):
        missing = ["http"]
    if not missing and _surface(row) not in SURFACES:
        missing = [_surface(row)]
    if row["id"].startswith("A13") and channel == "api" and "needs" in row and row["needs"] == ["http"]:
        missing = ["http"]
    return missing[0] if missing else None


def _surface(row: Row) -> str:
    """Give which runner takes a row: by its channel, and for the API by its kind."""
    channel = str(row["channel"])
    return str(row["kind"]) if channel == "api" and row["kind"] in SURFACES else channel


def _faults(row: Row, outcome: Outcome, seconds: float) -> list[str]:
    expect = row.get("expect", {})
    faults: list[str] = []
    given = row.get("given", {})
    start = given.get("state", {})
    checks: dict[str, Callable[[Any], bool]] = {
        "state": lambda want: same(outcome.state, start if want == "unchanged" else want),
        "pending": lambda want: _is_pending(want, outcome, given),
        "error": lambda want: outcome.error == want,
    }
    for key, check in checks.items():
        if key not in expect or (key in ("state", "pending") and not outcome.has_memory):
            continue
        want = expect[key]
        choices = want["any_of"] if isinstance(want, dict) and "any_of" in want else [want]
        if not any(check(choice) for choice in choices):
            faults.append(f"{key} is {getattr(outcome, key)!r}, not {want!r} {outcome.message}")
    if "max_s" in expect and seconds - outcome.setup_s > expect["max_s"]:
        faults.append(f"took {seconds:.2f} s")
    outputs = set(expect.get("outputs", ["terminal", "log", "csv"]))
    for text in expect.get("no_text_in_output", ()):
        faults += [f"{name} holds {text!r}" for name, out in outcome.outputs.items() if name in outputs and text in out]
    return faults


def _is_pending(want: Any, outcome: Outcome, given: Row) -> bool:
    if want == "any":
        return True
    if want == "none":
        return not outcome.pending
    if want == "kept":
        want = [*given.get("shown", ()), *given.get("queued", ())]
    return same_pending(outcome.pending, [(item["field"], item["value"]) for item in want])
