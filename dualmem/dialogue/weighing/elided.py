"""Elided: judgements that leave out their word and take it from the one beside them.

``the date is wrong, the budget isn't`` calls the budget not wrong; ``the e-mail is not right, the phone is`` the phone
right; ``the date is wrong, not the budget``, 日期错了，预算没有.
"""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import JUDGING

_LIGHT = frozenset({"filler", "deictic", "contrast", "and", "copula", "also", "elided_is"})
_OPPOSITE = {"yes": "no", "no": "yes"}
_GOES_ON = ("..", "…", ":")


def filled_in(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Give elided judgements what the one beside them says of them; the statements are changed in place."""
    before: Statement | None = None
    last = 0
    for number, said in enumerate(statements):
        is_tail = number + 1 == len(statements) or statements[number + 1].segment > said.segment
        kind = _elision(scene, cuts[said.segment], said) if is_tail and said.is_named else ""
        near = before if before is not None and said.segment - last <= 1 else None
        if kind == "not_this" and near is None:
            near = _behind(statements, number)
        if kind and near is not None and not near.refs & said.refs:
            said.has_contrast |= any("contrast" in t.kinds for t in cuts[said.segment].tokens)
            _fill(scene, cuts, said, kind=kind, model=near)
            last = said.segment
        elif not kind and said.is_named and said.polarity in _OPPOSITE:
            before, last = said, said.segment


def _behind(statements: Sequence[Statement], number: int) -> Statement | None:
    """Give the judgement right behind one that only says what is not meant (``not the date, the budget is wrong``)."""
    after = next(iter(statements[number + 1 :]), None)
    is_next = after is not None and after.segment == statements[number].segment + 1
    return after if is_next and after is not None and after.refs and after.polarity in _OPPOSITE else None


def _elision(scene: Scene, cut: Segment, said: Statement) -> str:
    """Give how a segment ends that leaves its judgement out: is, isn't, so is, neither is; empty where it does not."""
    tokens = [t for t in cut.tokens if t.refs or not (t.kinds and t.kinds <= {"filler"})]
    if not tokens or cut.is_asked or scene.text[tokens[-1].span.end :].lstrip().startswith(_GOES_ON):
        return ""
    own = _own(tokens)
    if not said.polarity:
        is_light = all(_is_name(t) or (t.kinds and t.kinds <= _LIGHT) for t in own)
        is_so = is_light and any("also" in t.kinds for t in own)
        return "so" if is_so else "is" if is_light and "elided_is" in tokens[-1].kinds else ""
    if said.polarity != "no":
        return ""
    if tokens[-1].kinds & {"elided_not", "elided_none"}:
        return "none" if "elided_none" in tokens[-1].kinds else "not"
    head = next((n for n, t in enumerate(own) if t.kinds & {"neg", "no"}), None)
    is_led = head is not None and all(_is_name(t) for t in own[head + 1 :]) and len(own) > head + 1
    if head is None or not is_led or any(not t.kinds <= _LIGHT for t in own[:head]):
        return ""
    kinds = own[head].kinds
    return "so" if "neg_pair" in kinds else "not_this" if "neg" in kinds and "elided_none" not in kinds else ""


def _own(tokens: Sequence[Token]) -> Sequence[Token]:
    """Give the tokens of the last statement of a segment: those from the word that joins it to the one before."""
    judged = [n for n, t in enumerate(tokens[:-1]) if t.kinds & JUDGING and not t.refs]
    joints = [n for n, t in enumerate(tokens) if t.kinds & {"contrast", "and"} and judged and n > judged[0]]
    return tokens[joints[0] :] if joints else tokens


def _is_name(token: Token) -> bool:
    """Tell that a token only says what is meant."""
    heads = {kind.partition(".")[0] for kind in token.kinds}
    return (token.value is None and bool(token.refs)) or bool(heads & {"ordinal", "others", "all", "first", "last"})


def _fill(scene: Scene, cuts: Sequence[Segment], said: Statement, *, kind: str, model: Statement) -> None:
    """Let a statement say of its names what the model's word, denied or not, says."""
    if kind == "so":
        said.polarity = model.polarity
    else:
        is_turned = _is_denied(scene, cuts[model.segment], model)
        if is_turned is None:
            return
        word = _OPPOSITE[model.polarity] if is_turned else model.polarity
        said.polarity = _said(kind, word, is_turned=is_turned, is_contrast=said.has_contrast) or said.polarity
    said.is_explicit = said.polarity == "yes"
    said.is_predicate = bool(said.polarity)


def _said(kind: str, word: str, *, is_turned: bool, is_contrast: bool) -> str:
    """Give what an elided judgement says; empty for what it said by itself.

    Args:
        kind: How it ends.
        word: What the word that is left out says where nothing denies it.
        is_turned: That word was denied.
        is_contrast: A but stands between.
    """
    if kind == "none":
        return "undecided" if is_turned else _OPPOSITE[word]  # 日期不对，预算没有: not wrong, or none at all
    if kind in ("not", "not_this"):
        return "undecided" if is_contrast and is_turned and word == "no" else _OPPOSITE[word]
    return word if is_turned else _OPPOSITE[word] if is_contrast else ""


def _is_denied(scene: Scene, cut: Segment, model: Statement) -> bool | None:
    """Tell whether the word that judges is denied (``is not right``); None where no word is found."""
    tokens = [t for t in cut.tokens if t.kinds & (JUDGING | {"change"}) and not t.refs]
    if not tokens or (not any(t.kinds & JUDGING for t in tokens) and model.polarity != "no"):
        return None
    first = next((t for t in tokens if t.kinds & JUDGING and "copula" not in t.kinds), tokens[0])
    is_led = any("neg" in t.kinds and t.span.end <= first.span.start for t in cut.tokens)
    return is_led or scene.lexicon.has("elided.negator", scene.text[first.span.start : first.span.end])
