"""Rollback: the state as it was at a snapshot, a version or a moment."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path

from dualmem import audit
from dualmem.errors import InvalidInput, NotFound
from dualmem.jobs.archive import Archive
from dualmem.jobs.snapshots import read_file
from dualmem.model.event import EventKind
from dualmem.model.state import Held, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is rolled back to, or compared with.

    Attributes:
        name: The tag, ``version 3`` or the moment, for people and for the audit.
        version: State version.
        fields: Field path to held value, as it was; what was erased since is missing.
        left_out: Paths of the fields that were forgotten since, and stay so.
    """

    name: str
    version: int
    fields: Mapping[str, Held]
    left_out: tuple[str, ...] = ()


def find_or_read(archive: Archive, to: str | Path, zone: tzinfo) -> Target:
    """Give the state that a word names, or that a snapshot file holds."""
    if isinstance(to, str):
        target = find(archive, to, zone)
        return replace(target, left_out=_left_out(archive, target))
    snapshot, left_out = read_file(archive, to)
    return Target(name=snapshot.tag, version=snapshot.version, fields=snapshot.fields, left_out=left_out)


def _left_out(archive: Archive, target: Target) -> tuple[str, ...]:
    """Give the fields that were forgotten after a state and have no value in it any more."""
    found: dict[str, None] = {}
    for row in archive.store.records(archive.tenant, archive.subject):
        header = audit.read_header(row)
        is_later = header.version > target.version
        if header.kind is EventKind.FIELD_ERASED and is_later and header.field and header.field not in target.fields:
            found[header.field] = None
    return tuple(found)


def find(archive: Archive, to: str, zone: tzinfo) -> Target:
    """Give the state that a word names.

    Args:
        archive: The subject.
        to: Tag of a snapshot, else a version (``3``, ``v3``), else an ISO 8601 moment or day, else ``now``.
        zone: Zone of a moment that names none; a day alone is its end.

    Raises:
        NotFound: There is no such snapshot, version or moment.
    """
    snapshots = {snapshot.tag: snapshot for snapshot in archive.snapshots()}
    if to in snapshots:
        return Target(name=to, version=snapshots[to].version, fields=snapshots[to].fields)
    digits = to[1:] if to[:1] in {"v", "V"} else to
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return at_version(archive, int(digits))
    if to == "now":
        state, _ = archive.state()
        return Target(name="now", version=state.version, fields=state.fields)
    try:
        moment = datetime.fromisoformat(to)
    except ValueError:
        tags = ", ".join(snapshots) or "none"
        message = f"{to!r} is no snapshot, version or moment of {archive.subject}; its snapshots: {tags}"
        raise NotFound(message, to=to) from None
    if len(to) <= 10:
        moment = moment.replace(hour=23, minute=59, second=59, microsecond=999_999)
    return at_moment(archive, moment if moment.tzinfo is not None else moment.replace(tzinfo=zone))


def at_version(archive: Archive, version: int) -> Target:
    """Give the state at a version.

    Raises:
        NotFound: There was no such version.
    """
    newest = archive.head().version
    if version > newest:
        raise NotFound(f"{archive.subject} has no version {version}; the newest is {newest}", version=version)
    found = State()
    for _, state in archive.states():
        if state.version > version:
            break
        found = state
    return Target(name=f"version {version}", version=found.version, fields=found.fields)


def at_moment(archive: Archive, moment: datetime) -> Target:
    """Give the state at a moment.

    Args:
        archive: The subject.
        moment: Aware.

    Raises:
        InvalidInput: The moment names no time zone.
    """
    if moment.tzinfo is None:
        raise InvalidInput("a moment needs a time zone", moment=moment.isoformat())
    found = State()
    for entry, state in archive.states():
        if datetime.fromisoformat(entry.header.at) > moment:
            break
        found = state
    return Target(name=moment.isoformat(), version=found.version, fields=found.fields)
