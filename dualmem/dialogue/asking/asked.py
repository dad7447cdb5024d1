"""Asked: the answer to a question that asked for exactly one field."""

from dataclasses import replace

import re2

from dualmem.dialogue.asking.denial import is_turned_down, says_no
from dualmem.dialogue.shown.named import WORD, named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stated import Place, asking, in_field, stated_value
from dualmem.dialogue.shown.words import Word
from dualmem.model.act import Act, Answer, Stated
from dualmem.model.candidate import Candidate
from dualmem.model.field import FieldSpec, FieldType
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.text import fold
from dualmem.values.parse import parse

_ANSWERING = frozenset(
    [
        "yes_bare",
        "yes_explicit",
        "no",
        "filler",
        "copula",
        "change",
        "deictic",
        "also",
        "approx",
        "aside",
        "slip",
        "noun.date",
        "noun.money",
        "noun.id",
        "noun.phone",
        "noun.email",
        "noun.text",
    ]
)
_BARE_NOUN = re2.compile(r"[\p{L}\p{N}][\p{L}\p{N}\s·&'’./+_()（）-]*")
_ID_LIKE = re2.compile(r"[a-z]{2,8}[-_/#]?[0-9][0-9a-z_/-]*[0-9a-z]")
_MARKS = " \t\n,.。!~;"
_LONGEST_NOUN = 40
_SHORT = 100  # the most characters of a text that is a name, not a sentence
_MAX_WORDS, _MAX_HAN = 5, 14
_GRAMMARS = frozenset(("money", "date", "datetime", "time", "duration", "percent", "number", "integer", "email", "url"))
_OPEN = ("text", "list", "map")
_MOST_OPENERS = 4
_APART = (",", ".", "…", "~", "!", ":")
_FIGURES: tuple[FieldType, ...] = ("money", "date", "time", "percent", "phone", "email", "number")


def answer_asked(scene: Scene, path: str) -> tuple[Act, Candidate | None] | None:
    """Give the answer that the turn gives for the one asked field, and the rule that found it."""
    spec = scene.schema.find(path)
    if spec is None:
        return None
    mine = [c for c in scene.extraction.candidates if c.field == path and c.speaker == "user"]
    if any(c.mood != "stated" for c in mine) and not any(c.mood == "stated" for c in mine):
        return None
    if any(clause.mood in ("asked", "hypothetical") for clause in scene.extraction.utterance.clauses):
        return None
    found = _open(scene, spec, mine) if spec.type in _OPEN or spec.is_open else _typed(scene, spec, mine)
    if found is None or not isinstance(found[0], Answer):
        return found
    return replace(found[0], field=path), found[1]  # of a fact the schema knows the group only


def _typed(scene: Scene, spec: FieldSpec, mine: list[Candidate]) -> tuple[Act, Candidate | None] | None:
    places = scene.places()
    if len(places) != 1:
        return None
    rule = next((c for c in mine if c.mood == "stated"), None)
    hit = answer_in(scene, spec, places[0], rule)
    return hit if hit is not None or not scene.may_hold("value.says") else _reported(scene, spec, places[0], rule)


def _reported(
    scene: Scene, spec: FieldSpec, place: Span, rule: Candidate | None
) -> tuple[Answer, Candidate | None] | None:
    """Give the answer that somebody else is said to give (``my boss said 600k``, 老板说60万): it is shown first."""
    for reading in parse(spec.type, scene.extraction.utterance.folded, asking(spec, scene.context)):
        if scene.lexicon.has("said.by", scene.text[place.start : reading.outer.start]):
            hit = answer_in(scene, spec, Span(reading.outer.start, place.end), rule)
            return (replace(hit[0], is_open=True), hit[1]) if hit is not None else None
    return None


def answer_in(
    scene: Scene, spec: FieldSpec, place: Span, rule: Candidate | None, more: frozenset[str] = frozenset()
) -> tuple[Answer, Candidate | None] | None:
    """Give the answer of a place that holds only the value of a typed field, its cue and answer words.

    Args:
        scene: The turn.
        spec: The field that was asked for.
        place: Where to read.
        rule: What a rule found there.
        more: Further kinds of words that may stand beside the value; with ``hedge`` among them it may be doubted.
    """
    allowed = _ANSWERING | more
    read = _by_grammar(scene, spec, place, rule, allowed) if spec.type in _GRAMMARS else None
    if read is not None:
        return Answer(field=spec.path, stated=read), rule
    begin = place.start if spec.type == "boolean" else _past(scene, spec, place.start)
    stated = stated_value(
        spec, Place(scene.extraction.utterance.folded, Span(begin, place.end), begin, scene.lexicon), scene.context
    )
    if stated.refusal is not None and stated.refusal.reason in ("not_a_value", "no_choice"):
        return _malformed(scene, spec, Span(begin, place.end))
    covered = scene.extraction.utterance.folded.of_original(stated.span) if stated.span is not None else None
    if (
        covered is None
        or is_turned_down(scene, place, covered)
        or not _only_answers(scene, place, _with_cue(covered, rule), spec, allowed)
    ):
        return None
    return Answer(field=spec.path, stated=stated), rule


