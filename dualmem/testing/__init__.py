"""Fakes, and the contract every store passes."""
