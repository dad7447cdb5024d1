"""Accents: a shown text that is said with other accents is another value, though matching folds them away."""

from dataclasses import replace

from dualmem.characters import accented
from dualmem.dialogue.segments.tokens import Token
from dualmem.model.utterance import Folded


def respelled(folded: Folded, tokens: list[Token]) -> list[Token]:
    """Give the tokens; where ``Jose`` is shown, ``no, José`` states another value."""
    return [_respelled(folded, token) if token.value is not None and token.value.equals else token for token in tokens]


def _respelled(folded: Folded, token: Token) -> Token:
    word = token.value
    if word is None or not isinstance(word.reading.value, str):
        return token
    place = folded.to_original(token.span)
    said = folded.original[place.start : place.end]
    if accented(said) == accented(word.reading.value):
        return token
    reading = replace(word.reading, span=place, value=said)
    return token._replace(value=word._replace(reading=reading, equals=frozenset()))
