"""Appending: commands that add items to a list."""

from dataclasses import replace

from dualmem.dialogue.orders.ends import list_end
from dualmem.dialogue.orders.listed import list_at
from dualmem.dialogue.orders.onward import before_slip
from dualmem.dialogue.orders.setting import Hit, by_candidate
from dualmem.dialogue.shown.labels import Label
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import Place, stated_value
from dualmem.dialogue.shown.stops import STOP
from dualmem.model.act import SetField
from dualmem.model.candidate import Candidate
from dualmem.model.span import Span


def append(scene: Scene, start: int) -> Hit:
    """Read ``再加一条：…``, ``also must …``, ``add …``."""
    moved = _with_ba(scene, start)
    if moved is not None:
        return moved
    opened = list_at(scene, start) if scene.may_hold("cmd.append") else None
    cue = scene.match("cmd.append", start if opened is None else opened[1])
    is_firm = cue is not None and (opened is None or _is_firm(scene, cue))
    if cue is None or not is_firm or scene.mood_at(start) == "asked" or _is_no_item(scene, cue):
        return None
    end = before_slip(scene, cue.end, scene.sentence_end(cue.end))
    begin = scene.skip(cue.end)
    while begin < end and scene.text[begin] in ":, ":
        begin += 1
    if begin >= end or _is_asked(scene, begin, cue) or _is_put_off(scene, Span(begin, end)):
        return None
    if _is_of_a_field(scene, begin, cue):
        return None  # 补充：预算60万
    return _appended(scene, cue, Span(begin, end), start=start, path=opened[0] if opened is not None else None)


def _appended(scene: Scene, cue: Span, place: Span, *, start: int, path: str | None) -> Hit:
    """Give the item that an order adds: of the list that is named, that a rule found, else of the only one.

    Args:
        scene: The turn.
        cue: The words of the order.
        place: What stands behind them.
        start: Where the command begins.
        path: The list whose label opens the order, if one does.
    """
    end, named = place.end, scene.labels.at(scene.text, place.start)
    begin = _behind_label(scene, named, place.start)
    keeps = scene.lexicon.regex("cmd.append_keeps").search(scene.text[cue.start : cue.end].rstrip(" :"))
    into, item_end = _into(scene, begin, end)
    path = into or path
    at = cue.start + keeps.start() if keeps is not None else begin
    rules = [c for c in scene.candidates_in(Span(cue.start, end)) if scene.schema.field(c.field).type == "list"]
    if path is None and rules:
        acts = tuple(_without_cue(scene, c, at) for c in rules)
        return acts, max(end if len(rules) == 1 else 0, *(c.folded.end for c in rules))
    is_duty = keeps is not None or scene.match("cmd.duty", begin) is not None  # also must …, add must …
    is_duty |= scene.lexicon.regex("cmd.append_duty").search(scene.text[cue.start : cue.end]) is not None
    path = path or _labelled(scene, named) or _only_list(scene, Span(cue.start, cue.end), is_weak=is_duty)
    if path is None or any(scene.is_to_alter(Span(first, item_end)) for first in (at, cue.start)):
        return None  # 还得改: nothing to add
    spec = scene.schema.field(path)
    item = replace(spec.item, path=path) if spec.item is not None and is_duty else spec
    stated = stated_value(
        item,
        Place(scene.extraction.utterance.folded, Span(at, list_end(scene, at, item_end)), start, scene.lexicon),
        scene.context,
    )
    if stated.value is not None and not isinstance(stated.value, tuple):
        stated = replace(stated, value=(stated.value,))
    return (SetField(field=path, stated=stated, is_append=True),), end


def _behind_label(scene: Scene, named: Label | None, begin: int) -> int:
    """Give where an item begins behind the label of its list (``add constraint: …``, 添加约束必须…)."""
    if named is None or _labelled(scene, named) is None:
        return begin
    joint = scene.match("cmd.is", scene.skip(named.span.end))
    is_apart = scene.text[named.span.end : named.span.end + 1] in (" ", ":")
    is_apart = is_apart or scene.match("cmd.item_opening", named.span.end) is not None
    return scene.skip((joint or named.span).end) if joint is not None or is_apart else begin


def _is_no_item(scene: Scene, cue: Span) -> bool:
    """Tell that the words are about what is to be done first, not about an item (还要问老板)."""
    return scene.match("cmd.append_none", cue.start) is not None


