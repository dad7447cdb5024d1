"""Months: how an answer may name one, in words."""

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
          "december")  # fmt: skip
MONTH = f"(?:{'|'.join(name[:3] for name in MONTHS)})[a-z]*"  # a pattern for one, written out or in short
