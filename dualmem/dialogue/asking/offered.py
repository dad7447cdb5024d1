"""Offered: what a turn answers to one shown text that is itself a question (an offer, ``还有别的需要吗``).

Such a question is answered by its own verb (``需要``, ``换``, ``预订吧``), by taking it up (``就去这家吧``) or by
turning it down (``我不急着预订``, ``这些就够了``). The first clause that says any of this counts; a later one that
turns the offered thing down takes a yes back. A question back, and what answers something else, answers nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import re2

from dualmem.dialogue.shown.glued import unglued
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import CUT, stops_in
from dualmem.dialogue.shown.targets import Target, Targets
from dualmem.model.act import Act, Affirm, Negate, Undecided
from dualmem.text import fold

_YES_KINDS = frozenset(("yes_bare", "yes_explicit"))
_SMALL = frozenset(("yes_bare", "yes_explicit", "filler", "also", "deictic"))
_Test = Callable[[int, str, str], bool]
_ACTS = ("book", "find", "swap", "take", "know")
_MARKS = " \t,.。!、~:\"'“”‘’()…"
_EMOJI = re2.compile(r"\p{So}|\p{Sk}|\x{200D}|\x{FE0F}")
_HAN = re2.compile(r"\p{Han}")
_NAME = re2.compile(r"[a-z]{3,12}")
_COUNT = re2.compile(r"([0-9]+|[一两二三四五六七八九十])[张个位间份趟]")
_SAME = {
    "一": "1",
    "两": "2",
    "二": "2",
    "三": "3",
    "四": "4",
    "五": "5",
    "六": "6",
    "七": "7",
    "八": "8",
    "九": "9",
    "十": "10",
}


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked.

    Attributes:
        text: Folded.
        kind: offer, more (anything else), preference (what would you rather) or inform (a value).
        acts: What it offers to do: book, find, swap, take, know.
    """

    text: str
    kind: str
    acts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of the turn between two stops.

    Attributes:
        text: Folded, without marks around it.
        is_asked: It is a question.
    """

    text: str
    is_asked: bool


def answer_offered(scene: Scene, targets: Targets) -> list[Act] | None:
    """Give the acts of a turn that answers the one shown question; None where the general reading is to answer."""
    shown = targets.shown
    if len(shown) != 1 or not is_question(scene, shown[0]):
        return None
    text = fold(str(shown[0].value)).text
    question = question_of(scene, text)
    answer = _Answer(scene, question)
    said = answer.read()
    update = shown[0].id
    if said == "yes":
        binds = _binds(scene, shown[0], is_explicit=answer.is_explicit)
        return [Affirm(update=update, is_explicit=answer.is_explicit) if binds else Undecided(updates=(update,))]
    if said == "no":
        return [Negate(update=update)]
    if said:
        return [Undecided(updates=(update,))]
    is_told = _HAN.search(text) is not None or question.kind == "inform"
    return [] if is_told else None


def is_question(scene: Scene, target: Target) -> bool:
    """Tell that what was shown is a text that asks something."""
    value = target.value
    is_text = target.spec.type == "text" and isinstance(value, str)
    return is_text and scene.lexicon.has("offered.asks", fold(str(value)).text)


def _binds(scene: Scene, target: Target, *, is_explicit: bool) -> bool:
    """Tell that a yes may write the update: a bare one where nothing else was asked; and it is the speaker's own."""
    conversation, owner = scene.conversation, target.update.provenance.speaker
    is_more = bool(conversation.has_model_question or conversation.asked or conversation.waiting_forget)
    is_foreign = None not in (scene.context.speaker, owner) and scene.context.speaker != owner
    is_firm = is_explicit or not (is_more or target.spec.is_explicit)
    return is_firm and (target.is_offer or not is_foreign)


def question_of(scene: Scene, text: str) -> Question:
    """Give the kind of a question, told by its last clause, and what it offers to do."""
    parts = [part for part in CUT.split(text) if part and part.strip()]
    last = parts[-1] if parts else text
    open_parts = [part for part in parts if part is last or not scene.lexicon.has("offered.past", part)]
    acts = frozenset(act for act in _ACTS if any(scene.lexicon.has(f"offered.do.{act}", part) for part in open_parts))
    if any(scene.lexicon.has(f"offered.do.{act}", last) for act in ("book", "find", "swap")):
        return Question(text, "inform" if scene.lexicon.has("offered.inform", last) else "offer", acts)
    kinds = ("more", "preference", "inform")
    return Question(text, next((kind for kind in kinds if scene.lexicon.has(f"offered.{kind}", last)), "offer"), acts)


