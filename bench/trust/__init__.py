"""Trust: what a memory proves: tampering found, tokens bound, nothing leaked, nothing left, keys changed in use."""
