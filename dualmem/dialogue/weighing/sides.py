"""Sides: what a turn says of a name by setting it beside another one (``the budget is right, the date too``).

A name with a word for also is judged as the one before it, and a bare name that is set against a denied one is right
(``just the phone, not the email``, ``the first but not the second``). The statements are changed in place.
"""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import YES
from dualmem.model.span import Span

_LIGHT = frozenset({"filler", "only", "and", "deictic", "contrast"})
_LEADING = frozenset({"filler", "copula", "change", "ought", "deictic", "yes_bare", "yes_opening", "approx"})
_UNTOLD = frozenset(
    {
        "no",
        "neg",
        "hedge",
        "defer",
        "condition",
        "contrast",
        "except",
        "ask",
        "ask_more",
        "elided_not",
        "partly",
        "mostly",
    }
)
_AGAINST = frozenset({"neg", "except", "no_refuse"})
_POINTING = ("ordinal.", "first.", "last.")


def take_sides(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Give the names that the turn judges only by what stands beside them their yes or no."""
    if _goes_on(cuts, statements) and _was_affirmed(scene):
        for said in statements:
            said.polarity, said.is_explicit = "yes", True
    for before, (topic, after) in zip(statements, itertools.pairwise([*statements[1:], None]), strict=False):
        if topic is not None and _is_counted(cuts, before, topic):
            before.polarity, topic.polarity, topic.is_explicit = "", "yes", True
        elif topic is not None and _is_also(cuts, before, topic) and (after is None or after.is_named):
            topic.polarity, topic.is_explicit, topic.is_withdrawn = before.polarity, True, before.is_withdrawn
    if _is_set_against(cuts, statements):
        for said in statements:
            if not said.polarity:
                said.polarity, said.is_explicit = "yes", True


def _goes_on(cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that a turn is but names with a word for also (``and the budget too``, 还有预算)."""
    tokens = [token for cut in cuts for token in cut.tokens]
    if not tokens or not ("and" in tokens[0].kinds or any("also" in t.kinds for t in tokens)):
        return False
    is_plain = all(_is_name(t) or bool(t.kinds & (_LIGHT | {"also", "others"})) for t in tokens)
    is_asked = any(cut.is_asked for cut in cuts)
    is_also = any("also" in t.kinds for t in tokens)  # the other one as well
    is_topic = all(_is_topic(s) or (is_also and s.is_others and not s.polarity) for s in statements)
    return is_plain and not is_asked and bool(statements) and is_topic


def _was_affirmed(scene: Scene) -> bool:
    """Tell that the turn before affirmed what it wrote, just as it was shown: a further name is right too."""
    conversation = scene.conversation
    last = conversation.writes[-1] if conversation.writes else None
    if last is None or conversation.unanswered_turn is not None or last.turn != conversation.replied_turn:
        return False
    held = [scene.state.fields.get(change.field) for change in last.changes]
    said = [one.provenance.turn if one is not None else None for one in held]
    return bool(said) and all(turn is not None and turn < last.turn for turn in said)


def take_this(cuts: Sequence[Segment], statements: list[Statement]) -> None:
    """Give a value to the field of which the next words say that it is this one (``42万。预算是这个数``), in place.

    What they agree to is that value, not the shown one.
    """
    for said in [s for s in statements if s.polarity in ("yes", "no") and s.segment]:
        if not any("this_one" in token.kinds for token in cuts[said.segment].tokens):
            continue
        value = next((s for s in statements if s.polarity == "value" and s.segment == said.segment - 1), None)
        word = value.token.value if value is not None and value.token is not None else None
        is_plain = all(t.value is not None or (t.kinds and t.kinds <= _LEADING) for t in cuts[said.segment - 1].tokens)
        refs = said.refs or (set(word.targets) if word is not None else set())
        if said.polarity == "no" and value is not None and word is not None and not word.equals:
            statements.remove(value)  # 42万。预算不就是这个数
            said.polarity = "undecided"
        elif said.polarity == "yes" and value is not None and word is not None and word.targets & refs and is_plain:
            value.refs, value.is_changed = set(word.targets & said.refs), True
            statements.remove(said)
        elif said.polarity == "yes" and any(_is_another(t, said.refs) for c in cuts[: said.segment] for t in c.tokens):
            said.polarity = "undecided"  # 他说42万。预算是这个数


def take_described(scene: Scene, cuts: Sequence[Segment], statements: list[Statement]) -> None:
    """Give a value to the field that the next words say it is, with what else they say of it, in place.

    ``January 19, that's the deadline the client signed``; 60万，这是董事会批的预算. What others only say or wish for is
    shown again; what it once was (60万，那是去年的预算) is no value, and the shown one stays.
    """
    for value in [s for s in statements if s.polarity == "value" and not s.refs]:
        word = value.token.value if value.token is not None else None
        if _is_right_one(cuts, value, statements):
            continue
        behind = [s for s in statements if s.segment == value.segment + 1]
        said = next((s for s in behind if _is_described(scene, cuts, value, s)), None)
        if said is None or word is None:
            continue
        cut, refs = cuts[said.segment], said.refs & word.targets
        if _is_former(scene, cut):
            said.polarity = "undecided"
            for one in (value, *(s for s in behind if s is not said)):
                statements.remove(one)
        elif not said.polarity and not any(t.value is not None or t.kinds & _UNTOLD for t in cut.tokens):
            value.refs, value.is_changed = set(refs), True
            if scene.has("value.says", cut.span) and value.token is not None:
                value.token = value.token._replace(value=word._replace(is_loose=True))
            statements.remove(said)


def _is_right_one(cuts: Sequence[Segment], value: Statement, statements: list[Statement]) -> bool:
    """Give a value to the field of which it is called the right one (``63万，这才是预算``), in place; tell if it is."""
    targets = value.token.value.targets if value.token is not None and value.token.value is not None else frozenset()
    for said in statements:
        if said.segment - value.segment not in (0, 1) or said.polarity != "no" or len(said.refs & targets) != 1:
            continue
        kinds = {kind for token in cuts[said.segment].tokens for kind in token.kinds}
        if "right_one" in kinds and not kinds & {"no", "neg", "hedge", "defer", "condition"}:
            value.refs, value.is_changed = set(said.refs & targets), True
            statements.remove(said)
            return True
    return False


def _is_described(scene: Scene, cuts: Sequence[Segment], value: Statement, said: Statement) -> bool:
    """Tell that a value stands alone, and the next words begin to say of which one shown field it is."""
    word = value.token.value if value.token is not None else None
    cut, before = cuts[said.segment], cuts[value.segment]
    if word is None or len(said.refs & word.targets) != 1 or said.is_reserve or cut.is_asked:
        return False
    is_plain = all(t.value is not None or (t.kinds and t.kinds <= _LEADING) for t in before.tokens)
    is_next = said.segment == value.segment + 1 and said.polarity in ("", "no")
    return is_plain and is_next and scene.match("value.that_is", scene.skip(cut.span.start)) is not None


def _is_former(scene: Scene, cut: Segment) -> bool:
    """Tell that the label is that of a former thing, or of another one (那是去年的预算)."""
    label = next((t.span.start for t in cut.tokens if t.refs and t.value is None), cut.span.end)
    is_former = scene.has("label.former", Span(cut.span.start, label))
    return is_former or scene.has("value.former", cut.span) or any("pick_old" in t.kinds for t in cut.tokens)


def _is_another(token: Token, refs: set[str]) -> bool:
    """Tell that a token is another value of an update than the one shown, or one of a field that was not shown."""
    if token.value is None:
        return token.is_other_field
    return not token.value.equals & (refs or token.value.targets) and bool(not refs or token.value.targets & refs)


def _is_topic(said: Statement) -> bool:
    return not said.polarity and bool(said.refs) and not said.is_foreign and not said.is_reserve


def _is_counted(cuts: Sequence[Segment], before: Statement, topic: Statement) -> bool:
    """Tell that names say which ones the yes before them counts (``two are right, the budget and the date``)."""
    kinds = {kind for token in cuts[before.segment].tokens for kind in token.kinds}
    is_right = before.is_miscounted and not before.refs and bool(kinds & YES) and not kinds & {"no", "neg"}
    return is_right and _is_topic(topic) and topic.segment == before.segment + 1 and not cuts[topic.segment].is_asked


def _is_also(cuts: Sequence[Segment], before: Statement, topic: Statement) -> bool:
    """Tell that a name with a word for also, and no more, stands behind a named verdict."""
    cut = cuts[topic.segment]
    is_judged = (
        _is_topic(topic)
        and before.polarity in ("yes", "no")
        and bool(before.refs)
        and topic.segment - before.segment in (0, 1)
    )
    last = [t for t in cut.tokens if not (t.kinds and t.kinds <= _LIGHT)][-2:]
    is_plain = any("also" in t.kinds for t in last) and all(_is_name(t) or "also" in t.kinds for t in last)
    return is_judged and is_plain and cut.is_known and not cut.is_asked


def _is_set_against(cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that the whole turn is but names, some of them bare, the others behind a word that denies them."""
    names = [s for s in statements if _is_topic(s)]
    denied = [s for s in statements if s.polarity == "no" and s.refs and s.token is None]
    if not names or not denied or len(names) + len(denied) != len(statements):
        return False
    if {ref for s in names for ref in s.refs} & {ref for s in denied for ref in s.refs}:
        return False
    tokens = [token for cut in cuts for token in cut.tokens]
    is_plain = all(_is_name(t) or bool(t.kinds & (_LIGHT | _AGAINST)) for t in tokens)
    is_led = sum(_leads(one, two) for one, two in itertools.pairwise(_heavy(tokens)))
    return is_plain and is_led > 0 and not any(cut.is_asked for cut in cuts)


def _heavy(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if not (token.kinds and token.kinds <= _LIGHT)]


def _leads(one: Token, two: Token) -> bool:
    return bool(one.kinds & _AGAINST) and _is_name(two)


def _is_name(token: Token) -> bool:
    return token.value is None and (bool(token.refs) or any(kind.startswith(_POINTING) for kind in token.kinds))
