"""Openers: a yes that only opens what is said next, and answers nothing (``sure, what about lunch?``)."""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import covers
from dualmem.dialogue.shown.words import YES

_OPENERS = "turn.opener"
_LIGHT = frozenset({"filler", "deictic"})
_AGREEING = YES | _LIGHT | {"yes_order", "no_delete", "all", "and", "also"}
_RESERVED = frozenset(
    ("except", "except_all", "except_tail", "only", "contrast", "hedge", "defer", "report", "condition")
)
_TAKING = ("cmd.erase", "cmd.clear", "cmd.clear_end")


def only_opens(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that the only answer is a word that people also begin with, and the turn then speaks of something else.

    ``sure``, ``okay``, ``好`` open what turns to another topic, and a question that holds on to nothing of what was
    shown. ``ok, how much will it cost?`` is a yes, and so is every ``yes,``.
    """
    said = {s.segment for s in statements if s.polarity == "yes"}
    if not said:
        return False
    first, last = min(said), max(said)
    if last == len(cuts) - 1 or first or last != len(said) - 1:
        return False  # something stands before it, or nothing behind
    if not all([_is_bare(s) for s in statements]) or not all(_opens(scene, cuts[n]) for n in said):
        return False
    stops = [n for n, cut in enumerate(cuts) if n >= last and cut.is_closed]  # great, thanks. What is the address?
    return any(_turns_away(scene, cut, is_apart=bool(stops) and stops[0] < n) for n, cut in enumerate(cuts) if n > last)


def merely_opens(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that all yes in a turn are words that people also begin with, and it goes on to say something else.

    What cannot be undone is not done for such a word (``ok, the budget is 600k``).
    """
    said = {s.segment for s in statements if s.polarity == "yes"}
    if not said or not all(_opens(scene, cuts[n]) for n in said):
        return False
    return any(_says_more(scene, cut) for n, cut in enumerate(cuts) if n not in said)


def reserves(scene: Scene, cuts: Sequence[Segment]) -> bool:
    """Tell that a yes to forget a group says more than that: a reserve, a part, who says it, or what nobody knows.

    ``yes, but keep the email``, ``对，除了邮箱``, ``yes, he said``. The name of the whole group, words of forgetting
    and the statement of another field are no more than that.
    """
    apart = [c.cue for c in scene.extraction.proposals() if c.field not in scene.conversation.waiting_forget]
    tokens = [t for cut in cuts for t in cut.tokens if not any(stated.overlaps(t.span) for stated in apart)]
    if not all(_only_agrees(scene, token) for token in tokens):
        return True
    wanted = set(scene.conversation.waiting_forget)
    return any(
        not wanted <= {*label.fields, *(path for group in label.groups for path in scene.schema.paths_below(group))}
        for place in scene.places()
        for label in scene.labels.find(scene.text, place.start, place.end)
        if not any(stated.overlaps(label.span) for stated in apart)
    )


def _only_agrees(scene: Scene, token: Token) -> bool:
    """Tell that a word says yes, takes away, means all of it, or is a small one."""
    words = scene.text[token.span.start : token.span.end]
    if token.is_other_field or any(scene.lexicon.has(name, words) for name in _TAKING):
        return True  # whose label it is, is asked of all labels
    counts = {f"count.{len(scene.conversation.waiting_forget)}"}  # both
    return bool(token.kinds & (_AGREEING | counts)) and not token.kinds & _RESERVED


def _says_more(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment holds a value, a name or words of something else than forgetting."""
    if cut.is_asked:
        return True
    unknown = (scene.text[t.span.start : t.span.end] for t in cut.tokens if t.is_unknown)
    is_other = any(not any(scene.lexicon.has(name, words) for name in _TAKING) for words in unknown)
    return is_other or any(t.value is not None or t.refs or t.is_other_field for t in cut.tokens)


def _is_bare(statement: Statement) -> bool:
    """Tell that a statement is a plain yes, or says nothing of what was shown."""
    if statement.polarity == "wish":
        return not statement.refs  # let's move on
    return (
        statement.polarity in ("", "yes")
        and not statement.is_explicit
        and not (statement.polarity and statement.is_named)
    )


def _opens(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment is nothing but words that open what follows."""
    words = [scene.text[t.span.start : t.span.end].strip() for t in cut.tokens if not t.kinds <= _LIGHT or not t.kinds]
    return bool(words) and all(scene.lexicon.regex(_OPENERS).fullmatch(word) is not None for word in words)


def _turns_away(scene: Scene, cut: Segment, *, is_apart: bool) -> bool:
    """Tell that a segment leaves what was shown: by its words, or as a question that holds on to nothing of it.

    Args:
        scene: The turn.
        cut: What follows the opener.
        is_apart: A full stop stands between (``OK. What is the address?``): the yes was a sentence of its own.
    """
    if scene.search("turn.away", cut.span) is not None:
        return True
    if not cut.is_asked or is_apart or _is_of_whole(scene, cut):
        return False
    return scene.search("turn.stays", cut.span) is None or any(t.refs and not t.by_noun for t in cut.tokens)


def _is_of_whole(scene: Scene, cut: Segment) -> bool:
    """Tell that a question asks what, how or when of the whole of what was shown (``how long will the trip take``)."""
    asked = next((t for t in cut.tokens if "ask" in t.kinds), None)
    if asked is None or not any(covers(scene.targets, t.refs) and not t.by_noun for t in cut.tokens):
        return False
    return scene.match("turn.open", asked.span.start) is not None
