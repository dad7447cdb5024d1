"""English cues of names: what a developer writes before and after the free texts of a booking, for the read-backs."""

import re
from collections.abc import Iterator

from bench.understanding.slots import path_of
from dualmem.schema.spec import PatternSpec, RuleSpec, Schema

_DAY = r"(?:the )?(?:\d|today|tomorrow|next|this|monday|tuesday|wednesday|thursday|friday|saturday|sunday|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|day after)"
_COUNT = r"(?:\d|a\b|an\b|one|two|three|four|five|six|me|us|the|next|this|tomorrow|today|march)"
_END = (
    rf"(?:\s*(?:[,.;!?]|$)|\s+(?:instead|insead|please|now|too|thanks|thank you|then|because|so that|rather)\b|\s+with\s+(?:\w+\s+)?(?:sub|caption)"
    rf"|\s+on\s+{_DAY}|\s+at\s+(?:\d|noon|half|quarter|morning|evening|afternoon)|\s+for\s+{_COUNT}|\s+and\s+(?:i|make|set|for|on|at|the|my|send|share|it|change|please|like|share|put|also|then)\b)"
)
_WORDS = r"(?P<value>[^,.;!?\s][^,;!?]{0,60}?)"
_TITLE = r"(?P<value>[^,.;!?\s][^,;!?]{1,60}?)"
NAME_SHAPE = r"(?:(?:the|aunt|uncle|cousin|my|dr\.?) )?(?:\p{Lu}|\d+[^\s:]*(?: [\d/]+)? [\p{L}#]).*"  # names are written with capitals
_NAME = r"(?P<value>(?:uncle |aunt |brother |sister |doctor )?\pL{3,14})"
NAMES = (
    (r"(contact_name|receiver|recipient_name)$", (
        rf"(?:share|send|shared|sharing|sent|give|forward)\s[^,.;!?]{{0,40}}?\b(?:with|to)\s+{_NAME}(?:\s*(?:[,.;!?]|$)|\s+(?:instead|please|now|rather)\b)",
        rf"(?:person|contact|recipient|receiver)[^,.;!?]{{0,30}}\b(?:is|should be|to be)\s+{_NAME}\s*(?:[,.;!?]|$)",
    )),
    (r"messaging_1\.location$", (
        rf"(?:address|location)(?: (?:that )?(?:i )?(?:want |would like |need )?(?:to (?:share|send)|for sharing))?\s+(?:is|was|of|should be|to)\s+(?:the )?{_WORDS}{_END}",
        r"share\s+(?:the )?(?:address|location)?\s*(?:of )?(?P<value>[A-Z][^,;!?]{2,60}?)\s+(?:with|to)\s",
    )),
    (r"new_alarm_name$", (
        rf"(?:call|name|title|rename|label|called|named|titled)\s+(?:(?:it|this|that|(?:the |this |my )?(?:new )?alarm)\s+)?(?:as |to |be )*{_TITLE}(?:\s*(?:[,.;!?]|$)|\s+(?:instead|please|then)\b|\s+and\s+\w|\s+(?:at|for)\s+(?:\d|half|quarter|morning|evening|afternoon))",
        rf"(?:alarm )?name(?: of (?:the|this) (?:new )?alarm)?\s+(?:to be|should be|is|be|to)\s+{_WORDS}{_END}",
    )),
    (r"(media_3\.title|movie_name)$", (
        rf"(?:watch|see|view|play)\s+(?:the movie |the film |movie )?{_TITLE}{_END}",
        rf"(?:that|it)\s+(?:to\s+)?{_TITLE}\s+with\s+(?:\w+\s+)?(?:sub|caption)",
    )),
    (r"property_name$", (
        r"(?:visit|visiting|go to|see|check out)\s+(?:the )?(?P<value>[^,;!?]{2,50}?(?:apartments|apartment homes|homes|condos|village|square|house|park|place|highlands|towers?|manor|gardens?|ranch|terrace))\b",
        rf"property(?: name)?\s+(?:is|should be|to be|to)\s+(?:the )?{_WORDS}{_END}",
    )),
    (r"restaurant_name$", (
        rf"(?:table|reservation|reserve|booking|book|eat|dine|dinner|lunch)\s[^,.;!?]{{0,30}}?\bat\s+(?:the )?{_WORDS}(?:{_END}|\s+in\s)",
        rf"restaurant(?: name)?\s+(?:is|should be|to be|to)\s+(?:the )?{_WORDS}{_END}",
    )),
    (r"ridesharing_\d\.destination$", (
        rf"(?:go|going|ride|cab|taxi|get|headed|heading)\s+to\s+(?:the )?{_WORDS}{_END}",
        rf"destination\s+(?:is|should be|to be|to)\s+(?:the )?{_WORDS}{_END}",
    )),
    (r"pickup_location$", (
        r"pick(?:ed)?(?: (?:it|the car|up|me))*\s+(?:at|from|in)\s+(?:the )?(?P<value>[^,.;!?]{2,50}?(?:airport|station|terminal|plaza|center|centre|square))\b",
    )),
)  # fmt: skip


DISTINCT = r"(new_alarm_name|property_name)$"  # names that their cue words alone tell from what stands beside them


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
