"""Joints: answers that a clause joins without a stop: ``yes and can you find me a bus``, ``no i don't need it``."""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.words import YES
from dualmem.model.span import Span

_SPOILING = frozenset(["no", "neg", "hedge", "defer", "contrast", "except", "condition", "partly", "mostly"])
_SCOPING = frozenset(["all", "others", "keep", "only", "no_change", "none"])
_LEADING = frozenset(["change", "copula", "ought"])
_NAME_AND_VALUE = 3
_JOINING = frozenset(("and", "ask_more", "change"))
_AND = "and "
_SO = ("so", "therefore", "hence")


def unjoined(text: str, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments, each yes cut off from the clause that an and joins to it, each no from the denial behind it.

    So is a judgement from the clause before it that gives another field its value in unknown words.

    Args:
        text: The folded text.
        cuts: Segments, in order.
    """
    out: list[Segment] = []
    for cut in cuts:
        tokens = cut.tokens
        may_join = not cut.is_known or any([_may_join(token) for token in tokens])
        places = range(1, len(tokens)) if may_join else range(0)
        place = next((n for n in places if _is_joint(text, tokens, n)), None)
        out += [cut] if place is None else _parts(cut, place)
    return out


def alone(cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments; a word that is a yes and a but (可) is a yes where it is all of the turn."""
    tokens = [token for cut in cuts for token in cut.tokens]
    if (
        not tokens
        or "contrast" not in tokens[0].kinds
        or not all("contrast" in t.kinds and t.kinds & YES for t in tokens)
    ):
        return list(cuts)
    return [cut._replace(tokens=tuple(t._replace(kinds=t.kinds - {"contrast"}) for t in cut.tokens)) for cut in cuts]


def _may_join(token: Token) -> bool:
    """Tell that a token may join a clause where all words are known: an and, or what somebody else said."""
    return not _JOINING.isdisjoint(token.kinds) or (token.value is not None and token.value.is_reported)


def _parts(cut: Segment, place: int) -> list[Segment]:
    at = cut.tokens[place].span.start
    head = cut._replace(span=Span(cut.span.start, at), tokens=cut.tokens[:place], is_asked=False)
    return [head, cut._replace(span=Span(at, cut.span.end), tokens=cut.tokens[place:])]


def _is_joint(text: str, tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    if place == 1 and _is_no_twice(tokens):
        return True
    words = text[token.span.start : token.span.end]
    if _runs_on(tokens, place) or _concludes(words, tokens, place):
        return True
    is_and = "and" in token.kinds or ("ask_more" in token.kinds and words.startswith(_AND))
    if not is_and:
        return False
    if _is_yes(tokens[:place]) and _is_apart(tokens[place:]):
        return True
    return _is_judged_beside(tokens, place) or _sums_up(tokens, place) or _goes_on_to_value(tokens, place)


def _concludes(words: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell that a so leads from words about something else to an order not to write (``… so please don't save it``)."""
    if words not in _SO:
        return False
    rest = tokens[place + 1 :]
    is_order = bool(rest) and "no" in rest[-1].kinds and all(t.kinds and t.value is None for t in rest)
    is_told = any(t.is_unknown for t in tokens[:place]) and not any(t.kinds & YES for t in tokens[:place])
    is_degree = "copula" in tokens[place - 1].kinds  # the signal is so bad
    return is_order and is_told and not is_degree


def _goes_on_to_value(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a name is judged before an and, and another one gets its value behind it.

    ``No to the second and the third should be 40k``.
    """
    tail = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler"})]
    head = [t for t in tokens[:place] if not (t.kinds and t.kinds <= {"filler"})]
    if len(head) <= 1 or not head[0].kinds & (YES | {"no"}) or not all(_is_name(t) for t in head[1:]):
        return False
    value = tail[0].value if len(tail) == 1 and tail[0].is_cued else None
    if value is not None:
        return not value.targets & {ref for t in head for ref in t.refs}
    is_given = len(tail) >= _NAME_AND_VALUE and _is_name(tail[0]) and tail[-1].value is not None
    return is_given and all(t.kinds & _LEADING and not t.is_unknown for t in tail[1:-1])


def _is_name(token: Token) -> bool:
    """Tell that a token names something shown, by a label or a number."""
    return token.value is None and (bool(token.refs) or any(kind.startswith("ordinal.") for kind in token.kinds))


def _sums_up(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a verdict on all stands behind an and, and but names before it (``… and both are right``)."""
    tail = [t for t in tokens[place + 1 :] if t.kinds != {"filler"}]
    is_sum = bool(tail) and all(t.kinds and t.value is None and not t.refs and not t.is_unknown for t in tail)
    is_sum = is_sum and "yes_explicit" in tail[-1].kinds and any(_counts_all(t) for t in tail)
    head = tokens[:place]
    is_told = any(t.value is not None or t.kinds & (_SCOPING | _SPOILING) for t in head)
    return is_sum and not is_told and any(t.is_unknown for t in head) and any(t.refs for t in head)


def _counts_all(token: Token) -> bool:
    return any(kind == "all" or kind.startswith("count.") for kind in token.kinds)


def _is_judged_beside(tokens: Sequence[Token], place: int) -> bool:
    """Tell that one side of an and gives a field its value in words of its own, and the other judges another field.

    ``They pushed the deadline to December 19 and the budget is right``, ``the date is right and the name is Anne``.
    """
    for given, judged in ((tokens[:place], tokens[place:]), (tokens[place:], tokens[:place])):
        values = {ref for t in given if t.is_cued and t.value is not None for ref in t.value.targets}
        is_own = any(t.is_unknown for t in given) or any(_is_text(t) for t in given)
        if values and is_own and _is_judgement(judged, values):
            return True
    return False


def _runs_on(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a label behind a judgement opens what is said of it in words of its own (日期对的预算老板说46万)."""
    token, tail = tokens[place], tokens[place:]
    is_name = bool(token.refs) and not token.by_noun and token.value is None
    if not is_name and not (token.is_cued and token.value is not None):
        return False
    values = {ref for t in tail if t.is_cued and t.value is not None for ref in t.value.targets}
    is_own = any(t.is_unknown or (t.value is not None and t.value.is_reported) for t in tail)
    if not values and any("change" in t.kinds for t in tail):
        values = {ref for t in tail if t.value is not None for ref in t.value.targets if ref in token.refs}
        is_own = True  # 名字没问题手机号得改成…: a wish reads the whole segment
    return is_own and bool(values) and _is_judgement(tokens[:place], values)


def _is_text(token: Token) -> bool:
    """Tell that a rule found free words: what reads names takes a whole segment for itself."""
    return token.is_cued and token.value is not None and isinstance(token.value.reading.value, str)


def _is_judgement(tokens: Sequence[Token], given: set[str]) -> bool:
    """Tell that all tokens are known, name other fields than those, and judge them."""
    named = {ref for t in tokens if not t.by_noun for ref in t.refs}
    spoiled = _SPOILING - {"no", "neg"} | {"ask", "ask_more"}
    is_read = not any(t.is_unknown or t.value is not None or t.kinds & spoiled for t in tokens)
    return is_read and bool(named - given) and any(t.kinds & (YES | {"no", "keep", "no_change"}) for t in tokens)


def _is_no_twice(tokens: Sequence[Token]) -> bool:
    """Tell that a no stands before a denial with words of its own, as if by a comma (``no i don't want to rent``)."""
    opening, denial, *rest = tokens
    return "no_opening" in opening.kinds and "no" in denial.kinds and any(token.is_unknown for token in rest)


def _is_yes(head: Sequence[Token]) -> bool:
    """Tell that tokens are a yes and nothing else."""
    is_firm = any(t.kinds & YES for t in head)
    return is_firm and all(_is_small(t) and not t.is_unknown and "ask" not in t.kinds for t in head)


def _is_apart(tail: Sequence[Token]) -> bool:
    """Tell that tokens judge nothing, and hold words of something else, or a value that is changed to."""
    is_changed = any("change" in t.kinds for t in tail)
    if is_changed and not any(t.value is not None for t in tail) and any("deictic" in t.kinds for t in tail):
        return False  # and please change something about it
    if not is_changed and any(len(t.refs) == 1 for t in tail):
        return False  # and please check the budget: that stays open
    is_other = is_changed or any(t.is_unknown or t.is_other_field or t.kinds & {"ask", "ask_more"} for t in tail)
    return is_other and all((is_changed or _is_small(t)) and not t.kinds & (_SCOPING | _SPOILING) for t in tail)


def _is_small(token: Token) -> bool:
    return token.value is None and not token.kinds & _SPOILING
