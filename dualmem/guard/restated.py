"""Restated: the words that a draft gives for a label of a text or choice, said again plainly for the rules to read."""

from collections.abc import Callable, Iterator, Sequence

import re2

from dualmem.guard.labels import labels_in
from dualmem.model.candidate import Extraction
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.utterance import Clause
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema
from dualmem.text import fold

WORDS = ("text", "choice")
_MARKS = " :=|*_`>\"'→("
_MOST_JOINTS = 4
_LONGEST = 80
_ENDS = re2.compile(r"[)）|]")
_TAIL = " .。!！,，;；)）*|"
_LABEL, _VALUE = "{label}", "{value}"


def restated(
    extraction: Extraction,
    schema: Schema,
    state: State,
    *,
    names: Sequence[tuple[str, str]],
    lexicon: Lexicon,
    read: Callable[[str], Extraction],
) -> Iterator[tuple[str, Value, Span, int]]:
    """Give what the rules read where a label of a held text or choice is followed by words for it.

    您登记的姓名仍然是韩梅梅 is read as 我的姓名是韩梅梅, ``the name on file is Rosa`` as ``my name is Rosa``: the
    rules know what a value looks like, the draft only puts other words around it.
    """
    folded = extraction.utterance.folded
    for clause in extraction.utterance.clauses:
        if clause.mood != "stated":
            continue
        for path, start, end in labels_in(folded.text, clause.span, names, lexicon):
            spec = schema.find(path)
            begin = _behind_joints(folded.text, clause, end, lexicon) if spec and spec.type in WORDS else end
            if not folded.text[end:begin].strip() or path not in state.fields:
                continue
            if lexicon.is_of_another(folded.text[end : clause.span.end]):
                continue
            place = folded.to_original(Span(begin, clause.span.end))
            said = _ENDS.split(folded.original[place.start : place.end])[0].rstrip(_TAIL)[:_LONGEST]
            label = folded.text[start:end]
            plain = fold(said).text
            if any(plain == other for other, _ in names) or lexicon.has("guard_no_words", plain):
                continue  # the head of a table; from Anna
            for value in read_as(frames_of(label, lexicon), said, path, read):
                yield path, value, Span(place.start, place.start + len(said)), clause.index


def _behind_joints(text: str, clause: Clause, end: int, lexicon: Lexicon) -> int:
    """Give the place behind the words that may stand between a label and its value."""
    joint, at = lexicon.regex("guard_joint"), end
    for _ in range(_MOST_JOINTS):
        at += len(text[at : clause.span.end]) - len(text[at : clause.span.end].lstrip(_MARKS))
        found = joint.match(text, at)
        if found is None or found.end() > clause.span.end or not found.end() - at:
            break
        edge = text[found.end() - 1 : found.end() + 1]
        if len(edge) > 1 and edge.isascii() and edge.isalpha():
            break  # but the beginning of a word (as in assurance)
        at = found.end()
    return at + len(text[at : clause.span.end]) - len(text[at : clause.span.end].lstrip(_MARKS))


def frames_of(label: str, lexicon: Lexicon) -> list[str]:
    """Give how users tell a value by its label, in the script of the label (``my {label} is {value}``)."""
    frames = (frame.replace(_LABEL, label) for frame in lexicon.words("guard_frame"))
    return [frame for frame in frames if frame.isascii() == label.isascii()]


def read_as(frames: Sequence[str], said: str, path: str, read: Callable[[str], Extraction]) -> Iterator[Value]:
    """Give the values of a field that the rules read in the first frame in which they read any."""
    for frame in frames if said else ():
        told = read(frame.replace(_VALUE, said))
        found = [c for c in told.candidates if c.field == path and c.mood == "stated" and not c.is_blocked]
        values = [candidate.value for candidate in found if candidate.value is not None]
        if values:
            yield from values
            return
