"""Decide: state, queue and acts become events. The only maker of writes in a conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from dualmem.grounding import answers, commands
from dualmem.grounding.informs import inform
from dualmem.grounding.topics import topics_after
from dualmem.grounding.undo import undo
from dualmem.grounding.workbench import NO_REMARK, Workbench
from dualmem.model.act import (
    Act,
    AddNote,
    Affirm,
    Answer,
    AskField,
    AskWhich,
    Correct,
    Forget,
    ForgetAnswer,
    Inform,
    LeaveOpen,
    ListMemory,
    Negate,
    OffRecord,
    PlainAgain,
    Recall,
    Remark,
    RemoveItem,
    Renew,
    SetField,
    Undecided,
    Undo,
    UnknownTarget,
    Why,
)
from dualmem.model.candidate import Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.state import State
from dualmem.schema.spec import Schema
from dualmem.text import bigrams

USER = "user"
LISTED_NOTES = 5
_OWN_WORDS = frozenset(
    [SetField, AddNote, Forget, ForgetAnswer, RemoveItem, Renew, Undo, Recall, ListMemory, Why, OffRecord, PlainAgain]
)
_ANSWERS = (Negate, Correct, Answer, AskWhich, AskField, Undecided, LeaveOpen)
_ANSWERED = frozenset([Affirm, Negate, Correct, Answer])


def decide(
    acts: Sequence[Act],
    extraction: Extraction,
    *,
    schema: Schema,
    state: State,
    queue: Sequence[PendingUpdate],
    conversation: Conversation,
    context: TurnContext,
    notes: Sequence[Note] = (),
) -> Decision:
    """Give what a heard turn changes.

    Args:
        acts: What the turn does, from ``dialogue.parse``.
        extraction: What match found in it.
        schema: The schema.
        state: Before the turn.
        queue: Before the turn, oldest first.
        conversation: Before the turn.
        context: Clock and names.
        notes: The subject's notes, where they are known.
    """
    is_user = context.channel == USER
    user_turn = conversation.user_turns + is_user
    bench = Workbench(schema, state, list(queue), conversation, context, held_notes=notes, user_turn=user_turn)
    expire(bench, counts_turns=is_user)
    _obey(bench, acts)
    _end_of_turn(bench, acts)
    topics = _topics(bench, conversation, extraction) if is_user else None
    remark = next((act for act in reversed(acts) if isinstance(act, Remark)), None)
    is_answered = _is_answered(acts, remark, extraction)
    return bench.decision(remark or NO_REMARK, is_answered=is_answered, topics=topics)


def _topics(bench: Workbench, before: Conversation, extraction: Extraction) -> tuple[str, ...]:
    """Give what was spoken of last, after the turn."""
    spoken = [event.field.rpartition(".")[0] for event in bench.events if event.field is not None]
    return topics_after(before, [*spoken, *extraction.topics])


def expire(bench: Workbench, *, counts_turns: bool) -> None:
    """End what has waited too long: by user turns of its conversation, or by age."""
    now, longest, conversation = bench.context.now, bench.schema.expire_after, bench.conversation.id
    has_age, last = longest > timedelta(0), bench.user_turn - bench.schema.expire_turns
    for update in tuple(bench.queue):
        is_old = has_age and now - update.proposed_at > longest
        is_late = counts_turns and update.user_turn < last
        is_late = is_late and update.provenance.conversation == conversation  # what a program proposed has no turn
        if is_old or is_late:
            bench.drop(update, EventKind.UPDATE_EXPIRED, "age" if is_old else "turns")
            if bench.is_shown(update.id):
                bench.say("expired_update", update.field, value=update.value)


def _obey(bench: Workbench, acts: Sequence[Act]) -> None:
    moved: dict[str, str] = {}
    is_missed = False
    for act in acts:
        if isinstance(act, RemoveItem):
            before = len(bench.says)
            moved.update(commands.remove_item(bench, act))
            is_missed |= any(say.key != "removed" for say in bench.says[before:])
    for act in acts:
        if is_missed and isinstance(act, Affirm) and _is_list(bench, act.update):
            bench.show_now.append(act.update)
            continue
        _one(bench, _moved(act, moved) if moved else act)
    informs = [act for act in acts if isinstance(act, Inform)]
    if informs and not bench.is_off_record:
        inform(bench, informs)


def _is_list(bench: Workbench, update_id: str) -> bool:
    update = bench.update(update_id)
    return update is not None and isinstance(update.value, tuple)


def _moved(act: Act, moved: Mapping[str, str]) -> Act:
    """Give an act that is about what an update became."""
    if isinstance(act, Affirm | Negate | Correct) and act.update in moved:
        return replace(act, update=moved[act.update])
    return act


def _one(bench: Workbench, act: Act) -> None:
    if isinstance(act, Affirm):
        answers.affirm(bench, act)
    elif isinstance(act, _ANSWERS):
        _answer(bench, act)
    elif isinstance(act, SetField):
        commands.set_field(bench, act)
    elif isinstance(act, UnknownTarget):
        commands.unknown_target(bench, act)
    elif isinstance(act, Forget):
        commands.forget(bench, act)
    elif isinstance(act, ForgetAnswer):
        commands.forget_answer(bench, act)
    elif isinstance(act, AddNote):
        commands.add_note(bench, act)
    elif isinstance(act, Undo):
        undo(bench)
    elif isinstance(act, OffRecord):
        bench.is_off_record = True
        bench.say("off_record")
    elif isinstance(act, PlainAgain):
        bench.say("plain_again")
        bench.show_now.extend(update.id for update in bench.queue if bench.is_shown(update.id))
    elif isinstance(act, Renew):
        _renew(bench, act)
    else:
        _tell(bench, act)


def _renew(bench: Workbench, act: Renew) -> None:
    """Ask for the new value of a field, or say that the stored one stays."""
    if act.is_wanted:
        bench.asks.append(act.field)
    else:
        bench.say("kept", act.field, value=bench.held(act.field))


def _answer(bench: Workbench, act: Negate | Correct | Answer | AskWhich | AskField | Undecided | LeaveOpen) -> None:
    if isinstance(act, Negate):
        answers.negate(bench, act)
    elif isinstance(act, Correct):
        answers.correct(bench, act)
    elif isinstance(act, Answer):
        answers.answer(bench, act)
    elif isinstance(act, AskWhich):
        answers.ask_which(bench, act)
    elif isinstance(act, AskField):
        answers.ask_field(bench, act)
    elif isinstance(act, LeaveOpen):
        answers.leave_open(bench, act)
    else:
        answers.undecided(bench, act)


def _tell(bench: Workbench, act: Act) -> None:
    """Answer a question to memory; ``ask`` looks the values up."""
    if isinstance(act, Recall):
        if not act.fields:
            _tell_notes(bench, act.name)
        elif len(act.fields) == 1:
            bench.say("recall", act.fields[0], details={"name": act.name})
        else:
            bench.say("recall", fields=act.fields, details={"name": act.name})
    elif isinstance(act, ListMemory):
        bench.say("listing")
        for note in bench.held_notes[-LISTED_NOTES:]:
            _tell_note(bench, note)
    elif isinstance(act, Why):
        path = act.field if act.field is not None else _last(bench)
        if path is not None:
            bench.say("why", path)


def _tell_notes(bench: Workbench, name: str) -> None:
    """Answer from the notes that hold every word of the name; the latest first."""
    wanted = frozenset(bigrams(name))
    fitting = [note for note in bench.held_notes if wanted and wanted <= frozenset(bigrams(note.text))]
    for note in fitting[: -LISTED_NOTES - 1 : -1]:
        _tell_note(bench, note)
    if not fitting:
        bench.say("recall_unknown", details={"name": name})


def _tell_note(bench: Workbench, note: Note) -> None:
    bench.say("listing_note", details={"text": note.text, "at": f"{note.at:%Y-%m-%d %H:%M}"})


def _last(bench: Workbench) -> str | None:
    """Give the field that was shown or written last."""
    if bench.conversation.shown:
        return bench.conversation.shown[0].field
    for turn in reversed(bench.conversation.writes):
        if turn.changes:
            return turn.changes[-1].field
    return None


def _end_of_turn(bench: Workbench, acts: Sequence[Act]) -> None:
    """Let the waiting forget rest: it binds only the answer to the reply that showed it."""
    if not bench.conversation.waiting_forget or bench.context.channel != USER:
        return
    if not any(isinstance(act, Forget) and act.group is not None for act in acts):
        bench.conversation = replace(bench.conversation, waiting_forget=())


def _is_answered(acts: Sequence[Act], remark: Remark | None, extraction: Extraction) -> bool:
    """Tell that dualmem's own words answer the turn: it orders or asks memory, or answers, and nothing more."""
    kinds = set(map(type, acts))
    if not _OWN_WORDS.isdisjoint(kinds):
        own = next(act for act in acts if type(act) in _OWN_WORDS)
        return remark is None or not remark.is_work_request or isinstance(own, Recall | ListMemory | Why)
    has_answer = not _ANSWERED.isdisjoint(kinds)
    return has_answer and remark is not None and not remark.is_work_request and _is_short(extraction)


def _is_short(extraction: Extraction) -> bool:
    return not any(clause.mood in ("asked", "data") for clause in extraction.utterance.clauses)
