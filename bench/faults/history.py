"""History: what racing threads did and saw, checked against the one order that the audit tells."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dualmem.jobs.archive import Archive
from dualmem.model.state import State


@dataclass(frozen=True, slots=True)
class Seen:
    """One operation of one thread.

    Attributes:
        subject: Whose memory.
        kind: A write, an increment of the counter, or a read.
        began_ns: On the clock that all processes share.
        ended_ns: When its answer was there.
        version: Version of the state that it wrote or saw.
        values: Field path to the value that it wrote, or to all that it saw.
    """

    subject: str
    kind: Literal["write", "add", "read"]
    began_ns: int
    ended_ns: int
    version: int
    values: Mapping[str, str]


def violations(archive: Archive, seen: Iterable[Seen], counter: str) -> Iterator[str]:
    """Give every lost update, stale or torn read, and gap of one subject.

    Args:
        archive: The subject, after the race.
        seen: Its operations, of all threads.
        counter: Field path of the counter, to which each increment adds one.
    """
    mine = sorted(seen, key=lambda one: one.began_ns)
    states = {0: State()}
    for _, state in archive.states():
        if state.version not in states and state.version != max(states) + 1:
            yield f"version {state.version} comes after {max(states)}"
        states[state.version] = state
    writes = {one.version: one for one in mine if one.kind != "read"}
    if len(writes) != sum(1 for one in mine if one.kind != "read"):
        yield "two writes were told the same version"
    yield from (f"version {version} is nobody's" for version in states if version and version not in writes)
    for one in mine:
        yield from _wrong_values(one, states)
    yield from _lost(writes.values(), states, counter)
    yield from _out_of_order(mine)


def _wrong_values(one: Seen, states: Mapping[int, State]) -> Iterator[str]:
    """Compare what an operation wrote or saw with the state of its version."""
    state = states.get(one.version)
    if state is None:
        yield f"{one.kind} of version {one.version}, which the audit does not have"
        return
    held = {path: str(value.value) for path, value in state.fields.items()}
    if one.kind == "read" and held != one.values:
        yield f"read of version {one.version} saw {dict(one.values)}, but it was {held}"
    if one.kind != "read" and any(held.get(path) != value for path, value in one.values.items()):
        yield f"lost: {dict(one.values)} was told version {one.version}, which holds {held}"


def _lost(writes: Iterable[Seen], states: Mapping[int, State], counter: str) -> Iterator[str]:
    """Find increments that overwrote another one."""
    for one in writes:
        if one.kind == "add" and one.version - 1 in states:
            before = states[one.version - 1].value(counter)
            if int(str(before or 0)) + 1 != int(one.values[counter]):
                yield f"lost: {counter} went from {before} to {one.values[counter]}"


def _out_of_order(mine: list[Seen]) -> Iterator[str]:
    """Find operations that did not see, or did not come after, one that had ended before they began."""
    ended = sorted(mine, key=lambda one: one.ended_ns)
    known, at = 0, 0
    for one in mine:
        while at < len(ended) and ended[at].ended_ns < one.began_ns:
            known = max(known, ended[at].version)
            at += 1
        if one.version < known + (one.kind != "read"):
            yield f"stale: a {one.kind} got version {one.version} after somebody had {known}"
    begun = sorted((one.began_ns, one.version) for one in mine if one.kind != "read")
    newest, at = 0, 0
    for one in ended:
        while at < len(begun) and begun[at][0] <= one.ended_ns:
            newest = max(newest, begun[at][1])
            at += 1
        if one.version > newest:
            yield f"early: a {one.kind} got version {one.version}, and {newest} was the newest that had begun"
