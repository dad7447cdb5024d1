"""Wishes: values that a turn asks for in ordinary words, in answer to what was shown (``no, I need it for 6 days``)."""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.saying.binding import Binder
from dualmem.dialogue.saying.leading import past_openers
from dualmem.dialogue.saying.pointing import gives_to_all
from dualmem.dialogue.saying.things import is_led_to, says_when, things
from dualmem.dialogue.segments.flags import opposite
from dualmem.dialogue.segments.glance import has_value, kinds_of
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.meanings import has_per
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets, ValueWord
from dualmem.dialogue.shown.words import DENYING
from dualmem.model.span import Span

_OWN_WORDED = ("choice", "boolean")
_NO_WISH = frozenset(["no", "neg", "yes_explicit", "hedge", "defer"])
_POINTING = frozenset(["ordinal", "first", "last", "others"])
_ENDING = frozenset(["contrast", "change", "and"])
_TURNING = frozenset({"wish.turn", "wish.unable", "wish.gone"})
_NEAR = 14


def _is_of_another(value: Token, cut: Segment) -> bool:
    """Tell that the nearest name before a value is of nothing shown (``the marketing budget is 600k``)."""
    named = [
        t for t in cut.tokens if t.span.end <= value.span.start and (t.is_other_field or (t.refs and not t.by_noun))
    ]
    return bool(named) and named[-1].is_other_field and named[-1].is_unknown


def _is_judgement(cut: Segment) -> bool:
    """Tell that a segment only calls a shown value right or wrong (50万那个不对)."""
    is_shown = any(t.value is not None and t.value.equals for t in cut.tokens)
    return is_shown and any(t.kinds & (DENYING | {"yes_explicit"}) for t in cut.tokens)


def word_of_longer(token: Token, cut: Segment) -> bool:
    """Tell that a shown name is but a part of what is said: words that nobody knows stand right beside it."""
    place = cut.tokens.index(token)
    joints = [place - 1, place + 1]
    for step, at in zip((-1, 1), joints, strict=True):
        if 0 <= at < len(cut.tokens) and "and" in cut.tokens[at].kinds:
            at += step  # noqa: PLW2901 - logistics and transport
        if 0 <= at < len(cut.tokens) and cut.tokens[at].is_unknown and token.value is not None and token.value.equals:
            return True
    return False


