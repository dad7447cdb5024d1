"""Turned: commands that say the value first, and then what it is (``save 500k as the budget``, 把20号设为日期)."""

from dualmem.dialogue.orders.setting import Hit
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import Place, stated_value
from dualmem.model.act import SetField
from dualmem.model.field import FieldSpec
from dualmem.model.span import Span

_VERBS = ("cmd.set_prefix", "cmd.remember")
_STRIP = " \t,.。!！"


def set_turned(scene: Scene, start: int) -> Hit:
    """Read ``save V as the L``, ``remember V as my L``; what is no value of that field is left to others."""
    if not scene.may_hold("cmd.turned"):
        return None
    verb = next((hit for section in _VERBS if (hit := scene.match(section, start)) is not None), None)
    return _turned(scene, start, verb)


def set_turned_by_ba(scene: Scene, start: int) -> Hit:
    """Read 把 V 设为 L, which counts anywhere."""
    return _turned(scene, start, scene.match("cmd.ba", start))


def _turned(scene: Scene, start: int, verb: Span | None) -> Hit:
    if not scene.may_hold("cmd.turned"):
        return None
    if verb is None or scene.mood_at(start) in ("asked", "negated"):
        return None
    begin, end = scene.skip(verb.end), scene.clause_end(verb.end)
    joint = scene.search("cmd.turned", Span(begin, end))
    if joint is None or joint.start <= begin or scene.labels.at(scene.text, scene.skip_words("cmd.my", begin)):
        return None
    spec = _named(scene, Span(joint.end, end))
    if spec is None or scene.skip_words("cmd.my", begin) >= joint.start:
        return None  # save this as my name
    place = Place(scene.extraction.utterance.folded, Span(begin, joint.start), start, scene.lexicon)
    stated = stated_value(spec, place, scene.context, is_strict=True)
    return ((SetField(field=spec.path, stated=stated),), end) if stated.value is not None else None


def _named(scene: Scene, span: Span) -> FieldSpec | None:
    """Give the field whose label is all that stands behind the joint.

    Free words are a value only of what the user calls his own: ``save Tobias as my name``, not ``save it as the name``.
    """
    at = scene.skip_words("cmd.my", span.start)
    label = scene.labels.at(scene.text, at)
    if label is None or len(label.fields) != 1 or "*" in label.fields[0]:
        return None
    rest = scene.text[label.span.end : span.end].strip(_STRIP)
    if rest and scene.lexicon.regex("value.tail").fullmatch(rest) is None:
        return None
    spec = scene.schema.field(label.fields[0])
    is_free = spec.type in ("text", "map") or spec.is_open
    is_own = scene.search("cmd.mine", Span(span.start, at)) is not None
    return spec if spec.type != "list" and (is_own or not is_free) else None
