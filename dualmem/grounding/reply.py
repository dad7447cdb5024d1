"""Reply: what a committed reply offers, shows and asks."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from dualmem.grounding.asking import asked_value, is_denied_or_anothers
from dualmem.grounding.drafted import contradicted, puts_more
from dualmem.grounding.topics import recalled_topics, topics_after
from dualmem.grounding.workbench import Workbench
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import Event, EventKind
from dualmem.model.field import FieldSpec
from dualmem.model.finding import Question
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.provenance import Provenance
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.value import Day, Value
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema
from dualmem.values.compare import equal
from dualmem.values.show import show

_SHORT_QUESTION = 12


def decide_reply(
    extraction: Extraction,
    *,
    schema: Schema,
    lexicon: Lexicon,
    state: State,
    queue: Sequence[PendingUpdate],
    conversation: Conversation,
    context: TurnContext,
    question: Question,
) -> Decision:
    """Give what a committed reply changes: offers wait, what was shown is remembered with its values.

    Args:
        extraction: Of the draft, without dualmem's own words.
        schema: The schema.
        lexicon: Words of every language.
        state: Now.
        queue: Now.
        conversation: After the user's turn.
        context: Clock; actor ``assistant``.
        question: dualmem's own words in the reply.
    """
    bench = Workbench(schema, state, list(queue), conversation, context, user_turn=conversation.user_turns)
    bench.made = _made(queue, context.turn)
    offers, asked = _offers(bench, extraction, lexicon)
    told = contradicted(extraction, question.shown, state)
    shown = tuple(item for item in _shown(bench, question, offers) if item.is_offer or item.update not in told)
    _mark_all(bench, shown)
    bench.conversation = replace(
        conversation,
        shown=shown,
        shown_at=context.now if shown else None,
        asked=question.asked,
        has_model_question=_asks_more(extraction, asked, lexicon, has_offers=bool(offers)),
        has_model_values=puts_more(extraction, question.shown, state),
        waiting_forget=question.forget,
        asked_missing=tuple(dict.fromkeys((*conversation.asked_missing, *question.asked_missing))),
        warned=tuple(dict.fromkeys((*conversation.warned, *question.warned))),
        unanswered_turn=None,
        questioned=_questioned(extraction, state),
        topics=topics_after(
            conversation,
            [
                *recalled_topics(extraction, state, schema, context.now),
                *extraction.topics,
                *_asked_group(extraction),
            ],
        ),
    )
    return bench.decision()


def _questioned(extraction: Extraction, state: State) -> tuple[str, ...]:
    """Give the fields that a draft asks for, those of a group that hold no value first: it mostly asks for these."""
    groups = list(dict.fromkeys(path.rpartition(".")[0] for path in extraction.asks))
    return tuple(
        sorted(extraction.asks, key=lambda path: (groups.index(path.rpartition(".")[0]), path in state.fields))
    )


def _made(queue: Sequence[PendingUpdate], turn: int) -> int:
    """Give the greatest number of an update of this turn, so that offers get new ids."""
    numbers = [int(update.id.rsplit(".", 1)[-1]) for update in queue if update.id.startswith(f"{turn}.")]
    return max(numbers, default=0) + 50


def _asked_group(extraction: Extraction) -> list[str]:
    """Give the group of the nearest field that a draft asks for."""
    return [path.rpartition(".")[0] for path in extraction.asks[:1]]


# -- offers ----------------------------------------------------------------------------------------------------------
def _offers(bench: Workbench, extraction: Extraction, lexicon: Lexicon) -> tuple[list[PendingUpdate], list[Span]]:
    """Let stated and asked values of the assistant wait; give them, and the places of the questions that ask them."""
    found: list[PendingUpdate] = []
    places: list[Span] = []
    contested = _contested(extraction)
    for candidate in extraction.candidates:
        if candidate.field in contested:
            continue
        spec = bench.schema.find(candidate.field)
        is_said = candidate.mood == "stated" or (candidate.mood == "asked" and _is_tagged(extraction, candidate))
        is_said = is_said and not is_denied_or_anothers(extraction, candidate, lexicon)
        is_statement = candidate.speaker == "assistant" and is_said and not candidate.is_blocked
        if spec is None or not is_statement or candidate.value is None or spec.is_explicit:
            continue
        update = _offer(bench, spec, candidate.field, candidate.value, _provenance(bench, candidate))
        found = [one for one in found if update is None or one.field != update.field]
        found += [update] if update is not None else []
        places += [clause.span for clause in extraction.utterance.clauses if clause.index == candidate.clause]
    for spec in bench.schema.fields.values():
        if not spec.has_offers or spec.is_explicit or "*" in spec.path:
            continue
        for clause in extraction.utterance.clauses:
            hit = asked_value(bench, spec, clause, extraction, lexicon)
            if hit is None:
                continue
            update = _offer(bench, spec, spec.path, hit[0], hit[1])
            if update is not None:
                found.append(update)
                places.append(clause.span)
    return found, places


def _is_tagged(extraction: Extraction, candidate: Candidate) -> bool:
    """Tell that only a tag behind it (``…，可以吗？``) makes a statement of the assistant a question."""
    clause = next((c for c in extraction.utterance.clauses if c.index == candidate.clause), None)
    if clause is None:
        return False
    text = extraction.utterance.folded.text[clause.span.start : clause.span.end].rstrip()
    return text.endswith((",", "。", ".")) and "?" not in text


def _contested(extraction: Extraction) -> frozenset[str]:
    """Give the fields of which the assistant states two values: neither is offered, a yes could mean both."""
    values: dict[str, Value] = {}
    contested: set[str] = set()
    for candidate in extraction.proposals("assistant"):
        if candidate.value is None or isinstance(candidate.value, tuple):
            continue
        if not equal(values.setdefault(candidate.field, candidate.value), candidate.value):
            contested.add(candidate.field)
    return frozenset(contested)


def _offer(bench: Workbench, spec: FieldSpec, path: str, value: Value, provenance: Provenance) -> PendingUpdate | None:
    offered = (value,) if spec.type == "list" and not isinstance(value, tuple) else value
    checked = bench.checked(spec, offered, path)
    stored = bench.held(path)
    if isinstance(checked, Refusal) or (stored is not None and _is_same(stored, checked)):
        return None
    waiting = bench.waiting(path)
    if waiting is not None and equal(waiting.value, checked):
        return waiting
    if waiting is not None and waiting.origin != "offer":
        return None
    if waiting is not None:
        bench.supersede(path, "new offer")
    return bench.propose(path, checked, provenance, origin="offer")


def _is_same(stored: Value, said: Value) -> bool:
    """Tell that what is said is what is stored; a day with a bound (by March 13th) is that day."""
    if isinstance(stored, Day) and isinstance(said, Day):
        return stored.date == said.date
    return equal(stored, said)


def _provenance(bench: Workbench, candidate: Candidate) -> Provenance:
    base = bench.provenance()
    return base._replace(span=candidate.span, quote=candidate.quote, rule=candidate.rule)


def _asks_more(extraction: Extraction, asked: Sequence[Span], lexicon: Lexicon, *, has_offers: bool) -> bool:
    """Tell that the draft asks a question of its own; ``is that all right?`` behind an offer is about the offer."""
    for clause in extraction.utterance.clauses:
        if clause.mood != "asked" or clause.span in asked:
            continue
        text = extraction.utterance.folded.text[clause.span.start : clause.span.end].strip(" ?,.。!")
        is_short = len(text) <= (_SHORT_QUESTION if text.isascii() else _SHORT_QUESTION // 2)
        is_short = is_short and not lexicon.has("offered.apart", text)
        is_about_offer = has_offers and (is_short or lexicon.regex("offered.is_fine").fullmatch(text) is not None)
        if text and not is_about_offer:
            return True
    return False


# -- showing ---------------------------------------------------------------------------------------------------------
def _shown(bench: Workbench, question: Question, offers: Sequence[PendingUpdate]) -> tuple[Shown, ...]:
    shown = [item for item in question.shown if bench.update(item.update) is not None]
    known = {item.update for item in shown}
    for update in offers:
        if update.id not in known:
            spec = bench.schema.field(update.field)
            words = show(update.value, bench.conversation.language or bench.schema.languages[0], spec)
            digest = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()
            shown.append(
                Shown(
                    update=update.id,
                    ordinal=len(shown) + 1,
                    field=update.field,
                    value=update.value,
                    digest=digest,
                    is_offer=True,
                )
            )
    return tuple(shown)


def _mark_all(bench: Workbench, shown: Sequence[Shown]) -> None:
    for item in shown:
        _mark(bench, item)


def _mark(bench: Workbench, item: Shown) -> None:
    """Count a showing."""
    for place, update in enumerate(bench.queue):
        if update.id == item.update:
            bench.queue[place] = replace(
                update, shown_count=update.shown_count + 1, shown_user_turn=bench.conversation.user_turns
            )
    bench.events.append(
        Event(
            kind=EventKind.UPDATE_SHOWN,
            provenance=bench.provenance(),
            field=item.field,
            update=item.update,
            value=item.value,
        )
    )
