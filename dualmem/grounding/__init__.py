"""Grounding: acts and candidates become events; the only place that decides a write."""
