"""``dualmem init``: make a project in a folder."""

import shutil
from pathlib import Path

import click

from dualmem.cli.app import examples, with_printer
from dualmem.cli.output import Printer
from dualmem.config import FILE_NAME
from dualmem.errors import Conflict
from dualmem.schema.editor import write_file_schemas
from dualmem.schema.shipped import rules_path, schema_path, shipped_names

_CONFIG = """\
# Paths are relative to this file.
store = ".dualmem/memory.db"
schema = "schemas/{name}.yaml"
rules = ["rules/{name}.yaml"]
subject = "me"

# A model for `dualmem chat`; without one, answers come from the state alone.
# Presets: openai, glm, deepseek, qwen, llama.cpp, echo. The key is read from the environment.
# [model]
# preset = "deepseek"
"""


@click.command(
    epilog=examples(
        "dualmem init                            project_assistant, in this folder",
        "dualmem init support_desk --folder shop",
    )
)
@click.argument("name", default="project_assistant")
@click.option("--folder", type=click.Path(file_okay=False), default=".", help="Where (default: here).")
@click.option("--force", is_flag=True, help="Write over files that are there.")
@with_printer
def init(out: Printer, *, name: str, folder: str, force: bool) -> None:
    """Make a project: a copy of the schema and rules NAME to edit, and dualmem.toml.

    Exits with 5, writing nothing, where a file is there already.
    """
    base = Path(folder)
    copies = {
        base / "schemas" / f"{name}.yaml": schema_path(name),
        base / "rules" / f"{name}.yaml": rules_path(name),
    }
    files = [*copies, base / FILE_NAME]
    there = [str(file) for file in files if file.exists()]
    if there and not force:
        raise Conflict(f"{', '.join(there)} is there already", next_step="Nothing was written. --force writes over it.")
    for target, source in copies.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (base / FILE_NAME).write_text(_CONFIG.format(name=name), encoding="utf-8")
    _ignore(base)
    write_file_schemas(base / ".dualmem")  # the first line of the copies points there: editors complete and check
    if out.is_json:
        out.data({"schema": name, "files": [str(file) for file in files]})
        return
    for file in files:
        out.line(f"wrote {file}")
    out.line(f"Shipped schemas: {', '.join(shipped_names())}.", is_dim=True)
    out.line("Next: dualmem chat")


def _ignore(base: Path) -> None:
    """Keep the store out of version control."""
    folder = base / ".dualmem"
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
