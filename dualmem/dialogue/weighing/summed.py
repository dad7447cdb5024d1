"""Summed: what the statements of a turn say together, before each update gets its part."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.shown.targets import Targets, covers

_TWO = 2


def told_by_value(statements: Sequence[Statement], targets: Targets) -> Sequence[Statement]:
    """Give a no to the whole beside a value as a bare one: the value tells what of it is wrong (not that song, …)."""
    if not {"no", "value"} <= {s.polarity for s in statements}:
        return statements
    return [replace(s, refs=set()) if s.polarity == "no" and covers(targets, s.refs) else s for s in statements]


def rest_of(statements: Sequence[Statement], shown: int) -> list[Statement]:
    """Give the statements; a yes to the most of it is one to what the named ones leave (``mostly right, but …``)."""
    if not any([s.is_mostly for s in statements]):
        return list(statements)
    is_told = any(s.polarity in ("value", "no", "notvalue") and (s.is_named or s.token) for s in statements)
    if not is_told:
        return list(statements)
    kept = [s for s in statements if not s.is_mostly or s.is_named]
    for statement in kept:
        statement.has_contrast |= statement.polarity == "value"  # 基本都对，日期是12月20日
    opener = Statement("yes" if shown > 1 else "no", segment=min(s.segment for s in statements), is_interjection=True)
    return [opener, *kept]


def meant_by(statement: Statement, takers: set[str], said: Sequence[Statement]) -> set[str]:
    """Give the one update of several that a value is for: its equal, one denied beside it or blamed before.

    A value that is to be new (改成42万, ``no, 420k``) agrees to none that is it already.
    """
    word = statement.token.value if statement.token is not None else None
    is_new = statement.is_changed or any(s.polarity == "no" and not s.is_named for s in said)
    equal = takers & word.equals if word is not None and not is_new else set()
    for one in (equal, takers & _denied_beside(statement, said), takers & _blamed(statement, said)):
        if len(one) == 1:
            return set(one)
    return takers


def _blamed(statement: Statement, said: Sequence[Statement]) -> set[str]:
    """Give the updates that are called wrong by their name before a value (总成本得改，铜价涨得厉害，改成49万)."""
    return {ref for s in said if s.polarity == "no" and s.segment <= statement.segment for ref in s.refs}


def _denied_beside(statement: Statement, said: Sequence[Statement]) -> set[str]:
    """Give the updates whose shown value is denied right beside a value (``not the 13th, the 14th``)."""
    beside = (s for s in said if s.polarity == "notvalue" and abs(s.segment - statement.segment) <= 1)
    return {ref for s in beside for ref in s.denied}


def contradicts(said: Sequence[Statement]) -> bool:
    """Tell that all is called right and then a plain no follows (``都对，不对``), or is ordered behind one.

    ``No, I want to take that bus`` beside the bus that was shown.
    """
    if said[0].polarity == "no" and not said[0].is_named and any(_is_order(s) for s in said[1:]):
        return True
    whole = [n for n, s in enumerate(said) if s.is_all and s.polarity in ("yes", "no")]
    if not whole:
        return False
    first = whole[0]
    rest, is_yes = said[first + 1 :], said[first].polarity == "yes"
    return any(s.polarity == ("no" if is_yes else "yes") and (s.is_all or not s.is_named) for s in rest)


def without_reasons(bare: Sequence[Statement]) -> list[Statement]:
    """Give statements that name nothing; beside a no, a mere complaint only says why (``太高了，不对``)."""
    firm = [s for s in bare if not (s.is_interjection and s.polarity == "undecided")]
    places = {s.segment for s in bare if s not in firm}
    is_no = bool(firm) and all(s.polarity == "no" and s.segment not in places for s in firm)  # not: 不是太高了
    return firm if is_no else list(bare)


def _is_order(statement: Statement) -> bool:
    """Tell that a statement is a plain yes to the whole by its name."""
    return statement.polarity == "yes" and not statement.is_explicit and len(statement.refs) > 1


def overall(bare: Sequence[Statement]) -> str:
    """Give the sum of statements that name nothing: the last full sentence counts, a mere contradiction none."""
    polarities = [s.polarity for s in bare]
    if len(set(polarities)) < _TWO:
        return polarities[0] if polarities else ""
    last = bare[-1]
    if last.is_claim:
        return "undecided"  # no, it's me
    first_yes = polarities.index("yes")
    opening = bare[:first_yes]
    is_declined = all(s.is_interjection for s in opening) and bool(opening) and not any(s.is_explicit for s in bare)
    if is_declined and "no" not in polarities[first_yes:]:
        return "no"  # a polite refusal (``no, that's okay``), where ``no no, that's right`` is a yes
    is_opened = all(s.is_interjection for s in opening) and "no" not in polarities[first_yes:]
    is_opened |= last.is_explicit and all(s.is_interjection for s in bare[:-1])  # yeah no, that's right
    if last.polarity == "yes" and last.is_predicate and is_opened:
        return "yes"
    is_firm = last.is_predicate and polarities[0] == "no"
    is_firm |= polarities == ["yes", "no"] and last.is_judged and not bare[0].is_explicit  # yes, that is wrong
    if last.polarity == "no" and (is_firm or all(s.is_interjection or s.polarity == "no" for s in bare)):
        return "no"
    return "undecided"
