"""Others: a value right behind the label of a field that was not shown is that field's, and no shown one's."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.named import named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target
from dualmem.model.value import Money

_FILLER = frozenset({"filler"})
_ENDS = "的啊呀吧呢哦"
_BETWEEN = frozenset({"filler", "change", "copula", "approx", "ought", "hedge_soft"})


def values_of_others(scene: Scene, cut: Segment, by_id: Mapping[str, Target]) -> Segment:
    """Give a segment in which no shown update can take what is said of another field of its type.

    ``No, I want the quote total to be 700k`` says nothing of the shown budget, though no rule reads it.
    """
    if scene.may_hold("value.onto") or not scene.text.isascii():
        cut = _with_things(scene, cut, by_id)
    if not any(token.is_other_field for token in cut.tokens):
        return cut
    tokens: list[Token] = []
    label: Token | None = None
    for place, token in enumerate(cut.tokens):
        behind = next((t for t in cut.tokens[place + 1 :] if t.kinds != _FILLER), None)
        if behind is not None and token.value is not None and _is_onto(scene, token, behind, by_id):
            token = Token(token.span, is_other_field=True)  # noqa: PLW2901  # 600k for the quote
        if label is not None and token.value is not None and _takes(scene, label, token, by_id):
            token = Token(token.span, is_other_field=True)  # noqa: PLW2901
        if token.is_other_field:
            label = token
        elif not (token.kinds and token.kinds <= _BETWEEN):
            label = None
        tokens.append(token)
    return cut._replace(tokens=tuple(tokens)) if tokens != list(cut.tokens) else cut


def _with_things(scene: Scene, cut: Segment, by_id: Mapping[str, Target]) -> Segment:
    """Give a segment in which a value is no shown one's where the words behind it say what it is for.

    ``600k for the quote`` is of the quote total, 600k for marketing of who knows what: that is shown again first.
    """
    tokens = list(cut.tokens)
    for place, token in enumerate(cut.tokens):
        if token.value is None or token.is_cued or isinstance(token.value.reading.value, str):
            continue
        thing = next((t for t in cut.tokens[place + 1 :] if t.kinds != _FILLER), None)
        if thing is None or thing.refs or thing.value is not None or thing.is_other_field:
            continue
        joint = scene.text[token.span.end : thing.span.start]
        if scene.lexicon.regex("value.onto").fullmatch(joint) is None and not _is_glued(scene, cut, token, thing):
            continue
        words = scene.text[thing.span.start : thing.span.end]
        if _is_part_of_other(scene, words, token.value.targets, by_id):
            tokens[place] = Token(token.span, is_other_field=True)
        elif isinstance(token.value.reading.value, Money) and _is_elsewhere(scene, token, cut):
            tokens[place] = token._replace(value=token.value._replace(is_loose=True))
    return cut._replace(tokens=tuple(tokens)) if tokens != list(cut.tokens) else cut


def _is_glued(scene: Scene, cut: Segment, token: Token, thing: Token) -> bool:
    """Tell that a Chinese label is glued to the value before it, and the next value has its own (60万报价50万预算)."""
    if token.span.end != thing.span.start or scene.text[thing.span.start].isascii():
        return False
    after = next((t for t in cut.tokens if t.span.start >= thing.span.end), None)
    return after is None or (after.is_cued and after.value is not None and after.span.start == after.value.span.start)


def _is_elsewhere(scene: Scene, token: Token, cut: Segment) -> bool:
    """Tell that an amount is for a thing that is not what the project is called (``600k for marketing``)."""
    return scene.lexicon.is_of_another(scene.text[token.span.end : cut.span.end])


def _is_part_of_other(scene: Scene, words: str, targets: AbstractSet[str], by_id: Mapping[str, Target]) -> bool:
    """Tell that words are a part of the label of a field of that type that was not shown, and of no shown one."""
    mine = [by_id[ref].spec for ref in targets if ref in by_id]
    types, shown = {spec.type for spec in mine}, {target.spec.path for target in by_id.values()}
    head = words.split(" ", maxsplit=1)[0] if words.isascii() else words.rstrip(_ENDS)
    if not head or any(head in named(spec, scene.schema, scene.lexicon).words for spec in mine):
        return False
    others = (spec for path, spec in scene.schema.fields.items() if spec.type in types and path not in shown)
    return any(head in named(spec, scene.schema, scene.lexicon).parts for spec in others)


def _is_onto(scene: Scene, said: Token, label: Token, by_id: Mapping[str, Target]) -> bool:
    """Tell that the label of a field that was not shown stands right behind a value, joined to it."""
    if not label.is_other_field or not scene.may_hold("value.onto"):
        return False
    joint = scene.text[said.span.end : label.span.start]
    return scene.lexicon.regex("value.onto").fullmatch(joint) is not None and _takes(scene, label, said, by_id)


def _takes(scene: Scene, label: Token, said: Token, by_id: Mapping[str, Target]) -> bool:
    """Tell that the field of a label has the type of a value that no rule gave to another field."""
    if said.value is None or said.is_cued or isinstance(said.value.reading.value, str):
        return False
    types = {by_id[ref].spec.type for ref in said.value.targets if ref in by_id}
    named = scene.labels.find(scene.text, label.span.start, label.span.end)
    return any(scene.schema.field(path).type in types for one in named for path in one.fields)
