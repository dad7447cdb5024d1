"""Dialogue: a turn against what was shown gives acts.

A turn goes one way through this room; ``parse`` holds the thread.

1. What the turn is read against: ``scene``, ``labels``, ``words`` and ``scan``, ``glued``, ``targets``, ``named``,
   ``counting``.
2. Orders and questions to memory, taken out first: ``commands`` (``setting``, ``appending``, ``forgetting``,
   ``stated``) and ``questions``.
3. The answer to a question that the last reply asked: ``asked``, ``beside``; to a shown text that is itself a question:
   ``offered``, ``declining``.
4. The rest is cut into segments of tokens: ``cutting``, ``tokens``, with ``ruled`` (what rules found), ``blanks``,
   ``around``, ``items``, ``fragments``, ``signs``, ``joints``, ``denied``.
5. What each segment says, as ``statement``: ``answer`` where every word is known (with ``pointing``, ``picking``,
   ``unstated``, ``owned``), ``foreign``, ``names``, ``wishes`` (with ``binding``, ``things``) where not.
6. What all statements mean for each update: ``verdict``, then ``items``, ``freewords``, ``wholenames``; ``openers``,
   ``doubts`` and ``rivals`` take the force from a yes.
7. The acts: ``replies``; and what the turn states of fields that nobody asked for, with ``carry``.
"""
