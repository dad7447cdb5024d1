"""Glance: what the tokens of a segment hold at all, told without reading them: a stage that needs it is left out.

What stands right before and behind a word is told here too.
"""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import NO_KINDS, Segment, Token


def has_value(cut: Segment) -> bool:
    """Tell that a segment holds a value."""
    return any([token.value is not None for token in cut.tokens])


def kinds_of(cuts: Sequence[Segment]) -> frozenset[str]:
    """Give the kinds of all answer words of a turn: a stage of which it holds no word is left out as a whole."""
    return NO_KINDS.union(*[token.kinds for cut in cuts for token in cut.tokens])


def leads_to_other(rest: Sequence[Token]) -> bool:
    """Tell that only small words stand before a value that was not shown (``play it`` … ``with Spanish subtitles``)."""
    first = next((t for t in rest if not (t.kinds and t.kinds <= {"filler", "approx"})), None)
    value = first.value if first is not None else None
    return value is not None and value.reading.value is not None and not value.equals


def goes_on(tokens: Sequence[Token], noun: Token) -> bool:
    """Tell that the noun of a kind of value only goes on with the label right before it (``the per person amount``)."""
    before = next((t for t in tokens if t.span.end in (noun.span.start, noun.span.start - 1)), None)
    is_label = before is not None and bool(before.refs) and not before.by_noun and before.value is None
    return noun.by_noun and is_label and before is not None and before.refs <= noun.refs


def is_sentence(before: Sequence[Token], judging: Token) -> bool:
    """Tell that a judgement has its subject: ``that is wrong`` in one token or behind a pointing word, 是错的."""
    rest = [t for t in before if not t.kinds & {"yes_bare", "filler"} or "deictic" in t.kinds]
    is_led = len(rest) == 1 and bool(rest[0].kinds & {"deictic", "copula"})
    return is_led or (not rest and "judged" in judging.kinds)
