"""All items: orders about all the items of a list (``remove both items``, 两条约束都去掉)."""

from dualmem.dialogue.orders.listed import named_list
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.act import Forget
from dualmem.model.span import Span

_TWO = 2


def all_items(scene: Scene, place: Span, *, is_erase: bool) -> Forget | None:
    """Give the order that clears a stored list where words name all its items, by their number or with ``all``.

    Args:
        scene: The turn.
        place: What the order takes away, without its verb.
        is_erase: The order erases for good.
    """
    label = named_list(scene, place)
    if label is None and scene.targets.shown:
        return None  # what was shown is counted
    for section in ("cmd.both", "cmd.every"):
        found = scene.match(section, place.start)
        if found is None or found.end > place.end:
            continue
        rest = scene.text[found.end : place.end].strip()
        is_items = bool(rest) and scene.lexicon.regex("cmd.items").fullmatch(rest) is not None
        is_counted = not rest and scene.lexicon.has("cmd.measure", scene.text[found.start : found.end])
        path = label or _only(scene) if is_items or is_counted else None
        held = scene.state.fields.get(path) if path is not None else None
        size = len(held.value) if held is not None and isinstance(held.value, tuple) else 0
        if path is not None and size and (section != "cmd.both" or size == _TWO):
            return Forget(fields=(path,), name=scene.said(place), is_erase=is_erase)
    return None


def names_all(scene: Scene, place: Span) -> bool:
    """Tell that words are but a number of items, or all of them: no item is called so."""
    found = scene.match("cmd.both", place.start) or scene.match("cmd.every", place.start)
    if found is None or found.end > place.end:
        return False
    rest = scene.text[found.end : place.end].strip()
    if not rest and scene.targets.shown:
        return True
    return bool(rest) and scene.lexicon.regex("cmd.items").fullmatch(rest) is not None


def _only(scene: Scene) -> str | None:
    """Give the one list that holds anything."""
    held = [path for path, one in scene.state.fields.items() if isinstance(one.value, tuple)]
    return held[0] if len(held) == 1 else None
