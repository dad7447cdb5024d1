"""Frozen dataclasses: the nouns that every floor above speaks in."""
