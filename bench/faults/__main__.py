"""Command line: ``python -m bench.faults kill|power|nth|race|writers|stateful [options] [--json]``."""

import argparse
import json
import sys

from bench.faults import kill, nth, power, race, shim, writers


def main(arguments: list[str] | None = None) -> int:
    """Run one command; with ``--json`` the last line of stdout is one JSON object."""
    arguments = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(arguments)
    if options.command == "kill":
        result = kill.run(options.count, options.seed)
    elif options.command == "race":
        result = race.run(options.count, options.seed)
    elif options.command == "stateful":
        from bench.faults import stateful  # noqa: PLC0415 - needs hypothesis

        result = stateful.run(options.examples, options.steps, options.seed)
    elif options.command == "writers":
        if shim.is_available():
            shim.reload(arguments)  # counts the syncs
        result = writers.run(options.writers, options.processes, options.seconds, is_shared=options.shared)
    else:
        shim.reload(arguments)
        result = power.run(options.images, options.seed) if options.command == "power" else nth.run(options.limit)
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 1))
    return 1 if result["lost"] or result["torn"] or result["chain_bad"] or result.get("failed") else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("kill", help="kill -9 at random points of running conversations")
    one.add_argument("--count", type=int, default=300, help="how often")
    two = commands.add_parser("power", help="images of what a disk may hold after the power went")
    two.add_argument("--images", type=int, default=1000, help="how many")
    three = commands.add_parser("nth", help="each durable call fails once")
    three.add_argument("--limit", type=int, default=None, help="about so many runs, spread over all calls")
    four = commands.add_parser("race", help="processes and threads that talk about the same subjects")
    four.add_argument("--count", type=int, default=4000, help="how many operations")
    five = commands.add_parser("writers", help="many threads and processes that write at once")
    five.add_argument("--writers", type=int, default=64, help="threads in all")
    five.add_argument("--processes", type=int, default=4, help="processes they are spread over")
    five.add_argument("--seconds", type=float, default=5.0, help="how long")
    five.add_argument("--shared", action="store_true", help="all write to one subject")
    six = commands.add_parser("stateful", help="the engine against a plain model, step by step")
    six.add_argument("--examples", type=int, default=200, help="how many histories")
    six.add_argument("--steps", type=int, default=50, help="steps of each")
    for command in (one, two, three, four, five, six):
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--json", action="store_true", help="the last line is one JSON object")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
