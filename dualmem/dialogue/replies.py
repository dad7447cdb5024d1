"""Replies: the acts by which a turn answers what the last reply showed."""

from collections.abc import Callable, Sequence

import re2

from dualmem.dialogue.answer import Reader, Statement
from dualmem.dialogue.freewords import FreeWords
from dualmem.dialogue.scene import Scene
from dualmem.dialogue.targets import TEXT_TYPES, Target, ValueWord, is_no_value, same, scaled, value_words
from dualmem.dialogue.tokens import Segment, Token, segments, tokenize
from dualmem.dialogue.verdict import Judge, Verdict
from dualmem.model.act import Act, Affirm, AskField, AskWhich, Correct, LeaveOpen, Negate, Stated, Undecided
from dualmem.model.candidate import Candidate
from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Value
from dualmem.values.compare import pick

_LONGEST_UNIT = 3
_GLUED = re2.compile(r"[a-z]\.[a-z]")


_OPENING_NO = ("no", "nope", "nah", "no no", "no thanks", "no thank you")


class Replies:
    """Reads the answer of one turn."""

    def __init__(self, scene: Scene, used: Sequence[Span], targets: Sequence[Target]) -> None:
        """Prepare; ``used``: places that commands and questions took; ``targets``: updates that may be answered."""
        self.scene = scene
        self.used = used
        self.targets = list(targets)
        self.by_id = {target.id: target for target in self.targets}
        self.rules: dict[tuple[Span, str], Candidate] = {}

    def verdict(self) -> tuple[Verdict, list[Segment]]:
        """Give what the turn says to the targets, and its segments."""
        scene = self.scene
        found = self._found()
        cuts: list[Segment] = []
        asked = [c.span for c in scene.extraction.utterance.clauses if c.mood in ("asked", "data")]
        supposed = [c.span for c in scene.extraction.utterance.clauses if c.mood == "hypothetical"]
        text = self._stopped()
        for place in self._places():
            tokens = tokenize(text, place, words=scene.words, labels=scene.labels, targets=self.targets, found=found)
            tokens = self._items(self._counted(tokens)) + self._beside_quotes(place)
            tokens.sort(key=lambda token: token.span)
            cuts += segments(text, [place], tokens=tokens, asked=asked)
        if any(place.overlaps(cut.span) for place in supposed for cut in cuts) or self._is_conditional(cuts):
            return Verdict(is_undecided=True, is_answer=True), cuts
        statements = self._statements(cuts)
        is_pure = all(cut.is_known and not cut.is_asked for cut in cuts) and not self.used
        is_pure = is_pure and not any(t.is_other_field for cut in cuts for t in cut.tokens)
        verdict = Judge(statements, self.targets, has_only_answers=is_pure).judge()
        FreeWords(self.scene, self.targets, verdict).take(cuts, statements)
        return verdict, cuts

    def _stopped(self) -> str:
        """Give the folded text with a full stop where one lacks its blank (``Sounds good.Tell me``)."""
        text, folded = self.scene.text, self.scene.extraction.utterance.folded
        chars = list(text)
        for match in _GLUED.finditer(text):
            place = match.start() + 1
            if self.scene.original[folded.offsets[place + 1] : folded.ends[place + 1]].isupper():
                chars[place] = "。"
        return "".join(chars)

    def _places(self) -> list[Span]:
        places = self.scene.places()
        for used in sorted(self.used):
            cut: list[Span] = []
            for place in places:
                if not place.overlaps(used):
                    cut.append(place)
                    continue
                cut += [Span(place.start, used.start)] if place.start < used.start else []
                cut += [Span(used.end, place.end)] if used.end < place.end else []
            places = cut
        return places

    # -- tokens ----------------------------------------------------------------------------------------------------
    def _found(self) -> list[Token]:
        """Give the values in the turn, those that rules found with their cue words."""
        found: list[Token] = []
        taken: list[Span] = []
        for candidate in self.scene.extraction.candidates:
            if candidate.speaker != "user":
                continue
            token = self._by_rule(candidate)
            found += [token] if token is not None else []
            taken += [candidate.folded] if token is not None else []
        folded = self.scene.extraction.utterance.folded
        for word in value_words(self.targets, folded, self.scene.context, skips=self._skips()):
            if not any(span.overlaps(word.span) for span in taken):
                found.append(Token(self._with_hedges(word), value=word))
        return _longest(found)

    def _skips(self) -> Callable[[str, Span], bool]:
        """Give the test for words that only look like a value."""
        text = self.scene.text
        idioms = list(self.scene.lexicon.find("value.none", text))

        def skips(field_type: str, place: Span) -> bool:
            words = text[place.start : place.end]
            if is_no_value(field_type, words) or any(idiom.contains(place) for idiom in idioms):
                return True
            return field_type == "boolean" and bool(self.scene.words.kinds(words))

        return skips

    def _with_hedges(self, word: ValueWord) -> Span:
        """Give the place of a value with the hedges that are a part of it; a word of doubt before it stays apart."""
        outer, start = word.reading.outer, word.span.start
        is_approximate = getattr(word.reading.value, "is_approximate", False)
        doubts = self.scene.words.find(self.scene.text, outer.start, start)
        is_apart = not is_approximate and any("hedge" in doubt.kinds for doubt in doubts)
        return Span(start if is_apart else outer.start, outer.end)

    def _by_rule(self, candidate: Candidate) -> Token | None:
        targets = frozenset(t.id for t in self.targets if t.spec.path == candidate.field and t.spec.type != "list")
        cue = candidate.folded if candidate.is_bare else candidate.cue
        if not targets:
            is_typed = any(t.spec.type not in TEXT_TYPES for t in self.targets)
            return Token(cue, is_other_field=True) if is_typed and not candidate.is_bare else None
        if candidate.mood in ("asked", "hypothetical", "data") or candidate.is_blocked:
            return Token(candidate.folded, is_unknown=True)
        value = candidate.value
        equals = frozenset(t for t in targets if value is not None and same(self.by_id[t].value, value))
        reading = Reading(
            span=candidate.span, folded=candidate.folded, outer=candidate.folded, value=value, refusal=candidate.refusal
        )
        words = self.scene.words.find(self.scene.text, candidate.cue.start, candidate.cue.end)
        self.rules.update({(candidate.folded, target): candidate for target in targets})
        return Token(
            cue,
            value=ValueWord(reading, targets, equals),
            is_cued=not candidate.is_bare,
            is_denied=candidate.mood == "negated",
            is_changed=any("change" in word.kinds for word in words),
            is_hedged=candidate.is_hedged,
        )

    def _beside_quotes(self, place: Span) -> list[Token]:
        """Give an unknown token where the words run on from or into a quote: they are about the quote."""
        data = self.scene.extraction.utterance.data
        text = self.scene.text
        marks: list[Token] = []
        for quote in data:
            if (
                quote.end == place.start
                and text[quote.start] not in ">`"
                and not _stops(text[place.start : place.start + 2])
            ):
                marks.append(Token(Span(place.start, place.start), is_unknown=True))
            if (
                quote.start == place.end
                and text[quote.start] not in ">`"
                and not _stops(text[max(place.end - 2, 0) : place.end])
            ):
                marks.append(Token(Span(place.end, place.end), is_unknown=True))
        return marks

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
        """Let unknown words that stand in an item of a shown list name that update."""
        lists = [target for target in self.targets if isinstance(target.value, tuple)]
        if not lists:
            return tokens
        out: list[Token] = []
        for token in tokens:
            words = self.scene.text[token.span.start : token.span.end].strip(" ,.。!\"'")
            refs = frozenset(
                t.id
                for t in lists
                if isinstance(t.value, tuple) and any(isinstance(i, str) and words in i.lower() for i in t.value)
            )
            is_item = token.is_unknown and len(words) > 1 and refs
            out.append(Token(token.span, refs=refs) if is_item else token)
        return out

    def statements_of(self, cuts: Sequence[Segment]) -> list[Statement]:
        """Give the statements of the segments, for a question that shows no update."""
        return self._statements(cuts)

    # -- statements ------------------------------------------------------------------------------------------------
    def _statements(self, cuts: Sequence[Segment]) -> list[Statement]:
        statements: list[Statement] = []
        for index, cut in enumerate(cuts):
            if cut.is_asked and not any(t.is_cued for t in cut.tokens):
                statements += self._before_question(cut, index)
                continue
            if any("ask" in token.kinds for token in cut.tokens) and not any(t.is_cued for t in cut.tokens):
                continue
            if cut.is_known:
                statements += Reader(cut, index, self.targets).read()
            else:
                statements += self._foreign(cut, index)
        return _outweighed(statements)

    def _before_question(self, cut: Segment, index: int) -> list[Statement]:
        """Read a yes that runs on into a question about something else (``yes that's good can you tell me …``)."""
        ask = next((n for n, t in enumerate(cut.tokens) if t.kinds & {"ask", "ask_more"}), 0)
        head, rest = cut.tokens[:ask], cut.tokens[ask:]
        text = self.scene.text[rest[0].span.start : cut.span.end] if rest else ""
        answers = {"yes_bare", "yes_explicit", "no", "neg", "hedge", "defer", "change"}
        is_other = len(rest) > 1 and any(t.is_unknown for t in rest) and text.isascii()
        if not head or not is_other or any(t.value is not None or t.refs or t.kinds & answers for t in rest):
            return []
        if any(t.is_unknown or t.kinds & {"hedge", "defer", "contrast", "no", "neg"} for t in head):
            return []
        if not any(t.kinds & {"yes_bare", "yes_explicit"} and "yes_weak" not in t.kinds for t in head):
            return []
        said = Reader(Segment(cut.span, tuple(head)), index, self.targets).read()
        return [s for s in said if s.polarity == "yes"]

    def _foreign(self, cut: Segment, index: int) -> list[Statement]:
        """Read a segment with unknown words: values that rules found count, and doubt; a leading ``yes,`` counts."""
        known = [t for t in cut.tokens if t.is_cued and t.value is not None]
        doubts = [t for t in cut.tokens if t.kinds & {"hedge", "defer"}]
        refs = {ref for t in cut.tokens if t.refs and not t.by_noun for ref in t.refs}
        if known:
            return Reader(Segment(cut.span, tuple(known)), index, self.targets).read()
        if doubts:
            return [Statement("undecided", refs, segment=index, is_foreign=True)]
        head = self._head(cut)
        if head is not None:
            return [Statement("yes", segment=index, is_explicit=False)]
        if self._opens_with_no(cut):
            return [Statement("no", segment=index)]
        if any("change" in t.kinds for t in cut.tokens):
            return [Statement("wish", refs, segment=index, is_foreign=True)]
        is_reserve = "contrast" in cut.tokens[0].kinds and self.scene.search("talk.work", cut.span) is None
        return [Statement("", refs, segment=index, is_reserve=is_reserve)] if refs or is_reserve else []

    def _head(self, cut: Segment) -> Token | None:
        """Give a yes that opens an English sentence without a comma (``yes that is what I asked for``)."""
        head = cut.tokens[0]
        rest = cut.tokens[1:]
        text = self.scene.text[head.span.start : head.span.end]
        is_open = text in ("yes", "yeah", "yep", "yup", "yes please") and "yes_bare" in head.kinds
        is_open = is_open and self.scene.text[head.span.end : cut.span.end].isascii()
        spoiled = {"no", "neg", "contrast", "except", "ask", "condition", "hedge", "defer", "change"}
        is_clean = not any(t.kinds & spoiled or t.value is not None for t in rest)
        is_led = bool(rest) and bool(rest[0].kinds & {"filler", "deictic", "yes_bare"})
        return head if is_open and is_clean and is_led else None

    def _opens_with_no(self, cut: Segment) -> bool:
        """Tell that an English sentence opens with a no whose comma was left out (``no i would like …``)."""
        head, rest = cut.tokens[0], cut.tokens[1:]
        text, tail = self.scene.text[head.span.start : head.span.end], self.scene.text[head.span.end : cut.span.end]
        is_led = bool(rest) and bool(rest[0].kinds & {"filler", "deictic", "slip"})
        spoiled = {"contrast", "except", "ask", "condition", "hedge", "yes_bare", "yes_explicit"}
        is_clean = not any(t.kinds & spoiled or t.value is not None for t in rest[1:])
        return text in _OPENING_NO and tail.isascii() and is_led and is_clean and not cut.is_asked

    def _is_conditional(self, cuts: Sequence[Segment]) -> bool:
        return any(
            token.kinds & {"condition"}
            and any(t.kinds & {"yes_bare", "yes_explicit", "no"} for c in cuts for t in c.tokens)
            for cut in cuts
            if not cut.is_asked
            for token in cut.tokens
        )

    # -- acts ------------------------------------------------------------------------------------------------------
    def acts(self) -> tuple[list[Act], bool, list[Segment]]:
        """Give the acts, whether the turn answers at all, and the segments."""
        verdict, cuts = self.verdict()
        shown = [t for t in self.targets if t.ordinal]
        if len(shown) == 1 and isinstance(shown[0].value, Ambiguous) and not verdict.is_undecided:
            is_named = (
                all(cut.is_known and not cut.is_asked for cut in cuts) and self._picked(shown[0].value) is not None
            )
            if is_named and not verdict.values and not verdict.no:
                verdict.yes[shown[0].id] = verdict.is_answer = True
        if not verdict.is_answer:
            return [], False, cuts
        ids = [t.id for t in shown]
        if verdict.is_undecided:
            return [Undecided(updates=tuple(ids))], True, cuts
        acts: list[Act] = []
        touched: set[str] = set(verdict.undecided)
        for target in self.targets:
            act = self._act(target, verdict)
            if act is not None:
                acts.append(act)
                touched.add(target.id)
        for word, takers in verdict.ambiguous:
            if word.reading.value is not None:
                acts.append(AskField(updates=takers, value=word.reading.value))
        if verdict.undecided:
            acts.append(Undecided(updates=tuple(sorted(verdict.undecided))))
        rest = tuple(target for target in ids if target not in touched)
        if rest and (acts or verdict.ambiguous):
            acts.append(LeaveOpen(updates=rest))
        elif not acts:
            acts.append(Undecided(updates=tuple(ids)))
        return acts, True, cuts

    def _act(self, target: Target, verdict: Verdict) -> Act | None:
        if target.id in verdict.which:
            options = tuple(w.reading.value for w in verdict.which[target.id] if w.reading.value is not None)
            values: tuple[Value, ...] = options if len(options) > 1 else (target.value, *options)
            return AskWhich(update=target.id, options=values)
        if target.id in verdict.values:
            if not target.ordinal:
                return None  # a new statement supersedes what the last reply did not show
            return self._correct(target, verdict.values[target.id])
        return self._judged(target, verdict)

    def _judged(self, target: Target, verdict: Verdict) -> Act | None:
        if target.id in verdict.misfits:
            return self._misfit(target, verdict.misfits[target.id])
        if target.id in verdict.no:
            return Negate(update=target.id, asks=verdict.no[target.id])
        return self._affirm(target, is_explicit=verdict.yes[target.id]) if target.id in verdict.yes else None

    def _misfit(self, target: Target, word: ValueWord) -> Act:
        span = word.reading.span
        words = self.scene.original[span.start : span.end]
        refusal = Refusal(reason="not_a_value")
        return Correct(update=target.id, stated=Stated(refusal=refusal, span=span, quote=words, words=words))

    def _affirm(self, target: Target, *, is_explicit: bool) -> Act | None:
        if isinstance(target.value, Ambiguous):
            picked = self._picked(target.value)
            if picked is not None:
                return Correct(update=target.id, stated=Stated(value=picked, quote=self.scene.original.strip()))
            return AskWhich(update=target.id, options=target.value.readings)
        if not is_explicit and (self._asks_more() or target.spec.is_explicit):
            return Undecided(updates=(target.id,))
        speaker, owner = self.scene.context.speaker, target.update.provenance.speaker
        if speaker is not None and owner is not None and speaker != owner and not target.is_offer:
            return Undecided(updates=(target.id,))
        if not target.ordinal and not self._may_bind_late(target):
            return AskWhich(update=target.id, options=(target.value,))
        return Affirm(update=target.id, is_explicit=is_explicit)

    def _picked(self, value: Ambiguous) -> Value | None:
        """Give the reading that the turn names by its number."""
        kinds = {
            kind for word in self.scene.words.find(self.scene.text, 0, len(self.scene.text)) for kind in word.kinds
        }
        hits = [reading for n, reading in enumerate(value.readings, start=1) if f"ordinal.{n}" in kinds]
        return hits[0] if len(hits) == 1 else None

    def _asks_more(self) -> bool:
        conversation = self.scene.conversation
        return bool(conversation.has_model_question or conversation.asked or conversation.waiting_forget)

    def _may_bind_late(self, target: Target) -> bool:
        return target.stored is None or same(target.stored, target.value)

    def _correct(self, target: Target, word: ValueWord) -> Act:
        value = word.reading.value
        text = self.scene.original
        if isinstance(target.value, Ambiguous) and value is not None:
            value = pick(target.value, value) or value
        elif value is not None and target.stored is not None and same(target.stored, value):
            return Negate(update=target.id)
        elif value is not None:
            value = scaled(target, word.reading, self.scene.extraction.utterance.folded)
        rule = self.rules.get((word.span, target.id))
        span = word.reading.span
        stated = Stated(
            value=value,
            refusal=word.reading.refusal if value is None else None,
            span=span,
            quote=rule.quote if rule is not None else text[span.start : span.end],
            words=text[span.start : span.end],
        )
        return Correct(update=target.id, stated=stated, rule=rule.rule if rule is not None else None)


def _stops(text: str) -> bool:
    return any(char in ",。;!?\n." for char in text) or not text.strip()


def _outweighed(statements: list[Statement]) -> list[Statement]:
    """Give the statements without doubts of talk beside the point: what is named later counts."""
    named = [s.segment for s in statements if s.is_named and s.polarity not in ("", "undecided")]
    stated = [s.segment for s in statements if s.polarity == "value" and (s.is_named or s.is_changed)]
    last, value = max(named, default=-1), max(stated, default=-1)
    return [
        s
        for s in statements
        if not (s.is_foreign and not s.refs and s.segment < last) and not (s.is_deferred and s.segment < value)
    ]


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
    assert one.value is not None
    assert two.value is not None
    keeps_first = one.value.reading.value is not None
    value = one.value if keeps_first else two.value
    is_equal = one.value.reading.value == two.value.reading.value
    targets = one.value.targets | two.value.targets if is_equal or keeps_first else value.targets
    return Token(one.span, value=ValueWord(value.reading, targets, one.value.equals | two.value.equals))
