"""Data parts: what stands in a user's text and is not the user's own words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import re2

from dualmem.extract.quoted import value_quotes
from dualmem.extract.speakers import speaker_within
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.schema.lexicon import Lexicon

_PAIRS = {"“": "”", "‘": "’", "「": "」", "『": "』", "«": "»", "‹": "›", "„": "“”", "〝": "〞", "﹁": "﹂"}
_OPEN = re2.compile(r"[“‘「『«‹„〝﹁\"'`]")
_LABEL = re2.compile(
    r"^[\s,]*(?:[-*•]\s*)?(?:[\[(【]?[\d:./ -]{3,20}[\])】]?\s*)?"  # a bullet, a time
    r"([^:\n]{1,40}?)\s*(?:[(\[][^)\]\n]{0,24}[)\]]\s*)?:(?:[^/]|$)"  # who, a remark on who, the colon
)
_NAME = re2.compile(r"^[A-Z][a-z]+(?: [A-Z][a-z]+)?$")
_HEADING = re2.compile(
    r"^\s*(?:#{1,6}\s*|<\|?(?:im_start\|>)?|\[/?|\*\*)"
    r"(user|assistant|system|human|inst|instructions?|prompt|input|response|tool|developer)\b[\]>*|: ]*(.*)$"
)
_MAIL = re2.compile(
    r"^\s*(?:-{2,}\s*(?:original message|forwarded message|begin forwarded message|原始邮件|转发的?邮件|原邮件)\s*-*|"
    r"begin forwarded message:?|(?:from|发件人|寄件人):\s*\S.*)$"
)
_FENCE = re2.compile("`{3,}|~{3,}|\"{3,}|'{3,}")
_COMMENT = re2.compile(r"(?s)<!--.*?(?:-->|$)")
_STAMP = re2.compile(r"^\s*(\S{1,16})\s+(?:[\d/.-]{4,10}\s+)?\d{1,2}:\d{2}(?::\d{2})?\s*$")
_CLAUSE_STOP = re2.compile(r"[,。!?;\n:.]\s*")
_ASKING = "请你您帮我们给替麻烦劳驾能不可以否吧呢好那再然后先来 "
_REACH = 480
_MOST_OPENERS = 4
_OPENER_GAP = (" ", ",", ".", "~", "…")


@dataclass(frozen=True, slots=True)
class Data:
    """The data parts of one folded text.

    Attributes:
        spans: All of them but the quotes that the user gives a value in, in order, merged.
        quotes: Outer places of quotes and inline code, in order: inside a value place they are the value.
        blocks: The other parts (fences, quoted lines, other speakers, objects of 翻译), in order.
        opened: Start of each quote to the quote.
    """

    spans: tuple[Span, ...] = ()
    quotes: tuple[Span, ...] = ()
    blocks: tuple[Span, ...] = ()
    opened: Mapping[int, Span] = field(default_factory=dict)


def find_data(folded: Folded, lexicon: Lexicon, labels: frozenset[str], *, unread: Span | None = None) -> Data:
    """Give the data parts of a text.

    Args:
        folded: The text.
        lexicon: Speakers, reporters, foreign verbs.
        labels: Folded labels and keys of the schema, which are no speakers.
        unread: A part of an overlong text that is not read at all.
    """
    text = folded.text
    blocks = [*_fences(text), *(() if unread is None else (unread,))]
    blocks += [Span(found.start(), found.end()) for found in _COMMENT.finditer(text)] if "<!--" in text else []
    blocks += _lines(folded, blocks, lexicon, labels)
    blocks = _merged(blocks)
    quotes = list(_quotes(text, blocks))
    blocks = _merged([*blocks, *_foreign(text, _merged([*blocks, *quotes]), lexicon)])
    values = set(value_quotes(text, quotes, lexicon, labels)) if quotes else set()
    spans = _merged([*blocks, *(quote for quote in quotes if quote not in values)])
    return Data(tuple(spans), tuple(quotes), tuple(blocks), {quote.start: quote for quote in quotes})


def _merged(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for span in sorted(spans):
        if out and span.start <= out[-1].end:
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        else:
            out.append(span)
    return out


def _fences(text: str) -> Iterator[Span]:
    """Give fenced blocks: closed by as many of the same marks, or more; one that does not close runs to the end."""
    runs = list(_FENCE.finditer(text))
    at = 0
    for number, run in enumerate(runs):
        if run.start() < at:
            continue
        mark = run.group()
        closes = (one for one in runs[number + 1 :] if one.group().startswith(mark))
        close = next(closes, None)
        at = len(text) if close is None else close.end()
        yield Span(run.start(), at)


def _lines(folded: Folded, taken: list[Span], lexicon: Lexicon, labels: frozenset[str]) -> list[Span]:
    """Give quoted lines, text after a speaker label, and what follows the heading of a role."""
    lines = list(_split(folded.text))
    names = [_name(folded, start, line, labels) for start, line in lines]
    is_transcript = sum(map(bool, names)) > 1
    spans: list[Span] = []
    for index, (start, line) in enumerate(lines):
        if any(block.start < start + len(line) and start < block.end for block in taken):
            continue
        end = start + len(line)
        if line.lstrip().startswith((">", "|>")):
            spans.append(Span(start, end))
            continue
        if _MAIL.search(line) is not None and index + 1 < len(lines):
            spans.append(Span(start, len(folded.text)))
            break
        if _HEADING.search(line) is not None or _is_stamped(line, lexicon):
            spans.append(Span(start, _paragraph_end(lines, index)))
            continue
        colon = _speaker_end(line, lexicon, labels, is_name=is_transcript and bool(names[index]))
        if colon is not None:
            is_alone = not line[colon:].strip()
            spans.append(Span(start, _paragraph_end(lines, index) if is_alone else end))
            continue
        for colon in _reported(line, lexicon, labels):
            is_alone = not line[colon:].strip()
            spans.append(Span(start + colon, _paragraph_end(lines, index) if is_alone else end))
    return [span for span in spans if span.end > span.start]


def _is_stamped(line: str, lexicon: Lexicon) -> bool:
    """Tell that a line is the head of a chat message: who spoke, and when (``王总 10:23``)."""
    stamp = _STAMP.search(line)
    return stamp is not None and lexicon.has("speakers", stamp.group(1))


def _split(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _paragraph_end(lines: list[tuple[int, str]], index: int) -> int:
    for start, line in lines[index + 1 :]:
        if not line.strip():
            return start
    return lines[-1][0] + len(lines[-1][1])


def _name(folded: Folded, start: int, line: str, labels: frozenset[str]) -> str:
    """Give the capitalised name that labels a line, or an empty text."""
    match = _LABEL.search(line)
    if match is None or match.group(1).strip() in labels:
        return ""
    place = folded.to_original(Span(start + match.start(1), start + match.end(1)))
    name = folded.original[place.start : place.end]
    return name if _NAME.search(name.encode(errors="replace").decode()) is not None else ""


def _speaker_end(line: str, lexicon: Lexicon, labels: frozenset[str], *, is_name: bool) -> int | None:
    """Give the place after a line's speaker label, or None."""
    match = _LABEL.search(line)
    if match is None:
        return None
    label = match.group(1).strip()
    if label in labels or not (is_name or lexicon.has("speakers", label)):
        return None
    return line.index(":", match.end(1)) + 1


