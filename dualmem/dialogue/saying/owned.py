"""Owned: what of a turn is the user's own answer: a name called one's own is a yes, others' words and talk are none."""

from collections.abc import Callable, Sequence

from dualmem.dialogue.segments.reported import opens_with_speaker
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import DENYING, YES
from dualmem.model.span import Span

_ANSWERING = YES | DENYING


def owned(scene: Scene, cut: Segment, said: Sequence[Statement]) -> list[Statement]:
    """Give what a segment says; a mere name behind words that own it (``that's my …``) is a yes to it."""
    if len(said) != 1 or said[0].polarity or said[0].has_contrast:
        return list(said)
    if said[0].is_all and not said[0].refs:
        _own_all(scene, cut, said[0])
    if len(said[0].refs) != 1:
        return list(said)
    place = next((n for n, token in enumerate(cut.tokens) if token.refs), 0)
    start = min(scene.skip_words("talk.opener", cut.span.start), cut.tokens[place].span.start)
    lead = scene.text[start : cut.tokens[place].span.start].strip(" ,")
    is_plain = all(token.kinds and token.kinds <= {"filler", "also"} for token in cut.tokens[place + 1 :])
    if not cut.is_asked and is_plain and scene.lexicon.regex("answer.own").fullmatch(lead) is not None:
        said[0].polarity, said[0].is_explicit, said[0].is_predicate = "yes", True, True
    return list(said)


def _own_all(scene: Scene, cut: Segment, said: Statement) -> None:
    """Make a yes to all that was shown of a turn that holds nothing but the word for it (``both``, 全部)."""
    rest = scene.text[: cut.span.start] + scene.text[cut.span.end :]
    if not cut.is_asked and not rest.strip(" ,.。!~") and "any" not in scene.text:
        said.polarity, said.is_explicit, said.is_predicate = "yes", True, True


def is_of_a_speaker(scene: Scene, cuts: Sequence[Segment]) -> bool:
    """Tell that the turn opens with a name, a colon and an answer: somebody else's words (``Bob: yes, go ahead``)."""
    tokens = cuts[0].tokens if cuts else ()
    if len(tokens) < len("n:a") or not tokens[0].is_unknown or tokens[0].is_other_field:
        return False
    is_led = opens_with_speaker(scene, tokens[1].span.end)
    return is_led and all(t.kinds & {"yes_bare", "yes_explicit", "no", "filler", "copula"} for t in tokens[1:])


def is_for_a_thing(cuts: Sequence[Segment], statements: Sequence[Statement], is_shown: Callable[[Span], bool]) -> bool:
    """Tell that the only answer is an order for a thing that was just judged (``the plan looks good, send it``).

    Args:
        cuts: The segments.
        statements: What they say.
        is_shown: Tells that words speak of what was shown.
    """
    said = [s for s in statements if s.polarity]
    if not said or any(s.polarity != "yes" or s.is_explicit or s.is_named or not s.segment for s in said):
        return False
    is_order = all("yes_order" in t.kinds or t.kinds == {"filler"} for s in said for t in cuts[s.segment].tokens)
    judged = cuts[min(s.segment for s in said) - 1].tokens
    things = [t for t in judged if t.is_unknown]
    is_judged = bool(things) and "yes_bare" in judged[-1].kinds
    return is_order and is_judged and not any(t.value is not None or is_shown(t.span) for t in judged)


def is_hummed(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement], used: Sequence[Span]) -> bool:
    """Tell that the only answer is a sound, and the turn then speaks of something else (``嗯，最近忙啥呢``)."""
    said = {s.segment for s in statements if s.polarity}
    if not said or any(s.polarity not in ("", "yes") or s.is_explicit for s in statements):
        return False
    if not all("hum" in t.kinds or t.kinds == {"filler"} for n in said for t in cuts[n].tokens):
        return False
    rest = [cut for n, cut in enumerate(cuts) if n not in said]
    behind = scene.text[max(cuts[n].span.end for n in said) :].lstrip(" ,。.!…~")
    is_elsewhere = any(c.is_asked or not c.is_known or any(t.is_other_field for t in c.tokens) for c in rest)
    return bool(used) or is_elsewhere or scene.lexicon.has("foreign_verbs", behind)


