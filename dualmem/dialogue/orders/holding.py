"""Holding: what stands behind a command, or leads to it, and makes it none (``…, if the boss agrees``, 他说，…)."""

from bisect import bisect_left
from collections.abc import Sequence

from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import END, STOP, behind_last, stops_in
from dualmem.dialogue.shown.tails import DOUBTING, WITHHOLDING, is_hearsay, undoes, withholds
from dualmem.model.act import Act, SetField
from dualmem.model.field import FieldSpec
from dualmem.model.span import Span

_STRIP = " \t,.!。~…)）"
_FREE = ("text", "list", "map")


def is_left_open(scene: Scene, at: int, end: int) -> bool:
    """Tell that the words behind a command condition it, put it into other hands or say that others said it."""
    rest = scene.text[at:end].rstrip(_STRIP)
    if scene.may_hold("cmd.not_mine") and scene.lexicon.has("cmd.not_mine", rest):
        return True
    if scene.may_hold("cmd.elsewhere") and scene.lexicon.has("cmd.elsewhere", rest):
        return True
    is_open = scene.may_hold("cmd.open_end") and scene.lexicon.has("cmd.open_end", rest)
    return is_open and not scene.lexicon.has("cmd.closed_end", rest)


def is_held(scene: Scene, acts: Sequence[Act], end: int) -> bool:
    """Tell that a command that was read does not hold for what the rest of its sentence says of it."""
    at = behind_value(scene, acts, end)
    until = scene.sentence_end(at)
    is_set = any(isinstance(act, SetField) for act in acts)
    if is_left_open(scene, at, until) or _is_undone(scene, at, until, is_set=is_set):
        return True
    if is_set or not scene.may_hold("value.later"):
        return False
    when = scene.search("value.later", Span(at, until))
    return (
        when is not None
        and not scene.text[at : when.start].strip(" ,")
        and not scene.text[when.end : until].strip(_STRIP)
    )


def _is_undone(scene: Scene, at: int, until: int, *, is_set: bool) -> bool:
    """Tell that a whole clause behind a command takes back what it says, or puts it off (``just guessing``, 再想想).

    A clause that names a field is about that field; what is no more so is why something is forgotten (那是旧的).
    """
    withholding = WITHHOLDING if is_set else DOUBTING
    begin = at
    for end in [*(found.start() for found in stops_in(STOP, scene.text, at, until)), until]:
        words = scene.text[begin:end]
        is_own = bool(words.strip(_STRIP)) and not scene.labels.find(scene.text, begin, end)
        is_undone = is_set and is_own and (undoes(scene, words) or is_hearsay(scene, words))
        if is_undone or (is_own and withholds(scene, words, withholding)):
            return True
        begin = end + 1
    return False


def behind_value(scene: Scene, acts: Sequence[Act], end: int) -> int:
    """Give the folded place behind the value of the last act, else where its command ends."""
    last = acts[-1] if acts else None
    if not isinstance(last, SetField) or last.stated.span is None:
        return end
    offsets = scene.extraction.utterance.folded.offsets
    return min(bisect_left(offsets, last.stated.span.end), end)


def is_object(scene: Scene, at: int, spec: FieldSpec) -> bool:
    """Tell that a value is but the object of a longer sentence (``把预算改成900万的人是谁``, ``…太冒险``).

    Directly behind it, in the same clause, only particles, thanks, a contrast, a reason or a further command stand.
    """
    if spec.type in _FREE or spec.is_open:
        return False
    rest = scene.text[at : scene.clause_end(at)].strip(_STRIP)
    if not rest or rest[0].isascii() or not any(char.isalnum() for char in rest):
        return False
    if scene.lexicon.regex("cmd.behind_value").match(rest) is not None:
        return False
    begin = scene.skip_words("cmd.my", scene.skip_words("cmd.prefix", at))
    return scene.labels.at(scene.text, begin) is None and not scene.words.kinds(rest) & {"contrast", "and"}


# -- what leads to a command ----------------------------------------------------------------------------------------
def others_words(scene: Scene) -> list[Span]:
    """Give the places that are no words of the user's own, by what stands before their colon or comma.

    Behind a colon only what heads, addresses, answers or joins leaves an order the user's own (``另外：…``); behind a
    comma, what says that somebody said it makes it none (``他说，…``). Each reaches to the end of its sentence.
    """
    found: list[Span] = []
    for stop in STOP.finditer(scene.text):
        at = stop.start()
        if stop.group() not in ",:" or (found and at < found[-1].end):
            continue
        is_others = _is_foreign_head if stop.group() == ":" else _is_report
        if is_others(scene, _head(scene, at)):
            found.append(Span(stop.end(), scene.sentence_end(stop.end())))
    return found


def is_led_away(scene: Scene, start: int) -> bool:
    """Tell that the words of its clause before a command put it off (明天再把…, 等老板批了再把…)."""
    head = _head(scene, start)
    words = scene.text[head.start : head.end].strip()
    if not words or not scene.may_hold("cmd.not_yet"):
        return False
    return scene.lexicon.has("cmd.not_yet", words)


def is_led(scene: Scene, place: Span, path: str) -> bool:
    """Tell that words between ``remember`` and the label of a field put it off, or into the mouth of somebody else."""
    labels = scene.labels.find(scene.text, place.start, place.end)
    label = next((one for one in labels if path in one.fields), None)
    head = scene.text[place.start : label.span.start].strip(" \t:,") if label is not None else ""
    if not head:
        return False
    when = scene.match("value.later", scene.skip(place.start))
    is_said = scene.may_hold("cmd.report") and scene.lexicon.has("cmd.report", head)
    return when is not None or (is_said and not scene.lexicon.has("said.own", head))


def _head(scene: Scene, end: int) -> Span:
    """Give the words of a clause before a place."""
    return Span(behind_last(STOP, scene.text, end), end)


def _is_report(scene: Scene, head: Span) -> bool:
    words = scene.text[head.start : head.end].strip()
    if not words or words.isascii() or not scene.may_hold("cmd.report"):
        return False
    return scene.lexicon.has("cmd.report", words) and not scene.lexicon.has("said.own", words)


def _is_foreign_head(scene: Scene, head: Span) -> bool:
    """Tell that words before a Chinese colon are no address, heading, answer, joint, label or command word."""
    words = scene.text[head.start : head.end].strip(" \t*#-")
    if not words or words.isascii() or scene.labels.exact(words) is not None:
        return False
    if any(scene.lexicon.regex(name).fullmatch(words) is not None for name in ("cmd.heading", "talk.vocative")):
        return False
    if scene.lexicon.has("said.heading", words) or scene.lexicon.has("own_reporters", words):
        return False
    if any(
        hit.end == len(words)
        for name in ("cmd.remember", "cmd.note", "cmd.append", "cmd.set_prefix")
        for hit in scene.lexicon.find(name, words)
    ):
        return False
    at = scene.skip_words("cmd.prefix", head.start)
    if at >= head.end or END.match(scene.text, head.start):
        return False
    known = scene.words.find(scene.text, at, head.end)
    return sum(len(word.span) for word in known) < sum(char.isalnum() for char in scene.text[at : head.end])
