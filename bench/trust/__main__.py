"""Command line: ``python -m bench.trust tamper|flips|tokens|canary|forget|rotate|verify [--count N] [--json]``.

``python -m bench.trust mutation [ROOM…]`` mutates the rooms that pyproject.toml names.
"""

import argparse
import importlib
import json
import sys
from typing import Final

_COMMANDS: Final = {
    "tamper": (1000, "stores tampered with in eight ways and at random bytes, and as many clean ones"),
    "flips": (2000, "single bytes flipped in the database file"),
    "tokens": (10_000, "tokens moved to another place or changed by a character"),
    "canary": (200, "values in every input, looked for in every file, log, error and export"),
    "forget": (500, "subjects that forget, killed at every step"),
    "rotate": (20_000, "data keys wrapped anew while clients read and write, with kills"),
    "verify": (1_000_000, "records of one chain: built, verified as a whole and behind an anchor"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; with ``--json`` the last line of stdout is one JSON object."""
    options = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    bench = importlib.import_module(f"bench.trust.{options.command}")
    if options.command == "mutation":
        result = bench.run(options.rooms, only=options.only, every=options.every)
    else:
        result = bench.run(options.count)
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 1))
    return 1 if result["bad"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.trust", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (count, what) in _COMMANDS.items():
        command = commands.add_parser(name, help=what)
        command.add_argument("--count", type=int, default=count, help=f"how many (default {count})")
        command.add_argument("--json", action="store_true", help="the last line is one JSON object")
    mutation = commands.add_parser("mutation", help="small faults in the code, one at a time: do the tests notice?")
    mutation.add_argument("rooms", nargs="*", metavar="ROOM", help="of [tool.dualmem.mutation]; none means all")
    mutation.add_argument("--only", metavar="FILES", help="mutate these files only, a pattern as dualmem/vault/m*.py")
    mutation.add_argument("--every", type=int, default=1, metavar="N", help="take one of N mutants (default 1: all)")
    mutation.add_argument("--json", action="store_true", help="the last line is one JSON object")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
