"""Forgetting: commands that clear, erase and take list items out."""

from dualmem.dialogue.orders.allitems import all_items, names_all
from dualmem.dialogue.orders.listed import (
    by_number,
    in_list,
    is_shown_by_number,
    item_words,
    items_joined,
    items_named,
    items_with,
    list_at,
    named_list,
    out_of,
    unled,
)
from dualmem.dialogue.orders.onward import before_next
from dualmem.dialogue.shown.labels import Label
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import untailed
from dualmem.model.act import Act, Forget, RemoveItem
from dualmem.model.span import Span
from dualmem.text import fold

_MOST_TAILS = 2
Hit = tuple[tuple[Act, ...], int] | None
_STRIP = " \t~…:,=，：。.!！?？\"'“”‘’「」🙂😊👍🙏"


def clear_or_erase(scene: Scene, start: int) -> Hit:
    """Read ``删除…``, ``clear …`` (can be undone) and ``忘掉…``, ``forget …`` (for good)."""
    if scene.match("cmd.ba", start) is not None:
        return _with_ba(scene, start)
    erase, clear = scene.match("cmd.erase", start), scene.match("cmd.clear", start)
    cue = erase if erase is not None and (clear is None or len(erase) >= len(clear)) else clear
    if cue is None:
        return _behind_label(scene, start)
    end = min(scene.sentence_end(cue.end), scene.clause_end(cue.end))
    if scene.mood_at(start) == "asked" or (cue is erase and _is_told(scene, Span(cue.start, end))):
        return None
    end = _kept_from(scene, cue.end, end)
    at = scene.skip_words("cmd.my", cue.end)
    name = _name(scene, Span(at, end))
    is_erase = cue is erase
    whole = _everything(scene, cue.end, end, is_erase=is_erase)
    if whole is not None:
        return whole if whole[0] else None
    listed = _listed(scene, Span(at, scene.sentence_end(cue.end)), is_erase=is_erase)
    if len(listed) > 1:
        return listed, scene.sentence_end(cue.end)
    is_ours = at > scene.skip(cue.end)
    if not is_ours and scene.text[end : end + 1] == "?" and name.endswith("s") and scene.labels.exact(name) is None:
        name = ""  # can you delete names? asks what can be done
    acts = _targets(scene, name, is_erase=is_erase) if name else ()
    is_elsewhere = _points_elsewhere(scene, scene.text[cue.end : at], acts)
    if not acts and name and (is_ours or not _is_talk(scene, Span(at, end))):
        acts = (Forget(fields=(), name=name, is_erase=is_erase),)
    return (acts, end) if acts and not is_elsewhere else None


def _is_told(scene: Scene, place: Span) -> bool:
    """Tell that somebody says what he forgot (忘了说了, 忘记邮箱了): nothing is to be erased for that."""
    if not scene.may_hold("cmd.erase_told") or scene.has("cmd.erase_asked", Span(0, place.start)):
        return False
    return scene.lexicon.has("cmd.erase_told", scene.text[place.start : place.end].rstrip(_STRIP))


def _everything(scene: Scene, start: int, end: int, *, is_erase: bool) -> Hit:
    """Read an order about all of memory, or all items of a list; no acts where it can only be about what was shown."""
    counted = _counted(scene, start, end)
    if names_all(scene, counted):
        items = all_items(scene, counted, is_erase=is_erase)
        return (items,) if items is not None else (), end
    at = scene.skip_words("cmd.my", start)
    whole = scene.match("cmd.all_memory", scene.skip(start)) or scene.match("cmd.all_memory", at)
    if whole is None or _rest(scene, whole.end, end):
        return None
    fields = tuple(scene.schema.fields)
    return (Forget(fields=fields, group="", is_erase=is_erase, name=scene.original.strip()),), end


def _points_elsewhere(scene: Scene, lead: str, acts: tuple[Act, ...]) -> bool:
    """Tell that ``this email`` (这个电话) is no field that the last reply spoke of, but another thing of the name."""
    if not acts or not scene.lexicon.has("cmd.pointing", lead):
        return False
    spoken = {*scene.conversation.asked, *(t.spec.path for t in scene.targets.shown)}
    return not any(isinstance(act, Forget) and spoken & set(act.fields) for act in acts)


def _kept_from(scene: Scene, start: int, end: int) -> int:
    """Give where the names end that an order takes away: before what it keeps, its reason and the next order."""
    label = scene.labels.at(scene.text, scene.skip_words("cmd.my", start))
    if label is not None and scene.has("cmd.reason", Span(label.span.end, end)):
        return label.span.end  # my email i'm switching providers
    kept = scene.search("cmd.remove_end", Span(start, end))
    return before_next(scene, start, kept.start if kept is not None else end)


