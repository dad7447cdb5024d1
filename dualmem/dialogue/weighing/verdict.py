"""Verdict: what all statements of a turn together mean for each waiting update."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dualmem.dialogue.segments.statement import Statement, list_of
from dualmem.dialogue.shown.meanings import has_per
from dualmem.dialogue.shown.targets import Targets, ValueWord
from dualmem.dialogue.weighing.counts import in_unit
from dualmem.dialogue.weighing.summed import contradicts, meant_by, overall, rest_of, told_by_value, without_reasons
from dualmem.dialogue.weighing.topics import carry_topics

_NEAR = 4


@dataclass(slots=True)
class Verdict:
    """The meaning of an answer.

    Attributes:
        yes: Updates affirmed; the value tells whether explicitly.
        no: Updates refused; the value tells whether the field's value is asked for.
        values: Updates corrected, with the value word.
        which: Updates of which the value is left open, with the value words.
        undecided: Updates the user does not answer yet.
        misfits: Updates called wrong, with the words behind it that are no value of their field.
        items_out: Items of shown lists that are called wrong, by update.
        left: Lists of which only some items are called right.
        ambiguous: Values that several updates could take.
        is_undecided: Nothing binds at all.
        is_answer: The turn says anything to what was shown.
    """

    yes: dict[str, bool] = field(default_factory=dict)
    no: dict[str, bool] = field(default_factory=dict)
    values: dict[str, ValueWord] = field(default_factory=dict)
    which: dict[str, list[ValueWord]] = field(default_factory=dict)
    misfits: dict[str, ValueWord] = field(default_factory=dict)
    undecided: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    items_out: dict[str, list[str]] = field(default_factory=dict)
    ambiguous: list[tuple[ValueWord, tuple[str, ...]]] = field(default_factory=list)
    is_undecided: bool = False
    is_answer: bool = False

    @property
    def others(self) -> set[str]:
        """Give the updates of which it says more than a yes."""
        return {*self.no, *self.values, *self.which, *self.misfits}


class Judge:
    """Weighs the statements of one turn."""

    def __init__(
        self,
        statements: Sequence[Statement],
        targets: Targets,
        *,
        has_only_answers: bool,
        is_read: bool,
        is_told: bool = False,
        text: str = "",
    ) -> None:
        """Prepare to weigh.

        Args:
            statements: What the turn says.
            targets: Updates that may be answered.
            has_only_answers: Nothing in the turn is foreign to the answer.
            is_read: All words beside its commands and questions are known.
            is_told: A command of the turn writes something that was shown: a bare no was about that.
            text: The folded text, for words that are said twice.
        """
        self.text = text
        self.is_read = is_read
        self.is_told = is_told
        self.targets = targets.by_id
        self.shown = [*targets.shown_by_id]
        self.has_only_answers = has_only_answers
        self.reserves = [s for s in statements if s.is_reserve]
        wishes = [s for s in statements if s.polarity == "wish"]
        self.has_wish = bool(wishes)
        self.wished = {list_of(ref) for s in wishes for ref in s.refs}
        statements = [s for s in statements if s.polarity != "wish"] if wishes else statements
        statements = rest_of(told_by_value(statements, targets), len(self.shown))
        self.topics = {ref for s in statements if not s.polarity for ref in s.refs}
        self.told = {ref for s in statements if not s.polarity and s.is_subject for ref in s.refs}
        self.statements = carry_topics([s for s in statements if s.refs or s.polarity or not s.is_reserve])
        self.verdict = Verdict()
        self.named: set[str] = set()
        self.repeated: dict[str, ValueWord] = {}
        self.withdrawn: set[str] = set()  # of which the turn gives a value and takes it back
        self.rivals: dict[str, set[int]] = {}  # the segments in which another value of it could not be given to it

    def judge(self) -> Verdict:
        """Give the verdict."""
        verdict = self.verdict
        said = [s for s in self.statements if s.polarity]
        if not said:
            return verdict
        verdict.is_answer = True
        bare = [s for s in said if s.polarity in ("yes", "no", "undecided") and not s.is_named]
        polarities = {s.polarity for s in bare}
        if "no" in polarities:
            bare = [s for s in bare if not s.is_keeping]  # no, leave it: as it is stored
        if len(self.shown) == 1 and bare and bare[-1].polarity == "no":
            bare = [s for s in bare if not s.is_withheld]  # 先别存，不对
        stated = [s.segment for s in said if s.polarity == "value" and not s.is_doubted]
        if stated:  # 太少了，改成60万: a complaint before a value says why it is changed
            bare = [
                s for s in bare if not (s.is_interjection and s.polarity == "undecided" and s.segment < max(stated))
            ]
        bare = without_reasons(bare)
        if ("undecided" in polarities and any([s.polarity == "undecided" for s in bare])) or contradicts(said):
            verdict.is_undecided = True
            return verdict
        if any([s.is_doubted and not s.is_changed for s in said]) and not any(
            s.polarity in ("no", "notvalue") for s in said
        ):
            verdict.is_undecided = True
            return verdict
        for statement in said:
            if statement.polarity in ("value", "notvalue"):
                self._value(statement, said)
        for statement in said:
            if statement.is_named and statement.polarity in ("yes", "no", "undecided"):
                self._named(statement)
        self._others(said)
        self._flags_again(bare)
        for target in self.withdrawn - verdict.others:
            self._undecide(target)
        self._bare(bare)
        return verdict

    # -- values ----------------------------------------------------------------------------------------------------
    def _value(self, statement: Statement, said: Sequence[Statement]) -> None:
        assert statement.token is not None
        word = statement.token.value
        assert word is not None
        word = in_unit(self.targets, statement, word, said)
        if statement.is_all and not statement.refs:
            self._all_are(statement, word, said)
            return
        takers = self._takers(statement, word, said)
        if statement.polarity == "notvalue":
            self._withdraw(word)
            for target in takers & word.equals if takers else word.equals:
                self._refuse(target, asks=True)
            return
        if not takers:
            self._rival(statement, word)
            if word.reading.value is not None and not statement.refs:
                for target in word.targets - word.equals:
                    self.rivals.setdefault(target, set()).add(statement.segment)
            return
        takers = meant_by(statement, takers, said) if len(takers) > 1 else takers
        if len(takers) > 1:
            self.verdict.ambiguous.append((word, tuple(t for t in self.targets if t in takers)))
            return
        is_figure = word.may_be_day and not statement.refs and not statement.is_changed
        is_figure |= not statement.refs and bool(word.equals & set(self.shown)) and not takers & word.equals
        if statement.is_doubted or is_figure:
            word = word._replace(is_loose=True)
        for target in takers:
            self._give(target, word, statement, said)

    def _all_are(self, statement: Statement, word: ValueWord, said: Sequence[Statement]) -> None:
        """Give a value to all that was shown (两个都是45万); one that some of it cannot take leaves all open."""
        if statement.polarity == "notvalue" or not word.targets.issuperset(self.shown):
            self.verdict.is_undecided = True
        for target in self.shown:
            self._give(target, word, statement, said)

    def _withdraw(self, word: ValueWord) -> None:
        """Take back a value that the turn itself gave before it denies it (``改成52万，哦不是52万，是53万``)."""
        for target in word.targets & self.verdict.values.keys():
            given = self.verdict.values[target].span
            words, again = (self.text[span.start : span.end] for span in (given, word.span))
            if words == again and given != word.span:
                self.verdict.values.pop(target)
                self.withdrawn.add(target)

    def _rival(self, statement: Statement, word: ValueWord) -> None:
        """Leave open a value that was taken, where the next words give another one (``today, 7th of March``)."""
        for target in word.targets & set(self.verdict.values):
            taken = self.verdict.values[target]
            is_next = 0 <= word.span.start - taken.span.end <= _NEAR
            if is_next and taken.reading.value != word.reading.value and statement.polarity == "value":
                self.verdict.which[target] = [self.verdict.values.pop(target), word]

    def _takers(self, statement: Statement, word: ValueWord, said: Sequence[Statement]) -> set[str]:
        if statement.refs:
            return set(statement.refs & word.targets)
        if statement.is_others and len(self.shown) == 1:
            return set()  # the other one is 600k: not the one that was shown
        before = [s for s in said if s.polarity == "no" and s.refs and s.segment <= statement.segment]
        if before and not before[-1].refs & word.targets and statement.segment - before[-1].segment <= 1:
            self.verdict.misfits.update(dict.fromkeys(before[-1].refs, word))
            return set()
        wrong = {t for s in before for t in s.refs}
        if wrong & word.targets:
            return set(wrong & word.targets)
        shown = self._fitting(word, {t for t in word.targets if t in self.shown})
        free = shown - {t for s in said if s.polarity in ("yes", "value") and s is not statement for t in s.refs}
        is_whole = self.has_only_answers or statement.is_changed or any(s.polarity in ("no", "notvalue") for s in said)
        if not is_whole and any(s.polarity == "yes" and not s.is_named for s in said):
            return set(word.equals & shown)  # 500k, yes. The client called: the yes is about that alone
        return (free or shown) if is_whole else set()

    def _fitting(self, word: ValueWord, targets: set[str]) -> set[str]:
        """Give the updates that an amount without a label fits: with a per the fields that have it, else the others."""
        fit = {t for t in targets if (self.targets[t].spec.per is not None) == has_per(word.reading.value)}
        return fit or targets

    def _give(self, target: str, word: ValueWord, statement: Statement, said: Sequence[Statement]) -> None:
        verdict = self.verdict
        self.named.add(target)
        if word.reading.value is None and target in verdict.values:
            return  # the deadline is January 25, everything changed over the weekend
        if target in word.equals:
            self._repeat(target, word, said)
            return
        if not word.is_reported and not verdict.which.get(target, [word]):
            del verdict.which[target]  # my boss said 500k, but I want 600k
        is_denied = any(s.polarity in ("no", "notvalue") for s in said)
        if target in self.repeated and word.is_weekday:
            return  # 对，15号是周二
        if target in self.repeated and not statement.is_changed and not is_denied:
            verdict.yes.pop(target, None)
            verdict.which.setdefault(target, []).extend((self.repeated[target], word))
            return
        verdict.yes.pop(target, None)
        verdict.no.pop(target, None)
        is_parted = any(s.is_others and s.polarity == "yes" for s in said)  # 嗯，预算35万，其他都对
        agreed = not is_parted and any(s.polarity == "yes" and (not s.is_named or target in s.refs) for s in said)
        denied = any(s.polarity in ("no", "notvalue") for s in said)
        if agreed and not denied and not statement.is_changed and not statement.has_contrast:
            self._agree(target, word)
        elif word.is_weekday and not statement.is_changed:
            verdict.which.setdefault(target, []).append(word)  # that's a Tuesday: the shown day is one too
        elif target in verdict.values and verdict.values[target].reading.value != word.reading.value:
            verdict.which.setdefault(target, []).extend((verdict.values.pop(target), word))
        elif target in verdict.which:
            verdict.which[target].append(word)
        else:
            verdict.values[target] = word

    def _repeat(self, target: str, word: ValueWord, said: Sequence[Statement]) -> None:
        """Take the shown value said again for a yes; what somebody else is said to say is asked."""
        if word.is_reported and not any(s.polarity == "yes" and not s.is_named for s in said):
            self.verdict.which.setdefault(target, [])  # my boss said 500k: and the user?
        elif target not in self.verdict.values:
            self.verdict.yes[target] = True
            self.repeated[target] = word
        elif not any(s.polarity in ("no", "notvalue") for s in said):
            self.verdict.which[target] = [word, self.verdict.values.pop(target)]  # ideally the 20th but the 15th is ok

    def _agree(self, target: str, word: ValueWord) -> None:
        """Take another value beside a yes: one that says the shown one in other words is a yes, else it is asked."""
        verdict, shown = self.verdict, self.targets[target]
        if word.is_weekday or shown.is_among(word.reading.value):
            verdict.yes[target] = True  # yes, 03/04; 对，月底; 对，周二
            self.repeated[target] = word
        elif shown.is_settled_by(word.reading.value):
            verdict.values[target] = word  # 对，4月3日; yes, dollars
        else:
            verdict.which.setdefault(target, []).append(word)

    def _flags_again(self, bare: Sequence[Statement]) -> None:
        """Leave a shown flag open that is said again behind a mere no: it may agree or deny (``no, no insurance``)."""
        verdict = self.verdict
        if not self.repeated:
            return
        is_other = verdict.values or verdict.which or verdict.no or verdict.ambiguous
        if not is_other and any(s.polarity == "no" for s in bare):
            for target in (t for t, word in self.repeated.items() if isinstance(word.reading.value, bool)):
                self._undecide(target)

    # -- names -----------------------------------------------------------------------------------------------------
    def _named(self, statement: Statement) -> None:
        targets = set(self.shown) if statement.is_all else set(statement.refs)
        excepted = {ref for s in self.reserves for ref in s.refs} if statement.is_all else set()
        excepted |= self.rivals.keys() if statement.is_all and self.reserves else set()  # 都OK，但是有个小问题，46万
        self.named |= targets
        for target in targets:
            if target in self.verdict.values or target in self.verdict.which:
                continue
            if statement.polarity == "undecided":
                self._undecide(target)
            elif statement.polarity == "no":
                self._refuse(target, asks=not statement.is_all and not statement.is_withdrawn)
            elif statement.polarity == "yes" and (
                target in excepted or statement.segment in self.rivals.get(target, ())
            ):
                self._undecide(target)
            elif statement.polarity == "yes":
                self._affirm(target, is_explicit=True)

    def _affirm(self, target: str, *, is_explicit: bool) -> None:
        if self.verdict.no.get(target):
            self.verdict.no.pop(target)
            self._undecide(target)
        elif target not in self.verdict.undecided:
            self.verdict.no.pop(target, None)
            self.verdict.yes[target] = is_explicit

    def _refuse(self, target: str, *, asks: bool) -> None:
        self.named.add(target)
        if target in self.verdict.values or target in self.verdict.which or target in self.verdict.undecided:
            return
        self.verdict.yes.pop(target, None)
        self.verdict.no[target] = asks

    def _undecide(self, target: str) -> None:
        self.verdict.yes.pop(target, None)
        self.verdict.no.pop(target, None)
        self.verdict.undecided.add(target)

    def _others(self, said: Sequence[Statement]) -> None:
        others = [statement for statement in said if statement.is_others]
        if not others or (not self.named and not self.is_read):
            return  # it's Anna Schmid, the rest is correct: what is not the rest could not be read
        rest = [target for target in self.shown if target not in self.named]
        for statement in others:
            for target in rest:
                self.named.add(target)
                if target in self.topics:
                    self._undecide(target)  # 日期…，其他没问题: it is none of the others
                elif statement.polarity == "yes":
                    self._affirm(target, is_explicit=True)
                elif statement.polarity == "no":
                    self._refuse(target, asks=False)
                else:
                    self._undecide(target)

    # -- what names nothing ----------------------------------------------------------------------------------------
    def _bare(self, bare: Sequence[Statement]) -> None:
        verdict = self.verdict
        rest = [target for target in self.shown if target not in self.named]
        polarity = overall(bare)
        is_wish = self.has_wish and not any(s.is_withdrawn for s in bare)  # 不对，我说的是别的项目，别记
        is_held = (polarity == "yes" and self._has_reserve()) or (polarity == "no" and is_wish)
        if polarity == "undecided" or is_held:
            if not self.named:
                verdict.is_undecided = True
            return
        is_explicit = any(s.is_explicit for s in bare if s.polarity == "yes")
        is_plain = not verdict.which and not verdict.ambiguous
        if polarity == "yes" and is_plain and self._reaches_rest(is_explicit=is_explicit):
            for target in rest:
                if target in self.wished or target in self.rivals or target in self.told:
                    self._undecide(target)  # 名字的敏换一下; 都对，日期早了: what is said of it could not be read
                else:
                    verdict.yes[target] = is_explicit
        elif polarity == "no" and not self.named and not verdict.ambiguous:
            asks = not any(s.is_withdrawn for s in bare)
            if self.is_told and asks:
                return  # no, change the date to the 4th
            for target in rest:
                verdict.no[target] = asks and len(rest) == 1

    def _has_reserve(self) -> bool:
        """Tell that a reserve is left: none that the words behind it settle (``都对，就是预算又变了，改成46万``)."""
        if not self.reserves:
            return False
        given = [word.span for word in self.verdict.values.values()]
        settled = {
            s.segment - 1
            for s in self.statements
            if s.token is not None and s.token.value is not None and s.token.value.span in given
        }
        return any(
            s.segment not in settled and not (s.refs and s.refs <= self.verdict.values.keys()) for s in self.reserves
        )

    def _reaches_rest(self, *, is_explicit: bool) -> bool:
        """Tell that a bare yes is about what the named statements leave: they refuse or change, or there are none.

        Where they only put something off, it is one behind a contrast or of an explicit yes (``都对，日期再说``).
        """
        if not self.named:
            return True
        put_off = [s for s in self.statements if s.polarity == "undecided" and s.refs]
        is_put_off = is_explicit or any(s.has_contrast for s in put_off)
        return bool(self.verdict.no or self.verdict.values) or (bool(put_off) and is_put_off)
