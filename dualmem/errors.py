"""Every error dualmem raises.

DualmemError
├── InvalidInput                  what was given can not be taken (exit 2)
│   ├── SpecError                 faults of a YAML file, all at once, file:line:column
│   ├── UnknownField              no such field path; names the nearest
│   ├── InvalidValue              a value that its field refuses
│   ├── InvalidId                 a subject, tenant, conversation or tag id
│   └── TooLarge                  over a documented cap
├── NotFound                      no such subject, snapshot, update, version (exit 4)
├── Conflict                      somebody else changed it; a token was used or is outdated (exit 5)
├── IllegalPhase                  a step of a turn out of order (a bug of the caller)
├── StorageError                  the store failed; nothing was half written (exit 3)
│   ├── StoreBusy                 another process holds it
│   ├── StoreCorrupt              damaged or no dualmem store; left untouched
│   ├── StoreVersion              written by a newer or older version
│   └── CommitUnknown             the commit may or may not have happened; repeat with the same operation id
├── VaultError                    a key is missing or wrong, or a token does not open (exit 3)
│   ├── KeyMissing
│   └── TokenUnreadable
├── AuditError                    the chain or the replay does not verify (exit 1)
└── ModelError                    the language model failed
    ├── ModelTimeout
    ├── ModelUnavailable
    └── ModelRefused
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file.

    Attributes:
        file: Name as given by the user.
        line: From 1.
        column: From 1.
        message: What is wrong.
        hint: The next step (``did you mean …``); empty for none.
    """

    file: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Give ``file:line:column: error: message; hint``."""
        tail = f"; {self.hint}" if self.hint else ""
        return f"{self.file}:{self.line}:{self.column}: error: {self.message}{tail}"


class DualmemError(Exception):
    """Something dualmem could not do.

    Attributes:
        data: Facts about the error; never a sensitive value.
        exit_code: What the command line exits with.
    """

    exit_code: ClassVar[int] = 1
    next_step: ClassVar[str] = ""

    def __init__(self, message: str = "", /, **data: object) -> None:
        """Keep the message (default: the class docstring's first line) and the facts."""
        super().__init__(message or (self.__doc__ or "").split("\n", maxsplit=1)[0])
        self.data: Mapping[str, object] = data

    def diagnostics(self) -> str:
        """Give the message and the next step."""
        step = self.data.get("next_step") or self.next_step
        return f"{self}\n{step}" if step else str(self)


class InvalidInput(DualmemError):
    """What was given can not be taken."""

    exit_code = 2


class SpecError(InvalidInput):
    """A YAML file has faults."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        """Keep the faults, in file order."""
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class UnknownField(InvalidInput):
    """The schema has no such field."""


class InvalidValue(InvalidInput):
    """The field refuses this value."""


class InvalidId(InvalidInput):
    """An id may hold letters, digits and ._:@- and begins with a letter or digit (at most 128 characters)."""


class TooLarge(InvalidInput):
    """The input is larger than its cap."""


class NotFound(DualmemError):
    """There is no such thing."""

    exit_code = 4


class Conflict(DualmemError):
    """It was changed meanwhile."""

    exit_code = 5


class IllegalPhase(DualmemError):
    """This step is not allowed now."""


class StorageError(DualmemError):
    """The store failed; nothing was half written."""

    exit_code = 3


class StoreBusy(StorageError):
    """Another process holds the store."""

    next_step = "Try again; if it stays, look for a process that keeps the database open."


class StoreCorrupt(StorageError):
    """This is no intact dualmem store; it was left untouched."""

    next_step = "Run `dualmem db status` on it, or restore a backup."


class StoreVersion(StorageError):
    """The store was written by another version of dualmem."""

    next_step = "Run `dualmem db upgrade`, or use the version that wrote it."


class CommitUnknown(StorageError):
    """The commit may or may not have happened."""

    next_step = "Repeat the call with the same operation id: it happens at most once."


class VaultError(DualmemError):
    """The vault can not open or seal."""

    exit_code = 3


class KeyMissing(VaultError):
    """The key of this store is missing or is not the one it was made with."""

    next_step = "Point DUALMEM_KEY or the key file at the key this store was made with."


class TokenUnreadable(VaultError):
    """A stored token does not open: damaged, moved, or sealed under another key."""


class AuditError(DualmemError):
    """The audit does not verify."""


class ModelError(DualmemError):
    """The language model failed."""


class ModelTimeout(ModelError):
    """The language model did not answer in time."""


class ModelUnavailable(ModelError):
    """The language model can not be reached."""


class ModelRefused(ModelError):
    """The language model refused the request."""
