"""The turn: one message's way through the house, phase by phase."""
