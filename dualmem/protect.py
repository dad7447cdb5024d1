"""Protect: what must not be stored in clear is masked or hashed before anything is stored.

Masks keep the length of what they replace, so that spans and quotes of a turn stay true.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType

from dualmem.model.candidate import Extraction
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.event import Change, Event
from dualmem.model.field import FieldSpec
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.span import Span
from dualmem.model.state import Held, State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.mask import find_card_numbers, mask

KeyedHash = Callable[[str, str], str]
HASH_MARK = "hash:"
_CARDS = frozenset({"id_card_cn", "bank_card"})


class Protector:
    """Masks and hashes by what the schema says of each field."""

    def __init__(self, schema: Schema, keyed_hash: KeyedHash) -> None:
        """Keep the schema, and the function from field path and clear text to a keyed hash."""
        self._schema = schema
        self._hash = keyed_hash

    def extraction(self, extraction: Extraction) -> Extraction:
        """Give the extraction with the values of ``hash`` fields hashed, so that they compare with the state."""
        if not any(spec.sensitive == "hash" for spec in self._schema.fields.values()):
            return extraction
        candidates = tuple(
            replace(candidate, value=self.value(candidate.field, candidate.value))
            if candidate.value is not None and self._sensitive(candidate.field) == "hash"
            else candidate
            for candidate in extraction.candidates
        )
        return replace(extraction, candidates=candidates)

    def decision(self, decision: Decision, said: str, stored: str) -> Decision:
        """Give the decision as it may be stored and shown.

        Args:
            decision: As decided.
            said: The turn's original text.
            stored: The same text with its protected spans masked, of the same length.
        """
        quote = _Quotes(said, stored)
        return replace(
            decision,
            events=tuple(self._event(event, quote) for event in decision.events),
            queue=tuple(self._update(update, quote) for update in decision.queue),
            conversation=self._conversation(decision.conversation, quote),
            notes=tuple(_note(note, quote) for note in decision.notes),
            says=tuple(
                say._replace(
                    value=self._said_value(say.field, say.value),
                    old=self._said_value(say.field, say.old),
                    options=tuple(self.value(say.field or "", option) for option in say.options),
                    details={key: mask_cards(word) for key, word in say.details.items()},
                )
                for say in decision.says
            ),
        )

    def text(self, text: str, extraction: Extraction, decision: Decision) -> str:
        """Give a turn's text with every protected span masked; the length stays."""
        spans = {c.span for c in extraction.candidates if self._is_protected(c.field)}
        sources = [(event.field, event.provenance) for event in decision.events]
        sources += [(update.field, update.provenance) for update in decision.queue]
        for path, provenance in sources:
            if path and provenance.span and self._is_protected(path) and provenance.turn == _turn_of(decision):
                spans.add(provenance.span)
        return mask_cards(_veil(text, spans))

    def value(self, path: str, value: Value) -> Value:
        """Give the value of a field as it may be stored."""
        spec = self._schema.find(path) if path else None
        if isinstance(value, tuple):
            return tuple(self.value(path, item) for item in value)
        if not isinstance(value, str):
            return value
        if spec is None:
            return mask_cards(value)
        if spec.sensitive == "mask":
            return value if "*" in value else mask(value, spec.type)
        if spec.sensitive == "hash":
            return value if value.startswith(HASH_MARK) else HASH_MARK + self._hash(path, value)
        return value if spec.type in _CARDS else mask_cards(value)

    def _said_value(self, path: str | None, value: Value | None) -> Value | None:
        return None if value is None else self.value(path or "", value)

    def _sensitive(self, path: str) -> str | None:
        spec: FieldSpec | None = self._schema.find(path)
        return spec.sensitive if spec is not None else None

    def _is_protected(self, path: str) -> bool:
        return self._sensitive(path) in {"mask", "hash"}

    def _change(self, change: Change, quote: "_Quotes") -> Change:
        return change._replace(
            old=self._said_value(change.field, change.old),
            new=self._said_value(change.field, change.new),
            restored_from=self._provenance(change.field, change.restored_from, quote) if change.restored_from else None,
        )

    def _event(self, event: Event, quote: "_Quotes") -> Event:
        return event._replace(
            provenance=self._provenance(event.field, event.provenance, quote),
            changes=tuple(self._change(change, quote) for change in event.changes),
            value=self._said_value(event.field, event.value),
            text=mask_cards(event.text) if event.text else event.text,
        )

    def _update(self, update: PendingUpdate, quote: "_Quotes") -> PendingUpdate:
        return replace(
            update,
            value=self.value(update.field, update.value),
            provenance=self._provenance(update.field, update.provenance, quote),
        )

    def _conversation(self, conversation: Conversation, quote: "_Quotes") -> Conversation:
        last = (
            conversation.writes[-1].turn if conversation.writes else 0
        )  # what stands before was protected by its turn
        return replace(
            conversation,
            shown=tuple(replace(shown, value=self.value(shown.field, shown.value)) for shown in conversation.shown),
            writes=tuple(
                replace(turn, changes=tuple(self._change(change, quote) for change in turn.changes))
                if turn.turn == last
                else turn
                for turn in conversation.writes
            ),
        )

    def _provenance(self, path: str | None, provenance: Provenance, quote: "_Quotes") -> Provenance:
        words = provenance.words
        if words is not None and path and self._is_protected(path):
            words = veil(words)
        return provenance._replace(quote=quote.stored(provenance.quote), words=quote.stored(words))


class _Quotes:
    """Finds a quote of the turn in the text that is stored."""

    def __init__(self, said: str, stored: str) -> None:
        self._said = said
        self._stored = stored

    def stored(self, quote: str | None) -> str | None:
        """Give the same place of the stored text."""
        if not quote:
            return quote
        start = self._said.find(quote) if self._said != self._stored else -1
        return mask_cards(quote) if start < 0 else self._stored[start : start + len(quote)]


def veil(text: str) -> str:
    """Give the text with its letters and digits starred, but the first and last of long ones; the length stays."""
    places = [index for index, char in enumerate(text) if char.isalnum()]
    head, tail = (6, 4) if len(places) >= 14 else (0, 2) if len(places) >= 7 else (0, 0)
    hidden = set(places[head : len(places) - tail])
    return "".join("*" if index in hidden else char for index, char in enumerate(text))


def mask_cards(text: str) -> str:
    """Give the text with every valid ID and bank card number masked; the length stays."""
    return _veil(text, (card.span for card in find_card_numbers(text)))


def _veil(text: str, spans: Iterable[Span]) -> str:
    for span in spans:
        text = text[: span.start] + veil(text[span.start : span.end]) + text[span.end :]
    return text


def _note(note: Note, quote: _Quotes) -> Note:
    said = note.provenance._replace(quote=quote.stored(note.provenance.quote))
    return replace(note, text=mask_cards(note.text), provenance=said)


def _turn_of(decision: Decision) -> int | None:
    """Give the number of the turn that the decision is about: the latest of its events and updates."""
    turns = [event.provenance.turn for event in decision.events if event.provenance.turn is not None]
    turns += [update.provenance.turn for update in decision.queue if update.provenance.turn is not None]
    return max(turns, default=None)


def masked(schema: Schema, state: State, hidden: Sequence[str]) -> State:
    """Give the state with the values of some fields masked."""
    fields: dict[str, Held] = dict(state.fields)
    for path in hidden:
        held = fields[path]
        fields[path] = held._replace(
            value=mask(held.value, schema.field(path).type),
            provenance=held.provenance._replace(quote=None, words=None),
        )
    return State(version=state.version, fields=MappingProxyType(fields))
