"""Flags: a value of yes or no that is denied is its opposite (``no insurance please``, ``I won't have luggage``)."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.targets import Target, ValueWord
from dualmem.dialogue.shown.words import Words
from dualmem.model.span import Span


def opposite(word: ValueWord, by_id: Mapping[str, Target], refs: AbstractSet[str] | None = None) -> ValueWord | None:
    """Give the other one of yes and no for a flag that is denied (``I don't want insurance``), else None."""
    value = word.reading.value
    owners = [by_id[ref] for ref in (word.targets if refs is None else refs) if ref in by_id]
    if not isinstance(value, bool) or not owners or any(target.spec.type != "boolean" for target in owners):
        return None
    equals = frozenset(target.id for target in owners if target.equals(not value))
    return ValueWord(replace(word.reading, value=not value), word.targets, equals)


def without_flags(text: str, tokens: Sequence[Token], by_id: Mapping[str, Target], words: Words) -> list[Token]:
    """Give the tokens; a flag right behind a no without a comma is its opposite (``no insurance please``)."""
    if not any([token.value is not None and token.value.reading.value is True for token in tokens]):
        return list(tokens)
    out: list[Token] = []
    for token in tokens:
        before = out[-1] if out else None
        is_joined = before is not None and text[before.span.end : token.span.start] == " "
        said = text[before.span.start : before.span.end] if before is not None and is_joined else ""
        is_denied = bool(said) and words.holds("deny.flag", said)
        if before is None or token.value is None or not is_denied:
            out.append(token)
            continue
        turned = opposite(token.value, by_id) if token.value.reading.value is True else None
        out[-1:] = [before, token] if turned is None else [_flag(before, token, turned)]
    return out


def _flag(before: Token, token: Token, word: ValueWord) -> Token:
    return token._replace(span=Span(before.span.start, token.span.end), value=word, is_denied=False, is_cued=True)


def turn_flags(statements: Sequence[Statement], by_id: Mapping[str, Target]) -> None:
    """Take a flag that is denied for its opposite (``I won't have any luggage``), in place."""
    for said in [one for one in statements if one.polarity == "notvalue"]:
        token = said.token
        word = (
            opposite(token.value, by_id, said.refs or None) if token is not None and token.value is not None else None
        )
        if token is not None and word is not None:
            said.polarity, said.token = "value", token._replace(value=word, is_denied=False)