def _by_grammar(
    scene: Scene, spec: FieldSpec, place: Span, rule: Candidate | None, allowed: frozenset[str]
) -> Stated | None:
    """Give the one reading of the turn, with its bound and hedges, where nothing but answer words stands beside it."""
    folded = scene.extraction.utterance.folded
    readings = [one for one in parse(spec.type, folded, asking(spec, scene.context)) if place.contains(one.folded)]
    if len(readings) != 1 or not _only_answers(scene, place, _with_cue(readings[0].outer, rule), spec, allowed):
        return None
    reading = readings[0]
    is_open = "hedge" not in allowed and is_doubted(scene, reading.outer)
    if is_open or is_turned_down(scene, place, reading.folded):
        return None
    if reading.refusal is not None and reading.refusal.reason == "not_a_value":
        return None
    words = scene.original[reading.span.start : reading.span.end]
    value = in_field(spec, reading.value)
    return Stated(value=value, refusal=reading.refusal, span=reading.span, quote=words, words=words)


def _with_cue(value: Span, rule: Candidate | None) -> Span:
    """Give the place of a value with the cue words by which a rule found it (``预算给到五十万``)."""
    if rule is None or not rule.folded.overlaps(value):
        return value
    return Span(min(value.start, rule.cue.start), max(value.end, rule.cue.end))


def is_doubted(scene: Scene, place: Span) -> bool:
    """Tell that a doubt word (可能, maybe), not just an approximation, stands by the value."""
    words = scene.words.find(scene.text, place.start, place.end)
    return any("hedge" in word.kinds and not word.kinds & {"approx", "hedge_soft"} for word in words)


def _malformed(scene: Scene, spec: FieldSpec, place: Span) -> tuple[Answer, None] | None:
    """Give the answer that is an id of another form than the field's (``PROJ-2026-7``): why it is none is said."""
    words = scene.text[place.start : place.end].strip(_MARKS)
    if spec.type != "id" or _ID_LIKE.fullmatch(words) is None:
        return None
    start = scene.text.index(words, place.start)
    span = scene.extraction.utterance.folded.to_original(Span(start, start + len(words)))
    said = scene.original[span.start : span.end]
    stated = Stated(refusal=Refusal(reason="not_a_value"), span=span, quote=said, words=said)
    return Answer(field=spec.path, stated=stated), None


def _past(scene: Scene, spec: FieldSpec, at: int) -> int:
    """Give the place behind answer words, my-words, the label and a copula."""
    for _ in range(6):
        before = at
        at = scene.skip(at)
        label = scene.labels.at(scene.text, at)
        if label is not None:
            at = label.span.end
        part = WORD.match(scene.text, at)
        if part is not None and part.group() in named(spec, scene.schema, scene.lexicon).parts:
            at = scene.skip(part.end())  # it is project PROJ-2024-001
        for section in (
            f"act.noun.{spec.type}",
            "act.yes_bare",
            "act.no",
            "act.judged",
            "cmd.my",
            "cmd.is",
            "act.copula",
            "act.deictic",
            "act.change",
            "act.filler",
            "act.slip",
            "act.fault",
            *(f"act.noun.{kind}" for kind in ("date", "money", "id", "phone", "email")),
        ):
            found = scene.match(section, at)
            if found is not None:
                at = found.end
                break
        if at == before:
            break
    return scene.skip(at)


def _answers(word: Word, allowed: frozenset[str]) -> bool:
    return bool(word.kinds & allowed) and "small_talk" not in word.kinds  # yesterday was great


def _only_answers(scene: Scene, place: Span, value: Span, spec: FieldSpec, allowed: frozenset[str]) -> bool:
    left = 0
    parts = {part for part in named(spec, scene.schema, scene.lexicon).parts if not scene.words.kinds(part)}
    for gap in (Span(place.start, value.start), Span(value.end, place.end)):
        text = scene.text[gap.start : gap.end]
        covered = sum(len(w.span) for w in scene.words.find(scene.text, gap.start, gap.end) if _answers(w, allowed))
        covered += sum(
            len(label.span) for label in scene.labels.find(scene.text, gap.start, gap.end) if spec.path in label.fields
        )
        covered += sum(len(word) for word in WORD.findall(text) if word in parts)
        covered += sum(len(found) for found in scene.lexicon.find("answer.lead", text))
        left += sum(1 for char in text if char.isalnum()) - covered
    return left <= 0


