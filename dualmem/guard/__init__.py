"""Guard: a draft reply that contradicts the state never reaches the user."""

from dualmem.guard.contradictions import Contradiction, check
from dualmem.guard.correction import corrected, facts
from dualmem.guard.release import Releaser

__all__ = ["Contradiction", "Releaser", "check", "corrected", "facts"]
