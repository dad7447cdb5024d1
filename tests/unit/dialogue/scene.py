"""One turn through match, parse and decide, without a store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from dualmem.dialogue.parse import parse
from dualmem.extract.compile import CompiledRules, compile_rules
from dualmem.extract.match import match
from dualmem.grounding.decide import decide
from dualmem.model.act import Act
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.decision import Decision
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.reading import ReadingContext
from dualmem.model.state import State, fold
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon, load_lexicons
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path
from tests.unit import samples

ZONE_NAME = "Asia/Shanghai"


@cache
def lexicon() -> Lexicon:
    return load_lexicons(())


@cache
def rules() -> CompiledRules:
    return compile_rules(samples.SCHEMA, [load_rules(rules_path("project_assistant"), samples.SCHEMA)], lexicon())


@dataclass(frozen=True)
class Turned:
    """What one turn did."""

    acts: tuple[Act, ...]
    decision: Decision
    state: State


def hear(
    text: str,
    *,
    shown: Sequence[PendingUpdate] = (),
    queued: Sequence[PendingUpdate] = (),
    held: Mapping[str, Value] | None = None,
    conversation: Conversation | None = None,
    channel: str = "user",
    speaker: str | None = None,
    **more: object,
) -> Turned:
    """Hear one text where the last reply showed ``shown``; ``more`` goes into the conversation."""
    state = samples.state(held)
    queue = (*(replace(one, shown_count=1, shown_user_turn=1) for one in shown), *queued)
    given: dict[str, object] = {
        "id": "c",
        "user_turns": 1,
        "shown": tuple(
            Shown(update=one.id, ordinal=n, field=one.field, value=one.value) for n, one in enumerate(shown, 1)
        ),
        **more,
    }
    before = conversation or Conversation(**given)  # type: ignore[arg-type]
    context = TurnContext(now=samples.NOW, zone=ZONE_NAME, turn=9, conversation="c", channel=channel, speaker=speaker)
    extraction = match(rules(), text, context=ReadingContext(now=samples.NOW), channel=channel)
    acts = parse(
        extraction,
        schema=samples.SCHEMA,
        lexicon=lexicon(),
        conversation=before,
        queue=queue,
        state=state,
        context=context,
    )
    decision = decide(
        acts,
        extraction,
        schema=samples.SCHEMA,
        state=state,
        queue=queue,
        conversation=before,
        context=context,
    )
    return Turned(acts, decision, fold(state, decision.events))
