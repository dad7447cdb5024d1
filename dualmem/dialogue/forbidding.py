"""Forbidding: ``don't make it 600k``, 别改成60万 forbid a change; they state no value and refuse nothing."""

from collections.abc import Sequence

from dualmem.dialogue.tokens import Token

_SMALL = frozenset({"filler", "deictic", "change"})


def forbids(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a word forbids the change to the value right behind it."""
    if "forbid" not in tokens[place].kinds:
        return False
    for after in tokens[place + 1 :]:
        if after.value is not None or after.is_unknown or not (after.refs or after.kinds <= _SMALL):
            return after.value is not None
    return False


def is_refused(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a no stands glued to the value that was shown (不要50万): it is the value that is not wanted."""
    value, before = tokens[place].value, tokens[place - 1] if place else None
    is_glued = before is not None and before.span.end == tokens[place].span.start
    return value is not None and bool(value.equals) and is_glued and before is not None and "no" in before.kinds


def says(token: Token) -> bool:
    """Tell that a token is more than a small word: a value, a name, or a word that judges or changes."""
    is_judging = bool(token.kinds & {"no", "neg", "yes_bare", "yes_explicit", "change"})
    return token.value is not None or bool(token.refs) or is_judging
