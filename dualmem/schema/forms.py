"""Forms: the public JSON form of each value type, as pydantic types."""

import datetime as dt
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, create_model

from dualmem.model.field import FieldSpec

DECIMAL = r"^[+-]?\d{1,60}(?:\.\d{1,30})?$"
_DURATION = r"^P(?:[\d.]+[YMWD])*(?:T(?:[\d.]+[HMS])+)?$"
DecimalText = Annotated[str, StringConstraints(pattern=DECIMAL)]
DurationText = Annotated[str, StringConstraints(pattern=_DURATION, min_length=3)]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]


class Form(BaseModel):
    """A table with known keys only."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NumberForm(Form):
    """An approximate number."""

    number: DecimalText
    approximate: bool = False


class RangeForm(Form):
    """A range of numbers; without ``max`` it is open at the top."""

    min: DecimalText
    max: DecimalText | None = None
    approximate: bool = False


class MoneyForm(Form):
    """An amount of money; a null currency must be asked for."""

    amount: DecimalText
    currency: Currency | None
    approximate: bool = False
    per: str | None = None


class MoneyRangeForm(Form):
    """A range of money; without ``max`` it is open at the top."""

    min: DecimalText
    max: DecimalText | None = None
    currency: Currency | None
    approximate: bool = False
    per: str | None = None


class DayForm(Form):
    """A day with a bound."""

    date: dt.date = Field(strict=False)
    bound: Literal["by", "after", "since"] | None = None


class DurationForm(Form):
    """A duration in working days, or approximate."""

    duration: DurationText
    business: bool = False
    approximate: bool = False


class DurationRangeForm(Form):
    """A range of durations."""

    min: DurationText
    max: DurationText
    business: bool = False
    approximate: bool = False


_FIXED: dict[str, Any] = {  # annotations are values of no common type
    "integer": int,
    "boolean": bool,
    "number": DecimalText | NumberForm | RangeForm,
    "percent": DecimalText | NumberForm | RangeForm,
    "money": MoneyForm | MoneyRangeForm,
    "date": Annotated[dt.date, Field(strict=False)] | DayForm,
    "time": Annotated[str, StringConstraints(pattern=r"^(?:[01]\d|2[0-3]):[0-5]\d$")],
    "datetime": Annotated[dt.datetime, Field(strict=False)],
    "duration": DurationText | DurationForm | DurationRangeForm,
    "phone": Annotated[str, StringConstraints(pattern=r"^\+?[0-9*]{3,20}$")],
    "email": Annotated[str, StringConstraints(pattern=r"^[^@\s]+@[^@\s]+$")],
    "url": Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9+.-]*://\S+$")],
    "id_card_cn": Annotated[str, StringConstraints(pattern=r"^[0-9*]{17}[0-9X*]$")],
    "bank_card": Annotated[str, StringConstraints(pattern=r"^[0-9*]{13,19}$")],
}
"""Type to its form; a masked number keeps its length."""


def form(spec: FieldSpec) -> Any:  # noqa: ANN401  # an annotation for create_model
    """Give the annotation of a field's public form."""
    if spec.sensitive in {"mask", "hash"}:
        return str  # what is stored is no value of the type
    if spec.type == "list" and spec.item is not None:
        return Annotated[list[form(spec.item)], Field(max_length=spec.max_items)]  # type: ignore[misc]
    if spec.type == "text":
        return Annotated[str, StringConstraints(min_length=1, max_length=spec.max_length)]
    if spec.type == "id":
        return Annotated[str, StringConstraints(pattern=f"^(?:{spec.pattern})$" if spec.pattern else None)]
    if spec.type == "choice":
        return str if spec.is_open else Literal[tuple(spec.choices)]
    one = _FIXED[spec.type]
    return one if spec.type == "boolean" else one | _ambiguous(spec.type, one)


def _ambiguous(kind: str, one: Any) -> type[Form]:  # noqa: ANN401  # an annotation
    """Give the form of several readings, of which the user must say which."""
    readings = Annotated[list[one], Field(min_length=2)]
    return create_model(f"Ambiguous{kind.title().replace('_', '')}", __base__=Form, ambiguous=readings)
