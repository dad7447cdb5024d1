"""Clock: times of day in Chinese, English and figures, not yet bound to a day."""

from dualmem.values.clock_en import english_words, minutes_past, named
from dualmem.values.clock_figures import figures, with_part
from dualmem.values.clock_hits import ClockHit
from dualmem.values.clock_zh import chinese, counts_nights
from dualmem.values.timetokens import Tokens

_STANDING = {"noon": 12, "midnight": 24}


def read(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:  # noqa: PLR0911  # one line a form
    """Give the time that begins at a token, or None.

    Args:
        tokens: The text.
        index: The token.
        is_led: True where ``at``, a date or a part of day stands before it.
    """
    kind = tokens.kinds[index]
    if kind == "part":
        return _part_first(tokens, index) if tokens.text[tokens.starts[index]] > "\x7f" else None
    if kind == "clock":
        return with_part(tokens, named(tokens, index))
    if kind == "num":
        hit = minutes_past(tokens, index) or figures(tokens, index, is_led=is_led)
        return hit or chinese(tokens, index)
    if kind == "cn":
        return chinese(tokens, index)
    if kind == "n":
        return minutes_past(tokens, index) or english_words(tokens, index, is_led=is_led)
    if tokens.word(index) in {"half", "quarter", "a"}:
        return minutes_past(tokens, index)
    return None


def _part_first(tokens: Tokens, index: int) -> ClockHit | None:
    """Read ``下午三点``, ``晚上8:30``, ``中午``, ``午夜``."""
    if counts_nights(tokens, index):
        return None
    part = str(tokens.values[index])
    at = index + 1
    if tokens.kinds[at] == "x" and tokens.word(at) == "的":
        at += 1
    if tokens.kinds[at] in {"num", "cn"}:
        hit = figures(tokens, at, is_led=True) if tokens.kinds[at] == "num" else None
        if hit is None or (hit.style == "bare" and not hit.minute):
            hit = chinese(tokens, at, is_led=True)
        if hit:
            style = "hour" if hit.style == "bare" else hit.style
            return hit._replace(part="night" if part == "midnight" else part, style=style)
    if part == "zero":
        return ClockHit(index + 1, 0, style="24")
    if part in _STANDING and tokens.word(index) not in {"晚", "早"}:
        return ClockHit(index + 1, _STANDING[part], style="24")
    return None
