"""Answers: the acts that a verdict comes to."""

from functools import cached_property

from dualmem.dialogue.segments.ruled import Ruled
from dualmem.dialogue.shown.meanings import fitted, in_month_of, scaled, unsure
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord, same
from dualmem.dialogue.weighing.verdict import Verdict
from dualmem.model.act import Act, Affirm, AskField, AskWhich, Correct, LeaveOpen, Negate, RemoveItem, Stated, Undecided
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Value
from dualmem.text import fold
from dualmem.values.compare import pick


class Answers:
    """Turns a verdict into acts."""

    def __init__(self, scene: Scene, targets: Targets, ruled: Ruled, *, is_told: bool) -> None:
        """Prepare.

        Args:
            scene: The turn.
            targets: Updates that may be answered.
            ruled: What the rules found in the turn.
            is_told: A command of the turn writes something that was shown.
        """
        self.scene = scene
        self.targets = targets
        self.by_id = targets.by_id
        self.ruled = ruled
        self.is_told = is_told

    def of(self, verdict: Verdict, *, is_read: bool) -> list[Act]:
        """Give the acts of a verdict; ``is_read``: every word of the turn is known, and nothing asks."""
        shown = self.targets.shown
        if len(shown) == 1 and isinstance(shown[0].value, Ambiguous) and not verdict.is_undecided:
            is_named = is_read and self._picked(shown[0].value) is not None
            if is_named and not verdict.values and not verdict.no:
                verdict.yes[shown[0].id] = verdict.is_answer = True
        if not verdict.is_answer:
            return []
        if verdict.is_undecided:
            return [Undecided(updates=tuple([t.id for t in shown]))]
        acts: list[Act] = [
            RemoveItem(words=fold(item).text, field=self.by_id[update].spec.path)
            for update, items in verdict.items_out.items()
            for item in items
        ]
        touched: set[str] = set(verdict.undecided) | {update for update, items in verdict.items_out.items() if items}
        judged = self._judgements(verdict)
        acts += [act for _, act in judged]
        touched.update([target for target, _ in judged])
        for word, takers in verdict.ambiguous:
            left = tuple(taker for taker in takers if taker not in verdict.yes and taker not in verdict.no)
            if word.reading.value is not None and left:
                acts.append(AskField(updates=left, value=word.reading.value))
        if verdict.undecided:
            acts.append(Undecided(updates=tuple(sorted(verdict.undecided))))
        rest = tuple([t.id for t in shown if t.id not in touched])
        if rest and (acts or verdict.ambiguous or verdict.left):
            acts.append(LeaveOpen(updates=rest))
        elif not acts:
            acts.append(LeaveOpen(updates=rest) if self.is_told else Undecided(updates=rest))
        return acts

    def _judgements(self, verdict: Verdict) -> list[tuple[str, Act]]:
        """Give what the turn says to each update that it judges, with the id of the update."""
        others, yes = verdict.others, verdict.yes
        found: list[tuple[str, Act]] = []
        for target in self.targets:
            ref = target.id
            if ref in others:
                act = self._act(target, verdict)
                if act is not None:
                    found.append((ref, act))
            elif ref in yes:
                found.append((ref, self._affirm(target, is_explicit=yes[ref])))
        return found

    def _act(self, target: Target, verdict: Verdict) -> Act | None:
        if target.id in verdict.which:
            options = tuple(w.reading.value for w in verdict.which[target.id] if w.reading.value is not None)
            values: tuple[Value, ...] = options if len(options) > 1 else (target.value, *options)
            return AskWhich(update=target.id, options=values)
        if target.id in verdict.values:
            if not target.ordinal:
                return None  # a new statement supersedes what the last reply did not show
            return self._asked_unit(target, verdict.values[target.id]) or self._correct(
                target, verdict.values[target.id]
            )
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
        if target.is_offer and self._asks_for_others:
            return Undecided(updates=(target.id,))
        is_foreign = self.scene.context.speaker is not None and self._is_of_another(target)
        if is_foreign or (not is_explicit and (self._asks_more or (not target.is_offer and self._is_praise))):
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

    @cached_property
    def _asks_for_others(self) -> bool:
        """Tell that a but behind the yes asks for other ones (``sounds good, but are there any others?``)."""
        return self.scene.has("offered.others", Span(0, len(self.scene.text)))

    @cached_property
    def _is_praise(self) -> bool:
        """Tell that the yes is praise alone, which may be for the values that the model said beside what was shown."""
        scene = self.scene
        if not scene.conversation.has_model_values:
            return False
        words = [word.span for word in scene.words.find(scene.text, 0, len(scene.text)) if word.kinds & {"yes_bare"}]
        praise = scene.lexicon.regex("offered.praise")
        return all(praise.fullmatch(scene.text[span.start : span.end].strip()) is not None for span in words)

    def _may_bind_late(self, target: Target) -> bool:
        return target.stored is None or same(target.stored, target.value)

    def _asked_unit(self, target: Target, word: ValueWord) -> Act | None:
        """Ask what a bare figure means that is far too small for the amount it corrects (``55`` beside 500000元)."""
        options = unsure(target, word.reading, self.scene.extraction.utterance.folded)
        options = tuple(value for one in options if (value := fitted(target, one)) is not None)
        if not options:
            return None
        return AskWhich(update=target.id, options=options if len(options) > 1 else (target.value, *options))

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
            value = fitted(target, value)
        rule = self.ruled.found.get((word.span, target.id))
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
