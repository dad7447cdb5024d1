"""Release: lets a streamed draft through clause by clause, each after it was read."""

from collections.abc import Callable, Sequence

from dualmem.guard.contradictions import Contradiction
from dualmem.model.candidate import Extraction

# How much of the released draft is read again with a clause, at most.
CONTEXT = 200
_SENTENCE_ENDS = frozenset("。！？!?.；;")
_HARD_ENDS = frozenset("。！？；\n")
_SOFT_ENDS = frozenset(",.;!?，")
_QUOTES = ("“”", "「」", "『』")


class Releaser:
    """Lets a streamed draft through clause by clause, each after it was read.

    A clause goes out when its end is certain (a digit after a comma or a full stop may go on with the value), so that
    a value and its unit are never split. One that contradicts the state waits for the end of its sentence, which may
    turn it into a question; if it still states the value, the sentence from the state goes out in its place.
    """

    def __init__(
        self,
        read: Callable[[str], Extraction],
        find: Callable[[Extraction], tuple[Contradiction, ...]],
        sentence: Callable[[Sequence[Contradiction]], str],
    ) -> None:
        """Take the steps: ``read`` a text, ``find`` contradictions in it, and give the ``sentence`` that replaces."""
        self._read = read
        self._find = find
        self._sentence = sentence
        self._draft = ""
        self._released = 0
        self._found: list[Contradiction] = []

    @property
    def found(self) -> tuple[Contradiction, ...]:
        """What was replaced so far."""
        return tuple(self._found)

    @property
    def draft(self) -> str:
        """The draft as it was fed."""
        return self._draft

    def feed(self, piece: str) -> str:
        """Take a piece of the draft; give what may go out now, often nothing."""
        out: list[str] = []
        for char in piece:
            # The end of a clause is certain only once the character after it is known.
            self._draft += char
            end = _certain_end(self._draft, self._released)
            if end is not None:
                out.append(self._pass(end, is_last=False))
        return "".join(out)

    def finish(self) -> str:
        """Give what is left when the draft has ended."""
        return self._pass(len(self._draft), is_last=True) if self._released < len(self._draft) else ""

    def _pass(self, end: int, *, is_last: bool) -> str:
        start = _context_start(self._draft, self._released)
        found = [
            each for each in self._find(self._read(self._draft[start:end])) if start + each.span.end > self._released
        ]
        if found and not is_last and not _ends_sentence(self._draft[start:end]):
            return ""
        text = self._draft[self._released : end]
        if found:
            text = self._replaced(text, found)
        self._released = end
        return text

    def _replaced(self, text: str, found: list[Contradiction]) -> str:
        self._found += found
        tail = text[len(text.rstrip()) :]
        lead = text[: len(text) - len(text.lstrip())]
        return f"{lead}{self._sentence(found)}{tail}"


def _certain_end(draft: str, released: int) -> int | None:
    """Give the end of the clause that the last character made certain, or None.

    A full-width stop or a line end is certain by itself; after a comma or an ASCII stop the next character that is no
    blank must be known and no digit.
    """
    last = draft[-1]
    if last in _HARD_ENDS:
        return len(draft)
    if last.isspace() or last.isdigit():
        return None
    body = draft[released : len(draft) - 1]
    stripped = body.rstrip()
    if not stripped or stripped[-1] not in _SOFT_ENDS or last in _SOFT_ENDS:
        return None
    if stripped[-1] == "." and stripped == body and last.isascii():
        return None  # a dot inside a word, an address or a number
    return len(draft) - 1


def _ends_sentence(text: str) -> bool:
    """Tell whether a text ends where a sentence does, outside quotes and fences."""
    is_end = text[-1:] == "\n" or text.rstrip()[-1:] in _SENTENCE_ENDS
    is_closed = all(text.count(pair[0]) <= text.count(pair[1]) for pair in _QUOTES) and text.count("```") % 2 == 0
    return is_end and is_closed


def _context_start(draft: str, released: int) -> int:
    """Give where the text begins that a clause is read with: its sentence, or the quote or fence it stands in."""
    floor = max(0, released - CONTEXT)
    start = min([released, *_open_marks(draft, floor, released)])
    while start > floor and draft[start - 1] not in _HARD_ENDS:
        start -= 1
    return start


def _open_marks(draft: str, start: int, end: int) -> list[int]:
    """Give the places of quotes and fences that are open at ``end``."""
    marks = [at for pair in _QUOTES if (at := draft.rfind(pair[0], start, end)) > draft.rfind(pair[1], start, end)]
    if draft.count("```", start, end) % 2:
        marks.append(draft.rfind("```", start, end))
    return marks
