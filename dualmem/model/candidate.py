"""Candidates: typed values that rules found, and all that one match pass knows of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dualmem.model.field import FieldType
from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Mood, Utterance
from dualmem.model.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One value of one field that one rule found.

    Attributes:
        rule: Id of the extraction rule.
        field: Field path.
        value: The value (list fields: the item); None exactly when ``refusal`` is set.
        refusal: Why the words in the value place are no value of the field's type.
        span: Place of the value in the original text.
        folded: The same place in the folded text.
        cue: Place in the folded text of the whole match, cue words and value.
        quote: Verbatim substring of the original text that shows cue and value.
        clause: Index of the clause it stands in.
        mood: Mood of that clause for this value.
        is_blocked: True when ``unless`` shuts it out.
        is_bare: The rule is nothing but ``{value}`` (no cue words).
        is_hedged: A doubt word stands in the clause.
        speaker: user or assistant: whose text the rule listens to.
        priority: The rule's priority, higher first.
    """

    rule: str
    field: str
    span: Span
    folded: Span
    cue: Span
    quote: str
    clause: int
    mood: Mood
    value: Value | None = None
    refusal: Refusal | None = None
    is_blocked: bool = False
    is_bare: bool = False
    is_hedged: bool = False
    speaker: str = "user"
    priority: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Everything one match pass found in one text.

    Attributes:
        utterance: The text, cut and marked.
        candidates: In order of place; at most one per span among those that may propose; asked, negated,
            hypothetical and blocked ones are kept and marked, so that parse and guard can use them.
        asks: Field paths that a reply asks for, in order of place (rules with ``asks``).
        topics: Group paths whose labels the text holds, in order of place.
        readings: Field type to the grammar's readings of the whole text, refused ones included, in order of place.
    """

    utterance: Utterance
    candidates: tuple[Candidate, ...] = ()
    asks: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    readings: Mapping[FieldType, tuple[Reading, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def proposals(self, speaker: str = "user") -> tuple[Candidate, ...]:
        """Give the candidates that a statement of ``speaker`` proposes."""
        return tuple(c for c in self.candidates if c.mood == "stated" and not c.is_blocked and c.speaker == speaker)
