"""Replies: the acts by which a turn answers what the last reply showed."""

from collections.abc import Sequence

from dualmem.dialogue.saying.answer import Reader
from dualmem.dialogue.saying.changing import ordered
from dualmem.dialogue.saying.foreign import Foreign
from dualmem.dialogue.saying.leading import as_led
from dualmem.dialogue.saying.names import Names
from dualmem.dialogue.saying.owned import (
    beside_others,
    is_for_a_thing,
    is_hummed,
    is_of_a_speaker,
    outweighed,
    own_words,
    owned,
    without_hums,
)
from dualmem.dialogue.saying.picking import picked
from dualmem.dialogue.saying.putoff import put_off
from dualmem.dialogue.saying.regions import without_regions
from dualmem.dialogue.saying.wishes import Wishes
from dualmem.dialogue.segments.adjectives import without_adjectives
from dualmem.dialogue.segments.blanks import is_day
from dualmem.dialogue.segments.counting import counted
from dualmem.dialogue.segments.cutting import Cutter
from dualmem.dialogue.segments.denied import without_former
from dualmem.dialogue.segments.flags import turn_flags
from dualmem.dialogue.segments.glance import has_value, kinds_of
from dualmem.dialogue.segments.later import without_later
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets
from dualmem.dialogue.weighing.answers import Answers
from dualmem.dialogue.weighing.behind import of_the_day, only_supposed
from dualmem.dialogue.weighing.belonging import sorted_out, without_parts
from dualmem.dialogue.weighing.coded import spoken
from dualmem.dialogue.weighing.declining import declines
from dualmem.dialogue.weighing.deferrals import settled
from dualmem.dialogue.weighing.doubts import (
    asked,
    asks_whether,
    breaks_off,
    denied_last,
    denied_names,
    is_rather,
    leads_to_value,
    only_rather,
    only_these,
    refuse_again,
    slips,
    taken_back,
    tells_fault,
    trails_off,
)
from dualmem.dialogue.weighing.echoes import echoed
from dualmem.dialogue.weighing.elided import filled_in
from dualmem.dialogue.weighing.elsewhere import is_of_a_matter
from dualmem.dialogue.weighing.freewords import FreeWords
from dualmem.dialogue.weighing.items import settle
from dualmem.dialogue.weighing.openers import only_opens
from dualmem.dialogue.weighing.rivals import hold_back
from dualmem.dialogue.weighing.sides import take_described, take_sides, take_this
from dualmem.dialogue.weighing.thoughts import second_thoughts
from dualmem.dialogue.weighing.turning import turned_round
from dualmem.dialogue.weighing.undone import unless_undone
from dualmem.dialogue.weighing.verdict import Judge, Verdict
from dualmem.dialogue.weighing.wholenames import widen
from dualmem.model.act import Act
from dualmem.model.span import Span

_JUDGING = frozenset(("yes_bare", "yes_explicit", "no"))
_BESIDE = frozenset(("and", "also"))
_ASKING = frozenset(("ask", "ask_more"))


