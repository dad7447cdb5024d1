"""Ends: where the free words of an order end, and what stands behind them is no part of them."""

from dualmem.dialogue.orders.onward import before_slip, begins
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span

_STRIP = " \t,.。!！~…"
_COMMANDS = ("cmd.remember", "cmd.ba", "cmd.set_prefix", "cmd.undo")


def text_end(scene: Scene, begin: int, end: int, *, is_prose: bool = False) -> int:
    """Give where free words end: before a comma behind which a label, a command, thanks or a remark stands.

    Args:
        scene: The turn.
        begin: Where the words begin.
        end: Where they end at the latest.
        is_prose: They are a long text, which may give reasons of its own.
    """
    for joint in scene.words.find(scene.text, begin, end):
        if joint.kinds & {"and"} and joint.span.start > begin and is_labelled(scene, joint.span.end, end):
            return joint.span.start
    at, end = begin, before_slip(scene, begin, end)
    while True:
        comma = scene.text.find(",", at, end)
        if comma < 0:
            return end
        order = scene.skip_words("cmd.prefix", scene.skip(comma + 1))
        after = scene.skip_words("cmd.my", order)
        is_other = after >= end or scene.labels.at(scene.text, after) is not None
        is_other = is_other or any(
            "neg" in word.kinds and word.span.start == after for word in scene.words.find(scene.text, after, end)
        )  # Ruth, not Rut
        is_other = is_other or any(scene.match(section, after) for section in _COMMANDS)
        is_other = is_other or begins(scene, order, end)  # set my name to Ruth, delete my role
        is_other = is_other or any(c.folded.start >= comma for c in scene.candidates_in(Span(comma, end)))
        if is_other or _is_remark(scene, scene.skip(comma + 1), end, is_prose=is_prose):
            return comma
        at = comma + 1


def _is_remark(scene: Scene, at: int, end: int, *, is_prose: bool) -> bool:
    """Tell that nothing but answer words stand behind a comma (明天再说, that's all), or a remark (因为客户…)."""
    comma = scene.text.find(",", at, end)
    until = comma if comma >= 0 else end
    known = sum(len(word.span) for word in scene.words.find(scene.text, at, until))
    letters = sum(char.isalnum() for char in scene.text[at:until])
    if known >= letters > 0:
        return True
    return not is_prose and scene.match("cmd.remark", at) is not None


def name_end(scene: Scene, begin: int, end: int) -> int:
    """Give where a name or a choice ends: before words that put it off (``tomorrow``) or ask for it now (马上生效).

    A word in capitals may be a part of the name (Thomas Soon).
    """
    text = scene.text
    tail = scene.search("cmd.value_tail", Span(begin, end)) if scene.may_hold("cmd.value_tail") else None
    at = tail.start if tail is not None and tail.start > begin and not _rest(scene, tail.end, end) else end
    if scene.may_hold("value.later"):
        later = next((one for one in _places(scene, "value.later", begin, at) if _is_small(scene, one)), None)
        at = later.start if later is not None else at
    if scene.may_hold("cmd.open_end"):
        heads = (n for n in range(begin + 1, at) if text[n] == " " or not text[n].isascii())
        at = next((n for n in heads if scene.lexicon.has("cmd.open_end", text[n:end])), at)
    return at


def _places(scene: Scene, section: str, begin: int, end: int) -> list[Span]:
    """Give the places of a section's words behind which nothing but small words of holding stand."""
    found = (Span(begin + one.start, begin + one.end) for one in scene.find(section, begin, end))
    return [one for one in found if one.start > begin and not _rest(scene, one.end, end)]


def _rest(scene: Scene, at: int, end: int) -> str:
    rest = scene.text[at:end].strip(_STRIP)
    return "" if scene.lexicon.regex("cmd.value_tail").fullmatch(rest) is not None else rest


def _is_small(scene: Scene, span: Span) -> bool:
    place = scene.extraction.utterance.folded.to_original(span)
    return not scene.original[place.start].isupper() or scene.is_shouted


def list_end(scene: Scene, begin: int, end: int) -> int:
    """Give where the words of an item that is added end: before those that only say so again (``add DB2 as well``)."""
    end = text_end(scene, begin, end)
    tail = scene.search("cmd.also_tail", Span(begin, end)) if scene.may_hold("cmd.also_tail") else None
    return (
        tail.start if tail is not None and tail.start > begin and not scene.text[tail.end : end].strip(_STRIP) else end
    )


def is_labelled(scene: Scene, at: int, end: int) -> bool:
    """Tell that another ``label to value`` begins behind a joint."""
    begin = scene.skip_words("cmd.my", scene.skip(at))
    label = scene.labels.at(scene.text, begin)
    if label is None or label.span.end >= end:
        return False
    behind = scene.skip(label.span.end)
    return any(scene.match(section, behind) is not None for section in ("cmd.set_joint", "cmd.is", "cmd.set_infix"))
