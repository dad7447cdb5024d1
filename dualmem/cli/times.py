"""Times as people type them in options."""

from datetime import datetime

import click


def moment(text: str | None) -> datetime:
    """Give an aware time: ISO 8601, a local one without offset; now where there is no text.

    Raises:
        click.BadParameter: The text is no such time.
    """
    if text is None:
        return datetime.now().astimezone()
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no time like 2026-11-29 or 2026-11-29T09:00:00+08:00") from error
    return at if at.tzinfo else at.astimezone()