def _with_ba(scene: Scene, start: int) -> Hit:
    """Read ``把预算删掉``, ``把我的手机号忘掉``: the field stands before the verb, which ends the clause."""
    ba = scene.match("cmd.ba", start)
    if ba is None or scene.mood_at(start) == "asked":
        return None
    end = scene.clause_end(ba.end)
    for section in ("cmd.erase", "cmd.clear", "cmd.clear_end"):
        for found in scene.lexicon.find(section, scene.text[ba.end : end]):
            tail = _rest(scene, ba.end + found.end, end)
            tail = "" if scene.has("cmd.reason", Span(ba.end + found.end, end)) else tail
            name = _name(scene, Span(scene.skip_words("cmd.my", ba.end), ba.end + found.start))
            if name and not tail:
                items = all_items(scene, Span(scene.skip(ba.end), ba.end + found.start), is_erase=False)
                if items is not None:
                    return (items,), end
                acts = _targets(scene, name, is_erase=section == "cmd.erase")
                return (acts, end) if acts else None
    return None


def _behind_label(scene: Scene, start: int) -> Hit:
    """Read ``我的手机号删掉``: a field, and the verb that ends the clause."""
    if not scene.may_hold("cmd.clear_after"):
        return None
    at = scene.skip_words("cmd.my", start)
    label = scene.labels.at(scene.text, at)
    verb = scene.match("cmd.clear_after", scene.skip(label.span.end)) if label is not None else None
    is_second = scene.lexicon.has("cmd.second", scene.text[:start])  # 预算和日期删掉: not the last one alone
    if label is None or verb is None or is_second or scene.mood_at(start) == "asked":
        return None
    end = scene.clause_end(verb.end)
    is_erase = scene.match("cmd.erase", verb.start) is not None
    acts = _targets(scene, scene.text[label.span.start : label.span.end], is_erase=is_erase)
    return (acts, end) if acts and not _rest(scene, verb.end, end) else None


def _rest(scene: Scene, start: int, end: int) -> str:
    """Give what stands in a place beside particles and stops."""
    return str(scene.lexicon.regex("cmd.particle").sub("", scene.text[start:end])).strip(_STRIP)


def _targets(scene: Scene, name: str, *, is_erase: bool) -> tuple[Act, ...]:
    """Give what a name, or each of several names (``邮箱和电话``), means; nothing where one of them means nothing."""
    joined = items_joined(scene, item_words(scene, name))
    if joined:
        return tuple(RemoveItem(words=one, is_erase=is_erase) for one in joined)
    act = _target(scene, name, is_erase=is_erase)
    if act is not None:
        return (act,)
    parts = [unled(scene, part) for part in _parts(scene, name)]
    acts = [_target(scene, part, is_erase=is_erase) for part in parts] if len(parts) > 1 else []
    found = tuple(each for each in acts if isinstance(each, Forget) and each.group is None)
    return found if len(found) == len(parts) > 1 else ()


def _listed(scene: Scene, span: Span, *, is_erase: bool) -> tuple[Act, ...]:
    """Give what a list of names that runs on over commas means (``删除预算、截止日期``), else nothing."""
    parts = _parts(scene, _name(scene, span))
    is_list = len(parts) > 1 and all(scene.labels.exact(unled(scene, part)) for part in parts)
    return _targets(scene, "、".join(parts), is_erase=is_erase) if is_list else ()


def _parts(scene: Scene, names: str) -> list[str]:
    """Give the names that joints and commas part (``邮箱和电话``)."""
    parts = str(scene.lexicon.regex("cmd.joint").sub("\n", names)).replace(",", "\n").split("\n")
    return [part.strip(_STRIP) for part in parts if part.strip(_STRIP)]


def _is_talk(scene: Scene, span: Span) -> bool:
    """Tell that the words are no name: answer words, or a long clause."""
    text = scene.text[span.start : span.end].strip(_STRIP)
    words = scene.words.find(text, 0, len(text))
    covered = sum(len(word.span) for word in words)
    is_long = len(text) > 12 if not text.isascii() else text.count(" ") > 3
    return covered >= len(text.replace(" ", "")) or is_long or scene.lexicon.has("cmd.talked", text)


