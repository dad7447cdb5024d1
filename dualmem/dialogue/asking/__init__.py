"""Answers to a question of the last reply: for one field (``asked``, ``beside``), or of an offer (``offered``)."""
