"""An answer cut into segments of tokens: words of the lexicons, names, values, and what nobody knows.

``cutting`` holds the thread: ``tokens``, with ``ruled`` (what rules found), ``lookalikes`` (what only looks like a
value), ``blanks``, ``around``, ``counting``, ``fragments``, ``signs``, ``joints``, ``runons``, ``swaps``,
``accents``, ``currencies``, ``meant``, ``denied``, ``events`` (days of meetings), ``flags``, ``adjectives``,
``wholes``, ``others``, ``reported`` (what others say), ``later`` (what is to hold at another time), ``asides``,
``addressed``, ``weekdays``, ``dayfigures`` (a bare figure that is a day), ``ways`` (from one place to another) and
``singles`` (the one ticket); ``glance`` tells what a segment holds at all, and a ``statement`` is what it comes to.
"""
