"""Clauses: a text cut at stops and connectives, with the sentence that each clause stands in."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import re2

from dualmem.extract.data import Data
from dualmem.extract.faces import FACES
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.schema.lexicon import Lexicon

MASK = "\ufffc"
HEAD = 16_000
TAIL = 4_000
_SNAP = 200
_BREAK = re2.compile(r"[\s。!?;,]")
_STOP = re2.compile(r"[。!?;\n]+|\.+|,+|—+|--+| +")
_PICTOGRAPH = re2.compile(
    r"[\x{1F000}-\x{1FAFF}\x{2600}-\x{27BF}\x{2B00}-\x{2BFF}\x{2300}-\x{23FF}\x{20E3}]"
    r"[\x{200D}\x{20E3}\x{1F000}-\x{1FAFF}\x{2600}-\x{27BF}]*|\[(?:" + FACES + r")\]"
)
_APART = re2.compile(r" +,")  # a blank before a picture
_SAID = re2.compile(r"[\p{L}\p{N}?]")
_UNITS = (
    "个?(?:秒钟?|分钟?|小时|钟头|天|日|晚|周|星期|礼拜|月|年|岁|人|位|米|公里|度|号|点|"
    "[百千万亿]*(?:元|块钱?)|[百千万亿]+)"
)
_DASH = re2.compile(rf"(?P<range>\d(?:{_UNITS}|[a-z]{{1,7}}) - \d)|\p{{L}} - [\d$¥€£]")  # 1小时 - 2小时 is a range
_DIALECT = re2.compile(r"[哋喺嘅俾]|系[\d一二三四五六七八九十百千万两半$¥]")
_MANDARIN = {"哋": "们", "喺": "在", "嘅": "的", "俾": "给", "系": "是"}
_URL = re2.compile(r"(?:https?://|www\.)[^\s,。;!<>\p{Han}]+")
_ENDS = "。!?;\n"
_ABBREVIATION = re2.compile(
    r"(?:^|[^a-z0-9])(?:mr|mrs|ms|dr|prof|vs|e\.g|i\.e|etc|approx|no|inc|ltd|co|st)$"
    r"|(?:^|[^a-z0-9'’])[a-z]$"  # no joe's.
)
_WORD_STOP = re2.compile(r"(?:^|[\s,;!?'’])[a-z]{2,}\.[a-z]$")
_LONGEST_WORD = 24
_HAN = re2.compile(r"\p{Han}")
_MIN_PIECE = 3.5


@dataclass(frozen=True, slots=True)
class Piece:
    """One clause of the text with its data masked.

    Attributes:
        start: First code point in the folded text.
        end: One past the last, its stop included.
        sentence: Index of its sentence.
        is_joined: Begins at a connective: no stop stands between it and the piece before.
    """

    start: int
    end: int
    sentence: int
    is_joined: bool = False


def unpictured(folded: Folded) -> Folded:
    """Give the folded text with blanks for pictographs; places stay. A text of nothing but these may be an answer."""
    if _PICTOGRAPH.search(folded.text) is None:
        return folded
    text = _PICTOGRAPH.sub(lambda match: " " * len(match.group()), folded.text)
    if _SAID.search(text) is None:
        return folded
    return Folded(folded.original, text, folded.offsets, folded.ends)


def plainly(folded: Folded) -> Folded:
    """Give the folded text without pictographs, blanks at its ends, an unread middle; places stay.

    A few Cantonese characters stand as what they mean.
    """
    text = folded.text
    middle = unread(text)
    if middle is not None:
        text = text[: middle.start] + "\n" + " " * (len(middle) - 2) + "\n" + text[middle.end :]
    if _PICTOGRAPH.search(text) is not None:
        text = _PICTOGRAPH.sub(lambda match: "," * len(match.group()), text)
        text = _APART.sub(lambda match: "," * len(match.group()), text)
    text = _DASH.sub(_undashed, text) if " - " in text else text
    if _DIALECT.search(text) is not None:
        text = _DIALECT.sub(lambda match: _MANDARIN[match.group()[0]] + match.group()[1:], text)
    lead = len(text) - len(text.lstrip())
    text = "\n" * lead + text[lead:].rstrip()
    return folded if text == folded.text else Folded(folded.original, text, folded.offsets, folded.ends)


def _undashed(match: "re2._Match") -> str:
    """Give a colon for a dash between a label and its value; the dash of a range stays."""
    said = match.group()
    return said if match.group("range") is not None else f"{said[0]} : {said[-1]}"


def unread(text: str) -> Span | None:
    """Give the middle of a text that is longer than what one person says, cut where words end; None for none."""
    if len(text) <= HEAD + TAIL:
        return None
    head = _BREAK.search(text, HEAD)
    tail = _BREAK.search(text, len(text) - TAIL)
    start = head.start() if head is not None and head.start() < HEAD + _SNAP else HEAD
    end = tail.end() if tail is not None and tail.end() < len(text) - TAIL + _SNAP else len(text) - TAIL
    return Span(start, end)


def mask(text: str, data: Data) -> str:
    """Give the folded text with each data part replaced by a sign that no word holds, URLs by letters; places stay."""
    parts: list[str] = []
    at = 0
    for span in data.spans:
        parts += [text[at : span.start], MASK * (span.end - span.start)]
        at = span.end
    masked = "".join([*parts, text[at:]])
    return _URL.sub(lambda match: "x" * len(match.group()), masked) if "://" in text or "www." in text else masked


def cut(masked: str, lexicon: Lexicon) -> tuple[Piece, ...]:
    """Give the clauses of a masked text, in order, without white space around them."""
    pieces: list[Piece] = []
    known: dict[str, list[int]] = {}  # a flood says the same again and again
    start = sentence = 0
    spaced = _is_spaced_prose(masked)
    for match in _STOP.finditer(masked):
        is_end = _ends_sentence(masked, match.start(), match.end()) or _is_glued(masked, match.start(), lexicon)
        if not is_end and not _ends_clause(masked, match.start(), match.end(), lexicon, is_prose=spaced):
            continue
        pieces.extend(_joined(masked, Span(start, match.end()), sentence, lexicon, known))
        start = match.end()
        sentence += is_end
    pieces.extend(_joined(masked, Span(start, len(masked)), sentence, lexicon, known))
    return tuple(pieces)


def _joined(masked: str, span: Span, sentence: int, lexicon: Lexicon, known: dict[str, list[int]]) -> Iterator[Piece]:
    """Cut one stretch between stops at its connectives."""
    text = masked[span.start : span.end]
    if not text.strip():
        return
    starts = known.get(text)
    if starts is None:
        joints = lexicon.find("connectives", text)
        starts = known[text] = [0, *(place.start for place in joints if text[: place.start].strip())]
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
        piece = text[begin:end]
        bare = piece.strip()
        if bare:
            at = span.start + begin + len(piece) - len(piece.lstrip())
            yield Piece(at, at + len(bare), sentence, number > 0)


def _ends_sentence(text: str, start: int, end: int) -> bool:
    mark = text[start]
    if mark in _ENDS:
        return True
    if mark != ".":
        return False
    after = text[end : end + 1]
    if after and after.isascii() and not after.isspace() and after not in "\"')":
        return False
    before = text[max(0, start - 8) : start]
    if end - start == 1 and after and _ABBREVIATION.search(before) is not None:
        return before.endswith("no") and not text[end : end + 3].strip()[:1].isdigit()  # No. 5; not: No. What else?
    return not (after and not after.isascii() and text[start - 1 : start].isdigit() and after.isnumeric())


def _is_glued(text: str, at: int, lexicon: Lexicon) -> bool:
    """Tell that the blank behind a full stop was left out (``good.What is``): no name or number stands there."""
    if text[at] != "." or _WORD_STOP.search(text[max(0, at - _LONGEST_WORD) : at + 2]) is None:
        return False
    return lexicon.regex("begins_sentence").search(text[at + 1 : at + _LONGEST_WORD]) is not None


def _ends_clause(text: str, start: int, end: int, lexicon: Lexicon, *, is_prose: bool) -> bool:
    mark = text[start]
    if mark == ",":
        return not (text[start - 1 : start].isdigit() and _is_group(text, end))
    if mark == " ":
        is_han = _is_han(text[start - 1 : start]) and _is_han(text[end : end + 1])
        return is_han and (is_prose or lexicon.has("closing", text[max(0, start - 3) : start]))
    return mark in "—-" and start > 0


@functools.lru_cache(maxsize=8192)
def _is_han(char: str) -> bool:
    return _HAN.search(char) is not None


def _is_group(text: str, at: int) -> bool:
    """Tell whether the three digits of a thousands group begin here."""
    return text[at : at + 3].isdigit() and len(text[at : at + 3]) == 3 and not text[at + 3 : at + 4].isdigit()


def _is_spaced_prose(text: str) -> bool:
    """Tell whether blanks between Han characters stand for stops (and do not just part every word)."""
    if " " not in text or _HAN.search(text) is None:
        return False
    runs = text.split()
    han = {run for run in set(runs) if _HAN.search(run) is not None}
    lengths = [len(run) for run in runs if run in han]
    return sum(lengths) / len(lengths) >= _MIN_PIECE
