"""Pointing: tokens that only say which value is judged, and tokens that say something of their own."""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Token


def is_pointed_at(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a value only says which one is judged (``45万那个不对``, ``the 45k one is wrong``)."""
    after = tokens[place + 1 : place + 2]
    if not after or "deictic" not in after[0].kinds:
        return False
    rest = tokens[place + 2 :]
    return not any(t.value is not None for t in rest) and any(
        t.kinds & {"yes_bare", "yes_explicit", "no", "neg"} for t in rest
    )


def says(token: Token) -> bool:
    """Tell that a token is a value, a name or a judgement."""
    return (
        token.value is not None
        or bool(token.refs)
        or bool(token.kinds & {"no", "neg", "yes_bare", "yes_explicit", "change"})
    )


def is_denied_behind(tokens: Sequence[Token]) -> bool:
    """Tell that small words lead to a stated value that is denied: the no before them is its negator."""
    rest = (t for t in tokens if not t.kinds or not t.kinds <= {"filler", "change", "deictic"})
    after = next(rest, None)
    return after is not None and after.is_cued and after.is_denied
