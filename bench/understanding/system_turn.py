"""System turn: what the words of the system in a row of ``confirm`` would have shown and asked, told from the words."""

import re
from collections.abc import Sequence

from dualmem.model.field import FieldType
from dualmem.model.reading import ReadingContext
from dualmem.values.parse import parse

_SENTENCE = re.compile(r"[^。！!？?；;]*(?:[。！!？?；;]|$)[？?\s]*")
_MOST_ASKED = 80
_UNKNOWN_QUESTION = "Is that right, or is there anything else?"  # both kinds of answer fit it
_ASKED = re.compile(r"(?:[^。！!？?；;.]|\.(?=\S))*[？?]")
_ABOUT_READ_BACK = re.compile(
    r"\b(?:correct|right|ok|okay|good|fine|accurate|acceptable|sound|confirm|approve|agree|proceed|go ahead"
    r"|what you (?:want(?:ed)?|need(?:ed)?|meant|asked for|had in mind)"
    r"|(?:shall|should|can|may|do you want me to|would you like me to) (?:i )?[a-z]+ (?:it|this|that|them|these))\b"
    r"|对|可以|正确|行吗|好吗|没错"
)
_PART = re.compile(
    r"(?<=[!?;])\s*|(?<=[^\d]\.)\s+|,?\s+and\s+(?=(?:if so|at|what|which|when|where|who|how|is|are|will|would|do|did|should|could)\b)"
)
_OPEN = re.compile(r"\b(?:what|which|when|where|who|whom|how|or|else)\b", re.IGNORECASE)
_OPENER = re.compile(r"^(?:(?:yes|ok|okay|sure|so|great|no problem|of-?course)[,.!\s]+)+", re.IGNORECASE)
_NAME = re.compile(r"(?<=\s)(?!I\b|I')[A-Z]\w")
_TYPES: tuple[FieldType, ...] = ("date", "time", "money", "integer", "phone")


def question_of(said: str | None) -> str:
    """Give what the system asked: its last sentence that is a question, else its last sentence."""
    sentences: list[str] = [part.strip() for part in _SENTENCE.findall(said or "") if part.strip()]
    asked = [part for part in sentences if part.endswith(("?", "？"))]
    return (asked or sentences or [_UNKNOWN_QUESTION])[-1][-_MOST_ASKED:]


def asks_more(said: str, values: Sequence[str]) -> bool:
    """Tell that the system asked something beside what it read back: neither these values, nor whether it is right."""
    asked = [part.strip().lower() for part in _ASKED.findall(said)]
    own = [part for part in asked if not any(value.lower() in part for value in values)]
    return any(_ABOUT_READ_BACK.search(part) is None for part in own)


def offer_of(said: str, context: ReadingContext) -> tuple[str | None, bool]:
    """Give the last part of a request that offers one value, and whether more than it is asked.

    ``Will you leave on March 1st?`` offers a date; ``when will you leave?`` and ``checking or savings?`` offer nothing,
    so that nothing is shown which an answer could affirm or refuse.
    """
    parts = [part.strip() for part in _PART.split(said) if part and part.strip()]
    offers = [part for part in parts if _names_value(part, context)]
    others = [part for part in parts if part not in offers and (part.endswith("?") or _OPEN.search(part))]
    if not offers:
        return None, True
    offer = offers[-1] if offers[-1][-1] in ".?!" else f"{offers[-1]}?"  # a part of a longer question is one too
    return offer, bool(others) or len(offers) > 1


def _names_value(part: str, context: ReadingContext) -> bool:
    if _OPEN.search(part):
        return False
    bare = _OPENER.sub("", part)
    typed = any(one.value is not None for kind in _TYPES for one in parse(kind, bare, context._replace(language="en")))
    return typed or _NAME.search(bare) is not None
