"""Owners: which of the shown names a name in the turn is for, by the words around it and by what labels say."""

from collections.abc import Sequence
from functools import cached_property

from dualmem.dialogue.shown.named import WORD, Named, folded, named
from dualmem.dialogue.shown.scan import is_whole
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target
from dualmem.model.span import Span

KINDS = ("person", "place", "venue", "work")
PLACES = ("place", "venue")
_AKIN = (PLACES, PLACES[::-1])


class Owners:
    """Tells which of the shown free texts a name is for."""

    def __init__(self, scene: Scene, texts: Sequence[Target]) -> None:
        """Prepare; ``texts``: the shown free texts that are names."""
        self.scene = scene
        self.texts = texts

    @cached_property
    def _names(self) -> dict[str, Named]:
        return {t.id: named(t.spec, self.scene.schema, self.scene.lexicon) for t in self.texts}

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Give the texts of which the shown value stands in the turn: the old one may say what the new one is for."""
        return frozenset(t.id for t in self.texts if self._said_in(t, self.scene.text))

    def _said_in(self, target: Target, text: str) -> bool:
        """Tell that the shown value of a text stands in folded words."""
        value = folded(str(target.value))
        start = text.find(value)
        return start >= 0 and is_whole(text, Span(start, start + len(value)))

    def is_swapped(self, target: Target, before: str) -> bool:
        """Tell that the words before a name give the old one up for it (``change Jeffrey to``)."""
        joint = self.scene.lexicon.regex("name.swap").search(before)
        return joint is not None and before[: joint.start()].endswith(folded(str(target.value)))

    def by_label(self, before: str) -> frozenset[str]:
        """Give the text whose label the words before a copula name (``the address I want to share is``)."""
        may_be = self.scene.may_hold("name.copula")
        joint = self.scene.lexicon.regex("name.copula").search(before) if may_be else None
        if joint is None:
            return frozenset()
        last, ids = -1, frozenset[str]()
        for match in WORD.finditer(before[: joint.start()]):
            mine = self._most_said(
                frozenset(t.id for t in self.texts if self.speaks_of(t, match.group())), match.group()
            )
            if mine and match.start() >= last:
                last, ids = match.start(), mine
        return ids if len(ids) == 1 else frozenset()

    def speaks_of(self, target: Target, word: str) -> bool:
        """Tell that a word is one of a text's label, or of the kind that it names."""
        own = self._names[target.id].own
        is_plain = word in self.scene.lexicon.words("name.generic")
        if word in own and (not is_plain or sum(word in self._names[t.id].own for t in self.texts) == 1):
            return True
        kinds = [k for k in KINDS if self.scene.lexicon.regex(f"kind.{k}").fullmatch(word) is not None]
        return not is_plain and any(self.is_of(target, kind) for kind in kinds)

    def inverted(self, after: str) -> frozenset[str]:
        """Give the one text that the words behind a name ask for (``Anna is who I meant``)."""
        if not self._holds("name.inverted", after):
            return frozenset()
        is_person = self._holds("name.inverted_person", after)
        mine = frozenset(t.id for t in self.texts if self.is_of(t, "person") == is_person)
        return mine if len(mine) == 1 else frozenset()

    def _by_way(self, ids: frozenset[str], before: str) -> frozenset[str]:
        """Keep the places where a way begins behind a from, the others behind a to."""
        is_from = self._holds("name.from", before)
        if len(ids) < 2 or not (is_from or self._holds("name.into", before)):
            return ids
        return frozenset(one for one in ids if ("role.start" in self._names[one].roles) == is_from)

    def by_kind(self, kinds: Sequence[str], before: str) -> frozenset[str]:
        """Give the one text of the first kind that has one; a text of no kind where it is the only one."""
        akin = [other for kind, other in _AKIN if kind in kinds]
        for kind in (*kinds, *akin):
            mine = self._by_way(frozenset(t.id for t in self.texts if self.is_of(t, kind)), before)
            mine = self._most_of(mine, kind)
            if len(mine) == 1:
                return mine
            if mine:
                return frozenset()
        only = self.texts[0]
        has_kind = any(self.is_of(only, kind) for kind in KINDS)
        return frozenset((only.id,)) if len(self.texts) == 1 and not has_kind else frozenset()

    @cached_property
    def has_way(self) -> bool:
        """Tell that two ends of a way were shown."""
        places = [t for t in self.texts if self.is_of(t, "place")]
        return len(places) > 1 and len(self._by_way(frozenset(t.id for t in places), "to")) == 1

    def _most_of(self, ids: frozenset[str], kind: str) -> frozenset[str]:
        """Keep, of several texts, those that are a place or a venue alone (in Fresno, beside a hotel and its city)."""
        akin = next((other for one, other in _AKIN if one == kind), None)
        if len(ids) < 2 or akin is None:
            return ids
        return frozenset(t.id for t in self.texts if t.id in ids and not self.is_of(t, akin)) or ids

    def _most_said(self, ids: frozenset[str], word: str) -> frozenset[str]:
        """Keep, of several texts, those of the one kind that a word is (the city of a hotel is its location)."""
        kinds = [
            k for k, _ in _AKIN if len(ids) > 1 and self.scene.lexicon.regex(f"kind.{k}").fullmatch(word) is not None
        ]
        return self._most_of(ids, kinds[0]) if len(kinds) == 1 else ids

    def by_shape(self, span: Span) -> frozenset[str]:
        """Give the one text that a name alone may be for: a number begins an address."""
        if len(self.texts) == 1:
            return frozenset((self.texts[0].id,))
        if len(self.spoken) == 1:
            return self.spoken
        is_address = self.scene.text[span.start].isdigit()
        mine = [t for t in self.texts if is_address and self.is_of(t, "place")]
        return frozenset((mine[0].id,)) if len(mine) == 1 else frozenset()

    def is_of(self, target: Target, kind: str) -> bool:
        """Tell that a text's label says it is of a kind."""
        return kind in self._names[target.id].kinds

    def _holds(self, section: str, words: str) -> bool:
        return self.scene.may_hold(section) and self.scene.lexicon.has(section, words)
