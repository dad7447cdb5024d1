"""Specs of schema, rules, lexicon and message files: loading, checking, compiling."""
