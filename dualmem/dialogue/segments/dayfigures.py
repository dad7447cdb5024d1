"""Day figures: a bare figure that is the day of the one shown date (日期改成20, ``no, the date is 20``)."""

from collections.abc import Sequence

from dualmem.dialogue.segments.counting import counted
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.meanings import in_month_of, is_day_figure
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord, reading_context
from dualmem.model.value import Day
from dualmem.text import fold
from dualmem.values.parse import parse

_DAY = "号"
_LIGHT = frozenset(
    {"filler", "copula", "change", "no", "neg", "ought", "deictic", "slip", "right_one", "yes_opening", "interrupt"}
)
_LEADING = frozenset({"copula", "change", "no", "neg"})
_TURNING = frozenset({"change", "no", "neg"})


def day_figures(scene: Scene, targets: Targets, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments; a figure that is all a segment says of the one shown date is its day.

    A label, a number of the list or the no right before says that it is about the date, or nothing else was shown.
    Beside another unit (月份不对，是1) it is no day, and no number of the list.
    """
    dates = [t for t in targets.shown if t.spec.type == "date" and isinstance(t.value, Day)]
    if len(dates) != 1:
        return list(cuts)
    target, out = dates[0], list(cuts)
    is_other = scene.may_hold("value.no_day")
    for place, cut in enumerate(cuts):
        number = _figure(scene, cut)
        if number is None or cut.is_asked or not _is_about(target, targets, cuts, place, number):
            continue
        figure = cut.tokens[number]
        token = Token(figure.span, is_unknown=True) if is_other else _day(scene, target, figure)
        if token is not None:
            out[place] = cut._replace(tokens=(*cut.tokens[:number], token, *cut.tokens[number + 1 :]))
    return out


def _figure(scene: Scene, cut: Segment) -> int | None:
    """Give the place of the one figure of a segment of which nothing else is a value or unknown."""
    figures = [n for n, t in enumerate(cut.tokens) if _is_figure(scene, t)]
    if len(figures) != 1 or scene.lexicon.has("value.measured", scene.text[cut.tokens[figures[0]].span.end :]):
        return None  # 20个
    rest = [t for n, t in enumerate(cut.tokens) if n != figures[0]]
    is_plain = all(t.value is None and not t.is_other_field and (t.refs or _is_light(t)) for t in rest)
    behind = cut.tokens[figures[0] + 1 :]
    return figures[0] if is_plain and all(t.kinds & _LIGHT for t in behind) else None


def _is_figure(scene: Scene, token: Token) -> bool:
    is_open = token.value.may_be_day if token.value is not None else token.is_unknown or bool(token.kinds)
    return is_open and is_day_figure(scene.text[token.span.start : token.span.end])


def _is_light(token: Token) -> bool:
    is_counting = any(kind.partition(".")[0] in ("ordinal", "noun") for kind in token.kinds)
    return bool(token.kinds & _LIGHT) or is_counting


def _is_about(target: Target, targets: Targets, cuts: Sequence[Segment], place: int, number: int) -> bool:
    """Tell that a figure is about the date, in a clause that gives it a new value."""
    tokens = cuts[place].tokens
    before = tokens[:number]
    named = {ref for t in before for ref in (t.refs or counted(t.kinds, targets.shown) or ())}
    is_led = any(t.kinds & _LEADING for t in before)
    denied = _denied_before(targets, cuts, place)
    if named:
        return named == {target.id} and (is_led or denied == named)
    is_turned = any(t.kinds & _TURNING for t in before) or denied is not None
    return is_turned and (denied == {target.id} or len(targets.shown) == 1)


def _denied_before(targets: Targets, cuts: Sequence[Segment], place: int) -> set[str] | None:
    """Give what the segment right before calls wrong: the names of it, an empty set for a mere no, None for nothing."""
    tokens = cuts[place - 1].tokens if place else ()
    if not any(t.kinds & {"no", "neg"} for t in tokens) or any(t.is_unknown or t.value is not None for t in tokens):
        return None
    return {ref for t in tokens for ref in (t.refs or counted(t.kinds, targets.shown) or ())}


def _day(scene: Scene, target: Target, token: Token) -> Token | None:
    folded = scene.extraction.utterance.folded
    words = fold(f"{scene.text[token.span.start : token.span.end]}{_DAY}")
    item = next(iter(parse("date", words, reading_context(target.spec, scene.context))), None)
    value = in_month_of(target, item, item.value, words) if item is not None else None
    if item is None or not isinstance(value, Day):
        return None
    reading = type(item)(span=folded.to_original(token.span), folded=token.span, outer=token.span, value=value)
    mine = frozenset((target.id,))
    return Token(token.span, value=ValueWord(reading, mine, mine if target.equals(value) else frozenset()))
