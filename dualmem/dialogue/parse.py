"""Parse: the acts of one turn, from what match found and what the last reply showed."""

from bisect import bisect_left
from collections.abc import Sequence

from dualmem.dialogue.asking.asked import answer_asked
from dualmem.dialogue.asking.beside import answer_beside
from dualmem.dialogue.asking.offered import answer_offered
from dualmem.dialogue.carry import carried
from dualmem.dialogue.orders.commands import Ordered, find_commands, off_record
from dualmem.dialogue.orders.questions import find_questions
from dualmem.dialogue.segments.ruled import says_of_shown
from dualmem.dialogue.shown.labels import labels_of
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets, targets_of
from dualmem.dialogue.shown.words import words_of
from dualmem.dialogue.weighing.broken import is_broken_off, unless_broken_off
from dualmem.dialogue.weighing.openers import merely_opens, reserves
from dualmem.dialogue.weighing.replies import Replies
from dualmem.model.act import (
    Act,
    Answer,
    Correct,
    ForgetAnswer,
    Inform,
    LeaveOpen,
    Negate,
    PlainAgain,
    Recall,
    Remark,
    RemoveItem,
    Renew,
    SetField,
    Undecided,
    Undo,
)
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.pending import PendingUpdate
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import Schema

USER = "user"
_WISHES = ("wish.turn", "wish.frame", "wish.polite", "wish.said")


_WORK = "talk.work"
_POLITE_GAP = 3  # characters between a polite opening and the command it opens
_LONGEST_ANSWER = 4_000  # code points
_MOST_WORDS = 800  # that a lexicon knows


def parse(
    extraction: Extraction,
    *,
    schema: Schema,
    lexicon: Lexicon,
    conversation: Conversation,
    queue: Sequence[PendingUpdate],
    state: State,
    context: TurnContext,
) -> tuple[Act, ...]:
    """Give the acts of one user turn, in the order grounding obeys them.

    Text of any channel but the user's is data: it has no acts.
    """
    if context.channel != USER:
        return ()
    text = extraction.utterance.folded.text
    scene = Scene(
        extraction,
        schema,
        lexicon,
        words_of(lexicon).of_turn(text),
        labels_of(schema, lexicon).of_turn(text),
        conversation,
        queue,
        state,
        context,
        targets_of(schema, state, queue, conversation),
    )
    hidden = off_record(scene)
    if hidden is not None:
        act, is_alone = hidden
        shown = [t.id for t in scene.targets.shown] if is_alone else []
        return (act, *(Negate(update=update) for update in shown))
    if extraction.utterance.is_suspect:
        return _suspect(scene)
    return _turn(scene)


def _suspect(scene: Scene) -> tuple[Act, ...]:
    commands = [act for ordered in find_commands(scene) for act in ordered.acts]
    informs = [Inform(candidate=c) for c in scene.extraction.proposals() if not _is_shown(scene, c)]
    remark = _remark(scene, informs, [])
    if commands or scene.targets.shown or scene.conversation.waiting_forget:
        return (PlainAgain(), *informs, remark)
    return (*informs, remark)


def _is_shown(scene: Scene, candidate: Candidate) -> bool:
    return any(t.spec.path == candidate.field for t in scene.targets.shown)


def _turn(scene: Scene) -> tuple[Act, ...]:
    commands = find_commands(scene)
    taken = [ordered.span for ordered in commands]
    questions = [(act, span) for act, span in find_questions(scene) if not _meets(span, taken)]
    used = [*taken, *(span for _, span in questions)]
    orders = [act for ordered in commands for act in ordered.acts]
    asks = [act for act, _ in questions]
    if _is_too_long(scene):
        informs = _informs(scene, used, [])
        return (*orders, *asks, *informs, _remark(scene, [*orders, *asks, *informs], used))
    own: list[tuple[Act, Span]] = []
    path = _asked_path(scene)
    if path is not None:
        own = _asked_beside(scene, path, taken + _asking(scene, questions), [*orders, *asks])
        asked = _asked(scene, path, commands, asks) if not own else []
        if asked:
            return (*asked, *_informs(scene, used, asked), _remark(scene, asked, used))
        used += [span for _, span in own]
    forget = _forget_answer(scene, used)
    answers = unless_broken_off(scene, _answers(scene, commands, used))
    informs = _informs(scene, used, [*answers, *(act for act, _ in own)])
    answers = [*(act for act, _ in own), *_left_open(scene, _beside(scene, answers, informs), orders)]
    remark = _remark(scene, [*answers, *orders, *asks, *informs], used)
    renewal = _renewal(scene, used) if not (forget or answers or orders or asks or informs) else []
    return (*forget, *answers, *renewal, *orders, *asks, *informs, remark)


def _is_too_long(scene: Scene) -> bool:
    """Tell that a turn is longer than any answer: weighing each word against all others takes their square."""
    if len(scene.text) <= _MOST_WORDS:
        return False  # so few characters are no more words
    own = scene.places()
    if len(own) > _MOST_WORDS or sum(map(len, own)) > _LONGEST_ANSWER:
        return True
    return sum(len(scene.words.find(scene.text, place.start, place.end)) for place in own) > _MOST_WORDS


