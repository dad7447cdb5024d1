"""Typed, confirmed, auditable memory for LLM agents, in Chinese and English."""
