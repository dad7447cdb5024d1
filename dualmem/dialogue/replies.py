"""Replies: the acts by which a turn answers what the last reply showed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from dualmem.dialogue.answer import Reader
from dualmem.dialogue.counting import counted
from dualmem.dialogue.cutting import Cutter
from dualmem.dialogue.declining import declines
from dualmem.dialogue.freewords import FreeWords
from dualmem.dialogue.items import settle
from dualmem.dialogue.names import Names
from dualmem.dialogue.owned import beside_others, outweighed, own_words, owned
from dualmem.dialogue.rivals import hold_back
from dualmem.dialogue.scene import Scene
from dualmem.dialogue.statement import Statement
from dualmem.dialogue.targets import Target, ValueWord, in_month_of, same, scaled
from dualmem.dialogue.tokens import Segment, Token
from dualmem.dialogue.verdict import Judge, Verdict
from dualmem.dialogue.wholenames import widen
from dualmem.dialogue.wishes import Wishes
from dualmem.model.act import Act, Affirm, AskField, AskWhich, Correct, LeaveOpen, Negate, RemoveItem, Stated, Undecided
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Value
from dualmem.text import fold
from dualmem.values.compare import pick

_MOST_BETWEEN, _MOST_BEHIND = 3, 2
_OPENING_NO = ("no", "nope", "nah", "no no", "no thanks", "no thank you")


class Replies:
    """Reads the answer of one turn."""

    def __init__(
        self, scene: Scene, used: Sequence[Span], targets: Sequence[Target], *, removed: Sequence[str] = ()
    ) -> None:
        """Prepare; ``used``: places that commands and questions took; ``targets``: updates that may be answered.

        ``removed``: words of list items that the commands take out.
        """
        self.removed = removed
        self.scene = scene
        self.used = used
        self.targets = list(targets)
        self.by_id = {target.id: target for target in self.targets}
        self.cutter = Cutter(scene, used, self.targets)

    def verdict(self) -> tuple[Verdict, list[Segment]]:
        """Give what the turn says to the targets, and its segments."""
        scene = self.scene
        cuts = self.cutter.cut()
        supposed = [c.span for c in scene.extraction.utterance.clauses if c.mood == "hypothetical"]
        if any(place.overlaps(cut.span) for place in supposed for cut in cuts) or self._is_conditional(cuts):
            return Verdict(is_undecided=True, is_answer=True), cuts
        statements = self.statements_of(cuts)
        if declines(scene, cuts, statements):
            return Verdict(is_undecided=True, is_answer=True), cuts
        is_read = all(cut.is_known and not cut.is_asked for cut in cuts)
        is_pure = is_read and not self.used and not any(t.is_other_field for cut in cuts for t in cut.tokens)
        verdict = Judge(statements, self.targets, has_only_answers=is_pure, is_read=is_read).judge()
        settle(verdict, self.targets, self.removed)
        FreeWords(self.scene, self.targets, verdict).take(cuts, statements)
        for named in self._ordered() & verdict.yes.keys():
            verdict.yes.pop(named)  # 第三条删掉，其余保留: the third is none of the rest
            verdict.undecided.add(named)
        if verdict.is_undecided and any(s.is_reserve for s in statements):
            verdict = self._named_anew(cuts, statements) or verdict
        widen(scene, verdict, self.targets)
        hold_back(scene, verdict, cuts)
        return verdict, cuts

    def _ordered(self) -> set[str]:
        """Give the shown updates that a command of the turn counts."""
        shown = [t for t in self.targets if t.ordinal]
        words = [w for s in self.used for w in self.scene.words.find(self.scene.text, s.start, s.end)]
        said = [w for w in words if not self.scene.text[w.span.start].isdigit()]  # not the 1 of 1月15日
        return {ref for word in said for ref in counted(word.kinds, shown) or ()}

    def _named_anew(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> Verdict | None:
        """Read a yes with a reserve that is a name of its own (``对，不过名字是赵闵``)."""
        firm = [s for s in statements if not s.is_reserve]
        verdict = Judge(firm, self.targets, has_only_answers=False, is_read=False).judge()
        settle(verdict, self.targets, self.removed)
        FreeWords(self.scene, self.targets, verdict).take(cuts, firm)
        return verdict if verdict.values else None

    def statements_of(self, cuts: Sequence[Segment]) -> list[Statement]:
        """Give the statements of the segments."""
        statements: list[Statement] = []
        wishes = Wishes(self.scene, self.targets, cuts, self.cutter.words)
        names = Names(self.scene, self.targets, is_turned=wishes.turned is not None)
        has_contrast = False
        for index, cut in enumerate(self._sorted_out(cut) for cut in cuts):
            called = names.read(cut, index, is_led=wishes.turned is not None and wishes.turned < index)
            if called:
                statements += called + self._beside(names.without(cut, called), index, wishes)
                continue
            wished = wishes.read(cut, index)
            if wished:
                statements += wished
                continue
            cut = wishes.fitting(cut)  # noqa: PLW2901  # what is left of it
            if cut.is_asked and not any(t.is_cued for t in cut.tokens):
                statements += self._before_question(cut, index)
                continue
            if any("ask" in token.kinds for token in cut.tokens) and not any(t.is_cued for t in cut.tokens):
                is_reserve = "contrast" in cut.tokens[0].kinds and self.scene.search("talk.work", cut.span) is None
                statements += [Statement(segment=index, is_reserve=True)] if is_reserve else []
                continue
            cut = own_words(cut)  # noqa: PLW2901
            if cut.is_known:
                reader = Reader(cut, index, self.targets, has_contrast=has_contrast)
                statements += beside_others(owned(self.scene, cut, reader.read()), cut)
                has_contrast = reader.ends_in_contrast
            else:
                statements += self._foreign(cut, index)
        return [] if self._is_hummed(cuts, statements) else outweighed(statements)

    def _sorted_out(self, cut: Segment) -> Segment:
        """Give a segment in which a label right before a value says what the value is for, whatever a rule says."""
        tokens: list[Token] = []
        named: frozenset[str] = frozenset()
        for token in cut.tokens:
            if token.value is not None:
                tokens.append(self._labelled(token, named))
                named = frozenset()
                continue
            named = token.refs if token.refs and not token.by_noun else named
            tokens.append(token)
        return replace(cut, tokens=tuple(tokens)) if tokens != list(cut.tokens) else cut

    def _labelled(self, token: Token, named: frozenset[str]) -> Token:
        """Give the value of a rule to the field of the label before it, where its type is the same."""
        word = token.value
        if word is None or not token.is_cued or not named or named & word.targets or word.reading.value is None:
            return token
        types = {self.by_id[ref].spec.type for ref in word.targets if ref in self.by_id}
        refs = frozenset(ref for ref in named if ref in self.by_id and self.by_id[ref].spec.type in types)
        value = word.reading.value
        equals = frozenset(ref for ref in refs if self.by_id[ref].equals(value))
        return replace(token, value=ValueWord(word.reading, refs, equals)) if refs else token

    def _beside(self, rest: Segment, index: int, wishes: Wishes) -> list[Statement]:
        """Read the values beside a name: those that a rule found, or that are wished for."""
        known = tuple(t for t in rest.tokens if t.is_cued and t.value is not None)
        return wishes.read(rest, index) or Reader(Segment(rest.span, known), index, self.targets).read()

    def _is_hummed(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
        """Tell that the only answer is a sound, and the turn then speaks of something else (``嗯，最近忙啥呢``)."""
        said = {s.segment for s in statements if s.polarity}
        if not said or any(s.polarity not in ("", "yes") or s.is_explicit for s in statements):
            return False
        if not all("hum" in t.kinds or t.kinds == {"filler"} for n in said for t in cuts[n].tokens):
            return False
        rest = [cut for n, cut in enumerate(cuts) if n not in said]
        behind = self.scene.text[max(cuts[n].span.end for n in said) :].lstrip(" ,。.!…~")
        is_elsewhere = any(c.is_asked or not c.is_known or any(t.is_other_field for t in c.tokens) for c in rest)
        return bool(self.used) or is_elsewhere or self.scene.lexicon.has("foreign_verbs", behind)

    def _before_question(self, cut: Segment, index: int) -> list[Statement]:
        """Read a yes that runs on into a question about something else (``yes that's good can you tell me …``)."""
        ask = next((n for n, t in enumerate(cut.tokens) if t.kinds & {"ask", "ask_more"}), 0)
        head, rest = cut.tokens[:ask], cut.tokens[ask:]
        text = self.scene.text[rest[0].span.start : cut.span.end] if rest else ""
        answers = {"yes_bare", "yes_explicit", "no", "neg", "hedge", "defer", "change"}
        is_other = len(rest) > 1 and any(t.is_unknown for t in rest) and text.isascii()
        is_joined = text.startswith("and ") or (bool(head) and "and" in head[-1].kinds)
        if not head or not is_other or any(t.value is not None or t.refs or t.kinds & answers for t in rest):
            return []
        if any(t.is_unknown or t.kinds & {"hedge", "defer", "contrast", "no", "neg"} for t in head):
            return []
        firm = (t for t in head if t.kinds & {"yes_bare", "yes_explicit"})
        if not any(is_joined or "yes_weak" not in t.kinds for t in firm):
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
        wish = self._wish(cut)
        if wish is not None:
            return Reader(wish, index, self.targets).read()
        if self._head(cut) is not None:
            return [Statement("yes", segment=index, is_explicit=False)]
        return self._leaning(cut, index, refs)

    def _leaning(self, cut: Segment, index: int, refs: set[str]) -> list[Statement]:
        """Read which way a segment leans that can not be read: a no, a wish, a reserve, a topic."""
        if self._opens_with_no(cut):
            return [Statement("no", segment=index)]
        if any("change" in t.kinds for t in cut.tokens):
            return [Statement("wish", refs, segment=index, is_foreign=True)]
        is_reserve = "contrast" in cut.tokens[0].kinds and self.scene.search("talk.work", cut.span) is None
        topic = Statement("", refs, segment=index, is_reserve=is_reserve, is_foreign=True)
        return [topic] if refs or is_reserve else []

    def _wish(self, cut: Segment) -> Segment | None:
        """Give a Latin segment without its unknown words where a wish leads to its one value.

        ``I'd like Spanish subtitles``: few words stand between them, and few behind the value.
        """
        values = [n for n, t in enumerate(cut.tokens) if t.value is not None]
        wishes = [n for n, t in enumerate(cut.tokens) if "change" in t.kinds]
        if len(values) != 1 or not wishes or not self.scene.text[cut.span.start : cut.span.end].isascii():
            return None
        between, behind = cut.tokens[wishes[0] + 1 : values[0]], cut.tokens[values[0] + 1 :]
        before = cut.tokens[: wishes[0]]
        if wishes[0] > values[0] or any(t.is_unknown or t.is_other_field for t in before):
            return None
        if any(t.is_other_field or t.kinds & {"ask", "neg", "no", "contrast"} for t in (*between, *behind)):
            return None
        if self._count_unknown(between) > _MOST_BETWEEN or self._count_unknown(behind) > _MOST_BEHIND:
            return None
        return Segment(
            cut.span, tuple(t for t in cut.tokens if not t.is_unknown), cut.is_asked, cut.is_closed, cut.mood
        )

    def _count_unknown(self, tokens: Sequence[Token]) -> int:
        return sum(len(self.scene.text[t.span.start : t.span.end].split()) for t in tokens if t.is_unknown)

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
            and not _leads_to_value(cut, place)
            and any(t.kinds & {"yes_bare", "yes_explicit", "no"} for c in cuts for t in c.tokens)
            for cut in cuts
            if not cut.is_asked
            for place, token in enumerate(cut.tokens)
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
        acts: list[Act] = [
            RemoveItem(words=fold(item).text, field=self.by_id[update].spec.path)
            for update, items in verdict.items_out.items()
            for item in items
        ]
        touched: set[str] = set(verdict.undecided) | {update for update, items in verdict.items_out.items() if items}
        for target, act in self._judgements(verdict):
            acts.append(act)
            touched.add(target.id)
        for word, takers in verdict.ambiguous:
            if word.reading.value is not None:
                acts.append(AskField(updates=takers, value=word.reading.value))
        if verdict.undecided:
            acts.append(Undecided(updates=tuple(sorted(verdict.undecided))))
        rest = tuple(target for target in ids if target not in touched)
        if rest and (acts or verdict.ambiguous or verdict.left):
            acts.append(LeaveOpen(updates=rest))
        elif not acts:
            acts.append(Undecided(updates=tuple(ids)))
        return acts, True, cuts

    def _judgements(self, verdict: Verdict) -> Iterator[tuple[Target, Act]]:
        """Give what the turn says to each update that it judges."""
        others, yes = verdict.others, verdict.yes
        for target in self.targets:
            if target.id in others:
                act = self._act(target, verdict)
                if act is not None:
                    yield target, act
            elif target.id in yes:
                yield target, self._affirm(target, is_explicit=yes[target.id])

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

    def _affirm(self, target: Target, *, is_explicit: bool) -> Act:
        if isinstance(target.value, Ambiguous):
            return self._affirm_one(target, target.value)
        if not is_explicit and target.spec.is_explicit:
            return LeaveOpen(updates=(target.id,))
        if (not is_explicit and self._asks_more) or self._is_of_another(target):
            return Undecided(updates=(target.id,))
        if not target.ordinal and not self._may_bind_late(target):
            return AskWhich(update=target.id, options=(target.value,))
        return Affirm(update=target.id, is_explicit=is_explicit)

    def _affirm_one(self, target: Target, value: Ambiguous) -> Act:
        picked = self._picked(value)
        if picked is None:
            return AskWhich(update=target.id, options=value.readings)
        return Correct(update=target.id, stated=Stated(value=picked, quote=self.scene.original.strip()))

    def _is_of_another(self, target: Target) -> bool:
        """Tell that another speaker of the conversation said it."""
        speaker, owner = self.scene.context.speaker, target.update.provenance.speaker
        return speaker is not None and owner is not None and speaker != owner and not target.is_offer

    def _picked(self, value: Ambiguous) -> Value | None:
        """Give the reading that the turn names by its number."""
        kinds = {
            kind for word in self.scene.words.find(self.scene.text, 0, len(self.scene.text)) for kind in word.kinds
        }
        hits = [reading for n, reading in enumerate(value.readings, start=1) if f"ordinal.{n}" in kinds]
        return hits[0] if len(hits) == 1 else None

    @cached_property
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
            folded = self.scene.extraction.utterance.folded
            value = in_month_of(target, word.reading, scaled(target, word.reading, folded), folded)
        rule = self.cutter.rules.get((word.span, target.id))
        span = word.reading.span
        stated = Stated(
            value=value,
            refusal=word.reading.refusal if value is None else None,
            span=span,
            quote=rule.quote if rule is not None else text[span.start : span.end],
            words=text[span.start : span.end],
        )
        name = rule.rule if rule is not None else None
        is_loose = word.is_loose or self.scene.has("value.vague", word.span)
        return Correct(update=target.id, stated=stated, rule=name, is_loose=is_loose)


def _leads_to_value(cut: Segment, place: int) -> bool:
    """Tell that a word of time, not of condition, stands before a value (``until the 14th``)."""
    behind = [token for token in cut.tokens[place + 1 :] if not token.kinds & {"filler", "approx"}]
    return bool(behind) and behind[0].value is not None