class _Answer:
    """Reads the clauses of one turn against the question."""

    def __init__(self, scene: Scene, question: Question) -> None:
        self.lexicon = scene.lexicon
        self.words = scene.words
        self.question = question
        self.clauses = self._cut(scene)

    def _cut(self, scene: Scene) -> list[Clause]:
        found: list[Clause] = []
        for place in scene.places():
            at = place.start
            for stop in (*stops_in(CUT, scene.text, place.start, place.end), None):
                end = place.end if stop is None else stop.start()
                text = unglued(_EMOJI.sub("", scene.text[at:end]).strip(_MARKS), scene.words)
                at = place.end if stop is None else stop.end()
                if text:
                    is_marked = stop is not None and stop.group() == "?"
                    bare = self.lexicon.regex("not_asked").sub("", text)
                    found.append(Clause(text, is_marked or self.lexicon.has("asked", bare)))
        return found

    def read(self) -> str:
        """Give yes, no, undecided, or empty where nothing is answered."""
        first = ""
        for at, clause in enumerate(self.clauses):
            said = self._said(at)
            if not first and said == "yes" and self._is_weak(clause.text, self.clauses[at + 1 :]):
                continue
            if not first:
                first = said
            elif first == "yes" and self._takes_back(at, said):
                return "no"
            elif first == "yes" and (said == "undecided" or (said == "no" and self._is_flat(clause.text))):
                return "undecided"
        return first

    @property
    def is_explicit(self) -> bool:
        """Tell that a clause is more than a bare yes: ``yes, the address is correct``."""
        return any(
            "yes_explicit" in word.kinds
            for clause in self.clauses
            if not clause.is_asked
            for word in self.words.find(clause.text, 0, len(clause.text))
        )

    def _takes_back(self, at: int, said: str) -> bool:
        text = self.clauses[at].text
        if self.lexicon.has("offered.postpone", text) and not self.clauses[at].is_asked:
            return True
        return said == "no" and (self._turns_down(text) or self._closes(at))

    def _closes(self, at: int) -> bool:
        """Tell that a clause says all is done where nothing more is wished (``是的，就这些了``)."""
        text = self.clauses[at].text
        is_done_asked = self.lexicon.has("offered.close", self.question.text)
        return self._is_closing(text) and not is_done_asked and not any(self._is_wish(c.text) for c in self.clauses)

    def _lead(self, text: str) -> str:
        found = self.lexicon.regex("offered.lead").match(text)
        return text[found.end() :].strip(_MARKS) if found is not None else text

    def _said(self, at: int) -> str:
        clause = self.clauses[at]
        rest = self._lead(clause.text)
        tests = self._asked_tests if clause.is_asked else self._stated_tests
        if self.lexicon.has("offered.aside", clause.text):
            return ""
        said = next((word for word, test in tests if test(at, clause.text, rest)), "")
        return "" if said == "spoiled" else said

    @property
    def _asked_tests(self) -> tuple[tuple[str, _Test], ...]:
        return (
            ("no", lambda _, text, __: self._opens_with_no(text)),
            ("yes", lambda _, text, rest: self._is_polite_order(rest) or self._opens(text)),
        )

    @property
    def _stated_tests(self) -> tuple[tuple[str, _Test], ...]:
        """Give what a clause may say, with its test, in the order in which they hold."""
        return (
            ("yes", lambda _, text, rest: self._is_yes(text) or self._is_yes(rest)),
            ("no", lambda _, __, rest: self._turns_down(rest)),
            ("spoiled", lambda at, text, rest: self._is_spoiled(at) and (self._is_no(text) or self._is_no(rest))),
            ("no", lambda _, text, rest: self._is_no(text) or self._is_no(rest)),
            ("undecided", lambda _, __, rest: self.lexicon.has("offered.wait", rest)),
            ("yes", lambda at, text, rest: self._opens(text) or self._opens(rest) or self._takes_up(at, rest)),
            ("no", lambda _, text, __: self._is_closing(text)),
        )

    def _is_closing(self, text: str) -> bool:
        if self.question.kind == "offer" and self.lexicon.has("offered.finished", text):
            return True
        return self.question.kind == "more" and self.lexicon.has("offered.close", text)

    # -- yes -------------------------------------------------------------------------------------------------------
    def _is_yes(self, text: str) -> bool:
        kind = self.question.kind
        if not text or self._is_closing(text) or (kind == "preference" and self.lexicon.has("offered.any", text)):
            return False
        if self.lexicon.has("offered.yes", text):
            return True
        return self._holds_but_yes(text) or (self._is_called(text) and self._holds_but_yes(text.rpartition(" ")[0]))

    def _holds_but_yes(self, text: str) -> bool:
        """Tell that a clause is a yes and small words."""
        words = self.words.find(text, 0, len(text))
        is_covered = sum(len(word.span) for word in words) >= len(text.replace(" ", ""))
        known = all(word.kinds & _SMALL for word in words)
        return is_covered and known and any(word.kinds & _YES_KINDS for word in words)

    def _is_called(self, text: str) -> bool:
        """Tell that one unknown word ends a clause: whoever is spoken to (``ok sam``, but ``good morning``)."""
        rest, _, name = text.rpartition(" ")
        is_name = _NAME.fullmatch(name) is not None and not self.words.find(name, 0, len(name))
        return is_name and self.lexicon.has("offered.hail", rest)

    def _opens(self, text: str) -> bool:
        return self.lexicon.has("offered.open", text)

    def _is_weak(self, text: str, rest: Sequence[Clause]) -> bool:
        """Tell that a yes only opens what follows: no offer was made that it could take up."""
        kind = self.question.kind
        if not rest:
            return False
        if kind == "inform" or (kind != "more" and self.lexicon.has("offered.murmur", text)):
            return True
        if kind == "offer" or not self.lexicon.has("offered.weak", text):
            return False
        is_wish = any(self._is_wish(clause.text) for clause in rest)
        return kind == "preference" or not is_wish or (self.lexicon.has("offered.murmur", text) and rest[0].is_asked)

    def _is_wish(self, text: str) -> bool:
        return self.lexicon.has("offered.wants", text) and not self.lexicon.has("offered.close", text)

    def _takes_up(self, at: int, text: str) -> bool:
        if self.question.kind == "inform" or not text:
            return False
        if self._orders(text):
            return True
        if self.question.kind != "offer":
            return False
        if self.lexicon.has("offered.despite", text):
            return not self._is_spoiled(at)
        if self.lexicon.has("offered.unaccepted", text):
            return False
        return not self._is_spoiled(at) and self.lexicon.has("offered.accept", text)

    def _is_spoiled(self, at: int) -> bool:
        """Tell that a wish or a condition stands before a clause: the clause is about that, not about the question."""
        before = [clause.text for clause in self.clauses[:at]]
        return any(self.lexicon.has(name, text) for text in before for name in ("offered.condition", "offered.wishes"))

    def _orders(self, text: str) -> bool:
        """Tell that the clause has the offered thing done (``帮我订5张票吧``), unless it names another number."""
        for act in self.question.acts:
            for hit in self.lexicon.find(f"offered.done.{act}", text):
                before = text[: hit.start]
                is_order = not before or self.lexicon.has("offered.order", before)
                is_order = is_order or (act == "book" and self.lexicon.has("offered.order_own", before))
                if is_order and not self.lexicon.has("offered.elsewhere", text):
                    return self._is_counted_alike(text)
                break
        return False

    def _is_polite_order(self, text: str) -> bool:
        """Tell that a question asks to have the offered thing done (``能帮我预订吗``)."""
        opening = self.lexicon.regex("offered.request").match(text)
        return self.question.kind == "offer" and opening is not None and self._orders(text[opening.end() :])

    def _is_counted_alike(self, text: str) -> bool:
        mine, theirs = _count(text), _count(self.question.text)
        return theirs is None or mine is None or mine == theirs

    # -- no --------------------------------------------------------------------------------------------------------
    def _is_no(self, text: str) -> bool:
        if self.lexicon.has("offered.not_no", text):
            return self._is_closing(text)
        if self.question.kind == "preference" and self.lexicon.has("offered.any", text):
            return True
        is_swap = "swap" not in self.question.acts and self.lexicon.has("offered.no_swap", text)
        return self.lexicon.has("offered.no", text) or (is_swap and self.question.kind == "offer")

    def _opens_with_no(self, text: str) -> bool:
        """Tell that a question stands behind a no without a comma (``no just tell me the order again``)."""
        words = self.words.find(text, 0, len(text))
        is_led = bool(words) and words[0].span.start == 0 and "no_opening" in words[0].kinds
        return is_led and len(words[0].span) < len(text) and self._is_no(text)

    def _turns_down(self, text: str) -> bool:
        """Tell that the clause denies what was offered (``我今天不需要预订``)."""
        for act in self.question.acts:
            for hit in self.lexicon.find(f"offered.done.{act}", text):
                if self.lexicon.has("offered.not_now", text[: hit.start]):
                    return True
        return False

    def _is_flat(self, text: str) -> bool:
        """Tell that a clause is nothing but a no."""
        words = self.words.find(text, 0, len(text))
        covered = sum(len(word.span) for word in words if word.kinds & {"no", "neg", "filler"})
        return covered >= len(text.replace(" ", ""))


def _count(text: str) -> str | None:
    """Give the number of things that a clause names (一张票, 两个座位), None for none."""
    found = _COUNT.search(text)
    return _SAME.get(found.group(1), found.group(1)) if found is not None else None
