"""Canaries in every input, looked for in every file, log line, error and export."""

import contextlib
import io
import json
import logging
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.faults.talk import MASTER, open_memory
from bench.trust import forensic
from dualmem.errors import DualmemError
from dualmem.memory import Memory

PHONE, EMAIL = "user_profile.contact.phone", "user_profile.contact.email"
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_REPLY = "好的。"
_KINDS = ("encrypt", "mask", "number", "plain")


@dataclass(frozen=True, slots=True)
class _Canary:
    """One value that is put in.

    Attributes:
        value: The value.
        kind: ``encrypt`` (a sensitive field), ``mask`` (an ID card), ``number`` (a phone in free words), ``plain``.
    """

    value: str
    kind: str


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Put so many canaries in, by every input in turn, and look for them.

    Returns:
        Keys runs, bad, in_files, in_logs, in_errors, in_exports, masked_with_keys (ID cards that the keys bring back),
        stored (encrypted canaries that the right to reveal shows: the control), baseline_in_files (a plain store with
        secure_delete OFF, everything deleted: must not be 0), by_input, errors (raised and searched), examples.
    """
    chosen = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="dualmem-canary-"))
    canaries: list[_Canary] = []
    by_input = dict.fromkeys(_INPUTS, 0)
    errors: list[str] = []
    try:
        with _logged() as log, open_memory(folder) as memory:
            for number in range(count):
                name, (kind, put) = list(_INPUTS.items())[number % len(_INPUTS)]
                canary = _Canary(_value(kind, number, chosen), kind)
                canaries.append(canary)
                by_input[name] += 1
                try:
                    put(memory, f"s{number % 5}", canary.value)
                except DualmemError as error:
                    errors.append(f"{error}\n{error.diagnostics()}\n{vars(error)}")
            exports = "\n".join(_exports(memory, folder))
            revealed = json.dumps([memory.export(f"s{n}", reveal=True) for n in range(min(5, count))], default=str)
            with_keys = forensic.texts(_files(folder), forensic.data_keys(memory._vault._keys, memory._vault))  # type: ignore[attr-defined,arg-type]  # noqa: SLF001
        exports += _by_cli(folder, canaries)
        at_rest = forensic.texts(_files(folder), {})
        found = _Found(canaries)
        found.look("in_files", at_rest, _KINDS)
        found.look("in_logs", log.getvalue().encode(), _KINDS)
        found.look("in_errors", "\n".join(errors).encode(), _KINDS)
        found.look("in_exports", exports.encode(), ("encrypt", "mask"))
        found.look("masked_with_keys", with_keys, ("mask",))
        baseline = forensic.held(_baseline(folder, canaries), [one.value for one in canaries])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "runs": count,
        "bad": sum(found.counts.values()),
        **found.counts,
        "stored": sum(one.value in revealed for one in canaries if one.kind == "encrypt"),
        "baseline_in_files": len(baseline),
        "by_input": by_input,
        "errors": len(errors),
        "examples": found.examples[:10],
    }


class _Found:
    """Counts the canaries that are in clear somewhere."""

    def __init__(self, canaries: list[_Canary]) -> None:
        self._canaries = canaries
        self.counts: dict[str, int] = {}
        self.examples: list[str] = []

    def look(self, where: str, haystack: bytes, kinds: tuple[str, ...]) -> None:
        """Look for the canaries of some kinds, and for their parts of more than seven digits."""
        needles = [one.value for one in self._canaries if one.kind in kinds]
        hits = forensic.held(haystack, [*needles, *(one[-8:] for one in needles if one.isdigit())])
        self.counts[where] = len(hits)
        self.examples += [f"{where}: {hit}" for hit in hits]


def _value(kind: str, number: int, chosen: random.Random) -> str:
    if kind == "mask":
        body = f"110101{chosen.randrange(1950, 2005)}{chosen.randrange(1, 13):02d}{chosen.randrange(1, 29):02d}"
        body += f"{chosen.randrange(1000):03d}"
        return body + "10X98765432"[sum(int(a) * b for a, b in zip(body, _WEIGHTS, strict=True)) % 11]
    if kind in {"encrypt", "number"}:
        return f"139{chosen.randrange(10**8):08d}"
    return f"canary{number}q{chosen.randrange(10**6)}"


def _said(text: str, *, answer: str | None = None, channel: str = "user") -> Callable[[Memory, str, str], None]:
    """Give the input of a message, and of the answer to its question."""

    def put(memory: Memory, subject: str, value: str) -> None:
        heard = memory.hear(subject, text.format(v=value), conversation="c", channel=channel)
        if channel == "user":
            heard.reply(_REPLY)
        if answer is not None:
            memory.hear(subject, answer, conversation="c").reply(_REPLY)

    return put


def _replied(memory: Memory, subject: str, value: str) -> None:
    memory.hear(subject, "今天天气不错", conversation="c").reply(f"您好，{value}，已收到。")


def _set(path: str) -> Callable[[Memory, str, str], None]:
    def put(memory: Memory, subject: str, value: str) -> None:
        memory.set(subject, path, value)

    return put


def _proposed(memory: Memory, subject: str, value: str) -> None:
    memory.propose(subject, PHONE, value, quote=f"电话{value}")


def _imported(memory: Memory, subject: str, value: str) -> None:
    memory.import_(subject, json.dumps({"facts": {f"k{value[-4:]}": value}, "notes": [f"记得{value}"]}))


def _imported_field(memory: Memory, subject: str, value: str) -> None:
    memory.import_(subject, json.dumps({"user_profile": {"contact": {"phone": value}}}), is_trusted=True)


def _imported_badly(memory: Memory, subject: str, value: str) -> None:
    memory.import_(subject, f"{{{value}: ")


def _operation(memory: Memory, subject: str, value: str) -> None:
    heard = memory.hear(subject, f"/remember 代号 {value}", conversation="c", operation_id=f"op-{subject}-{id(value)}")
    heard.reply(f"好的，{value}。")


_INPUTS: dict[str, tuple[str, Callable[[Memory, str, str], None]]] = {
    "statement and yes": ("encrypt", _said("我的手机号是{v}", answer="确认")),
    "statement and no": ("encrypt", _said("我的手机号是{v}", answer="不对")),
    "command": ("encrypt", _said("记住我的手机号{v}")),
    "command in English": ("encrypt", _said("remember my phone is {v}")),
    "note": ("plain", _said("记一下：{v}")),
    "note with a phone": ("number", _said("记一下：周五打{v}")),
    "note with an ID card": ("mask", _said("记一下：证件{v}")),
    "fact": ("plain", _said("/remember 所在城市 {v}")),
    "chat": ("plain", _said("我在看{v}这个方案")),
    "ID card in chat": ("mask", _said("我的身份证号是{v}", answer="确认")),
    "off the record": ("plain", _said("这句别记：{v}")),
    "tool result": ("plain", _said('{{"result": "{v}"}}', channel="tool")),
    "ID card in a tool result": ("mask", _said('{{"id": "{v}"}}', channel="tool")),
    "document": ("plain", _said("文档：{v}", channel="document")),
    "reply of the model": ("plain", _replied),
    "ID card in a reply": ("mask", _replied),
    "set": ("encrypt", _set(PHONE)),
    "set of a name": ("plain", _set("user_profile.name")),
    "set that is refused": ("plain", _set("business_context.budget.ceiling")),
    "set of a phone that is refused": ("plain", _set(PHONE)),
    "propose": ("encrypt", _proposed),
    "import of facts and notes": ("plain", _imported),
    "import of a field": ("encrypt", _imported_field),
    "import that is refused": ("plain", _imported_badly),
    "operation id and result": ("plain", _operation),
}


@contextlib.contextmanager
def _logged() -> Iterator[io.StringIO]:
    """Catch every line of every logger."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    logging.getLogger("dualmem").setLevel(logging.DEBUG)
    try:
        yield out
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        logging.getLogger("dualmem").setLevel(logging.NOTSET)


