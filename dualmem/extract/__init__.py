"""Extract: rules over a text give candidates; nothing is decided here.

One pass (``match.match``): fold, mark what is data (``data``), cut into clauses (``clauses``), tell how each is said
(``moods``), find the rules that may fire (``compile``), read their value places (``place``), let one span feed one
field (``select``).

**What ``{value}`` spans.** For types with a grammar (money, date, phone, closed choices, …) the grammar decides: a
reading whose place, with or without its hedges, begins where the words before ``{value}`` end. White space between
them does not count. For text, items of text lists, entries of text maps and open choices it spans from that place to
the end of the clause (or to the words after ``{value}``), then

- a quoted span that begins there is the value, without its quotes;
- a short text (``max_length`` up to 100, open choices) ends before words that begin a new predicate
  (section ``after_value``: 我叫小明**今年10岁**, 我是张工**负责ABC项目**);
- particles, politeness, marks at the end (section ``trailing``) and a leading article of an open choice are dropped.

In place of ``{value}`` a pattern may hold a group ``(?P<value>…)`` of its own shape; a pattern with neither spans its
whole match (``必须[^，。]+``). Both end with their clause.
"""
