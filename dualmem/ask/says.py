"""Says: what grounding decided, in words: acknowledgements, refusals, answers."""

from collections.abc import Callable, Mapping

from dualmem.ask.recall import Known, listing, recall, why
from dualmem.model.decision import Say

# Keys whose message takes no more than label, value and old.
_PLAIN = frozenset(
    {"appended", "archived", "removed", "reaffirmed", "duplicate", "refused", "kept", "set_same", "expired_update"}
)
_BARE = frozenset(
    {"off_record", "plain_again", "not_answered", "not_yours", "forget_kept", "undo_nothing", "undo_only_erased"}
)
_NOTES = frozenset({"note_added", "note_removed", "note_duplicate", "undone_note", "undone_task", "note_erased"})
# Reason to (detail, the message that names it).
_TELLING: Mapping[str, tuple[tuple[str, str], ...]] = {
    "too_large": (("max", "over_maximum"),),
    "too_small": (("min", "under_minimum"),),
    "not_a_value": (("allowed", "no_choice"), ("pattern", "no_match")),
}


def render(known: Known, say: Say) -> list[str]:
    """Give the lines of one thing to say; none for a key that is a question (``forget_group``).

    Raises:
        KeyError: A key that no renderer and no message has (a fault of the program).
    """
    if say.key in _RENDERERS:
        return _RENDERERS[say.key](known, say)
    if say.key in _PLAIN:
        return [known.words.text(say.key, **_field_words(known, say))]
    if say.key in _BARE:
        return [known.words.text(say.key)]
    return [known.words.text(say.key, **say.details)]


def _field_words(known: Known, say: Say) -> dict[str, str]:
    if say.field is None:
        return {}
    words = known.words
    return {
        "label": words.label(say.field),
        "value": words.value(say.field, say.value),
        "old": words.value(say.field, say.old),
    }


def _written(known: Known, say: Say) -> list[str]:
    key = say.key if say.old is None else f"{say.key}_over"
    return [known.words.text(key, **_field_words(known, say))]


def _gone(known: Known, say: Say) -> list[str]:
    paths = say.fields or ((say.field,) if say.field is not None else ())
    return [known.words.text(say.key, label=known.words.labels(paths))]


def _undone(known: Known, say: Say) -> list[str]:
    key = "undone_added" if say.value is None else "undone_removed" if say.old is None else "undone"
    return [known.words.text(key, **_field_words(known, say))]


def _undo_conflict(known: Known, say: Say) -> list[str]:
    if say.field is None:
        return [known.words.text("undo_conflict_note")]
    held = known.state.fields.get(say.field)
    source = ""
    if held is not None:
        who, at = known.words.who(held.provenance), known.words.at(held.at)
        source = known.words.text("changed_by", who=who, at=at)
    return [known.words.text("undo_conflict", **_field_words(known, say), source=source)]


def _nothing_to_forget(known: Known, say: Say) -> list[str]:
    name = say.details.get("name") or (known.words.label(say.field) if say.field is not None else "")
    return [known.words.text("nothing_to_forget", name=name)]


def _which(known: Known, say: Say) -> list[str]:
    """Give the question between options; without any the shown update asks by itself (for its currency)."""
    if not say.options:
        return []
    path = say.field or ""
    options = known.words.either(path, say.options, is_clear=True)
    return [known.words.text(say.key, label=known.words.label(path), options=options)]


def _which_field(known: Known, say: Say) -> list[str]:
    words = known.words
    options = words.text("or").join(dict.fromkeys(words.label(path) for path in say.fields))
    path = say.fields[0] if say.fields else ""
    return [words.text("which_field", value=words.value(path, say.value), options=options)]


def _no_such_item(known: Known, say: Say) -> list[str]:
    label = known.words.label(say.field) if say.field is not None else ""
    return [known.words.text("no_such_item", label=label, words=say.details.get("words", ""))]


def reason(known: Known, say: Say) -> str:
    """Give why a value was refused."""
    words, details = known.words, dict(say.details)
    key = f"reason.{_precise(say.reason or '', say.details)}"
    if not words.messages.has(key):
        key = "reason.other"
    for name in ("per", "expected"):
        if words.messages.has(f"per.{details.get(name)}"):
            details[name] = words.text(f"per.{details[name]}")
    for name in ("old", "new", "allowed", "choices"):
        if name in details and say.field is not None:
            parts = details[name].split(", ") if name in {"allowed", "choices"} else [details[name]]
            details[name] = words.all(words.value(say.field, part) for part in parts if part)
    return words.text(key, **{**details, "choices": details.get("allowed", details.get("choices", ""))})


def _precise(reason: str, details: Mapping[str, str]) -> str:
    """Give the most telling message of a reason, by the details it brings."""
    if reason == "wrong_per" and not (details.get("expected") and details.get("per")):
        return "lacks_per" if details.get("expected") else "no_per"
    for name, telling in _TELLING.get(reason, ()):
        if details.get(name):
            return telling
    return reason


def _invalid(known: Known, say: Say) -> list[str]:
    words, path = known.words, say.field or ""
    said = say.details.get("words", "")
    label = words.label(path) if path else ""
    if not said or words.is_sensitive(path):
        return [words.text("invalid_bare", label=label, reason=reason(known, say))]
    return [words.text("invalid", label=label, words=said, reason=reason(known, say))]


def _note_refused(known: Known, say: Say) -> list[str]:
    return [known.words.text("note_refused", reason=reason(known, say))]


def _note(known: Known, say: Say) -> list[str]:
    return [known.words.text(say.key, text=say.details.get("text", ""))]


def _unknown_field(known: Known, say: Say) -> list[str]:
    name, nearest = say.details.get("name", ""), say.details.get("nearest", "")
    if not nearest:
        return [known.words.text("unknown_field", name=name)]
    is_path = nearest in known.words.schema.fields or nearest in known.words.schema.groups
    near = known.words.label(nearest) if is_path else nearest
    return [known.words.text("unknown_field_near", name=name, nearest=near)]


def _recall(known: Known, say: Say) -> list[str]:
    paths = say.fields or ((say.field,) if say.field is not None else ())
    return recall(known, paths, say.details.get("name", ""))


def _why(known: Known, say: Say) -> list[str]:
    if say.field is None:
        return [known.words.text("recall_unknown", name=say.details.get("name", ""))]
    return why(known, say.field, say.details.get("name", ""))


def _listing_note(known: Known, say: Say) -> list[str]:
    note = known.words.text("listing_note", at=say.details.get("at", ""), text=say.details.get("text", ""))
    return [known.words.text("listing_line", text=note)]


_RENDERERS: dict[str, Callable[[Known, Say], list[str]]] = {
    "written": _written,
    "set": _written,
    "cleared": _gone,
    "erased": _gone,
    "undo_erased": _gone,
    "undone": _undone,
    "undo_conflict": _undo_conflict,
    "forget_group": lambda _known, _say: [],
    "nothing_to_forget": _nothing_to_forget,
    "which_item": _which,
    "which_value": _which,
    "which_field": _which_field,
    "no_such_item": _no_such_item,
    "invalid": _invalid,
    "note_refused": _note_refused,
    "unknown_field": _unknown_field,
    "recall": _recall,
    "recall_unknown": lambda known, say: recall(known, (), say.details.get("name", "")),
    "listing": lambda known, _say: listing(known),
    "listing_note": _listing_note,
    "why": _why,
    **dict.fromkeys(_NOTES, _note),
}
