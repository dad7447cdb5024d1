"""English number words: what each stands for."""

from fractions import Fraction

ONE_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
ONES = {word: value for value, word in enumerate(ONE_WORDS)} | {"nought": 0, "naught": 0}
TENS = {
    word: value * 10
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
TENS["fourty"] = 40
SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "mn": 10**6,
    "billion": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
    "lakh": 10**5,
    "lac": 10**5,
    "lkh": 10**5,
    "crore": 10**7,
    "cr": 10**7,
    "krore": 10**7,
    "koti": 10**7,
    "grand": 10**3,
}
SCALES |= {f"{word}s": value for word, value in SCALES.items() if len(word) > 2}
DOZENS = frozenset(("dozen", "dozens", "doz", "dozs", "dz", "dzs"))
ORDINALS = {
    "half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
    "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
    "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90,
    "hundredth": 100, "thousandth": 10**3, "millionth": 10**6, "billionth": 10**9, "trillionth": 10**12,
}  # fmt: skip
NTH = {"first": 1, "second": 2} | ORDINALS

STARTERS = (
    frozenset(ONES)
    | frozenset(TENS)
    | {"a", "an", "few", "several", "half", "quarter", "point", "dozens", "hundred", "thousand"}
)
KNOWN = (
    frozenset(ONES)
    | frozenset(TENS)
    | frozenset(SCALES)
    | DOZENS
    | frozenset(NTH)
    | {f"{word}s" for word in NTH}
    | {"halves", "hundred", "hundreds", "and", "a", "an", "point", "over", "out", "of", "the", "couple", "pair"}
)
SAYS_NUMBER = KNOWN - {"and", "a", "an", "over", "out", "of", "the"} | STARTERS - {"a", "an"}  # a text without is left
GOES_ON_FIGURE = SAYS_NUMBER | {"over", "out"}  # 5 over 3, 3 million
FRACTION_WORDS = frozenset(f"{word}s" for word in NTH) | frozenset(ORDINALS) - {"second"} | {"halves"}


_NOTHING = ("", Fraction(0))
_KINDS: dict[str, tuple[str, Fraction]] = {
    word: (kind, Fraction(value))
    for kind, table in (
        ("ones", ONES),
        ("tens", TENS),
        ("hundred", {"hundred": 100, "hundreds": 100}),
        ("scale", SCALES),
    )
    for word, value in table.items()
}


def kind_of(word: str) -> tuple[str, Fraction]:
    """Give what a token is (ones, tens, hundred, scale, digits, or empty for none of these) and its number."""
    known = _KINDS.get(word)
    if known is None:
        return ("digits", Fraction(word.replace(",", ""))) if word[:1].isdigit() else _NOTHING
    return known
