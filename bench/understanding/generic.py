"""Generic: words for a slot that nobody wrote cues for, from its name: what is counted, and what there is or is not."""

import re
from collections.abc import Mapping, Sequence

from dualmem.model.field import FieldSpec

_SMALL = {
    "en": r"\b(?:number|num|no|count|of|has|have|is|are|with|allowed|available|included|needed|required|option|options)\b",
    "zh": r"^(?:是否|有无|有没有|可否|能否|需要)+|(?:数量|人数|数|与否)$",
}
_YES = {
    "en": ("", "with ", "with a ", "with the ", "a ", "the ", "have ", "has ", "want ", "need ", "include ", "add "),
    "zh": ("", "有", "带", "提供", "需要", "要", "能", "可以", "含", "免费", "有免费", "提供免费"),
}
_NO = {
    "en": (
        "no ",
        "without ",
        "without a ",
        "without any ",
        "don't need ",
        "do not need ",
        "don't want ",
        "no need for ",
    ),
    "zh": ("没有", "没", "不需要", "不用", "不要", "无", "不带", "不提供", "不能", "不可以"),
}
_COUNTED = {
    "en": (r"{value}[ -]{0,2}(?:[a-z]+[ -])?(?:NOUN)\w*", r"(?:NOUN)\w*\s*(?:is|are|to|be|:|=|\s)*{value}"),
    "zh": (r"{value}\s*[个间张位名座件]?(?:NOUN)", r"(?:NOUN)数?[^,，。\d]{0,4}{value}"),
}


def noun_of(spec: FieldSpec, language: str) -> str:
    """Give what the name of a slot names, without the small words of a name (``has garage``, ``是否地铁直达``)."""
    name = min(spec.labels.get(language, ()), key=len, default="")
    return " ".join(re.sub(_SMALL[language], " ", name).split())


def words_of(spec: FieldSpec, language: str) -> Mapping[str, tuple[str, ...]]:
    """Give the words for yes and no of a slot of yes and no; none where its name is of small words only."""
    noun = noun_of(spec, language)
    if spec.type != "boolean" or not noun:
        return {}
    return {
        "true": tuple(f"{lead}{noun}" for lead in _YES[language]),
        "false": tuple(f"{lead}{noun}" for lead in _NO[language]),
    }


def patterns_of(spec: FieldSpec, language: str) -> Sequence[str]:
    """Give the patterns of a count, by what is counted: ``three bedrooms`` for ``number_of_beds``."""
    noun = noun_of(spec, language)
    if spec.type not in {"integer", "number"} or not noun:
        return ()
    one = noun.removesuffix("s") if language == "en" else noun
    return [pattern.replace("NOUN", re.escape(one)) for pattern in _COUNTED[language]]
