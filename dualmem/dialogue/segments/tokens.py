"""Tokens: the turn as the answer grammar reads it: values, names of what was shown, answer words, and the rest."""

import functools
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

import re2

from dualmem.dialogue.shown.labels import Label, LabelIndex
from dualmem.dialogue.shown.nicknames import label_parts, nicknames
from dualmem.dialogue.shown.scan import is_whole
from dualmem.dialogue.shown.stops import CUT, stops_in
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord
from dualmem.dialogue.shown.words import Word, Words
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Value
from dualmem.text import fold

_BLANK = re2.compile(r"[\s,。;!?\n….\"'“”‘’()\[\]{}:~\-—*#|、·^_=+&/\\<>@]+|[^\P{S}]|\p{So}|\p{Sk}")
_EMOTICON = re2.compile(r"[:;]-?[)(DPp3]|\^_?\^|:d\b|xd\b")
_STOPS, _FACES = frozenset(",。;!?\n….-—"), frozenset(":;^d")  # no stop, no emoticon is without one of these
_MARKS = " \t\r\n,。;!?.:\"'“”‘’()[]{}<>~*#|、·"
_LEAD = 20  # characters before a word that may say that it is a verb
_TIME = frozenset({"time"})
_SPELLED = frozenset({"typo_words"})  # a word that may be misspelled says nothing by that
NO_KINDS: frozenset[str] = frozenset()


class Token(NamedTuple):
    """One piece of the turn.

    Attributes:
        span: Place in the folded text.
        kinds: Kinds of answer word it may be; empty for values, names and unknown words.
        refs: Ids of the updates it names.
        value: The value it is.
        is_other_field: It names a field that waits for no answer.
        is_unknown: No lexicon, label or grammar knows it.
        by_noun: It names the updates by the kind of their value (钱, the date).
        is_cued: A rule of the user's found the value: it says which field it is about.
        is_denied: The value is negated.
        is_changed: The rule's words hold a word of change.
        is_hedged: A doubt word stands by the value.
        rivals: Ids of the updates of which it is another value that is only talked about.
        by_group: It names the updates by the name of their group (the flight).
    """

    span: Span
    kinds: frozenset[str] = NO_KINDS
    refs: frozenset[str] = frozenset()
    value: ValueWord | None = None
    is_other_field: bool = False
    is_unknown: bool = False
    by_noun: bool = False
    is_cued: bool = False
    is_denied: bool = False
    is_changed: bool = False
    is_hedged: bool = False
    rivals: frozenset[str] = frozenset()
    by_group: bool = False


class Segment(NamedTuple):
    """Tokens between two stops.

    Attributes:
        span: Place in the folded text.
        tokens: In order.
        is_asked: It ends in a question mark or stands in a question.
        is_closed: A full stop, not a comma, ends it.
        mood: Mood of the clause it stands in.
    """

    span: Span
    tokens: tuple[Token, ...]
    is_asked: bool = False
    is_closed: bool = False
    mood: str = "stated"

    @property
    def is_known(self) -> bool:
        """Tell that every word of it is an answer word, a name or a value."""
        return not any([token.is_unknown for token in self.tokens])


class _Piece(NamedTuple):
    token: Token
    rank: int


def segments(text: str, places: Sequence[Span], *, tokens: Sequence[Token], asked: Sequence[Span]) -> list[Segment]:
    """Cut the tokens at stops; no stop cuts a value or a name."""
    found: list[Segment] = []
    for place in places:
        start = place.start
        has_stops = not _STOPS.isdisjoint(text[place.start : place.end])
        read = tokens if has_stops else ()
        held = [token.span for token in read if token.value is not None or token.refs or "sign" in token.kinds]
        joined = [token.span for token in read if token.kinds and "," in text[token.span.start : token.span.end]]
        for match in stops_in(CUT, text, place.start, place.end) if has_stops else ():
            is_arrow = text[match.end() : match.end() + 1] == ">"  # 500k -> 600k
            if is_arrow or any(span.start < match.end() and match.start() < span.end for span in held):
                continue  # -5 is one value
            if any(span.start < match.start() and match.end() < span.end for span in joined):
                continue  # 吧，应该 is one word of doubt
            is_value = any(span.start < match.start() <= span.end and len(span) > 1 for span in held)
            if match.group()[:1] == "." and not is_value and _is_list_mark(text, match.start(), start):
                continue
            found.extend(_segment(Span(start, match.start()), match.group(), tokens=tokens, asked=asked))
            start = match.end()
        found.extend(_segment(Span(start, place.end), "\n", tokens=tokens, asked=asked))
    return found


