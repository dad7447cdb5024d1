"""Inputs: what ids, texts and moments from outside must look like."""

from datetime import datetime

from dualmem.errors import InvalidId, InvalidInput, TooLarge

MAX_ID_LENGTH = 128
MAX_TEXT = 200_000
_MARKS = frozenset("._:@-")
_RESERVED = frozenset({"user", "assistant", "operator", "system", "tool", "document"})


def check_id(text: object, what: str) -> str:
    """Give the id as it stands.

    Args:
        text: The id.
        what: What it names, for the message (``subject``, ``tag``, …).

    Raises:
        InvalidId: Anything but letters and digits of any script and ``._:@-``, beginning with a letter or digit, at
            most 128 characters, no ``..``.
    """
    if not isinstance(text, str) or not text or len(text) > MAX_ID_LENGTH or ".." in text:
        raise InvalidId(f"{what}: {_shown(text)} is no id; {InvalidId.__doc__}", what=what)
    if not text[0].isalnum() or any(not (char.isalnum() or char in _MARKS) for char in text):
        raise InvalidId(f"{what}: {_shown(text)} is no id; {InvalidId.__doc__}", what=what)
    return text


def check_speaker(text: object) -> str:
    """Give the id of a person who speaks.

    Raises:
        InvalidId: It is none, or it is a name that dualmem gives to others (assistant, operator, system, tool, …).
    """
    name = check_id(text, "speaker")
    if name.casefold() in _RESERVED or name.casefold().startswith("operator:"):
        raise InvalidId(f"speaker: {name} stands for somebody else; give the person's own id", what="speaker")
    return name


def check_text(text: object) -> str:
    """Give the text of a message.

    Raises:
        InvalidInput: It is no text, or holds half a surrogate pair.
        TooLarge: It has more than 200,000 code points.
    """
    if not isinstance(text, str):
        raise InvalidInput(f"a message is a text, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise TooLarge(f"a message has at most {MAX_TEXT:,} characters, this one has {len(text):,}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"the message holds half a surrogate pair at character {error.start}") from error
    return text


def check_moment(moment: datetime | None, what: str) -> datetime | None:
    """Give the moment.

    Raises:
        InvalidInput: It has no time zone.
    """
    if moment is not None and moment.tzinfo is None:
        raise InvalidInput(f"{what} needs a time zone")
    return moment


def _shown(text: object) -> str:
    """Give a short, printable form of a bad id."""
    return ascii(text if len(str(text)) <= 40 else str(text)[:40] + "…")
