"""Numeral: one number as it stands in a text, and fractions as decimals."""

from decimal import Context, Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

_EXACT = Context(prec=60)
_FIFTEEN = Context(prec=15)
SUFFIX_SCALE = {
    "kk": 10**6, "k": 10**3, "w": 10**4, "mm": 10**6, "mn": 10**6, "mil": 10**6, "m": 10**6,
    "bn": 10**9, "bln": 10**9, "b": 10**9, "tn": 10**12, "t": 10**12, "g": 10**9,
}  # fmt: skip

Form = Literal["digits", "chinese", "words"]


class Numeral(NamedTuple):
    """One number as it stands in the text.

    Attributes:
        start: First character in the folded text, the sign included.
        end: One past the last character, without a letter suffix (k, w, m).
        low: The number or the lower end of a range; None where it is no finite decimal (one third).
        high: Equal to ``low``, or the upper end of a range (几十万, 五六百).
        scale: The unit it ends in (万 is 10,000), 1 for none.
        form: How it is written; Chinese where any Chinese digit or unit is in it.
        is_open: At least (十多万).
        is_about: About (八十来万, dozens).
        is_article: Begins with a or an.
        is_fraction: Written as a fraction (half, three quarters, 3/4, ½).
        is_slash: Written with a slash (3/4), which may be a date.
        is_dotted: Groups joined by dots (1.234.567), which may be a version.
        is_few: A bare 几: 2 to 9 before a counted noun only.
        is_negative: Has a sign; ``low`` is negative then.
        is_glued: A Latin letter, digit, dot or hyphen stands directly before it.
        pair: Ends of a range where two neighbouring digits stand before a counted noun (五六个), else None.
        suffix: The letter that multiplies it (k, w, m …) as folded, or empty.
        suffix_end: One past the suffix; equal to ``end`` without one.
    """

    start: int
    end: int
    low: Decimal | None
    high: Decimal | None
    scale: int = 1
    form: Form = "digits"
    is_open: bool = False
    is_about: bool = False
    is_article: bool = False
    is_fraction: bool = False
    is_slash: bool = False
    is_dotted: bool = False
    is_few: bool = False
    is_negative: bool = False
    is_glued: bool = False
    pair: tuple[Decimal, Decimal] | None = None
    suffix: str = ""
    suffix_end: int = 0

    def scaled(self) -> "Numeral":
        """Give the numeral with its suffix taken as its unit (50w is 500,000)."""
        if not self.suffix or self.low is None or self.high is None:
            return self
        by = SUFFIX_SCALE[self.suffix]
        return self._replace(
            end=self.suffix_end, low=self.low * by, high=self.high * by, scale=by, suffix="", is_fraction=False
        )


def rounded(value: Fraction) -> tuple[Decimal, bool]:
    """Give a fraction as a decimal, and whether it had to be rounded (to 15 digits)."""
    exact = finite(value)
    if exact is not None:
        return exact, False
    return _FIFTEEN.divide(Decimal(value.numerator), Decimal(value.denominator)), True


def finite(value: Fraction) -> Decimal | None:
    """Give a fraction as a decimal where it is a finite one of reasonable length, else None."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1 or abs(value.numerator) > 10**40 or value.denominator > 10**20:
        return None
    return _EXACT.divide(Decimal(value.numerator), Decimal(value.denominator))