def _meets(span: Span, places: Sequence[Span]) -> bool:
    """Tell that a span shares a place with one of these, which are in order and apart."""
    at = bisect_left(places, (span.end,))
    return at > 0 and places[at - 1].overlaps(span)


def _asked(scene: Scene, path: str, commands: Sequence[Ordered], questions: Sequence[Act]) -> list[Act]:
    hit = answer_asked(scene, path) if not commands and not questions else None
    return [hit[0]] if hit is not None else []


def _asked_beside(scene: Scene, path: str, used: Sequence[Span], others: Sequence[Act]) -> list[tuple[Act, Span]]:
    """Give the answer to the one asked field that stands beside other things, and its place."""
    if any(isinstance(act, Undo) or path in _fields(act) for act in others):
        return []
    hit = answer_beside(scene, path, used)
    return [hit] if hit is not None else []


def _asking(scene: Scene, questions: Sequence[tuple[Act, Span]]) -> list[Span]:
    """Give the clauses that ask memory; the sentence around them may say more."""
    asked = [c.span for c in scene.extraction.utterance.clauses if c.mood == "asked"]
    return [one for one in asked if any(span.overlaps(one) for _, span in questions)]


def _asked_path(scene: Scene) -> str | None:
    """Give the one field the last reply asked for; none where it showed another value of its type."""
    paths = scene.conversation.asked if scene.conversation.unanswered_turn is None else ()
    spec = scene.schema.find(paths[0]) if len(paths) == 1 else None
    if spec is None or spec.type in scene.targets.types:
        return None
    return paths[0]


def _fields(act: Act) -> tuple[str, ...]:
    one = getattr(act, "field", None)
    many: tuple[str, ...] = getattr(act, "fields", ())
    return (one, *many) if isinstance(one, str) else many


def _forget_answer(scene: Scene, used: Sequence[Span]) -> list[Act]:
    if not scene.conversation.waiting_forget or scene.conversation.unanswered_turn is not None:
        return []
    verdict = _yes_or_no(scene, used, to_forget=True)
    return [ForgetAnswer(is_yes=verdict)] if verdict is not None else []


def _renewal(scene: Scene, used: Sequence[Span]) -> list[Act]:
    """Read the yes or no to the one question whether a stored value is to be updated."""
    paths = scene.conversation.asked if scene.conversation.unanswered_turn is None else ()
    if len(paths) != 1 or paths[0] not in scene.state.fields or scene.conversation.shown:
        return []
    verdict = _yes_or_no(scene, used)
    return [Renew(field=paths[0], is_wanted=verdict)] if verdict is not None else []


def _yes_or_no(scene: Scene, used: Sequence[Span], *, to_forget: bool = False) -> bool | None:
    """Give what the turn answers to a question of yes or no, or None where it does not.

    What can not be undone is not done where the turn says more than yes.
    """
    from_words = Replies(scene, used, Targets())
    verdict, cuts = from_words.verdict()
    statements = from_words.statements_of(cuts)
    said = {s.polarity for s in statements if s.polarity}
    if verdict.is_undecided or is_broken_off(scene) or any(cut.is_asked for cut in cuts):
        return None
    if said == {"yes"} and (merely_opens(scene, cuts, statements) or (to_forget and reserves(scene, cuts))):
        return None
    if said == {"yes"}:
        is_bare = not any(s.is_explicit for s in statements)
        return None if is_bare and (scene.conversation.has_model_question or scene.conversation.shown) else True
    return False if said == {"no"} else None


def _answers(scene: Scene, commands: Sequence[Ordered], used: Sequence[Span]) -> list[Act]:
    written = {a.field for o in commands for a in o.acts if isinstance(a, SetField) and not a.is_append}
    targets = Targets(t for t in scene.targets if t.spec.path not in written) if written else scene.targets
    if not targets:
        return []
    offered = answer_offered(scene, targets) if not commands else None
    removed = [act.words for ordered in commands for act in ordered.acts if isinstance(act, RemoveItem)]
    is_told = bool(written) and any(target.spec.path in written for target in scene.targets.shown)
    replies = Replies(scene, used, targets, removed=removed, is_told=is_told)
    return offered if offered is not None else replies.acts()


def _beside(scene: Scene, answers: Sequence[Act], informs: Sequence[Act]) -> list[Act]:
    """Give the answers; what was shown is left open where the turn wishes for a further value of the same group.

    ``No, I want to book two rooms`` beside a shown date refuses no date: the request is added to.
    """
    if not informs:
        return list(answers)
    shown = scene.targets.shown
    groups = {target.spec.path.rpartition(".")[0] for target in shown}
    wished = [act for act in informs if isinstance(act, Inform) and act.candidate.field.rpartition(".")[0] in groups]
    refused = {act.update for act in answers if isinstance(act, Negate)}
    is_left = all(isinstance(act, Undecided | Negate) for act in answers)
    is_bare = not refused or refused == {target.id for target in shown}
    if not shown or not wished or not is_left or not is_bare:
        return list(answers)
    whole = Span(0, len(scene.text))
    is_wish = any(scene.search(section, whole) is not None for section in _WISHES)
    is_wish = is_wish or (not answers and scene.match("wish.add", scene.skip(0)) is not None)
    return [LeaveOpen(updates=tuple(target.id for target in shown))] if is_wish else list(answers)


