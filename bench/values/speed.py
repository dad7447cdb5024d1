"""Speed: processor time of all types over one message, beside the other recognizers where they are installed.

Measured twice. By round: each reads all messages, then the other does, three times over. Message by message: they
take turns at every message, so that each begins with the processor's caches full of the other's work.
"""

import time
from collections.abc import Mapping, Sequence
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

Peers = Mapping[str, references.Recognizer]

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
    ours, theirs = _by_round(cases, peers)
    ours_in_turn, theirs_in_turn = _by_message(cases, peers)
    return {
        "texts": len(cases),
        "us_per_text": _microseconds(ours),
        "peers_us_per_text": {name: _microseconds(spent) for name, spent in theirs.items()},
        "times_faster": {name: round(sum(spent) / sum(ours), 1) for name, spent in theirs.items() if ours},
        "times_faster_p50": {name: round(median(spent) / median(ours), 1) for name, spent in theirs.items() if ours},
        "message_by_message": {
            "us_per_text": _microseconds(ours_in_turn),
            "times_faster": {
                name: round(sum(spent) / sum(ours_in_turn), 1) for name, spent in theirs_in_turn.items() if ours_in_turn
            },
        },
    }


def _by_round(cases: Sequence[Case], peers: Peers) -> tuple[list[float], dict[str, list[float]]]:
    """Give the best of three of each message, where each reads all of them before the other does."""
    ours: list[list[float]] = []
    theirs: dict[str, list[list[float]]] = {name: [] for name in peers}
    for fresh in _fresh(cases):
        ours.append([_pass(case) for case in fresh])
        for name, recognizer in peers.items():
            theirs[name].append([_peer_pass(case, recognizer) for case in fresh])
    return _best(ours), {name: _best(rounds) for name, rounds in theirs.items()}


def _by_message(cases: Sequence[Case], peers: Peers) -> tuple[list[float], dict[str, list[float]]]:
    """Give the best of three of each message, where they take turns at every message."""
    ours: list[list[float]] = []
    theirs: dict[str, list[list[float]]] = {name: [] for name in peers}
    for fresh in _fresh(cases):
        taken = [(_pass(case), {name: _peer_pass(case, peer) for name, peer in peers.items()}) for case in fresh]
        ours.append([spent for spent, _ in taken])
        for name, rounds in theirs.items():
            rounds.append([peer[name] for _, peer in taken])
    return _best(ours), {name: _best(rounds) for name, rounds in theirs.items()}


def _fresh(cases: Sequence[Case]) -> list[list[Case]]:
    """Give the messages three times, each time another text, so that nothing is remembered of the round before."""
    return [[replace(case, text=case.text + mark) for case in cases] for mark in " .!"]


def _best(rounds: list[list[float]]) -> list[float]:
    return [min(spent) for spent in zip(*rounds, strict=True)]


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
