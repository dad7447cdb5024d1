"""Scene: all that a turn is read against, and where in the turn a command may begin."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dualmem.dialogue.shown.labels import LabelIndex
from dualmem.dialogue.shown.stops import END, STOP, stops_in
from dualmem.dialogue.shown.targets import Targets
from dualmem.dialogue.shown.words import Words, by_family, families_of
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.pending import PendingUpdate
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.utterance import Clause
from dualmem.schema.firstlook import ANSWERS, family_of
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema

_GAP = ",!.…~"
_LONG = 2_000  # code points; no words of a lexicon are as many
_MAX_PREFIXES = 8
_JOINING = frozenset({"and", "contrast", "also", "only", "except"})
_OPENERS = ("cmd.prefix", "talk.opener")


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn and its surroundings.

    Attributes:
        extraction: What match found.
        schema: The schema.
        lexicon: The words.
        words: Compiled answer words.
        labels: Compiled labels.
        conversation: Before the turn.
        queue: Before the turn.
        state: Before the turn.
        context: Clock and names.
        targets: Updates the turn may answer.
        text: The folded text.
    """

    extraction: Extraction
    schema: Schema
    lexicon: Lexicon
    words: Words
    labels: LabelIndex
    conversation: Conversation
    queue: Sequence[PendingUpdate]
    state: State
    context: TurnContext
    targets: Targets = field(default_factory=Targets)
    text: str = field(init=False, compare=False)
    _places: tuple[Span, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep the text and its own words at hand: they are asked for at every word."""
        utterance = self.extraction.utterance
        object.__setattr__(self, "text", utterance.folded.text)
        object.__setattr__(self, "_places", tuple(_own_words(len(self.text), utterance.data)))

    @property
    def original(self) -> str:
        """Give the text as it was said."""
        return self.extraction.utterance.folded.original

    @property
    def is_shouted(self) -> bool:
        """Tell that a turn of several words stands in capitals from end to end: they mark no name."""
        said = self.original
        return said.isascii() and said == said.upper() and " " in said.strip() and said != said.lower()

    def said(self, span: Span) -> str:
        """Give the words of a place of the folded text as they were said, without outer blanks."""
        if span.start >= span.end:
            return ""
        place = self.extraction.utterance.folded.to_original(span)
        return self.original[place.start : place.end].strip()

    def places(self) -> list[Span]:
        """Give the user's own words: the folded text without its data parts."""
        return list(self._places)

    def mood_at(self, place: int) -> str:
        """Give the mood of the clause at a place of the folded text."""
        clauses = self.extraction.utterance.clauses
        at = bisect_right(clauses, place, key=_start_of) - 1
        return clauses[at].mood if at >= 0 and place < clauses[at].span.end else "stated"

    def may_hold(self, section: str) -> bool:
        """Tell that the turn may hold a word of a lexicon section, in any part of it: a cheap first look."""
        family = family_of(section)
        present = self.words.present.get(family)
        return section in (self.words.look(family, self.text) if present is None else present)

    def may_hold_any(self, sections: frozenset[str]) -> bool:
        """Tell that the turn may hold a word of any of the sections that a stage reads, asked once for all of them."""
        return any([not names.isdisjoint(self._present(family)) for family, names in by_family(sections)])

    def _present(self, family: str) -> frozenset[str]:
        """Give the sections of a family that the turn may hold a word of."""
        present = self.words.present.get(family)
        return self.words.look(family, self.text) if present is None else present

    def hints(self, sections: str) -> bool:
        """Tell that the turn holds a word of any of the sections whose names begin so."""
        for family in families_of(sections):
            if family == ANSWERS:
                return self.words.hints(self.text, sections)
            present = self._present(family)
            if present and any(self._first(name) is not None for name in present & self.words.sections(sections)):
                return True
        return False

    def has(self, section: str, span: Span) -> bool:
        """Tell that a part of the turn, read by itself, holds a word of a lexicon section."""
        return self.may_hold(section) and self.lexicon.has(section, self.text[span.start : span.end])

    def find(self, section: str, start: int, end: int) -> list[Span]:
        """Give the places of a section's words in a part of the turn, read by itself; places count from its start."""
        return list(self.lexicon.find(section, self.text[start:end])) if self.may_hold(section) else []

    def match(self, section: str, at: int) -> Span | None:
        """Give the longest word of a lexicon section that begins at a place."""
        first = self._first(section)
        if first is None or at < first.start:
            return None
        if at > first.start:
            start = max(0, at - 1) if len(self.text) > _LONG else 0  # RE2 takes time for all the text it is given
            near = self.text[start : at + _LONG] if start else self.text
            found = self.lexicon.regex(section).match(near, at - start)
            first = Span(at, start + found.end()) if found is not None else Span(at, at)
        return first if len(first) and _ends_whole(self.text, first.end) else None

    def search(self, section: str, span: Span) -> Span | None:
        """Give the first word of a lexicon section inside a place."""
        first = self._first(section)
        if first is None or span.end <= first.start:
            return None
        for found in self.lexicon.regex(section).finditer(self.text, span.start, span.end):
            start, end = found.span()
            if end > start and _starts_whole(self.text, start) and _ends_whole(self.text, end):
                return Span(start, end)
        return None

    def _first(self, section: str) -> Span | None:
        """Give the first word of a section in the whole text: most sections have none, and no place need be tried."""
        if not self.may_hold(section):
            return None
        if section not in self.words.firsts:
            found = self.lexicon.regex(section).search(self.text)
            self.words.firsts[section] = Span(*found.span()) if found is not None else None
        return self.words.firsts[section]

    def skip(self, at: int) -> int:
        """Give the place behind blanks and light stops."""
        text, end = self.text, len(self.text)
        while at < end and (text[at] in _GAP or text[at].isspace()):
            at += 1
        return at

    def skip_words(self, section: str, at: int, *, most: int = _MAX_PREFIXES) -> int:
        """Give the place behind any words of a section, with the blanks between them."""
        for _ in range(most):
            at = self.skip(at)
            found = self.match(section, at)
            if found is None:
                break
            at = found.end
        return self.skip(at)

    def sentence_end(self, at: int) -> int:
        """Give where the sentence ends that holds a place; stops inside values and quotes end none."""
        for found in END.finditer(self.text, at):
            if not self._is_inside(found.start()) and not self._is_list_mark(found.start()):
                return int(found.start())
        return len(self.text)

    def _is_list_mark(self, place: int) -> bool:
        """Tell that a dot ends the number of a list item (``1. … 2. …``)."""
        head = self.text[max(place - 2, 0) : place]
        return self.text[place] == "." and head[-1:].isdigit() and not head[:1].isalnum() | (head[:1] == ".")

    def clause_end(self, at: int) -> int:
        """Give where the clause ends that holds a place."""
        for found in STOP.finditer(self.text, at):
            if not self._is_inside(found.start()):
                return int(found.start())
        return len(self.text)

    def line_end(self, at: int) -> int:
        """Give where the line ends that holds a place."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _is_inside(self, place: int) -> bool:
        if any(data.start < place < data.end - 1 for data in self.extraction.utterance.data):
            return True
        return any(c.folded.start < place < c.folded.end - 1 for c in self.extraction.candidates)

    def is_joined(self, at: int, end: int) -> bool:
        """Tell that a comma or a joint follows a label, and no value (``save the name and …``, 记住姓名和手机)."""
        if self.text[at:end].lstrip()[:1] == ",":
            return True
        words = self.words.find(self.text, at, end)
        is_next = bool(words) and not self.text[at : words[0].span.start].strip()
        return is_next and bool(words[0].kinds & _JOINING)

    def says_only_answers(self, candidate: Candidate) -> bool:
        """Tell that the words a rule took for a text are a yes, a no (``the name is wrong``) or a wish to change."""
        if self.may_hold("wish.alter") and self.is_to_alter(candidate.folded):
            return True
        if not isinstance(candidate.value, str):
            return False
        words = self.words.find(self.text, candidate.folded.start, candidate.folded.end)
        spec = self.schema.find(candidate.field)
        is_listed = spec is not None and candidate.value in spec.choices
        if is_listed and (not candidate.is_bare or len(words) > 1 or self._is_beside_others(candidate.folded)):
            return False  # the schema lists it: 成都 is a city, not 成 and 都
        judging = any(word.kinds & {"yes_bare", "yes_explicit", "no", "hedge", "defer"} for word in words)
        blanks = self.text[candidate.folded.start : candidate.folded.end].count(" ")
        return judging and sum(len(word.span) for word in words) + blanks >= len(candidate.folded)

    def _is_beside_others(self, span: Span) -> bool:
        """Tell that words answer nothing: nothing was shown, and other words stand beside them (find a match)."""
        if self.targets.shown or self.conversation.asked:
            return False
        place = next((place for place in self.places() if place.contains(span)), span)
        words = self.words.find(self.text, place.start, place.end)
        letters = sum(1 for char in self.text[place.start : place.end] if char.isalnum())
        return sum(len(word.span) for word in words) < letters

    def is_to_alter(self, span: Span) -> bool:
        """Tell that words say no more than that something is to change (``it must be changed``, 得调)."""
        words = self.text[span.start : span.end].strip()
        return self.lexicon.regex("wish.alter").fullmatch(words) is not None

    def candidates_in(self, span: Span) -> list[Candidate]:
        """Give the candidates whose value stands inside a place and is stated."""
        return [
            c
            for c in self.extraction.candidates
            if span.contains(c.folded) and c.speaker == "user" and c.mood in ("stated", "negated") and not c.is_blocked
        ]

    def starts(self) -> list[tuple[int, bool]]:
        """Give the places where a command may begin, and whether it is the beginning of a sentence or line.

        After a plain comma only a command that begins with 把 or a label counts.
        """
        found: dict[int, bool] = {}
        for place in self.places():
            self._start(
                place.start,
                is_strong=not self.text[: place.start].strip() or self._ends_sentence(place.start),
                into=found,
            )
            for stop in stops_in(STOP, self.text, place.start, place.end):
                if not self._is_inside(stop.start()) and stop.group()[:1] != "、":
                    is_strong = stop.group()[:1] in "。;!?\n." or self._is_answer(place.start, stop.start())
                    is_strong = is_strong or self._is_address(place.start, stop)
                    self._start(stop.end(), is_strong=is_strong, into=found)
            joints = self.lexicon.regex("cmd.connective").finditer(self.text, place.start, place.end)
            for joint in joints if self.may_hold("cmd.connective") else ():
                if not self._is_inside(joint.start()):
                    ba = next(
                        (b for b in self.lexicon.find("cmd.ba", joint.group()) if b.end == len(joint.group())), None
                    )
                    at = joint.end() - (len(ba) if ba is not None else 0)
                    self._start_behind(Span(place.start, joint.start()), at, into=found)
            for word in self.words.find(self.text, place.start, place.end):
                if word.kinds & {"contrast", "and"} and not word.kinds & {"deictic"}:
                    self._start_behind(Span(place.start, word.span.start), word.span.end, into=found)
        return sorted(found.items())

    def _start(self, at: int, *, is_strong: bool, into: dict[int, bool]) -> None:
        """Add a place and those behind each prefix word that follows it."""
        for _ in range(_MAX_PREFIXES):
            at = self.skip(at)
            if at >= len(self.text):
                return
            into[at] = into.get(at, False) or is_strong
            found = [hit.end for name in _OPENERS if (hit := self.match(name, at)) is not None]
            if not found:
                return
            at = max(found)

    def _start_behind(self, before: Span, at: int, *, into: dict[int, bool]) -> None:
        """Add the place behind a joint; what goes on telling what somebody does (``we went and …``) is none."""
        is_told = self._is_told(Span(self._begin(before.start, before.end), before.end))
        if not is_told or self.match("cmd.ba", self.skip(at)) is not None:
            self._start(at, is_strong=not is_told, into=into)

    def _is_told(self, head: Span) -> bool:
        """Tell that words before a joint say what somebody does, in words that state and judge nothing."""
        words = self.text[head.start : head.end].strip()
        is_told = self.may_hold("cmd.teller") and self.lexicon.regex("cmd.teller").match(words) is not None
        if not is_told or self.search("cmd.asks_for", head) is not None:
            return False
        known = [word.span for word in self.words.find(self.text, head.start, head.end)]
        known += [label.span for label in self.labels.find(self.text, head.start, head.end)]
        for candidate in self.extraction.candidates:
            known += [candidate.folded, candidate.cue]
        letters = (n for n in range(head.start, head.end) if self.text[n].isalnum())
        return any(not any(span.start <= n < span.end for span in known) for n in letters)

    def _ends_sentence(self, at: int) -> bool:
        return self.text[:at].rstrip()[-1:] in '。;!?\n.”"`'

    def _is_address(self, start: int, comma: re.Match[str]) -> bool:
        """Tell that the words before a comma only name who is spoken to (``Sam, …``, ``hey Sam, …``, 小李，…)."""
        begin = self._begin(start, comma.start())
        words = self.text[begin : comma.start()].strip()
        if comma.group() != "," or self.lexicon.regex("talk.vocative").fullmatch(words) is None:
            return False
        greeting = next(iter(self.lexicon.find("talk.greeting", words)), None)
        name = words[greeting.end :] if greeting is not None and not greeting.start else words
        said = self.said(Span(begin, comma.start()))[len(words) - len(name) :]
        is_sure = name != words or self.match("cmd.prefix", self.skip(comma.end())) is not None
        return all(not one.isascii() or self._is_name(one, is_sure=is_sure) for one in said.split())

    def _is_name(self, word: str, *, is_sure: bool) -> bool:
        """Tell that a word looks like a name: a capital begins it, or it is sure to be one, and no lexicon knows it."""
        plain = word.lower().strip(" ,.")
        if (
            not (word[:1].isupper() or is_sure)
            or self.words.holds("name.no_ending", plain)
            or self.labels.at(plain, 0) is not None
        ):
            return False
        sections = ("talk.clause", "name.none", "hypothetical", "hedges")
        is_known = any(self.lexicon.regex(name).fullmatch(plain) is not None for name in sections)
        return not is_known and not self.words.kinds(plain) - {"filler"}

    def _begin(self, start: int, end: int) -> int:
        """Give where the words behind the last stop or comma before a place begin."""
        begin = start
        for stop in stops_in(END, self.text, start, end):
            begin = stop.end()
        return max(begin, self.text.rfind(",", start, end) + 1)

    def _is_answer(self, start: int, end: int) -> bool:
        """Tell that the words since the last full stop are answer or prefix words only."""
        begin = self._begin(start, end)
        at = self.skip_words("cmd.prefix", begin)
        if at >= end:
            return True
        words = self.words.find(self.text, begin, end)
        covered = sum(
            len(word.span)
            for word in words
            if word.kinds & {"yes_bare", "yes_explicit", "no", "filler", "slip", "aside", "interrupt"}
        )
        return covered >= len(self.text[begin:end].replace(" ", ""))


def _own_words(length: int, foreign: Sequence[Span]) -> Iterator[Span]:
    at = 0
    for data in sorted(foreign):
        if data.start > at:
            yield Span(at, data.start)
        at = max(at, data.end)
    if at < length:
        yield Span(at, length)


def _start_of(clause: Clause) -> int:
    return clause.span.start


def _starts_whole(text: str, at: int) -> bool:
    return at == 0 or not (
        text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isascii() and text[at].isalnum()
    )


def _ends_whole(text: str, at: int) -> bool:
    return at >= len(text) or not (
        text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isascii() and text[at].isalnum()
    )