def _left_open(scene: Scene, answers: Sequence[Act], orders: Sequence[Act]) -> list[Act]:
    """Give the answers; a command that writes a shown field answers in part, and leaves the other shown ones open."""
    ordered = {act.field for act in orders if isinstance(act, SetField)} if orders else set()
    if not ordered:
        return list(answers)
    shown = {target.spec.path: target.id for target in scene.targets.shown}
    written = ordered & shown.keys()
    touched = {update for act in answers for update in _updates(act)}
    rest = tuple(update for path, update in shown.items() if path not in written and update not in touched)
    return [*answers, LeaveOpen(updates=rest)] if written and rest else list(answers)


def _updates(act: Act) -> tuple[str, ...]:
    one = getattr(act, "update", None)
    many: tuple[str, ...] = getattr(act, "updates", ())
    return (one, *many) if isinstance(one, str) else many


def _informs(scene: Scene, used: Sequence[Span], answers: Sequence[Act]) -> list[Act]:
    """Give the statements that no command, question or answer used up."""
    if not scene.extraction.candidates:
        return []
    shown = {t.spec.path: t for t in scene.targets.shown}
    informs: list[Act] = []
    stated = list(scene.extraction.proposals())
    stated += carried(scene, [candidate.folded for candidate in stated if not candidate.is_bare])
    for candidate in stated:
        if any(span.overlaps(candidate.folded) for span in used) or scene.says_only_answers(candidate):
            continue
        if says_of_shown(scene, candidate):
            continue
        if any(isinstance(a, Answer) and a.field == candidate.field for a in answers):
            continue
        target = shown.get(candidate.field)
        is_corrected = target is not None and any(isinstance(a, Correct) and a.update == target.id for a in answers)
        if target is not None and (target.spec.type != "list" or is_corrected):
            continue
        if any(isinstance(a, Correct) and _only_gives(scene, candidate, a) for a in answers):
            continue
        informs.append(Inform(candidate=candidate))
    return informs


def _only_gives(scene: Scene, candidate: Candidate, act: Correct) -> bool:
    """Tell that the words a rule took for a text only give what the turn corrects (``no, it must be Anna``)."""
    value = act.stated.span
    if value is None or not isinstance(candidate.value, str) or not candidate.span.contains(value):
        return False
    place = candidate.folded
    words = scene.words.find(scene.text, place.start, place.end)
    known = sum(len(word.span) for word in words if word.kinds & {"copula", "change", "deictic", "filler", "ought"})
    letters = sum(char.isalnum() for char in scene.text[place.start : place.end].replace(" ", ""))
    return known + len(value) >= letters


def _remark(scene: Scene, acts: Sequence[Act], used: Sequence[Span]) -> Remark:
    mentioned: list[str] = []
    for place in scene.places():
        for label in scene.labels.find(scene.text, place.start, place.end):
            mentioned += [*label.fields, *(p for g in label.groups for p in scene.schema.paths_below(g))]
    mentioned += [c.field for c in scene.extraction.candidates if not c.is_blocked]
    informs = [act for act in acts if isinstance(act, Inform)]
    is_statement = bool(informs) and len(informs) == len(acts) and _is_covered(scene, informs)
    may_ask = not is_statement and scene.may_hold(_WORK)
    is_work = may_ask and not any(isinstance(a, Recall) for a in acts) and _asks_work(scene, used)
    return Remark(mentioned=tuple(dict.fromkeys(mentioned)), is_work_request=is_work, is_statement_only=is_statement)


def _is_covered(scene: Scene, informs: Sequence[Inform]) -> bool:
    """Tell that every clause of the turn holds a statement or nothing but small words."""
    for clause in scene.extraction.utterance.clauses:
        if clause.mood == "data":
            return False
        if any(clause.span.overlaps(act.candidate.cue) for act in informs):
            continue
        words = scene.words.find(scene.text, clause.span.start, clause.span.end)
        covered = sum(len(word.span) for word in words)
        if covered < sum(1 for char in scene.text[clause.span.start : clause.span.end] if char.isalnum()):
            return False
    return True


def _asks_work(scene: Scene, used: Sequence[Span]) -> bool:
    """Tell that the turn asks for work, beside what its commands ask of memory (``帮我记住…`` asks for none)."""
    for place in scene.places():
        for hit in scene.find(_WORK, place.start, place.end):
            found = Span(place.start + hit.start, place.start + hit.end)
            if not any(span.overlaps(found) or 0 <= span.start - found.end <= _POLITE_GAP for span in used):
                return True
    return False
