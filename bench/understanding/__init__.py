"""Bench of understanding: answers, corrections, contradictions, whole conversations."""
