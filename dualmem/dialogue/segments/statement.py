"""Statement: one thing that a turn says in answer to what was shown."""

from dataclasses import dataclass, field

from dualmem.dialogue.segments.tokens import Token

ITEM = "#"  # parts the id of a list update from the place of one of its items


@dataclass(slots=True)
class Statement:
    """One thing said in answer.

    Attributes:
        polarity: yes, no, value, notvalue (a value that is denied), undecided, or empty for a topic.
        refs: Ids named; empty for none.
        is_all: Everything that was shown.
        is_others: All that the other statements do not name.
        token: The value.
        is_explicit: More than a bare yes.
        is_changed: A word of change stands by the value.
        is_predicate: A full sentence (``you got it right``), not an interjection.
        is_withdrawn: A no that withdraws instead of calling a value wrong.
        segment: Index of the segment.
        has_contrast: A but stands before it.
        is_miscounted: It speaks of another number of things than were shown.
        is_deferred: Put off (``等等``), not doubted.
        is_interjection: It only opens (``no no, you got it right``; ``嗯，不对``).
        is_reserve: A but with words that are no answer: a yes before it is not wholly one.
        is_foreign: It stands among words that are no answer.
        is_subject: Its name is what these words speak of.
        is_slip: Something is called wrongly written (写错了): what, the words around it tell.
        is_judged: A no that is a sentence of its own: whatever opened the turn, that counts (``yes, that is wrong``).
        is_mostly: A yes to the most of it (``mostly right``, 基本都对).
        is_keeping: ``keep it``, which may mean the new value or the stored one.
        is_withheld: An order not to write yet (先别存): a verdict behind it counts.
        is_claim: A yes that calls what was shown one's own (``it's me``): behind a no it tells nothing.
        may_refuse: A doubt in words that are an order as well (``don't remember that``).
        is_doubted: A value behind a word of doubt (``可能是60万``, ``maybe 600k``; ``I think`` is none).
    """

    polarity: str = ""
    refs: set[str] = field(default_factory=set)
    is_all: bool = False
    is_others: bool = False
    token: Token | None = None
    is_explicit: bool = False
    is_changed: bool = False
    is_predicate: bool = False
    is_withdrawn: bool = False
    segment: int = 0
    has_contrast: bool = False
    is_foreign: bool = False
    is_subject: bool = False
    is_reserve: bool = False
    is_interjection: bool = False
    is_deferred: bool = False
    is_miscounted: bool = False
    is_doubted: bool = False
    is_keeping: bool = False
    is_mostly: bool = False
    is_slip: bool = False
    is_judged: bool = False
    is_claim: bool = False
    is_withheld: bool = False
    may_refuse: bool = False

    @property
    def denied(self) -> frozenset[str]:
        """Give the updates whose shown value it denies."""
        is_denied = self.polarity == "notvalue" and self.token is not None and self.token.value is not None
        return self.token.value.equals if is_denied and self.token and self.token.value else frozenset()

    @property
    def is_named(self) -> bool:
        """Tell that it says what it is about."""
        return bool(self.refs) or self.is_all or self.is_others


def list_of(ref: str) -> str:
    """Give the id of the update that the name of a list's item belongs to; any other name as it is."""
    return ref.partition(ITEM)[0]
