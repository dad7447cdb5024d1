"""What a text reads as: quotes and public JSON forms, for the tests of the value grammars."""

from datetime import datetime

from dualmem.model.field import FieldType
from dualmem.model.reading import ReadingContext
from dualmem.values.codec import to_json
from dualmem.values.parse import parse

SUNDAY = "2026-11-29T09:00:00+08:00"
WEDNESDAY = "2026-12-02T10:00:00+08:00"


def context(now=SUNDAY, **more):
    return ReadingContext(now=datetime.fromisoformat(now), **more)


def read(field_type: FieldType, text: str, now=SUNDAY, **more):
    """Give (quote, JSON value) of every value found."""
    found = parse(field_type, text, context(now, **more))
    return [(text[r.span.start : r.span.end], to_json(r.value)) for r in found if r.value is not None]


def refused(field_type: FieldType, text: str, now=SUNDAY, **more):
    """Give (quote, reason) of every refused reading."""
    found = parse(field_type, text, context(now, **more))
    return [(text[r.span.start : r.span.end], r.refusal.reason) for r in found if r.refusal is not None]
