"""Mutation testing: small faults put into the rooms that decide and prove, one at a time; do the tests notice?

The tool is mutmut; a room is an entry of ``[tool.dualmem.mutation]`` in pyproject.toml: the files that are mutated and
the tests that run. Each mutant meets only the tests that call the function it changes, in a forked interpreter, with a
limit of time. All is done in a copy of the checkout, so that nobody's edits meanwhile change the result.
"""

import ast
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

TARGET: Final = 0.9
_KILLED: Final = {1, 3, 255}  # 255: the tests could not even be collected
_TIMEOUT: Final = {-24, 24, 36, 152}
_SKIPPED: Final = 34
_COPIED: Final = ("dualmem", "tests", "schemas", "rules", "bench", "docs")
_CHECKOUT: Final = Path(__file__).resolve().parents[2]
_ENVIRONMENT: Final = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # a mutant's tests start in half the time
_MIXED_IN: Final = "\u01c1"  # what mutmut puts between the names of a class and its method


def run(rooms: list[str], *, only: str | None = None, every: int = 1) -> dict[str, Any]:
    """Mutate some rooms, or all.

    Args:
        rooms: Names of entries in the configuration; none means all.
        only: A shell pattern: files to mutate instead of the room's, for work on one of them.
        every: Take one of so many mutants, drawn by the digest of their names.

    Returns:
        The sums over all rooms, ``by_module``, ``by_room``, and ``survivors`` as ``file:line: what``.
    """
    table = tomllib.loads((_CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]["dualmem"]["mutation"]
    unknown = [room for room in rooms if room not in table]
    if unknown:
        raise SystemExit(f"bench.trust mutation: no room {', '.join(unknown)}; there are {', '.join(table)}")
    results = {}
    for room in rooms or table:
        files = [only] if only else table[room]["files"]
        results[room] = _of_room(files, table[room]["tests"], every)
    return _summed(results)


def _of_room(files: list[str], tests: list[str], every: int) -> dict[str, Any]:
    """Run the tool over a room's files in a copy of the checkout."""
    with tempfile.TemporaryDirectory(prefix="dualmem-mutation-") as folder:
        place = Path(folder)
        for name in _COPIED:
            shutil.copytree(_CHECKOUT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(_CHECKOUT / "pyproject.toml", place)
        (place / "setup.cfg").write_text(_configuration(files, tests), "utf-8")
        if every > 1:
            _mutate(place, "none of them")  # makes the mutants, and ends as it finds none of that name
            _draw(place, every)
        done = _mutate(place)
        if done.returncode:
            raise SystemExit(f"bench.trust mutation: mutmut did not run:\n{done.stdout[-4000:]}{done.stderr[-2000:]}")
        with contextlib.chdir(place):
            return {str(path): _of_module(path) for path in sorted(_mutated(files))}


def _mutate(place: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Run the tool; nice: a machine that is in use stays usable."""
    command = ["nice", sys.executable, "-m", "mutmut", "run", "--max-children", str(os.cpu_count() or 1), *names]
    return subprocess.run(command, cwd=place, env=_ENVIRONMENT, capture_output=True, text=True, check=False)


def _draw(place: Path, every: int) -> None:
    """Let the tool skip all but one of so many mutants."""
    for path in (place / "mutants").rglob("*.meta"):
        record = json.loads(path.read_text("utf-8"))
        names = record["exit_code_by_key"]
        drawn = {name for name in names if int(hashlib.sha256(name.encode()).hexdigest(), 16) % every == 0}
        record["exit_code_by_key"] = {name: None if name in drawn else _SKIPPED for name in names}
        path.write_text(json.dumps(record), "utf-8")


def _configuration(files: list[str], tests: list[str]) -> str:
    """Give the tool's settings for one room."""
    settings = {
        "source_paths": ["dualmem"],
        "only_mutate": files,
        "also_copy": [name for name in _COPIED if name not in {"dualmem", "tests"}],
        "pytest_add_cli_args": ["-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": tests,
        "process_isolation": ["forkserver"],  # a fork of what ran the tests would hold caches that hide mutants
        "use_git_change_detection": ["false"],
    }
    lines = [f"{key} =\n" + "\n".join(f"  {value}" for value in values) for key, values in settings.items()]
    return "[mutmut]\n" + "\n".join(lines).replace("=\n  forkserver", "= forkserver").replace("=\n  false", "= false")


def _mutated(files: list[str]) -> list[Path]:
    """Give the files that were mutated, relative to the copy."""
    return [path for pattern in files for path in Path().glob(pattern) if Path(f"mutants/{path}.meta").exists()]


def _of_module(path: Path) -> dict[str, Any]:
    """Read the tool's record of one file."""
    found = json.loads(Path(f"mutants/{path}.meta").read_text("utf-8"))["exit_code_by_key"]
    codes: dict[str, int | None] = {name: code for name, code in found.items() if code != _SKIPPED}
    survivors = [name for name, code in codes.items() if code not in _KILLED | _TIMEOUT]
    return {
        "mutants": len(codes),
        "killed": sum(code in _KILLED for code in codes.values()),
        "timeout": sum(code in _TIMEOUT for code in codes.values()),
        "survivors": sorted((_described(path, name) for name in survivors), key=_by_line),
    }


def _described(path: Path, name: str) -> str:
    """Give a mutant as ``file:line: before -> after``."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # noqa: PLC0415 - only a bench needs it

    lines = get_diff_for_mutant(name, path=path).splitlines()[2:]
    first = int(lines[0].split()[1].partition(",")[0].removeprefix("-"))
    before = [line[1:].strip() for line in lines if line.startswith("-")]
    after = [line[1:].strip() for line in lines if line.startswith("+")]
    steps = next((at for at, line in enumerate(lines[1:]) if line[0] in "-+"), 0)
    return f"{path}:{_starts(path, name) + first + steps - 1}: {' '.join(before)} -> {' '.join(after)}"


def _starts(path: Path, name: str) -> int:
    """Give the line at which the text of a mutant's function starts, its comments included."""
    wanted = name.rpartition(".")[2].removeprefix("x").rpartition("__mutmut_")[0].removeprefix("_")
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        for one in getattr(node, "body", []) if isinstance(node, ast.Module | ast.ClassDef) else []:
            owner = f"{_MIXED_IN}{node.name}{_MIXED_IN}" if isinstance(node, ast.ClassDef) else ""
            if isinstance(one, ast.FunctionDef) and wanted == owner + one.name:
                return min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
    return 0


def _by_line(survivor: str) -> tuple[str, int]:
    path, line, _ = survivor.split(":", 2)
    return path, int(line)


def _summed(results: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Add up the modules of all rooms."""
    by_module = {path: module for modules in results.values() for path, module in modules.items()}
    by_room = {room: _shares(modules.values()) for room, modules in results.items()}
    return {
        **_shares(by_module.values()),
        "bad": sum(room["share"] < TARGET for room in by_room.values()),
        "by_room": by_room,
        "by_module": {path: _shares([module]) for path, module in by_module.items()},
        "survivors": [text for module in by_module.values() for text in module["survivors"]],
    }


def _shares(modules: Any) -> dict[str, Any]:
    """Add up some modules; a mutant that runs out of its time is noticed."""
    total: Counter[str] = Counter()
    for module in modules:
        total.update({key: module[key] for key in ("mutants", "killed", "timeout")})
    noticed = total["killed"] + total["timeout"]
    return {
        "mutants": total["mutants"],
        "killed": total["killed"],
        "timeout": total["timeout"],
        "survived": total["mutants"] - noticed,
        "share": round(noticed / total["mutants"], 4) if total["mutants"] else 1.0,
    }
