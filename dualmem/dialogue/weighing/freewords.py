"""Free words: what stands behind ``no, it's …`` where a name was shown, or words that are no value of a typed field."""

from collections.abc import Sequence

import re2

from dualmem.dialogue.asking.offered import is_question
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import TEXT_TYPES, Target, Targets, ValueWord
from dualmem.dialogue.weighing.alike import CAPITAL, is_akin, is_akin_to, is_like, is_namesake
from dualmem.dialogue.weighing.itemwords import ItemWords
from dualmem.dialogue.weighing.ledwords import led, may_name
from dualmem.dialogue.weighing.verdict import Verdict
from dualmem.dialogue.weighing.wholewords import (
    begin_of_words,
    is_of_beside,
    is_of_name,
    is_thing,
    is_wished,
    trimmed,
    without_thanks,
)
from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.text import fold

_FIGURES = re2.compile(r"[\d@][\d\-. @]*|[a-z]*[0-9][a-z0-9]*|[a-z0-9]+(?:[-@_/.][a-z0-9]+)+")
_FEW_WORDS, _FEW_HAN = 3, 6
_LONGEST, _LONGEST_HAN = 60, 12
_SWAP = 2  # one segment gives the new value, one denies the shown one
_REFUSING = frozenset(["neg", "elided_not", "no_change"])
_BEFORE = frozenset(["no", "neg", "change", "copula", "filler", "deictic", "contrast", "yes_bare", "slip", "noun.text"])