def _exports(memory: Memory, folder: Path) -> Iterator[str]:
    """Give what is written and listed without the right to reveal; files stay in the folder."""
    memory._house.store.backup(str(folder / "backup.db"))  # noqa: SLF001
    memory.audit.anchor(folder / "heads.log")
    (folder / "proof.jsonl").write_text("\n".join(memory.audit.proof()), encoding="utf-8")
    for subject in memory._house.store.subjects(memory.tenant):  # noqa: SLF001
        memory.snapshots.create(subject, "tag")
        memory.snapshots.save(subject, "tag", folder / f"{subject}.snapshot")
        yield json.dumps(memory.export(subject), default=str, ensure_ascii=False)
        yield repr(memory.state(subject))
        yield "\n".join(map(repr, memory.audit.list(subject)))
        yield "\n".join(memory.audit.verify(subject).lines())
        yield repr(memory.snapshots.diff(subject, "v0")) if memory.state(subject).version else ""


def _by_cli(folder: Path, canaries: list[_Canary]) -> str:
    """Give what the commands print, a sensitive value among their arguments."""
    phone = next((one.value for one in canaries if one.kind == "encrypt"), "13900000000")
    out = []
    for arguments in (
        ("state", "set", PHONE, phone),
        ("state", "show"),
        ("audit", "list"),
        ("audit", "verify", "--all"),
        ("db", "status"),
        ("doctor",),
        ("state", "set", "business_context.budget.ceiling", phone + "x"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "dualmem", *arguments, "--db", str(folder / "memory.db")],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "DUALMEM_KEY": MASTER, "HOME": str(folder), "PYTHONUTF8": "1"},
        )
        out.append(done.stdout + done.stderr)
    (folder / "output.txt").write_text("\n".join(out), encoding="utf-8")
    return "\n".join(out)


def _files(folder: Path) -> list[Path]:
    return [one for one in folder.rglob("*") if one.is_file() and one.name != "output.txt"]


def _baseline(folder: Path, canaries: list[_Canary]) -> bytes:
    """Keep the canaries as a plain store does, delete them, and give its bytes."""
    path = folder / "plain.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT)")
        connection.executemany("INSERT INTO memories (content) VALUES (?)", [(one.value,) for one in canaries])
        connection.commit()
        connection.execute("DELETE FROM memories")
        connection.commit()
    return path.read_bytes()
