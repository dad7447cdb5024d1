"""The engine against a plain model: any operations in any order, with restarts and clocks that jump."""

import shutil
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from bench.faults.plain import PHASE, Plain, Refused, Token
from bench.faults.talk import MASTER, place, specs
from dualmem import memory as memory_module
from dualmem.errors import Conflict, InvalidValue, NotFound
from dualmem.memory import Memory
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.storage.memory_store import MemoryStore
from dualmem.testing.fakes import FixedClock
from dualmem.values.codec import to_json
from dualmem.vault.keyed import KeyedVault

SUBJECT = "wei"
BUDGET = "business_context.budget.ceiling"
PHONE = "user_profile.contact.phone"
CITY = "facts.所在城市"
CONVERSATIONS = st.sampled_from(("c1", "c2"))


def yuan(amount: int) -> dict[str, str]:
    """Give the JSON of an amount."""
    return {"amount": str(amount), "currency": "CNY"}


_VALUES: dict[str, tuple[object, ...]] = {
    BUDGET: tuple(yuan(10_000 * number) for number in (50, 60, 70)),
    PHONE: ("+8613800138000", "+8613900139000"),
    CITY: ("北京", "上海", "成都"),
    PHASE: ("design", "design_review", "build", "closed"),
}
WRITES = st.sampled_from([(path, value) for path, values in _VALUES.items() for value in values])
PROPOSALS = st.sampled_from([(path, value) for path, values in _VALUES.items() if path != PHASE for value in values])
PATHS = st.sampled_from(sorted(_VALUES))


def run(examples: int, steps: int, seed_: int = 1) -> dict[str, object]:
    """Let the engine and the model do so many histories of so many steps, and compare them after each step.

    Every fifth history is kept in a file, the others in memory.

    Returns:
        Keys runs, steps (done), restarts, bad, lost, torn, chain_bad, examples (the shortest history that differs).
    """
    specs()
    Engine.done.clear()
    found: list[str] = []
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
        report_multiple_bugs=False,
    )
    try:
        run_machine(seed(seed_)(Engine), settings=chosen)
    except Exception as error:  # noqa: BLE001 - told in the result
        found += [_told(one) for one in getattr(error, "exceptions", (error,))]
    counts = {name: Engine.done.count(name) for name in ("history", "step", "restart")}
    return {
        "runs": counts["history"],
        "steps": counts["step"],
        "restarts": counts["restart"],
        "bad": len(found),
        "lost": 0,
        "torn": len(found),
        "chain_bad": 0,
        "examples": found,
    }


def _told(error: BaseException) -> str:
    """Give an error with the history that led to it."""
    return "\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])


