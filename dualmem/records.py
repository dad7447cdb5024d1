"""Records: model objects as JSON bytes and back, the one form in which they are sealed and stored.

An object is a JSON object of its attributes; attributes that have their default are left out, so that an attribute
added later reads as its default in what was stored before.
"""

import dataclasses
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import orjson

from dualmem.errors import InvalidInput, StoreCorrupt
from dualmem.model.value import Money
from dualmem.ports import ItemKind, SealContext, TurnRow
from dualmem.values import codec

T = TypeVar("T")
Json = Any  # what orjson gives: the JSON edge
_Convert = Callable[[Any], Any]
_Converters = tuple[_Convert | None, _Convert | None]
_ABSENT: Final = object()


class _Attribute(NamedTuple):
    """How one attribute of a dataclass is stored; a converter is None where the value is JSON already."""

    name: str
    default: object
    dump: _Convert | None
    load: _Convert | None


class _Shape(NamedTuple):
    """How a dataclass is stored."""

    attributes: tuple[_Attribute, ...]
    loads: dict[str, _Convert | None]


_known: dict[type, _Shape] = {}


def dump(thing: object) -> bytes:
    """Give the JSON bytes of a frozen dataclass of the model.

    Raises:
        InvalidInput: A text holds half a surrogate pair.
    """
    plain = to_plain(thing)
    try:
        return orjson.dumps(plain)
    except TypeError:  # a whole number beyond 64 bits
        try:
            return orjson.dumps(_with_long_numbers_as_text(plain))
        except TypeError as error:
            raise InvalidInput("a text holds half a surrogate pair") from error


def load(kind: type[T], data: bytes) -> T:
    """Give the object of a dataclass from its JSON bytes.

    Raises:
        StoreCorrupt: The bytes are no such object.
    """
    try:
        return from_plain(kind, orjson.loads(data))
    except (ValueError, TypeError, KeyError, AttributeError, InvalidInput) as error:
        raise StoreCorrupt(f"a stored {kind.__name__} can not be read", kind=kind.__name__) from error


def to_plain(thing: object) -> dict[str, Json]:
    """Give the JSON object of a frozen dataclass."""
    out: dict[str, Json] = {}
    for name, default, convert, _ in _shape(type(thing)).attributes:
        value = getattr(thing, name)
        if value is default or (default is not _ABSENT and value == default):
            continue
        out[name] = value if convert is None or value is None else convert(value)
    return out


def from_plain(kind: type[T], data: Json) -> T:
    """Give the object of a dataclass from its JSON object; attributes that this release does not know are an error."""
    loads = _shape(kind).loads
    converted = {}
    for name, value in data.items():
        convert = loads[name]
        converted[name] = value if convert is None or value is None else convert(value)
    return kind(**converted)


def _shape(kind: type) -> _Shape:
    """Give how a dataclass is stored."""
    found = _known.get(kind)
    if found is None:
        attributes = _read_hints(kind)
        found = _known[kind] = _Shape(attributes, {one.name: one.load for one in attributes})
    return found


def _read_hints(kind: type) -> tuple[_Attribute, ...]:
    """Work out how each attribute of a dataclass is stored."""
    hints = get_type_hints(kind)
    if _is_named_tuple(kind):  # stored like the others by the names of its attributes
        defaults: Mapping[str, object] = kind._field_defaults  # type: ignore[attr-defined]
        return tuple(_Attribute(name, defaults.get(name, _ABSENT), *_converters(hint)) for name, hint in hints.items())
    out = []
    for field in dataclasses.fields(kind):
        default: object = _ABSENT
        if field.default is not dataclasses.MISSING:
            default = field.default
        elif field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        out.append(_Attribute(field.name, default, *_converters(hints[field.name])))
    return tuple(out)


def _converters(hint: object) -> _Converters:
    """Give the converters of a type hint: to JSON and back."""
    arguments = get_args(hint)
    if Money in arguments:  # the union of all values
        return codec.pack, codec.unpack
    if get_origin(hint) is tuple:
        return _each(arguments[0])
    if get_origin(hint) is Mapping:
        return _mapped(arguments[1])
    if types.NoneType in arguments:
        return _converters(next(one for one in arguments if one is not types.NoneType))
    return _named(hint) if isinstance(hint, type) else (None, None)


def _named(kind: type) -> _Converters:
    """Give the converters of a class."""
    if issubclass(kind, datetime):
        return datetime.isoformat, datetime.fromisoformat
    if issubclass(kind, Enum):
        return (lambda member: member.value), kind
    if dataclasses.is_dataclass(kind) or _is_named_tuple(kind):
        return to_plain, lambda data: from_plain(kind, data)
    return None, None


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _with_long_numbers_as_text(data: Json) -> Json:
    """Give JSON data whose numbers all fit 64 bits; the codec of values reads a number from text as well."""
    if isinstance(data, dict):
        return {key: _with_long_numbers_as_text(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_long_numbers_as_text(value) for value in data]
    return str(data) if isinstance(data, int) and not -(2**63) <= data < 2**63 else data


def _each(hint: object) -> tuple[_Convert, _Convert]:
    """Give the converters of a tuple."""
    to_json, to_value = _converters(hint)
    return (
        list if to_json is None else lambda values: [to_json(one) for one in values],
        tuple if to_value is None else lambda values: tuple(to_value(one) for one in values),
    )


def _mapped(hint: object) -> tuple[_Convert, _Convert]:
    """Give the converters of a mapping with text keys."""
    to_json, to_value = _converters(hint)
    return (
        dict if to_json is None else lambda values: {key: to_json(one) for key, one in values.items()},
        lambda values: types.MappingProxyType(
            dict(values) if to_value is None else {key: to_value(one) for key, one in values.items()}
        ),
    )


def item_context(tenant: str, subject: str, kind: ItemKind, key: str, *, version: int) -> SealContext:
    """Give what the token of an item is bound to."""
    return SealContext(tenant, subject, kind.value, key, version)


def turn_context(tenant: str, subject: str, row: TurnRow) -> SealContext:
    """Give what the token of a turn's text is bound to: all that its row says in clear."""
    place = f"{row.speaker}\n{row.channel}\n{row.conversation}\n{row.at}"  # none of them can hold a line feed
    return SealContext(tenant, subject, "turn", place, row.number)


def record_context(tenant: str, subject: str, sequence: int, part: int = 0) -> SealContext:
    """Give what the token of an audit payload, or of one part of it, is bound to."""
    return SealContext(tenant, subject, "record", str(part), sequence)


def result_context(tenant: str, subject: str, operation: str) -> SealContext:
    """Give what the token of an operation's stored result is bound to."""
    return SealContext(tenant, subject, "result", operation, 0)
