"""Cutting: the turn cut into segments of tokens, with the values that rules and grammars found in it."""

from collections.abc import Sequence
from operator import itemgetter

from dualmem.dialogue.segments.accents import respelled
from dualmem.dialogue.segments.addressed import addressed
from dualmem.dialogue.segments.around import around, split_verbs
from dualmem.dialogue.segments.asides import joined_over_asides
from dualmem.dialogue.segments.blanks import (
    closed_values,
    is_led_to,
    masked,
    may_count,
    parted,
    positions,
    replaced_values,
    stopped,
)
from dualmem.dialogue.segments.counting import numbered, ranged, spanned
from dualmem.dialogue.segments.currencies import currencies
from dualmem.dialogue.segments.dayfigures import day_figures
from dualmem.dialogue.segments.denied import without_denied
from dualmem.dialogue.segments.flags import without_flags
from dualmem.dialogue.segments.fragments import compounds, denied_parts, item_refs
from dualmem.dialogue.segments.glance import has_value
from dualmem.dialogue.segments.joints import alone, unjoined
from dualmem.dialogue.segments.later import put_off_behind
from dualmem.dialogue.segments.lookalikes import Lookalikes, is_stop
from dualmem.dialogue.segments.meant import meant
from dualmem.dialogue.segments.others import values_of_others
from dualmem.dialogue.segments.reported import going_on_behind
from dualmem.dialogue.segments.ruled import Ruled, disjoint, narrowed, open_candidates
from dualmem.dialogue.segments.runons import run_on
from dualmem.dialogue.segments.signs import answers_only, may_hold_signs, meaningful, signs
from dualmem.dialogue.segments.singles import singles
from dualmem.dialogue.segments.statement import list_of
from dualmem.dialogue.segments.swaps import parted_swaps
from dualmem.dialogue.segments.tokens import NO_KINDS, Segment, Token, segments, tokenize
from dualmem.dialogue.segments.ways import ways
from dualmem.dialogue.segments.weekdays import weekdays
from dualmem.dialogue.segments.wholes import with_topics, without_wholes
from dualmem.dialogue.shown.meanings import has_per, value_words
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets, ValueWord, same
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Day

_place = itemgetter(0)
_LONGEST_UNIT = 3
_NEAR_BY = 24
_AMOUNTS = ("money", "number", "integer", "percent", "duration")
_COUNTS = ("integer", "number")
_AND = " and "
_TOLD_APART = ("choice", "date", "time", "datetime")