def _is_of_a_field(scene: Scene, begin: int, cue: Span) -> bool:
    """Tell that what follows words that add no one thing gives another field its value by its label."""
    label = scene.labels.at(scene.text, begin)
    if label is None or scene.lexicon.has("cmd.append_counted", scene.text[cue.start : cue.end]):
        return False
    stated = scene.candidates_in(Span(begin, scene.clause_end(begin)))
    return any(c.field in label.fields and c.value is not None and not c.is_bare for c in stated)


def _is_asked(scene: Scene, begin: int, cue: Span) -> bool:
    """Tell that it is asked whether to add an item (加一条…怎么样); put to somebody it is an order (帮我加…好吗)."""
    if scene.mood_at(begin) != "asked":
        return False
    head = scene.text[: cue.start]
    stop = max((found.end() for found in STOP.finditer(head)), default=0)
    return scene.search("wish.addressed", Span(stop, cue.start)) is None


def _is_put_off(scene: Scene, place: Span) -> bool:
    """Tell that what is to be added is nothing but words that put it off (再加一条：我想想)."""
    words = scene.words.find(scene.text, place.start, place.end)
    covered = sum(len(word.span) for word in words if word.kinds & {"defer", "hedge", "filler"})
    letters = sum(char.isalnum() or char == "'" for char in scene.text[place.start : place.end].replace(" ", ""))
    return any("defer" in word.kinds for word in words) and covered >= letters


def _with_ba(scene: Scene, start: int) -> Hit:
    """Read ``把必须国产化加到约束里``: the item stands before the verb, the list behind it ends the clause."""
    ba = scene.match("cmd.ba", start) if scene.may_hold("cmd.ba_append") else None
    if ba is None or scene.mood_at(start) == "asked":
        return None
    end = scene.clause_end(ba.end)
    verb = scene.search("cmd.ba_append", Span(ba.end, end))
    label = scene.labels.at(scene.text, scene.skip_words("cmd.my", verb.end)) if verb is not None else None
    path = _labelled(scene, label)
    if verb is None or label is None or path is None or verb.start <= ba.end:
        return None
    inside = scene.match("cmd.inside", label.span.end)
    tail = scene.text[inside.end if inside is not None else label.span.end : end]
    if str(scene.lexicon.regex("cmd.particle").sub("", tail)).strip(" ,。.!"):
        return None
    spec = scene.schema.field(path)
    place = Place(scene.extraction.utterance.folded, Span(ba.end, verb.start), start, scene.lexicon)
    stated = stated_value(replace(spec.item, path=path) if spec.item is not None else spec, place, scene.context)
    value = stated.value if stated.value is None or isinstance(stated.value, tuple) else (stated.value,)
    return (SetField(field=path, stated=replace(stated, value=value), is_append=True),), end


def _is_firm(scene: Scene, cue: Span) -> bool:
    """Tell that an order behind a label adds a thing: a count, a stop or a Latin word stands there (not 约束加强了)."""
    said, follows = scene.text[cue.start : cue.end], scene.text[cue.end : cue.end + 1]
    is_counted = said[-1] in ":, " or scene.lexicon.has("cmd.append_counted", said)
    return is_counted or follows in ":, " or (follows.isascii() and follows.isalnum())


def _without_cue(scene: Scene, candidate: Candidate, begin: int) -> SetField:
    """Give the item that a rule found, without the words of the order that its rule took along (加一条必须国产化)."""
    place = candidate.folded
    if not place.start < begin < place.end:
        return by_candidate(scene, candidate)
    folded = scene.extraction.utterance.folded
    stated = stated_value(
        scene.schema.field(candidate.field), Place(folded, Span(begin, place.end), begin, scene.lexicon), scene.context
    )
    return SetField(field=candidate.field, stated=stated, is_append=True)


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
    waiting = {t.spec.path for t in scene.targets.shown if t.spec.type == "list"}
    if len(waiting) == 1:
        return waiting.pop()
    held = [path for path in lists if path in scene.state.fields]
    is_cued = scene.text[cue.end - 1] in ":," or scene.has("cmd.append_cued", cue)
    if is_weak or is_cued:
        return held[0] if len(held) == 1 else lists[0] if lists and not held else None
    return None
