"""Listed: the items of lists that an order means, by their words or by their number."""

from collections.abc import Sequence

from dualmem.dialogue.shown.scene import Scene
from dualmem.model.act import RemoveItem
from dualmem.model.span import Span
from dualmem.text import fold

_COUNTS = ("ordinal.", "first.", "last.")
_STRIP = " \t~…:,=，：。.!！?？\"'“”‘’「」🙂😊👍🙏"


def item_words(scene: Scene, name: str) -> str:
    """Give the words that name a list item, without ``那条`` and ``the … one``."""
    text = _untailed(scene, name.strip(_STRIP))
    if text and not items_with(scene, unled(scene, text)):
        text = _untailed(scene, text)  # the IE11 one from the list
    return unled(scene, text)


def _untailed(scene: Scene, text: str) -> str:
    for match in reversed(list(scene.lexicon.regex("cmd.item_tail").finditer(text))):
        if match.end() == len(text) and match.start() > 0:
            return text[: match.start()].strip(_STRIP)
    return text


def unled(scene: Scene, words: str) -> str:
    """Give words without an article, my-words and words that point before them."""
    return str(scene.lexicon.regex("cmd.item_lead").sub("", words)).strip(_STRIP)


def ownerless(scene: Scene, words: str) -> str:
    """Give words without what joins them to the label of what is theirs (张三的, ``Tom's``)."""
    joint = next((hit for hit in scene.lexicon.find("label.of", words) if hit.end == len(words)), None)
    return words[: joint.start].rstrip() if joint is not None else words


def items_with(scene: Scene, words: str) -> list[tuple[str, str]]:
    """Give (field, item) of the stored and waiting list items that hold the words."""
    found: list[tuple[str, str]] = []
    for path, held in scene.state.fields.items():
        if isinstance(held.value, tuple):
            found += [(path, item) for item in held.value if isinstance(item, str) and words in fold(item).text]
    for target in scene.targets:
        if isinstance(target.value, tuple):
            found += [
                (target.spec.path, item) for item in target.value if isinstance(item, str) and words in fold(item).text
            ]
    return found


def items_named(scene: Scene, words: str) -> tuple[str, ...]:
    """Give words that a held item has; where an and joins them, those of one item each (``IE11 and offline``)."""
    return (words,) if items_with(scene, words) else items_joined(scene, words)


def items_joined(scene: Scene, words: str) -> tuple[str, ...]:
    """Give the words that name one item each where an and joins them (``the IE11 one and the offline one``)."""
    at, parts = 0, []
    for word in scene.words.find(words, 0, len(words)):
        if "and" in word.kinds:
            parts.append(words[at : word.span.start])
            at = word.span.end
    named = [item_words(scene, part) for part in (*parts, words[at:])]
    held = [set(items_with(scene, name)) if name else set() for name in named]
    is_each_one = bool(parts) and all(len(items) == 1 for items in held)
    return tuple(named) if is_each_one and len(set().union(*held)) == len(named) else ()


def list_at(scene: Scene, start: int) -> tuple[str, int] | None:
    """Give the list whose label opens an order about its items (``约束里去掉…``), and where the verb may begin."""
    lead = scene.match("cmd.into", start)
    at = scene.skip_words("cmd.my", lead.end if lead is not None else start)
    label = scene.labels.at(scene.text, at)
    if label is None or not label.fields or scene.schema.field(label.fields[0]).type != "list":
        return None
    inside = scene.match("cmd.inside", scene.skip(label.span.end))
    return label.fields[0], scene.skip(inside.end if inside is not None else label.span.end)


def out_of(scene: Scene, path: str, words: str) -> RemoveItem:
    """Give the order that takes an item out of a list: named by its words, or by its number."""
    held = scene.state.fields.get(path)
    items = (
        [fold(item).text for item in held.value if isinstance(item, str)]
        if held is not None and isinstance(held.value, tuple)
        else []
    )
    counted = None if any(words in item for item in items) else _counted(scene, items, words)
    return RemoveItem(words=counted or words, field=path)


def by_number(scene: Scene, name: str) -> str | None:
    """Give the folded item that ``第一条`` means where one list is shown, and nothing else."""
    shown = scene.targets.shown
    if len(shown) != 1 or not isinstance(shown[0].value, tuple):
        return None
    return _counted(scene, [fold(item).text for item in shown[0].value if isinstance(item, str)], name)


def _counted(scene: Scene, items: Sequence[str], name: str) -> str | None:
    """Give the folded item that an ordinal means."""
    kinds = scene.words.kinds(name)
    for number, item in enumerate(items, start=1):
        if f"ordinal.{number}" in kinds:
            return item
    return items[-1] if items and "ordinal.last" in kinds else None


def is_shown_by_number(scene: Scene, name: str) -> bool:
    """Tell that a name only counts what was shown (``第二条去掉``): an answer, where it is no list of its own."""
    shown = scene.targets.shown
    is_list = len(shown) == 1 and isinstance(shown[0].value, tuple)
    return bool(shown) and not is_list and _is_number(scene, name)


def in_list(scene: Scene, name: str) -> RemoveItem | None:
    """Read a name that holds the label of a stored list beside its item: 约束里的IE11, 第一条约束."""
    labels = [label for label in scene.labels.find(name) if label.fields]
    if len(labels) != 1 or labels[0].fields[0] not in scene.state.fields:
        return None
    path, span = labels[0].fields[0], labels[0].span
    if scene.schema.field(path).type != "list":
        return None
    head, tail = name[: span.start].strip(_STRIP), name[span.end :].strip(_STRIP)
    inside = scene.lexicon.regex("cmd.inside").match(tail)
    rest = tail[inside.end() :] if inside is not None else tail
    source = next((hit for hit in scene.lexicon.find("cmd.into", head) if hit.end == len(head) and hit.start), None)
    head = head[: source.start].strip() if source is not None else head  # Oracle从排除项里
    words = ownerless(scene, head) if head and not rest else rest if rest and not head else ""
    is_item = bool(words) and (source is not None or inside is not None or _is_number(scene, words))
    return out_of(scene, path, item_words(scene, words)) if is_item else None


def _is_number(scene: Scene, words: str) -> bool:
    return any(kind.startswith(_COUNTS) for kind in scene.words.kinds(words))


def named_list(scene: Scene, span: Span) -> str | None:
    """Give the list whose label stands in a place."""
    for label in scene.labels.find(scene.text, span.start, span.end):
        for path in label.fields:
            if scene.schema.field(path).type == "list":
                return path
    return None
