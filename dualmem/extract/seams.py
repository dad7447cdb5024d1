"""Seams: where a turn without stops goes over from one statement to the next, before the label of another field.

``我叫李雷项目编号是PROJ-2026-018预算五十万`` is read as if a comma stood before each of the two labels. Only a whole
statement ends at a seam: a label (or 我叫), what joins it to its value, and a value of that field that can end there.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import re2

from dualmem.extract.compile import CompiledRules, regex
from dualmem.model.field import FieldSpec
from dualmem.model.utterance import Folded
from dualmem.schema.lexicon import Lexicon
from dualmem.values import choice

_LONGEST = 400  # a turn of this kind is spoken or typed in haste
_LONGEST_FORM = 4_000
_OPENING = 8  # characters that may stand before the first label of a run: 嗯那个我的
_AHEAD = 40
_COUNTERS = "条项"
_HELPERS = "帮替"
_FREE = ("text", "choice")
_STOPS = frozenset(",。;!?\n\"'“”「」()")
_NEVER = ("seam.never", "asked", "hypothetical", "denials", "negators", "uncertain")
_AMOUNT = re2.compile(
    r"^[\p{Han}\p{Latin}\d.:/@ +$¥€£%~_-]{0,30}"
    r"[\d零一二三四五六七八九十百千万亿半天日号周月年底末元块钱币整内右下前后a-z%]$"
)
_FIGURE = re2.compile(r"[\d零一二三四五六七八九十百千万亿半两几$¥€£@]|[今明后]天|[月年季]底|[周末]")
_STARTS = re2.compile(r"^ ?(?:[\d$¥€£]|[a-z]+[-@\d]|[零一二三四五六七八九十百千万两半几]{1,8}[十百千万亿月元块号%])")
_WORD = re2.compile(r"^(?:\p{Han}{2,12}|\p{Latin}[\p{Latin}.'-]*(?: \p{Latin}[\p{Latin}.'-]*){0,3})$")
_NAME = re2.compile(r"^(?:\p{Han}{2,3}|\p{Latin}[\p{Latin}.'-]*(?: \p{Latin}[\p{Latin}.'-]*){0,2})$")
_ANY_STOP = re2.compile(r"[,.;:!?。、\n]")
_DASH = re2.compile(r" +([-–—]) +[\p{L}\d$¥€£@+]")


@dataclass(frozen=True, slots=True)
class _Head:
    """A label in the text, or words that a name follows; then without a spec."""

    start: int
    end: int
    spec: FieldSpec | None


def seamed(folded: Folded, rules: CompiledRules) -> Folded:
    """Give the folded text with a comma at each seam, of no length in the original."""
    if not rules.heads:
        return folded
    folded = _placed(_dashed(folded, rules), rules)
    text = folded.text
    if len(text) > _LONGEST:
        return folded
    heads = list(_heads(text, rules))
    places = set(_seams(text, heads, rules.lexicon)) if len(heads) > 1 else set()
    if any(sign in text for sign in _COUNTERS):
        places |= set(_behind_orders(text, rules.lexicon))
    if any(sign in text for sign in _HELPERS):
        places |= set(_before_requests(text, rules.lexicon))
    if _ANY_STOP.search(text) is None:
        places |= set(_before_remarks(text, rules.lexicon))
    return _with_commas(folded, sorted(places)) if places else folded


def _dashed(folded: Folded, rules: CompiledRules) -> Folded:
    """Give the text with a colon for the dash between an opening label and its value (``phase - build``)."""
    text = folded.text
    if len(text) > _LONGEST_FORM or _DASH.search(text) is None:
        return folded
    for head in _heads(text, rules):
        dash = _DASH.match(text[head.end :])
        if dash is None or head.spec is None or head.start - _stretch(text, head.start)[0] > _OPENING:
            continue
        place = head.end + dash.start(1)
        text = f"{text[:place]}:{text[place + 1 :]}"
    return replace(folded, text=text)


def _placed(folded: Folded, rules: CompiledRules) -> Folded:
    """Give the text with blanks for words that only say where a label is written (``the email on file is …``)."""
    text = folded.text
    if len(text) > _LONGEST_FORM or not rules.lexicon.has("own_place", text):
        return folded
    for head in _heads(text, rules):
        place = rules.lexicon.regex("own_place").match(text, head.end) if head.spec is not None else None
        if place is not None:
            text = text[: head.end] + " " * (place.end() - head.end) + text[place.end() :]
    return replace(folded, text=text)


def _before_remarks(text: str, lexicon: Lexicon) -> Iterator[int]:
    """Give the places before the remarks of a transcript, which has no stops (``… is wrong i was reading …``)."""
    for denied in lexicon.find("seam.denied", text):
        yield text.rindex(" ", denied.start, denied.end)
    for remark in lexicon.find("seam.aside", text):
        if remark.start and text[remark.start - 1] == " ":
            yield remark.start - 1


def _before_requests(text: str, lexicon: Lexicon) -> Iterator[int]:
    """Give the places before a request glued to an answer (嗯对你帮我…), or joined to what is said (…然后帮我…)."""
    for request in lexicon.find("seam.request", text):
        head = text[_stretch(text, request.start)[0] : request.start].strip(" ")
        is_joined = lexicon.regex("cmd.next").match(text, request.start) is not None
        if head and (is_joined or lexicon.regex("seam.answer").fullmatch(head) is not None):
            yield request.start


def _behind_orders(text: str, lexicon: Lexicon) -> Iterator[int]:
    """Give the places behind words that only announce an item (``再加一条必须国产化``)."""
    for order in lexicon.find("seam.behind", text):
        follows = text[order.end :].lstrip(" ")[:1]
        if follows.isalnum():
            yield order.end


def _heads(text: str, rules: CompiledRules) -> Iterator[_Head]:
    """Give the labels and the words before a name, in order, none inside another."""
    for match in regex(rules.heads).finditer(text):
        path = rules.label_paths.get(match.group())
        yield _Head(match.start(), match.end(), rules.schema.fields[path] if path is not None else None)


def _seams(text: str, heads: Sequence[_Head], lexicon: Lexicon) -> Iterator[int]:
    """Give the places before which one statement ends and the next begins."""
    last = -1
    for first, second in itertools.pairwise(heads):
        start, end = _stretch(text, first.start)
        if end < second.end or not (first.start == last or first.start - start <= _OPENING):
            continue
        place = _seam(text, first, second, lexicon)
        if place is None or any(lexicon.has(section, text[start:end]) for section in _NEVER):
            continue
        yield place
        last = second.start


def _stretch(text: str, start: int) -> tuple[int, int]:
    """Give the stretch between stops that a place stands in."""
    before = next((at + 1 for at in range(start - 1, -1, -1) if text[at] in _STOPS), 0)
    after = next((at for at in range(start, len(text)) if text[at] in _STOPS), len(text))
    return before, after


def _seam(text: str, first: _Head, second: _Head, lexicon: Lexicon) -> int | None:
    """Give where the statement of the first label ends, if it is whole and the second label begins another one."""
    if first.spec is not None and first.spec.type not in _FREE and text.isascii():
        return None  # English words are apart as they stand; only free words run on into the next label
    between = text[first.end : second.start]
    lead = lexicon.regex("seam.lead").search(between)
    body = between[: lead.start()] if lead is not None else between
    joint = lexicon.regex("seam.copula").search(body)
    value = str(lexicon.regex("seam.particles").sub("", body[joint.end() :] if joint is not None else body)).strip()
    if not value or lexicon.has("seam.open_end", value):
        return None
    if not _is_value(first.spec, value, is_joined=joint is not None) or not _begins(second, text, lexicon):
        return None
    return first.end + len(body)


def _is_value(spec: FieldSpec | None, value: str, *, is_joined: bool) -> bool:
    """Tell whether words between two labels can be the whole value of the first."""
    if spec is None:
        return _NAME.match(value) is not None
    if spec.type == "choice":
        is_own = spec.is_open and is_joined and _WORD.match(value) is not None
        return is_own or choice.read(value, spec.choices) is not None
    if spec.type == "text":
        return (_WORD if is_joined else _NAME).match(value) is not None
    if spec.type in {"list", "map"} or (value.isascii() and " " in value):
        return False
    return _FIGURE.search(value) is not None and _AMOUNT.match(value) is not None


def _begins(head: _Head, text: str, lexicon: Lexicon) -> bool:
    """Tell whether a value of the label follows it: behind what joins it, or at once."""
    tail = text[head.end : head.end + _AHEAD]
    joint = lexicon.regex("seam.copula").search(tail)
    if head.spec is None or joint is not None:
        return bool(tail[joint.end() if joint is not None else 0 :].strip())
    if head.spec.type == "choice":
        return any(tail.startswith(word) for word, _ in choice.words_of(head.spec.choices))
    return head.spec.type not in {"text", "list", "map"} and _STARTS.match(tail) is not None


def _with_commas(folded: Folded, places: Sequence[int]) -> Folded:
    text: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    at = 0
    for place in places:
        text += [folded.text[at:place], ","]
        offsets += (*folded.offsets[at:place], folded.offsets[place])
        ends += (*folded.ends[at:place], folded.ends[place - 1])
        at = place
    whole = "".join((*text, folded.text[at:]))
    return Folded(folded.original, whole, (*offsets, *folded.offsets[at:]), (*ends, *folded.ends[at:]))
