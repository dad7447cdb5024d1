"""Command line: ``python -m bench.understanding COMMAND FILE… [--json] [--limit N] [--failed]``."""

import argparse
import json
from pathlib import Path

from bench.understanding import confirm, conversations, corrections, dialogues, floods, readbacks, speed

COMMANDS = {
    "conversations": conversations.run,
    "confirm": confirm.run,
    "readbacks": readbacks.run,
    "corrections": corrections.run,
    "dialogues": dialogues.run,
    "speed": speed.run,
    "floods": floods.run,
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; with ``--json`` the last line of stdout is one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m bench.understanding", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run in COMMANDS.items():
        command = commands.add_parser(name, help=(run.__doc__ or "").split("\n", maxsplit=1)[0])
        command.add_argument("files", nargs="*", type=Path, help="JSONL files; without any those of DUALMEM_DATA")
        command.add_argument("--json", action="store_true", help="the last line is one JSON object")
        command.add_argument("--limit", type=int, default=None, help="rows of each file")
        command.add_argument("--failed", action="store_true", help="print what is not right")
    options = parser.parse_args(arguments)
    result = COMMANDS[options.command](options.files, options.limit, show=options.failed)
    print(json.dumps(result, ensure_ascii=False) if options.json else json.dumps(result, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
