"""Command line: the only place that prints."""
