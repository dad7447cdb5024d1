"""Refer: words that point to what another group holds (当天, the same area as the hotel) as a candidate of its value.

The value is that of the field of the same name in the group that the words name, else in the group that was spoken of
or written last. Nothing is decided: the candidate is a proposal like any other, shown with the words it came from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dualmem.extract.compile import CompiledPattern
from dualmem.extract.matching import Matching
from dualmem.extract.place import Found, View, shaped
from dualmem.extract.select import Talk
from dualmem.model.candidate import Candidate
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Value
from dualmem.text import fold

_NEAR = 12  # characters before the words within which a group is what they compare with


@dataclass(frozen=True, slots=True)
class References:
    """What the words of one text may point to.

    Attributes:
        matching: The text against the rules.
        talk: What is spoken of.
        held: Field path to stored value, the groups last written first.
    """

    matching: Matching
    talk: Talk
    held: Mapping[str, Value]

    def candidates(self) -> Iterator[tuple[Candidate, Found]]:
        """Give a candidate for each place where a rule finds such words and what they point to is held."""
        text = self.matching.text
        view = View(text.folded.text)
        for pattern in self.matching.rules.hits(view.text):
            if not pattern.rule.refers or not self.matching.is_about(pattern.rule):
                continue
            for cue, place in shaped(text, pattern, view):
                value = self._value(pattern, cue)
                candidate = None if value is None else self.matching.candidate(Found(pattern, place, cue, value))
                if candidate is not None:
                    yield candidate, Found(pattern, place, cue, value)

    def _value(self, pattern: CompiledPattern, cue: Span) -> Value | None:
        """Give the value that the words point to, or None."""
        own, _, name = pattern.rule.field.rpartition(".")
        named = self._compared(cue)
        spoken = {path for _, path in self.talk.named} - set(named)
        if own in named or (spoken and own not in spoken):
            return None
        for group in named or self._last():
            value = self.held.get(f"{group}.{name}") if group != own else None
            if value is not None:
                is_known = pattern.target.type != "choice" or value in pattern.target.choices
                return value if is_known and not isinstance(value, Ambiguous) else None
        return None

    def _compared(self, cue: Span) -> tuple[str, ...]:
        """Give the groups that the words themselves name, or that a word of comparing leads to right before them."""
        words, lexicon = self.matching.text.folded.text, self.matching.rules.lexicon
        inside = [path for at, path in self.talk.named if cue.start <= at < cue.end]
        if inside:
            return tuple(inside)
        near = [
            path
            for at, path in self.talk.named
            if cue.start - _NEAR <= at < cue.start and lexicon.has("comparing", words[max(0, at - _NEAR) : at])
        ]
        return tuple(near[-1:])

    def _last(self) -> tuple[str, ...]:
        """Give the groups of the talk, those that were spoken of last first."""
        groups = [path for path in self.talk.focus if path in self.matching.rules.schema.groups]
        return tuple(dict.fromkeys((*groups, *(path.rpartition(".")[0] for path in self.held))))


def named_like(paths: Mapping[str, object], field: str) -> tuple[str, ...]:
    """Give the paths of the fields of the same name in other groups."""
    name = fold(field.rpartition(".")[2]).text
    return tuple(path for path in paths if path != field and fold(path.rpartition(".")[2]).text == name)