def _is_list_mark(text: str, stop: int, start: int) -> bool:
    """Tell that a dot ends the number of a line or an item (``1. yes 2. no``), not a sentence."""
    before = text[max(start, stop - 2) : stop].lstrip()
    rest = text[start:stop].rstrip()[: -len(before)] if before else ""
    return before.isdigit() and len(before) == 1 and (not rest or rest[-1].isspace())


def _segment(span: Span, stop: str, *, tokens: Sequence[Token], asked: Sequence[Span]) -> list[Segment]:
    start, end = span
    inside = tuple([token for token in tokens if start <= token.span.start and token.span.end <= end])
    if not inside:
        return []
    is_asked = stop == "?" and not any("change" in token.kinds for token in inside)  # no order asks
    is_asked = is_asked or any(place.overlaps(inside[-1].span) for place in asked)
    return [Segment(span, inside, is_asked, stop[:1] in "。!?\n.;")]


def tokenize(
    text: str,
    place: Span,
    *,
    words: Words,
    labels: LabelIndex,
    targets: Targets,
    found: Sequence[Token],
) -> list[Token]:
    """Give the tokens of one place: values first, then names, then answer words; what is left is unknown."""
    pieces = [
        _Piece(token, 4 if token.is_cued or token.is_other_field else 3)
        for token in found
        if place.contains(token.span)
    ]
    pieces += _names(text, place, labels=labels, targets=targets, words=words)
    if len(pieces) > 1:
        pieces.sort(key=lambda piece: (-len(piece.token.span), -piece.rank, piece.token.span.start))
    taken: list[Token] = []
    for piece in pieces:
        same = [token for token in taken if token.span == piece.token.span]
        if same and piece.token.refs and same[0].refs and same[0].value is None:
            one = same[0]
            by_group = one.by_group or piece.token.by_group
            taken[taken.index(one)] = Token(one.span, refs=one.refs | piece.token.refs, by_group=by_group)
        elif not any([token.span.overlaps(piece.token.span) for token in taken]):
            taken.append(piece.token)
    taken.sort(key=itemgetter(0))
    out: list[Token] = []
    at = place.start
    for token in taken:
        out.extend(_gap(text, Span(at, token.span.start), words, targets))
        out.append(token)
        at = token.span.end
    out.extend(_gap(text, Span(at, place.end), words, targets))
    return _uninverted(text, out, words, targets)


def _uninverted(text: str, tokens: list[Token], words: Words, targets: Targets) -> list[Token]:
    """Give the tokens; ``is my`` behind its subject asks nothing (``13800138000 is my number``)."""
    if not any(["ask" in token.kinds for token in tokens[1:]]):
        return tokens
    out: list[Token] = []
    for token in tokens:
        is_asked = "ask" in token.kinds and bool(out) and _is_subject(out[-1])
        said = text[token.span.start : token.span.end]
        copula = words.lexicon.regex("ask.copula").match(said) if is_asked else None
        if copula is None:
            out.append(token)
            continue
        at = token.span.start + copula.end()
        out.append(Token(Span(token.span.start, at), frozenset({"copula"})))
        out.extend(_gap(text, Span(at, token.span.end), words, targets))
    return out


def _is_subject(token: Token) -> bool:
    heads = {kind.partition(".")[0] for kind in token.kinds}
    is_named = token.value is not None or bool(token.refs) or token.is_unknown
    return is_named or bool(heads & {"ordinal", "first", "last", "others", "all", "deictic"})


_TURNING = frozenset({"no", "neg", "change", "rejection"})


def _label(text: str, label: Label, place: Span, *, refs: frozenset[str], words: Words) -> _Piece | None:
    """Give what a label names: what was shown, another field, or a longer noun that is neither."""
    if not refs:
        is_word = bool(words.kinds(text[label.span.start : label.span.end]) - _SPELLED)
        return None if is_word else _Piece(Token(label.span, is_other_field=True), 1)
    if _is_joint(text, label.span, words):
        return None  # change value to flexible, where a field is labelled to
    if label.fields and not label.groups and _is_longer_noun(text, label.span, place, words):
        return _Piece(Token(label.span, is_other_field=True, is_unknown=True), 2)
    return _Piece(Token(label.span, refs=refs, by_group=bool(label.groups) and len(refs) > 1), 2)


