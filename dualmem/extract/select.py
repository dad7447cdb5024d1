"""Select: one span feeds one field; the longest match wins, then the higher priority."""

from collections.abc import Iterable, Sequence

from dualmem.model.candidate import Candidate


def select(candidates: Iterable[Candidate], *, speaker: str) -> tuple[Candidate, ...]:
    """Give the candidates in order of place, at most one per span among those of each speaker that may propose.

    Args:
        candidates: All that the rules found, in order of rule.
        speaker: user or assistant: whose text it is; rules that listen to the other never take a span from its own.
    """
    unique = _unique(candidates)
    out: list[Candidate] = [candidate for candidate in unique if not _may_propose(candidate)]
    for side in (speaker, "assistant" if speaker == "user" else "user"):
        chosen = _without_overlap([c for c in unique if c.speaker == side and _may_propose(c)])
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


def _without_overlap(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Give the candidates that win their span, greedily from the strongest."""
    chosen: list[Candidate] = []
    taken: set[int] = set()
    for candidate in sorted(candidates, key=_rank, reverse=True):
        places = range(candidate.folded.start, candidate.folded.end)
        if taken.isdisjoint(places):
            chosen.append(candidate)
            taken.update(places)
    return chosen
