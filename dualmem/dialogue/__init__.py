"""Dialogue: a turn against what was shown gives acts.

A turn goes one way through these rooms, each built only on those named before it; ``parse`` holds the thread.

1. ``shown``: what the turn is read against.
2. ``segments``: the answer, cut into tokens and segments.
3. ``orders``: orders and questions to memory, taken out first.
4. ``asking``: the answer to a question that the last reply asked.
5. ``saying``: what each segment says.
6. ``weighing``: what all of it means for each update, and the acts.
7. ``carry``: what the turn states of fields that nobody asked for.
"""
