"""Demo steps: a script as data, and the run of one step on a real store."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self, cast

import yaml

from dualmem.cli.scan import holds
from dualmem.memory import Memory
from dualmem.values.codec import to_json

SUBJECT: Final = "demo"
_FOLDER: Final = Path(__file__).resolve().parent.parent / "demo"
Json = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoStep:
    """One step: what is done, and what must hold after it.

    Attributes:
        title: What a person reads before it.
        now: The clock from here on; None to leave it.
        conversation: The conversation from here on; None for the same.
        restart: Close the store and open it again first.
        say: What the user says; None for nothing.
        draft: What a model would answer.
        snapshot: Tag of a snapshot to take.
        rollback: Tag of the snapshot to go back to.
        audit: ``verify``.
        scan: Texts that no file of the store may hold.
        reply_has: Parts of the reply.
        reply_lacks: What the reply must not hold.
        state: Field path to its value after the step; null for absent. Other fields are not looked at.
        pending: Field path to value: all that waits after the step; None for not looked at.
        findings: ``kind:field`` that the heartbeat must report.
    """

    title: str = ""
    now: datetime | None = None
    conversation: str | None = None
    restart: bool = False
    say: str | None = None
    draft: str = ""
    snapshot: str | None = None
    rollback: str | None = None
    audit: str | None = None
    scan: tuple[str, ...] = ()
    reply_has: tuple[str, ...] = ()
    reply_lacks: tuple[str, ...] = ()
    state: Json = field(default_factory=lambda: MappingProxyType({}))
    pending: Json | None = None
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """One demo.

    Attributes:
        schema: Name of the shipped schema.
        now: The clock at the start.
        steps: In order.
    """

    schema: str
    now: datetime
    steps: tuple[DemoStep, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must hold: what, and whether it does."""

    text: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What a step printed and showed.

    Attributes:
        lines: Who and what, in order.
        checks: What was checked.
    """

    lines: tuple[tuple[str, str], ...]
    checks: tuple[Check, ...]


def script_names() -> tuple[str, ...]:
    """Give the names of the demos; the first is the default."""
    return tuple(sorted((path.stem for path in _FOLDER.glob("*.yaml")), key=lambda n: (n != "project_assistant", n)))


def load_script(name: str) -> Script:
    """Give a demo that ships with dualmem."""
    data = yaml.safe_load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return Script(data["schema"], _time(data["now"]), tuple(_step(step) for step in data["steps"]))


def _step(data: dict[str, object]) -> DemoStep:
    if "now" in data:
        data["now"] = _time(data["now"])
    for key in ("scan", "reply_has", "reply_lacks", "findings"):
        data[key] = tuple(str(item) for item in cast("Sequence[object]", data.get(key, ())))
    for key in ("state", "pending"):
        if key in data:
            data[key] = {path: _plain(value) for path, value in cast("Json", data[key]).items()}
    return DemoStep(**data)  # type: ignore[arg-type]  # the script ships with dualmem and is tested


def _plain(value: object) -> object:
    """Give a date as text: YAML reads 2026-12-15 as a day."""
    return value if isinstance(value, str | Mapping | list | int | bool) or value is None else str(value)


def _time(value: object) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(str(value))


class Demo:
    """A run of a script on a store in a folder."""

    def __init__(self, script: Script, folder: Path) -> None:
        """Open a new store."""
        self._script = script
        self._folder = folder
        self._now = script.now
        self._conversation = "demo"
        self._memory = self._open()
        fields = self._memory.schema.fields.values()
        self._sensitive = frozenset(spec.path for spec in fields if spec.sensitive)

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self._memory.close()

    def run(self, step: DemoStep) -> StepOutcome:
        """Do one step and check it."""
        self._now = step.now or self._now
        self._conversation = step.conversation or self._conversation
        lines: list[tuple[str, str]] = []
        checks: list[Check] = []
        if step.now:
            lines.append(("clock", f"{self._now:%Y-%m-%d %H:%M}"))
        if step.restart:
            self._memory.close()
            self._memory = self._open()
            lines.append(("store", "closed and opened again"))
        if step.say is not None:
            reply, findings = self._say(step)
            lines += [("you", step.say)] + ([("model", step.draft)] if step.draft else []) + [("dualmem", reply)]
            checks += _check_reply(step, reply, findings)
        if step.snapshot or step.rollback:
            lines.append(("store", self._keep(step)))
        checks += self._check_store(step)
        return StepOutcome(tuple(lines), tuple(checks))

    def _open(self) -> Memory:
        return Memory.open(
            self._folder / "memory.db",
            schema=self._script.schema,
            key=self._folder / "master.key",
            clock=lambda: self._now,
        )

    def _say(self, step: DemoStep) -> tuple[str, set[str]]:
        assert step.say is not None
        exchange = self._memory.hear(SUBJECT, step.say, conversation=self._conversation)
        findings = {f"{finding.kind}:{finding.field}" for finding in exchange.findings}
        return exchange.reply(step.draft), findings

    def _keep(self, step: DemoStep) -> str:
        if step.snapshot:
            self._memory.snapshots.create(SUBJECT, step.snapshot)
            return f"snapshot {step.snapshot} kept"
        assert step.rollback is not None
        self._memory.snapshots.restore(SUBJECT, step.rollback)
        return f"rolled back to {step.rollback}"

    def _check_store(self, step: DemoStep) -> Iterator[Check]:
        hidden = [path for path in step.state if path in self._sensitive]
        state = self._memory.state(SUBJECT, reveal=bool(hidden))
        for path, wanted in step.state.items():
            value = state.value(path)
            found = None if value is None else to_json(value)
            yield _same(f"stored {path}", found, wanted)
        if step.pending is not None:
            found_all = {update.field: update.value for update in self._memory.pending(SUBJECT)}
            yield _same("waiting", found_all, step.pending)
        for text in step.scan:
            place = holds(self._folder, text)
            yield Check(f"no file holds {text!r}" + (f": {place} does" if place else ""), not place)
        if step.audit:
            report = self._memory.audit.verify(SUBJECT)
            yield Check("; ".join(report.lines()), report.is_ok)


def _check_reply(step: DemoStep, reply: str, findings: set[str]) -> Iterator[Check]:
    for text in step.reply_has:
        yield Check(f"the reply says {text!r}", text in reply)
    for text in step.reply_lacks:
        yield Check(f"the reply does not say {text!r}", text not in reply)
    for finding in step.findings:
        yield Check(f"found {finding}", finding in findings)


def _same(what: str, found: object, wanted: object) -> Check:
    if found == wanted:
        return Check(f"{what}: {'nothing' if found in (None, {}) else found}", is_right=True)
    return Check(f"{what}: {found}, expected {wanted}", is_right=False)
