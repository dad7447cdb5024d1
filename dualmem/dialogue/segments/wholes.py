"""Wholes: names that only say of what something is told.

The name of a group (the salon, the flight) beside what nobody keeps of it, and a name that a word of topic follows
(``日期的话没问题``).
"""

from dualmem.dialogue.segments.tokens import Segment, Token

_TURNING = frozenset({"change", "condition"})
_LIGHT = frozenset({"filler", "yes_bare", "yes_opening", "contrast", "and", "hum"})
_JUDGED = frozenset({"yes_bare", "yes_explicit", "no", "filler"})
_NO_REFS: frozenset[str] = frozenset()


def without_wholes(cut: Segment) -> Segment:
    """Give a segment that asks for something unknown of a group, whose name then names nothing that was shown.

    ``However, what is the rating of the salon?`` and ``give me their phone number and hotel rating`` change nothing
    about the salon's name and the day that were shown; ``but is the booking right?`` may, for all its words are known.
    """
    if not any([token.by_group for token in cut.tokens]) or any(token.value is not None for token in cut.tokens):
        return cut
    is_against = cut.is_asked and "contrast" in cut.tokens[0].kinds
    if cut.is_known or not (is_against or any(token.kinds & _TURNING for token in cut.tokens)):
        return cut
    return cut._replace(tokens=tuple(_of_another(token) for token in cut.tokens))


def with_topics(cut: Segment) -> Segment:
    """Give a segment in which a word behind the name that opens it makes no condition, but says what is spoken of."""
    topics = [n for n, token in enumerate(cut.tokens) if "topic" in token.kinds]
    place = topics[0] if topics else 0
    opening = cut.tokens[:place]
    if not opening or not (opening[-1].refs or opening[-1].is_other_field) or opening[-1].value is not None:
        return cut
    if not _is_judged(opening[:-1]) and any(not (token.kinds and token.kinds <= _LIGHT) for token in opening[:-1]):
        return cut
    light = Token(cut.tokens[place].span, frozenset({"filler"}))
    return cut._replace(tokens=(*opening, light, *cut.tokens[place + 1 :]))


def _is_judged(before: tuple[Token, ...]) -> bool:
    """Tell that words without a stop call another name right or wrong (日期对的 before 预算的话…)."""
    named = next((n for n, token in enumerate(before) if token.refs and not token.by_noun), len(before))
    lead, judged = before[:named], before[named + 1 :]
    is_light = all(token.kinds and token.kinds <= _LIGHT | {"deictic"} for token in lead)
    return is_light and bool(judged) and all(token.kinds & _JUDGED for token in judged)


def _of_another(token: Token) -> Token:
    return token._replace(refs=_NO_REFS, is_other_field=True, is_unknown=True) if token.by_group else token
