"""Updates: how a waiting update is put to the user, alone and in a numbered list."""

from dualmem.ask.line import Line
from dualmem.ask.words import Words, digest, needs_currency
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.state import State
from dualmem.model.value import Ambiguous
from dualmem.values.compare import equal


def line(words: Words, state: State, update: PendingUpdate) -> Line:
    """Give the words that show one update."""
    label, value = words.label(update.field), update.value
    quote = words.quote(update.field, update.provenance)
    said = words.text("quote", quote=quote) if quote else ""
    shown = words.value(update.field, value, is_clear=True)
    if isinstance(value, Ambiguous):
        return Line(text=words.text("ambiguous", label=label, options=shown, quote=said), update=update)
    if contradicts(update, state):
        old = words.value(update.field, state.value(update.field))
        return Line(text=words.text("conflict", label=label, value=shown, stored=old), update=update)
    if needs_currency(value):
        return Line(text=words.text("no_currency", label=label, value=shown, quote=said), update=update)
    if update.action != "set":
        key = "add_items" if update.action == "append" else "drop_items"
        shown = words.text(key, items=shown)
    key = {"offer": "offer", "import": "imported"}.get(update.origin, "extracted")
    given = {"label": label, "value": shown} if key != "extracted" else {"label": label, "value": shown, "quote": said}
    return Line(text=words.text(key, **given), short=words.text(f"{key}_line", **given), update=update)


def contradicts(update: PendingUpdate, state: State) -> bool:
    """Tell whether a value that the user stated differs from the one that is stored now."""
    stored = state.value(update.field)
    is_stated = update.action == "set" and update.origin != "offer"
    return is_stated and stored is not None and not equal(stored, update.value)


def shown(lines: tuple[Line, ...], state: State) -> tuple[Shown, ...]:
    """Give what the lines show, by ordinal; the digest is over the words shown."""
    return tuple(
        Shown(
            update=each.update.id,
            ordinal=ordinal,
            field=each.update.field,
            value=each.update.value,
            digest=digest(each.text),
            is_offer=each.update.origin == "offer",
            is_conflict=contradicts(each.update, state),
        )
        for ordinal, each in enumerate(lines, start=1)
        if each.update is not None
    )


def compose(words: Words, lines: tuple[Line, ...]) -> str:
    """Give one sentence for one thing; several are numbered, under one question where all are plain updates."""
    if len(lines) <= 1:
        return "".join(each.text for each in lines)
    is_plain = all(each.short for each in lines)
    parts = [words.text("extracted_head" if is_plain else "items_head")]
    for number, each in enumerate(lines, start=1):
        parts.append(words.text("numbered", number=str(number), text=each.short if is_plain else each.text))
    if is_plain:
        parts.append(words.text("extracted_tail"))
    return "\n".join(parts)
