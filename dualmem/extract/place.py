"""Places: where the patterns of a rule put their value in one text, and what stands there."""

import bisect
import functools
from collections.abc import Iterator
from dataclasses import dataclass

import re2

from dualmem.extract.compile import CompiledPattern, regex
from dualmem.extract.data import Data
from dualmem.extract.moods import Moods
from dualmem.model.field import FieldSpec
from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import DurationRange, Money, Quantity, Value
from dualmem.schema.lexicon import Lexicon
from dualmem.values import choice

_WINDOW = 240
_SHORT = 100
_MAX_CHOICE = 40
_AMOUNT = re2.compile(r"[$¥€£]|\d|[零一二三四五六七八九十百千万两半几]")
_LABEL_MARK = re2.compile(r"[【】|]|\*\*|\p{Han}[ ]?=")
_BULLET = re2.compile(r"(?m)^[ \t]*(?:\(?\d{1,2}[.)、][ \t]+|\(?\d{1,2}[.)、]\p{Han}|[-*•·][ \t]+)")
_AHEAD = 4
_SPACE = " \t"
_BLANK = re2.compile(r"[ \t]*$")
_MEANING = re2.compile(r"[\p{L}\p{N}]")


@dataclass(frozen=True, slots=True)
class Found:
    """A value in the place of a pattern.

    Attributes:
        pattern: The pattern.
        place: Place of the value in the folded text.
        cue: Place of cue and value in the folded text.
        value: The value; None exactly when ``refusal`` is set.
        refusal: Why the words are no value.
        is_quoted: It stood in quotes that the user's own cue opens.
    """

    pattern: CompiledPattern
    place: Span
    cue: Span
    value: Value | None = None
    refusal: Refusal | None = None
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """One text as cues may see it, of the same length as the folded text.

    Attributes:
        text: The words.
        is_unquoted: The marks of quotes are gone: only quoted spans count as places.
        is_undenied: The words that deny are gone: what only stands here is denied.
    """

    text: str
    is_unquoted: bool = False
    is_undenied: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """One text as the places need it."""

    folded: Folded
    data: Data
    moods: Moods

    def clause_end(self, place: int) -> int:
        """Give the end of the clause at a place, cut at the next data block."""
        moods = self.moods
        end = len(self.folded.text)
        if moods.pieces:
            number = moods.index_at(place)
            while number + 1 < len(moods.pieces) and moods.is_list_part(number + 1):
                number += 1
            end = moods.pieces[number].end
        block = bisect.bisect_right(self.data.blocks, place, key=lambda span: span.start)
        starts = [self.data.blocks[block].start] if block < len(self.data.blocks) else []
        return min(max(end, place), *starts) if starts else max(end, place)

    def views(self) -> "tuple[View, ...]":
        """Give the text as cues may see it: without bullets, marks, quotes, fillers, denials; places stay."""
        whole = _BULLET.sub(_without_bullet, _LABEL_MARK.sub(_unmarked, self.folded.text))
        views = [View(whole)]
        if self.data.quotes:
            parts = list(whole)
            for quote in self.data.quotes:
                parts[quote.start], parts[quote.end - 1] = " ", ","
            views.append(View("".join(parts), is_unquoted=True))
        plain = _blanked(whole, self.moods.lexicon.find("fillers", self.moods.text))
        if plain != whole:
            views.append(View(plain))
        undenied = self.moods.undenied(plain)
        return (*views, View(undenied, is_undenied=True)) if undenied != plain else tuple(views)

    def quote_at(self, place: int) -> Span | None:
        """Give the quote that opens at a place, or None."""
        return self.data.opened.get(place)


def _unmarked(match: "re2._Match") -> str:
    """Give a sign around a label as what it stands for: 预算=60万 is 预算:60万, 【预算】 and **预算** are 预算."""
    found: str = match.group()
    return found.replace("=", ":") if "=" in found else " " * len(found)