class FreeWords:
    """Adds to a verdict what words of no grammar say."""

    def __init__(self, scene: Scene, targets: Targets, verdict: Verdict) -> None:
        """Prepare."""
        self.scene = scene
        self.targets = targets
        self.verdict = verdict
        self.is_swap = self.is_bare = False

    def take(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
        """Read the segments; the verdict is changed in place."""
        if self.verdict.is_undecided:
            return
        denials = [s for s in statements if s.polarity in {"no", "notvalue"}]
        has_no = bool(denials)
        self.is_swap = len(cuts) == _SWAP and any(s.token is not None or s.refs for s in denials)
        self.is_bare = not denials or not any(s.is_named or s.denied for s in denials)
        spoken = [cut for cut in cuts if not cut.is_asked]
        if not all([cut.is_known for cut in spoken]):  # what no grammar knows is unknown
            self._misfit(spoken, {ref for s in statements for ref in s.refs if s.polarity}, has_no=has_no)
        if denials:
            self._lengthened(cuts, statements)
        denied = {ref for s in denials for ref in s.refs | s.denied}
        self._text(spoken, has_no=has_no, denied=denied)
        if denials:
            self._denied_texts(cuts, statements)
        ItemWords(self.scene, self.targets, self.verdict).take(spoken, cuts, has_no=has_no)

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
        return words.isascii() and (words.isupper() or self.scene.words.holds("name.pointing", words.lower()))

    def _text(self, cuts: Sequence[Segment], *, has_no: bool, denied: set[str]) -> None:
        """Take the words as the value of the one shown text."""
        texts = [t for t in self.targets.shown if t.spec.type == "text" or t.spec.is_open]
        if len(texts) != 1 or texts[0].id in self.verdict.values or self._is_sentence(texts[0]):
            return
        cuts = may_name(self.scene, cuts)
        if not cuts:
            return
        target, shown = texts[0], self.targets.shown
        led_to = next((span for cut in cuts if (span := led(self.scene, cut, target, denied)) is not None), None)
        if led_to is not None:
            self._give(target, led_to, is_loose=self.scene.lexicon.is_clause(self.scene.text[slice(*led_to)]))
            return
        for cut in cuts:
            span = self._words(cut, has_no=has_no, is_alone=len(self.targets) == 1, shown=target.value)
            is_named = len(shown) == 1 or target.id in denied or any(target.id in t.refs for t in cut.tokens)
            if span is not None and is_named and has_no is False and _agrees(cuts):
                self._ask(target, span)
                return
            if span is not None and (
                is_of_beside(self.scene, span, target)
                or is_thing(self.scene, cut, span, target)
                or self._is_read_elsewhere(span, target)
            ):
                continue
            if span is not None and is_named:
                self._give(target, span, is_loose=is_wished(self.scene, cut, span))
                return
        rival = self._rival(cuts, target) if not has_no and _agrees(cuts) else None
        if rival is not None:
            self._ask(target, rival)
            return
        alone = self._alone(cuts, target) if has_no and len(self.targets) == 1 else self._respelled(cuts, target)
        if alone is not None:
            self._give(target, alone, is_loose=True)

    def _is_read_elsewhere(self, span: Span, target: Target) -> bool:
        """Tell that a rule reads words as the value of another field: no name stands there.

        A list's value counts where its own words lead to it (this Saturday; in Boston).
        """
        said = [one for one in self.scene.extraction.proposals() if one.field != target.spec.path]
        said = [one for one in said if self.scene.schema.field(one.field).type not in TEXT_TYPES]
        return any(one.folded.contains(span) and not (one.is_bare and isinstance(one.value, str)) for one in said)

    def _alone(self, cuts: Sequence[Segment], target: Target) -> Span | None:
        """Give the few plain words right behind a mere no: a guess at the text, shown again (``no, insurance``).

        A shown name in capitals is not taken for one of these.
        """
        is_two = len(cuts) == _SWAP and all("no" in t.kinds for t in cuts[0].tokens)
        tokens = cuts[1].tokens if is_two else ()
        if len(tokens) != 1 or not tokens[0].is_unknown or str(target.value)[:1].isupper():
            return None
        span = trimmed(self.scene, tokens[0].span)
        said = self.scene.text[span.start : span.end]
        is_plain = all(char.isalpha() or char in " &-/" for char in said) and not self.scene.lexicon.is_clause(said)
        is_unsaid = self.scene.lexicon.regex("value.unsaid").fullmatch(said) is not None
        is_short = said.count(" ") < _FEW_WORDS if said.isascii() else len(said) <= _FEW_HAN
        is_unsaid = is_unsaid or self.scene.lexicon.has("name.no_ending", said)
        return span if said and is_plain and is_short and not is_unsaid else None

    def _respelled(self, cuts: Sequence[Segment], target: Target) -> Span | None:
        """Give the one name that is all of a turn and nearly the one that was shown: a guess at how it is written."""
        tokens = cuts[0].tokens if len(cuts) == 1 else ()
        if len(tokens) != 1 or not tokens[0].is_unknown or not isinstance(target.value, str):
            return None
        span = trimmed(self.scene, tokens[0].span)
        place = self.scene.extraction.utterance.folded.to_original(span)
        return span if is_namesake(self.scene.original[place.start : place.end], target.value) else None

    def _rival(self, cuts: Sequence[Segment], target: Target) -> Span | None:
        """Give another text that stands alone behind a bare yes (``yes, Rosa Lind`` beside Anna Schmidt, 对，韩梅梅).

        Whom one speaks to (``yes, boss``, 对，老板) and what one adds in small English letters is no other text.
        """
        last = cuts[-1].tokens if 0 < len(cuts) <= _SWAP and not cuts[-1].is_asked else ()
        opening, rest = (cuts[0].tokens, last) if len(cuts) == _SWAP else (last[:1], last[1:])
        is_led = all(t.kinds & {"yes_bare", "filler"} for t in opening)
        is_led = is_led and (len(cuts) == _SWAP or self.scene.text.isascii())  # 对客户负责
        tokens = self._noun(rest) if is_led else ()
        if not tokens:
            return None
        span = trimmed(self.scene, Span(tokens[0].span.start, tokens[-1].span.end))
        place = self.scene.extraction.utterance.folded.to_original(span)
        text, said = self.scene.original[place.start : place.end], self.scene.text[span.start : span.end]
        if not said or fold(str(target.value)).text in said or self.scene.has("value.address", span):
            return None
        if text.isascii():
            is_small = not any(char.isupper() for char in str(target.value)) and said.count(" ") < _SWAP
            is_name = CAPITAL.match(text) is not None and not self.scene.is_shouted
            return span if is_name or (is_small and text == said and said.replace(" ", "").isalpha()) else None
        return span if 1 < len(said) <= _FEW_HAN and not self.scene.lexicon.has("name.no_ending", said) else None

    def _noun(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Give words that are one noun: unknown ones, and such as may be a part of it (data, 信息)."""
        while tokens and self._is(tokens[0], "said.article"):
            tokens = tokens[1:]
        is_noun = any(t.is_unknown for t in tokens) and all(
            t.is_unknown or (t.value is not None and not t.value.equals) or self._is(t, "said.naming") for t in tokens
        )
        return tokens if is_noun else ()

    def _is(self, token: Token, section: str) -> bool:
        words = self.scene.text[token.span.start : token.span.end]
        return self.scene.lexicon.regex(section).fullmatch(words) is not None

    def _ask(self, target: Target, span: Span) -> None:
        """Ask which holds, the shown text or the one said beside a yes (``yes, it's Anne Schmidt``)."""
        place = self.scene.extraction.utterance.folded.to_original(span)
        words = self.scene.original[place.start : place.end]
        if target.equals(words):
            return
        reading = Reading(span=place, folded=span, outer=span, value=words)
        self.verdict.is_answer = True
        self.verdict.yes.pop(target.id, None)
        self.verdict.which[target.id] = [ValueWord(reading, frozenset((target.id,)), frozenset())]

    def _is_sentence(self, target: Target) -> bool:
        """Tell that what was shown is a sentence or a question: no name takes its place."""
        return is_question(self.scene, target) or str(target.value).rstrip()[-1:] in (".", "!", "?", "。", "！", "？")

    def _denied_texts(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
        """Take, of several shown texts, the words right behind what calls one of them wrong (``姓名不对，是李雷``)."""
        denials = [s for s in statements if s.polarity == "no"]
        texts = {t.id: t for t in self.targets.shown if t.spec.type == "text"} if denials else {}
        for place, cut in enumerate(cuts) if len(texts) > 1 else ():
            denied = [s for s in denials if s.segment == place - 1]
            named = {ref for token in cut.tokens for ref in token.refs} or {ref for s in denied for ref in s.refs}
            owner = texts.get(next(iter(named))) if len(named) == 1 and denied and not cut.is_asked else None
            span = self._words(cut, has_no=True, is_alone=False) if owner is not None else None
            if owner is not None and span is not None and owner.id not in self.verdict.values:
                self._give(owner, span)

    def _give(self, target: Target, span: Span, *, is_loose: bool = False) -> None:
        verdict = self.verdict
        place = self.scene.extraction.utterance.folded.to_original(span)
        words = self.scene.original[place.start : place.end]
        verdict.is_answer = True
        if target.equals(words):
            verdict.yes[target.id] = True
            return
        if any(one is not target and is_akin_to(words, one) for one in self.targets.shown):
            verdict.no.pop(target.id, None)  # 行业不对，是张三峰, beside a shown 张三丰: which of them is meant?
            verdict.undecided.add(target.id)
            return
        reading = Reading(span=place, folded=span, outer=span, value=words)
        verdict.values[target.id] = ValueWord(reading, frozenset((target.id,)), frozenset(), is_loose=is_loose)
        verdict.yes.pop(target.id, None)
        if len(self.targets) == 1 or self.is_bare:
            verdict.no.clear()  # a no that names nothing was about this one
        else:
            verdict.no.pop(target.id, None)

    def _misfit(self, cuts: Sequence[Segment], named: set[str], *, has_no: bool) -> None:
        """Take words that are no value of the one shown field, or look like one, for a correction that can not be.

        What the turn did not name is then left open: the no was about that one.
        """
        if self.verdict.values or self.verdict.misfits:
            return
        for cut in cuts:
            span = self._words(cut, has_no=has_no, is_alone=False) or self._figures(cut, has_no=has_no)
            target = self._meant(self.scene.text[span.start : span.end]) if span is not None else None
            if span is None or target is None:
                continue
            place = self.scene.extraction.utterance.folded.to_original(span)
            reading = Reading(span=place, folded=span, outer=span, refusal=Refusal(reason="not_a_value"))
            self.verdict.misfits[target.id] = ValueWord(reading, frozenset((target.id,)), frozenset())
            self.verdict.is_answer = True
            for other in set(self.verdict.no) - named - {target.id}:
                self.verdict.no.pop(other)

    def _meant(self, words: str) -> Target | None:
        """Give the typed field that words which are no value of it are meant for."""
        if len(self.targets) != 1:
            akin = [t for t in self.targets.shown if is_akin(words, t)]
            return akin[0] if len(akin) == 1 else None
        target = self.targets[0]
        if target.spec.type in TEXT_TYPES or target.spec.is_open or not target.ordinal:
            return None
        is_value_like = any(char.isdigit() or char == "@" for char in words) or target.spec.type == "choice"
        return target if words and is_value_like else None

    def _figures(self, cut: Segment, *, has_no: bool) -> Span | None:
        """Give figures that stand alone beside a no and are no value of the field (``no, 12345`` for a phone)."""
        tail = [t for t in cut.tokens if t.is_unknown]
        words = self.scene.text[tail[0].span.start : tail[0].span.end] if len(tail) == 1 else ""
        is_alone = all(t.is_unknown or t.kinds & _BEFORE for t in cut.tokens)
        return tail[0].span if has_no and is_alone and _FIGURES.fullmatch(words) is not None else None

    def _words(self, cut: Segment, *, has_no: bool, is_alone: bool, shown: object = None) -> Span | None:
        """Give the unknown words that end a segment of answer words, where they can be a value."""
        cut = without_thanks(self.scene, cut)
        begin = begin_of_words(self.scene, cut, _tail(self.scene, cut))
        before = cut.tokens[:begin]
        is_led_in = all(not t.is_unknown and (t.kinds & _BEFORE or t.refs) for t in before)
        if begin >= len(cut.tokens) or not is_led_in or _is_refused(before) or self._is_of_another(cut, begin):
            return None
        span = trimmed(self.scene, Span(cut.tokens[begin].span.start, cut.tokens[-1].span.end))
        place = self.scene.extraction.utterance.folded.to_original(span)
        text = self.scene.original[place.start : place.end]
        longest = _LONGEST if text.isascii() else _LONGEST_HAN
        said = self.scene.text[span.start : span.end]
        is_unsaid = self.scene.lexicon.regex("value.unsaid").fullmatch(said) is not None
        if not text or len(text) > longest or is_unsaid or self.scene.lexicon.is_clause(said):
            return None
        is_led = bool(before) and bool(before[-1].kinds & {"change", "copula"})
        if is_led and (has_no or any(t.kinds & {"change", "contrast"} for t in before)):
            return span
        if is_led and is_alone and isinstance(shown, str) and is_like(self.scene.text[span.start : span.end], shown):
            return span
        is_kin = isinstance(shown, str) and bool(set(fold(shown).text.split()) & set(fold(text).text.split()))
        if is_led and is_alone and is_kin and CAPITAL.match(text) is not None:
            return span  # it's Anna Smith
        is_more = isinstance(shown, str) and fold(shown).text in self.scene.text[span.start : span.end]
        is_more = is_more or (isinstance(shown, str) and is_like(self.scene.text[span.start : span.end], shown))
        is_swapped = self.is_swap and not before and not cut.is_asked  # healthcare, not logistics
        is_name = is_more or is_swapped or (CAPITAL.match(text) is not None and not self.scene.is_shouted)
        return span if has_no and is_alone and is_name else None

    def _is_of_another(self, cut: Segment, begin: int) -> bool:
        """Tell that the words at the end are about a quote, the shown text itself or somebody else.

        ``put pharma on hold``, ``you must be joking``.
        """
        if not len(cut.tokens[-1].span) or any(t.is_unknown and t.refs for t in cut.tokens[begin:]):
            return True
        return self.scene.has("value.subject", Span(cut.span.start, cut.tokens[begin].span.start))


def _agrees(cuts: Sequence[Segment]) -> bool:
    """Tell that the turn says yes and has no word of change."""
    kinds = {kind for cut in cuts for token in cut.tokens if "copula" not in token.kinds for kind in token.kinds}
    return bool(kinds & {"yes_bare", "yes_explicit"}) and not kinds & {"change", "contrast", "except"}


def _is_refused(before: Sequence[Token]) -> bool:
    """Tell that words right before a text deny it (``don't make it pharma``, ``should not be …``)."""
    last = next((n for n in range(len(before) - 1, -1, -1) if before[n].kinds & _REFUSING), None)
    return last is not None and not any(t.refs or t.value is not None for t in before[last + 1 :])


def _tail(scene: Scene, cut: Segment) -> int:
    """Give where the unknown words that end a segment begin, a shown name among them (``logistics and transport``)."""
    place = len(cut.tokens)
    has_unknown = False
    for n in range(len(cut.tokens) - 1, -1, -1):
        token = cut.tokens[n]
        is_shown = token.value is not None and bool(token.value.equals)
        has_unknown |= token.is_unknown
        if token.is_unknown or is_shown:
            place = n
        elif place != n + 1 or not (token.kinds & {"and"} or is_of_name(scene, cut, n)):
            break
    return place if has_unknown and "and" not in cut.tokens[-1].kinds else len(cut.tokens)
