"""What all statements of a turn mean together for each update.

``replies`` holds the thread: ``sides`` gives bare names their part, the statements go into a ``verdict``; ``items``,
``freewords``, ``wholenames`` and ``declining`` settle what one segment alone cannot; ``openers``, ``doubts`` and
``rivals`` take the force from a yes.
"""