def _blanked(text: str, places: Iterator[Span]) -> str:
    """Give a text with blanks at some places."""
    parts: list[str] = []
    at = 0
    for place in places:
        parts += [text[at : place.start], " " * len(place)]
        at = place.end
    return "".join([*parts, text[at:]]) if at else text


def _without_bullet(match: "re2._Match") -> str:
    """Give line ends for the bullet of a list item; the Han character after it stays."""
    bullet: str = match.group()
    last = bullet[-1]
    return "\n" * len(bullet) if last in " \t" else "\n" * (len(bullet) - 1) + last


def typed(
    text: Text, pattern: CompiledPattern, readings: tuple[Reading, ...], view: View | None = None
) -> Iterator[Found]:
    """Give the readings that stand in the place of a ``typed`` pattern: the grammar decides their extent."""
    whole = text.folded.text if view is None else view.text
    for reading in readings:
        starts = _starts(whole, reading, text.moods.lexicon)
        opened = (text.quote_at(start - 1) for start in starts)
        quote = next((q for q in opened if q is not None and reading.folded.end <= q.end), None)
        if quote is not None:
            starts = {quote.start, *starts}
        cue_start = reading.folded.start if not pattern.before else _cue_start(whole, pattern.before, starts)
        cue_end = _cue_end(whole, pattern.after, reading, quote) if pattern.after else reading.outer.end
        if cue_start is None or cue_end is None:
            continue
        is_own = quote is not None and cue_start < quote.start
        cue_end = max(cue_end, reading.folded.end, quote.end if quote is not None and is_own else 0)
        cue = Span(min(cue_start, reading.folded.start), cue_end)
        yield Found(pattern, reading.folded, cue, reading.value, reading.refusal, is_own)


def _starts(text: str, reading: Reading, lexicon: Lexicon) -> set[int]:
    """Give the places at which the words before a value may end.

    At the value, at its hedges, at the amount after its own per words (人均预算1200), at what leads a range in
    (between), and at the blanks before each.
    """
    starts = {reading.folded.start, reading.outer.start}
    if isinstance(reading.value, Money) and reading.value.per is not None:
        amount = _AMOUNT.search(text[reading.folded.start : reading.folded.end])
        starts |= {reading.folded.start + amount.start()} if amount is not None else set()
    if _is_range(reading.value):
        base = max(0, reading.outer.start - 12)
        lead = lexicon.regex("range_lead").search(text[base : reading.outer.start])
        starts |= {base + lead.start()} if lead is not None else set()
    for start in tuple(starts):
        at = start
        while at and text[at - 1] in _SPACE:
            at -= 1
            starts.add(at)
    return starts


def _is_range(value: Value | None) -> bool:
    return isinstance(value, DurationRange) or (isinstance(value, Money | Quantity) and value.minimum is not None)


def _cue_start(text: str, before: str, ends: set[int]) -> int | None:
    """Give where the words before a value begin, the farthest of all, or None where they do not end at it."""
    found: list[int] = []
    ends_here = regex(f"(?:{before})$")
    for end in ends:
        base = max(0, end - _WINDOW)
        words = text[base:end]
        match = ends_here.search(words)
        while (
            match is not None and match.start() < len(words) and is_word_tail(words, match.start())
        ):  # Sacramento to SD: the second "to"
            match = ends_here.search(words, match.start() + 1)
        if match is not None and (match.start() or not base):
            found.append(base + int(match.start()))
    return min(found, default=None)


def is_word_tail(text: str, start: int) -> bool:
    """Tell whether a Latin word at a place goes on from what stands before it (``mail`` in ``e-mail``)."""
    if not start or not (text[start].isascii() and text[start].isalnum()):
        return False
    before = text[start - 1]
    if before in "-'’" and start > 1:
        before = text[start - 2]
    return before.isascii() and before.isalnum()


