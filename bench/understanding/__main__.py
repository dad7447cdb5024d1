"""Run ``python -m bench.understanding COMMAND FILE… [--json] [--limit N]``."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.understanding import conversations
from bench.understanding.rows import files, read

Command = Callable[[Sequence[Path], int | None], dict[str, Any]]
PATTERNS: dict[str, tuple[str, ...]] = {
    "conversations": ("cases/conversations.*.jsonl", "cases/reports.dev.jsonl", "cases/reports.test.jsonl"),
}
COMMANDS: dict[str, Command] = {
    "conversations": lambda paths, limit: conversations.run(read(paths, limit)),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; print the result, as JSON on the last line where asked."""
    parser = argparse.ArgumentParser(prog="python -m bench.understanding", description=__doc__)
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("files", nargs="*")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args(arguments)
    paths = files(options.files, *PATTERNS[options.command])
    result = COMMANDS[options.command](paths, options.limit)
    for line in result.pop("details", ()):
        print(line)  # noqa: T201 - a bench prints
    if options.json:
        print(json.dumps(result, ensure_ascii=False))  # noqa: T201
    else:
        for key, value in result.items():
            print(f"{key}: {value}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
