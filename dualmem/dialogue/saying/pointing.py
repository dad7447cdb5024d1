"""Pointing: tokens that only say which value is judged, and tokens that say something of their own."""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.segments.counting import counts, counts_all
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.targets import Target, is_beside_stored, same
from dualmem.dialogue.shown.words import DENYING, JUDGING, YES
from dualmem.model.span import Span

_SMALL = frozenset({"filler", "deictic"})
NO_POINTER = YES | DENYING | {"hedge", "defer", "contrast", "except"}


def is_pointed_at(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a value only says which one is judged (``45万那个不对``, ``the 45k one is wrong``)."""
    after = tokens[place + 1 : place + 2]
    if not after or "deictic" not in after[0].kinds:
        return False
    rest = tokens[place + 2 :]
    return not any(t.value is not None for t in rest) and any(
        t.kinds & {"yes_bare", "yes_explicit", "no", "neg"} for t in rest
    )


def gives_to_all(before: Sequence[Token], shown: Sequence[Target]) -> bool:
    """Tell that the words before a value give it to all that was shown (两个都是45万, ``change both to 450k``)."""
    for token, after in itertools.zip_longest(before, before[1:]):
        leads = token.kinds | (after.kinds if after is not None else frozenset())
        if counts_all(token.kinds, shown) or ("all" in token.kinds and leads & {"copula", "change"}):
            return len(shown) > 1
    return False


def is_right_one(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a word only says which shown value is right (``the right one is 450k``), and changes nothing."""
    after = tokens[place + 1].value if place + 1 < len(tokens) else None
    return after is not None and bool(after.equals) and "right_one" in tokens[place].kinds


def turn_exception(done: Sequence[Statement], now: Statement, polarity: str, token: Token) -> None:
    """Make a yes of the exception to a no of all the rest (``除了单号都不对``)."""
    excepted = [s for s in done if s.polarity == "no" and s.has_contrast and s.refs]
    if polarity == "no" and excepted and (now.is_others or now.is_all or "no_all" in token.kinds):
        for statement in excepted:
            statement.polarity, statement.is_explicit = "yes", True


def is_hedged(before: Sequence[Token]) -> bool:
    """Tell that a word of real doubt stands before a value."""
    return any("hedge" in token.kinds and "hedge_soft" not in token.kinds for token in before)


def is_mere_name(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a shown value only says which update is meant (``45万那个要改``, ``the 1.2M is wrong``)."""
    value = tokens[place].value
    for number, token in enumerate(tokens[place + 1 :], start=place + 1):
        if token.value is not None:
            is_akin = value is not None and bool(value.targets & token.value.targets)  # not $45 from my savings
            return (is_akin or bool(token.value.equals)) and any("change" in t.kinds for t in tokens)
        if (token.refs and not token.by_noun) or "right_one" in token.kinds:
            return False  # 50万才对
        if token.kinds & {"yes_bare", "yes_explicit", "no", "neg", "change", "hedge", "defer"}:
            return not {"copula", "yes_bare"} <= token.kinds or _is_predicate(tokens[number + 1 :])
    return False


def _is_predicate(rest: Sequence[Token]) -> bool:
    """Tell that what stands behind a copula judges what is before it, up to the next value (50万是对的, 是假的)."""
    own = list(itertools.takewhile(lambda t: t.value is None and not t.refs, rest))
    if rest[len(own) :] and rest[-1].value is None and rest[-1] is rest[len(own)]:
        return False  # 45万是对的预算
    return all(t.kinds & JUDGING or (t.kinds and t.kinds <= _SMALL) for t in own)


def joins(before: Sequence[Token]) -> bool:
    """Tell that an and joins what follows to the words before it (``confirm the first and the third``)."""
    heavy = [t for t in before if not (t.kinds and t.kinds <= {"filler"})]
    return bool(heavy) and "and" in heavy[-1].kinds


def stored_as(targets: Sequence[Target], token: Token) -> set[str]:
    """Give the updates of whose field the value of a token is stored."""
    said = token.value.reading.value if token.value is not None else None
    return {t.id for t in targets if t.stored is not None and said is not None and same(t.stored, said)}


def is_kept_now(tokens: Sequence[Token], place: int) -> bool:
    """Tell that words that may put off are an order to write what is counted beside them (先确认第二个)."""
    beside = (*tokens[max(place - 1, 0) : place], *tokens[place + 1 : place + 2])
    return "keep_now" in tokens[place].kinds and any(counts(token.kinds) for token in beside)


def is_open(tokens: Sequence[Token], place: int, shown: Sequence[Target]) -> bool:
    """Tell that a word doubts, puts off, or may mean the new value as well as the stored one."""
    kinds = tokens[place].kinds
    if kinds & {"hedge", "defer", "partly", "mostly"} and not is_kept_now(tokens, place):
        return True
    is_either = ("keep_it" in kinds and is_beside_stored(shown)) or may_be_either(kinds, shown)
    return is_either or is_some(tokens, place)


def is_some(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a word for a part is of no name right before it: it means only some of all (部分没错)."""
    return "part" in tokens[place].kinds and not (place and tokens[place - 1].refs)


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


_DECIDING = YES | DENYING | {"hedge", "defer", "change"}


def describes(rest: Sequence[Token], is_name: Sequence[bool]) -> bool:
    """Tell that a keeping word only describes the name behind it, which is judged itself (记录的预算不对).

    In ``存预算不存日期`` and ``save the budget, not the date`` it orders.
    """
    names = [place for place, named in enumerate(is_name) if named]
    judging = [n for n, t in enumerate(rest) if names and n > names[0] and (t.value is not None or t.kinds & _DECIDING)]
    return bool(judging) and names[-1] < judging[-1]


def picked(rest: Sequence[Token], *, is_new: bool, is_negated: bool) -> str:
    """Give what picking the new or the old value says of the new one; a judgement may follow it."""
    is_denied = is_negated or any(t.kinds & {"no", "neg"} for t in rest)
    if any(t.kinds & {"hedge", "defer"} for t in rest) or (is_denied and not is_new):
        return "undecided"
    return "yes" if is_new and not is_denied else "no"


def may_be_either(kinds: frozenset[str], shown: Sequence[Target]) -> bool:
    """Tell that a word points at one of two, or at both, where the two are what is stored and what is new."""
    return "of_two" in kinds and len(shown) == 1 and shown[0].update.is_conflict


def leads_to_name(cut: Segment, cue: Span) -> bool:
    """Tell that words of a segment lead to a name, and are not the beginning of one (是看护, 是播放器)."""
    at = cut.span.start + cue.start
    return len(cue) > 1 and not any(t.span.end == at and t.kinds & {"copula", "change"} for t in cut.tokens)


def heightens(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a yes only strengthens the value beside it (``more like exactly 600k``, ``600k exactly``)."""
    kinds, after = tokens[place].kinds, tokens[place + 1 :]
    is_strong = "strengthens" in kinds
    before = tokens[place - 1].value if place and not after else None
    if is_strong and before is not None and not before.equals:
        return True
    is_led = "yes_explicit" in kinds and any("change" in t.kinds for t in tokens[:place])
    return bool(after) and after[0].value is not None and (is_strong or is_led)


def doubts_exception(done: Sequence[Statement], now: Statement, tokens: Sequence[Token], place: int) -> bool:
    """Leave open what is taken out and then doubted (``都对，除了日期我不确定``), in place; tell if it is."""
    rest = tokens[place + 1 :]
    is_judging = any(t.kinds & JUDGING or t.refs or t.value or t.kinds & {"all", "others"} for t in rest)
    if now.is_named or is_judging or tokens[place - 1].kinds & {"all", "others", "contrast"}:
        return False  # 除了日期我都不确定
    excepted = list(itertools.takewhile(lambda s: s.polarity == "no" and s.has_contrast and s.refs, reversed(done)))
    for said in excepted:
        said.polarity = "undecided"
    return bool(excepted)
