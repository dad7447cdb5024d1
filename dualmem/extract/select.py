"""Select: one span feeds one field; the longest match wins, then the higher priority, then what is spoken of."""

import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from dualmem.model.candidate import Candidate
from dualmem.model.span import Span
from dualmem.model.value import Value
from dualmem.text import fold
from dualmem.values.compare import equal

_STOP = 40  # by which a group of another sentence counts as farther
_PAUSE = 15  # the same of another clause
_BACK = 12  # characters by which a group named after a value counts as farther than one before it
_ASIDE = 1_000  # by which a group that only tells where or when counts as farther
_FAR = 1_000_000


@dataclass(frozen=True, slots=True)
class Talk:
    """What the talk is about: it parts candidates that fit a span equally.

    Attributes:
        focus: Fields and groups that the conversation is about, nearest first.
        named: Groups that the text names, with their places in the folded text, in order of place.
        changed: Fields that hold a value, where the text asks for another one, with that value.
        asides: Places of ``named`` that only tell where or when (酒店周边): what is said is of another group, if any.
        sentences: Places where the sentences begin, in order; empty where it does not matter.
        clauses: The same of the clauses.
        texts: Fields of free text.
    """

    focus: tuple[str, ...] = ()
    named: tuple[tuple[int, str], ...] = ()
    changed: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    asides: frozenset[int] = frozenset()
    sentences: tuple[int, ...] = ()
    clauses: tuple[int, ...] = ()
    texts: frozenset[str] = frozenset()

    def also(self, named: Iterable[tuple[int, str]]) -> "Talk":
        """Give the talk with further groups that the text names."""
        return replace(self, named=(*self.named, *named))

    @property
    def topics(self) -> tuple[str, ...]:
        """Give the groups that the text names, in order of place."""
        return tuple(path for _, path in self.named)

    @property
    def spoken(self) -> frozenset[str]:
        """Give the fields and groups that text and conversation are about."""
        return frozenset((*self.topics, *self.focus))

    def nearness(self, candidate: Candidate) -> tuple[int, bool, bool, int]:
        """Give how near a candidate's field is to what is spoken of: in the text, as asked, as held, before.

        A group that a name itself holds tells what the thing is, and little of what is done (a ride to the Oak Hotel).
        """
        path, start = f"{candidate.field}.", candidate.folded.start
        own = candidate.folded if candidate.field in self.texts else Span(start, start)
        here = [
            abs(at - start)
            + _BACK * (at > start)
            + _ASIDE * (at in self.asides or own.start <= at < own.end)
            + self._apart(at, start)
            for at, group in self.named
            if path.startswith(f"{group}.")
        ]
        there = [len(self.focus) - at for at, group in enumerate(self.focus) if path.startswith(f"{group}.")]
        is_asked = candidate.field in self.focus
        return -min(here, default=_FAR), is_asked, self._is_changed(candidate), max(there, default=0)

    def _is_changed(self, candidate: Candidate) -> bool:
        """Tell that a candidate is another value of a field that holds one, where another one is asked for."""
        held = self.changed.get(candidate.field)
        return held is not None and (candidate.value is None or not equal(held, candidate.value))

    def _apart(self, one: int, other: int) -> int:
        """Give by how much a place in another sentence or clause counts as farther."""
        if _parts(self.sentences, one, other):
            return _STOP
        return _PAUSE if _parts(self.clauses, one, other) else 0


def _parts(starts: Sequence[int], one: int, other: int) -> bool:
    """Tell whether one of some places lies between two."""
    return bisect.bisect_right(starts, one) != bisect.bisect_right(starts, other)


NO_TALK = Talk()


def select(candidates: Iterable[Candidate], *, speaker: str, talk: Talk = NO_TALK) -> tuple[Candidate, ...]:
    """Give the candidates in order of place, at most one per span among those of each speaker that may propose.

    Args:
        candidates: All that the rules found, in order of rule.
        speaker: user or assistant: whose text it is; rules that listen to the other never take a span from its own.
        talk: What is spoken of.
    """
    unique = _unique(candidates)
    out: list[Candidate] = [candidate for candidate in unique if not _may_propose(candidate)]
    for side in (speaker, "assistant" if speaker == "user" else "user"):
        chosen = _without_overlap([c for c in unique if c.speaker == side and _may_propose(c)], talk)
        out.extend(chosen)
    return tuple(sorted(out, key=lambda c: (c.folded.start, c.folded.end, c.rule)))


def _may_propose(candidate: Candidate) -> bool:
    return candidate.mood == "stated" and not candidate.is_blocked


def _unique(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Keep, of one rule's matches of one value, the one that says most."""
    best: dict[tuple[str, int, int], Candidate] = {}
    for candidate in candidates:
        key = (candidate.rule, candidate.folded.start, candidate.folded.end)
        other = best.get(key)
        if other is None or _rank(candidate) > _rank(other):
            best[key] = candidate
    return list(best.values())


def _rank(candidate: Candidate) -> tuple[bool, bool, bool, int, int]:
    is_value = candidate.value is not None
    return (_may_propose(candidate), is_value, not candidate.is_bare, len(candidate.cue), candidate.priority)


def _is_exact(candidate: Candidate) -> bool:
    """Tell that the words are the name of the value itself, and no other word for it (Baseball; Sports by baseball)."""
    return isinstance(candidate.value, str) and fold(candidate.value).text == fold(candidate.quote).text


def _without_overlap(candidates: Sequence[Candidate], talk: Talk) -> list[Candidate]:
    """Give the candidates that win their span, greedily from the strongest; of equal ones that which is spoken of."""
    chosen: list[Candidate] = []
    taken: set[int] = set()
    for candidate in sorted(candidates, key=lambda one: (_rank(one), _is_exact(one), talk.nearness(one)), reverse=True):
        places = range(candidate.folded.start, candidate.folded.end)
        if taken.isdisjoint(places):
            chosen.append(candidate)
            taken.update(places)
    return chosen
