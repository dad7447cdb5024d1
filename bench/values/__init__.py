"""Bench of the value grammars: right readings, speed, hostile input."""
