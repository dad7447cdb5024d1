"""Flag words: further ways in which people say that a thing is to be there or not, made from the words of a slot."""

import re
from collections.abc import Mapping, Sequence

_NEEDS = re.compile(r"(?:^|not |n't )need ")
_ANY = re.compile(r"^((?:do )?(?:not|don't) (?:need|want)) (?!any |the )")
_WILLING = (
    "don't mind",
    "do not mind",
    "wouldn't mind",
    "would not mind",
    "okay with",
    "ok with",
    "fine with",
    "open to",
)


def also_said(words: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Give the words of each value with what they are also said as."""
    no = frozenset(words.get("false", ()))
    things = [word for word in words.get("true", ()) if f"no {word}" in no]
    minded = {"true": _led(_WILLING, things), "false": _led(("mind",), things)}
    return {key: _also_asked(key, _also_required((*more, *minded.get(key, ())))) for key, more in words.items()}


def _led(leads: Sequence[str], things: Sequence[str]) -> tuple[str, ...]:
    """Give things that can be denied as what nobody, or somebody, would mind (I don't mind a shared ride)."""
    return tuple(f"{lead}{article}{thing}" for thing in things for lead in leads for article in (" ", " a ", " the "))


def _also_required(words: Sequence[str]) -> tuple[str, ...]:
    """Give words, what denies a need of a thing as one of any, and by require too (don't require any insurance)."""
    found = list(words)
    found += [_ANY.sub(r"\1 any ", word) for word in found if _ANY.match(word)]
    found += [word.replace("need ", "require ", 1) for word in found if _NEEDS.search(word)]
    return tuple(dict.fromkeys(found))


def _also_asked(value: str, words: Sequence[str]) -> tuple[str, ...]:
    """Give words for yes, Chinese ones also as what is asked to have (有没有免费停车的地方)."""
    asked = (f"有没有{word}" for word in words if value == "true" and word[:1] in "免带提含")
    return tuple(dict.fromkeys((*words, *asked)))
