"""Answer: what a turn says to the updates that the last reply showed, read as a whole.

The turn is cut into segments. A segment whose every word is known (answer words, names of what was shown, values) is
read by a small grammar into statements: yes, no or a value, about named updates or about none. Statements about none
then take what the named ones left. Where anything contradicts itself, nothing is written.
"""

from dualmem.dialogue.saying.pointing import (
    describes,
    doubts_exception,
    gives_to_all,
    heightens,
    is_denied_behind,
    is_hedged,
    is_mere_name,
    is_open,
    is_pointed_at,
    is_right_one,
    joins,
    picked,
    says,
    stored_as,
    turn_exception,
)
from dualmem.dialogue.saying.unstated import is_called_right, is_called_wrong, is_left_open, is_promised, is_when
from dualmem.dialogue.segments.counting import counted, counts_all
from dualmem.dialogue.segments.glance import goes_on, is_sentence, leads_to_other
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.targets import Targets, ValueWord, is_beside_stored
from dualmem.dialogue.shown.words import JUDGING, YES


class Reader:
    """Reads one segment into statements, left to right."""

    def __init__(self, segment: Segment, index: int, targets: Targets, *, has_contrast: bool = False) -> None:
        """Prepare to read; ``has_contrast``: the segment before was but a but (``one thing though, …``)."""
        self.tokens = segment.tokens
        self.index = index
        self.targets = targets
        self.shown = targets.shown
        self.done: list[Statement] = []
        self.now = Statement(segment=index, has_contrast=has_contrast)
        self.is_negated = self.is_changed = False
        self.has_contrast = has_contrast
        self.is_excepting = self.excepts_all = False
        self.is_only = self.is_led = False
        self.place = self.skip_until = 0

    def read(self) -> list[Statement]:
        """Give the statements."""
        for place, token in enumerate(self.tokens):
            self.place = place
            if place >= self.skip_until:
                self._take(place, token)
        self._end()
        return [s for s in self.done if s.polarity or s.is_named]

    @property
    def ends_in_contrast(self) -> bool:
        """Tell that it was but a but, and what follows stands against what went before."""
        return self.has_contrast and not self.done

    def _take(self, place: int, token: Token) -> None:
        if token.value is not None:
            if token.value.equals and self.now.is_miscounted and self.now.polarity == "yes":
                self.now.refs |= token.value.equals  # two of those are right: 500k and …
            else:
                self._value(place, token)
            return
        if self._joint(token) or self._judged(place, token) or goes_on(self.tokens, token):
            return
        (refs, is_all, is_others), kinds = self._named(token), token.kinds
        if refs or is_all or is_others:
            self._name(refs, is_all=is_all, is_others=is_others)
            self.is_changed |= is_all and "change" in kinds  # 都改成42万
        elif "change" in kinds:
            self.is_changed = not is_right_one(self.tokens, place)
        elif "only" in kinds:  # behind its name it only leads on: 电话就不用记了, the budget is just wrong
            self.is_only |= "filler" not in kinds or not self.now.refs
        elif "keep" in kinds and self._is_of_a_name(place) and not self._describes(place):
            self._polarity("no" if self.is_negated else "yes", token)
            self.is_led = True

    def _joint(self, token: Token) -> bool:
        """Take a word that parts what is said: but, except."""
        if "contrast" in token.kinds and token is self.tokens[-1] and self.done and self.done[-1].polarity == "value":
            self.done[-1].has_contrast = True  # the deadline is December 22 though
        elif "contrast" in token.kinds and not ("filler" in token.kinds and self.place):  # 500k is still right
            self._close()
            self.has_contrast = True
            self.now.is_others = "others" in token.kinds and not any(t.value for t in self.tokens[self.place :])
        elif "except_tail" in token.kinds and self.now.refs and not self.now.polarity and not self.is_excepting:
            self.is_excepting = True  # 日期以外都对
            self._except()
        elif self._excepts(token):
            self._close()
            self.is_excepting = True
            self.excepts_all = "except_all" in token.kinds
        else:
            return False
        return True

    def _excepts(self, token: Token) -> bool:
        """Tell that a word takes something out (不算 does, and denies a yes right behind it: 这不算确认)."""
        return "except" in token.kinds and not (
            token.kinds & {"hedge", "defer"} or self._denies_next(self.place, token)
        )

    def _judged(self, place: int, token: Token) -> bool:
        """Take a word that judges: yes, no, doubt, and what denies the next word."""
        kinds = token.kinds
        if self._is_miswritten(kinds) or ({"no", "partly"} <= kinds and len(self.shown) == 1):
            self._polarity("no", token)
        elif is_open(self.tokens, place, self.shown):
            self._polarity("undecided", token)
        elif "no_change" in kinds and any(t.value is not None or t.refs for t in self.tokens[place + 1 :]):
            self._polarity("no", token)
            self.is_changed = True
        elif "no_change" in kinds:
            self._polarity("no" if is_beside_stored(self.shown) or not self.shown else "yes", token)
        elif kinds & {"pick_new", "pick_old"} and self._picks(place):
            is_new = "pick_new" in kinds
            self._polarity(picked(self.tokens[place + 1 :], is_new=is_new, is_negated=self.is_negated), token)
            self.skip_until = len(self.tokens)
        elif "neg_pair" in kinds and self._names_follow(place):
            self.is_negated = True  # neither the phone nor the email is right
        elif "none" in kinds and any(t.kinds & JUDGING for t in self.tokens[place + 1 :]):
            self.is_negated = True  # nothing here is right
        elif self._is_yes(place, token) or ({"no", "keep"} <= kinds and self._is_kept_new()):
            self._polarity("no" if self.is_negated else "yes", token)
            self.is_led |= "agree" in kinds
        elif "no" in kinds and not self._denies_next(place, token):
            self._polarity("yes" if self.is_negated else "no", token)
        elif kinds & {"neg", "no"}:
            self.is_negated = True
        elif self.shown and ("no_delete" in kinds or ("no_named" in kinds and self._is_of_a_name(place))):
            self._polarity("no", token)
        else:
            return False
        return True

    def _is_kept_new(self) -> bool:
        """Tell that what is to be kept (保留) is what was shown: nothing else is stored that it could mean."""
        is_all_new = bool(self.shown) and all(target.stored is None for target in self.shown)
        is_ordered = self._names_follow(self.place) and not self._describes(self.place)
        return is_all_new and (self.now.is_named or len(self.tokens) == 1 or is_ordered)

    def _picks(self, place: int) -> bool:
        """Tell that ``the old one``, ``the new one`` say which of a stored and a new value holds."""
        is_asked = any(t.update.is_conflict for t in self.shown)
        return is_asked and not any(t.value is not None or t.refs for t in self.tokens[place + 1 :])

    def _is_miswritten(self, kinds: frozenset[str]) -> bool:
        """Tell that what was named is called wrongly written (``邮箱写错了``); alone it may be one's own slip."""
        self.is_only |= "only_wrong" in kinds  # the only thing wrong is the date
        is_slip = {"no", "slip"} <= kinds and bool(self.now.refs)
        return "only_wrong" in kinds or (is_slip and not self.now.polarity)

    def _is_yes(self, place: int, token: Token) -> bool:
        kinds = token.kinds
        if not kinds & YES or ("no" in kinds and self.shown) or heightens(self.tokens, place):
            return False  # 删了吧 is a yes to a question of deleting alone
        if "yes_order" in kinds and leads_to_other(self.tokens[place + 1 :]):
            self.is_changed = True
            return False
        if kinds & {"copula", "filler", "change", "noun.id", "also"} and "yes_explicit" not in kinds:
            follow = [t for t in self.tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler", "deictic"})]
            before = self.tokens[:place]
            if "copula" in kinds:
                return not follow or (not before and not says(follow[0]))
            return not follow and all(t.kinds & {"filler", "deictic"} for t in before)
        return True

    def _denies_next(self, place: int, token: Token) -> bool:
        """Tell that a no is the negator of a value or a name behind it (``不是50万``, ``is not 600k``)."""
        if place + 1 >= len(self.tokens) or "no_refuse" in token.kinds:
            return False
        if is_denied_behind(self.tokens[place + 1 :]):
            return True  # 别把预算改成60万
        after = self.tokens[place + 1]
        gap = after.span.start - token.span.end
        if "neg" not in token.kinds or gap > 1:
            return False
        if after.value is not None or after.refs:
            return True
        return bool(after.kinds & YES) and not after.kinds & {"copula", "no"}

    def _names_follow(self, place: int) -> bool:
        return any(t.refs or any(self._named(t)) for t in self.tokens[place + 1 :])

    def _describes(self, place: int) -> bool:
        rest = self.tokens[place + 1 :]
        return describes(rest, [bool(t.refs) or any(self._named(t)) for t in rest])

    def _is_of_a_name(self, place: int) -> bool:
        """Tell that a word is about a name: one follows, or it ends what is said of one (``预算记上``)."""
        is_alone = all(t.kinds & {"filler", "deictic", "suffice"} for n, t in enumerate(self.tokens) if n != place)
        is_last = self.now.is_named and place + 1 >= len(self.tokens)
        ends = not self.now.polarity and (is_last or (is_alone and "keep_alone" in self.tokens[place].kinds))
        return ends or self._names_follow(place)

    def _named(self, token: Token) -> tuple[set[str], bool, bool]:
        kinds = token.kinds
        if token.refs and not token.by_noun:
            return set(token.refs), False, False
        ordinals = counted(kinds, self.shown) if "deictic" not in kinds else frozenset()  # the one is any
        self.now.is_miscounted |= ordinals is None
        if ordinals:
            return set(ordinals), False, False
        is_count = any(kind.startswith("count.") and kind != "count.any" for kind in kinds) and len(self.shown) > 1
        if "others" in kinds or counts_all(kinds, self.shown) or ("all" in kinds and not is_count):
            return set(), "others" not in kinds, "others" in kinds
        if token.by_noun:
            return set(token.refs), False, False
        self.now.is_miscounted |= is_count
        return set(), False, False

    # -- statements ------------------------------------------------------------------------------------------------
    def _name(self, refs: set[str], *, is_all: bool, is_others: bool) -> None:
        if self._begins_anew(refs):
            self._close()
        self.now.refs |= refs
        self.now.is_all |= is_all and not refs and not self.now.refs and not self.now.is_others  # 其他都确认
        self.now.is_others |= is_others
        if self.is_excepting:
            self._except()

    def _begins_anew(self, refs: set[str]) -> bool:
        """Tell that a name behind a judgement is what the next one is about."""
        is_led, self.is_led = self.is_led and not self.now.is_named, False
        if is_led or not self.now.polarity or (self._is_judged_later() and self._is_object(refs)):
            return False  # 存预算不存日期
        is_parted = self.now.is_named and not (self.now.refs and joins(self.tokens[: self.place]))
        return is_parted or (self._is_judged_later() and (self.now.is_named or self.now.polarity != "value"))

    def _is_object(self, refs: set[str]) -> bool:
        """Tell that a name is what the refusal before it is about, and another one is judged (别记预算日期对)."""
        before = [t for t in self.tokens[: self.place] if not (t.kinds and t.kinds <= {"filler"})]
        is_led = self.now.polarity == "no" and any("no_refuse" in t.kinds for t in before[-1:])
        return is_led and any(self._named(t)[0] - refs for t in self.tokens[self.place + 1 :])

    def _is_judged_later(self) -> bool:
        """Tell that a yes, a no or a value follows in the segment: the names before it belong to that."""
        return any(
            t.value is not None or t.kinds & {"yes_bare", "yes_explicit", "no", "neg", "hedge", "defer"}
            for t in self.tokens[self.place + 1 :]
        )

    def _except(self) -> None:
        statement = self.now
        self.done.append(Statement("no", set(statement.refs), segment=self.index, has_contrast=True))
        self.now = Statement(segment=self.index)
        self.is_excepting = True

    def _polarity(self, polarity: str, token: Token) -> None:
        now = self.now
        if now.polarity and now.polarity != polarity:
            self._close()
            now = self.now
        if self.is_excepting and polarity == "undecided" and doubts_exception(self.done, now, self.tokens, self.place):
            return
        if self.is_excepting and polarity != "undecided":
            turn_exception(self.done, now, polarity, token)
            self.is_excepting = False
            now.is_others = now.is_others or not now.is_named or now.is_all
            now.is_all = False
        now.polarity = polarity
        now.is_miscounted |= "count.2" in token.kinds and len(self.shown) not in (1, 2)  # both are right
        now.is_explicit |= "yes_explicit" in token.kinds and polarity == "yes"
        now.is_withheld = polarity == "undecided" and {"no", "defer"} <= token.kinds
        now.is_claim |= "claim" in token.kinds
        now.is_keeping = polarity == "undecided" and "keep_it" in token.kinds
        now.is_mostly = polarity == "undecided" and "mostly" in token.kinds
        now.is_slip = {"no", "slip"} <= token.kinds
        now.may_refuse = polarity == "undecided" and {"no", "hedge"} <= token.kinds
        now.is_deferred = polarity == "undecided" and not token.kinds & {"hedge", "mostly"}
        now.is_predicate |= len(token.span) > 4 or now.is_named
        now.is_judged |= is_sentence(self.tokens[: self.place], token)
        now.is_withdrawn |= "no_refuse" in token.kinds
        opening = {"no": "no_opening", "undecided": "complaint"}.get(polarity, "yes_opening")
        now.is_interjection = opening in token.kinds and not now.is_named
        now.has_contrast |= self.has_contrast
        self.is_negated = False

    def _value(self, place: int, token: Token) -> None:
        assert token.value is not None
        if not is_promised(self.tokens, place):
            self._cued(place, token) if token.is_cued else self._plain_value(place, token, token.value)

    def _plain_value(self, place: int, token: Token, value: ValueWord) -> None:
        self.is_negated |= token.is_denied
        is_agreed = self.is_led and self.now.polarity == "yes"  # yes to 450k
        is_name = self.is_excepting or is_agreed or is_mere_name(self.tokens, place)
        if value.equals and not self.is_negated and is_name:
            self._name(set(value.equals), is_all=False, is_others=False)
            return
        if not value.equals and not self.is_negated and is_pointed_at(self.tokens, place):
            self._point(token)
            return
        if is_when(self.tokens, place):
            if any("doing" in t.kinds for t in self.tokens[place + 1 :]):  # 我周五确认
                self.done.append(Statement("undecided", segment=self.index, is_deferred=True))
                self.skip_until = len(self.tokens)
            return
        if not self.is_negated and is_left_open(self.tokens, place):
            self.done.append(Statement("undecided", set(value.equals), segment=self.index))
            self.skip_until = len(self.tokens)
            return
        if not self.is_negated and is_called_wrong(self.tokens, place):
            self.skip_until = len(self.tokens)
            return
        if self.now.polarity and self.now.polarity != "undecided":
            self._close()
        now = self.now
        now.token = token
        now.is_all &= not now.polarity and gives_to_all(self.tokens[:place], self.shown)
        now.is_doubted = now.polarity == "undecided" and is_hedged(self.tokens[:place])
        now.polarity = "notvalue" if self.is_negated else "value"
        now.is_changed = self.is_changed or (not self.is_negated and is_called_right(self.tokens, place))
        now.has_contrast = self.has_contrast or self.is_excepting or self.is_only
        self.is_negated = False
        self._close(keeps_change=True)
        if now.is_changed and not self.is_changed:
            self.skip_until = len(self.tokens)

    def _cued(self, place: int, token: Token) -> None:
        """Take a value that a rule found: the rule says which field it is about."""
        value = token.value
        assert value is not None
        if not token.is_denied and is_called_wrong(self.tokens, place):
            token = token._replace(is_denied=True)
            self.skip_until = len(self.tokens)
        is_changed = token.is_changed or self.is_changed
        is_rest_right = self.is_only and self.now.polarity == "no" and not self.now.is_named  # 唯一错的是日期，应该是…
        if not is_rest_right:
            self._close()
        polarity = "undecided" if token.is_hedged else "notvalue" if token.is_denied else "value"
        self.done.append(
            Statement(
                polarity,
                set(value.targets),
                token=token,
                is_changed=is_changed,
                segment=self.index,
                has_contrast=self.has_contrast or self.is_excepting or self.is_only,
            )
        )
        self.is_negated = self.is_excepting = False
        if is_rest_right:
            self._rest_is_right()
        self.now = Statement(segment=self.index)

    def _point(self, token: Token) -> None:
        """Take a value that was stored before as the name of its field; one that nobody knows leaves all open."""
        refs = stored_as(self.targets, token)
        if refs:
            self._name(refs, is_all=False, is_others=False)
        else:
            self.done.append(Statement("undecided", segment=self.index))

    def _close(self, *, keeps_change: bool = False) -> None:
        if self.now.is_miscounted and not self.now.refs and self.now.polarity:
            self.now.polarity, self.now.is_foreign = "undecided", True  # another count than that of what was shown
        if self.now.polarity or self.now.is_named:
            self.done.append(self.now)
        if self.is_only and self.now.polarity == "no" and self.now.refs:
            self._rest_is_right()
        self.now = Statement(segment=self.index, has_contrast=self.has_contrast)
        if not keeps_change:
            self.is_changed = False

    def _rest_is_right(self) -> None:
        """Take ``只有日期不对`` and ``all except the date`` for a yes to the rest."""
        self.is_only = False
        self.done.append(Statement("yes", is_others=True, is_explicit=True, segment=self.index))

    def _end(self) -> None:
        if self.is_negated and (self.now.is_named or self.has_contrast):
            self.now.polarity = self.now.polarity or "no"
        elif self.is_negated and not self.now.polarity and not self.done:
            self.now.polarity = "no"
        elif self.is_negated and self.now.polarity == "yes":
            self.now.polarity = "undecided"
        if self.is_changed and not self.now.polarity and self.now.refs:
            self.now.polarity = "no"
        if self.has_contrast and self.now.is_named and not self.now.polarity:
            self.now.has_contrast = True
            last = self.done[-1] if self.done else Statement()
            if last.polarity == "yes" and (last.is_all or not last.is_named):
                self.now.polarity = "no"
        self._close()
        if self.excepts_all and [s.polarity for s in self.done if s.polarity] == ["no"]:
            self._rest_is_right()
