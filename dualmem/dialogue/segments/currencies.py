"""Currencies: a currency named without an amount, beside the one amount that was shown (``yes, but in dollars``).

Another currency is the shown amount in it; the shown one only names its update (不是人民币，是美元).
"""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.segments.tokens import Token, meaning
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import STOP
from dualmem.dialogue.shown.targets import Target, Targets
from dualmem.model.span import Span
from dualmem.model.value import Money
from dualmem.values.money_currencies import find_names

_TWO = 2


def currencies(targets: Targets, scene: Scene, found: Sequence[Token]) -> list[Token]:
    """Give the currencies that a turn names by themselves; none where it states another amount for the one shown.

    Args:
        targets: Updates that may be answered.
        scene: The turn.
        found: The values in the turn: the currency of an amount belongs to it.
    """
    amounts = [t for t in targets.shown if isinstance(t.value, Money)]
    if len(amounts) != 1 or any(_is_other(token, amounts[0]) for token in found):
        return []
    names = find_names(scene.extraction.utterance.folded)
    taken = [token.span if token.value is None else token.value.span for token in found]
    tokens = [
        _token(amounts[0], scene, place, code) for place, code in names if not any(place.overlaps(one) for one in taken)
    ]
    return _without_denied(scene, tokens)


def _without_denied(scene: Scene, tokens: list[Token]) -> list[Token]:
    """Give the currencies, the shown one that is denied right before another without its name (不是人民币是美元)."""
    if len(tokens) != _TWO or tokens[0].value is not None or tokens[1].value is None:
        return tokens
    old, new = tokens
    if STOP.search(scene.text[old.span.end : new.span.start]) is not None:
        return tokens
    head = scene.text[: old.span.start].rstrip()
    denial = next((hit for hit in scene.find("value.not", 0, old.span.start) if hit.end == len(head)), None)
    if denial is None:
        return tokens
    dropped = Token(Span(denial.start, old.span.end), kinds=frozenset({"filler"}))
    return [dropped, new._replace(is_cued=True, is_changed=True)]


def _is_other(token: Token, amount: Target) -> bool:
    """Tell that a token states another amount than the shown one, in whatever currency."""
    value = token.value.reading.value if token.value is not None and amount.id in token.value.targets else None
    if not isinstance(value, Money) or not isinstance(amount.value, Money):
        return False
    return (value.amount, value.minimum, value.maximum) != (
        amount.value.amount,
        amount.value.minimum,
        amount.value.maximum,
    )


def _token(target: Target, scene: Scene, place: Span, code: str) -> Token:
    mine = frozenset((target.id,))
    shown = target.value
    if not isinstance(shown, Money) or shown.currency == code:
        return Token(place, refs=mine)
    token = meaning(scene.extraction.utterance.folded, place, target, replace(shown, currency=code))
    return token._replace(rivals=mine)  # 对，我在美国，用美元
