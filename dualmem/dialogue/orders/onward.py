"""Onward: where the next command of a sentence begins (``clear the budget and forget my name``, 清除预算然后…)."""

from dualmem.dialogue.orders.listed import item_words, items_with
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span

_STRIP = " \t~….!。"
_AHEAD = 120
_BETWEEN = _STRIP + ",;—–-"
_TAKING = ("cmd.clear", "cmd.erase", "cmd.remove")
_WRITING = ("cmd.set_prefix", "cmd.remember", "cmd.ba")


def before_next(scene: Scene, start: int, end: int) -> int:
    """Give where a command ends: before a joint behind which another one begins, else ``end``.

    Only what names a field or a held item, and says no more than a command does, is another command: the rest may be
    a part of the value (``research and clear water``).
    """
    joint = _joint(scene, start, end)
    return joint.start if joint is not None else end


def behind_joint(scene: Scene, at: int) -> int | None:
    """Give where the command behind a joint begins that stands at a place, else None."""
    found = scene.match("cmd.next", scene.skip(at)) if scene.may_hold("cmd.next") else None
    is_listed = scene.text[at : at + 1] == ","  # set L to V, set M to W
    end = found.end if found is not None else at if is_listed else None
    begin = scene.skip_words("cmd.prefix", end) if end is not None else None
    return begin if begin is not None and begins(scene, begin, scene.clause_end(begin)) else None


def is_taken_back(scene: Scene, at: int) -> bool:
    """Tell that the rest of the turn takes the order before it back (``delete the budget, no wait``)."""
    rest = scene.text[at:].strip(_STRIP + ",;")
    return bool(rest) and scene.may_hold("cmd.taken_back") and _is_all(scene, "cmd.taken_back", rest)


def taken_back_until(scene: Scene, at: int) -> int | None:
    """Give where the words end that take the order before them back, whatever follows (``no wait, …``, 哦不，…)."""
    if not scene.may_hold("cmd.takes_back"):
        return None
    ahead = scene.text[at : at + _AHEAD]
    begin = at + len(ahead) - len(ahead.lstrip(_BETWEEN))
    words = scene.text[begin : begin + _AHEAD]
    if scene.lexicon.has("cmd.takes_nothing", words):
        return None  # set the budget to 600k. No, that's all
    found = scene.lexicon.regex("cmd.takes_back").search(words)
    return begin + int(found.end()) if found is not None else None


def before_slip(scene: Scene, start: int, end: int) -> int:
    """Give where free words end: before a comma behind which they are taken back (``Anna, no wait, let me think``)."""
    at = scene.text.find(",", start, end) if scene.may_hold("cmd.takes_back") else -1
    while at >= 0:
        if taken_back_until(scene, at) is not None:
            return at
        at = scene.text.find(",", at + 1, end)
    return end


def _is_all(scene: Scene, section: str, words: str) -> bool:
    return scene.lexicon.regex(section).fullmatch(words) is not None


def _joint(scene: Scene, start: int, end: int) -> Span | None:
    if not scene.may_hold("cmd.next"):
        return None
    for found in scene.lexicon.regex("cmd.next").finditer(scene.text, start, end):
        begin = scene.skip_words("cmd.prefix", found.end())
        if found.start() > start and begins(scene, begin, scene.clause_end(begin)):
            return Span(*found.span())
    return None


def begins(scene: Scene, at: int, end: int) -> bool:
    """Tell that a command begins at a place: one that takes back, or names a field or an item of a list."""
    undo = scene.match("cmd.undo", at)
    if undo is not None:
        return not _rest(scene, undo.end, end)
    cue = next((hit for section in _TAKING if (hit := scene.match(section, at)) is not None), None)
    if cue is not None:
        begin = scene.skip_words("cmd.my", cue.end)
        label = scene.labels.at(scene.text, begin)
        if label is not None:
            return not _rest(scene, label.span.end, end)
        words = item_words(scene, scene.text[begin:end])
        return bool(words) and bool(items_with(scene, words))
    cue = next((hit for section in _WRITING if (hit := scene.match(section, at)) is not None), None)
    label = scene.labels.at(scene.text, scene.skip_words("cmd.my", cue.end)) if cue is not None else None
    if label is None:
        return False
    behind = scene.skip(label.span.end)
    return any(scene.match(section, behind) is not None for section in ("cmd.set_joint", "cmd.is", "cmd.ba_infix"))


def _rest(scene: Scene, start: int, end: int) -> str:
    """Give what stands behind the words of a command, without thanks and stops."""
    rest = scene.text[start:end].strip(_STRIP)
    return "" if scene.lexicon.regex("value.tail").fullmatch(rest) is not None else rest