def _cue_end(text: str, after: str, reading: Reading, quote: Span | None) -> int | None:
    """Give where the words after a value end, or None where they do not begin at its end."""
    begins_here = regex(f"^(?:{after})")
    ends = (reading.outer.end, reading.folded.end, *(() if quote is None else (quote.end,)))
    for start in ends:
        for at in (start, start + len(text[start : start + 8]) - len(text[start : start + 8].lstrip(_SPACE))):
            match = begins_here.search(text[at : at + _WINDOW])
            if match is not None:
                end: int = at + match.end()
                return end
    return None


def shaped(text: Text, pattern: CompiledPattern, view: View, inside: Span | None = None) -> Iterator[tuple[Span, Span]]:
    """Give cue and place of each match of a ``shape`` or ``whole`` pattern, ended with its clause.

    A quoted span that is the whole place counts as if it stood without quotes; its place is given with them.

    Args:
        text: The text.
        pattern: The pattern.
        view: The words as cues may see them.
        inside: Only the first that begins inside this place.
    """
    whole = text.folded.text
    inner = {quote.start + 1 + _lead(whole, quote): quote for quote in text.data.quotes} if view.is_unquoted else {}
    found = _matches(pattern, view.text) if inside is None else _within(pattern, view.text, inside)
    for cue, place in found:
        if view.is_unquoted:
            quote = inner.get(place.start)
            if quote is not None and cue.start < quote.start and whole[place.end : quote.end - 1].strip() == "":
                yield Span(cue.start, quote.end), quote
            continue
        end = min(place.end, text.clause_end(place.start))
        if end > place.start:
            yield Span(cue.start, end), Span(place.start, end)


def _within(pattern: CompiledPattern, text: str, inside: Span) -> Iterator[tuple[Span, Span]]:
    """Give the first match that begins inside a place."""
    compiled = regex(pattern.whole)
    match = compiled.search(text, inside.start)
    if match is not None and match.start() < inside.end:
        start, end = match.span(compiled.groupindex.get("value", 0))
        yield Span(match.start(), end), Span(start, end)


def _lead(text: str, quote: Span) -> int:
    words = text[quote.start + 1 : quote.end]
    return len(words) - len(words.lstrip())


def _matches(pattern: CompiledPattern, text: str) -> Iterator[tuple[Span, Span]]:
    compiled = regex(pattern.whole)
    group = compiled.groupindex.get("value", 0)
    for match in compiled.finditer(text):
        start, end = match.span(group)
        if 0 <= start < end:
            yield Span(min(match.start(), start), end), Span(start, end)


def running(text: Text, pattern: CompiledPattern, view: View) -> Iterator[tuple[Span, Span]]:
    """Give cue and place of each match of a ``text`` pattern: from the end of its cue to the end of the clause."""
    if view.is_unquoted:
        return
    whole = view.text
    if not pattern.before:
        yield from _led_by_end(text, pattern)
        return
    for match in regex(pattern.before).finditer(whole):
        start = match.end()
        start += len(whole[start : start + 8]) - len(whole[start : start + 8].lstrip(_SPACE))
        if start >= len(whole) or start == match.start():
            continue
        quote = text.quote_at(start)
        end = quote.end if quote is not None else text.clause_end(start)
        if pattern.after:
            stop = regex(pattern.after).search(whole[start : end + _WINDOW])
            if stop is None or not stop.start():
                continue
            yield Span(match.start(), start + stop.end()), Span(start, min(end, start + stop.start()))
        elif end > start:
            yield Span(match.start(), end), Span(start, end)


def _led_by_end(text: Text, pattern: CompiledPattern) -> Iterator[tuple[Span, Span]]:
    """Give the places of a pattern that begins with ``{value}``: from the start of the clause."""
    whole = text.folded.text
    for match in regex(pattern.after).finditer(whole) if pattern.after else ():
        start = text.moods.pieces[text.moods.index_at(match.start())].start
        if start < match.start():
            yield Span(start, match.end()), Span(start, match.start())


