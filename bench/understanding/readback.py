"""Read back: rules for what the assistant offers, or reads back before it books (``please confirm: 2 tickets``).

What is read back is offered, so that the user's own yes holds it: it mends what was heard wrong or not at all before.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from dualmem.model.field import FieldSpec
from dualmem.schema.spec import GroupSpec, PatternSpec, RuleSpec

_GAP = r"(?s:.{0,200}?)"
_LEAD = (
    r"(?:\bconfirm\w*|\bverify\b|\bto be clear\b|\b(?:make|be|making) sure\b|\b(?:double[- ]|just to |to )check\w*|\bensure\b"
    r"|\bcheck and review\b|\bhere(?:'s| is) what i\b|\b(?:following|these|the) details\b|\brecap\b|\bsummari[sz]e\b|\beverything (?:right|correctly)\b"
    r"|(?:^|[.!,:]\s*|\b(?:so|then|understand)\s)(?:and |that )?(?:you(?: would|'d| are| will|'ll|'re)? (?:want|like|need|wish|looking|going|be|book|schedul|pick|request)\w*"
    r"|i(?:'ll| will|'m going to| am going to|'m| am) (?:book|reserv|purchas|buy|get|send|transfer|schedul|set|mak|add|play|order|rent|secur)\w*))\b"
)
_TAIL = (
    r"(?:\bis (?:that|this|it|everything|the information|this information) (?:all )?(?:ok|okay|good|fine|alright|right|correct|accurate|acceptable)"
    r"|\bdo you (?:confirm|approve|agree)|\bi(?:'m| am) right|[,.]\s*(?:is )?(?:correct|right|ok|okay|yes)|\s(?:correct|right|yes))\s*\?"
)
_NOT_BOOKED = r"(genre|category|event_type|stars?|rating|price_?range|_of_(beds|baths)|theater_name|artist|album|director|starring|actors|year|intent)$|^services_4\.type$|^(weather|travel|media|movies_2)"
_OFFERED = (
    r"(?:try (?:for|booking)|instead|how about|what about|opening|available|should i (?:try|book)|can book|shall i (?:try|book))\b"
    r"[^.?!]{0,80}{value}"
)
_ALTERNATIVE = (
    r"\b(?:there(?:'s| is| are)|i (?:do |only |also )?(?:have|found|see)|have|only)\b[^.?!]{0,80}{value}"
    r"[^?]{0,80}\b(?:if you|would you|do you want|want to try|should i|instead|does that|is that|how about)\b"
)
_PLACE = r"(city\w*|area|location|destination|airport|from|to|where_to)$"  # of a name or an address it may be a part
_ADDRESS = (
    "street",
    "road",
    "avenue",
    "boulevard",
    "drive",
    "lane",
    "station",
    "airport",
    "valley",
    "park",
    "parks",
    "plaza",
    "apartments",
    "inn",
    "'s",
    "s'",
)


def read_back(spec: FieldSpec, patterns: Sequence[str], *, is_bare: bool) -> Iterator[RuleSpec]:
    """Give the rules of what is read back of a field, by the words that users say around its values; bare ones last.

    What a thing is like is hardly ever read back as such: a word for it stands in names (a Thai place). Where a name
    ends is a guess, so that none is taken over.
    """
    if spec.type in {"boolean", "text"} or re.search(_NOT_BOOKED, spec.path.lower()):
        return
    is_plain = is_bare and not re.search(_PLACE, spec.path.lower())
    said = {str(number): pattern for number, pattern in enumerate(patterns)} | ({"bare": "{value}"} if is_plain else {})
    for number, (name, pattern) in enumerate(said.items()):
        yield RuleSpec(
            id=f"{spec.path}-read-back-{name}",
            field=spec.path,
            patterns=(
                PatternSpec(text=f"{_LEAD}{_GAP}{pattern}", language="en"),
                PatternSpec(text=f"{pattern}{_GAP}{_TAIL}", language="en"),
            ),
            near=_ADDRESS if re.search(_PLACE, spec.path.lower()) else (),
            within=2,
            clauses=("stated", "asked"),
            speaker="assistant",
            priority=len(said) - number,
        )


def offered(spec: FieldSpec) -> Iterator[RuleSpec]:
    """Give the rule of another day or time that the assistant offers (there is one at 7 pm if you want to try that)."""
    if spec.type in {"time", "date"}:
        yield RuleSpec(
            id=f"{spec.path}-offer",
            field=spec.path,
            patterns=tuple(PatternSpec(text=text, language="en") for text in (_OFFERED, _ALTERNATIVE)),
            speaker="assistant",
            clauses=("stated", "asked", "hypothetical"),
        )


def may_be_offered(spec: FieldSpec, language: str) -> bool:
    """Tell that a question that names a field and a value of it offers it (is your check-out date March 14th?)."""
    return language == "en" and spec.type in {"date", "time"}


def said_of(spec: FieldSpec) -> set[str]:
    """Give the words for the values of a list."""
    return {word.lower() for key, choice in spec.choices.items() for word in (key, *choice.synonyms)}


def words_for(groups: Mapping[str, GroupSpec], own: str, language: str) -> set[str]:
    """Give the words for other services: a value that is one (songs) says nothing of its own service by itself."""
    return {word for path, group in groups.items() if path != own for word in group.labels.get(language, ())}
