"""Quick: frozen records that a turn makes by the dozen, made in about half the time.

The ``__init__`` that ``dataclasses`` writes for a frozen class looks every field up by its name. The one written here
does the same through the slots themselves. It takes the same arguments, and the records stay frozen.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, TypeVar

Record = TypeVar("Record", bound=type)


def quick(cls: Record) -> Record:
    """Give a frozen dataclass with slots an ``__init__`` that sets its slots.

    Raises:
        TypeError: A field is no argument, or the class has a ``__post_init__``: such a class stays as it is.
    """
    if hasattr(cls, "__post_init__") or any(not each.init for each in fields(cls)):
        raise TypeError(f"{cls.__name__} does more than keep its arguments")
    known: dict[str, Any] = {}
    places: list[str] = []
    named: list[str] = []
    steps: list[str] = []
    for each in fields(cls):
        name = each.name
        known[f"_set_{name}"] = cls.__dict__[name].__set__
        argument, value = name, name
        if each.default is not MISSING:
            known[f"_of_{name}"] = each.default
            argument = f"{name}=_of_{name}"
        elif each.default_factory is not MISSING:
            known[f"_of_{name}"], known["_missing"] = each.default_factory, MISSING
            argument, value = f"{name}=_missing", f"_of_{name}() if {name} is _missing else {name}"
        (named if each.kw_only else places).append(argument)
        steps.append(f" _set_{name}(self, {value})")
    head = ", ".join(["self", *places, *(["*", *named] if named else [])])
    exec("\n".join([f"def __init__({head}):", *steps]), known)  # noqa: S102 - as dataclasses does it
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = vars(cls)["__init__"].__annotations__
    cls.__init__ = made  # type: ignore[misc]
    return cls
