"""Wholes: the name of a group (the salon, the flight) beside what nobody keeps of it: it only says of what that is."""

from dualmem.dialogue.segments.tokens import Segment, Token

_ASKING = frozenset({"ask", "ask_more", "change", "condition"})
_NO_REFS: frozenset[str] = frozenset()


def without_wholes(cut: Segment) -> Segment:
    """Give a segment that asks for something unknown of a group, whose name then names nothing that was shown.

    ``What is the rating of the salon?`` and ``give me their phone number and hotel rating`` say nothing to the salon's
    name and the day that were shown; ``is the booking right?`` does, for all its words are known.
    """
    if not any(token.by_group for token in cut.tokens) or any(token.value is not None for token in cut.tokens):
        return cut
    is_asking = cut.is_asked or any(token.kinds & _ASKING for token in cut.tokens)
    if not is_asking or cut.is_known:
        return cut
    return cut._replace(tokens=tuple(_of_another(token) for token in cut.tokens))


def _of_another(token: Token) -> Token:
    return token._replace(refs=_NO_REFS, is_other_field=True, is_unknown=True) if token.by_group else token
