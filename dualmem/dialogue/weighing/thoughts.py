"""Second thoughts: a value that a turn gives, takes back with a no, and puts another in the place of."""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene

_STRIP = " ,.。!~…"


def second_thoughts(scene: Scene, cuts: Sequence[Segment], statements: list[Statement]) -> None:
    """Take away the value that a mere no behind it takes back where another follows, with that no, in place.

    ``make it Dec 20, no, that's a holiday, Dec 22``; 改成60万，不对，60万含税，55万. The first one said again is none
    either, nor is a weekday that is only told of the day (``no, that's a Sunday``): with that alone, and where the
    turn ends in the no (改成60万，不对), nothing is given.
    """
    for no in [s for s in statements if s.polarity == "no" and not s.is_named]:
        place = next(n for n, s in enumerate(statements) if s is no)
        before = [n for n, s in enumerate(statements[:place]) if _gives(s)]
        if not before or any(s.polarity for s in statements[before[-1] + 1 : place]):
            continue
        first = statements[before[-1]]
        behind = [s for s in statements[place + 1 :] if _gives(s) and _targets(s) & _targets(first)]
        again = [s for s in behind if _value(s) == _value(first) or _is_told(scene, cuts, s)]
        others = [s for s in behind if not any(s is one for one in again)]
        if not behind and not (first.is_changed and no.segment == len(cuts) - 1 and _is_mere(scene, cuts[no.segment])):
            continue
        gone = [first, *again, *([no] if others else [])]
        statements[:] = [s for s in statements if not any(s is one for one in gone)]
        no.polarity = "undecided"
        for one in others:
            one.is_changed = True


def _is_mere(scene: Scene, cut: Segment) -> bool:
    """Tell that a no says nothing of what is wrong (不对, 算了), as 你写错了 and ``this is wrong`` do."""
    words = scene.text[cut.span.start : cut.span.end].strip(_STRIP)
    return scene.lexicon.regex("value.no_again").fullmatch(words) is not None


def _gives(said: Statement) -> bool:
    return said.polarity == "value" and _value(said) is not None


def _value(said: Statement) -> object:
    return said.token.value.reading.value if said.token is not None and said.token.value is not None else None


def _targets(said: Statement) -> frozenset[str]:
    targets = said.token.value.targets if said.token is not None and said.token.value is not None else frozenset()
    return targets & frozenset(said.refs) if said.refs else targets


def _is_told(scene: Scene, cuts: Sequence[Segment], said: Statement) -> bool:
    """Tell that a weekday is only said of a day (``that's a Sunday``, 那天是周日)."""
    word = said.token.value if said.token is not None else None
    if word is None:
        return False
    words = scene.text[word.reading.folded.start : word.reading.folded.end]
    before = [t for t in cuts[said.segment].tokens if t.span.start < word.reading.folded.start]
    is_led = any(t.kinds & {"copula", "deictic"} for t in before) and not any("change" in t.kinds for t in before)
    return is_led and scene.lexicon.regex("value.weekday").fullmatch(words) is not None
