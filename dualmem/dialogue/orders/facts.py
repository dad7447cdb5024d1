"""Facts: entries of an open map that a command names by their key (``记住 所在城市 北京``, ``remember K is V``)."""

from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import Place, stated_value
from dualmem.model.act import Act, SetField
from dualmem.model.span import Span
from dualmem.text import fold

_MAX_KEY = 40
_MAX_KEY_BLANKS = 3
_STRIP = " \t:,=，：。.!！\"'“”‘’"


def open_fact(scene: Scene, at: int, end: int, *, start: int, is_slash: bool, has_blank: bool) -> Act | None:
    """Read ``K V`` or ``K is V`` of an open map, else None."""
    path = next((p for p in scene.schema.fields if p.endswith(".*") and p.count("*") == 1), None)
    if path is None:
        return None
    split = _key_end(scene, Span(at, end), is_slash=is_slash, has_blank=has_blank)
    if split <= at:
        return None
    key = scene.said(Span(at, split)).strip(_STRIP)
    begin = scene.skip_words("cmd.fact_is", split, most=1)
    is_key = 0 < len(key) <= _MAX_KEY and (is_slash or _is_noun(scene, key))
    if not is_key or begin >= end:
        return None
    stated = stated_value(
        scene.schema.field(path.replace("*", "x")),
        Place(scene.extraction.utterance.folded, Span(begin, end), start, scene.lexicon),
        scene.context,
    )
    if stated.value is None:
        return None
    return SetField(field=existing(scene, path, key), stated=stated)


def _key_end(scene: Scene, span: Span, *, is_slash: bool, has_blank: bool) -> int:
    """Give where the key of ``K V`` or ``K is V`` ends; the start where there is none."""
    text = scene.text
    joint = scene.search("cmd.fact_is", span)
    blank = next((i for i in range(span.start, span.end) if text[i] in " \t"), -1)
    is_chinese = not text[span.start : span.end].isascii()
    if (is_slash and blank > 0) or (is_chinese and has_blank and blank > 0 and (joint is None or blank <= joint.start)):
        return blank
    return joint.start if joint is not None else span.start


def has_key(scene: Scene, at: int, cue: int) -> bool:
    """Tell that ``K is`` leads to the words of a rule: they are what K is (``remember nickname is budget: 900k``)."""
    joint = scene.search("cmd.fact_is", Span(at, cue)) if at < cue else None
    key = scene.said(Span(at, joint.start)).strip(_STRIP) if joint is not None else ""
    is_led = joint is not None and not scene.text[joint.end : cue].strip(_STRIP)
    return is_led and 0 < len(key) <= _MAX_KEY and _is_noun(scene, key) and not scene.lexicon.is_clause(fold(key).text)


def _is_noun(scene: Scene, key: str) -> bool:
    return key.count(" ") <= _MAX_KEY_BLANKS and not scene.lexicon.has("cmd.no_fact", fold(key).text)


def existing(scene: Scene, path: str, key: str) -> str:
    """Give the path of a map entry; a key that differs only in case or width is the same key."""
    head = path.removesuffix("*")
    wanted = fold(key).text
    for held in (*scene.state.fields, *(update.field for update in scene.queue)):
        if held.startswith(head) and fold(held[len(head) :]).text == wanted:
            return held
    return head + key
