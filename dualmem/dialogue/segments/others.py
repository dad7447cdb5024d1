"""Others: a value right behind the label of a field that was not shown is that field's, and no shown one's."""

from collections.abc import Mapping

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target

_FILLER = frozenset({"filler"})
_BETWEEN = frozenset({"filler", "change", "copula", "approx", "ought", "hedge_soft"})


def values_of_others(scene: Scene, cut: Segment, by_id: Mapping[str, Target]) -> Segment:
    """Give a segment in which no shown update can take what is said of another field of its type.

    ``No, I want the quote total to be 700k`` says nothing of the shown budget, though no rule reads it.
    """
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
