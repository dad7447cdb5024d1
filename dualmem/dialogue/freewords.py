"""Free words: what stands behind ``no, it's …`` where a name was shown, or words that are no value of a typed field."""

from collections.abc import Sequence

import re2

from dualmem.dialogue.scene import Scene
from dualmem.dialogue.statement import Statement
from dualmem.dialogue.targets import TEXT_TYPES, Target, ValueWord
from dualmem.dialogue.tokens import Segment
from dualmem.dialogue.verdict import Verdict
from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.text import fold

_CAPITAL = re2.compile(
    r"^\p{Lu}[\p{L}\d.'’&-]*(?: (?:(?:of|the|and|at|de|in|&) ){0,2}[\p{Lu}\d&][\p{L}\d.'’&-]*){0,6}$"
)
_LONGEST = 60
_LONGEST_HAN = 12
_POINTING = ("it", "this", "that")  # right before a name, without a copula, they may begin it
_BEFORE = frozenset(["no", "neg", "change", "copula", "filler", "deictic", "contrast", "yes_bare", "slip", "noun.text"])


class FreeWords:
    """Adds to a verdict what words of no grammar say."""

    def __init__(self, scene: Scene, targets: Sequence[Target], verdict: Verdict) -> None:
        """Prepare."""
        self.scene = scene
        self.targets = targets
        self.verdict = verdict

    def take(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
        """Read the segments; the verdict is changed in place."""
        if self.verdict.is_undecided:
            return
        has_no = any(s.polarity in {"no", "notvalue"} for s in statements)
        spoken = [cut for cut in cuts if not cut.is_asked]
        self._misfit(spoken, has_no=has_no)
        self._lengthened(cuts, statements)
        denied = {ref for s in statements if s.polarity in {"no", "notvalue"} for ref in s.refs | s.denied}
        self._text(spoken, has_no=has_no, denied=denied)

    def _lengthened(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
        """Leave a shown name open that is said again behind a no, with a small word that may belong to it.

        ``不对，是幸福里吧`` and ``no, IT Chapter Two`` may give another name; the shown one is not it.
        """
        for said in statements:
            word = said.token.value if said.polarity == "value" and said.token is not None else None
            is_denied = any(s.polarity == "no" and not s.is_named and s.segment == said.segment - 1 for s in statements)
            if word is None or not is_denied or not self._is_joined(cuts[said.segment], word.span):
                continue
            for target in self.targets:
                if target.id in word.equals and target.spec.type == "text" and self.verdict.yes.pop(target.id, False):
                    self.verdict.undecided.add(target.id)

    def _is_joined(self, cut: Segment, span: Span) -> bool:
        """Tell that a small word stands right at a name: a particle behind it, or one in capitals before it."""
        folded = self.scene.extraction.utterance.folded
        behind = any(t.span.start == span.end and t.kinds & {"filler"} for t in cut.tokens)
        before = next((t for t in cut.tokens if t.span.end in (span.start, span.start - 1)), None)
        if behind or before is None or not before.kinds & {"deictic", "filler"}:
            return behind
        place = folded.to_original(before.span)
        words = folded.original[place.start : place.end]
        return words.isascii() and (words.isupper() or words.lower() in _POINTING)

    def _text(self, cuts: Sequence[Segment], *, has_no: bool, denied: set[str]) -> None:
        """Take the words as the value of the one shown text."""
        texts = [t for t in self.targets if t.ordinal and (t.spec.type == "text" or t.spec.is_open)]
        if len(texts) != 1 or texts[0].id in self.verdict.values:
            return
        target, shown = texts[0], [t for t in self.targets if t.ordinal]
        for cut in cuts:
            span = self._words(cut, has_no=has_no, is_alone=len(self.targets) == 1, shown=target.value)
            is_named = len(shown) == 1 or target.id in denied or any(target.id in t.refs for t in cut.tokens)
            if span is not None and is_named:
                self._give(target, span)
                return

    def _give(self, target: Target, span: Span) -> None:
        verdict = self.verdict
        place = self.scene.extraction.utterance.folded.to_original(span)
        words = self.scene.original[place.start : place.end]
        verdict.is_answer = True
        if target.equals(words):
            verdict.yes[target.id] = True
            return
        reading = Reading(span=place, folded=span, outer=span, value=words)
        verdict.values[target.id] = ValueWord(reading, frozenset((target.id,)), frozenset())
        verdict.yes.pop(target.id, None)
        if len(self.targets) == 1:
            verdict.no.clear()
        else:
            verdict.no.pop(target.id, None)

    def _misfit(self, cuts: Sequence[Segment], *, has_no: bool) -> None:
        """Take words that are no value of the one shown field for a correction that can not be."""
        if len(self.targets) != 1 or self.verdict.values:
            return
        target = self.targets[0]
        if target.spec.type in TEXT_TYPES or target.spec.is_open or not target.ordinal:
            return
        for cut in cuts:
            span = self._words(cut, has_no=has_no, is_alone=False)
            words = self.scene.text[span.start : span.end] if span is not None else ""
            is_value_like = any(char.isdigit() or char == "@" for char in words) or target.spec.type == "choice"
            if span is not None and is_value_like:
                place = self.scene.extraction.utterance.folded.to_original(span)
                reading = Reading(span=place, folded=span, outer=span, refusal=Refusal(reason="not_a_value"))
                self.verdict.misfits[target.id] = ValueWord(reading, frozenset((target.id,)), frozenset())
                self.verdict.is_answer = True

    def _words(self, cut: Segment, *, has_no: bool, is_alone: bool, shown: object = None) -> Span | None:
        """Give the unknown words that end a segment of answer words, where they can be a value."""
        tail = [t for t in cut.tokens if t.is_unknown]
        before = cut.tokens[:-1]
        if len(tail) != 1 or cut.tokens[-1] is not tail[0] or not all(t.kinds & _BEFORE or t.refs for t in before):
            return None
        span = self._trimmed(tail[0].span)
        place = self.scene.extraction.utterance.folded.to_original(span)
        text = self.scene.original[place.start : place.end]
        longest = _LONGEST if text.isascii() else _LONGEST_HAN
        if not text or len(text) > longest or self.scene.has("talk.clause", span):
            return None
        is_led = bool(before) and bool(before[-1].kinds & {"change", "copula"})
        if is_led and (has_no or any(t.kinds & {"change", "contrast"} for t in before)):
            return span
        if is_led and is_alone and isinstance(shown, str) and _is_like(self.scene.text[span.start : span.end], shown):
            return span
        is_kin = isinstance(shown, str) and bool(set(fold(shown).text.split()) & set(fold(text).text.split()))
        if is_led and is_alone and is_kin and _CAPITAL.match(text) is not None:
            return span  # it's Anna Smith
        is_more = isinstance(shown, str) and fold(shown).text in self.scene.text[span.start : span.end]
        is_more = is_more or (isinstance(shown, str) and _is_like(self.scene.text[span.start : span.end], shown))
        return span if has_no and is_alone and (is_more or _CAPITAL.match(text) is not None) else None

    def _trimmed(self, span: Span) -> Span:
        text = self.scene.text[span.start : span.end]
        start = span.start + len(text) - len(text.lstrip(" ,:\"'"))
        return Span(start, span.start + len(text.rstrip(" ,.。!\"'")))


def _is_like(words: str, shown: str) -> bool:
    """Tell that Chinese words are as long as what was shown and share a character (``是赵闵`` for 赵敏)."""
    known = fold(shown).text
    return not known.isascii() and abs(len(words) - len(known)) <= 1 and bool(set(words) & set(known))
