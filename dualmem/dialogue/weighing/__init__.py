"""What all statements of a turn mean together for each update.

``replies`` holds the thread: ``sides`` and ``topics`` give bare names their part, the statements are ``summed``, go
into a ``verdict``, and come to ``answers``; ``items``, ``elided``, ``freewords``, ``wholenames``, ``wholewords`` and
``declining`` settle what one segment alone cannot; ``openers``, ``doubts``, ``deferrals``, ``rivals`` and ``coded``
take the force from a yes.
"""