def without_hums(cuts: Sequence[Segment], statements: Sequence[Statement]) -> list[Statement]:
    """Give the statements without a sound before a change (``嗯，改成60万``): it leads to that and says yes to nothing.

    A but (``嗯，但是日期改成…``) makes it a yes to the rest.
    """
    is_change = any([s.polarity == "value" and s.is_changed and not s.has_contrast for s in statements])
    if not is_change or any(s.has_contrast for s in statements):
        return list(statements)
    hums = {n for n, cut in enumerate(cuts) if cut.tokens and all("hum" in t.kinds for t in cut.tokens)}
    return [s for s in statements if s.segment not in hums or s.polarity != "yes"]


def own_words(cut: Segment) -> Segment:
    """Give a segment without what others are said to think of it (``my wife says it is right``); values stay."""
    place = next((n for n, token in enumerate(cut.tokens) if "report" in token.kinds), None)
    if place is None or any(token.value is not None for token in cut.tokens[place:]):
        return cut
    return cut._replace(tokens=cut.tokens[:place])


def _is_about_another(cut: Segment) -> bool:
    """Tell that a known segment judges a field, or a kind of value, that was not shown, and nothing that was."""
    if not cut.is_known or any([t.refs or t.value is not None for t in cut.tokens]):
        return False
    judging = next((n for n, t in enumerate(cut.tokens) if t.kinds & _ANSWERING), 0)
    subject = cut.tokens[:judging]
    return any(t.is_other_field or (t.kinds and all(k.startswith("noun.") for k in t.kinds)) for t in subject)


def outweighed(statements: list[Statement]) -> list[Statement]:
    """Give the statements without doubts of talk beside the point: what is named later counts."""
    if not any([s.is_foreign or s.is_deferred for s in statements]):
        return statements
    named = [s.segment for s in statements if s.is_named and s.polarity not in ("", "undecided")]
    last = max(named, default=-1)
    put_off = {s.segment for s in statements if s.is_deferred}
    withdrawn = {s.segment for s in statements if s.is_withdrawn} - put_off  # 说错了，别记了; not 暂时别记
    value = max(
        (place for place, s in enumerate(statements) if s.polarity == "value" or s.segment in withdrawn), default=-1
    )
    return [
        s
        for place, s in enumerate(statements)
        if not (s.is_foreign and not s.refs and s.segment < last)
        and not (s.is_deferred and not s.refs and place < value)
        and not (s.is_slip and s.is_deferred and 0 < place == value + 1 and _is_new(statements[value]))
    ]


def _is_new(statement: Statement) -> bool:
    """Tell that a statement gives another value than the shown one (``是60万，写错了``)."""
    word = statement.token.value if statement.token is not None else None
    return statement.polarity == "value" and word is not None and not word.equals


def beside_others(said: Sequence[Statement], cut: Segment) -> list[Statement]:
    """Give what a segment says, without a bare yes that is no answer beside words of another field.

    ``我需要在17:45到达餐厅`` states a time: its 需要 is no yes to what waits for the restaurant. A yes that opens the
    segment and names nothing is one (``好的截止日期12月20日``).
    """
    if not said:
        return []
    if _is_about_another(cut):
        said = [s for s in said if s.is_named or s.polarity not in ("yes", "no")]  # 名字不对, the phone is right
    if not any([token.is_other_field for token in cut.tokens]):
        return list(said)
    is_led = bool(cut.tokens[0].kinds & {"yes_bare", "yes_explicit"})
    return [s for s in said if s.polarity != "yes" or s.is_explicit or (is_led and not s.refs)]
