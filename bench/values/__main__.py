"""Command line: ``python -m bench.values score FILE… [--json] [--limit N]``, ``hostile``, ``speed``, ``fuzz``."""

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any

from bench.values import references
from bench.values.cases import Case, default_files, describe, is_right, read_cases
from bench.values.fuzz import run_fuzz
from bench.values.hostile import run_hostile
from bench.values.speed import run_speed
from dualmem.model.reading import Reading
from dualmem.text import fold
from dualmem.values.parse import parse


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the last line of stdout is JSON with ``--json``."""
    parser = argparse.ArgumentParser(prog="python -m bench.values")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("score", "hostile", "speed", "fuzz"):
        command = commands.add_parser(name)
        command.add_argument("files", nargs="*", type=Path)
        command.add_argument("--json", action="store_true")
        command.add_argument("--limit", type=int, default=None)
        command.add_argument("--failed", action="store_true", help="print the cases that are not right")
        command.add_argument("--no-reference", action="store_true", help="leave the other recognizers out")
        if name == "fuzz":
            command.add_argument("--minutes", type=float, default=1.0)
            command.add_argument("--seed", type=int, default=None, help="of the first round; fresh without")
    options = parser.parse_args(arguments)
    if options.command == "score":
        result = score(
            options.files or default_files(), options.limit, show=options.failed, peers=not options.no_reference
        )
    elif options.command == "hostile":
        result = run_hostile()
    elif options.command == "fuzz":
        result = run_fuzz(options.minutes, options.seed)
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
    ours = _Tally()
    others = {name: (recognizer, _Tally()) for name, recognizer in (references.installed() if peers else {}).items()}
    for case in cases:
        readings = ours.add(case, _parse)
        for recognizer, tally in () if case.is_own else others.values():
            tally.add(case, recognizer)
        if show and case.id in ours.failed:
            mark = " (explained)" if case.id in explained else ""
            print(f"{case.id}{mark}: {case.text!r} @{case.context.now:%Y-%m-%d %a}")
            print(f"    wanted {[(item['text'], item.get('value')) for item in case.expected]}")
            print(f"    found  {describe(readings, case.text)}")
    failed = set(ours.failed)
    left = [case for case in cases if case.id not in explained]
    return {
        "cases": len(cases),
        "right": len(cases) - len(failed),
        **ours.row(),
        "share": round(1 - len(failed) / len(cases), 4) if cases else None,
        "right_without_disagreements": sum(case.id not in failed for case in left),
        "cases_without_disagreements": len(left),
        "reference": {name: others[name][1].row() if name in others else None for name in ("recognizers", "duckling")},
        "failed": ours.failed,
    }


def _parse(case: Case) -> list[Reading]:
    return parse(case.type, fold(case.text), case.context)


class _Tally:
    """Counts right cases and time of one recognizer."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.cases: dict[bool, int] = {True: 0, False: 0}
        self.right: dict[bool, int] = {True: 0, False: 0}
        self.seconds = 0.0

    def add(self, case: Case, recognizer: references.Recognizer) -> list[Reading]:
        """Read one case and count it."""
        begin = time.perf_counter()
        readings = recognizer(case)
        self.seconds += time.perf_counter() - begin
        self.cases[case.is_suite] += 1
        if is_right(case, readings):
            self.right[case.is_suite] += 1
        else:
            self.failed.append(case.id)
        return readings

    def row(self) -> dict[str, Any]:
        """Give the counts of suite and other cases, and the time per text."""
        count = sum(self.cases.values())
        return {
            "suite_right": self.right[True],
            "suite_cases": self.cases[True],
            "other_right": self.right[False],
            "other_cases": self.cases[False],
            "us_per_text": round(self.seconds / count * 1e6, 1) if count else None,
        }


if __name__ == "__main__":
    sys.exit(main())
