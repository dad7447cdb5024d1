"""Foreign: what a segment with words that are no answer says all the same: a leading yes or no, a wish, a doubt."""

from collections.abc import Sequence

from dualmem.dialogue.saying.answer import Reader
from dualmem.dialogue.saying.things import is_granted, things
from dualmem.dialogue.saying.unstated import is_of_another
from dualmem.dialogue.segments.counting import counted
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets
from dualmem.model.span import Span
from dualmem.model.value import Money

_MOST_BETWEEN, _MOST_BEHIND = 3, 2
_LIGHT = frozenset({"filler", "only", "deictic", "contrast", "and"})
_UNSURE = frozenset(("no", "neg", "hedge", "defer", "contrast", "except", "condition", "ask", "change"))


class Foreign:
    """Reads the segments of which not every word is known."""

    def __init__(self, scene: Scene, targets: Targets) -> None:
        """Prepare; ``targets``: updates that may be answered."""
        self.scene = scene
        self.targets = targets

    def before_question(self, cut: Segment, index: int) -> list[Statement]:
        """Read a yes that runs on into a question about something else (``yes that's good can you tell me …``)."""
        ask = next((n for n, t in enumerate(cut.tokens) if t.kinds & {"ask", "ask_more"}), 0)
        head, rest = cut.tokens[:ask], cut.tokens[ask:]
        text = self.scene.text[rest[0].span.start : cut.span.end] if rest else ""
        answers = {"yes_bare", "yes_explicit", "no", "neg", "hedge", "defer", "change"}
        is_other = len(rest) > 1 and any(_is_foreign(t) for t in rest) and text.isascii()
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

    def read(self, cut: Segment, index: int) -> list[Statement]:
        """Read a segment with unknown words: values that rules found count, and doubt; a leading ``yes,`` counts."""
        known = [t for t in cut.tokens if t.is_cued and t.value is not None]
        doubts = [t for t in cut.tokens if t.kinds & {"hedge", "defer"}]
        refs = {ref for t in cut.tokens if t.refs and not t.by_noun for ref in t.refs}
        if known:
            said = Reader(Segment(cut.span, tuple(known)), index, self.targets).read()
            places = [n for n, t in enumerate(cut.tokens) if t in known]
            is_others = any(is_of_another(cut.tokens, place, self.scene) for place in places)
            return [_loosened(s) for s in said] if is_others else said
        if doubts:
            refs |= {ref for t in cut.tokens for ref in self._counted(t)}
            is_others = any("others" in t.kinds for t in cut.tokens)  # 另外一个我得问问财务
            return [Statement("undecided", refs, segment=index, is_foreign=True, is_others=is_others and not refs)]
        wish = self._wish(cut)
        if wish is not None:
            said = Reader(wish, index, self.targets).read()
            values = [t for t in wish.tokens if t.value is not None]
            is_other = any(things(self.scene, cut, t) or self._is_for_a_thing(cut, t) for t in values)
            return [_loosened(s) for s in said] if is_other else said
        granted = next((n for n, t in enumerate(cut.tokens) if is_granted(self.scene, cut, n)), None)
        if granted is not None:
            return Reader(Segment(cut.span, (cut.tokens[granted],)), index, self.targets).read()
        if self._head(cut) is not None:
            return [Statement("yes", segment=index, is_explicit=False)]
        return self._leaning(cut, index, refs)

    def _counted(self, token: Token) -> frozenset[str]:
        """Give what a number of the list names (第一个我回头跟财务核一下)."""
        return (
            (counted(token.kinds, self.targets.shown) or frozenset()) if "deictic" not in token.kinds else frozenset()
        )

    def _leaning(self, cut: Segment, index: int, refs: set[str]) -> list[Statement]:
        """Read which way a segment leans that can not be read: a no, a wish, a reserve, a topic."""
        if self._opens_with_no(cut):
            return [Statement("no", segment=index)]
        is_reserve = "contrast" in cut.tokens[0].kinds and self.scene.search("talk.work", cut.span) is None
        is_reserve = is_reserve or (not refs and self.scene.search("wish.alter", cut.span) is not None)  # but to what?
        is_reserve = is_reserve or (bool(refs) and self.scene.has("label.excepted", cut.span))  # 就是日期有变
        if index and self._is_parting(cut):
            return []  # 我先撤了
        if not refs and self.scene.has("wish.happened", cut.span):
            return [Statement(segment=index, is_reserve=index > 0, is_foreign=True)]  # 供应商换了: a reason, no wish
        if any("change" in t.kinds for t in cut.tokens):
            return [Statement("wish", refs, segment=index, is_foreign=True, is_reserve=is_reserve)]
        heads = (t for t in cut.tokens if not (t.kinds and t.kinds <= _LIGHT))
        is_subject = bool(next(heads, cut.tokens[0]).refs)  # 日期有点早; not: please check the date
        topic = Statement("", refs, segment=index, is_reserve=is_reserve, is_foreign=True, is_subject=is_subject)
        return [topic] if refs or is_reserve else []

    def _is_parting(self, cut: Segment) -> bool:
        words = self.scene.text[cut.span.start : cut.span.end].strip(" ,.。")
        return self.scene.lexicon.regex("matter.parting").fullmatch(words) is not None

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
        word = cut.tokens[values[0]].value
        is_vague = word is not None and self.scene.lexicon.has(
            "value.vague", self.scene.text[word.span.start : word.span.end]
        )
        if word is not None and (word.equals or is_vague) and self._count_unknown(cut.tokens[values[0] + 1 :]):
            return None  # change Jeffrey to …; I need a few days to prepare
        if wishes[0] > values[0] or any(t.is_unknown or t.is_other_field for t in before):
            return None
        is_said_yes = any(t.kinds & {"keep", "yes_bare", "yes_explicit"} for t in between)  # I said yes to her, …
        spoiled = {"ask", "neg", "no", "contrast"}
        if is_said_yes or any(t.is_other_field or t.kinds & spoiled for t in (*between, *behind)):
            return None
        is_again = word is not None and bool(word.equals) and self._count_unknown(between) > 0
        is_far = self._count_unknown(between) > _MOST_BETWEEN or self._count_unknown(behind) > _MOST_BEHIND
        if is_far or (is_again and not self._goes(between)):
            return None  # I want to avoid Rome
        kept = [t for t in cut.tokens if not t.is_unknown and not (is_again and "change" in t.kinds)]
        return Segment(cut.span, tuple(kept), cut.is_asked, cut.is_closed, cut.mood)  # I want to stay in Rome: a yes

    def _goes(self, between: Sequence[Token]) -> bool:
        """Tell that words between a wish and a value say what is done there, then or with it (to stay in, to see)."""
        if not between:
            return False
        words = self.scene.text[between[0].span.start : between[-1].span.end].strip()
        return self.scene.lexicon.regex("wish.goes").fullmatch(words) is not None

    def _is_for_a_thing(self, cut: Segment, token: Token) -> bool:
        """Tell that an amount is wished for a thing nobody showed (``I need 600 dollars for the trip``)."""
        is_amount = token.value is not None and isinstance(token.value.reading.value, Money) and not token.is_cued
        behind = [t for t in cut.tokens if t.span.start >= token.span.end]
        words = self.scene.text[behind[0].span.start : behind[0].span.end] if is_amount and behind else ""
        return bool(words) and any(t.is_unknown for t in behind) and self.scene.words.holds("value.for", words)

    def _count_unknown(self, tokens: Sequence[Token]) -> int:
        return sum(len(self.scene.text[t.span.start : t.span.end].split()) for t in tokens if t.is_unknown)

    def _head(self, cut: Segment) -> Token | None:
        """Give a yes that opens an English sentence without a comma (``yes that is what I asked for``)."""
        head = cut.tokens[0]
        rest = cut.tokens[1:]
        text = self.scene.text[head.span.start : head.span.end]
        is_open = "yes_bare" in head.kinds and self.scene.words.holds("run_on.yes", text)
        is_open = is_open and self.scene.text[head.span.end : cut.span.end].isascii()
        is_clean = not any(t.kinds & _UNSURE or t.value is not None for t in rest)
        is_led = bool(rest) and (bool(rest[0].kinds & {"filler", "deictic", "yes_bare"}) or self._is_order(rest))
        return head if is_open and is_clean and is_led else None

    def _is_order(self, rest: Sequence[Token]) -> bool:
        """Tell that words order something to be done, and nothing other than what was shown (``buy the tickets``)."""
        place = Span(rest[0].span.start, rest[-1].span.end)
        is_order = self.scene.match("wish.order", place.start) is not None
        return is_order and self.scene.search("wish.different", place) is None

    def _opens_with_no(self, cut: Segment) -> bool:
        """Tell that an English sentence opens with a no whose comma was left out (``no i would like …``)."""
        head, rest = cut.tokens[0], cut.tokens[1:]
        text, tail = self.scene.text[head.span.start : head.span.end], self.scene.text[head.span.end : cut.span.end]
        is_led = bool(rest) and bool(rest[0].kinds & {"filler", "deictic", "slip"})
        spoiled = {"contrast", "except", "ask", "condition", "hedge", "yes_bare", "yes_explicit"}
        is_clean = not any(t.kinds & spoiled or t.value is not None for t in rest[1:])
        is_open = is_led and is_clean and not cut.is_asked and tail.isascii()
        return is_open and self.scene.words.holds("run_on.no", text)


def _loosened(statement: Statement) -> Statement:
    """Give a statement whose value is shown again, not written: words nobody knows lead to it."""
    token = statement.token
    if token is not None and token.value is not None:
        statement.token = token._replace(value=token.value._replace(is_loose=True))
    return statement


def _is_foreign(token: Token) -> bool:
    """Tell that a token speaks of something else: no answer word, or a noun that means nothing shown."""
    return token.is_unknown or (not token.refs and any(kind.startswith("noun.") for kind in token.kinds))