class Cutter:
    """Cuts one turn.

    Attributes:
        ruled: What rules made of the turn.
        lookalikes: Words of it that only look like a value.
        words: Every reading of every value of the turn, by the grammars of the shown fields.
    """

    def __init__(self, scene: Scene, used: Sequence[Span], targets: Targets) -> None:
        """Prepare; ``used``: places that commands and questions took."""
        self.scene = scene
        self.used = used
        self.targets = targets
        self.by_id = targets.by_id
        self.lookalikes = Lookalikes(scene)
        self.ruled = Ruled(scene, targets, self.lookalikes)
        self.words: list[ValueWord] = []

    def cut(self) -> list[Segment]:
        """Give the segments, in order."""
        scene = self.scene
        found = self._found()
        cuts = self._cut(found, with_signs=False)
        folded = scene.extraction.utterance.folded
        has_signs = may_hold_signs(folded) and any(signs(folded, scene.lexicon, place) for place in self._places())
        return self._cut(found, with_signs=True) if has_signs and answers_only(cuts) else cuts

    def _cut(self, found: list[Token], *, with_signs: bool) -> list[Segment]:
        scene = self.scene
        cuts: list[Segment] = []
        asked = [c.span for c in scene.extraction.utterance.clauses if c.mood in ("asked", "data")]
        text = stopped(scene)
        may_differ = "text" in self.targets.types  # by an accent
        for place in self._places():
            tokens = tokenize(text, place, words=scene.words, labels=scene.labels, targets=self.targets, found=found)
            tokens = respelled(scene.extraction.utterance.folded, tokens) if may_differ else tokens
            tokens = ways(scene, self.targets, singles(scene, self.targets, tokens))
            tokens = without_flags(text, compounds(text, tokens), self.by_id, scene.words)
            if any([token.is_unknown for token in tokens]):  # may be a part of a value, or its unit
                tokens = denied_parts(text, self._items(self._counted(tokens)), self.targets)
            tokens = self._beside_quotes(around(tokens, text, scene.lexicon), place)
            tokens += signs(scene.extraction.utterance.folded, scene.lexicon, place) if with_signs else []
            tokens = without_denied(scene, meaningful(sorted(tokens, key=_place)), place)
            cuts += segments(text, [place], tokens=tokens, asked=asked)
        cuts = [self._numbered(cut, text) for cut in alone(unjoined(text, run_on(scene, cuts)))]
        cuts = joined_over_asides(scene, day_figures(scene, self.targets, cuts))
        return going_on_behind(scene, put_off_behind(scene, cuts, self.targets))

    def _numbered(self, cut: Segment, text: str) -> Segment:
        """Give a segment in which numbers count what was shown, or not, and values are those of shown fields."""
        words, shown = self.scene.words, len(self.targets.shown)
        read = numbered(ranged(spanned(cut.tokens, text, words), text, words), text, shown)
        read = split_verbs(read, text, self.scene.lexicon) if self.scene.may_hold("cmd.keep_verb") else read
        tokens = tuple(read)
        cut = with_topics(addressed(self.scene, cut if tokens == cut.tokens else cut._replace(tokens=tokens)))
        if has_value(cut):
            return without_wholes(values_of_others(self.scene, cut, self.by_id))
        return without_wholes(cut)

    def _places(self) -> list[Span]:
        places = self.scene.places()
        for used in sorted(self.used) if self.used else ():
            cut: list[Span] = []
            for place in places:
                if not place.overlaps(used):
                    cut.append(place)
                    continue
                cut += [Span(place.start, used.start)] if place.start < used.start else []
                cut += [Span(used.end, place.end)] if used.end < place.end else []
            places = cut
        return parted_swaps(self.scene, self.targets, places)

    def _found(self) -> list[Token]:
        """Give the values in the turn, those that rules found with their cue words."""
        folded = parted(self.scene.extraction.utterance.folded)
        folded = masked(folded, positions(self.scene, self.targets))
        words = self._values(folded)
        replaced = replaced_values(self.scene, self.targets, words)
        words = self._values(masked(folded, replaced)) if replaced else words
        closed = closed_values(words, self.targets)
        self.words = [word for word in words if not is_led_to(closed, word.span, self.scene)] if closed else words
        shown = len(self.targets.shown)
        self.words = [w._replace(is_loose=True) if may_count(self.scene, w, shown) else w for w in self.words]
        found: list[Token] = []
        taken: list[Span] = []
        for candidate in open_candidates(self.scene.extraction):
            is_closed = bool(closed) and candidate.is_bare and is_led_to(closed, candidate.folded, self.scene)
            token = None if is_closed else self.ruled.token(candidate)
            found += [token] if token is not None else []
            taken += [candidate.folded] if token is not None else []
        for word in self.words:
            if not any([span.overlaps(word.span) for span in taken]):
                found.append(Token(self._with_hedges(word), value=word))
        found = meant(self.targets, self.scene, found + currencies(self.targets, self.scene, found))
        if not found:
            return found
        found = ways(self.scene, self.targets, weekdays(self.scene, self.targets, found))
        found = [self._guarded(narrowed(token, found)) for token in found]
        return _longest(self._dated(disjoint(found)))

    def _values(self, folded: Folded) -> list[ValueWord]:
        scene = self.scene
        return value_words(self.targets, folded, scene.context, lexicon=scene.lexicon, skips=self.lookalikes.skips)

    def _guarded(self, token: Token) -> Token:
        """Give a text that holds a value of another shown field, or goes on in a clause, as a guess.

        ``Once upon a Time in Hindi``; ``Long Beach and will just need 1 ticket``.
        """
        word = token.value
        if word is None or not token.is_cued or not isinstance(word.reading.value, str):
            return token
        own = {self.by_id[target].spec.type for target in word.targets}
        others = (one for one in self.words if word.span.contains(one.span) and not one.targets & word.targets)
        is_guess = own == {"text"} and any(
            self.by_id[target].spec.type in _TOLD_APART for one in others for target in one.targets
        )
        _, joint, rest = self.scene.text[word.span.start : word.span.end].partition(_AND)
        is_guess |= bool(joint) and own == {"text"} and self.scene.lexicon.is_clause(rest)
        return token._replace(value=word._replace(is_loose=True)) if is_guess else token

    def _dated(self, found: list[Token]) -> list[Token]:
        """Give the tokens with the date that says which day ``the next day`` is; behind another date it is unknown."""
        days = sorted([t for t in found if _is_day(t)], key=_place)
        for place, token in enumerate(days):
            if token.value is None or not self._is_relative(token.value.span):
                continue
            after = next((t for t in days[place + 1 :] if t.value is not None and self._is_beside(token, t)), None)
            if after is not None and after.value is not None:
                value, own = after.value.reading.value, token.value.targets
                equals = frozenset(t for t in own if value is not None and same(self.by_id[t].value, value))
                word = ValueWord(after.value.reading, own, equals)
                joined = token._replace(span=Span(token.span.start, after.span.end), value=word)
                found = [joined if one is token else one for one in found if one is not after]
            elif place:
                found = [Token(token.value.span, is_unknown=True) if one is token else one for one in found]
        return found

    def _is_relative(self, place: Span) -> bool:
        words = self.scene.text[place.start : place.end]
        may_be = self.scene.may_hold("value.relative")
        return may_be and self.scene.lexicon.regex("value.relative").fullmatch(words) is not None

    def _is_beside(self, token: Token, other: Token) -> bool:
        """Tell that only a comma or a bracket stands between two values."""
        gap = self.scene.text[token.span.end : other.span.start]
        return other.span.start >= token.span.end and not other.is_cued and not gap.strip(" ,(-")

    def _with_hedges(self, word: ValueWord) -> Span:
        """Give the place of a value with the hedges that are a part of it; a word of doubt before it stays apart."""
        outer, start = word.reading.outer, word.span.start
        is_approximate = getattr(word.reading.value, "is_approximate", False)
        doubts = self.scene.words.find(self.scene.text, outer.start, start)
        is_apart = not is_approximate and any("hedge" in doubt.kinds for doubt in doubts)
        return Span(start if is_apart else outer.start, outer.end)

    def _beside_quotes(self, tokens: list[Token], place: Span) -> list[Token]:
        """Add an unknown token where the words run on from or into a quote: they are about the quote.

        A copula that leads into it is no yes (是“确认”).
        """
        text, data = self.scene.text, self.scene.extraction.utterance.data
        if not data:
            return tokens
        quotes = [one for one in data if text[one.start] not in ">`"]
        if any(q.end == place.start for q in quotes) and not is_stop(text[place.start : place.start + 2]):
            tokens = [*tokens, Token(Span(place.start, place.start), is_unknown=True)]
        if any(q.start == place.end for q in quotes) and not is_stop(text[max(place.end - 2, 0) : place.end]):
            leads = [t for t in tokens if "copula" in t.kinds and not text[t.span.end : place.end].strip()]
            tokens = [t._replace(kinds=frozenset({"copula"})) if t in leads else t for t in tokens]
            tokens = [*tokens, Token(Span(place.end, place.end), is_unknown=True)]
        return tokens

    def _counted(self, tokens: list[Token]) -> list[Token]:
        """Let the noun right behind a number be its unit (``one ticket``, ``4 people``, ``3 间房``)."""
        out: list[Token] = []
        for token in tokens:
            before = out[-1] if out else None
            is_unit = token.is_unknown and before is not None and self._is_count(before)
            gap = self.scene.text[before.span.end : token.span.start] if before is not None else ""
            word = self.scene.text[token.span.start : token.span.end]
            if is_unit and not gap.strip() and " " not in word and (word.isascii() or len(word) <= _LONGEST_UNIT):
                out.append(Token(token.span, frozenset({"filler"})))
            else:
                out.append(token)
        return out

    def _is_count(self, token: Token) -> bool:
        ids = token.value.targets if token.value is not None else frozenset()
        return any(self.by_id[target].spec.type in {"integer", "number"} for target in ids)

    def _items(self, tokens: list[Token]) -> list[Token]:
        """Let unknown words that stand in an item of a shown list name that item."""
        lists = [target for target in self.targets if type(target.value) is tuple]
        if not lists:
            return tokens
        out: list[Token] = []
        for token in tokens:
            words = self.scene.text[token.span.start : token.span.end].strip(" ,.。!\"'")
            refs = item_refs(lists, words) if token.is_unknown else NO_KINDS
            if out and token.refs and token.refs <= {list_of(ref) for ref in out[-1].refs} - out[-1].refs:
                refs = out[-1].refs  # IE11那条
            out.append(Token(token.span, refs=refs) if refs else token)
        return out


def _is_day(token: Token) -> bool:
    return token.value is not None and isinstance(token.value.reading.value, Day)


def _longest(tokens: Sequence[Token]) -> list[Token]:
    """Give tokens of which none lies inside another; equal places join."""
    kept: list[Token] = []
    for token in sorted(tokens, key=lambda t: (-len(t.span), t.span.start)):
        same_place = next(
            (k for k in kept if k.span == token.span and k.value is not None and token.value is not None), None
        )
        if same_place is not None and not same_place.is_cued:
            joined = _join(same_place, token)
            kept[kept.index(same_place)] = joined
        elif not any(k.span.overlaps(token.span) for k in kept):
            kept.append(token)
    return kept


def _join(one: Token, two: Token) -> Token:
    first, second = one.value, two.value
    assert first is not None
    assert second is not None
    if has_per(first.reading.value) and not has_per(second.reading.value):
        first, second = second, first  # as it was said, without the per of one of the fields
    keeps_first = first.reading.value is not None
    value = first if keeps_first else second
    is_equal = first.reading.value == second.reading.value
    targets = first.targets | second.targets if is_equal or keeps_first else value.targets
    return Token(one.span, value=ValueWord(value.reading, targets, first.equals | second.equals))
