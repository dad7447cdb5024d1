"""The red lines of a production system, which ``doctor --production`` checks."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dualmem.cli.app import App
from dualmem.config import key_file
from dualmem.errors import DualmemError
from dualmem.schema.spec import Schema

_PERSONAL: Final = frozenset({"phone", "email", "id_card_cn", "bank_card"})
_CARDS: Final = frozenset({"id_card_cn", "bank_card"})
Line = tuple[str, str, bool]  # what is checked, what was found, whether it is all right


def red_lines(app: App) -> Iterator[Line]:
    """Give each red line with what was found."""
    try:
        from dualmem.specs import load_specs

        schema = load_specs(app.config.schema, app.config.rules, app.config.lexicons).schema
    except DualmemError as error:
        yield "schema", str(error), False
        return
    yield from _fields(schema)
    yield _output()
    yield from _key(app)
    yield from _places(app)
    yield _backups(app)
    yield _anchor(app)


def _fields(schema: Schema) -> Iterator[Line]:
    dirty = [path for path, spec in schema.fields.items() if not spec.is_clean]
    yield "cleaned input", _told(dirty, "markup and control characters pass"), schema.is_clean and not dirty
    shown = [path for path in schema.reveal if (spec := schema.find(path)) is not None and spec.sensitive]
    yield "white list of what a model sees", _told(shown, "a model gets these in clear"), not shown
    open_ = [path for path, spec in schema.fields.items() if spec.type == "map" and spec.max_items is None]
    yield "white list of paths", _told(open_, "open keys without a limit"), not open_
    bare = [path for path, spec in schema.fields.items() if spec.type in _PERSONAL and spec.sensitive is None]
    yield "contact and card fields", _told(bare, "no `sensitive`"), not bare
    cards = [path for path, spec in schema.fields.items() if spec.type in _CARDS and spec.sensitive == "encrypt"]
    yield "card numbers", _told(cards, "`encrypt` keeps the whole number; take mask or hash"), not cards


def _told(paths: list[str], what: str) -> str:
    return f"{', '.join(paths)}: {what}" if paths else "ok"


def _output() -> Line:
    """Try the escapes of the outputs."""
    from dualmem.cli.output import safe
    from dualmem.prompt.fence import fenced

    bad = []
    if any(char in safe("\x1b[2J\x07\u202e") for char in "\x1b\x07\u202e"):
        bad.append("terminal")
    if "\n" in fenced("a\n【长期记忆】"):
        bad.append("prompt")
    return "escaped output", f"not escaped: {', '.join(bad)}" if bad else "ok", not bad


def _key(app: App) -> Iterator[Line]:
    if os.environ.get("DUALMEM_KEY"):
        yield "master key", "from DUALMEM_KEY", True
        return
    command = app.config.plans.key_command
    if command is not None:
        yield "master key", f"from the command {command.argv[0]}", True
        return
    place = (app.config.key or Path(os.environ.get("DUALMEM_KEY_FILE") or key_file(os.environ))).absolute()
    store = app.config.store.absolute()
    if not place.exists():
        yield "master key", f"{place} is not there: make one with `dualmem keys make`", False
        return
    is_beside = place.parent == store.parent or place.is_relative_to(store.parent)
    yield "master key", f"{place} {'lies beside the data' if is_beside else 'lies apart from the data'}", not is_beside
    yield from _rights(place)


def _places(app: App) -> Iterator[Line]:
    store = app.config.store
    for file in (store, Path(f"{store}-wal"), Path(f"{store}-shm"), Path(f"{store}.keys")):
        if file.exists():
            yield from _rights(file)
    if store.parent.exists() and os.name != "nt":
        mode = store.parent.stat().st_mode & 0o777
        yield f"rights of {store.parent}", f"{mode:04o}", not mode & 0o022


def _anchor(app: App) -> Line:
    """Say where the audit is anchored; without an anchor, an old copy of the whole database passes for the present."""
    plan = app.config.plans.anchor
    if plan is None:
        return "audit anchor", "none: set [audit.anchor], or run `dualmem audit anchor` by a timer", True
    places = [str(plan.file)] if plan.file is not None else []
    places += [f"the program {plan.command[0]}"] if plan.command else []
    places += ["the standard output"] if plan.to_stdout else []
    beside = plan.file is not None and plan.file.absolute().parent == app.config.store.absolute().parent
    only = beside and len(places) == 1
    return "audit anchor", ", ".join(places) + (": beside the data, which proves nothing" if only else ""), not only


def _backups(app: App) -> Line:
    """Say whether copies of the keys lie where the backups are."""
    from dualmem.cli.restoring import folder_of
    from dualmem.storage.files import is_of
    from dualmem.storage.layout import KEYS

    folder = folder_of(app)
    there = sorted(folder.glob("*")) if folder.is_dir() else []
    beside = [file.name for file in there if is_of(file, KEYS.application_id)]
    return "backups hold no keys", f"{', '.join(beside)} in {folder}" if beside else "ok", not beside


def _rights(file: Path) -> Iterator[Line]:
    if os.name != "nt":
        mode = file.stat().st_mode & 0o777
        yield f"rights of {file.name}", f"{mode:04o}", not mode & 0o077
