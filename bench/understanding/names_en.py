"""English cues of names: what stands before and after the free texts of a booking (``names.en.yaml``)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from bench.understanding.cues import with_parts
from bench.understanding.slots import path_of
from dualmem.schema.spec import PatternSpec, RuleSpec, Schema

_DATA: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("names.en.yaml").read_text(encoding="utf-8"))
NAME_SHAPE: str = _DATA["shape"]  # names are written with capitals
DISTINCT: str = _DATA["distinct"]  # names that their cue words alone tell from what stands beside them
UNCAPPED: str = _DATA["uncapped"]  # of these, names that are said in small letters too
MAIN: str = _DATA["main"]  # names that need no words around them: nothing else of their service is called by a name
ASIDE: tuple[str, ...] = tuple(_DATA["aside"])  # what is asked of a named thing says nothing of what is wanted
ADDRESSES: str = _DATA["addresses"]
ADDRESS: tuple[str, ...] = tuple(_DATA["address"])
NO_ANSWER: tuple[str, ...] = tuple(_DATA["no_answer"])
LED: str = _DATA["led"]  # the small words of an answer, before a name
NAMED: str = _DATA["named"]  # nothing but a name
TITLE: str = _DATA["title"]
NO_LONE: tuple[str, ...] = tuple(_DATA["no_lone"])
LED_MAIN = with_parts(_DATA["led_main"], _DATA["parts"])
ANY_CASE = tuple(
    (
        one["slot"],
        with_parts(one["patterns"], _DATA["parts"]),
        (*_DATA["no_any_case"], *one.get("near", ()), *(() if one.get("is_own") else _DATA["no_any_case_verbs"])),
    )
    for one in _DATA["any_case"]
)  # slot, patterns, and what no name in small letters holds there
NAMES = tuple((one["slot"], with_parts(one["patterns"], _DATA["parts"])) for one in _DATA["names"])


def names_of(path: str) -> tuple[str, ...]:
    """Give the patterns of a free text of which the words around it are known, else none."""
    return next((found for shape, found in NAMES if re.search(shape, path.lower())), ())


def any_case_of(path: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Give the patterns whose words alone tell a name, so that it may be in small letters, and what is no name there."""
    return ((found, near) for shape, found, near in ANY_CASE if re.search(shape, path.lower()))


def rules_of(schema: Schema, texts: Iterator[str]) -> Iterator[RuleSpec]:
    """Give a rule for each free text of which the words around it are known."""
    for slot in texts:
        path = path_of(slot)
        patterns = names_of(path)
        if not patterns or path not in schema.fields:
            continue
        written = tuple(PatternSpec(text=text, language="en") for text in patterns)
        yield RuleSpec(id=f"{path}-name", field=path, patterns=written)
