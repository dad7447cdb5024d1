"""Slot rules: one rule of a field, with what its values may not stand beside."""

from collections.abc import Sequence

from bench.understanding.cues import Book, book_of
from dualmem.model.field import FieldSpec
from dualmem.schema.spec import PatternSpec, RuleSpec

_MOODS = ("stated", "asked", "hypothetical")
_CARELESS_REACH = 4  # characters between a value and the words that say it does not matter


def careless(spec: FieldSpec, book: Book) -> tuple[str, ...]:
    """Give the words that say that a value does not matter; not to mind a thing that is or is not there takes it.

    A bound leaves the rest open itself (大于30万的都可以).
    """
    if any(key.startswith(("<", ">")) for key in spec.choices):
        return ()
    return tuple(word for word in book.careless if spec.type != "boolean" or "mind" not in word)


def rule_of(
    spec: FieldSpec,
    kind: str,
    patterns: Sequence[str],
    language: str,
    *,
    asks: bool = False,
    is_answer: bool = False,
    clauses: tuple[str, ...] = (),
) -> RuleSpec:
    """Give the rule of one kind for a field; what does not matter to whom speaks gives no value."""
    book = book_of(language)
    return RuleSpec(
        id=f"{spec.path}-{kind}",
        field=spec.path,
        patterns=tuple(PatternSpec(text=text, language=language) for text in dict.fromkeys(patterns)),
        near=book.no_names if spec.type == "text" else (*careless(spec, book), *book.pointing.get(spec.type, ())),
        within=0 if spec.type == "text" else _CARELESS_REACH,
        clauses=clauses or (("stated",) if spec.type == "boolean" or spec.path.endswith("price_range") else _MOODS),
        speaker="assistant" if asks else "user",
        asks=asks,
        is_answer=is_answer,
    )
