"""Signs: a tick or a cross right behind a name says yes or no to it, in a turn that holds nothing but answers."""

import re
from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.schema.lexicon import Lexicon

_MEANING = {"sign.yes": frozenset({"yes_bare", "sign"}), "sign.no": frozenset({"no", "sign"})}
_NAMING = frozenset({"ordinal", "first", "last", "others", "all", "count"})

_MARKS = "，。！？、；：…～“”‘’（）《》"  # no pictographs
_STOPS = frozenset(_MARKS)
_PICTOGRAPH = re.compile(rf"[^\x00-\x7f\w{_MARKS}]")  # one character: linear in any engine


def may_hold_signs(folded: Folded) -> bool:
    """Tell, at a glance, that a text holds a pictograph."""
    return not folded.original.isascii() and _PICTOGRAPH.search(folded.original) is not None


def signs(folded: Folded, lexicon: Lexicon, place: Span) -> list[Token]:
    """Give the signs at a place of the folded text, where pictographs are but marks; of the same in a row the first."""
    found: list[Token] = []
    for at in range(place.start, place.end):
        sign = folded.original[folded.offsets[at]]
        if sign.isascii() or sign.isalnum() or sign in _STOPS:
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
    """Give the tokens; of the signs only those that judge what is named right before them (``预算✅ 日期❌``).

    A sign behind a word that judges says nothing of its own. A turn of nothing but signs is read as words are (👍).
    """
    if not any(["sign" in token.kinds for token in tokens]):
        return list(tokens)
    kept: list[Token] = []
    for token in tokens:
        if "sign" not in token.kinds or (kept and _names(kept[-1])):
            kept.append(token)
    return kept


def _names(token: Token) -> bool:
    heads = {kind.partition(".")[0] for kind in token.kinds}
    return token.value is None and (bool(token.refs) or bool(heads & _NAMING))
