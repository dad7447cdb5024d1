"""Sources: who a value is said to come from (老板只批45万, 客户说要12月22号)."""

from dualmem.dialogue.segments.tokens import NO_KINDS, Segment, Token

_JUDGING = frozenset({"yes_bare", "yes_explicit", "no", "neg", "hedge", "defer"})


def with_sources(cut: Segment) -> Segment:
    """Give a segment in which who a value comes from is a word like any other, and unknown where no value follows.

    老板说没问题 is no answer of the user's own.
    """
    if not any("from_whom" in token.kinds for token in cut.tokens):
        return cut
    return cut._replace(tokens=tuple(_read(cut.tokens, place) for place in range(len(cut.tokens))))


def _read(tokens: tuple[Token, ...], place: int) -> Token:
    token = tokens[place]
    if "from_whom" not in token.kinds:
        return token
    for other in tokens[place + 1 :]:
        if other.value is not None:
            return token
        if other.is_unknown or (other.kinds & _JUDGING and "copula" not in other.kinds):
            break
    return token._replace(kinds=NO_KINDS, is_unknown=True)
