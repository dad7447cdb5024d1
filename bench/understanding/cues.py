"""Cues: what a developer would write for the slots of a domain: words before and after a value, questions, synonyms."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

Words = Mapping[str, tuple[str, ...]]
_PART = re.compile(r"<<(\w+)>>")


@dataclass(frozen=True, slots=True)
class Cue:
    """The words of a kind of slot.

    Attributes:
        slot: Regular expression of ``group.slot`` in lower case.
        patterns: Rule patterns; ``{value}`` is the grammar of the type, or a group of an own shape.
        asks: Questions of the assistant that ask for it.
        bare: The value alone is enough; None for what its type does.
        words: Value to further words for it.
        is_free: Its words are so much its own that its service need not be spoken of.
        per: An amount is per this.
        same: Words that point to what another service holds (当天, the same area).
        near: Words in whose clause it says nothing of this slot.
        priority: Of its patterns: a name that ends in a noun of its kind goes before one that may be of any.
    """

    slot: str
    patterns: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    bare: bool | None = None
    words: Words = field(default_factory=lambda: MappingProxyType({}))
    is_free: bool = False
    per: str | None = None
    same: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    priority: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """What a developer knows of the public domains in one language: ``cues.LANGUAGE.yaml``, ``generic.LANGUAGE.yaml``.

    Attributes:
        cues: The words of each kind of slot.
        tables: Regular expression of a slot to the values it may have: cities, cuisines.
        groups: Group path to the words for it.
        name: Shape of a free text.
        no_names: Words near which a text is no name.
        careless: Words that say that a value does not matter.
        given: Words that point at a given place: what is asked of it is no wish.
        given_thing: Words that ask about a given thing: what it is called or like is no wish.
        generic: The words of slots that no cue is written for, by what their names say.
        sought: Pattern of a thing that is not known yet (一家…): what such a thing is like is a wish, whatever is asked of it.
        pointing: Type to words right beside a value that name a thing already found by it, or ask about that thing.
    """

    cues: tuple[Cue, ...]
    tables: tuple[tuple[str, Words], ...]
    groups: Words
    name: str
    no_names: tuple[str, ...]
    careless: tuple[str, ...]
    given: tuple[str, ...]
    given_thing: tuple[str, ...]
    sought: str
    pointing: Words
    generic: tuple[Cue, ...]


@functools.cache
def book_of(language: str) -> Book:
    """Read the cues of a language."""
    data: dict[str, Any] = _read(f"cues.{language}.yaml")
    generic: list[dict[str, Any]] = _read(f"generic.{language}.yaml")
    lists = {name: _words(words) for name, words in data["lists"].items()}
    lists["flags"] = _words(data.get("flags", {}))
    return Book(
        cues=tuple(_cue(one, data["parts"], lists) for one in data["cues"]),
        tables=tuple((one["slot"], _named(one["words"], lists)) for one in data["tables"]),
        groups=_words(data["groups"]),
        name=data["name"],
        no_names=tuple(data["no_names"]),
        careless=tuple(data["careless"]),
        given=tuple(data["given"]),
        given_thing=tuple(data.get("given_thing", ())),
        sought=data.get("sought", ""),
        pointing=_words(data["pointing"]),
        generic=tuple(_cue(one, data["parts"], lists) for one in generic),
    )


def _read(name: str) -> Any:
    return yaml.safe_load(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def _cue(data: Mapping[str, Any], parts: Mapping[str, str], lists: Mapping[str, Words]) -> Cue:
    parts = {**parts, **data.get("parts", {})}  # the patterns of names are the same, the nouns they end in are not
    return Cue(
        slot=data["slot"],
        patterns=with_parts(data.get("patterns", ()), parts),
        asks=with_parts(data.get("asks", ()), parts),
        bare=data.get("bare"),
        words=_with_things(_named(data.get("words", {}), lists), data.get("things", ()), lists["flags"]),
        near=tuple(data.get("near", ())),
        priority=data.get("priority", 0),
        is_free=data.get("is_free", False),
        per=data.get("per"),
        same=with_parts(data.get("same", ()), parts),
    )


def _with_things(words: Words, things: Sequence[str], flags: Words) -> Words:
    """Give words with those for things that are to be there or not, behind each word that says so."""
    said = {value: tuple(f"{lead}{thing}" for thing in things for lead in leads) for value, leads in flags.items()}
    return MappingProxyType(
        {**words, **{value: (*words.get(value, ()), *more) for value, more in said.items() if more}}
    )


def with_parts(texts: Sequence[str], parts: Mapping[str, str]) -> tuple[str, ...]:
    """Give patterns with the parts that ``<<name>>`` stands for; a part may hold others."""
    given = tuple(_PART.sub(lambda found: parts[found.group(1)], text) for text in texts)
    return with_parts(given, parts) if any(_PART.search(text) for text in given) else given


def whole_word(word: str) -> str:
    """Give a word as a pattern of a whole word, where it begins and ends in Latin letters or digits."""
    left, right = (r"\b" if edge.isascii() and edge.isalnum() else "" for edge in (word[0], word[-1]))
    return f"{left}{re.escape(word)}{right}"


def _named(words: str | Mapping[str, Sequence[str]], lists: Mapping[str, Words]) -> Words:
    return lists[words] if isinstance(words, str) else _words(words)


def _words(words: Mapping[str, Sequence[str]]) -> Words:
    return MappingProxyType({value: tuple(more) for value, more in words.items()})
