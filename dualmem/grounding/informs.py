"""Informs: statements that rules found become proposals, reaffirmations or contradictions."""

from collections.abc import Sequence

from dualmem.grounding.workbench import Workbench
from dualmem.model.act import Inform, Stated
from dualmem.model.candidate import Candidate
from dualmem.model.event import Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.reading import Refusal
from dualmem.model.value import Value
from dualmem.values.compare import equal

SILENT = ("unclean", "invisible", "mixed_scripts", "not_a_value", "no_choice")


def inform(bench: Workbench, acts: Sequence[Inform]) -> None:
    """Take the statements of one turn, in order; those of one list become one proposal."""
    lists: dict[str, list[Candidate]] = {}
    seen: dict[str, Candidate] = {}
    for act in acts:
        candidate = act.candidate
        spec = bench.schema.find(candidate.field)
        if spec is None:
            continue
        if spec.type == "list":
            lists.setdefault(candidate.field, []).append(candidate)
        elif candidate.field in seen and not _is_later(bench, seen[candidate.field], candidate):
            continue
        else:
            seen[candidate.field] = candidate
    for candidate in seen.values():
        _single(bench, candidate)
    for path, found in lists.items():
        _items(bench, path, found)


def _is_later(bench: Workbench, old: Candidate, new: Candidate) -> bool:
    """Tell that a later statement of the same field counts: a named one over a bare one, else the last.

    Of bare ones the first counts, unless it only says again what is stored (``a museum? maybe a theatre``).
    """
    if old.is_bare != new.is_bare:
        return old.is_bare
    stored = bench.held(new.field)
    is_again = stored is not None and old.value is not None and equal(stored, old.value)
    return not old.is_bare or (is_again and new.value is not None)


def _provenance(bench: Workbench, candidate: Candidate) -> Provenance:
    stated = Stated(span=candidate.span, quote=candidate.quote, words=_words(candidate))
    return bench.provenance(stated, candidate.rule)


def _words(candidate: Candidate) -> str:
    """Give the value's own words, cut from the quote; the whole quote where folding moved its characters."""
    at = candidate.folded.start - candidate.cue.start
    is_even = len(candidate.quote) == len(candidate.cue) and len(candidate.span) == len(candidate.folded) and at >= 0
    return candidate.quote[at : at + len(candidate.span)] if is_even else candidate.quote


def _single(bench: Workbench, candidate: Candidate) -> None:
    path = candidate.field
    spec = bench.schema.field(path)
    checked: Value | Refusal
    if candidate.value is None:
        checked = candidate.refusal or Refusal(reason="not_a_value")
    else:
        checked = bench.checked(spec, candidate.value, path)
    stored = bench.held(path)
    if isinstance(checked, Refusal):
        if checked.reason not in SILENT and not candidate.is_bare:
            bench.invalid(path, checked, _words(candidate), asks=True)
        return
    waiting = bench.waiting(path)
    if stored is not None and equal(stored, checked):
        _reaffirm(bench, candidate, checked, waiting)
        return
    if candidate.is_bare and spec.type == "id" and (stored is not None or waiting is not None):
        return
    if waiting is not None and equal(waiting.value, checked):
        return
    if waiting is not None:
        bench.supersede(path, "restated")
    bench.propose(path, checked, _provenance(bench, candidate))


def _reaffirm(bench: Workbench, candidate: Candidate, value: Value, waiting: PendingUpdate | None) -> None:
    if candidate.is_bare:
        return
    bench.events.append(
        Event(
            kind=EventKind.VALUE_REAFFIRMED,
            provenance=_provenance(bench, candidate),
            field=candidate.field,
            value=value,
        )
    )
    if waiting is not None and waiting.is_conflict:
        bench.drop(waiting, EventKind.UPDATE_REJECTED, "stored value stated")
        bench.say("kept", candidate.field, value=value)


def _items(bench: Workbench, path: str, found: Sequence[Candidate]) -> None:
    stored = bench.held(path)
    held = stored if isinstance(stored, tuple) else ()
    waiting = bench.waiting(path)
    kept = waiting.value if waiting is not None and isinstance(waiting.value, tuple) else ()
    new: list[Value] = []
    for candidate in found:
        if candidate.value is None:
            continue
        for item in candidate.value if isinstance(candidate.value, tuple) else (candidate.value,):
            if not any(equal(item, one) for one in (*held, *kept, *new)):
                new.append(item)
    if not new:
        return
    spec = bench.schema.field(path)
    checked = bench.checked(spec, (*held, *kept, *new), path)
    if isinstance(checked, Refusal):
        if checked.reason not in SILENT:
            bench.invalid(path, checked, _words(found[0]))
        return
    items = (*kept, *new)
    first = _provenance(bench, found[0])
    if len(found) > 1:
        first = first._replace(quote=_joined(found), span=None, words=None)
    if waiting is not None and waiting.action == "append":
        was_shown = bench.is_shown(waiting.id)
        bench.drop(waiting, EventKind.UPDATE_SUPERSEDED, "extended")
        update = bench.propose(path, items, first, action="append")
        if was_shown:
            bench.show_now.append(update.id)
        return
    bench.propose(path, items, first, action="append")


def _joined(found: Sequence[Candidate]) -> str:
    return found[0].quote
