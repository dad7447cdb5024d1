"""Signs: a thumb, a tick or a cross that stands for a yes or a no, in a turn that holds nothing but answers."""

from collections.abc import Sequence

from dualmem.dialogue.tokens import Segment, Token
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.schema.lexicon import Lexicon

_MEANING = {"sign.yes": frozenset({"yes_bare", "sign"}), "sign.no": frozenset({"no", "sign"})}
_JUDGED = frozenset({"yes_bare", "yes_explicit", "no", "neg", "hedge", "defer"})


def signs(folded: Folded, lexicon: Lexicon, place: Span) -> list[Token]:
    """Give the signs at a place of the folded text, where pictographs are but marks; of the same in a row the first."""
    found: list[Token] = []
    for at in range(place.start, place.end):
        sign = folded.original[folded.offsets[at]]
        if sign.isascii() or sign.isalnum():
            continue
        meant = next((kinds for name, kinds in _MEANING.items() if lexicon.has(name, sign)), None)
        if meant is not None and not (found and found[-1].kinds == meant and found[-1].span.end == at):
            found.append(Token(Span(at, at + 1), meant))
    return found


def answers_only(cuts: Sequence[Segment]) -> bool:
    """Tell that a turn speaks of nothing else: ``今天天气不错👍`` likes the weather, ``预算✅，日期❌`` answers."""
    tokens = [token for cut in cuts for token in cut.tokens]
    is_foreign = any(token.is_unknown or token.is_other_field for token in tokens)
    return not is_foreign and not any(cut.is_asked for cut in cuts)


def meaningful(tokens: Sequence[Token]) -> list[Token]:
    """Give the tokens without the signs that only cheer what was just said (``不对 👍``, ``60万👌``)."""
    kept: list[Token] = []
    for token in tokens:
        before = kept[-1] if kept else None
        is_sign = before is not None and "sign" in token.kinds
        is_said = before is not None and (before.value is not None or bool(before.kinds & _JUDGED))
        if not (is_sign and is_said and ("yes_bare" in token.kinds or (before is not None and "no" in before.kinds))):
            kept.append(token)
    return kept
