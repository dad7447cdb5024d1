"""An answer cut into segments of tokens: words of the lexicons, names, values, and what nobody knows.

``cutting`` holds the thread: ``tokens``, with ``ruled`` (what rules found), ``blanks``, ``around``, ``counting``,
``fragments``, ``signs``, ``joints``, ``swaps``, ``currencies``, ``meant``, ``denied``, ``flags``, ``adjectives``,
``wholes``, ``others``, ``sources``; a ``statement`` is what a segment comes to.
"""
