"""The waiting updates and values that tests of grounding begin with, on the fields of house.yaml."""

from decimal import Decimal

from dualmem.model.value import Ambiguous, Money
from tests.unit import samples

NAME, PRICE, FEE, STATE, ROOMS, DAY, SECRET, TAGS = (
    f"house.{name}" for name in ("name", "price", "fee", "state", "rooms", "day", "secret", "tags")
)
BARE = Money(currency=None, amount=Decimal(5))
EUROS = Money(currency="EUR", amount=Decimal(5))
TWO_DAYS = Ambiguous((samples.day("2026-03-04"), samples.day("2026-04-03")))
WAITS = samples.update(NAME, "Villa", "1.1")
QUOTED = samples.update(NAME, "Villa", "1.1", quote="it is Villa", words="Villa")
OTHER = samples.update(NAME, "Hut", "1.2")
LIST = samples.update(ROOMS, ("b", "c"), "1.3", action="append")
QUOTED_LIST = samples.update(ROOMS, ("b", "c"), "1.3", action="append", quote="b and c")
