"""What all statements of a turn mean together for each update.

``replies`` holds the thread, ``broken`` leaves a yes open that is broken off, ``undone`` one that is taken back:
``belonging`` gives each value its label, ``sides`` and ``topics`` give bare names their
part, the statements are ``summed``, go into a ``verdict``, and come to ``answers``; ``items``, ``elided``,
``freewords`` (with ``alike``), ``itemwords``, ``wholenames``, ``wholewords`` and ``declining`` settle what one segment
alone cannot; ``thoughts`` are second ones; ``echoes`` are names that a turn asks itself and answers; ``ledwords`` are
what a label and a word of change lead to; ``openers``, ``doubts``, ``behind`` (what stands behind a no), ``turning``,
``deferrals`` (with ``elsewhere``), ``rivals`` and ``coded`` take the force from a yes; ``counts`` gives a bare number
its unit.
"""
