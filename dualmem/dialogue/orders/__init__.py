"""Orders and questions to memory, which are taken out of a turn before it is read as an answer.

``commands`` holds the thread: ``setting``, ``appending``, ``forgetting``; ``questions`` are those of recall.
"""
