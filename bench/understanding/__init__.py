"""Bench of understanding: what the user's words do to the state, measured through Memory as a user would."""
