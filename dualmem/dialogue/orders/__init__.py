"""Orders and questions to memory, which are taken out of a turn before it is read as an answer.

``commands`` holds the thread: ``setting`` (with ``facts``, ``old``), ``appending`` and ``forgetting`` (with
``listed``); ``noted`` tells a note from an answer, ``questions`` are those of recall.
"""
