"""Settings: what one subject has of its own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one subject; None falls back to the schema.

    Attributes:
        timezone: IANA zone of its dates.
        language: Language of replies where a turn leaves it open.
    """

    timezone: str | None = None
    language: str | None = None