def _names(text: str, place: Span, *, labels: LabelIndex, targets: Targets, words: Words) -> list[_Piece]:
    pieces: list[_Piece] = []
    for label in labels.find(text, place.start, place.end):
        fields = set(label.fields)
        groups = tuple(f"{group}." for group in label.groups)
        refs = frozenset([t.id for t in targets if t.spec.path in fields or t.spec.path.startswith(groups)])
        piece = _label(text, label, place, refs=refs, words=words)
        pieces += [piece] if piece is not None else []
    for part, owner in label_parts(targets.shown, labels.schema, words.lexicon, text).items():
        if not words.kinds(part):
            places = [span for span in _places(text, part, place) if not _is_verb(text, span, words)]
            pieces += [_Piece(Token(span, refs=frozenset((owner,))), 1) for span in places]
    for target, names in nicknames(targets) if len(text) > 1 else ():
        for name in names:
            if name not in text:
                continue
            for span in _places(text, name, place):
                if not _goes_on(text, Span(place.start, span.end), place, words):
                    pieces.append(_Piece(_called(target, name, span), 2))
    return pieces


def _is_verb(text: str, part: Span, words: Words) -> bool:
    """Tell that a part of a label is what is ordered (please check … beside a check-in date), no noun."""
    return words.lexicon.has("verb_lead", text[max(0, part.start - _LEAD) : part.start])


def _is_longer_noun(text: str, label: Span, place: Span, words: Words) -> bool:
    """Tell that an English label is the tail of a longer noun of which no answer speaks (the marketing budget)."""
    before = text[place.start : label.start]
    if not text[label.start].isascii():
        return False
    if words.lexicon.is_whole_noun(text, label.start):
        return words.lexicon.is_of_another(text[label.end : place.end])
    end = place.start + len(before.rstrip())
    last = next((word for word in words.find(text, place.start, label.start) if word.span.end == end), None)
    is_known = last is not None and words.lexicon.regex("label.of").fullmatch(text[last.span.start : end]) is None
    return before[-1:] == " " and not is_known


def _is_joint(text: str, label: Span, words: Words) -> bool:
    """Tell that a label is but a small word between others, not a noun (the to, 出发)."""
    is_small = text[label.start : label.end].isascii() and "filler" in words.kinds(text[label.start : label.end])
    before = text[: label.start].rstrip()
    return is_small and before[-1:].isalnum() and not words.lexicon.has("label.the", before)


def _goes_on(text: str, until: Span, place: Span, words: Words) -> bool:
    """Tell that behind a no a name goes on in words that are no answer: ``no, Miramar Beach Restaurant`` is another."""
    if not any(word.kinds & _TURNING for word in words.find(text, until.start, until.end)):
        return False
    rest = text[until.end : place.end]
    at = until.end + len(rest) - len(rest.lstrip(" "))
    if at >= place.end or CUT.match(text, at) is not None or not (text[at].isalnum() or text[at] in "&'"):
        return False
    return not any(word.span.start == at for word in words.find(text, at, place.end))


def _places(text: str, name: str, place: Span) -> list[Span]:
    """Give the places of a whole word."""
    found: list[Span] = []
    start = text.find(name, place.start, place.end)
    while start >= 0:
        span = Span(start, start + len(name))
        found += [span] if is_whole(text, span) else []
        start = text.find(name, span.end, place.end)
    return found


def _called(target: Target, name: str, span: Span) -> Token:
    """Give the token of a nickname: the whole value of a text is that value, anything else a name of the update."""
    mine = frozenset((target.id,))
    if target.spec.type == "text" and isinstance(target.value, str) and fold(target.value).text == name:
        reading = Reading(span=span, folded=span, outer=span, value=target.value)
        return Token(span, value=ValueWord(reading, mine, mine))
    return Token(span, refs=mine)


