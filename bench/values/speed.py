"""Speed: processor time of all types over one message, beside the other recognizers where they are installed."""

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from statistics import median
from typing import Any, get_args

from bench.values import references
from bench.values.cases import Case, read_cases
from dualmem.model.field import FieldType
from dualmem.text import fold
from dualmem.values.parse import parse

_LENGTH = 60
_PEER_TYPES: tuple[FieldType, ...] = ("number", "money", "percent", "datetime", "phone", "email", "url")


def run_speed(files: list[Path], limit: int | None) -> dict[str, Any]:
    """Time a pass of all types over messages of about 60 characters, alternating, best of three, by language."""
    out: dict[str, Any] = {}
    for language in ("zh", "en"):
        out[language] = _compare(_messages(files, language)[: limit or 40])
    return out


def _messages(files: list[Path], language: str) -> list[Case]:
    """Join texts, one of each file in turn, to messages of about 60 characters."""
    columns = [
        [case for case in read_cases(path) if not case.is_own and len(case.text) <= _LENGTH // 2] for path in files
    ]
    columns = [[case for case in cases if references.is_chinese(case.text) is (language == "zh")] for cases in columns]
    messages: list[Case] = []
    for row in zip_longest(*columns):
        said = ""
        for case in filter(None, row):
            said += ("，" if language == "zh" else ", ") * bool(said) + case.text
            if len(said) >= _LENGTH - 10:
                messages.append(replace(case, text=said))
                said = ""
    return messages


def _compare(cases: Sequence[Case]) -> dict[str, Any]:
    peers = references.installed()
    for case in cases[:5]:  # warm up: compiled patterns, tables
        _pass(case)
        for recognizer in peers.values():
            _peer_pass(case, recognizer)
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    for case in cases:
        fresh = [replace(case, text=case.text + mark) for mark in " .!"]  # no memo of the round before
        rounds = [(_pass(one), {name: _peer_pass(one, peer) for name, peer in peers.items()}) for one in fresh]
        ours.append(min(spent for spent, _ in rounds))
        for name, spent in theirs.items():
            spent.append(min(peer[name] for _, peer in rounds))
    return {
        "texts": len(cases),
        "us_per_text": _microseconds(ours),
        "peers_us_per_text": {name: _microseconds(spent) for name, spent in theirs.items()},
        "times_faster": {name: round(sum(spent) / sum(ours), 1) for name, spent in theirs.items() if ours},
        "times_faster_p50": {name: round(median(spent) / median(ours), 1) for name, spent in theirs.items() if ours},
    }


def _microseconds(spent: Sequence[float]) -> dict[str, float]:
    return {"mean": round(sum(spent) / len(spent) * 1e6, 1), "p50": round(median(spent) * 1e6, 1)} if spent else {}


def _pass(case: Case) -> float:
    begin = time.process_time()
    folded = fold(case.text)
    for field_type in get_args(FieldType):
        parse(field_type, folded, case.context)
    return time.process_time() - begin


def _peer_pass(case: Case, recognizer: references.Recognizer) -> float:
    begin = time.process_time()
    for field_type in _PEER_TYPES:
        recognizer(replace(case, type=field_type))
    return time.process_time() - begin
