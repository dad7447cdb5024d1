"""``dualmem schema``: check a schema file."""

from pathlib import Path

import click

from dualmem.cli.app import examples, with_printer
from dualmem.cli.output import Printer


@click.group()
def schema() -> None:
    """Check a schema file."""


@schema.command(
    epilog=examples(
        "dualmem schema check                       the project's",
        "dualmem schema check schemas/mine.yaml",
        "dualmem schema check project_assistant     a shipped one",
    )
)
@click.argument("file", required=False)
@with_printer
def check(out: Printer, file: str | None) -> None:
    """Check a schema FILE (default: the project's) and list every fault as file:line:column.

    Exits with 2 where the file has faults.
    """
    from dualmem.config import load
    from dualmem.schema.load import load_schema
    from dualmem.specs import schema_file

    path = schema_file(file or load(None).schema)
    loaded = load_schema(Path(path))
    rows = [
        {
            "field": spec.path,
            "type": f"list of {spec.item.type}" if spec.type == "list" and spec.item else spec.type,
            "labels": ", ".join(name for names in spec.labels.values() for name in names),
            "sensitive": spec.sensitive or "",
        }
        for spec in loaded.fields.values()
    ]
    if out.is_json:
        out.data({"id": loaded.id, "version": loaded.version, "ok": True, "fields": rows})
        return
    out.rows(rows, {"field": "field", "type": "type", "labels": "labels", "sensitive": "sensitive"})
    out.line(f"\n{loaded.id} version {loaded.version}: {len(rows)} fields, {len(loaded.tasks)} tasks, no faults")