class Engine(RuleBasedStateMachine):
    """The engine and the model side by side."""

    done: ClassVar[list[str]] = []
    tokens = Bundle("tokens")

    def __init__(self) -> None:
        super().__init__()
        self.plain = Plain()
        self.clock = FixedClock()
        self.done.append("history")
        self.tags = 0
        self.folder: Path | None = place("stateful") if self.done.count("history") % 5 == 0 else None
        self.store, self.keys = MemoryStore(), MemoryKeys()
        self.memory = self._open()

    def _open(self) -> Memory:
        """Open a memory on what is there, as after a restart of the program."""
        with mock.patch.object(memory_module, "load_specs", return_value=specs()):
            if self.folder is None:
                vault = KeyedVault(self.keys, bytes.fromhex(MASTER))
                return Memory.open(store=self.store, vault=vault, clock=self.clock)
            key = self.folder / "master.key"
            key.write_text(MASTER, encoding="utf-8")
            return Memory.open(self.folder / "memory.db", key=key, clock=self.clock)

    def _both(self, plain: Callable[[], Any], engine: Callable[[], Any]) -> tuple[Any, Any]:
        """Do the same in both; both do it or both refuse."""
        expected, got, is_refused = None, None, False
        try:
            expected = plain()
        except Refused:
            is_refused = True
        try:
            got = engine()
        except (Conflict, InvalidValue, NotFound) as error:
            refused = f"the engine refuses: {error}"
        else:
            refused = ""
        assert is_refused == bool(refused), refused or "the engine does not refuse"
        return expected, got

    def _talk(self, conversation: str, text: str) -> None:
        """Say something to the engine, and answer it."""
        exchange = self.memory.hear(SUBJECT, text, conversation=conversation)
        exchange.reply("好的。")
        shown = [(one.field, to_json(one.value)) for one in exchange.shown]
        self.plain.replied(conversation, shown, exchange.asked)

    # --- acts ---

    @rule(write=WRITES)
    def set(self, write: tuple[str, object]) -> None:
        """An operator writes."""
        self._both(lambda: self.plain.set(*write), lambda: self.memory.set(SUBJECT, *write))

    @rule(path=PATHS)
    def clear(self, path: str) -> None:
        """An operator takes a value away."""
        self._both(lambda: self.plain.clear(path), lambda: self.memory.clear(SUBJECT, path))

    @rule(target=tokens, proposal=PROPOSALS)
    def propose(self, proposal: tuple[str, object]) -> Any:
        """A program proposes."""
        token, pending = self._both(
            lambda: self.plain.propose(*proposal, self.clock.now), lambda: self.memory.propose(SUBJECT, *proposal)
        )
        assert (token is None) == (pending is None)
        return multiple() if pending is None else (token, pending.token)

    @rule(pair=tokens)
    def confirm(self, pair: tuple[Token, str]) -> None:
        """A person confirms what a token was made for."""
        token, text = pair
        self._both(lambda: self.plain.confirm(token, self.clock.now), lambda: self.memory.confirm(SUBJECT, text))

    @rule(pair=tokens)
    def reject(self, pair: tuple[Token, str]) -> None:
        """A person refuses what a token was made for."""
        token, text = pair
        self._both(lambda: self.plain.reject(token, self.clock.now), lambda: self.memory.reject(SUBJECT, text))

    @rule(number=st.integers(0, 5))
    def snapshot(self, number: int) -> None:
        """An operator keeps the state."""
        tag = f"tag{number}"
        self._both(lambda: self.plain.snapshot(tag), lambda: self.memory.snapshots.create(SUBJECT, tag))

    @rule(to=st.one_of(st.integers(0, 12), st.integers(0, 5).map("tag{}".format)), path=st.none() | PATHS)
    def roll_back(self, to: str | int, path: str | None) -> None:
        """An operator goes back."""
        self._roll_back(to, path, None)

    @rule(to=st.integers(0, 12), conversation=CONVERSATIONS)
    def roll_back_in_a_conversation(self, to: int, conversation: str) -> None:
        """A user goes back, and may undo it."""
        self._roll_back(to, None, conversation)

    def _roll_back(self, to: str | int, path: str | None, conversation: str | None) -> None:
        if not self._is_known():
            return
        self._both(
            lambda: self.plain.roll_back(to, path, conversation),
            lambda: self.memory.snapshots.restore(SUBJECT, str(to), field=path, conversation=conversation or ""),
        )

    @rule(path=PATHS)
    def forget(self, path: str) -> None:
        """An operator erases."""
        if self._is_known():
            self._both(lambda: self.plain.forget(path), lambda: self.memory.forget(SUBJECT, path))

    @rule(conversation=CONVERSATIONS)
    def undo(self, conversation: str) -> None:
        """A program undoes for a user."""
        self._both(lambda: self.plain.undo(conversation), lambda: self.memory.undo(SUBJECT, conversation))

    # --- the conversation ---

    @rule(conversation=CONVERSATIONS, value=st.sampled_from(_VALUES[CITY]))
    def command(self, conversation: str, value: str) -> None:
        """A user commands."""
        self.plain.command(conversation, CITY, value, self.clock.now)
        self._talk(conversation, f"/remember 所在城市 {value}")

    @rule(conversation=CONVERSATIONS, number=st.sampled_from((50, 60, 70)))
    def state_a_value(self, conversation: str, number: int) -> None:
        """A user states a value."""
        self.plain.state_value(conversation, BUDGET, yuan(10_000 * number), self.clock.now)
        self._talk(conversation, f"总预算控制在{number}万以内")

    @rule(conversation=CONVERSATIONS)
    def say_yes(self, conversation: str) -> None:
        """A user says yes."""
        self.plain.yes(conversation, self.clock.now)
        self._talk(conversation, "确认")

    @rule(conversation=CONVERSATIONS)
    def say_no(self, conversation: str) -> None:
        """A user says no."""
        self.plain.no(conversation, self.clock.now)
        self._talk(conversation, "不对")

    @rule(conversation=CONVERSATIONS)
    def say_undo(self, conversation: str) -> None:
        """A user undoes."""
        self.plain.say_undo(conversation, self.clock.now)
        self._talk(conversation, "撤销")

    @rule(conversation=CONVERSATIONS)
    def chat(self, conversation: str) -> None:
        """A user talks about something else."""
        self.plain.chat(conversation, "今天天气不错", self.clock.now)
        self._talk(conversation, "今天天气不错")

    # --- the world ---

    @rule(hours=st.sampled_from((-30, -1, 1, 5, 23, 25, 24 * 40)))
    def clock_jumps(self, hours: int) -> None:
        """The clock goes on, or back."""
        self.clock.advance(timedelta(hours=hours))

    @rule()
    def restart(self) -> None:
        """The program ends and begins again."""
        self.done.append("restart")
        if self.folder is not None:
            self.memory.close()
        self.memory = self._open()

    def _is_known(self) -> bool:
        return self.memory._house.store.head(self.memory.tenant, SUBJECT).revision > 0  # noqa: SLF001

    @initialize()
    def begin(self) -> None:
        """The subject is known."""
        self.memory.hear(SUBJECT, "今天天气不错", conversation="c0").reply("好的。")

    @invariant()
    def agree(self) -> None:
        """Compare everything that both hold."""
        self.done.append("step")
        opened = self.memory._read(SUBJECT)  # noqa: SLF001
        fields = {path: to_json(held.value) for path, held in opened.state.fields.items()}
        assert fields == self.plain.fields, (fields, self.plain.fields)
        assert opened.state.version == len(self.plain.history) - 1, (opened.state.version, len(self.plain.history) - 1)
        queue = [(one.field, to_json(one.value)) for one in opened.queue]
        expected = [(one.field, one.value) for one in self.plain.queue]
        assert sorted(queue, key=str) == sorted(expected, key=str), (queue, expected)

    def teardown(self) -> None:
        """At the end: chain and replay verify, every version and snapshot is what it was."""
        try:
            if sys.exc_info()[0] is None:  # else a step differed already
                self._check_past()
        finally:
            if self.folder is not None:
                self.memory.close()
                shutil.rmtree(self.folder, ignore_errors=True)

    def _check_past(self) -> None:
        report = self.memory.audit.verify(SUBJECT)
        assert report.is_ok, report.lines()
        kept = {one.tag: one.fields for one in self.memory.snapshots.list(SUBJECT)}
        for tag, fields in self.plain.snapshots.items():
            held = {path: to_json(one.value) for path, one in kept[tag].items()}
            assert held == fields, (tag, held, fields)
        states = {state.version: state for _, state in self.memory._desk.archive(SUBJECT).states()}  # noqa: SLF001
        for version, fields in enumerate(self.plain.history[1:], start=1):
            held = {path: to_json(one.value) for path, one in states[version].fields.items()}
            assert held == fields, (version, held, fields)
