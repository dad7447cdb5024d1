"""Text: folding for matching, with the way back to the user's characters."""

import unicodedata

from dualmem.model.utterance import Folded


def fold(text: str) -> Folded:
    """Give the text for matching: NFKC, lower case, simplified, with offsets into the original."""
    out: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    for index, char in enumerate(text):
        for piece in unicodedata.normalize("NFKC", char).lower():
            out.append(piece)
            offsets.append(index)
            ends.append(index + 1)
    offsets.append(len(text))
    ends.append(len(text))
    return Folded(text, "".join(out), tuple(offsets), tuple(ends))
