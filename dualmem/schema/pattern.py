"""Patterns: what RE2 takes, and its own words where it refuses one."""

import re2

_MAX_LENGTH = 4000
_OPTIONS = re2.Options()
_OPTIONS.log_errors = False


def parses(pattern: str) -> bool:
    """Tell whether RE2 takes a pattern, at a hundredth of the cost of compiling it (a set only parses)."""
    try:
        re2.Set.SearchSet(_OPTIONS).Add(pattern)
    except re2.error:
        return False
    return True


def fault_of(pattern: str) -> str:
    """Give why a pattern can not be used, or an empty text."""
    if len(pattern) > _MAX_LENGTH:
        return f"the pattern is longer than {_MAX_LENGTH} characters"
    if parses(pattern):
        return ""
    try:
        re2.compile(pattern, _OPTIONS)
    except re2.error as error:
        words = error.args[0] if error.args else error
        text = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
        return f"RE2 refuses the pattern {pattern!r}: {text}"
    return f"RE2 refuses the pattern {pattern!r}"


def fault_of_id(pattern: str) -> str:
    """Give why a pattern of an id can not be used, or an empty text."""
    fault = fault_of(pattern)
    if fault or re2.compile(pattern, _OPTIONS).fullmatch("") is None:
        return fault
    return f"the pattern {pattern!r} matches nothing at all (an empty text)"


def fault_of_rule(pattern: str) -> str:
    """Give why a rule's pattern can not be used, or an empty text; ``{value}`` stands for the field's grammar."""
    if pattern.count("{value}") + pattern.count("(?P<value>") > 1:
        return f"the pattern {pattern!r} holds {{value}} (or a group (?P<value>…)) more than once"
    if "{value}" not in pattern and "{" in pattern and "}" in pattern:
        inner = pattern[pattern.index("{") + 1 : pattern.rindex("}")]
        if inner.strip().isalpha():
            return f"the pattern {pattern!r} has an unknown place {{{inner}}}; the only place is {{value}}"
    fault = fault_of(pattern.replace("{value}", "(?:.+)"))
    return fault.replace("(?:.+)", "{value}")
