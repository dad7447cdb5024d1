"""Singles: ``the one ticket``, ``a single room``: a count of one, beside the shown number of such things."""

from collections.abc import Sequence

from dualmem.dialogue.segments.denied import is_denied_or_asked
from dualmem.dialogue.segments.tokens import Token, meaning
from dualmem.dialogue.shown.named import UNITS, WORD, named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord
from dualmem.model.span import Span

_COUNTS = ("integer", "number")


def singles(scene: Scene, targets: Targets, tokens: Sequence[Token]) -> list[Token]:
    """Give the tokens; words for one thing before the noun of what a shown number counts are that number.

    Args:
        scene: The turn.
        targets: Updates that may be answered.
        tokens: The words of one place.
    """
    counts = [t for t in targets.shown if t.spec.type in _COUNTS] if scene.may_hold("value.single") else []
    if not counts:
        return list(tokens)
    out: list[Token] = []
    for place in scene.find("value.single", 0, len(scene.text)):
        noun = WORD.match(scene.text, scene.skip(place.end))
        mine = [t for t in counts if noun is not None and _counts(scene, t, noun.group())]
        if len(mine) == 1 and not is_denied_or_asked(scene, place.start):
            out.append(_one(scene, place, mine[0]))
    places = [token.span for token in out]
    rest = [t for t in tokens if not any(t.span.overlaps(one) for one in places)]
    inside = [t for t in out if any(t.span.overlaps(token.span) for token in tokens)]
    return sorted([*rest, *inside], key=lambda token: token.span)


def _one(scene: Scene, place: Span, target: Target) -> Token:
    token = meaning(scene.extraction.utterance.folded, place, target, 1)
    assert token.value is not None
    equals = token.value.targets if target.equals(1) else frozenset[str]()
    return token._replace(value=ValueWord(token.value.reading, token.value.targets, equals))


def _counts(scene: Scene, target: Target, noun: str) -> bool:
    """Tell that a noun is what a number counts: a word of its labels, or of the same kind (seats, people)."""
    names = named(target.spec, scene.schema, scene.lexicon)
    of_kind = (unit in names.units and scene.words.holds(unit, noun) for unit in UNITS)
    return noun.removesuffix("s") in names.nouns or any(of_kind)