def _name(scene: Scene, span: Span) -> str:
    text = scene.text[span.start : span.end].strip(_STRIP)
    for _ in range(_MOST_TAILS):
        text = str(scene.lexicon.regex("cmd.name_tail").sub("", text)).strip(_STRIP)
    text = untailed(text, scene.lexicon).strip(_STRIP)
    return str(scene.lexicon.regex("cmd.from_memory").sub("", text)).strip(_STRIP)


def _target(scene: Scene, name: str, *, is_erase: bool) -> Act | None:
    label = scene.labels.exact(name) or scene.labels.exact(name.removesuffix("s")) or _whole_label(scene, name)
    label = label or _before_noun(scene, name)
    if label is not None and label.fields:
        return Forget(fields=label.fields[:1], name=name, is_erase=is_erase)
    if label is not None and label.groups:
        group = label.groups[0]
        return Forget(fields=scene.schema.paths_below(group), name=name, group=group, is_erase=is_erase)
    entries = map_entries(scene, name)
    if len(entries) == 1:
        return Forget(fields=entries, name=name, is_erase=is_erase)
    if entries:
        return Forget(fields=entries, name=name, group="", is_erase=is_erase)
    words = item_words(scene, name)
    if words and items_with(scene, words):
        return RemoveItem(words=words, is_erase=is_erase)
    is_longer = len(scene.labels.find(name)) > 1  # budget constraints
    is_label = words != name and not is_longer and _target_label(scene, words) is not None  # 预算那条
    other = RemoveItem(words=words, is_erase=is_erase) if words and words != name else None
    other = in_list(scene, name) or other
    return _target(scene, words, is_erase=is_erase) if is_label else other


def _before_noun(scene: Scene, name: str) -> Label | None:
    """Give what a name means without the noun behind it: of a value (phone number) or a group (contact details)."""
    label = _without(scene, "label.tail", name)
    group = _without(scene, "label.group_tail", name) if label is None else None
    return group if group is not None and group.groups and not group.fields else label


def _without(scene: Scene, section: str, name: str) -> Label | None:
    noun = next((hit for hit in scene.lexicon.find(section, name) if hit.end == len(name)), None)
    return scene.labels.exact(name[: noun.start].rstrip()) if noun is not None else None


def _target_label(scene: Scene, name: str) -> Label | None:
    label = scene.labels.exact(name)
    return label if label is not None and label.fields else None


def _whole_label(scene: Scene, name: str) -> Label | None:
    found = scene.labels.find(name)
    covered = "".join(name[label.span.start : label.span.end] for label in found)
    rest = name.replace(covered, "", 1).strip() if len(found) == 1 else name
    return found[0] if len(found) == 1 and not rest else None


def map_entries(scene: Scene, name: str) -> tuple[str, ...]:
    """Give the stored map entries whose key is the name, else those whose key holds it."""
    keys: dict[str, str] = {}
    for path in scene.state.fields:
        spec = scene.schema.find(path)
        if spec is not None and "*" in spec.path:
            head, _, tail = spec.path.partition("*")
            keys[path] = fold(path[len(head) : len(path) - len(tail)]).text
    exact = tuple(path for path, key in keys.items() if key == name)
    return exact or tuple(path for path, key in keys.items() if len(name) > 1 and name in key)


def remove_item(scene: Scene, start: int) -> Hit:
    """Read ``去掉…``, ``drop …``, ``…不用了``."""
    if scene.mood_at(start) == "asked":
        return None
    out = _from_list(scene, start)
    weak = scene.match("cmd.remove_weak", start)
    if out is not None or weak is not None:
        return out if weak is None else out or _unwanted(scene, weak)
    cue = scene.match("cmd.remove", start)
    if cue is not None:
        end = _kept_from(scene, cue.end, scene.clause_end(cue.end))
        at = scene.skip_words("cmd.my", cue.end)
        is_counted = names_all(scene, _counted(scene, cue.end, end))
        return _removal(scene, Span(at, end), is_sure=True) if not is_counted else None
    apart = _apart(scene, start) or _counted_first(scene, start)
    if apart is not None or not scene.may_hold("cmd.remove_tail"):
        return apart
    end = scene.clause_end(start)
    tail = None
    for found in scene.lexicon.regex("cmd.remove_tail").finditer(scene.text, start, end):
        tail = Span(found.start(), found.end())
    if tail is None or tail.start <= start or scene.text[tail.end : end].strip(_STRIP):
        return None
    begin = scene.skip_words("cmd.my", start)
    return _removal(scene, Span(begin, tail.start), is_sure=False, end=tail.end) if begin < tail.start else None


