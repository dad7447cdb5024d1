"""Command line: ``python -m bench.faults kill --count N [--seed S] [--json]``."""

import argparse
import json

from bench.faults import kill


def main(arguments: list[str] | None = None) -> int:
    """Run one command; with ``--json`` the last line of stdout is one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("kill", help="kill -9 at random points of running conversations")
    one.add_argument("--count", type=int, default=300, help="how often")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--json", action="store_true", help="the last line is one JSON object")
    options = parser.parse_args(arguments)
    result = kill.run(options.count, options.seed)
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 1))
    return 0 if not (result["lost"] or result["torn"] or result["chain_bad"]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
