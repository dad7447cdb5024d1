"""Around a value: small words that only lead to it or settle it, and the characters that make a name a longer one."""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.words import YES
from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon

_LIGHT = frozenset({"filler", "deictic"})
_OPENING = YES | {"only", "contrast", "no_opening"}
_HAN = re2.compile(r"\p{Han}")


def around(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> list[Token]:
    """Give the tokens with what stands right at a value read by it (``要60万``, ``按60万来``; 冷链 before 物流)."""
    if not any([token.value is not None for token in tokens]):
        return list(tokens)
    read: list[Token] = []
    for place, token in enumerate(tokens):
        before = read[-1] if read else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        is_wanted = _is_led_to(before, token, after) and _is_word(lexicon, "value.wanted", text, token)
        heavy = next((t for t in tokens[place + 1 :] if not (t.kinds & _LIGHT)), None)
        is_needed = _is_subjectless(text, before, token, heavy)
        is_wanted = is_wanted or (is_needed and _is_word(lexicon, "value.needed", text, token))
        if is_wanted:
            read.append(Token(token.span, frozenset({"copula"})))
        elif token.is_unknown and _is_settled(lexicon, text, before, token):
            read.append(Token(token.span, frozenset({"filler"})))
        elif before is not None and _is_one_name(text, before, token):
            read[-1] = Token(Span(before.span.start, token.span.end), is_unknown=True)
        else:
            read.append(token)
    return read


def split_verbs(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> list[Token]:
    """Give the tokens, a verb whose other half ends the segment as one that keeps (``note the budget down``)."""
    heavy = [
        n for n, t in enumerate(tokens) if not (t.kinds and t.kinds <= _LIGHT) or _is(lexicon, "cmd.keep_verb", text, t)
    ]
    if len(heavy) < len("vnh") or not _is(lexicon, "cmd.keep_half", text, tokens[heavy[-1]]):
        return list(tokens)
    verb, half = heavy[0], heavy[-1]
    if not _is(lexicon, "cmd.keep_verb", text, tokens[verb]) or not any(tokens[n].refs for n in heavy[1:-1]):
        return list(tokens)
    kinds = {verb: frozenset({"keep"}), half: frozenset({"filler"})}
    return [Token(t.span, kinds[n]) if n in kinds else t for n, t in enumerate(tokens)]


def _is(lexicon: Lexicon, section: str, text: str, token: Token) -> bool:
    return lexicon.regex(section).fullmatch(text[token.span.start : token.span.end]) is not None


def _is_word(lexicon: Lexicon, section: str, text: str, token: Token) -> bool:
    words = text[token.span.start : token.span.end]
    return token.value is None and not token.refs and lexicon.regex(section).fullmatch(words) is not None


def _is_led_to(before: Token | None, token: Token, after: Token | None) -> bool:
    """Tell that the user's own wish leads to the value behind it (对方要60万 is somebody else's)."""
    if after is None or (before is not None and "aside" in before.kinds):
        return False
    is_near = after.span.start - token.span.end <= 1
    return is_near and after.value is not None and not after.is_cued and not isinstance(after.value.reading.value, str)


def _is_subjectless(text: str, before: Token | None, token: Token, after: Token | None) -> bool:
    """Tell that a verb before a value has no subject, which is the user then (``yes, need 600k``)."""
    if after is None or after.value is None or after.is_cued or isinstance(after.value.reading.value, str):
        return False
    is_first = before is None or bool(text[before.span.end : token.span.start].strip())
    return is_first or (before is not None and bool(before.kinds & _OPENING))


def _is_settled(lexicon: Lexicon, text: str, before: Token | None, token: Token) -> bool:
    is_value = before is not None and before.value is not None and not isinstance(before.value.reading.value, str)
    is_glued = before is not None and before.span.end == token.span.start
    return is_value and is_glued and _is_word(lexicon, "value.settle", text, token)


def _is_one_name(text: str, before: Token, token: Token) -> bool:
    """Tell that unknown Chinese characters stand glued to the shown name: it is a part of a longer one."""
    name = before if before.value is not None else token
    rest = token if name is before else before
    is_name = name.value is not None and not name.is_cued and isinstance(name.value.reading.value, str)
    is_glued = before.span.end == token.span.start and rest.is_unknown
    edge = text[before.span.end - 1 : token.span.start + 1]
    return is_name and is_glued and len(edge) == 2 and all(_HAN.match(char) is not None for char in edge)
