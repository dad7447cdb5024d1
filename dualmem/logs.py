"""Logs: structured events through the standard ``logging`` module, with sensitive values removed.

dualmem logs to the logger ``dualmem`` and says nothing until the program that uses it asks for it::

    import logging
    logging.basicConfig()
    logging.getLogger("dualmem").setLevel(logging.INFO)

An event is ``noun.verb_past`` (``update.confirmed``) with key-values only. Values, quotes and texts never belong in a
log line; the processor here takes them out where somebody puts one in nevertheless.
"""

import logging
import re
from collections.abc import Mapping, MutableMapping
from typing import Final

REMOVED: Final = "<removed>"
_SECRET_KEYS: Final = frozenset(
    {"api_key", "authorization", "draft", "key", "master", "message", "new", "old", "passphrase", "password", "payload"}
    | {"phone", "quote", "reply", "secret", "text", "token", "value", "words"}
)
_ID_KEYS: Final = frozenset({"at", "conversation", "event", "level", "operation", "timestamp", "update"})
# Fixed, bounded patterns: linear in any text.
_SECRETS: Final = (
    re.compile(r"[^\s@\"'<>()]{1,64}@[^\s@\"'<>()]{1,255}"),
    re.compile(r"(?<![0-9A-Za-z])\+?\d(?:[ -]?\d){6,30}[Xx]?(?![0-9A-Za-z])"),
    re.compile(r"(?:sk|pk|ghp|xox[a-z])[-_][A-Za-z0-9_-]{12,}"),
)

_ROOT: Final = logging.getLogger("dualmem")
_ROOT.addHandler(logging.NullHandler())


def remove_sensitive(_logger: object, _method: str, event: MutableMapping[str, object]) -> MutableMapping[str, object]:
    """Give the event without sensitive values: a structlog processor.

    Keys that name content lose their value whatever it is; in every other text, e-mail addresses, long numbers (phones,
    ID and bank cards) and API keys are cut out.
    """
    for key in list(event):
        if key in _SECRET_KEYS:
            event[key] = REMOVED
        elif key not in _ID_KEYS:
            event[key] = _clean(event[key])
    return event


def _clean(value: object) -> object:
    if isinstance(value, str):
        for pattern in _SECRETS:
            value = pattern.sub(REMOVED, value)
        return value
    if isinstance(value, Mapping):
        return {key: REMOVED if key in _SECRET_KEYS else _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(item) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    return _clean(str(value))


class Log:
    """One logger. structlog is imported at the first event that is wanted, so a silent program never pays for it."""

    def __init__(self, name: str) -> None:
        """Log under ``dualmem.<name>``."""
        self._logger = logging.getLogger(f"dualmem.{name}")

    def debug(self, event: str, **facts: object) -> None:
        """Log a step that only a developer wants."""
        self._emit(logging.DEBUG, event, facts)

    def info(self, event: str, **facts: object) -> None:
        """Log what happened."""
        self._emit(logging.INFO, event, facts)

    def warning(self, event: str, **facts: object) -> None:
        """Log what a person should look at."""
        self._emit(logging.WARNING, event, facts)

    def error(self, event: str, **facts: object) -> None:
        """Log what failed."""
        self._emit(logging.ERROR, event, facts)

    def _emit(self, level: int, event: str, facts: Mapping[str, object]) -> None:
        if not self._logger.isEnabledFor(level) or not self._logger.hasHandlers():
            return
        import structlog  # noqa: PLC0415 - 0.1 s of import that a silent program does not pay

        line: MutableMapping[str, object] = {"event": event, **facts}
        name = logging.getLevelName(level).lower()
        structlog.processors.TimeStamper(fmt="iso", utc=True)(self._logger, name, line)
        remove_sensitive(self._logger, name, line)
        rendered = structlog.processors.JSONRenderer(ensure_ascii=False, sort_keys=True)(self._logger, name, line)
        self._logger.log(level, "%s", rendered)


def get(name: str) -> Log:
    """Give the logger of a module: ``log = logs.get("turn")``."""
    return Log(name)


def name_of(kind: str) -> str:
    """Give the log name of an event kind: ``update.confirmed`` for ``UpdateConfirmed``."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower().split()
    return f"{words[0]}.{'_'.join(words[1:])}"