class Replies:
    """Reads the answer of one turn."""

    def __init__(
        self,
        scene: Scene,
        used: Sequence[Span],
        targets: Targets,
        *,
        removed: Sequence[str] = (),
        is_told: bool = False,
    ) -> None:
        """Prepare to read.

        Args:
            scene: The turn.
            used: Places that commands and questions took.
            targets: Updates that may be answered.
            removed: Words of list items that the commands take out.
            is_told: A command of the turn writes something that was shown: a bare no was about that.
        """
        self.removed = removed
        self.scene = scene
        self.is_told = is_told
        self.used = used
        self.targets = targets
        self.by_id = targets.by_id
        self.cutter = Cutter(scene, used, self.targets)

    def verdict(self) -> tuple[Verdict, list[Segment]]:
        """Give what the turn says to the targets, and its segments."""
        scene = self.scene
        cuts = self.cutter.cut()
        kinds = kinds_of(cuts)
        if self._is_supposed(cuts) or ("condition" in kinds and self._is_conditional(cuts)):
            return Verdict(is_undecided=True, is_answer=True), cuts
        statements = self._weighed(cuts, kinds)
        is_weak = ("ought" in kinds and trails_off(cuts, statements)) or ("keep" in kinds and breaks_off(scene, cuts))
        is_weak = is_weak or ("fault" in kinds and tells_fault(scene, cuts, statements, self.targets))
        if is_weak or declines(scene, cuts, statements):
            return Verdict(is_undecided=True, is_answer=True), cuts
        is_read = _is_read(cuts)
        is_pure = is_read and not self.used and not any([t.is_other_field for cut in cuts for t in cut.tokens])
        verdict = Judge(
            statements,
            self.targets,
            has_only_answers=is_pure,
            is_read=is_read,
            is_told=self.is_told,
            text=scene.text,
        ).judge()
        settle(verdict, self.targets, self.removed)
        FreeWords(self.scene, self.targets, verdict).take(cuts, statements)
        for named in self._ordered() & verdict.yes.keys() if self.used else ():
            verdict.yes.pop(named)  # 第三条删掉，其余保留: the third is none of the rest
            verdict.undecided.add(named)
        if verdict.is_undecided and any(_is_open(s) for s in statements):
            verdict = self._named_anew(cuts, statements) or verdict
        if verdict.yes or verdict.values:
            widen(scene, verdict, self.targets)
        if verdict.values:
            denied_names(scene, cuts, statements, verdict)
        hold_back(scene, verdict, cuts, self.targets)
        return verdict, cuts

    def _weighed(self, cuts: Sequence[Segment], kinds: frozenset[str]) -> list[Statement]:
        """Give the statements of the turn, each in the light of those around it.

        Each stage waits for words, values or verdicts; none of them makes what a later one waits for.
        """
        scene, statements = self.scene, self.statements_of(cuts)
        turned_round(scene, cuts, statements)
        if "only" in kinds:
            only_these(cuts, statements)
        if "slip" in kinds:
            slips(cuts, statements)
        polarities = {statement.polarity for statement in statements}
        if "value" in polarities:
            only_rather(scene, cuts, statements)
            second_thoughts(scene, cuts, statements)
        if "this_one" in kinds:
            take_this(cuts, statements)
        if "value" in polarities:
            take_described(scene, cuts, statements)
        if len(statements) > 1 or not _BESIDE.isdisjoint(kinds):
            take_sides(scene, cuts, statements)
        if "no" in polarities:
            of_the_day(scene, cuts, statements, self.targets)
            only_supposed(scene, cuts, statements)
        if "elided_not" in kinds:
            taken_back(cuts, statements)
        if "value" in polarities and "no" in polarities:
            denied_last(scene, cuts, statements)
        return statements

    def _ordered(self) -> set[str]:
        """Give the shown updates that a command of the turn counts."""
        shown = self.targets.shown
        words = [w for s in self.used for w in self.scene.words.find(self.scene.text, s.start, s.end)]
        said = [w for w in words if not (self.scene.text[w.span.start].isdigit() or is_day(self.scene, w.span))]
        return {ref for word in said for ref in counted(word.kinds, shown) or ()}

    def _named_anew(self, cuts: Sequence[Segment], statements: Sequence[Statement]) -> Verdict | None:
        """Read a yes with a reserve, a no with a wish, that is a name of its own (``对，不过名字是赵闵``)."""
        firm = [s for s in statements if not _is_open(s)]
        verdict = Judge(firm, self.targets, has_only_answers=False, is_read=False).judge()
        settle(verdict, self.targets, self.removed)
        FreeWords(self.scene, self.targets, verdict).take(cuts, firm)
        return verdict if verdict.values else None

    def statements_of(self, cuts: Sequence[Segment]) -> list[Statement]:
        """Give the statements of the segments."""
        statements: list[Statement] = []
        foreign = Foreign(self.scene, self.targets)
        wishes = Wishes(self.scene, self.targets, cuts, self.cutter.words)
        names = Names(self.scene, self.targets, is_turned=wishes.turned is not None)
        has_contrast = False
        plain = [self._plain(cut) for cut in cuts]
        for index, cut in enumerate(plain):
            echo = echoed(self.scene, cuts, index, self.targets)
            if echo is not None:
                statements += echo
                continue
            if is_of_a_matter(self.scene, cuts, index):
                continue
            called = names.read(cut, index, is_led=wishes.turned is not None and wishes.turned < index)
            if called:
                statements += called + self._beside(names.without(cut, called), index, wishes)
                continue
            wished = wishes.read(cut, index, statements)
            if wished:
                statements += as_led(self.scene, plain, index, wished)
                continue
            taken = picked(self.scene, cut, index, self.by_id)
            if taken:
                statements += taken
                continue
            cut = wishes.fitting(cut)  # noqa: PLW2901  # what is left of it
            kinds = kinds_of((cut,))
            may_ask = (cut.is_asked or not _ASKING.isdisjoint(kinds)) and not any([t.is_cued for t in cut.tokens])
            open_words = asked(self.scene, cut, index, foreign) if may_ask else None
            if open_words is not None:
                statements += open_words
                continue
            said, has_contrast = self._plainly(
                own_words(cut) if "report" in kinds else cut, index, foreign, has_contrast=has_contrast
            )
            statements += as_led(self.scene, plain, index, [*said])
        return self._together(cuts, statements, wishes)

    def _plainly(
        self,
        cut: Segment,
        index: int,
        foreign: Foreign,
        *,
        has_contrast: bool,
    ) -> tuple[Sequence[Statement], bool]:
        """Give what a segment says by its answer words and values, and whether it ends in a contrast."""
        if not cut.is_known:
            return foreign.read(cut, index), has_contrast
        reader = Reader(cut, index, self.targets, has_contrast=has_contrast)
        said = put_off(self.scene, cut, ordered(self.scene, cut, reader.read()))
        return beside_others(owned(self.scene, cut, said), cut), reader.ends_in_contrast

    def _together(self, cuts: Sequence[Segment], statements: list[Statement], wishes: Wishes) -> list[Statement]:
        """Give the statements of all segments as they are meant beside each other."""
        statements = without_regions(self.scene, cuts, statements, self.by_id)
        if not statements:
            return []
        turn_flags(statements, self.by_id)
        _take_back(statements, wishes.turned)
        if any([s.may_refuse for s in statements]):
            refuse_again(statements)
        if len(statements) > 1 and any([s.is_named for s in statements]):
            filled_in(self.scene, cuts, statements)
        is_none = ":" in self.scene.text and is_of_a_speaker(self.scene, cuts)
        is_none = is_none or is_hummed(self.scene, cuts, statements, self.used)
        is_none = is_none or (len(cuts) > 1 and only_opens(self.scene, cuts, statements))
        is_none |= len(cuts) > 1 and is_for_a_thing(cuts, statements, wishes.is_familiar)
        said = [] if is_none else settled(self.scene, cuts, spoken(self.scene, cuts, statements))
        return unless_undone(self.scene, cuts, outweighed(without_hums(cuts, said)))

    def _plain(self, cut: Segment) -> Segment:
        """Give a segment as its words are meant: whose value it is, of what time, and what only describes a noun."""
        if has_value(cut):
            cut = sorted_out(self.scene, cut, self.by_id)
            cut = without_later(self.scene, without_former(self.scene, cut), self.targets)
        else:
            cut = without_parts(cut)
        return without_adjectives(self.scene, cut)

    def _beside(self, rest: Segment, index: int, wishes: Wishes) -> list[Statement]:
        """Read the values beside a name: those that a rule found, or that are wished for."""
        known = tuple(t for t in rest.tokens if rest.is_known or (t.is_cued and t.value is not None))
        said = wishes.read(rest, index) or Reader(Segment(rest.span, known), index, self.targets).read()
        return [s for s in said if s.token is not None]

    def _is_supposed(self, cuts: Sequence[Segment]) -> bool:
        """Tell that a segment stands in a clause that only supposes something."""
        supposed = [c.span for c in self.scene.extraction.utterance.clauses if c.mood == "hypothetical"]
        return bool(supposed) and any(
            place.overlaps(cut.span) and not asks_whether(cut, self.targets) for place in supposed for cut in cuts
        )

    def _is_conditional(self, cuts: Sequence[Segment]) -> bool:
        return any(
            token.kinds & {"condition"}
            and (not leads_to_value(cut, place) or _is_judged(cut.tokens[:place]))
            and not is_rather(self.scene, cut, token)
            and not asks_whether(cut, self.targets)
            and any(t.kinds & {"yes_bare", "yes_explicit", "no"} for c in cuts for t in c.tokens)
            for cut in cuts
            if not (cut.is_asked or _is_of_another_name(cut, cuts))
            for place, token in enumerate(cut.tokens)
        )

    def acts(self) -> list[Act]:
        """Give the acts of the turn."""
        verdict, cuts = self.verdict()
        is_read = _is_read(cuts)
        answers = Answers(self.scene, self.targets, self.cutter.ruled, is_told=self.is_told)
        return answers.of(verdict, is_read=is_read)


