"""A stage of the answer is entered where the turn holds anything that it waits for."""

import pytest

from dualmem.dialogue.saying import names, wishes
from dualmem.dialogue.segments import denied
from dualmem.dialogue.segments.glance import has_value, kinds_of
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.words import by_family
from dualmem.model.span import Span
from dualmem.schema.lexicon import load_lexicons

WAITED_FOR = {
    "denied": denied._READING,
    "wishes": wishes._TURNING,
    "names behind a cue": names._CUES,
    "names in capitals": names._OWNING,
}


@pytest.mark.parametrize("sections", WAITED_FOR.values(), ids=WAITED_FOR)
def test_what_a_stage_waits_for_is_in_the_lexicons(sections: frozenset[str]) -> None:
    assert sections - load_lexicons(()).sections.keys() == frozenset()


def test_sections_are_parted_by_the_family_they_are_looked_for_with() -> None:
    parted = by_family(frozenset({"deny.after", "act.ordinal.1", "deny.before"}))
    assert parted == (("act.ordinal", frozenset({"act.ordinal.1"})), ("deny", frozenset({"deny.after", "deny.before"})))


def test_the_kinds_of_a_turn_are_those_of_all_its_words() -> None:
    cuts = [
        Segment(Span(0, 1), (Token(Span(0, 1), frozenset({"yes_bare"})),)),
        Segment(Span(2, 4), (Token(Span(2, 3), frozenset({"contrast"})), Token(Span(3, 4)))),
    ]
    assert kinds_of(cuts) == {"yes_bare", "contrast"}


def test_a_segment_of_words_alone_holds_no_value() -> None:
    assert not has_value(Segment(Span(0, 1), (Token(Span(0, 1), frozenset({"no"})),)))
