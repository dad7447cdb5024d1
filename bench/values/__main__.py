"""Command line: ``python -m bench.values score FILE… [--json] [--limit N]`` and ``hostile``."""

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any

from bench.values import references
from bench.values.cases import Case, default_files, describe, is_right, read_cases
from bench.values.hostile import run_hostile
from bench.values.speed import run_speed
from dualmem.text import fold
from dualmem.values.parse import parse


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the last line of stdout is JSON with ``--json``."""
    parser = argparse.ArgumentParser(prog="python -m bench.values")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("score", "hostile", "speed"):
        command = commands.add_parser(name)
        command.add_argument("files", nargs="*", type=Path)
        command.add_argument("--json", action="store_true")
        command.add_argument("--limit", type=int, default=None)
        command.add_argument("--failed", action="store_true", help="print the cases that are not right")
        command.add_argument("--no-reference", action="store_true", help="leave the other recognizers out")
    options = parser.parse_args(arguments)
    if options.command == "score":
        result = score(
            options.files or default_files(), options.limit, show=options.failed, peers=not options.no_reference
        )
    elif options.command == "hostile":
        result = run_hostile()
    else:
        result = run_speed(options.files or default_files(), options.limit)
    print(json.dumps(result, ensure_ascii=False) if options.json else json.dumps(result, ensure_ascii=False, indent=1))
    return 0


def score(files: list[Path], limit: int | None, *, show: bool, peers: bool) -> dict[str, Any]:
    """Score files of value cases.

    Returns:
        ``files`` by name, and ``disagreements``: the ids that bench/values/disagreements.md explains.
    """
    explained = disagreements()
    return {
        "files": {path.name: _file(path, limit, explained, show=show, peers=peers) for path in files},
        "disagreements": sorted(explained),
    }


def disagreements() -> set[str]:
    """Give the case ids that the list of disagreements explains."""
    text = (Path(__file__).parent / "disagreements.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- `([^`]+)`", text, re.MULTILINE))


def _file(path: Path, limit: int | None, explained: set[str], *, show: bool, peers: bool) -> dict[str, Any]:
    cases = list(read_cases(path))[:limit]
    right: list[Case] = []
    failed: list[str] = []
    spent = 0.0
    for case in cases:
        begin = time.perf_counter()
        readings = parse(case.type, fold(case.text), case.context)
        spent += time.perf_counter() - begin
        if is_right(case, readings):
            right.append(case)
            continue
        failed.append(case.id)
        if show:
            mark = " (explained)" if case.id in explained else ""
            print(f"{case.id}{mark}: {case.text!r} @{case.context.now:%Y-%m-%d %a}")
            print(f"    wanted {[(item['text'], item.get('value')) for item in case.expected]}")
            print(f"    found  {describe(readings, case.text)}")
    suite = [case for case in cases if case.is_suite]
    left = [case for case in cases if case.id not in explained]
    return {
        "cases": len(cases),
        "right": len(right),
        "suite_right": sum(case.is_suite for case in right),
        "suite_cases": len(suite),
        "other_right": sum(not case.is_suite for case in right),
        "other_cases": len(cases) - len(suite),
        "share": round(len(right) / len(cases), 4) if cases else None,
        "right_without_disagreements": sum(case.id not in explained for case in right),
        "cases_without_disagreements": len(left),
        "us_per_text": round(spent / len(cases) * 1e6, 1) if cases else None,
        "reference": references.score(cases) if peers else None,
        "failed": failed,
    }


if __name__ == "__main__":
    sys.exit(main())
