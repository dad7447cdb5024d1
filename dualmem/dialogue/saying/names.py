"""Names: other names for shown free texts, among ordinary words (``no, I want to share it with Charles``).

Where such a name ends is a guess, so it is shown again and never written by the turn that says it, unless it stands
alone in answer to one showing. It counts only where the turn takes something back or wishes, and where the words before
it, or the label they name, say which text it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import re2

from dualmem.dialogue.saying.capitals import beside_values, capital_runs, has_capital, stripped
from dualmem.dialogue.saying.owners import KINDS, PLACES, Owners
from dualmem.dialogue.saying.pointing import leads_to_name
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.named import folded
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord
from dualmem.dialogue.shown.words import DENYING, YES
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.value import Value

_NOUN = re2.compile(r"\pL+")
_SHORTENED = re2.compile(r"(?:^|\s)\p{Lu}(?:\pL{0,3}|(?:\.\p{Lu})+)\.$")  # ends no sentence: Co., Washington D.C.
_HINTS = "name.call wish.frame wish.polite wish.may"
_WISHES = ("wish.frame", "wish.polite")
_CUES = frozenset(f"name.to.{kind}" for kind in KINDS)
_OWNING = frozenset(f"name.{cue}" for cue in ("copula", "inverted", "any", *KINDS))
_LONGEST, _MOST_WORDS, _LONGEST_HAN, _MOST_LED = 60, 9, 12, 5
_HOUSE = 100  # a figure from here on, right before a name in capitals, is the number of a house (1501 Trousdale Drive)
_SMALL = frozenset(("filler", "change", "copula", "slip", "deictic", "also", "no", "and"))
_WEIGHING = YES | DENYING | {"hedge", "defer"}


@dataclass(frozen=True, slots=True)
class _Found:
    """A name in folded text, and the texts it may be for; the end of a loose one is a guess."""

    span: Span
    ids: frozenset[str]
    is_loose: bool = True


class Names:
    """Finds names for the free texts that were shown."""

    def __init__(self, scene: Scene, targets: Targets, *, is_turned: bool) -> None:
        """Prepare; ``is_turned``: the turn takes something back."""
        self.scene = scene
        self.is_turned = is_turned
        self.is_only = len(targets.shown) == 1
        self._targets = targets

    @cached_property
    def texts(self) -> list[Target]:
        """Give the shown free texts that are names."""
        return [t for t in self._targets.shown if t.spec.type == "text" and self._is_name(t.value)]

    @cached_property
    def owners(self) -> Owners:
        """Give what tells whose a name is."""
        return Owners(self.scene, self.texts)

    @cached_property
    def _may_be(self) -> bool:
        """Tell, at a glance, that the turn may call something by a name: it takes something back, calls, wishes."""
        return self._may_name() and (self.is_turned or self.scene.hints(_HINTS) or self._is_lone)

    def _may_name(self) -> bool:
        """Tell that a name may stand behind its cue, or in capitals beside words that say whose it is."""
        scene = self.scene
        if scene.may_hold("name.call") or (not scene.text.isascii() and scene.may_hold_any(_CUES)):
            return True
        return any(map(str.isupper, scene.original)) and self._may_own and not scene.is_shouted

    @cached_property
    def _is_lone(self) -> bool:
        """Tell, at a glance, that the turn is but a small word and what it leads to (``From Fresno.``)."""
        first, _, rest = self.scene.text.strip().partition(" ")
        is_short = bool(rest) and rest.count(" ") < _MOST_LED
        return is_short and any(self._holds(f"name.{cue}", first) for cue in ("from", "into", *PLACES))

    def _is_name(self, value: Value) -> bool:
        """Tell that a shown text is a name, not a sentence or a question."""
        if not isinstance(value, str):
            return False
        text = folded(value)
        is_short = 0 < len(text) <= _LONGEST and text.count(" ") < _MOST_WORDS
        is_ended = is_short and text[-1] in ".!?。" and _SHORTENED.search(value.rstrip()) is None
        return is_short and not is_ended and not self.scene.words.holds("offered.asks", text)

    def read(self, cut: Segment, index: int, *, is_led: bool) -> list[Statement]:
        """Give the names of a segment; ``is_led``: the segment before it takes something back."""
        if (
            not self._may_be
            or not self.texts
            or any(t.kinds & {"hedge", "defer"} and "hedge_soft" not in t.kinds for t in cut.tokens)
        ):
            return []
        found = self._called(cut)
        if found is None:
            found = self._behind(cut) or self._capitals(cut, is_led=is_led)
        ruled = {t.value.span for t in cut.tokens if t.is_cued and t.value is not None}  # a rule knows where it ends
        is_plain = all(t.is_cued or (t.kinds and t.kinds <= _SMALL) for t in cut.tokens)
        found = [one for one in found if one.span not in ruled or (self._folded(one.span).isascii() and not is_plain)]
        return [
            self._statement(one, index)
            for one in found
            if not any(folded(str(t.value)) == self._folded(one.span) for t in self.texts)
        ]

    def without(self, cut: Segment, said: Sequence[Statement]) -> Segment:
        """Give a segment without the words that are names."""
        spans = [s.token.span for s in said if s.token is not None]
        tokens = tuple(t for t in cut.tokens if not any(t.span.overlaps(span) for span in spans))
        return Segment(cut.span, tokens, cut.is_asked, cut.is_closed, cut.mood)

    def _statement(self, found: _Found, index: int) -> Statement:
        place = self.scene.extraction.utterance.folded.to_original(found.span)
        words = self.scene.original[place.start : place.end]
        reading = Reading(span=place, folded=found.span, outer=found.span, value=words)
        word = ValueWord(reading, found.ids, frozenset(), is_loose=found.is_loose)
        return Statement("value", set(found.ids), token=Token(found.span, value=word), is_changed=True, segment=index)

    # -- call it … -------------------------------------------------------------------------------------------------
    def _called(self, cut: Segment) -> list[_Found] | None:
        """Give what stands behind ``call it``, to the end of the segment; None where no such words stand there."""
        cue = next(iter(self.scene.find("name.call", cut.span.start, cut.span.end)), None)
        if cue is None:
            return None
        mine = [t for t in self.texts if self.owners.is_of(t, "named") and not self.owners.is_of(t, "person")]
        mine = mine or [t for t in self.texts if self.owners.is_of(t, "named")]
        span = self._to_end(cut.span.start + cue.end, cut)
        if self._is_judging(span):
            return None
        thing = self._thing(self._folded(Span(cut.span.start + cue.start, cut.span.start + cue.end)))
        if thing is not None and not any(self.owners.speaks_of(t, thing) for t in mine):
            return []  # the name of the restaurant is …
        if len(mine) != 1 or not self._is_short(span):
            return []
        return [_Found(span, frozenset((mine[0].id,)))]

    def _thing(self, words: str) -> str | None:
        """Give the thing whose name words call (the alarm of ``the name of the alarm is``)."""
        lead = next(iter(self.scene.lexicon.find("name.of", words)), None)
        noun = _NOUN.match(words[lead.end :]) if lead is not None else None
        return noun.group() if noun is not None else None

    def _to_end(self, start: int, cut: Segment) -> Span:
        """Give the place from a cue to the end of the segment, without what ends a name."""
        hits = self.scene.find("name.end", start, cut.span.end)
        end = next((hit.start for hit in hits if hit.start), max(cut.span.end - start, 0))
        return stripped(self.scene, Span(start, start + end))

    def _behind(self, cut: Segment) -> list[_Found]:
        """Give the name in a language without capitals that stands behind its cue (``分享给李雷``)."""
        if self._folded(cut.span).isascii() or not self._is_wish(cut):
            return []
        for kind in KINDS:
            cue = next(iter(self.scene.find(f"name.to.{kind}", cut.span.start, cut.span.end)), None)
            if cue is None:
                continue
            own = any(self.owners.is_of(t, kind) for t in self.texts)
            ids = self.owners.by_kind([kind], "") if own or leads_to_name(cut, cue) else frozenset()
            span = self._to_end(cut.span.start + cue.end, cut)
            if ids and self._is_short(span) and not self._is_taken(span, cut) and not self._is_judging(span):
                return [_Found(span, ids, is_loose=not (self.is_only and self._is_all(span, cut)))]
        return []

    def _is_all(self, span: Span, cut: Segment) -> bool:
        """Tell that a segment is but a word of change and the name (``改成医药``); a figure names nothing."""
        rest = [t for t in cut.tokens if not t.span.overlaps(span)]
        is_led = bool(rest) and all(t.kinds & {"change", "copula", "filler"} and t.span.end <= span.start for t in rest)
        return is_led and not any(map(str.isnumeric, self._folded(span))) and self._is_covered(span, cut)

    def _is_judging(self, span: Span) -> bool:
        """Tell that what stands behind is a yes or a no, or names nothing (``the name is wrong``, ``改成别的``)."""
        if self.scene.lexicon.regex("value.unsaid").fullmatch(self._folded(span)) is not None:
            return True
        words = self.scene.words.find(self.scene.text, span.start, span.end)
        return bool(words) and words[0].span.start == span.start and bool(words[0].kinds & _WEIGHING)

    def _is_short(self, span: Span) -> bool:
        text = self._folded(span)
        if not text or (self._holds("talk.clause", text) and text.count(" ") > 4):
            return False
        return len(text) <= (_LONGEST if text.isascii() else _LONGEST_HAN) and text.count(" ") < _MOST_WORDS

    # -- names in capitals -----------------------------------------------------------------------------------------
    @cached_property
    def _may_own(self) -> bool:
        """Tell, at a glance, that words of the turn may say whose name one in capitals is."""
        return self.is_turned or self.scene.may_hold_any(_OWNING)

    def _capitals(self, cut: Segment, *, is_led: bool) -> list[_Found]:
        if not has_capital(self.scene, cut.span) or not self._may_own or self.scene.is_shouted:
            return []
        found: list[_Found] = []
        at = cut.span.start
        for span in self._runs(cut):
            before = self._folded(Span(at, span.start)).rstrip()
            after = self._folded(Span(span.end, cut.span.end))
            ids = self._owners(span, before, after, cut, is_led=is_led)
            is_sure = self.is_only and self._is_alone(span, cut)
            is_ours = bool(ids) and not self._holds("value.subject", before)  # no, she must be Anna
            found += [_Found(span, ids, is_loose=not is_sure)] if is_ours else []
            at = span.end
        return found

    def _runs(self, cut: Segment) -> list[Span]:
        """Give the places of words in capitals or numbers that stand together, and may be a name."""
        runs = [run for whole in capital_runs(self.scene, cut.span) for run in self._ends(whole)]
        spans = [beside_values(self.scene, self._behind_old(run), cut) for run in runs]
        spans = [span for span in spans if has_capital(self.scene, span) and not self._is_article(span)]
        return [span for span in spans if self._is_short(span) and not self._is_taken(span, cut)]

    def _ends(self, run: Span) -> list[Span]:
        """Give the two places of ``from Fresno to San Diego`` where the ends of a way were shown."""
        lead = self._folded(Span(0, run.start)).rstrip()
        is_way = self.owners.has_way and self._holds("name.from", lead)
        joint = next(iter(self.scene.lexicon.find("value.way_joint", self._folded(run))), None) if is_way else None
        if joint is None:
            return [run]
        return [Span(run.start, run.start + joint.start), Span(run.start + joint.end, run.end)]

    def _is_article(self, span: Span) -> bool:
        """Tell that a word that may begin a name stands for itself (No. **The** date should be …)."""
        return self.scene.lexicon.regex("name.article").fullmatch(self._folded(span)) is not None

    def _behind_old(self, run: Span) -> Span:
        """Give the place of a name behind the shown one that it is to replace (``Jeffrey to Douglas``)."""
        for target in self.texts:
            old = folded(str(target.value))
            rest = self._folded(run).removeprefix(old)
            joint = self.scene.lexicon.regex("name.onto").match(rest) if len(rest) < len(run) else None
            if joint is not None:
                return Span(run.start + len(old) + joint.end(), run.end)
        return run

    def _is_taken(self, span: Span, cut: Segment) -> bool:
        """Tell that a value, or a label, stands at a place, or a value right before it (``Spanish Subtitles``)."""
        for token in cut.tokens:
            if token.value is None and (not token.is_other_field or token.is_unknown):
                continue
            if token.value is not None and 0 <= span.start - token.value.span.end <= 1:
                return True
            if token.span.overlaps(span) and not self._is_part(token, span):
                return True
        return False

    def _is_part(self, token: Token, span: Span) -> bool:
        """Tell that a value is but a number in a longer name (``Four Star Theatre``), or a shown name itself."""
        if token.value is None:
            return False
        value, place = token.value.reading.value, token.value.span
        is_number = isinstance(value, int) and (not token.is_cued or value >= _HOUSE)
        is_shown = any(t.id in token.value.equals for t in self.texts) and not (place.contains(span) and place != span)
        return is_shown or (is_number and len(place) < len(span) and span.contains(place))

    # -- whose name it is ------------------------------------------------------------------------------------------
    def _owners(self, span: Span, before: str, after: str, cut: Segment, *, is_led: bool) -> frozenset[str]:
        owners, is_wish = self.owners, self._is_wish(cut)
        by_label = frozenset(t.id for t in self.texts if owners.is_swapped(t, before)) or owners.by_label(before)
        if by_label:
            return by_label if is_wish else frozenset()
        inverted = owners.inverted(after)
        if inverted:
            return inverted if self.is_turned else frozenset()
        cued = self._cued(before)
        if cued:
            return owners.by_kind(cued, before) if is_wish else self._by_kind_alone(cued, before, span, cut)
        if self._holds("name.any", before):
            return owners.by_shape(span) if is_wish else frozenset()
        if self._is_alone(span, cut) and self.is_turned and (is_led or before or owners.spoken):
            return owners.by_shape(span) or self._whichever(span, before, cut)
        return frozenset()

    def _cued(self, before: str) -> list[str]:
        """Give the kinds of names that the words before one lead to."""
        cued = [kind for kind in KINDS if self._holds(f"name.{kind}", before)]
        is_to = not cued and self.owners.has_way and self.scene.lexicon.regex("name.into").fullmatch(before.strip())
        return list(PLACES) if is_to else cued  # to Fresno

    def _by_kind_alone(self, kinds: Sequence[str], before: str, span: Span, cut: Segment) -> frozenset[str]:
        """Give the one place where a turn is but a small word that leads to it and its name (``From Fresno.``)."""
        text, own = self.scene.text, [kind for kind in kinds if kind in PLACES]
        is_whole = not (text[: cut.span.start] + text[cut.span.end :]).strip(" .,!") and not cut.is_asked
        ids = self.owners.by_kind(own, before) if own and is_whole and self._is_alone(span, cut) else frozenset()
        return frozenset(t.id for t in self.texts if t.id in ids and any(self.owners.is_of(t, kind) for kind in own))

    def _whichever(self, span: Span, before: str, cut: Segment) -> frozenset[str]:
        """Give all texts for a name that says not which of them it is for: it is asked (``no, Anna`` of two names).

        Whom one speaks to is none of them (no, thanks Anna; no sir), nor what goes on behind another name (…, CA).
        """
        is_unknown = any(t.is_unknown and t.span.overlaps(span) for t in cut.tokens)
        is_greeted = self.scene.lexicon.regex("talk.greeting").fullmatch(before.strip()) is not None
        is_greeted = is_greeted or self._holds("cmd.takes_nothing", self.scene.text[: span.end])
        is_beside = any(t.value is not None for t in cut.tokens) or has_capital(self.scene, Span(1, max(span.start, 1)))
        is_one = is_unknown and not (is_greeted or is_beside or self._holds("value.address", self._folded(span)))
        return frozenset(t.id for t in self.texts) if is_one else frozenset()

    def _is_alone(self, span: Span, cut: Segment) -> bool:
        """Tell that nothing but small words stands beside a name in its segment."""
        rest = [t for t in cut.tokens if not t.span.overlaps(span)]
        small = _SMALL | {"neg"} if self.owners.spoken else _SMALL
        return all(t.kinds & small or t.value is not None for t in rest) and self._is_covered(span, cut)

    def _is_covered(self, span: Span, cut: Segment) -> bool:
        return all(span.contains(t.span) for t in cut.tokens if t.span.overlaps(span) and t.is_unknown)

    def _is_wish(self, cut: Segment) -> bool:
        sections = ("wish.polite", *(("wish.may",) if self.is_turned else ())) if cut.is_asked else _WISHES
        is_said = any(self.scene.search(section, cut.span) is not None for section in sections)
        return is_said or (self.is_turned and not cut.is_asked)

    def _holds(self, section: str, words: str) -> bool:
        """Tell that a part of the turn, read by itself, holds a word of a section."""
        return self.scene.may_hold(section) and self.scene.lexicon.has(section, words)

    def _folded(self, span: Span) -> str:
        return self.scene.text[span.start : span.end]
