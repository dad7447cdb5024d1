"""Provenance: where a value or a change came from."""

from datetime import datetime
from typing import NamedTuple

from dualmem.model.span import Span


class Provenance(NamedTuple):
    """Who said or did it, when, where, in which words.

    Attributes:
        at: When, aware, in the subject's time zone: also the reference time of relative dates.
        actor: ``user``, ``assistant``, ``operator:<name>``, ``system``.
        channel: user, tool, document, cli, api, panel, mcp, import, …
        conversation: Conversation id; None outside one.
        turn: Number of the turn of this subject; None outside a turn.
        speaker: Speaker id in a conversation of several people; None otherwise.
        operation: Operation id of the write.
        span: Place of the value in the turn's original text.
        quote: Verbatim substring of the turn.
        words: The value's own words (``下周五``).
        rule: Id of the extraction rule; None for commands and operators.
        zone: IANA time zone of the reading.
    """

    at: datetime
    actor: str = "system"
    channel: str = "user"
    conversation: str | None = None
    turn: int | None = None
    speaker: str | None = None
    operation: str | None = None
    span: Span | None = None
    quote: str | None = None
    words: str | None = None
    rule: str | None = None
    zone: str | None = None