def _reported(line: str, lexicon: Lexicon, labels: frozenset[str]) -> Iterator[int]:
    """Give the place after the first ``他说:`` or speaker label inside of a line: the rest is somebody else's."""
    at = line.find(":")
    within = speaker_within(line, lexicon, labels) if at >= 0 else None
    while at >= 0 and (within is None or at < within - 1):
        before = line[max(0, at - 24) : at].rstrip()
        is_quoted = line[at + 1 :].lstrip()[:1] in _PAIRS or line[at + 1 :].lstrip()[:1] == '"'
        if not is_quoted and lexicon.has("reporters", before) and not lexicon.has("own_reporters", before):
            yield at + 1
            return
        at = line.find(":", at + 1)
    if within is not None:
        yield within


def _quotes(text: str, blocks: list[Span]) -> Iterator[Span]:
    """Give quotes and inline code outside the blocks; a directional one that does not close runs to the line's end."""
    at = 0
    block = 0
    while (match := _OPEN.search(text, at)) is not None:
        start = match.start()
        while block < len(blocks) and blocks[block].end <= start:
            block += 1
        if block < len(blocks) and blocks[block].start <= start:
            at = blocks[block].end
            continue
        end = _close(text, start)
        if end is None:
            at = start + 1
            continue
        yield Span(start, end)
        at = end


