"""Snapshots, and the other small things that are sealed into one item or row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from dualmem.model.state import Held


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The state at one version, kept under a tag (item kind ``snapshot``, key = tag).

    Attributes:
        tag: Name, unique per subject.
        at: When it was taken, aware.
        version: Version of the state.
        fields: Field path to held value.
    """

    tag: str
    at: datetime
    version: int
    fields: Mapping[str, Held]


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """A forgetting that was decided and must be finished (item kind ``erasure``).

    Attributes:
        turn: Turn number that decided it.
        at: When, aware.
        erased: Field paths and note ids to scrub from history.
    """

    turn: int
    at: datetime
    erased: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """What keeps the forgotten values of one field from coming back (item kind ``tombstone``, key = field path).

    Attributes:
        at: When the last of them was forgotten, aware.
        marks: Keyed marks, oldest first.
    """

    at: datetime
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RawText:
    """The text of one turn as it is sealed.

    Attributes:
        text: The text, protected spans masked.
        is_cut: The model stopped in the middle.
    """

    text: str
    is_cut: bool = False