def read_text(text: Text, target: FieldSpec, place: Span, *, is_running: bool) -> tuple[Span, Value, bool] | None:
    """Give place, value and quotedness of the text in a value place, or None where nothing is said there.

    Args:
        text: The text.
        target: Spec of what the place holds.
        place: The place in the folded text.
        is_running: It runs to the end of the clause, so that what follows a short value is cut.
    """
    quote = text.quote_at(place.start)
    is_quoted = quote is not None and quote.end <= place.end and len(quote) > 2
    if quote is not None and is_quoted:
        place = Span(quote.start + 1, quote.end - 1)
    place = _trimmed(text, target, place, is_running=is_running and not is_quoted)
    words = text.folded.text[place.start : place.end]
    if _MEANING.search(words) is None or (
        not is_quoted and _is_no_value(words, text.moods.lexicon, is_running=is_running)
    ):
        return None
    original = text.folded.to_original(place)
    said = text.folded.original[original.start : original.end]
    if target.type == "text" and target.pattern is not None:
        head = _exact(target.pattern).match(said)
        if head is None or not head.group().strip():
            return None
        said = head.group().strip()
        if len(words) == len(text.folded.original[original.start : original.end]):
            place = Span(place.start, place.start + len(said))
        return place, said, is_quoted
    if target.type != "choice":
        return place, said.strip(), is_quoted
    key = choice.read(said, target.choices)
    if key is None and (not target.is_open or len(said) > _MAX_CHOICE):
        return None
    return place, key if key is not None else choice.as_said(said), is_quoted


@functools.lru_cache(maxsize=256)
def _exact(pattern: str) -> "re2._Regexp":
    return re2.compile(pattern)


def _is_no_value(words: str, lexicon: Lexicon, *, is_running: bool) -> bool:
    """Tell whether words say that there is no value, or another one."""
    return lexicon.has("denied_value", words) or (is_running and lexicon.has("no_value", words))


def _trimmed(text: Text, target: FieldSpec, place: Span, *, is_running: bool) -> Span:
    """Give a place without what follows a short value, particles, politeness and blanks."""
    lexicon = text.moods.lexicon
    words = text.folded.text[place.start : place.end]
    is_short = target.type == "choice" or (target.max_length is not None and target.max_length <= _SHORT)
    if is_short and is_running:
        article = lexicon.regex("article").search(words) if target.type == "choice" else None
        start = article.end() if article is not None and article.end() < len(words) else 0
        cut = next((found.start for found in lexicon.find("after_value", words) if found.start > start), len(words))
        while cut - start < _least(words[start:cut]) and cut < len(words):
            more = (found.start for found in lexicon.find("after_value", words) if found.start > cut)
            cut = next(more, len(words))
        words = words[:cut]
        place = Span(place.start + start, place.start + cut)
        words = words[start:]
    if is_short and not is_running:
        ahead = text.folded.text[place.start : place.end + _AHEAD]
        ends = (found.start for found in lexicon.find("after_value", ahead) if found.start >= _least(words))
        words = words[: next(ends, len(words))]
    if target.type == "text":
        lead = lexicon.regex("short_leading" if is_short else "leading").search(words)
        if lead is not None and lead.end() < len(words):
            place = Span(place.start + lead.end(), place.end)
            words = words[lead.end() :]
    for section in ("trailing", "trailing_short") if is_short else ("trailing",):
        tail = lexicon.regex(section).search(words)
        if tail is not None and tail.start():
            words = words[: tail.start()]
    start = place.start + len(words) - len(words.lstrip(" \t\n:"))
    return Span(start, start + len(words.strip(" \t\n:")))


def _least(words: str) -> int:
    """Give the least length of a short value: two Han characters, one Latin letter."""
    return 1 if words.isascii() else 2