class Wishes:
    """Reads the segments that hold other words than those of answers."""

    def __init__(self, scene: Scene, targets: Targets, cuts: Sequence[Segment], words: Sequence[ValueWord]) -> None:
        """Prepare; ``words``: every reading of every value of the turn."""
        self.scene = scene
        self.by_id = targets.shown_by_id
        self.binder = Binder(scene, targets, words)
        may_turn = scene.may_hold_any(_TURNING) or not DENYING.isdisjoint(kinds_of(cuts))
        self.turned = next((n for n, cut in enumerate(cuts) if self._turns(cut)), None) if may_turn else None
        self.was_wish = self.is_guess = self.says_shift = self.is_shifted = False
        self.lead = 0
        self.denied: frozenset[str] = frozenset()  # what the segment before calls wrong by name

    def _turns(self, cut: Segment) -> bool:
        """Tell that a segment takes something back, says that it does not suit, or is a mere no."""
        is_no = all(["no" in token.kinds for token in cut.tokens]) or any(
            before.kinds & DENYING and token.value is not None and token.value.equals
            for before, token in itertools.pairwise(cut.tokens)
        )
        is_no = is_no or bool(self._left(cut))
        search = self.scene.search
        return is_no or search("wish.turn", cut.span) is not None or search("wish.unable", cut.span) is not None

    def read(self, cut: Segment, index: int, said: Sequence[Statement] = ()) -> list[Statement]:
        """Give the values that a segment wishes for; none where it is no wish, or about something else."""
        last = said[-1] if said and said[-1].polarity == "no" and said[-1].segment >= index - 1 else None
        self.denied = frozenset(last.refs if last is not None else ())
        values = [t for t in cut.tokens if t.value is not None]
        unable = self.scene.search("wish.unable", cut.span) if self.by_id and values else None
        if unable is not None:
            return self._unable(cut, index, unable)
        left = self._left(cut) if values else ()
        if left:
            return [self._unsuited(token, index) for token in left]
        self.is_shifted, self.says_shift = self.says_shift, self._is_shift(cut)
        if not self.by_id or all(t.is_cued for t in values) or (cut.is_known and self._is_answer(cut)):
            return []
        begin = self._begin(cut)
        if begin is not None and cut.is_known and not cut.is_asked and any(t.span.end <= begin for t in values):
            return []  # the grammar of answers reads all of it
        if begin is None:
            self.was_wish = False
            return []
        found: list[Statement] = []
        for token in values:
            if token.span.end > begin and not _is_of_another(token, cut):
                found += self._value(token, cut, index, begin)
        self.was_wish = bool(found)
        return found

    def _left(self, cut: Segment) -> list[Token]:
        """Give the shown values where or when somebody says not to go, stay or leave (``I'm not going to Chicago``)."""
        if cut.is_asked or not self.by_id or not self.scene.may_hold("wish.gone"):
            return []
        start = cut.span.start
        pairs = itertools.zip_longest(cut.tokens, cut.tokens[1:])
        last = [t for t, after in pairs if after is None or after.kinds & _ENDING]  # not: going to Chicago alone
        shown = (t for t in last if t.value is not None and t.value.equals and t.span.start > start)
        return [t for t in shown if self.scene.has("wish.gone", Span(start, t.span.start))]

    def _is_shift(self, cut: Segment) -> bool:
        """Tell that a segment says by how much something changes; what comes of it follows (``one more, so 3``)."""
        return not cut.is_asked and self.scene.search("wish.shift", cut.span) is not None

    def _unable(self, cut: Segment, index: int, unable: Span) -> list[Statement]:
        """Give what does not suit, and behind a but what does (``I'm busy the 3rd but will be free the 9th``)."""
        joint = next((t.span.end for t in cut.tokens if "contrast" in t.kinds and t.span.start > unable.end), None)
        values = [t for t in cut.tokens if t.value is not None]
        if joint is None or self._is_doubted(cut, joint) or not any(t.span.end > joint for t in values):
            return [self._unsuited(token, index) for token in values]
        found = [self._unsuited(token, index) for token in values if token.span.end <= joint]
        for token in values:
            found += self._value(token, cut, index, joint) if token.span.end > joint else []
        return found

    def _unsuited(self, token: Token, index: int) -> Statement:
        """Give the denial of a value that does not suit (``I don't have time today``)."""
        equals = set(token.value.equals) & set(self.by_id) if token.value is not None else set()
        return Statement("notvalue" if equals else "", equals, token=token if equals else None, segment=index)

    def fitting(self, cut: Segment) -> Segment:
        """Give a segment without the counts of something else (``3 rooms`` where people were shown)."""
        if not self.by_id or not has_value(cut):
            return cut
        tokens = tuple(
            Token(token.span, is_unknown=True) if self.binder.is_misfit(token, cut) else token for token in cut.tokens
        )
        return cut._replace(tokens=tokens) if tokens != cut.tokens else cut

    def _is_answer(self, cut: Segment) -> bool:
        """Tell that the grammar of answers reads a segment well: it judges, parts or names, or its value is alone."""
        if cut.is_asked or ((self.was_wish or self.is_shifted) and not _is_judgement(cut)):
            return False
        kinds = {kind for token in cut.tokens[1:] for kind in token.kinds} | (cut.tokens[0].kinds & {"yes_explicit"})
        if kinds & _NO_WISH or any("contrast" in t.kinds or "except" in t.kinds for t in cut.tokens):
            return True
        if any(kind.partition(".")[0] in _POINTING for token in cut.tokens for kind in token.kinds):
            return True
        values = [token.value for token in cut.tokens if token.value is not None]
        if len(values) > 1 and any(value.equals for value in values):
            return True  # an old value may name what the new one is for
        return not self._is_framed(cut)

    def _is_framed(self, cut: Segment) -> bool:
        sections = ("wish.frame", "wish.polite", "wish.may", "wish.able", "wish.said", "wish.suits")
        return (
            any(self._first(section, cut) is not None for section in sections)
            or self.scene.match("wish.order", past_openers(self.scene, cut.span)) is not None
        )

    # -- frames ----------------------------------------------------------------------------------------------------
    def _begin(self, cut: Segment) -> int | None:
        """Give where the words of a wish begin behind which values count."""
        begin = self._framed(cut)
        if begin is None or self._is_doubted(cut, begin):
            return None
        return begin

    def _is_doubted(self, cut: Segment, begin: int) -> bool:
        joints = [token.span.end for token in cut.tokens if "contrast" in token.kinds and token.span.end <= begin]
        joint = self.scene.search("wish.so", Span(cut.span.start, begin))
        start = max([cut.span.start, self.lead, *joints, joint.end if joint is not None else 0])
        behind = Span(start, cut.span.end)
        doubts = [t for t in cut.tokens if "hedge" in t.kinds and "hedge_soft" not in t.kinds]
        return any(behind.overlaps(t.span) for t in doubts) or self.scene.search("wish.maybe", behind) is not None

    def _is_sure(self, cut: Segment) -> bool:
        """Tell that what a question asks for where something is taken back is wished (not: are we able to pay by …)."""
        return self.scene.search("wish.may", cut.span) is not None or self._is_familiar(cut)

    def _is_hedged(self, before: Span) -> bool:
        """Tell that doubt opens a question that asks for something (**maybe** could we do the 8th?)."""
        return len(before) > 0 and self.scene.search("wish.maybe", before) is not None

    def _framed(self, cut: Segment) -> int | None:
        self.is_guess = False  # that what leads to the value is about it
        self.lead = 0  # where the words of a question begin that asks for something
        is_turned = self.turned is not None
        start = past_openers(self.scene, cut.span)
        if cut.is_asked or self._asks(cut):
            order = self._first("wish.polite", cut)
            if order is None:
                asked = self.scene.search("wish.may", cut.span) or self.scene.search("wish.able", cut.span)
                order = asked.end if asked is not None else None
                self.is_guess = not is_turned or not self._is_sure(cut)  # can I get 3 tickets: perhaps only asked
            self.lead = order or 0
            self.is_guess = self.is_guess or self._is_hedged(Span(cut.span.start, max(self.lead, cut.span.start)))
            is_ours = order is not None and not self._is_topic(cut, order) and self._is_ours(cut, is_turned=is_turned)
            return order if is_ours else None
        framed = self._first("wish.frame", cut)
        if framed is None and self.scene.match("wish.order", start) is not None:
            framed = start
        if framed is None and is_turned:
            framed = self._first("wish.said", cut)
        if framed is None or not any(t.value is not None and t.span.end > framed for t in cut.tokens):
            framed = self._told(cut, is_turned=is_turned)
        if framed is not None:
            return framed if self._is_ours(cut, is_turned=is_turned) else None
        is_fragment = self.scene.search("wish.clause", cut.span) is None
        is_familiar = is_fragment and self._is_familiar(cut)
        is_wished = is_turned or self.was_wish
        if not is_fragment or is_familiar or not (is_wished or self.is_shifted):
            self.is_guess = self.is_shifted and not is_wished
            return start if is_fragment and is_familiar else None
        self.is_guess = is_led_to(self.scene, cut)
        is_when = self.is_guess and says_when(self.scene, cut)
        self.is_guess = self.is_guess or not is_wished  # one more meeting, December 20
        return None if is_when else start

    def _is_topic(self, cut: Segment, order: int) -> bool:
        """Tell that it is asked whether a thing can be changed, not that somebody do it (``预算能改成60万吗``)."""
        is_named = any(t.refs and t.span.end <= order for t in cut.tokens)
        text = self._text(cut.span)
        return is_named and not text.isascii() and self._first("wish.addressed", cut) is None

    def _told(self, cut: Segment, *, is_turned: bool) -> int | None:
        """Give where a sentence begins that says what a shown thing is, has, or that a value suits better."""
        if is_turned and self.scene.search("wish.suits", cut.span) is not None:
            return cut.span.start
        copula = self.scene.search("wish.copula", cut.span)
        if copula is not None and self._is_told(cut, copula):
            return copula.start
        has = self._first("wish.has", cut)
        is_flagged = any(t.value is not None and isinstance(t.value.reading.value, bool) for t in cut.tokens)
        return has if is_flagged else None

    def _is_told(self, cut: Segment, copula: Span) -> bool:
        """Tell that what stands before a copula is something shown: its label, or words of it."""
        is_label = any(t.refs and not t.by_noun and t.span.end <= copula.start for t in cut.tokens)
        return is_label or self.binder.is_familiar(self._text(Span(cut.span.start, copula.start)))

    def _asks(self, cut: Segment) -> bool:
        """Tell that a word of a question stands in a segment, and is no relative one (``luggage which I take``)."""
        for place, token in enumerate(cut.tokens):
            if "ask" in token.kinds and "yes_bare" not in token.kinds:
                before = cut.tokens[:place]
                is_relative = any(t.is_unknown or t.value is not None for t in before)
                if not is_relative or self.scene.mood_at(token.span.start) == "asked":
                    return True
        return False

    def _first(self, section: str, cut: Segment) -> int | None:
        found = self.scene.search(section, cut.span)
        return found.start if found is not None else None

    def _is_ours(self, cut: Segment, *, is_turned: bool) -> bool:
        """Tell that a wish is about what was shown: it takes something back, or speaks in words of what was shown."""
        if is_turned or self.was_wish:
            return True
        return self._is_familiar(cut) or self.scene.search("wish.it", cut.span) is not None

    def is_familiar(self, span: Span) -> bool:
        """Tell that words speak of what was shown."""
        return self.binder.is_familiar(self._text(span))

    def _is_familiar(self, cut: Segment) -> bool:
        """Tell that a segment speaks of what was shown in other words than those of an amount (1200 per person)."""
        text = self._text(cut.span)
        for token in cut.tokens:
            value = token.value
            if value is not None and has_per(value.reading.value):
                first, end = value.span.start - cut.span.start, value.span.end - cut.span.start
                text = text[:first] + " " * (end - first) + text[end:]
        return self.binder.is_familiar(text)

    # -- values ----------------------------------------------------------------------------------------------------
    def _value(self, token: Token, cut: Segment, index: int, begin: int) -> list[Statement]:
        assert token.value is not None
        bound = self.binder.bind(token, cut, self.denied)
        if bound is None:
            return []
        is_longer = word_of_longer(token, cut) and any(self.by_id[ref].spec.type == "text" for ref in bound.refs)
        if is_longer or self._is_vague(token, cut):
            return []
        is_worded = all(self.by_id[ref].spec.type in _OWN_WORDED for ref in bound.refs)
        if not is_worded and not token.is_cued and self._is_apart(token, begin):
            return []
        word, refs = bound.word, bound.refs
        word = word._replace(is_loose=True) if token.value.is_loose else word
        if word.equals & refs and is_replaced(self.scene, cut, token):
            return [Statement("wish", set(word.equals & refs), segment=index, is_foreign=True)]
        is_denied = token.is_denied or self._is_denied(token, cut, begin)
        turned = opposite(word, self.by_id, refs) if is_denied else None
        word, is_denied = (word, is_denied) if turned is None else (turned, False)
        if is_denied and not word.equals & refs:
            return []
        is_denied_first = self.turned is not None and self.turned < index  # no, get me a place for 3
        if self.is_guess or (not is_denied_first and self._has_object(token, cut)):
            word = word._replace(is_loose=True)
        said = token._replace(value=word)
        is_changed = self.turned is not None or any("change" in t.kinds for t in cut.tokens)
        polarity = "notvalue" if is_denied else "value"
        before = [t for t in cut.tokens if t.span.end <= token.span.start]
        is_all = refs == self.by_id.keys() and gives_to_all(before, [*self.by_id.values()])
        named = set() if is_all else set(refs)
        return [Statement(polarity, named, token=said, is_all=is_all, is_changed=is_changed, segment=index)]

    def _has_object(self, token: Token, cut: Segment) -> bool:
        """Tell that a thing nobody showed is changed to the value (``move the call to Friday``, ``把房租改成3000``)."""
        is_label = any(t.refs and not t.by_noun for t in cut.tokens)
        found = things(self.scene, cut, token)
        return any(is_label or not self.binder.is_familiar(self._text(span)) for span in found)

    def _is_vague(self, token: Token, cut: Segment) -> bool:
        """Tell that a value is but a vague one before other words (``I need a few days to prepare``)."""
        words = self._text(token.value.span) if token.value is not None else ""
        is_vague = self.scene.lexicon.has("value.vague", words)
        return is_vague and any(t.is_unknown and t.span.start >= token.span.end for t in cut.tokens)

    def _is_apart(self, token: Token, begin: int) -> bool:
        """Tell that the words before the value are about something else (a meeting, my flight, his birthday)."""
        return self.scene.search("wish.apart", Span(begin, token.span.start)) is not None

    def _is_denied(self, token: Token, cut: Segment, begin: int) -> bool:
        if self.scene.search("wish.not", Span(max(begin, token.span.start - _NEAR), token.span.start)) is not None:
            return True
        near = [t for t in cut.tokens if begin <= t.span.start < token.span.start]
        return any(t.kinds & DENYING and not t.kinds & {"no_opening"} for t in near[-3:])

    def _text(self, span: Span) -> str:
        return self.scene.text[span.start : span.end]


def is_replaced(scene: Scene, cut: Segment, token: Token) -> bool:
    """Tell that a value is the old one, and what it is to become could not be read (``change Jeffrey to …``)."""
    behind = [t for t in cut.tokens if t.span.start >= token.span.end]
    if not any(t.is_unknown for t in behind):
        return False
    return "change" in behind[0].kinds or scene.lexicon.has("wish.into", scene.text[token.span.end :])
