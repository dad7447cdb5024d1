"""Dialogue: a turn against what was shown gives acts."""
