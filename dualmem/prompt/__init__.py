"""Prompt: what a model gets of the memory, fenced, masked and within a token budget."""

from dualmem.prompt.assemble import assemble
from dualmem.prompt.tokens import estimate_tokens

__all__ = ["assemble", "estimate_tokens"]
