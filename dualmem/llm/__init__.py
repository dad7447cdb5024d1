"""Chat model adapters."""