def _counted(scene: Scene, start: int, end: int) -> Span:
    """Give the place of what an order takes away, without thanks and stops."""
    start = scene.skip(start)
    return Span(start, start + len(_name(scene, Span(start, end))))


def _counted_first(scene: Scene, start: int) -> Hit:
    """Read ``两条都去掉``: all items of a stored list, and the verb that ends the clause."""
    if scene.match("cmd.both", start) is None and scene.match("cmd.every", start) is None:
        return None
    end = scene.clause_end(start)
    for section in ("cmd.clear_after", "cmd.clear_end", "cmd.remove"):
        verb = scene.search(section, Span(start, end))
        if verb is not None and not _rest(scene, verb.end, end):
            act = all_items(scene, Span(start, verb.start), is_erase=False)
            return ((act,), end) if act is not None else None
    return None


def _apart(scene: Scene, start: int) -> Hit:
    """Read ``take … off the list``: a verb whose other half stands behind what a list holds."""
    verb = scene.match("cmd.remove_apart", start)
    if verb is None:
        return None
    end = before_next(scene, verb.end, scene.clause_end(verb.end))
    half = scene.search("cmd.remove_half", Span(verb.end, end))
    rest = scene.text[half.end : end].strip(_STRIP) if half is not None else ""
    if half is None or (rest and scene.lexicon.regex("value.tail").fullmatch(rest) is None):
        return None
    name = Span(scene.skip_words("cmd.my", verb.end), half.start)
    is_held = items_named(scene, item_words(scene, _name(scene, name)))
    return _removal(scene, name, is_sure=False, end=end) if is_held else None


def _from_list(scene: Scene, start: int) -> Hit:
    """Read ``约束里去掉IE11``: the label of a list, and an order about an item of it."""
    may_take = scene.may_hold("cmd.remove") or scene.may_hold("cmd.clear")
    listed = list_at(scene, start) if may_take else None
    verb = scene.match("cmd.remove", listed[1]) or scene.match("cmd.clear", listed[1]) if listed is not None else None
    if listed is None or verb is None:
        return None
    end = scene.clause_end(verb.end)
    words = item_words(scene, _name(scene, Span(verb.end, end)))
    return ((out_of(scene, listed[0], words),), end) if words else None


def _unwanted(scene: Scene, cue: Span) -> Hit:
    """Read ``不用支持IE11`` where just that item is shown, and no rule makes a statement of it."""
    end = scene.clause_end(cue.end)
    words = item_words(scene, _name(scene, Span(scene.skip(cue.end), end)))
    shown = [i for t in scene.targets.shown if isinstance(t.value, tuple) for i in t.value if isinstance(i, str)]
    is_item = len(words) > 1 and any(words in fold(item).text for item in shown)
    is_stated = any(
        c.cue.start <= cue.end and c.folded.start < end and c.folded.end > cue.end for c in scene.extraction.candidates
    )
    return ((RemoveItem(words=words),), end) if is_item and not is_stated else None


def _removal(scene: Scene, span: Span, *, is_sure: bool, end: int | None = None) -> Hit:
    stop = span.end if end is None else end
    name = _name(scene, span)
    words = item_words(scene, name)
    if not words or words.isnumeric() or is_shown_by_number(scene, name):  # 一条不要 names no item
        return None
    held = items_named(scene, words)
    if held:
        return tuple(RemoveItem(words=one, field=named_list(scene, span)) for one in held), stop
    counted = by_number(scene, name)
    if counted is not None:
        return (RemoveItem(words=counted),), stop
    inside = in_list(scene, name)
    if inside is not None:
        return (inside,), stop
    return _labelled_or_item(scene, span, words, is_sure=is_sure, stop=stop)


def _labelled_or_item(scene: Scene, span: Span, words: str, *, is_sure: bool, stop: int) -> Hit:
    """Read what no held item is called: a field by its label, or an item by its own words."""
    label = scene.labels.exact(words)
    if not is_sure and label is not None and any(t.spec.path in label.fields for t in scene.targets.shown):
        return None  # 预算那条不要: what was shown
    if is_sure and label is not None and (label.fields or label.groups):
        act = _target(scene, words, is_erase=False)
        return ((act,), stop) if act is not None else None
    is_item = words != _name(scene, span) or (
        is_sure and any(isinstance(h.value, tuple) for h in scene.state.fields.values())
    )
    return ((RemoveItem(words=words, field=named_list(scene, span)),), stop) if is_item else None
