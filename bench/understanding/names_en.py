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
NO_ANSWER: tuple[str, ...] = tuple(_DATA["no_answer"])
LED = (  # the small words of an answer, before a name
    r"(?:(?:yes|yeah|yep|sure|ok|okay|well|um|uh|oh|please|maybe|perhaps|i think|it'?s|it is|it should be|that would be|that'?s|how about|"
    r"what about|let'?s (?:do|try|see|watch|play|go with|go to)|i(?:'d| would| do)? (?:like|want|prefer|love|choose|pick|need)"
    r"(?: to (?:see|watch|hear|play|visit|go to|try|eat at|attend|stay at))?|i(?:'m| am) (?:looking for|interested in|thinking of|going to|headed to)|"
    r"(?:the )?(?:[a-z]+ )?(?:name|title|movie|film|song|track|event|restaurant|place|hotel|address|destination|theater|property|album|artist|person|"
    r"contact|receiver|recipient|salon|therapist)(?: i want)? (?:is|would be|should be)|try|play|called)[\s,]+)+"
)
NAMED = (  # nothing but a name
    r"(?P<value>[^\s,.;!?][^,;!?]{1,60}?)(?:\s+(?:please|thanks|instead|if possible)\b|\s*[,;!?]|\.(?:\s|$)|\s*$|\s+(?:in|on|at|for|by|with)\s)"
)
NO_LONE = ("i", "it", "that", "this", "there", "well", "maybe", "please", "yes", "ok", "sure")
TITLE = r"\pL[\pL\pN'’&-]*(?: [\pL\pN][\pL\pN'’&-]*){0,5}"
NAMES = tuple((one["slot"], with_parts(one["patterns"], _DATA["parts"])) for one in _DATA["names"])


def names_of(path: str) -> tuple[str, ...]:
    """Give the patterns of a free text of which the words around it are known, else none."""
    return next((found for shape, found in NAMES if re.search(shape, path.lower())), ())


def rules_of(schema: Schema, texts: Iterator[str]) -> Iterator[RuleSpec]:
    """Give a rule for each free text of which the words around it are known."""
    for slot in texts:
        path = path_of(slot)
        patterns = names_of(path)
        if not patterns or path not in schema.fields:
            continue
        written = tuple(PatternSpec(text=text, language="en") for text in patterns)
        yield RuleSpec(id=f"{path}-name", field=path, patterns=written)
