"""Speed: a whole pass of all types over one message, beside the other recognizers where they are installed."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from bench.values import references
from bench.values.cases import Case, read_cases
from dualmem.model.field import FieldType
from dualmem.text import fold
from dualmem.values.parse import parse

_LEAST, _MOST = 20, 80
_PEER_TYPES: tuple[FieldType, ...] = ("number", "money", "percent", "datetime", "phone", "email", "url")


def run_speed(files: list[Path], limit: int | None) -> dict[str, Any]:
    """Time a pass of all types over the texts of 20 to 80 characters, alternating, by language."""
    cases = [
        case for path in files for case in read_cases(path) if not case.is_own and _LEAST <= len(case.text) <= _MOST
    ]
    out: dict[str, Any] = {}
    for language in ("zh", "en"):
        chosen = [case for case in cases if references.is_chinese(case.text) is (language == "zh")]
        out[language] = _compare(chosen[:: max(1, len(chosen) // (limit or 150))])
    return out


def _compare(cases: Sequence[Case]) -> dict[str, Any]:
    peers = references.installed()
    ours, theirs = 0.0, dict.fromkeys(peers, 0.0)
    for case in cases[:3]:  # warm up: compiled patterns, tables
        _pass(case)
        for recognizer in peers.values():
            _peer_pass(case, recognizer)
    for case in cases:
        ours += _pass(case)
        for name, recognizer in peers.items():
            theirs[name] += _peer_pass(case, recognizer)
    count = max(1, len(cases))
    return {
        "texts": len(cases),
        "us_per_text": round(ours / count * 1e6, 1),
        "peers_us_per_text": {name: round(spent / count * 1e6, 1) for name, spent in theirs.items()},
        "times_faster": {name: round(spent / ours, 1) for name, spent in theirs.items()} if ours else {},
    }


def _pass(case: Case) -> float:
    begin = time.perf_counter()
    folded = fold(case.text)
    for field_type in get_args(FieldType):
        parse(field_type, folded, case.context)
    return time.perf_counter() - begin


def _peer_pass(case: Case, recognizer: references.Recognizer) -> float:
    begin = time.perf_counter()
    for field_type in _PEER_TYPES:
        recognizer(replace(case, type=field_type))
    return time.perf_counter() - begin