def _is_read(cuts: Sequence[Segment]) -> bool:
    """Tell that every word of a turn is known, and nothing in it asks."""
    return all([cut.is_known and not cut.is_asked for cut in cuts])


def _is_open(statement: Statement) -> bool:
    """Tell that a statement holds words that may yet say what is to be (``不过…``, ``no, make it pharma``)."""
    return statement.is_reserve or (statement.polarity == "wish" and statement.is_foreign)


def _is_of_another_name(cut: Segment, cuts: Sequence[Segment]) -> bool:
    """Tell that a segment judges nothing and is about another name than each that does (``the date will follow …``)."""
    own = {ref for t in cut.tokens for ref in t.refs}
    if not own or any(t.kinds & _JUDGING for t in cut.tokens):
        return False
    judging = [one for one in cuts if any(t.kinds & _JUDGING for t in one.tokens)]
    named = [{ref for t in one.tokens for ref in t.refs} for one in judging]
    return all(refs and not refs & own for refs in named)


def _is_judged(tokens: Sequence[Token]) -> bool:
    """Tell that words judge something by its name (``the budget was right until …``)."""
    return any(t.refs for t in tokens) and any(t.kinds & {"yes_bare", "yes_explicit", "no"} for t in tokens)


def _take_back(statements: Sequence[Statement], turned: int | None) -> None:
    """Let a value that a rule found be a change where the turn takes something back (``actually, with subtitles``)."""
    for statement in statements if turned is not None else ():
        if statement.polarity == "value" and statement.token is not None and statement.token.is_cued:
            statement.is_changed |= turned is not None and turned <= statement.segment
