"""Ask: what dualmem itself says in a reply, in the user's language."""

from dualmem.ask.question import ask

__all__ = ["ask"]
