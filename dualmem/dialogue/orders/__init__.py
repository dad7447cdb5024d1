"""Orders and questions to memory, which are taken out of a turn before it is read as an answer.

``commands`` holds the thread: ``setting`` (with ``facts``, ``old``, ``turned``), ``appending`` and ``forgetting`` (with
``listed`` and ``allitems``); ``onward`` tells where the next order begins, ``ends`` where free words end, ``noted`` a
note from an answer, ``holding`` what beside an order takes it back or conditions it, ``questions`` are those of recall.
"""
