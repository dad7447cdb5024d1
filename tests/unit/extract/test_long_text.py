"""What a very long text costs: its head and tail are read, the rest is only looked over."""

import time

from dualmem.values.mask import find_card_numbers
from tests.unit.extract.samples import read

STATEMENT = "预算50万 "


def seconds(work, text):
    began = time.process_time()
    work(text)
    return time.process_time() - began


def test_four_times_the_unread_middle_costs_less_than_the_part_that_is_read():
    read(STATEMENT)
    part, whole = (min(seconds(read, STATEMENT * count) for _ in range(2)) for count in (3_500, 17_500))
    assert whole < 2 * part + 0.1


def test_the_look_for_cards_costs_little_beside_the_reading_of_the_text():
    text = STATEMENT * 20_000
    looking = min(seconds(find_card_numbers, text) for _ in range(3))
    assert looking < seconds(read, text) / 4
