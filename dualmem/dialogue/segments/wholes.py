"""Wholes: the name of a group (the salon, the flight) beside what nobody keeps of it: it only says of what that is."""

from dualmem.dialogue.segments.tokens import Segment, Token

_TURNING = frozenset({"change", "condition"})
_NO_REFS: frozenset[str] = frozenset()


def without_wholes(cut: Segment) -> Segment:
    """Give a segment that asks for something unknown of a group, whose name then names nothing that was shown.

    ``However, what is the rating of the salon?`` and ``give me their phone number and hotel rating`` change nothing
    about the salon's name and the day that were shown; ``but is the booking right?`` may, for all its words are known.
    """
    if not any(token.by_group for token in cut.tokens) or any(token.value is not None for token in cut.tokens):
        return cut
    is_against = cut.is_asked and "contrast" in cut.tokens[0].kinds
    if cut.is_known or not (is_against or any(token.kinds & _TURNING for token in cut.tokens)):
        return cut
    return cut._replace(tokens=tuple(_of_another(token) for token in cut.tokens))


def _of_another(token: Token) -> Token:
    return token._replace(refs=_NO_REFS, is_other_field=True, is_unknown=True) if token.by_group else token
