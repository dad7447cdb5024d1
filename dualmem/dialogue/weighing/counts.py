"""Counts: a bare number behind a length of time that was called wrong by name (``the stay is wrong, it is 4``)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.shown.lengths import in_unit_of
from dualmem.dialogue.shown.targets import Target, ValueWord


def in_unit(
    targets: Mapping[str, Target], statement: Statement, word: ValueWord, said: Sequence[Statement]
) -> ValueWord:
    """Give a bare count as a length of time, where one was called wrong by name right before; else the value."""
    before = [s for s in said if s.polarity == "no" and s.refs and s.segment <= statement.segment]
    if statement.refs or not before or len(before[-1].refs) != 1 or statement.segment - before[-1].segment > 1:
        return word
    target = targets[next(iter(before[-1].refs))]
    length = in_unit_of(target, word.reading.value)
    if length is None or target.id in word.targets:
        return word
    mine = frozenset((target.id,))
    return ValueWord(replace(word.reading, value=length), mine, mine if target.equals(length) else frozenset())
