"""Faults: what is left of a memory after kill -9, power loss, failing calls and races."""
