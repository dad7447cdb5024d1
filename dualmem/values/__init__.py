"""Grammars per value type: parse, show, mask, equal, validate, JSON."""