def _close(text: str, start: int) -> int | None:
    """Give the end of the quote that opens at ``start``, or None where none does."""
    mark = text[start]
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    if mark in "\"'`":
        if mark != "`" and start and _is_alnum(text[start - 1]):
            return None
        line_end = min(line_end, start + _REACH) if mark == "'" else line_end
        return _close_straight(text, start, line_end)
    closers = _PAIRS[mark]
    close = min((at for at in (text.find(char, start + 1) for char in closers) if at >= 0), default=-1)
    if mark == "‘" and close > 0 and _is_alnum(text[close + 1 : close + 2]):
        close = text.find("’", close + 1)
    return close + 1 if close >= 0 else line_end


def _close_straight(text: str, start: int, line_end: int) -> int | None:
    """Give the end of a quote whose marks look alike; a mark behind a blank or colon, before a word, opens another."""
    mark = text[start]
    if text[start + 1 : start + 2] == mark:  # doubled marks are closed by doubled ones
        twice = text.find(mark * 2, start + 2, line_end)
        return twice + 2 if twice > start + 2 else None
    depth, end = 1, None
    at = start + 1
    while depth and (at := text.find(mark, at, line_end)) >= 0:
        after = text[at + 1 : at + 2]
        if mark != "`" and text[at - 1] in " :" and after.isalnum():
            depth += 1
        elif mark != "'" or not _is_alnum(after):
            depth, end = depth - 1, at + 1
        at += 1
    return end


def _is_alnum(char: str) -> bool:
    return bool(char) and char.isascii() and char.isalnum()


def _clause_starts(text: str, lexicon: Lexicon) -> Iterator[int]:
    """Give the places where clauses begin, and those behind the words that only open them (``uh translate: …``)."""
    opener = lexicon.regex("talk.opener")
    for start in (0, *(match.end() for match in _CLAUSE_STOP.finditer(text))):
        yield start
        at = start
        for _ in range(_MOST_OPENERS):
            found = opener.match(text[at : at + _REACH])
            if found is None or not found.end():
                break
            at += found.end()
            while text[at : at + 1] in _OPENER_GAP:
                at += 1
            yield at


def _foreign(text: str, taken: list[Span], lexicon: Lexicon) -> Iterator[Span]:
    """Give the object of the first 翻译, 总结, translate, …: up to the end, unless a comma follows at once."""
    part = 0
    for start in _clause_starts(text, lexicon):
        while part < len(taken) and taken[part].end <= start:
            part += 1
        if part < len(taken) and taken[part].start < start:
            continue
        verb = lexicon.regex("foreign_verbs").search(text[start : start + _REACH])
        if verb is None or (verb.start() and text[start : start + verb.start()].strip(_ASKING)):
            continue
        end = start + verb.end()
        noun = lexicon.regex("not_foreign").search(text[max(start, end - 12) : end + 12])
        if noun is not None and max(start, end - 12) + noun.start() < end:
            continue
        tail = lexicon.regex("foreign_tail").search(text[end : end + 60])
        after = end + (tail.end() if tail is not None else 0)
        is_before = lexicon.has("foreign_before", text[start : start + verb.end()])
        if text[after : after + 1] == "," or (not is_before and not text[after:].strip(" 。.!?~")):
            continue
        yield Span(start if is_before else end, len(text))
        return
