"""Currencies: a currency named without an amount, beside the one amount that was shown (``yes, but in dollars``).

Another currency is the shown amount in it; the shown one only names its update (不是人民币，是美元).
"""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, ValueWord
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.value import Money
from dualmem.values.money_currencies import find_names


def currencies(targets: Sequence[Target], scene: Scene, taken: Sequence[Span]) -> list[Token]:
    """Give the currencies that a turn names by themselves.

    Args:
        targets: Updates that may be answered.
        scene: The turn.
        taken: Places of values: the currency of an amount belongs to it.
    """
    amounts = [t for t in targets if t.ordinal and isinstance(t.value, Money) and t.value.currency is not None]
    if len(amounts) != 1:
        return []
    names = find_names(scene.extraction.utterance.folded)
    return [
        _token(amounts[0], scene, place, code) for place, code in names if not any(place.overlaps(one) for one in taken)
    ]


def _token(target: Target, scene: Scene, place: Span, code: str) -> Token:
    mine = frozenset((target.id,))
    shown = target.value
    if not isinstance(shown, Money) or shown.currency == code:
        return Token(place, refs=mine)
    original = scene.extraction.utterance.folded.to_original(place)
    reading = Reading(span=original, folded=place, outer=place, value=replace(shown, currency=code))
    return Token(place, value=ValueWord(reading, mine, frozenset()))
