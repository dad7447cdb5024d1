"""Ids from outside: what a subject, tenant, conversation, speaker or tag may be called."""

from dualmem.errors import InvalidId

MAX_ID_LENGTH = 128
_MARKS = frozenset("._:@-")


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


def _shown(text: object) -> str:
    """Give a short, printable form of a bad id."""
    return ascii(text if len(str(text)) <= 40 else str(text)[:40] + "…")
