"""Answers to a question of the last reply: for a field (``asked``, ``beside``, ``denial``), an offer (``offered``)."""
