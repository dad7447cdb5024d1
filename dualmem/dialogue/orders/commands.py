"""Commands: what the user orders memory to do, at the places where an order may begin."""

from collections.abc import Callable
from dataclasses import dataclass

from dualmem.dialogue.orders.appending import append
from dualmem.dialogue.orders.forgetting import clear_or_erase, remove_item
from dualmem.dialogue.orders.holding import is_held, is_led_away, others_words
from dualmem.dialogue.orders.noted import is_answer
from dualmem.dialogue.orders.onward import behind_joint, is_taken_back, taken_back_until
from dualmem.dialogue.orders.questions import entries_named
from dualmem.dialogue.orders.setting import remember, set_by_label, set_by_verb, take_note
from dualmem.dialogue.orders.turned import set_turned, set_turned_by_ba
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.act import Act, ListMemory, OffRecord, Recall, Undo
from dualmem.model.span import Span


@dataclass(frozen=True, slots=True)
class Ordered:
    """Acts of one command and the place of the folded text they used up."""

    acts: tuple[Act, ...]
    span: Span


CUES = (
    "cmd.remember cmd.note cmd.set_infix cmd.ba cmd.set_prefix cmd.append cmd.remove cmd.clear cmd.erase cmd.undo "
    "cmd.recall cmd.list"
)
Form = Callable[[Scene, int], tuple[tuple[Act, ...], int] | None]

_STRONG: tuple[Form, ...] = (take_note, set_turned, remember, set_by_verb, append, clear_or_erase, remove_item)
_ANYWHERE: tuple[Form, ...] = (set_turned_by_ba, set_by_label)


def find_commands(scene: Scene) -> list[Ordered]:
    """Give the commands of a turn, in order; none overlaps another."""
    if not scene.hints(CUES):
        return []
    found: list[Ordered] = []
    at = 0
    starts, others = scene.starts(), others_words(scene)
    while starts:
        start, is_strong = starts.pop(0)
        if start < at or scene.mood_at(start) in ("data", "hypothetical"):
            continue
        if any(place.start <= start < place.end for place in others) or is_led_away(scene, start):
            continue
        hit = _one(scene, start, is_strong=is_strong)
        back = taken_back_until(scene, hit.span.end) if hit is not None else None
        if hit is not None and back is not None and not _mends(scene, hit, back):
            found.append(Ordered((), Span(hit.span.start, back)))
            at = back
        elif hit is not None and is_held(scene, hit.acts, hit.span.end):
            found.append(Ordered((), Span(hit.span.start, scene.sentence_end(hit.span.end))))
            at = found[-1].span.end
        elif hit is not None and not is_taken_back(scene, hit.span.end):
            found.append(hit)
            at = hit.span.end
            more = behind_joint(scene, at)
            starts = [(more, True), *starts] if more is not None else starts
    return found


def _mends(scene: Scene, hit: Ordered, back: int) -> bool:
    """Tell that the slip behind an order is why something is undone, and takes no order back (撤销，我看错了)."""
    is_undo = any(isinstance(act, Undo) for act in hit.acts)
    return is_undo and scene.has("cmd.undo_reason", Span(hit.span.end, back))


def _one(scene: Scene, start: int, *, is_strong: bool) -> Ordered | None:
    if is_strong and scene.match("cmd.self", start) is not None:
        return None
    forms = (_undo, _slash, *_STRONG, *_ANYWHERE) if is_strong else (*_ANYWHERE, append, remove_item)
    for form in forms:
        hit = form(scene, start)
        if hit is not None:
            ordered = Ordered(hit[0], Span(start, max(hit[1], start + 1)))
            return None if is_answer(scene, ordered.acts, ordered.span) else ordered
    return None


def _undo(scene: Scene, start: int) -> tuple[tuple[Act, ...], int] | None:
    found = scene.match("cmd.undo", start)
    if found is None or scene.mood_at(start) == "asked":
        return None
    end = scene.clause_end(found.end)
    at = scene.skip(found.end)
    if at < end and not _is_filler(scene, Span(at, end)):
        return None
    return (Undo(),), end


def _is_filler(scene: Scene, span: Span) -> bool:
    words = scene.words.find(scene.text, span.start, span.end)
    covered = sum(len(word.span) for word in words if word.kinds & {"filler", "deictic"})
    return covered >= len(scene.text[span.start : span.end].replace(" ", ""))


def _slash(scene: Scene, start: int) -> tuple[tuple[Act, ...], int] | None:
    found = scene.match("cmd.recall", start)
    if found is not None:
        end = scene.line_end(found.end)
        name = scene.text[found.end : end].strip(" :?。")
        if not name:
            return (ListMemory(),), end
        label = scene.labels.exact(name)
        fields = (*label.fields, *(p for g in label.groups for p in scene.schema.paths_below(g))) if label else ()
        fields = fields or entries_named(scene, name)
        return (Recall(fields=fields, name=_original(scene, Span(found.end, end)), is_command=True),), end
    found = scene.match("cmd.list", start)
    if found is not None and scene.skip(found.end) >= scene.line_end(found.end):
        return (ListMemory(),), found.end
    return None


def _original(scene: Scene, span: Span) -> str:
    place = scene.extraction.utterance.folded.to_original(span)
    return scene.original[place.start : place.end].strip(" :：?？。\t")


def off_record(scene: Scene) -> tuple[OffRecord, bool] | None:
    """Tell that the turn is to be kept out of memory, and whether it says nothing else."""
    for place in scene.places() if scene.may_hold("cmd.off_record") else ():
        found = scene.search("cmd.off_record", place)
        if found is not None and scene.mood_at(found.start) not in ("asked", "data"):
            rest = (Span(0, found.start), Span(found.end, len(scene.text)))
            return OffRecord(), all(_refuses(scene, part) for part in rest)
    return None


def _refuses(scene: Scene, part: Span) -> bool:
    """Tell that words beside an order to leave a turn out say no more than no (``哎不对不对，这个别记啊``)."""
    words = scene.words.find(scene.text, part.start, part.end)
    if any(not word.kinds & {"no", "no_opening", "filler", "interrupt", "slip", "idle"} for word in words):
        return False
    covered = sum(1 for word in words for place in range(*word.span) if scene.text[place].isalnum())
    return covered >= sum(1 for place in range(*part) if scene.text[place].isalnum())
