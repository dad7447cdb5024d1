"""Nicknames: words that mean a shown update by a part of its value or of its label (the december one, 尾号8000)."""

from collections.abc import Iterable, Sequence

from dualmem.dialogue.shown.months import MONTHS
from dualmem.dialogue.shown.named import together
from dualmem.dialogue.shown.targets import Target
from dualmem.model.field import FieldSpec
from dualmem.model.value import Day, Value
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema
from dualmem.text import fold


def nicknames(targets: Iterable[Target]) -> list[tuple[Target, tuple[str, ...]]]:
    """Give folded words that mean each target by a part of its value (the december one, 尾号8000)."""
    found = []
    for target in targets:
        spec, value = target.spec, target.value
        if not isinstance(value, _NICKNAMED):
            continue
        known = _NICKNAMES.get((id(spec), value))
        if known is None or known[0] is not spec:
            if len(_NICKNAMES) > _MOST_NICKNAMES:
                _NICKNAMES.clear()
            known = _NICKNAMES[id(spec), value] = (spec, _nicknames(target))
        if known[1]:
            found.append((target, known[1]))
    return found


_NICKNAMED = (str, Day, tuple)
_NICKNAMES: dict[tuple[int, Value], tuple[FieldSpec, tuple[str, ...]]] = {}
_MOST_NICKNAMES = 4096


def _nicknames(target: Target) -> tuple[str, ...]:
    value = target.value
    if isinstance(value, Day):
        month = MONTHS[value.date.month - 1]
        return (month, month[:3], f"{value.date.month}月", f"{value.date.day}号", f"{value.date.day}日")
    if isinstance(value, str):
        text = fold(value).text
        names = [text] if len(text) > 1 else []
        if target.spec.type == "phone":
            names += [text[-4:], text.removeprefix("+86"), text[-11:], text[-11:-8]]
        elif target.spec.type == "email":
            names += [text.split("@")[0], text.split("@")[-1]]
        elif target.spec.type == "id":
            names += [part for part in text.split("-") if len(part) > 2 and not (part.isdigit() and len(part) == 4)]
        elif target.spec.type == "choice" and value in target.spec.choices:
            choice = target.spec.choices[value]
            names += [fold(word).text for words in choice.labels.values() for word in words]
            names += [fold(word).text for word in choice.synonyms]
        return tuple(name for name in names if len(name) > 1)
    if isinstance(value, tuple):
        return tuple(fold(item).text for item in value if isinstance(item, str) and len(item) > 1)
    return ()


def label_parts(targets: Sequence[Target], schema: Schema, lexicon: Lexicon, text: str) -> dict[str, str]:
    """Give parts of labels, in a folded text, that mean exactly one of the targets (报价 of 报价总额)."""
    parts = together([target.spec for target in targets], schema, lexicon).parts
    return {part: targets[place].id for part, place in parts if part in text}
