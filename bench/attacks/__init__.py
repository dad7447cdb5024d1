"""Bench of attacks: hostile texts, ids, paths and files, and what must hold after them."""
