"""Benches: measure dualmem on public and own data; see README.md."""
