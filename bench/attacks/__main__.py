"""Command line: ``python -m bench.attacks run|generate FILE… [--json] [--limit N] [--count N] [--seed S]``."""

import argparse
import json
from pathlib import Path

from bench.attacks import generated, given


def main(arguments: list[str] | None = None) -> int:
    """Run one command; with ``--json`` the last line of stdout is one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="the rows of attacks.jsonl")
    run.add_argument("files", nargs="*", type=Path)
    run.add_argument("--limit", type=int)
    generate = commands.add_parser("generate", help="texts from templates, phrases, roles, quotes and Unicode")
    generate.add_argument("--count", type=int, default=10_000)
    generate.add_argument("--seed", type=int, default=0)
    for command in (run, generate):
        command.add_argument("--json", action="store_true")
        command.add_argument("--failed", action="store_true", help="print what does not hold")
    options = parser.parse_args(arguments)
    if options.command == "run":
        result = given.run(options.files, options.limit)
    else:
        result = generated.run(options.count, options.seed)
    details = result.pop("details")
    if options.failed:
        print("\n".join(details))
    print(json.dumps(result, ensure_ascii=False) if options.json else json.dumps(result, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
