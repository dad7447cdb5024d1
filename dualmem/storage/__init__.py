"""Storage adapters. SQL lives here only."""