def _open(scene: Scene, spec: FieldSpec, mine: list[Candidate]) -> tuple[Act, Candidate | None] | None:
    rule = next((c for c in mine if c.mood == "stated" and not c.is_blocked), None)
    if rule is not None:
        value = rule.value
        if spec.type == "list" and value is not None and not isinstance(value, tuple):
            value = (value,)
        words = scene.original[rule.span.start : rule.span.end]
        stated = Stated(value=value, refusal=rule.refusal, span=rule.span, quote=rule.quote, words=words)
        return Answer(field=spec.path, stated=stated), rule
    places = scene.places()
    if len(places) != 1 or scene.extraction.utterance.data or _states_another(scene, spec, places[0]):
        return None
    place = places[0]
    label = _cue(scene, place)
    opened = Span(_opened(scene, place.start), place.end)
    begin = label if label is not None else _unled(scene, spec, opened.start)
    stated = stated_value(
        spec,
        Place(
            scene.extraction.utterance.folded, Span(begin, _ending(scene, begin, place.end)), place.start, scene.lexicon
        ),
        scene.context,
    )
    is_none = stated.value is None or not stated.words or _is_act(scene, opened)
    if is_none or _is_untold(scene, stated.words):
        return None
    if label is not None:
        return Answer(field=spec.path, stated=stated), None
    opening = scene.text[opened.start : begin]
    is_told = opening.isascii() and scene.lexicon.has("talk.clause", opening)  # I'm Rosa, and I'm from Berlin
    is_told = is_told or says_no(scene, Span(begin, place.end))
    is_noun = not is_told and _is_bare_noun(scene, stated.words) and not _is_figure(scene, spec, stated.words)
    return Answer(field=spec.path, stated=stated, is_open=not is_noun), None


def _is_untold(scene: Scene, words: str) -> bool:
    """Tell that words only say that no value is given (``保密``, 暂无, ``none of your business``)."""
    return scene.lexicon.regex("value.unsaid").fullmatch(fold(words).text) is not None


def _unled(scene: Scene, spec: FieldSpec, at: int) -> int:
    """Give where an asked text begins behind words that open it; ``just`` belongs to a long one (just the website)."""
    at = scene.skip_words("value.opening", at, most=2)
    is_short = spec.is_open or (spec.max_length is not None and spec.max_length <= _SHORT)
    return scene.skip_words("value.only", at, most=1) if is_short else at


def _states_another(scene: Scene, spec: FieldSpec, place: Span) -> bool:
    """Tell that the turn speaks of another field: a rule read it, or its label stands where the cue would."""
    if any(c.field != spec.path and c.mood == "stated" for c in scene.extraction.candidates if c.speaker == "user"):
        return True
    label = scene.labels.at(scene.text, scene.skip_words("cmd.my", scene.skip(place.start)))
    if label is None or not label.fields or spec.path in label.fields:
        return False
    return scene.skip_words("cmd.is", scene.skip(label.span.end), most=2) > label.span.end


def _is_figure(scene: Scene, spec: FieldSpec, words: str) -> bool:
    """Tell that free words are an amount, a date, an address or the like, and name nothing."""
    folded = fold(words)
    whole = sum(char.isalnum() for char in folded.text)
    readings = [one for kind in _FIGURES for one in parse(kind, folded, asking(spec, scene.context))]
    return any(sum(map(str.isalnum, folded.text[r.outer.start : r.outer.end])) >= whole for r in readings)


def _opened(scene: Scene, start: int) -> int:
    """Give the place behind sounds, and behind greetings and polite words that a stop parts from what is said."""
    text, at = scene.text, scene.skip(start)
    for _ in range(_MOST_OPENERS):
        word = scene.match("talk.opener", at)
        if word is None or scene.skip(word.end) >= len(text):
            break
        is_apart = text[word.end : word.end + 1] in _APART
        if not is_apart and scene.match("talk.sound", at) != word:
            break
        at = scene.skip(word.end)
    return at


def _ending(scene: Scene, begin: int, end: int) -> int:
    """Give where an asked text ends, without words like 就行 behind it."""
    words = scene.text[begin:end].rstrip(" ,.。!~")
    last = max(scene.lexicon.find("value.ending", words), key=lambda found: found.end, default=None)
    return begin + last.start if last is not None and last.start > 0 and last.end == len(words) else end


def _cue(scene: Scene, place: Span) -> int | None:
    at = scene.skip_words("cmd.my", scene.skip(place.start))
    label = scene.labels.at(scene.text, at)
    if label is None:
        return None
    joint = scene.skip(label.span.end)
    after = scene.skip_words("cmd.is", joint, most=2)
    return after if after > label.span.end else None


def _is_act(scene: Scene, place: Span) -> bool:
    """Tell that the turn is nothing but answer words, a hedge or a question."""
    words = scene.words.find(scene.text, place.start, place.end)
    if any(word.kinds & {"hedge", "defer", "condition"} for word in words) or "?" in scene.text:
        return True
    start = scene.skip_words("cmd.prefix", place.start, most=2)
    begins = (scene.skip(place.start), start)
    if any(scene.match(section, at) is not None for section in ("talk.work", "talk.order") for at in begins):
        return True
    covered = sum(len(word.span) for word in words)
    return covered >= sum(1 for char in scene.text[place.start : place.end] if char.isalnum())


def _is_bare_noun(scene: Scene, words: str) -> bool:
    if len(words) > _LONGEST_NOUN or _BARE_NOUN.fullmatch(words) is None:
        return False
    is_short = len(words) <= _MAX_HAN if not words.isascii() else len(words.split()) <= _MAX_WORDS
    return is_short and not scene.lexicon.is_clause(words.lower()) and not scene.lexicon.has("talk.verb", words.lower())
