"""What a turn is read against: the updates shown, their names and values, and the words of the lexicons.

``scene`` holds it together; ``targets`` are the values that may be answered, ``meanings`` the words for them,
``lengths`` bare numbers among these, ``moving`` days that are put off, ``labels``, ``named`` and ``nicknames`` what
they are called, ``words``, ``scan`` and ``glued`` the answer words found in a turn, ``stated`` what a turn states,
``months`` how one is named, ``stops`` where its pieces end, ``tails`` what a clause does to what stands before it.
"""
