"""Extraction: rules over a text give candidates."""
