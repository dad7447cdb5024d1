"""``dualmem values``: see how the grammars read a text."""

from datetime import datetime

import click

from dualmem.cli.app import examples, with_printer
from dualmem.cli.output import Printer, Row
from dualmem.cli.times import moment
from dualmem.model.field import FieldType
from dualmem.model.reading import Reading, ReadingContext

TYPES: tuple[FieldType, ...] = (
    "money",
    "number",
    "percent",
    "date",
    "time",
    "datetime",
    "duration",
    "phone",
    "email",
    "url",
    "id_card_cn",
    "bank_card",
    "boolean",
)


@click.group()
def values() -> None:
    """See how amounts, dates, phones, … are read."""


@values.command(
    "try",
    epilog=examples(
        "dualmem values try '下周五前预算50万'",
        "dualmem values try --type date 'by 03/04/2026' --now 2026-11-29",
    ),
)
@click.argument("text")
@click.option("--type", "kinds", multiple=True, type=click.Choice(TYPES), help="Only this type; repeatable.")
@click.option("--now", help="The moment relative dates are read from (default: now).")
@click.option("--currency", metavar="CODE", help="Currency of amounts that name none.")
@click.option("--region", metavar="CODE", help="Region of phones without a country code (CN, US, …).")
@with_printer
def try_values(
    out: Printer, *, text: str, kinds: tuple[FieldType, ...], now: str | None, currency: str | None, region: str | None
) -> None:
    """Show every value in TEXT: its type, place, value, and what was refused and why."""
    from dualmem.values.parse import parse

    at: datetime = moment(now)
    context = ReadingContext(now=at, default_currency=currency, region=region)
    rows: list[Row] = [_row(kind, reading, text) for kind in kinds or TYPES for reading in parse(kind, text, context)]
    columns = {"type": "type", "text": "text", "start": "from", "end": "to", "shown": "value", "refused": "refused"}
    out.rows(rows, columns, empty="no value of any type")


def _row(kind: FieldType, reading: Reading, text: str) -> Row:
    from dualmem.values.codec import to_json
    from dualmem.values.show import show

    value = reading.value
    return {
        "type": kind,
        "text": text[reading.span.start : reading.span.end],
        "start": reading.span.start,
        "end": reading.span.end,
        "value": None if value is None else to_json(value),
        "shown": "" if value is None else show(value, "en"),
        "refused": None if reading.refusal is None else reading.refusal.reason,
    }
