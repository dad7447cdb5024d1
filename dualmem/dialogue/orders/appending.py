"""Appending: commands that add items to a list."""

from dataclasses import replace

from dualmem.dialogue.orders.setting import Hit, by_candidate, text_end
from dualmem.dialogue.shown.labels import Label
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import Place, stated_value
from dualmem.model.act import SetField
from dualmem.model.span import Span


def append(scene: Scene, start: int) -> Hit:
    """Read ``再加一条：…``, ``also must …``, ``add …``."""
    cue = scene.match("cmd.append", start)
    if cue is None or scene.mood_at(start) == "asked":
        return None
    end = scene.sentence_end(cue.end)
    begin = scene.skip(cue.end)
    while begin < end and scene.text[begin] in ":, ":
        begin += 1
    if begin >= end:
        return None
    named = scene.labels.at(scene.text, begin)
    if named is not None and named.fields and scene.schema.field(named.fields[0]).type == "list":
        joint = scene.match("cmd.is", scene.skip(named.span.end))
        is_apart = scene.text[named.span.end : named.span.end + 1] in (" ", ":")
        begin = scene.skip((joint or named.span).end) if joint is not None or is_apart else begin
    keeps = scene.lexicon.regex("cmd.append_keeps").search(scene.text[cue.start : cue.end].rstrip(" :"))
    path, item_end = _into(scene, begin, end)
    rules = [c for c in scene.candidates_in(Span(cue.start, end)) if scene.schema.field(c.field).type == "list"]
    if path is None and rules:
        acts = tuple(by_candidate(scene, c) for c in rules)
        return acts, max(end if len(rules) == 1 else 0, *(c.folded.end for c in rules))
    is_duty = keeps is not None or scene.match("cmd.duty", begin) is not None  # also must …, add must …
    path = path or _labelled(scene, named) or _only_list(scene, Span(cue.start, cue.end), is_weak=is_duty)
    if path is None:
        return None
    at = cue.start + keeps.start() if keeps is not None else begin
    spec = scene.schema.field(path)
    item = replace(spec.item, path=path) if spec.item is not None and is_duty else spec
    stated = stated_value(
        item,
        Place(scene.extraction.utterance.folded, Span(at, text_end(scene, at, item_end)), start, scene.lexicon),
        scene.context,
    )
    if stated.value is not None and not isinstance(stated.value, tuple):
        stated = replace(stated, value=(stated.value,))
    return (SetField(field=path, stated=stated, is_append=True),), end


def _labelled(scene: Scene, named: Label | None) -> str | None:
    """Give the list whose label stands right behind the word that adds (添加约束 …)."""
    path = named.fields[0] if named is not None and named.fields else None
    return path if path is not None and scene.schema.field(path).type == "list" else None


def _into(scene: Scene, begin: int, end: int) -> tuple[str | None, int]:
    """Give the list that ``add … to the constraints`` names, and where the item ends."""
    at = begin
    while True:
        found = scene.search("cmd.append_into", Span(at, end))
        if found is None:
            return None, end
        label = scene.labels.at(scene.text, scene.skip_words("cmd.my", found.end))
        if label is not None and label.fields and scene.schema.field(label.fields[0]).type == "list":
            return label.fields[0], found.start
        at = found.end


def _only_list(scene: Scene, cue: Span, *, is_weak: bool) -> str | None:
    lists = [path for path, spec in scene.schema.fields.items() if spec.type == "list" and "*" not in path]
    for label in scene.labels.find(scene.text, cue.start, cue.end):
        named = [path for path in label.fields if path in lists]
        if named:
            return named[0]
    waiting = {t.spec.path for t in scene.targets if t.spec.type == "list" and t.ordinal}
    if len(waiting) == 1:
        return waiting.pop()
    held = [path for path in lists if path in scene.state.fields]
    is_cued = scene.text[cue.end - 1] in ":," or "条" in scene.text[cue.start : cue.end]
    if is_weak or is_cued:
        return held[0] if len(held) == 1 else lists[0] if lists and not held else None
    return None
