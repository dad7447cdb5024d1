"""Grammars of the value types, and what is done with a value: validate, compare, show, mask, to and from JSON.

Each grammar searches a whole folded text by itself: ``find(folded, context) -> list[Reading]`` in reading order,
refused readings included; ``parse`` dispatches and adds nothing. ``numerals.find_numerals`` reads every number of a
text once (and remembers the last texts); number, money, percent and duration decide from the words around each one
whose it is. Number readings keep out of the other types by themselves: ``number.find`` drops numerals inside money
with a currency, percents, durations and what ``number_taken`` recognises cheaply by shape (dates, times, phones,
order ids, versions, addresses, file names, ordinals, idioms). A bare amount (60万, 50w, 600k) is a reading of both
number and money: the field's type decides; a plain digit string (500000) is money only where ``is_asked_for``.
"""