def meaning(folded: Folded, place: Span, target: Target, value: Value) -> Token:
    """Give the token of words that stand for a value of one update which they do not spell out (pm, dollars)."""
    reading = Reading(span=folded.to_original(place), folded=place, outer=place, value=value)
    return Token(place, value=ValueWord(reading, frozenset((target.id,)), frozenset()))


def _gap(text: str, gap: Span, words: Words, targets: Targets) -> list[Token]:
    out: list[Token] = []
    at = gap.start
    for word in _shortened(words.find(text, gap.start, gap.end), text, words):
        span, kinds = word
        if at < span.start:
            out.extend(_slips(text, _unknown(text, Span(at, span.start)), words))
        refs, by_noun = _nouns(kinds, targets)
        if "no_answer" in kinds:  # 同事 is no 同
            out.append(Token(span, NO_KINDS, refs, by_noun=by_noun, is_unknown=True))
        else:
            out.append(Token(span, kinds, refs, None, False, False, by_noun))  # a dozen in each turn
        at = span.end
    if at < gap.end:
        out.extend(_slips(text, _unknown(text, Span(at, gap.end)), words))
    return out


def _shortened(found: Sequence[Word], text: str, words: Words) -> list[Word]:
    """Give the words; one that puts off does not swallow what it is about (``I'll check the other one``)."""
    if not any(["defer" in word.kinds for word in found]):
        return list(found)
    out: list[Word] = []
    for word in found:
        if out and word.span.start < out[-1].span.end:
            continue  # one behind the other
        last = _last_of(word, text, words) if "defer" in word.kinds else None
        if last is None:
            out.append(word)
        else:
            out += [word._replace(span=Span(word.span.start, last.span.start)), last]
    return out


def _last_of(word: Word, text: str, words: Words) -> Word | None:
    """Give the word for what was shown that ends a word which puts off."""
    start, end = word.span
    if not words.hints(text[start:end], "act.ordinal. act.others"):
        return None
    reach = min(len(text), end + _LEAD)
    inner = (w for at in range(start + 1, end) for w in words.find(text, at, reach)[:1] if w.span.start == at)
    named = (w for w in inner if _is_ordinal(w.kinds) or ("others" in w.kinds and w.span.end >= end))
    return next((w for w in named if w.span.end == end or "others" in w.kinds), None)


def _is_ordinal(kinds: frozenset[str]) -> bool:
    return any(kind.startswith("ordinal.") for kind in kinds)


def _slips(text: str, unknown: list[Token], words: Words) -> list[Token]:
    """Let an unknown word that is one slip from a long answer word be that word."""
    out: list[Token] = []
    for token in unknown:
        kinds = words.near(text[token.span.start : token.span.end])
        out.append(Token(token.span, kinds) if kinds else token)
    return out


@functools.lru_cache(maxsize=1024)
def _nouns_of(kinds: frozenset[str]) -> frozenset[str]:
    """Give the types of value that a word with these kinds is the noun of."""
    return frozenset(kind[5:] for kind in kinds if kind.startswith("noun."))


def _nouns(kinds: frozenset[str], targets: Targets) -> tuple[frozenset[str], bool]:
    types = _nouns_of(kinds)
    if not types:
        return NO_KINDS, False
    if "time" in types and "time" in targets.types:
        types = _TIME  # where a time was shown, the time is no date
    refs = frozenset(target.id for target in targets.shown if target.spec.type in types)
    return refs, bool(refs)


def _unknown(text: str, gap: Span) -> list[Token]:
    """Give what no lexicon knows, cut at stops, without blanks and marks around it."""
    if not text[gap.start : gap.end].strip(_MARKS):
        return []
    out: list[Token] = []
    at = gap.start
    has_stops = not _STOPS.isdisjoint(text[gap.start : gap.end])
    stops = [m.span() for m in stops_in(CUT, text, gap.start, gap.end)] if has_stops else []
    for start, end in (*stops, (gap.end, gap.end)):
        piece = text[at:start]
        piece = piece if _FACES.isdisjoint(piece) else _EMOTICON.sub(" ", piece)
        if any(map(str.isalnum, piece)) or _BLANK.sub("", piece):
            lead = len(piece) - len(piece.lstrip(_MARKS))
            out.append(Token(Span(at + lead, at + max(len(piece.rstrip(_MARKS)), lead + 1)), is_unknown=True))
        at = end
    return out
