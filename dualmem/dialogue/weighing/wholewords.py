"""Whole words: Chinese words of no grammar that hold answer words (看护, 在线教育, 朝阳路5号)."""

import itertools

import re2

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.named import named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target
from dualmem.model.span import Span

_HAN = re2.compile(r"[\p{Han}\d]")
_JOINTS = frozenset({"change", "copula"})
_SAYING = frozenset({"no", "neg", "hedge", "defer", "ask", "condition", "contrast", "except", "change", "yes_explicit"})
_NUMBERING = ("ordinal", "noun", "count", "first", "last")


def begin_of_words(scene: Scene, cut: Segment, begin: int) -> int:
    """Give where the words that end a segment begin; the number of its tokens where that is open.

    Args:
        scene: The turn.
        cut: The segment.
        begin: Where its last unknown words begin.
    """
    tokens = cut.tokens
    joint = next((n for n in range(len(tokens) - 1, -1, -1) if _is_joint(scene, tokens[n])), None)
    rest = tokens[joint + 1 :] if joint is not None else ()
    if joint is not None and any(t.is_unknown for t in rest) and _is_one(scene, rest):
        return joint + 1
    if 0 < begin < len(tokens) and _is_cut(scene, tokens[begin - 1], tokens[begin]):
        return len(tokens)  # 护 of 看护 is no value
    return begin


def is_of_name(scene: Scene, cut: Segment, place: int) -> bool:
    """Tell that a word for a group belongs to a name it is glued to (阿瓦隆宾馆), no description (另一家宾馆)."""
    token, before = cut.tokens[place], cut.tokens[place - 1] if place else None
    if before is None or not (token.refs or token.is_other_field) or not before.is_unknown:
        return False
    label = scene.labels.at(scene.text, token.span.start)
    if label is None or not label.groups or label.span != token.span:
        return False
    last = scene.text[before.span.end - 1 : before.span.end]
    return _is_han(scene, before, token) and not scene.words.holds("name.described", last)


def without_thanks(scene: Scene, cut: Segment) -> Segment:
    """Give a segment without the thanks that end it; one character alone may end the words themselves (幸福里吧)."""
    tokens = cut.tokens
    while len(tokens) > 1 and len(tokens[-1].span) > 1 and _is_end(scene, tokens[-1]):
        tokens = tokens[:-1]
    return cut if len(tokens) == len(cut.tokens) else cut._replace(tokens=tokens)


def is_wished(scene: Scene, cut: Segment, span: Span) -> bool:
    """Tell that words in small letters are wished for: a thing as well as a name (``I'd prefer retail``)."""
    said = _said(scene, span)
    is_small = said.isascii() and said == said.lower()
    return is_small and scene.search("value.wished", Span(cut.span.start, span.start)) is not None


def is_thing(scene: Scene, cut: Segment, span: Span, target: Target) -> bool:
    """Tell that what is wished for is no name: one in capitals was shown, and the turn has some (``I need help``)."""
    is_named = str(target.value)[:1].isupper() and scene.original != scene.original.lower()
    return is_named and is_wished(scene, cut, span)


def _said(scene: Scene, span: Span) -> str:
    place = scene.extraction.utterance.folded.to_original(span)
    return scene.original[place.start : place.end]


def is_of_beside(scene: Scene, span: Span, target: Target) -> bool:
    """Tell that words end in one of a label of a field beside it (``English subtitles``, no title of a film)."""
    last = _said(scene, span).rpartition(" ")[2].removesuffix("s")
    if not last.isascii() or last != last.lower():
        return False
    group = target.spec.path.rpartition(".")[0]
    beside = (s for path, s in scene.schema.fields.items() if path.rpartition(".")[0] == group and s is not target.spec)
    own = named(target.spec, scene.schema, scene.lexicon).nouns
    return last not in own.union(scene.lexicon.words("label.light")) and any(
        last in named(s, scene.schema, scene.lexicon).nouns for s in beside
    )


def _is_end(scene: Scene, token: Token) -> bool:
    words = scene.text[token.span.start : token.span.end]
    is_plain = "filler" in token.kinds and scene.may_hold("name.end")
    return is_plain and scene.lexicon.regex("name.end").fullmatch(words) is not None


def _is_joint(scene: Scene, token: Token) -> bool:
    words = scene.text[token.span.start : token.span.end]
    return bool(token.kinds & _JOINTS) and not scene.words.holds("word.no_joint", words)


def _is_one(scene: Scene, tokens: tuple[Token, ...]) -> bool:
    """Tell that tokens stand glued, say nothing by themselves, and end in a word or its number."""
    is_glued = all(_is_han(scene, a, b) for a, b in itertools.pairwise(tokens))
    is_mute = all(t.value is None and not t.refs and not t.kinds & _SAYING for t in tokens)
    last = tokens[-1]
    is_numbered = bool(last.kinds) and all(kind.partition(".")[0] in _NUMBERING for kind in last.kinds)
    return len(tokens) > 1 and is_glued and is_mute and (last.is_unknown or is_numbered)


def _is_cut(scene: Scene, before: Token, token: Token) -> bool:
    """Tell that the unknown words go on from a known one that leads to no value (看 before 护)."""
    is_word = before.value is None and not before.refs and not _is_joint(scene, before)
    words = scene.text[before.span.start : before.span.end]
    is_led = bool(before.kinds & (_SAYING | {"deictic", "slip"})) or scene.lexicon.has("value.lead", words)
    return is_word and not is_led and _is_han(scene, before, token)


def _is_han(scene: Scene, before: Token, token: Token) -> bool:
    edge = scene.text[before.span.end - 1 : token.span.start + 1]
    return len(edge) == 2 and all(_HAN.match(char) is not None for char in edge)


def trimmed(scene: Scene, span: Span) -> Span:
    """Give a place without the marks around it, and with the bracket that closes one inside it."""
    text = scene.text[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip(" ,:\"'"))
    end = span.start + len(text.rstrip(" ,.。!\"'"))
    said = scene.text[start:end]
    return Span(start, end + (said.count("(") > said.count(")") and scene.text[end : end + 1] == ")"))
