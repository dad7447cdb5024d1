"""Items: the single items of a shown list update, which a turn may call right or wrong one by one."""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import ITEM, list_of
from dualmem.dialogue.shown.targets import Target
from dualmem.dialogue.weighing.verdict import Verdict


def settle(verdict: Verdict, targets: Sequence[Target], removed: Sequence[str]) -> None:
    """Give what was said of single items to their lists.

    An item called wrong is taken out. The rest is affirmed where each of it is called right, or the list is; else it
    waits. ``removed``: words of items that commands of the same turn take out.
    """
    if ITEM not in "".join((*verdict.yes, *verdict.no, *verdict.undecided)):
        return
    for target in targets:
        items = target.value if isinstance(target.value, tuple) else ()
        right = _taken(verdict.yes, target.id)
        wrong = _taken(verdict.no, target.id)
        open_ = {ref for ref in verdict.undecided if list_of(ref) == target.id and ref != target.id}
        verdict.undecided -= open_
        if not (right or wrong or open_) or target.id in verdict.no:
            continue
        if len(wrong) == len(items):
            verdict.no[target.id] = True
            continue
        verdict.items_out[target.id] = [item for n, item in enumerate(items) if n in wrong and isinstance(item, str)]
        gone = {n for n, item in enumerate(items) if isinstance(item, str) and any(w in item.lower() for w in removed)}
        if right and set(range(len(items))) <= right | wrong | gone:
            verdict.yes[target.id] = True
        elif right and target.id not in verdict.yes:
            verdict.left.add(target.id)
        if open_:
            verdict.yes.pop(target.id, None)
            verdict.undecided.add(target.id)


def _taken(said: dict[str, bool], update: str) -> set[int]:
    """Take the places of an update's items out of what was said."""
    refs = [ref for ref in said if list_of(ref) == update and ref != update]
    for ref in refs:
        del said[ref]
    return {int(ref.partition(ITEM)[2]) for ref in refs}
